#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "model/json_text.hpp"

namespace porthos::linearize {

/// The state about which a model is linearized.
enum class Place { kStart, kEquilibrium, kSteady };

/// A sequence of values of a parameter or of a start.
struct Sweep {
  std::string name;
  double from = 0, to = 0;
  int count = 0;

  double value(int k) const {
    return count == 1 ? from : k == count - 1 ? to : from + (to - from) * k / (count - 1);
  }
};

/// Frequencies of a response, rad/s: this list, or `count` from..to in equal ratios, or automatic.
struct Frequencies {
  std::vector<double> list;
  double from = 0, to = 0;
  int count = 200;
};

/// The request for a model.
struct Options {
  std::map<std::string, double> set, starts;
  model::Json signals;  // port -> formulas, as the inputs of a run
  Place at = Place::kStart;
  std::vector<std::string> fixed, coordinates;
  std::optional<std::vector<std::string>> inputs, outputs;
  std::optional<Frequencies> frequencies;
  std::optional<Sweep> sweep;
};

/// Reads {set, starts, signals, at, fixed, coordinates, inputs, outputs, frequencies, sweep}, each
/// optional. docs/linearization.md explains them.
Options read_options(const model::Json& json, Problems& to);

}  // namespace porthos::linearize
