#include "inspect/looked_at.hpp"

namespace porthos::inspect {

LookedAt::LookedAt(Session& session, const std::string& run, int samples, bool moves) {
  if (moves) motion_ = run_of(session, run);
  model_.emplace(session.opened());
  Problems none;
  system::TypeCache cache;
  const system::Assembled flat = system::flatten(*model_->component, cache, none);
  balance_.emplace(whole_of(*model_->component, flat, model_->assembled->assembly.inert));
  for (const auto& parameter : model_->assembled->parameters)
    parameters_[parameter.name] = parameter.value;
  matrices_.emplace(*balance_, parameters_);
  states_ = sample_states(*model_, samples);
  for (const State& state : states_) at_.push_back(matrices_->at(state));
  subject_.emplace(Subject{*model_, *balance_, parameters_, *matrices_, states_, at_, motion_});
}

}  // namespace porthos::inspect
