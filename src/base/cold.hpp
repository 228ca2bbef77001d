#pragma once

// Marks a function that a run calls once or rarely, in a file that is compiled for speed: the
// function is compiled for size, which matters in a browser. GCC does not compile for browsers.
#ifdef __clang__
#define PORTHOS_COLD [[clang::minsize]]
#else
#define PORTHOS_COLD
#endif
