#pragma once

#include <map>
#include <string>

#include "base/problem.hpp"
#include "system/assemble.hpp"

namespace porthos::simulate {

/// Of a model that has no start: a problem (PH203) for each parameter that is zero and by which
/// formulas divide, at the place where it has its value, instead of what numbers without a value
/// made of the start, which are the problems from `first` on.
///
/// set  values of parameters for a run, by their names from outside
void name_zero_divisors(const model::Component& root, const std::map<std::string, double>& set,
                        const system::Assembled& assembled, std::size_t first, Problems& to);

}  // namespace porthos::simulate
