#include "inspect/inspected_model.hpp"

#include <algorithm>

namespace porthos::inspect {

InspectedModel::InspectedModel(Session& session, const std::string& run, int samples, bool moves,
                               const std::function<double()>& used) {
  const auto until = [&](double share) -> std::function<bool()> {
    if (!used) return nullptr;
    return [&used, share] { return used() > share; };
  };
  constexpr double kForRun = 0.25, kForStates = 0.5;
  if (moves) motion_ = run_of(session, run, until(kForRun));
  model_.emplace(session.opened());
  // A run leaves the system in its last phase, with the parameters that its events set.
  if (!model_->system->assembly().time.switches.empty() || !model_->assembled->events.empty()) {
    session.start(run);
    model_.emplace(session.opened());
  }
  Problems none;
  system::TypeCache cache;
  const system::Assembled flat = system::flatten(*model_->component, cache, none);
  balance_.emplace(
      equations::whole_of(*model_->component, flat, model_->assembled->assembly.inert));
  const auto budget = balance_->laws().graph->budget();
  is_whole_ = !has_errors(none) && !budget->is_spent();
  budget->renew();
  for (const auto& parameter : model_->assembled->parameters)
    parameters_[parameter.name] = parameter.value;
  matrices_.emplace(*balance_, parameters_);
  is_whole_ = is_whole_ && !budget->is_spent();
  // Each sample is a separate start.
  const int size = matrices_->n();
  constexpr int kLarge = 150;
  samples_ = size > kLarge ? std::min(samples, 2) : samples;
  states_ = sample_states(*model_, {.count = samples_, .is_over = until(kForStates)});
  for (const State& state : states_) at_.push_back(matrices_->with_derivatives_at(state));
  subject_.emplace(
      Subject{*model_, *balance_, parameters_, *matrices_, states_, at_, motion_, shared_});
}

}  // namespace porthos::inspect
