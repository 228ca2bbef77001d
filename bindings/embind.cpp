// The whole border: text goes in, columns of numbers come out. Nothing here grows when an element,
// a method or an option is added; bindings/js gives it its types and its manners.
//
// C++ exceptions end here. They never mean a fault in a model (those are problems, numerical
// failures are outcomes) but a fault of the host or of the engine, so the caller discards the
// instance.

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "simulate/session.hpp"

namespace {

using emscripten::val;
using porthos::Session;

[[noreturn]] void throw_error(const std::string& message) {
  val::global("Error").new_(message).throw_();
  std::terminate();  // not reached: throw_ leaves through the host
}

/// Calls, and turns a C++ exception into an Error of the host with the same message.
template <typename Call>
auto guarded(Call call) {
  try {
    return call();
  } catch (const std::exception& error) {
    throw_error(error.what());
  } catch (...) {
    throw_error("unknown exception");
  }
}

/// A Float64Array of its own: a view would dangle when the memory grows.
val copy(const std::vector<double>& numbers) {
  return val(emscripten::typed_memory_view(numbers.size(), numbers.data())).call<val>("slice");
}

Session* make_session(const std::string& text, const std::string& files) {
  return guarded([&] { return new Session(text, files); });
}

/// `Method` of Session as a free function that is guarded.
template <auto Method>
struct Guarded;

template <typename Result, typename... Args, Result (Session::*Method)(Args...)>
struct Guarded<Method> {
  static Result call(Session& session, Args... args) {
    return guarded([&] { return (session.*Method)(std::forward<Args>(args)...); });
  }
};

template <typename Result, typename... Args, Result (Session::*Method)(Args...) const>
struct Guarded<Method> {
  static Result call(const Session& session, Args... args) {
    return guarded([&] { return (session.*Method)(std::forward<Args>(args)...); });
  }
};

/// The numbers which `Method` of Session takes out of it, as a Float64Array.
template <std::vector<double> (Session::*Method)()>
val take(Session& session) {
  return guarded([&] { return copy((session.*Method)()); });
}

std::string references(const std::string& text) {
  return guarded([&] { return porthos::references(text); });
}

}  // namespace

EMSCRIPTEN_BINDINGS(porthos) {
  emscripten::class_<Session>("Session")
      .constructor(&make_session, emscripten::allow_raw_pointers())  // (text, files: JSON text)
      .function("describe", &Guarded<&Session::describe>::call)      // () -> JSON text
      .function("start", &Guarded<&Session::start>::call)            // (options: JSON) -> JSON
      .function("advance", &Guarded<&Session::advance>::call)        // (steps) -> JSON text
      .function("takeRows", &take<&Session::take_rows>)              // () -> Float64Array
      .function("takePoses", &take<&Session::take_poses>)            // () -> Float64Array
      .function("summary", &Guarded<&Session::summary>::call)        // () -> JSON text
      .function("snapshot", &Guarded<&Session::snapshot>::call)      // () -> text
      .function("restore", &Guarded<&Session::restore>::call);       // (text) -> is it accepted?
  emscripten::function("references", &references);                   // (text) -> JSON [file name]
  emscripten::function("methods", &porthos::methods);                // () -> JSON text
  emscripten::function("version", &porthos::version);                // () -> text
}
