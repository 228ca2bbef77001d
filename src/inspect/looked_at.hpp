#pragma once

#include <functional>
#include <optional>
#include <string>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// Holds what a Subject refers to: a session's model with its matrices and states.
class LookedAt {
 public:
  /// `run`      options of a run, as JSON: what it starts from is what is looked at
  /// `samples`  states beside the start
  /// `moves`    whether the run is needed as well
  /// `used`     which share of the time there is was used: half of it is for states, a little more
  ///            for the run
  LookedAt(Session& session, const std::string& run, int samples, bool moves,
           const std::function<double()>& used = nullptr);

  /// False where the formulas come to more than may be waited for: then the subject is of no use.
  bool is_whole() const { return is_whole_; }
  const Subject& subject() const { return *subject_; }
  /// How many states were to be tried beside the start.
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
  std::optional<Subject> subject_;
};

}  // namespace porthos::inspect
