#pragma once

#include <memory>

#include "model/model.hpp"
#include "system/assemble.hpp"

namespace porthos::inspect {

/// The name of pi in what with_named_parameters() gives.
constexpr const char* kWrittenPi = "pi_as_written";

/// The model with the letters of its texts: every parameter that has a formula is a parameter of
/// its own, so that formulas show m2*r2 and not m_rod*l2/2, and so is pi, which formulas fold into
/// numbers otherwise. `component` and `flat` are the model as it is. nullptr where it would become
/// another model: where the number of parts depends on such a parameter.
std::shared_ptr<const model::Component> with_named_parameters(const model::Json& text,
                                                              const model::Files& files,
                                                              const model::Component& component,
                                                              const system::Assembled& flat);

}  // namespace porthos::inspect
