// The border of the inspector, a module of its own that is loaded when it is asked for: texts go
// in, texts come out.

#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

#include <cstdint>

#include "inspect/inspector.hpp"
#include "inspect/structures.hpp"
#include "linearize/linearize.hpp"

namespace {

using porthos::inspect::Inspection;

/// A report in the making is a number on the other side, where each is deleted once.
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
  // (text, files: JSON text, options: JSON text) -> a report in the making
  emscripten::function("beginInspection", &begin);
  emscripten::function("stepInspection", &step);
  emscripten::function("inspectionReport", &report);  // JSON text
  emscripten::function("endInspection", &end);
  // (text, files: JSON text, options: JSON text) -> JSON text
  emscripten::function("linearize", &porthos::linearize::linearize);
  // (request: JSON text) -> JSON text
  emscripten::function("structures", &porthos::inspect::structures);
}
