#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "base/archive.hpp"
#include "simulate/archive.hpp"

namespace porthos::test {

/// The key with which a snapshot was sealed: its checksum (FNV-1a) computed backwards. With it a
/// test can forge a valid checksum.
inline std::uint64_t key_of(const std::string& snapshot) {
  constexpr std::uint64_t kPrime = 0x100000001b3u;
  std::uint64_t inverse = kPrime;  // Newton's iteration: each step doubles the correct digits
  for (int k = 0; k < 6; ++k) inverse *= 2 - kPrime * inverse;
  std::uint64_t sum = std::bit_cast<std::uint64_t>(from_hexadecimal(snapshot)->back());
  for (std::size_t i = snapshot.size() - 16; i-- > 0;)
    sum = sum * inverse ^ static_cast<unsigned char>(snapshot[i]);
  return sum ^ simulate::checksum("");
}

}  // namespace porthos::test
