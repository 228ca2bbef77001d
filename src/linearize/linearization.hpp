#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "linearize/equilibrium.hpp"
#include "linearize/modes.hpp"
#include "linearize/options.hpp"
#include "linearize/outputs.hpp"
#include "linearize/stability.hpp"

namespace porthos::linearize {

/// The kind of the reference motion: rest, steady (its linearization does not change), or neither.
enum class Motion { kRest, kSteady, kMoving };

/// The results for a model about one state. Parts that were not requested or do not exist are
/// empty.
struct Linearization {
  simulate::Built built;
  std::optional<Equilibrium> equilibrium;
  VecX z, w;  // the reference; w are the model's own velocities
  Motion motion = Motion::kRest;
  std::vector<Coordinate> coordinates;  // xi
  std::vector<Drive> drives;
  std::vector<simulate::Column> outputs;
  LinearSystem linear;
  OutputMatrices output_matrices;
  MatX map, map_drive;       // of xi and u to all positions and velocities, (z, w)
  int free_positions = 0;    // degrees of freedom on position level
  int rows = 0;              // number of constraints
  std::optional<int> index;  // the differentiation index; empty if not known
  Modes modes;
  Stability stability;
  std::vector<double> omega;
  std::vector<MatC> response;  // (omega) of (outputs x inputs)
  bool is_linear = false;
};

/// Linearizes an assembled model. `with_outputs` false omits the parts that a sweep does not show.
Linearization linearization_of(simulate::Built built, const Options& options, bool with_outputs,
                               Problems& to);

}  // namespace porthos::linearize
