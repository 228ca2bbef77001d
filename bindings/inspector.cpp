// The interface of the inspector, a separate module that is loaded on demand: texts in, texts out.

#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

#include <cstdint>

#include "diagram/diagram.hpp"
#include "inspect/inspector.hpp"
#include "inspect/structures.hpp"
#include "linearize/linearize.hpp"

namespace {

using porthos::inspect::Inspection;

/// JavaScript holds an unfinished report as a number and deletes it once.
using Handle = std::uintptr_t;

Inspection& at(Handle inspection) { return *reinterpret_cast<Inspection*>(inspection); }

double seconds() { return emscripten_get_now() / 1000; }

Handle begin(const std::string& text, const std::string& files, const std::string& options) {
  return reinterpret_cast<Handle>(new Inspection(text, files, options, seconds));
}
bool step(Handle inspection) { return at(inspection).step(); }
std::string report(Handle inspection) { return at(inspection).report(); }
void end(Handle inspection) { delete &at(inspection); }

}  // namespace

EMSCRIPTEN_BINDINGS(porthos) {
  // (text, files: JSON text, options: JSON text) -> an unfinished report
  emscripten::function("beginInspection", &begin);
  emscripten::function("stepInspection", &step);
  emscripten::function("inspectionReport", &report);  // JSON text
  emscripten::function("endInspection", &end);
  // (text, files: JSON text, options: JSON text) -> JSON text
  emscripten::function("linearize", &porthos::linearize::linearize);
  // (text, files: JSON text) -> JSON text
  emscripten::function("diagram", &porthos::diagram::diagram);
  // (request: JSON text) -> JSON text
  emscripten::function("structures", &porthos::inspect::structures);
}
