#include "simulate/start.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/digits.hpp"
#include "base/index.hpp"
#include "dae/accelerations.hpp"
#include "dae/dependent_rows.hpp"
#include "model/json_text.hpp"
#include "simulate/massless_advice.hpp"
#include "simulate/set_valued.hpp"
#include "simulate/start_corrections.hpp"
#include "simulate/start_limits.hpp"
#include "simulate/start_massless.hpp"
#include "simulate/start_rank.hpp"
#include "simulate/vanishing_rows.hpp"

namespace porthos::simulate {
namespace {

using system::Assembled;
using system::Kinematics;
using system::Segment;
using system::StartValue;
using system::System;
using system::Workspace;

constexpr const char* kGuessMayBeFar =
    "the constraints contradict each other, or the guess is too far away: give start values closer "
    "to a possible pose";

VecX values(const std::vector<StartValue>& states) {
  VecX made(static_cast<Eigen::Index>(states.size()));
  for (std::size_t i = 0; i < states.size(); ++i)
    made[static_cast<Eigen::Index>(i)] = states[i].value;
  return made;
}

/// The hint for a divisor, in words, that is zero at the start.
std::string hint_for_pole(const std::string& divisor) {
  const auto has = [&](std::string_view part) { return divisor.find(part) != divisor.npos; };
  if (has("multiplier("))
    return "the reaction is zero at the start: write the law without this division, or start where "
           "the reaction is not zero";
  if (has("effort("))
    return "start where this effort is not zero: a heat flow divides by a temperature, which is "
           "above 0 K";
  if (has("sin(") || has("cos(") || has("tan("))
    return "start near this pose, not in it: Euler angles are singular at gimbal lock (quaternions "
           "are not)";
  if (has("^2 + "))
    return "start near this pose, not in it: two points at one place have no direction between "
           "them";
  return "start where this is not zero";
}

/// The search for a start.
class StartSearch {
 public:
  StartSearch(const System& system, const Assembled& assembled, const System* whole,
              Problems& problems)
      : system_(system),
        whole_(whole),
        assembled_(assembled),
        problems_(problems),
        at_(system.workspace()),
        corrections_(system, assembled, at_) {
    for (const int c : system.active()) names_.push_back(assembled.c[index(c)].name);
    for (const auto& row : assembled.mu) names_.push_back(row.name);
  }

  Start run(StartOf of) {
    system_.set_time(at_, 0);
    system_.segment(at_, Segment::kZ) = values(assembled_.z);
    system_.set_velocities(at_, values(assembled_.w));
    if (!check_mass() || is_too_large()) return std::move(start_);
    system_.compute_rates(at_);
    const VecX first_gap = system_.segment(at_, Segment::kGap);
    VecX first_rows = system_.rows(at_);
    if (whole_) corrections_.let_balance(*whole_);
    assemble();
    if (of == StartOf::kPositions) {
      start_.z = system_.segment(at_, Segment::kZ);
      judge_positions(first_gap);
      return std::move(start_);
    }
    if (system_.has_moving_frame()) {
      system_.set_velocities(at_, values(assembled_.w));
      system_.compute_rates(at_);
    }
    // Gaps of velocities are those of the corrected pose, gaps of position rows those of the guess.
    if (corrections_.rows().is_plain()) first_rows = system_.rows(at_);
    corrections_.correct_velocities();
    start_.z = system_.segment(at_, Segment::kZ);
    start_.w = system_.segment(at_, Segment::kW);
    if (judge_positions(first_gap)) judge_velocities(first_rows);
    settle_massless({system_, whole_, assembled_}, corrections_, at_, start_, problems_);
    find_rank(system_, at_, corrections_.rows().is_plain(), names_, start_);
    leave_out_vanishing_rows();
    if (!start_.dependent.empty() && is_defined_ &&
        report_dependent(system_, at_, corrections_.rows().is_plain(), names_, idle_,
                         {largest_gaps(), largest_rows()}, start_, problems_))
      say_contradiction();
    if (is_defined_) check_poles();
    if (!has_errors(problems_)) find_changes();
    return std::move(start_);
  }

