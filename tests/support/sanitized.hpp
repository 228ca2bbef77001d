#pragma once

namespace porthos::test {

/// Under the sanitizers everything takes some twenty times as long: what only adds length to a test
/// is left out then.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace porthos::test
