#pragma once

/// Of the address sanitizer's runtime, which a program has or has not: its tests are the same
/// objects.
extern "C" void __asan_init() __attribute__((weak));

namespace porthos::test {

/// Under the sanitizers everything takes some twenty times as long: what only adds length to a test
/// is left out then.
inline const bool kSanitized = &__asan_init != nullptr;

}  // namespace porthos::test
