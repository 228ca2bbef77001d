// The whole border: text goes in, columns of numbers come out. Nothing here grows when an element,
// a method or an option is added; bindings/js gives it its types and its manners.
//
// There are no C++ exceptions in WebAssembly: problems of a model are answers, numerical failures
// are outcomes, and the rest (no memory, a fault of the engine) stops the engine with an error of
// the host, which then discards the instance.

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <string>

#include "inspect/equations.hpp"
#include "link.hpp"
#include "simulate/session.hpp"

namespace {

using emscripten::val;
using porthos::Session;

/// The numbers as a Float64Array over the engine's memory, to be copied before the engine does
/// anything else.
template <typename Numbers>
val view(const Numbers& numbers) {
  return val(emscripten::typed_memory_view(numbers.size(), numbers.data()));
}

/// What `Method` of Session gives, as such a view.
template <auto Method>
val view_of(Session& session) {
  return view((session.*Method)());
}

void drop_poses(Session& session) { session.take_poses(); }

Session* make(const std::string& text, const std::string& files) {
  return new Session(text, files, link_module);
}

}  // namespace

EMSCRIPTEN_BINDINGS(porthos) {
  emscripten::class_<Session>("Session")
      .constructor(&make, emscripten::allow_raw_pointers())   // (text, files: JSON text)
      .function("describe", &Session::describe)               // () -> JSON text
      .function("equations", &porthos::inspect::equations)    // () -> JSON text
      .function("start", &Session::start)                     // (options: JSON) -> JSON
      .function("advance", &Session::go_on)                   // (steps, attempts)
      .function("reached", &view_of<&Session::reached>)       // () -> view: see session.hpp
      .function("status", &Session::status)                   // (first event) -> JSON text
      .function("change", &Session::change)                   // (values: JSON) -> JSON
      .function("takeRows", &view_of<&Session::take_rows>)    // () -> view
      .function("takePoses", &view_of<&Session::take_poses>)  // () -> view
      .function("dropPoses", &drop_poses)
      .function("summary", &Session::summary)                // () -> JSON text
      .function("snapshot", &Session::snapshot)              // () -> text
      .function("restore", &Session::restore);               // (text) -> is it accepted?
  emscripten::function("references", &porthos::references);  // (text) -> JSON [file name]
  emscripten::function("methods", &porthos::methods);        // () -> JSON text
  emscripten::function("version", &porthos::version);        // () -> text
}
