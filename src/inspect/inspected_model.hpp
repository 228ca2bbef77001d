#pragma once

#include <functional>
#include <optional>
#include <string>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// Owns the objects that a Subject refers to: the model of a session with its matrices and states.
class InspectedModel {
 public:
  /// `run`      options of a run, as JSON; its start is the first state
  /// `samples`  number of states beside the start
  /// `moves`    whether the run is needed as well
  /// `used`     the used share of the time budget: half of it is for states, a little more
  ///            for the run
  InspectedModel(Session& session, const std::string& run, int samples, bool moves,
                 const std::function<double()>& used = nullptr);

  /// False if the formulas are too large; the subject is then unusable.
  bool is_whole() const { return is_whole_; }
  const Subject& subject() const { return *subject_; }
  /// The number of states to try beside the start.
  int samples() const { return samples_; }

 private:
  bool is_whole_ = true;
  int samples_ = 0;
  Motion motion_;
  std::optional<Opened> model_;
  std::optional<Balance> balance_;
  std::map<std::string, double> parameters_;
  std::optional<StructureMatrices> matrices_;
  std::vector<State> states_;
  std::vector<StructureAt> at_;
  SharedResults shared_;
  std::optional<Subject> subject_;
};

}  // namespace porthos::inspect