 private:
  /// Checks whether a mass that depends on positions is positive definite at the guess. A negative
  /// pivot of its Cholesky factor shows in the velocities of the frame, a zero one on the way back.
  bool check_mass() {
    const VecX w = system_.segment(at_, Segment::kW);
    start_.z = system_.segment(at_, Segment::kZ);
    start_.w = w;
    const VecX back = system_.has_moving_frame() ? system_.velocities(at_) : w;
    std::vector<std::string> without;
    for (Eigen::Index i = 0; i < w.size(); ++i)
      if (!std::isfinite(w[i]) || !std::isfinite(back[i]))
        without.push_back(assembled_.w[index(static_cast<int>(i))].name);
    if (without.empty()) return true;
    start_.w.setZero();
    report(
        problems_, "PH121", place_of(without.front(), "/kinetic_energy"),
        "a mass matrix that is not positive definite at the start (" + listed(without) + ")",
        "a kinetic energy that is positive where the motion starts",
        "start away from poses at which the coordinates are singular; check the signs of masses");
    return false;
  }

  /// Rows that contain x need full matrices.
  bool is_too_large() {
    constexpr int kMost = 3000;
    const auto& n = system_.sizes();
    if (corrections_.rows().is_plain() || n.z + n.w + n.nu() <= kMost) return false;
    report(problems_, "PH105", "",
           std::to_string(n.z + n.w + n.nu()) +
               " states and rows, with velocities without mass "
               "or efforts in constraints",
           "at most " + std::to_string(kMost) + " where there are such velocities or constraints",
           "give every velocity a mass");
    return true;
  }

  /// Finds positions that meet their constraints. From some guesses no direction reduces the gap,
  /// as where the axis of a hinge is at right angles to its target: then nearby guesses are tried.
  void assemble() {
    constexpr int kMost = 1000;  // states: more take too long
    corrections_.correct_positions();
    if (is_assembled() && has_numbers()) return;
    const VecX from_guess = system_.segment(at_, Segment::kZ);
    if (!is_assembled() && system_.sizes().z <= kMost)
      for (const double away : {0.01, 0.03, 0.1, 0.3}) {
        system_.segment(at_, Segment::kZ) = beside_guess(away);
        system_.compute_rates(at_);
        corrections_.correct_positions();
        if (is_assembled() && has_numbers()) return;
      }
    system_.segment(at_, Segment::kZ) = from_guess;
    system_.compute_rates(at_);
    if (has_numbers()) return;
    is_defined_ = false;
    const std::size_t before = problems_.size();
    check_poles();
    if (problems_.size() > before) return;  // these are more precise
    report(problems_, "PH203", "",
           "formulas without a finite value at the start, of " + listed(without_numbers()),
           "a start at which every formula is defined",
           "look at divisions, roots and logarithms, and at gimbal lock");
  }

  bool has_numbers() { return without_numbers().empty(); }

  /// Names quantities without a finite value: forces on velocities, rates of positions, rows.
  std::vector<std::string> without_numbers() {
    std::vector<std::string> names = without_numbers(at_);
    if (names.empty() || system_.is_linear_in_multipliers()) return names;
    // Reactions are still zero, where formulas of them need not have a value.
    Workspace solved = at_;
    solve_reactions(solved);
    return without_numbers(solved);
  }

  /// Sets the reactions of the motion in `at`. Without a solution it sets those at which the search
  /// ended, and returns false.
  bool solve_reactions(Workspace& at) {
    dae::Accelerations accelerations(system_, metric_);
    if (accelerations.compute(at).allFinite()) return true;
    const VecX& last = accelerations.last_unknowns();
    system_.segment(at, Segment::kW) = system_.segment(at_, Segment::kW);
    accelerations.equations().set_unknowns(at, last);
    system_.compute_rates(at);
    return false;
  }

