#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/component.hpp"

namespace porthos::diagram {

/// The state of the component whose value the formulas are, or, for a position, whose effort.
/// nullopt if there is no such state.
std::optional<std::string> state_in(const model::Component& component,
                                    const std::vector<expr::Expr>& formulas);

/// The flows of a port.
std::vector<expr::Expr> flows_of(const model::Component& component, const model::Port& port);

/// The other ports of a component with the same flow: they are on the same energy domain.
std::vector<std::string> twins_of(const model::Component& component, const std::string& port);

/// The port that is the same as an offer of a single state; "" if there is none.
std::string port_of_offer(const model::Component& component, const std::string& offer);

}  // namespace porthos::diagram
