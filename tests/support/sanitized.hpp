#pragma once

/// A symbol of the address sanitizer's runtime. The same objects are linked with and without it.
extern "C" void __asan_init() __attribute__((weak));

namespace porthos::test {

/// The sanitizers make everything about twenty times slower, so tests omit mere repetitions.
inline const bool kSanitized = &__asan_init != nullptr;

}  // namespace porthos::test
