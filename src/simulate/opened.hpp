#pragma once

#include <memory>
#include <vector>

#include "model/model.hpp"
#include "simulate/start.hpp"
#include "system/assemble.hpp"
#include "system/system.hpp"

namespace porthos {

/// The model of a session, for inspection without a run. Parts that could not be built from a text
/// with errors are missing.
struct Opened {
  const model::Json& text;  // as it was given
  const model::Files& files;
  const Problems& problems;
  std::shared_ptr<const model::Component> component;
  std::vector<char> inert;  // (c) of the text
  // With the values of the last start.
  std::shared_ptr<const system::Assembled> assembled;
  std::shared_ptr<const system::System> system;
  const simulate::Start& start;
};

}  // namespace porthos
