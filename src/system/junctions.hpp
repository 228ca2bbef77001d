#pragma once

#include <vector>

#include "laws/laws.hpp"
#include "model/component.hpp"

namespace porthos::system {

/// A port with its component.
struct PortOf {
  const model::Component* component = nullptr;
  const model::Port* port = nullptr;
};

/// The laws of connected ports whose powers add up to zero, over the symbols of the ports'
/// components in their order, then of `scope`, whose text connects them.            theory 7
///
/// Readouts: effort, flow and power of each scalar port, in the order of the ports.
laws::Laws junction(const model::Connection& connection, const std::vector<PortOf>& ports,
                    const model::Component& scope);

/// A force law: the efforts that an input gives as formulas of the states of `scope`, at a port.
/// Readouts: these efforts, then their powers.
laws::Laws feedback(const PortOf& driven, const model::Input& input, const model::Component& scope);

/// A row that holds a reported quantity, which depends on positions or linearly on velocities, at a
/// value: the parameter after the component's own.
laws::Laws coordinate(const model::Component& component, const model::Readout& output);

}  // namespace porthos::system
