// The border of the inspector, a module of its own that is loaded when it is asked for: texts go
// in, texts come out.

#include <emscripten/bind.h>

#include "inspect/inspector.hpp"
#include "inspect/structures.hpp"
#include "linearize/linearize.hpp"

EMSCRIPTEN_BINDINGS(porthos) {
  // (text, files: JSON text, options: JSON text) -> JSON text
  emscripten::function("inspect", &porthos::inspect::inspect);
  emscripten::function("linearize", &porthos::linearize::linearize);
  // (request: JSON text) -> JSON text
  emscripten::function("structures", &porthos::inspect::structures);
}
