// The whole border: text goes in, columns of numbers come out. Nothing here grows when an element,
// a method or an option is added; bindings/js gives it its types and its manners.
//
// There are no C++ exceptions in WebAssembly: problems of a model are answers, numerical failures
// are outcomes, and the rest (no memory, a fault of the engine) stops the engine with an error of
// the host, which then discards the instance.

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <string>
#include <vector>

#include "inspect/equations.hpp"
#include "link.hpp"
#include "simulate/session.hpp"

namespace {

using emscripten::val;
using porthos::Session;

/// A Float64Array of its own: a view would dangle when the memory grows.
val copy(const std::vector<double>& numbers) {
  return val(emscripten::typed_memory_view(numbers.size(), numbers.data())).call<val>("slice");
}

/// The numbers which `Method` of Session takes out of it, as a Float64Array.
template <std::vector<double> (Session::*Method)()>
val take(Session& session) {
  return copy((session.*Method)());
}

Session* make(const std::string& text, const std::string& files) {
  return new Session(text, files, link_module);
}

}  // namespace

EMSCRIPTEN_BINDINGS(porthos) {
  emscripten::class_<Session>("Session")
      .constructor(&make, emscripten::allow_raw_pointers())  // (text, files: JSON text)
      .function("describe", &Session::describe)              // () -> JSON text
      .function("equations", &porthos::inspect::equations)   // () -> JSON text
      .function("start", &Session::start)                    // (options: JSON) -> JSON
      .function("advance", &Session::advance)                // (steps, attempts) -> JSON
      .function("change", &Session::change)                  // (values: JSON) -> JSON
      .function("takeRows", &take<&Session::take_rows>)      // () -> Float64Array
      .function("takePoses", &take<&Session::take_poses>)    // () -> Float64Array
      .function("summary", &Session::summary)                // () -> JSON text
      .function("snapshot", &Session::snapshot)              // () -> text
      .function("restore", &Session::restore);               // (text) -> is it accepted?
  emscripten::function("references", &porthos::references);  // (text) -> JSON [file name]
  emscripten::function("methods", &porthos::methods);        // () -> JSON text
  emscripten::function("version", &porthos::version);        // () -> text
}
