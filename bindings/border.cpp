// The whole border: text goes in, text and columns of numbers come out. Nothing here grows when an
// element, a method or an option is added. bindings/js/engine.ts is the other side.
//
// There are no C++ exceptions in WebAssembly: problems of a model are answers, numerical failures
// are outcomes, and the rest (no memory, a fault of the engine) stops the engine with an error of
// the host, which then discards the instance.

#include <string>
#include <utility>
#include <vector>

#include "simulate/session.hpp"

#define PORTHOS_EXPORT(name) extern "C" __attribute__((export_name(#name)))

using porthos::Session;

namespace {

std::string given[2];  // the texts of the next call, UTF-8

/// An answer in the memory of the engine, where it stays until the next one of its kind.
struct Answer {
  const void* data;
  std::size_t size;
};

template <typename Values>
const Answer* keep(Values values) {
  static Values kept;
  static Answer answer;
  kept = std::move(values);
  answer = {kept.data(), kept.size()};
  return &answer;
}

}  // namespace

/// Where the host writes a text for the next call.
PORTHOS_EXPORT(give) char* give(int index, std::size_t size) {
  given[index].assign(size, '\0');
  return given[index].data();
}

PORTHOS_EXPORT(create) Session* create() { return new Session(given[0], given[1]); }
PORTHOS_EXPORT(destroy) void destroy(Session* session) { delete session; }

PORTHOS_EXPORT(describe) const Answer* describe(Session* session) {
  return keep(session->describe());
}
PORTHOS_EXPORT(start) const Answer* start(Session* session) {
  return keep(session->start(given[0]));
}
PORTHOS_EXPORT(advance) const Answer* advance(Session* session, int max_steps) {
  return keep(session->advance(max_steps));
}
PORTHOS_EXPORT(takeRows) const Answer* take_rows(Session* session) {
  return keep(session->take_rows());
}
PORTHOS_EXPORT(takePoses) const Answer* take_poses(Session* session) {
  return keep(session->take_poses());
}
PORTHOS_EXPORT(summary) const Answer* summary(Session* session) { return keep(session->summary()); }
PORTHOS_EXPORT(snapshot) const Answer* snapshot(Session* session) {
  return keep(session->snapshot());
}
PORTHOS_EXPORT(restore) bool restore(Session* session) { return session->restore(given[0]); }

PORTHOS_EXPORT(references) const Answer* references() {
  return keep(porthos::references(given[0]));
}
PORTHOS_EXPORT(methods) const Answer* methods() { return keep(porthos::methods()); }
PORTHOS_EXPORT(version) const Answer* version() { return keep(porthos::version()); }