  std::vector<std::string> without_numbers(Workspace& at) {
    std::vector<std::string> names;
    const auto add = [&](const VecX& found, const auto& all, const char* what) {
      for (Eigen::Index i = 0; i < found.size(); ++i)
        if (!std::isfinite(found[i])) names.push_back(what + all[index(i)].name);
    };
    add(system_.segment(at, Segment::kForce), assembled_.w, "the force on ");
    add(system_.segment(at, Segment::kZdot), assembled_.z, "the rate of ");
    add(system_.segment(at, Segment::kGap), assembled_.c, "");
    if (names.empty() && !system_.rows(at).allFinite()) names.emplace_back("a constraint's rate");
    return names;
  }

  VecX largest_gaps() { return limits_of_gaps(system_, corrections_, at_); }

  bool is_assembled() {
    const VecX gap = system_.segment(at_, Segment::kGap);
    return gap.size() == 0 || (gap.cwiseAbs().array() <= largest_gaps().array()).all();
  }

  /// The guess, moved by about this share of its values, the same in each run.
  VecX beside_guess(double away) const {
    VecX z = values(assembled_.z);
    std::uint32_t random = 2027;
    for (Eigen::Index i = 0; i < z.size(); ++i) {
      random = random * 1664525u + 1013904223u;
      const double share = static_cast<double>(random >> 8) / (1 << 23) - 1;
      if (!assembled_.z[index(static_cast<int>(i))].is_fixed)
        z[i] += away * share * (0.3 + std::abs(z[i]));
    }
    return z;
  }

  /// Reports constraints whose gap stays. False if there are some.
  bool judge_positions(const VecX& first_gap) {
    const VecX gap = system_.segment(at_, Segment::kGap), most = largest_gaps();
    Unmet unmet;
    for (Eigen::Index i = 0; i < gap.size(); ++i)
      unmet.add(start_, {assembled_.c[index(i)].name, "position", first_gap[i], gap[i]}, most[i]);
    return is_met(unmet, "/positions");
  }

  bool judge_velocities(const VecX& first_rows) {
    const VecX rows = system_.rows(at_), most = largest_rows();
    Unmet unmet;
    for (Eigen::Index i = 0; i < rows.size(); ++i)
      unmet.add(start_, {names_[index(i)], "velocity", first_rows[i], rows[i]}, most[i]);
    return is_met(unmet, "/velocities");
  }

  /// The constraints whose gap stays.
  struct Unmet {
    std::vector<std::string> names;
    double worst = 0;

    void add(Start& start, const StartGap& gap, double most) {
      start.gaps.push_back(gap);
      if (std::abs(gap.after) <= most) return;
      names.push_back(gap.name);
      worst = std::max(worst, std::abs(gap.after));
    }
  };

  bool is_met(const Unmet& unmet, const char* where) {
    if (unmet.names.empty()) return true;
    report(problems_, "PH201", where,
           "a start at which " + listed(unmet.names) + " cannot hold (gap " +
               rounded_digits(unmet.worst, 3) + ")",
           "start values that agree with the constraints",
           advice_on_fixed(assembled_, kGuessMayBeFar));
    return false;
  }

  /// Other start values do not help where constraints contradict each other.
  void say_contradiction() {
    for (Problem& problem : problems_)
      if (problem.code == "PH201" && problem.hint == kGuessMayBeFar)
        problem.hint =
            "the constraints contradict each other: remove one of them, or make their values agree";
  }

  /// True for a position that velocities move: a change of others is a change of charge, flux or
  /// heat.
  bool moves(Eigen::Index position) const {
    const Sparse& J = system_.jacobian();
    const auto row = static_cast<int>(position), z = system_.sizes().z;
    const auto first = J.column.begin() + J.start[index(row)];
    const auto last = J.column.begin() + J.start[index(row + 1)];
    return std::any_of(first, last,
                       [&](int column) { return column >= z && column < z + system_.sizes().w; });
  }

