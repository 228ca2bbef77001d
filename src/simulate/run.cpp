#include "simulate/run.hpp"

#include <cmath>

#include "base/digits.hpp"
#include "base/index.hpp"
#include "simulate/advice.hpp"
#include "simulate/archive.hpp"
#include "simulate/checks.hpp"
#include "simulate/contradiction.hpp"
#include "simulate/jumps.hpp"
#include "simulate/start_rank.hpp"

namespace porthos::simulate {

namespace {

/// The first friction whose bound of stick is now less than that of slip; "" if there is none.
std::string less_stick(const RunState& now) {
  system::Workspace at = now.at;
  now.system->compute_readouts(at);
  const VecX readouts = now.system->segment(at, system::Segment::kReadout);
  for (const model::SetValued& law : now.assembled->set_valued)
    if (has_less_stick(law, readouts)) return law.name;
  return "";
}

}  // namespace

std::string Run::message() const {
  std::string text = sentence(now_.outcome, now_.method.traits);
  if (now_.outcome == Outcome::kRunning || now_.outcome == Outcome::kFinished) return text;
  if (now_.outcome == Outcome::kDiverged || now_.outcome == Outcome::kStepTooSmall)
    if (const std::string jump = blocking_jump(now_); !jump.empty()) text = sentence_on_jump(jump);
  if (now_.outcome == Outcome::kSingular)
    if (const std::string free = sentence_on_singular(now_); !free.empty()) text = free;
  if (now_.outcome == Outcome::kDiverged || now_.outcome == Outcome::kSingular ||
      now_.outcome == Outcome::kConstraintLost)
    if (const std::vector<std::string> rows = contradicting_rows(now_); !rows.empty())
      text = "Constraints contradict each other after this time: " + listed(rows) +
             ". They demand different values of the same velocity: remove one of them, or make its "
             "prescribed value agree with the others.";
  if (now_.outcome == Outcome::kPainleve || now_.outcome == Outcome::kChatter)
    if (const std::string friction = less_stick(now_); !friction.empty())
      text = "The bound of stick of \"" + friction +
             "\" is less than its bound of slip here: then neither mode may be possible. Give it a "
             "bound of stick that is not less.";
  if (now_.outcome == Outcome::kChatter && now_.has_set_valued() && !now_.solves_laws())
    text += " The method moreau solves contacts in each step and does not locate their switches.";
  std::string told = "At t = " + rounded_digits(now_.state.t, 6) + " s: " + text + now_.cause;
  if (now_.ending_event >= 0)
    told += " The event is \"" + now_.assembled->events[index(now_.ending_event)].name + "\".";
  return told;
}

std::string Run::first_bad_column() const {
  for (Eigen::Index i = 0; i < last_row().size(); ++i)
    if (!std::isfinite(last_row()[i])) return columns()[index(i)].name;
  return now_.cause.empty() ? "an event's \"when\"" : "a pose";
}

std::vector<double> Run::snapshot() const { return write(now_); }

bool Run::restore(const std::vector<double>& numbers) {
  if (!read(numbers, now_)) return false;
  const Outcome outcome = now_.outcome;
  dae::Accelerations& accelerations = now_.tools->accelerations;
  const std::vector<double> memory = written(accelerations);
  events_.resume();
  recorder_.touch();
  recorder_.record();
  recorder_.clear();
  // record() computed them, the run of the snapshot did not: they are restored.
  read_back(memory, accelerations);
  if (outcome != Outcome::kRunning) now_.outcome = outcome;
  return true;
}

}  // namespace porthos::simulate
