#include "inspect/nonnegative.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "base/digits.hpp"
#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "expr/sign.hpp"
#include "inspect/claim_values.hpp"
#include "inspect/quadratic.hpp"

namespace porthos::inspect {
namespace {

using Point = std::vector<double>;  // values of the slots

/// Velocities of the search, relative to those of the states.
constexpr double kLeastFactor = 1e-9, kMostFactor = 1e9;
constexpr int kPerDecade = 8;
/// Larger models try only the sampled states.
constexpr int kMostSearched = 150;
constexpr int kRandomPoints = 400;

/// The freedom in the velocities of a claim.
enum class SignChoice {
  kNone,   // only those of the sampled states
  kScale,  // a common factor: the constraints are homogeneous
  kAny     // each independently: no constraint contains them
};

/// Pseudo-random numbers, the same in each run.
class Draw {
 public:
  double uniform() {  // in [0, 1)
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 11) * 0x1p-53;
  }
  double sign() { return uniform() < 0.5 ? -1 : 1; }
  /// Logarithmically uniform between 10^-decades and 10^decades.
  double factor(double decades) { return std::pow(10, decades * (2 * uniform() - 1)); }

 private:
  std::uint64_t state_ = 11;
};

bool is_any_of(const Expr& symbol, const std::vector<Expr>& list) {
  return std::ranges::find(list, symbol) != list.end();
}

/// Velocities in a constraint of the model, on positions or on velocities.
std::vector<Expr> constrained_velocities(const Laws& laws) {
  std::vector<Expr> formulas;
  for (const auto& row : laws.velocity_constraints) formulas.push_back(row.formula);
  for (const auto& gap : laws.position_constraints)
    for (std::size_t i = 0; i < laws.z.size(); ++i)
      if (expr::depends_on(gap.formula, laws.z[i])) formulas.push_back(laws.kinematics[i]);
  std::vector<Expr> made;
  for (const Expr& symbol : expr::symbols_of(formulas))
    if (is_any_of(symbol, laws.w)) made.push_back(symbol);
  return made;
}

class CounterexampleSearch {
 public:
  CounterexampleSearch(const Subject& subject, const Claim& claim, const ClaimValues& values)
      : subject_(subject), claim_(claim), values_(values) {
    for (const State& state : subject.states) bases_.push_back(values.at(state));
    if (!values.has(SlotKind::kReaction))  // rows of a run have no reactions
      for (const State& state : subject.motion.states) run_.push_back(values.at(state));
    const auto& slots = values.slots();
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (slots[i].kind == SlotKind::kVelocity) velocities_.push_back(i);
      if (slots[i].kind == SlotKind::kPosition) positions_.push_back(i);
    }
    choice_ = choice();
  }

  Judgement run() {
    for (std::size_t s = 0; s < bases_.size(); ++s)
      if (values_.is_negative(bases_[s])) return found(bases_[s], subject_.place(s));
    for (std::size_t k = 0; k < run_.size(); ++k)
      if (values_.is_negative(run_[k]))
        return found(run_[k], "the run at t = " + rounded_digits(subject_.motion.states[k].t, 4));
    if (subject_.matrices.n() <= kMostSearched) {
      if (const auto point = among_velocities()) return found(*point, values_.text(*point));
      if (const auto point = among_positions()) return far(*point);
    }
    return unknown();
  }

 private:
  SignChoice choice() const {
    if (values_.has(SlotKind::kReaction)) return SignChoice::kNone;
    if (claim_.is_free) return SignChoice::kAny;
    const Laws& laws = subject_.balance.laws();
    const std::vector<Expr> bound = constrained_velocities(laws);
    if (std::ranges::none_of(velocities_, [&](std::size_t i) {
          return is_any_of(values_.slots()[i].symbol, bound);
        }))
      return SignChoice::kAny;
    for (const auto& row : laws.velocity_constraints)
      if (expr::depends_on_any(row.formula, laws.e) || expr::depends_on(row.formula, laws.t))
        return SignChoice::kNone;
    const auto& whole = subject_.balance.whole();
    const auto is_set = [](char one) { return one != 0; };
    const bool is_driven = std::ranges::any_of(whole.is_prescribing, is_set) ||
                           std::ranges::any_of(whole.is_clock, is_set);
    return is_driven ? SignChoice::kNone : SignChoice::kScale;
  }

  bool is_temperature(std::size_t slot) const {
    return is_any_of(values_.slots()[slot].symbol, claim_.temperatures);
  }

  Judgement found(const Point& point, const std::string& where) const {
    Judgement made{Verdict::kFails, where, ""};
    made.note = "It is " + rounded_digits(values_.value(point).value_or(0), 3) + " at " +
                values_.text(point) + ".";
    return made;
  }

  Judgement far(const Point& point) const {
    Judgement made = unknown();
    made.where = values_.text(point);
    made.note = "It is " + rounded_digits(values_.value(point).value_or(0), 3) +
                " at these positions, far from the sampled states. It is not negative in " +
                tried() + ".";
    return made;
  }

  std::string tried() const {
    std::string text = "the " + std::to_string(valued()) + " states sampled";
    if (choice_ == SignChoice::kNone || velocities_.empty() ||
        subject_.matrices.n() > kMostSearched)
      return text;
    return text + " and with their velocities times 1e-9 to 1e9 of both signs";
  }

  /// The number of states in which it has a value: temperatures are positive there.
  std::size_t valued() const {
    const auto has_value = [&](const Point& point) { return values_.value(point).has_value(); };
    return static_cast<std::size_t>(std::ranges::count_if(bases_, has_value) +
                                    std::ranges::count_if(run_, has_value));
  }

