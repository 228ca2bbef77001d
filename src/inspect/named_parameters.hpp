#pragma once

#include <memory>

#include "model/model.hpp"
#include "system/assemble.hpp"

namespace porthos::inspect {

/// The model with every parameter that its texts give by a formula as one of its own, so that
/// formulas have its name where they would have its formula: m2*r2 and not m_rod*l2/2. `flat` is
/// the model as it is. nullptr where the model would then be another one: where the number of parts
/// depends on such a parameter.
std::shared_ptr<const model::Component> with_named_parameters(const model::Json& text,
                                                              const model::Files& files,
                                                              const system::Assembled& flat);

}  // namespace porthos::inspect