  /// Collects stated values that could not be kept.
  void find_changes() {
    const auto largest = [](const VecX& x) {
      return x.size() > 0 ? x.lpNorm<Eigen::Infinity>() : 0;
    };
    const VecX& z = start_.z;
    for (Eigen::Index i = 0; i < z.size(); ++i) {
      const StartValue& of = assembled_.z[index(i)];
      // A search that began elsewhere was moved by the start of a joint.
      const double stated = of.stated == of.value ? corrections_.stated_positions()[i] : of.stated;
      if (of.is_stated && !of.is_clock)
        add_change(start_, {of.name, of.unit, stated, z[i], moves(i)}, largest(z));
    }
    system_.segment(at_, Segment::kW) = start_.w;
    const VecX w = system_.velocities(at_);
    for (const int i : corrections_.stated_velocities()) {
      const StartValue& of = assembled_.w[index(i)];
      add_change(start_, {of.name, of.unit, of.stated, w[i], of.is_default}, largest(w));
    }
  }

  /// Finds rows that begin to hold later: they are no problem of this start.
  void leave_out_vanishing_rows() {
    idle_ =
        vanishing_rows(system_, start_.z, start_.w, 0, std::min(system_.phase().end, kFirstPhase));
    for (std::size_t row = 0; row < idle_.size(); ++row)
      if (idle_[row]) std::erase(start_.dependent, names_[row]);
  }

  VecX largest_rows() { return limits_of_rows(system_, corrections_, at_, start_.z, start_.w); }

  /// Checks divisors, with the reactions of the motion.
  void check_poles() {
    Workspace solved = at_;
    const bool reads_reactions = !system_.is_linear_in_multipliers();
    const bool is_solved = !reads_reactions || solve_reactions(solved);
    system_.compute_watched(solved);
    VecX watched = VecX::Ones(system_.sizes().watched);  // of elements that are left out
    for (const system::Instance& one : system_.assembly().instances)
      for (const int i : one.watched) watched[i] = system_.segment(solved, Segment::kWatched)[i];
    const std::size_t before = problems_.size();
    for (Eigen::Index i = 0; i < watched.size(); ++i)
      // An exact zero has the rounding of its arguments (cos(pi/2) = 6e-17).
      if (std::abs(watched[i]) < 1e-14)
        report(problems_, "PH203", "", assembled_.watched[index(i)] + " = 0 at the start",
               "a start at which no formula divides by zero",
               hint_for_pole(assembled_.watched[index(i)]));
    if (is_solved || problems_.size() > before) return;
    report(problems_, "PH203", "",
           "reactions without a finite value at the start: forces that depend on them have none, "
           "or no derivative",
           "forces that have a value and a derivative at the reactions of the start",
           "look at divisions by multipliers and at roots of them");
  }

  const System& system_;
  const System* whole_;
  const Assembled& assembled_;
  Problems& problems_;
  const Metric metric_{system_.metric()};
  Workspace at_;
  StartCorrections corrections_;
  std::vector<std::string> names_;  // of the rows (c' z', a)
  Start start_;
  std::vector<char> idle_;  // (rows), or empty: see vanishing_rows
  bool is_defined_ = true;
};

}  // namespace

Start find_start(const System& system, const Assembled& assembled, Problems& problems, StartOf of,
                 const System* whole) {
  return StartSearch(system, assembled, whole, problems).run(of);
}

Start find_free_start(const System& whole, const Assembled& assembled, Problems& problems,
                      StartOf of) {
  if (assembled.set_valued.empty()) return find_start(whole, assembled, problems, of);
  return find_start(*without_laws(whole, assembled), assembled, problems, of, &whole);
}

}  // namespace porthos::simulate