  Judgement unknown() const {
    if (valued() == 0)
      return {Verdict::kUndecided, "",
              claim_.temperatures.empty()
                  ? "It has no finite value in the states sampled."
                  : "In no state sampled all temperatures in it are positive."};
    return {Verdict::kUndecided, "", "Not proven. It is not negative in " + tried() + "."};
  }

  /// Searches for a negative value at other velocities, at the positions of the states.
  std::optional<Point> among_velocities() {
    if (choice_ == SignChoice::kNone || velocities_.empty()) return std::nullopt;
    for (const Point& base : bases_) {
      if (choice_ == SignChoice::kAny)
        if (auto point = along_eigenvector(values_, base)) return point;
      if (auto point = along(base, velocities_)) return point;
      if (choice_ != SignChoice::kAny) continue;
      for (const std::size_t velocity : velocities_)
        if (auto point = along(base, {velocity})) return point;
    }
    if (choice_ != SignChoice::kAny) return std::nullopt;
    for (int k = 0; k < kRandomPoints && !bases_.empty(); ++k) {
      Point point = bases_[index(k) % bases_.size()];
      scatter_velocities(point);
      if (values_.is_negative(point)) return point;
    }
    return std::nullopt;
  }

  void scatter_velocities(Point& point) {
    const double common = draw_.factor(6);
    for (const std::size_t i : velocities_) {
      if (is_temperature(i))
        point[i] *= draw_.factor(3);
      else
        point[i] = draw_.sign() * (1 + std::abs(point[i])) * common * draw_.factor(3);
    }
  }

  /// Scales these velocities by factors of both signs, and minimizes the lowest ratios of power to
  /// flow.
  std::optional<Point> along(const Point& base, const std::vector<std::size_t>& which) const {
    Point unit = base;
    for (const std::size_t i : which)
      if (unit[i] == 0) unit[i] = 1;
    for (const int sign : {1, -1}) {
      const auto at = [&](double exponent) {
        Point point = unit;
        for (const std::size_t i : which)
          point[i] *= (is_temperature(i) ? 1 : sign) * std::pow(10, exponent);
        return point;
      };
      if (auto point = lowest(at)) return point;
    }
    return std::nullopt;
  }

  template <typename At>
  std::optional<Point> lowest(const At& at) const {
    const double first = std::log10(kLeastFactor), last = std::log10(kMostFactor);
    const int count = static_cast<int>((last - first) * kPerDecade) + 1;
    const auto exponent = [&](int k) { return first + k / static_cast<double>(kPerDecade); };
    std::vector<std::optional<double>> ratios;
    for (int k = 0; k < count; ++k) {
      const Point point = at(exponent(k));
      if (values_.is_negative(point)) return point;
      ratios.push_back(values_.ratio(point));
    }
    for (int k = 1; k + 1 < count; ++k) {
      const auto &before = ratios[index(k) - 1], &here = ratios[index(k)],
                 &after = ratios[index(k) + 1];
      if (!before || !here || !after || *here > *before || *here > *after) continue;
      if (*here == *before && *here == *after) continue;
      double from = exponent(k - 1), to = exponent(k + 1);
      constexpr double kGolden = 0.6180339887498949;
      for (int step = 0; step < 40; ++step) {
        const double left = to - kGolden * (to - from), right = from + kGolden * (to - from);
        const auto a = values_.ratio(at(left)), b = values_.ratio(at(right));
        if (!a || !b) break;
        (*a < *b ? to : from) = *a < *b ? right : left;
      }
      const Point point = at(0.5 * (from + to));
      if (values_.is_negative(point)) return point;
    }
    return std::nullopt;
  }

  /// Searches for a negative value at other positions; the model may never get there.
  std::optional<Point> among_positions() {
    if (positions_.empty() || bases_.empty() || values_.has(SlotKind::kReaction))
      return std::nullopt;
    for (int k = 0; k < kRandomPoints; ++k) {
      Point point = bases_[index(k) % bases_.size()];
      for (const std::size_t i : positions_) {
        const double size = point[i] == 0 ? 1 : point[i];
        point[i] = draw_.sign() * size * draw_.factor(3);
      }
      if (choice_ == SignChoice::kAny && k % 2 == 1) scatter_velocities(point);
      if (values_.is_negative(point)) return point;
    }
    return std::nullopt;
  }

  const Subject& subject_;
  const Claim& claim_;
  const ClaimValues& values_;
  std::vector<Point> bases_, run_;
  std::vector<std::size_t> velocities_, positions_;
  SignChoice choice_ = SignChoice::kNone;
  Draw draw_;
};

/// A proof in words; "" if none is found.
std::string proof_of(const Claim& claim, const ClaimValues& values) {
  expr::Ranges ranges = values.ranges();
  expr::SignProof proof(ranges);
  if (std::ranges::all_of(claim.terms, [&](const Claim::Term& term) {
        return proof.agree(term.effort, term.flow);
      }))
    return "Proven: each effort has the sign of its flow.";
  if (ranges.is_nonnegative(values.sum())) return "Proven: no term of the sum is negative.";
  return is_nonnegative_form(values) ? "Proven: a constant matrix without negative eigenvalues."
                                     : "";
}

}  // namespace

Judgement judge(const Subject& subject, const Claim& claim) {
  const ClaimValues values(subject, claim);
  if (std::string proof = proof_of(claim, values); !proof.empty())
    return {Verdict::kHolds, "", std::move(proof)};
  return CounterexampleSearch(subject, claim, values).run();
}

Check check_of(const Statement& statement, const Judgement& judgement) {
  Check made = structure::bounded(statement, judgement.verdict == Verdict::kFails ? 1 : 0, 0);
  made.verdict = judgement.verdict;
  made.where = judgement.where;
  made.note = judgement.note;
  return made;
}

}  // namespace porthos::inspect
