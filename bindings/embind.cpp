// The whole border: text goes in, columns of numbers come out. Nothing here grows when an element,
// a method or an option is added; bindings/js gives it its types and its manners.
//
// There are no C++ exceptions in WebAssembly: problems of a model are answers, numerical failures
// are outcomes, and the rest (no memory, a fault of the engine) stops the engine with an error of
// the host, which then discards the instance.

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
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

/// A session is a number on the other side, where each is deleted once (bindings/js/simulation.ts):
/// the objects of embind's classes would take a third of the glue.
using Handle = std::uintptr_t;

Session& at(Handle session) { return *reinterpret_cast<Session*>(session); }

Handle open_session(const std::string& text, const std::string& files) {
  return reinterpret_cast<Handle>(new Session(text, files, link_module));
}
void close_session(Handle session) { delete &at(session); }

/// A method of Session as a function of a handle.
template <auto Method>
struct On;
template <typename Result, typename... Arguments, Result (Session::*Method)(Arguments...)>
struct On<Method> {
  static Result call(Handle session, Arguments... arguments) {
    return (at(session).*Method)(arguments...);
  }
};
template <typename Result, typename... Arguments, Result (Session::*Method)(Arguments...) const>
struct On<Method> {
  static Result call(Handle session, Arguments... arguments) {
    return (at(session).*Method)(arguments...);
  }
};

/// What `Method` of Session gives, as a view.
template <auto Method>
val view_of(Handle session) {
  return view((at(session).*Method)());
}

void drop_poses(Handle session) { at(session).take_poses(); }

std::string equations(Handle session) { return porthos::inspect::equations(at(session)); }

}  // namespace

EMSCRIPTEN_BINDINGS(porthos) {
  using emscripten::function;
  function("open", &open_session);                        // (text, files: JSON text) -> session
  function("close", &close_session);                      // (session), as all below take first
  function("describe", &On<&Session::describe>::call);    // () -> JSON text
  function("equations", &equations);                      // () -> JSON text
  function("start", &On<&Session::start>::call);          // (options: JSON) -> JSON
  function("advance", &On<&Session::go_on>::call);        // (steps, attempts)
  function("reached", &view_of<&Session::reached>);       // () -> view: see session.hpp
  function("status", &On<&Session::status>::call);        // (first event) -> JSON text
  function("change", &On<&Session::change>::call);        // (values: JSON) -> JSON
  function("takeRows", &view_of<&Session::take_rows>);    // () -> view
  function("takePoses", &view_of<&Session::take_poses>);  // () -> view
  function("dropPoses", &drop_poses);
  function("summary", &On<&Session::summary>::call);    // () -> JSON text
  function("snapshot", &On<&Session::snapshot>::call);  // () -> text
  function("restore", &On<&Session::restore>::call);    // (text) -> is it accepted?
  function("references", &porthos::references);         // (text) -> JSON [file name]
  function("methods", &porthos::methods);               // () -> JSON text
  function("version", &porthos::version);               // () -> text
}
