#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// All that the later steps of a run depend on, as numbers.
std::vector<double> write(const RunState& now);

/// Reads them back into a run of the same model, method and options, which goes on bit for bit as
/// the other one. False, and no trace, if they cannot be those of this run at any of its times.
bool read(const std::vector<double>& numbers, RunState& now);

/// FNV-1a, 64 bits: any change of one byte gives another number.
std::uint64_t checksum(std::string_view text, std::uint64_t seed = 0);

/// The numbers as a text that is bound to what `key` stands for (model, options, version), with a
/// checksum over all of it.
std::string seal(std::span<const double> numbers, std::uint64_t key);

/// The numbers of such a text; nullopt for one of another key, and for any that is not as it was.
std::optional<std::vector<double>> unseal(const std::string& text, std::uint64_t key);

}  // namespace porthos::simulate
