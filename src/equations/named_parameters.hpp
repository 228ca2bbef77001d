#pragma once

#include <memory>

#include "model/model.hpp"
#include "system/assemble.hpp"

namespace porthos::equations {

/// The name of pi in the result of with_named_parameters().
constexpr const char* kWrittenPi = "pi_as_written";

/// The model with the letters of its texts. Each parameter with a formula is a parameter of its
/// own, so that formulas show m2*r2 and not m_rod*l2/2. So is pi, which formulas otherwise fold
/// into numbers. `component` and `flat` are the model itself. nullptr if the model would change: if
/// the number of parts depends on such a parameter.
std::shared_ptr<const model::Component> with_named_parameters(const model::Json& text,
                                                              const model::Files& files,
                                                              const model::Component& component,
                                                              const system::Assembled& flat);

}  // namespace porthos::equations
