// The interface between C++ and JavaScript: texts go in, columns of numbers come out. New elements,
// methods and options need no change here. bindings/js adds types and a convenient interface.
//
// WebAssembly has no C++ exceptions: problems of a model are return values, numerical failures are
// outcomes. All else (no memory, a fault of the engine) stops the engine with an error of the host,
// which then discards the instance.

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <string>

#include "equations/equations.hpp"
#include "link.hpp"
#include "simulate/session.hpp"

namespace {

using emscripten::val;
using porthos::Session;

/// The numbers as a Float64Array over the engine's memory. The caller must copy it before the next
/// call.
template <typename Numbers>
val view(const Numbers& numbers) {
  return val(emscripten::typed_memory_view(numbers.size(), numbers.data()));
}

/// JavaScript holds a session as a number and deletes it once (bindings/js/simulation.ts). Classes
/// of embind would take a third of the glue code.
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

/// The result of a method of Session, as a view.
template <auto Method>
val view_of(Handle session) {
  return view((at(session).*Method)());
}

void drop_poses(Handle session) { at(session).take_poses(); }

std::string equations(Handle session) { return porthos::equations::typeset(at(session)); }

}  // namespace

EMSCRIPTEN_BINDINGS(porthos) {
  using emscripten::function;
  function("open", &open_session);    // (text, files: JSON text) -> session
  function("close", &close_session);  // (session), the first argument of all functions below
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
  function("restore", &On<&Session::restore>::call);    // (text) -> whether it is accepted
  function("references", &porthos::references);         // (text) -> JSON [file name]
  function("methods", &porthos::methods);               // () -> JSON text
  function("version", &porthos::version);               // () -> text
}
