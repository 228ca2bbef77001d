#include "integrate/moreau.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "integrate/methods.hpp"

namespace porthos::integrate {

Moreau::Moreau(const Integrable& system)
    : all_(system),
      held_(system.held()),
      laws_(system.set_valued_laws()),
      near_(system),
      free_(near_.smooth()),
      slopes_(near_.smooth()),
      kinematics_(system.kinematics()),
      response_(system.mass(), slopes_.pattern(), kinematics_.Gamma, held_),
      at_(system.workspace()) {
  if (std::ranges::find(held_, 0) != held_.end()) free_.use(held_);
  projection_ = std::make_unique<dae::Projection>(free_.system());
  const Integrable free(free_.system());
  beside_ = free.workspace();
  found_.force = VecX::Zero(all_.sizes().nu());
  found_.modes = VecX::Zero(all_.sizes().mode);
  found_.w_rate = VecX::Zero(all_.sizes().w);
  found_.struck.assign(laws_.size(), 0);
  force_ = VecX::Zero(all_.sizes().w);
  const auto is_contact = [](const SetValuedLaw& law) { return law.c >= 0; };
  const auto is_flow = [](int sum, const SetValuedLaw& law) {
    return sum + (law.power >= 0 ? law.size : 0);
  };
  has_constraints_ = !response_.held_rows().empty() ||
                     all_.sizes().c > static_cast<int>(std::ranges::count_if(laws_, is_contact));
  has_powers_ = all_.sizes().u > 0 ||
                all_.sizes().power > std::accumulate(laws_.begin(), laws_.end(), 0, is_flow);
  find_dependence();
  kinematics_ = near_.near().kinematics();
  list_near();
}

void Moreau::describe(Archive& archive) {
  archive(found_, force_, response_, near_, *projection_);
  archive.require(found_.struck.size() == laws_.size());
  if (!archive.is_reading() || !archive.is_good()) return;
  kinematics_ = near_.near().kinematics();
  list_near();
}

/// Whether forces or bounds of frictions depend on impulses, at a pseudo-random state.
void Moreau::find_dependence() {
  all_.set_time(at_, 0);
  scatter(all_.z(at_), 1);
  scatter(all_.w(at_), 2);
  VecX without, bounds, impulses(all_.sizes().nu());
  scatter(impulses, 3);
  for (const bool is_loaded : {false, true}) {
    all_.lambda(at_) = is_loaded * impulses.head(all_.sizes().lambda);
    all_.mu(at_) = is_loaded * impulses.tail(all_.sizes().mu);
    all_.compute_rates(at_);
    all_.compute_kinematics(at_, kinematics_);
    VecX force = all_.force(at_);
    if (is_loaded) force += kinematics_.Gamma.transpose_times(impulses);
    all_.compute_readouts(at_);
    VecX own = VecX::Zero(static_cast<Eigen::Index>(2 * laws_.size()));
    for (Eigen::Index k = 0; const SetValuedLaw& law : laws_) {
      if (law.is_friction && law.contact < 0)
        own.segment(2 * k, 2) = all_.readouts(at_).segment(law.bound, 2);
      ++k;
    }
    constexpr double kRounding = 1e-9;
    if (is_loaded)
      reads_reactions_ = !((force - without).lpNorm<1>() <= kRounding * (1 + force.lpNorm<1>())) ||
                         !((own - bounds).lpNorm<1>() <= kRounding * (1 + own.lpNorm<1>()));
    without = force;
    bounds = own;
  }
}

bool Moreau::depends_on_surface(const State& start) {
  dae::Projection projection(free_.system());  // its memory belongs to no step
  const Integrable free(free_.system());
  Workspace at = free.workspace();
  free.set_state(at, start);
  return projection.find_dependent_rows(at) && projection.dependence(at, start).on_surface;
}

/// A first step that is far too short for anything but reactions to matter.
bool Moreau::converges(const State& start) {
  constexpr double kShort = 1e-6;  // s
  if (!reads_reactions_) return true;
  const Memory before = memory();
  State tried = start;
  const bool is_found = step(tried, kShort) != Outcome::kDiverged;
  restore(before);
  return is_found;
}

std::string_view Moreau::objection(const State& start) {
  if (all_.metric().has_massless() || !projection_->has_plain_rows())
    return "Time-stepping needs a mass for every velocity, and constraints without efforts: use "
           "gauss(2).";
  if (depends_on_surface(start))
    return "The constraints are redundant where they hold and contradict each other elsewhere, as "
           "in the middle of a step: remove the redundant constraints, or use gauss(2).";
  if (!converges(start))
    return "Forces or bounds of friction depend so strongly on reactions that the iteration of a "
           "step does not converge: use gauss(2).";
  if (!all_.moves_without_mass()) return {};
  all_.set_state(at_, start);
  all_.clear_multipliers(at_);
  all_.compute_rates(at_);
  const VecX rate = all_.z_rate(at_);
  VecX shift(rate.size());
  scatter(shift, 3, 1);
  all_.compute_rates(at_, shift, kinematics_);
  const VecX other = all_.z_rate(at_);
  for (Eigen::Index i = 0; i < rate.size(); ++i)
    if (rate[i] != other[i] &&
        std::ranges::find(all_.entropies(), static_cast<int>(i)) == all_.entropies().end())
      return "Time-stepping needs positions that velocities move; here efforts move some, as in "
             "circuits of capacitors and coils: use gauss(2).";
  return {};
}

void Moreau::list_near() {
  near_laws_.clear();
  for (std::size_t k = 0; k < laws_.size(); ++k)
    if (laws_[k].row >= 0 &&
        near_.is_near(laws_[k].contact >= 0 ? index(laws_[k].contact) : k))  // friction follows
      near_laws_.push_back(k);
}

/// The middle of the step: positions, forces, rows, and the laws that take part.
void Moreau::begin(const State& state, double h) {
  near_.update_phase();
  free_.update_phase();
  if (force_.isZero(0)) {  // no step has found it yet
    all_.set_state(at_, state);
    all_.clear_multipliers(at_);
    near_.smooth().compute_rates(at_);
    force_ = all_.force(at_);
  }
  if (near_.update(state, h, force_)) {
    kinematics_ = now().kinematics();
    list_near();
  }
  start_time_ = state.t;
  all_.set_state(at_, state);
  all_.clear_multipliers(at_);
  near_.smooth().compute_rates(at_);
  middle_ = state.z + 0.5 * h * all_.z_rate(at_);
  w_start_ = w_end_ = state.w;
  all_.set_time(at_, state.t + 0.5 * h);
  all_.z(at_) = middle_;
  now().compute_rates(at_);
  now().compute_kinematics(at_, kinematics_);
  rows_ = all_.rows(at_);
  // A gap counts as closed below this; rounding opens no contact.
  constexpr double kTouching = 1e-12;
  const double length = 1 + (middle_.size() > 0 ? middle_.lpNorm<Eigen::Infinity>() : 0);
  const auto gaps = all_.gaps(at_);
  impulses_.setZero(all_.sizes().nu());
  for (const int row : response_.held_rows()) impulses_[row] = h * found_.force[row];
  active_.clear();
  bool is_apart = false;  // the contact whose friction comes next
  for (const std::size_t k : near_laws_) {
    const SetValuedLaw& law = laws_[k];
    if (law.c >= 0) {
      is_apart = !(-gaps[law.c] <= kTouching * length);
      found_.penetration = std::max(found_.penetration, gaps[law.c]);
    }
    if ((law.c >= 0 || law.contact >= 0) && is_apart) continue;
    active_.push_back(k);
    impulses_.segment(law.row, law.size) = h * found_.force.segment(law.row, law.size);
  }
}

double Moreau::stored_at(const VecX& z) {
  all_.z(at_) = z;
  return near_.smooth().potential_energy(at_);
}

Outcome Moreau::step(State& state, double h) {
  begin(state, h);
  if (!rows_.allFinite() || !middle_.allFinite()) return Outcome::kNotFinite;
  bool is_solved = solve(h, true);
  if (is_solved && gives_energy()) is_solved = solve(h, false);
  if (!is_solved) return w_end_.allFinite() ? Outcome::kDiverged : Outcome::kNotFinite;
  State next = state;
  all_.set_time(at_, state.t + h);
  all_.z(at_) = middle_;
  all_.w(at_) = w_end_;
  all_.clear_multipliers(at_);
  near_.smooth().compute_rates(at_);
  next.z = middle_ + 0.5 * h * all_.z_rate(at_);
  next.w = w_end_;
  next.t += h;
  book(next, h);
  if (!next.z.allFinite() || !next.dissipated.allFinite() || !next.supplied.allFinite())
    return Outcome::kNotFinite;
  note(h);
  Outcome outcome = Outcome::kRunning;
  if (has_constraints_)
    outcome = projection_->project(beside_, next, 0).outcome;
  else
    next.scale = all_.energy_scale(next, next.w, stored_at(next.z));
  if (outcome == Outcome::kRunning) state = std::move(next);
  return outcome;
}

namespace {

std::unique_ptr<Stepper> make_moreau(const Integrable& system, double /*tolerance*/) {
  return std::make_unique<Moreau>(system);
}

}  // namespace

const Method kMoreau{
    "moreau",
    "Time-stepping of Moreau and Jean: contacts, dry friction and one-way laws in "
    "each step; for many contacts",
    {.order = 1, .keeps_positions = true, .keeps_velocities = true, .solves_laws = true},
    make_moreau};

}  // namespace porthos::integrate
