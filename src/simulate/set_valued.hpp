#pragma once

#include <vector>

#include "system/assemble.hpp"

namespace porthos::simulate {

/// The first row, (nu), of a set-valued law; those of its other flows follow. theory 13
int row_of(const system::System& whole, const model::SetValued& law);

/// The rows, (nu), of all laws that hold in these modes of the set-valued ones.
std::vector<char> kept_rows(const system::System& whole, const system::Assembled& model,
                            const VecX& modes);

/// The rows, (nu), that hold in all modes.
std::vector<char> rows_of_all_modes(const system::System& whole, const system::Assembled& model);

}  // namespace porthos::simulate
