#pragma once

// Before a function that a run calls once, or seldom, in a file that is compiled for speed: it is
// compiled for size, which is what a browser asks for. GCC compiles for no browser.
#ifdef __clang__
#define PORTHOS_COLD [[clang::minsize]]
#else
#define PORTHOS_COLD
#endif
