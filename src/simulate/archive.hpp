#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// Everything on which the later steps of a run depend, as numbers.
std::vector<double> write(const RunState& now);

/// Reads them back into a run of the same model, method and options, which then continues with the
/// same bits. False, without effect, if this run cannot have written them.
bool read(const std::vector<double>& numbers, RunState& now);

/// FNV-1a, 64 bits: any change of one byte changes the number.
std::uint64_t checksum(std::string_view text, std::uint64_t seed = 0);

/// The numbers as a text that is bound to `key`, a hash of model, options and version, by a
/// checksum.
std::string seal(std::span<const double> numbers, std::uint64_t key);

/// The numbers of such a text; nullopt for another key or a changed text.
std::optional<std::vector<double>> unseal(const std::string& text, std::uint64_t key);

}  // namespace porthos::simulate
