#include "inspect/derived_flag.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.hpp"
#include "expr/query.hpp"
#include "inspect/jet_formulas.hpp"

namespace porthos::inspect {
namespace {

/// Limit on the monomials of a polynomial; their products are a table.
constexpr int kMostMonomials = 1000;
/// Distance of a pose from the constraint set, in units of rounding.
constexpr double kPoseError = 1000;

/// The positions and the time on which the forms depend.
std::vector<Expr> flag_variables_of(const VelocityForms& forms, const Laws& laws) {
  std::vector<Expr> formulas = forms.rests, made;
  for (const auto* jacobian : {&forms.kinematics, &forms.supplied, &forms.slopes, &forms.gaps})
    for (const auto& entry : jacobian->entries) formulas.push_back(entry.value);
  formulas.insert(formulas.end(), forms.frame.begin(), forms.frame.end());
  const std::vector<Expr> symbols = expr::symbols_of(formulas);
  const auto add = [&](const Expr& place) {
    if (std::ranges::find(symbols, place) != symbols.end()) made.push_back(place);
  };
  for (const int i : forms.positions) add(laws.z[index(i)]);
  add(laws.t);
  return made;
}

JetMatrix zeros(const JetSpace& space, std::size_t rows, std::size_t columns) {
  return {rows, std::vector<Jet>(columns, space.constant(0))};
}

}  // namespace

DerivedFlag::DerivedFlag(const Subject& subject, const VelocityForms& forms, const State& state,
                         int order, std::size_t most_work)
    : subject_(subject),
      forms_(forms),
      variables_(flag_variables_of(forms, subject.balance.laws())),
      is_possible_(JetSpace::size_of(static_cast<int>(variables_.size()), order, kMostMonomials) >
                   0),
      space_(static_cast<int>(variables_.size()), is_possible_ ? order : 0),
      most_work_(most_work),
      w_(subject.balance.laws().w.size()),
      z_(forms.positions.size()) {
  if (!is_possible_) return;
  evaluate(state);
  find_hidden();
  find_rates();
  find_scales();
}

void DerivedFlag::evaluate(const State& state) {
  const Laws& laws = subject_.balance.laws();
  std::unordered_map<std::uint32_t, Jet> symbols;
  // Constraints hold up to the rounding of a search, and all results inherit this error.
  const double error = subject_.model.system->active().empty() ? 0 : kPoseError;
  const auto put = [&](const Expr& symbol, double value, double rounding) {
    if (symbol.graph() == nullptr) return;
    const auto place = std::ranges::find(variables_, symbol);
    const int variable = static_cast<int>(place - variables_.begin());
    symbols[symbol.id()] = place == variables_.end() ? space_.constant(value, rounding)
                                                     : space_.variable(variable, value, rounding);
  };
  for (const int i : forms_.positions)
    put(laws.z[index(i)], state.z[i], error * (1 + std::abs(state.z[i])));
  put(laws.t, state.t, 0);
  for (const auto& [name, value] : subject_.parameters)
    if (const auto symbol = laws.graph->find_symbol(name))
      put(*symbol, value, value == std::floor(value) ? 0 : std::abs(value));
  for (std::size_t i = 0; i <= z_; ++i) {
    const auto place =
        std::ranges::find(variables_, i < z_ ? laws.z[index(forms_.positions[i])] : laws.t);
    variable_.push_back(place == variables_.end() ? -1
                                                  : static_cast<int>(place - variables_.begin()));
  }

  JetFormulas values(space_, std::move(symbols));
  const auto fill = [&](JetMatrix& to, const expr::SparseJacobian& from, std::size_t columns) {
    to = zeros(space_, index(from.rows), columns);
    for (const auto& entry : from.entries)
      to[index(entry.row)][index(entry.col)] = values({&entry.value, 1}).front();
  };
  const std::size_t speeds = w_ + laws.e.size();
  fill(Z_, forms_.kinematics, speeds);
  fill(supplied_, forms_.supplied, z_);
  fill(slopes_, forms_.slopes, speeds);
  fill(gaps_, forms_.gaps, z_ + 1);
  rests_ = values(forms_.rests);
  frame_ = values(forms_.frame);
}

/// Velocities that move no position get additional coordinates.
void DerivedFlag::find_hidden() {
  JetMatrix rows = Z_;
  const Eliminated told = eliminate(space_, rows, w_);
  is_possible_ = told.is_clear;
  std::vector<char> is_shown(w_, 0);
  for (const auto& [row, pivot] : told.pivots) {
    of_.push_back(index(row));
    shown_.push_back(index(pivot));
    is_shown[index(pivot)] = 1;
  }
  for (std::size_t j = 0; j < w_; ++j)
    if (!is_shown[j]) hidden_.push_back(j);
  const bool has_frame = std::ranges::any_of(hidden_, [&](std::size_t k) {
    for (std::size_t i = k * w_ * w_; i < (k + 1) * w_ * w_ && !frame_.empty(); ++i)
      if (!frame_[i].terms.empty()) return true;
    return false;
  });
  if (!has_frame) {
    frame_.clear();
    return;
  }
  const std::size_t n = of_.size();
  JetMatrix both = zeros(space_, n, 2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) both[i][j] = Z_[of_[i]][shown_[j]];
    both[i][n + i] = space_.constant(1);
  }
  Eliminated solved = eliminate(space_, both, n);
  inverse_.resize(n);
  for (std::size_t k = 0; k < solved.pivots.size(); ++k)
    inverse_[index(solved.pivots[k].second)] = {
        solved.rows[k].begin() + static_cast<std::ptrdiff_t>(n), solved.rows[k].end()};
}

/// The scales of coordinates are those of unconstrained velocities.
void DerivedFlag::find_scales() {
  scales_.assign(coordinates(), 0);
  bool is_clear = true;
  for (const Field& field : fields({}, is_clear))
    for (std::size_t i = 0; i < scales_.size(); ++i)
      scales_[i] = std::max(scales_[i], std::abs(field.x[i].constant().value));
  for (double& scale : scales_)
    if (scale == 0 || !std::isfinite(scale)) scale = 1;
}

/// z' for each single control: velocities, efforts, multipliers of rows with efforts, supplies of
/// relations and ports, and time.
void DerivedFlag::find_rates() {
  const std::size_t efforts = forms_.moves_by_efforts ? subject_.balance.laws().e.size() : 0;
  const std::size_t multipliers = forms_.moves_by_efforts ? slopes_.size() : 0;
  const std::size_t supplies = forms_.supplied.entries.empty() ? 0 : supplied_.size();
  spans_ = w_ + efforts;
  controls_ = spans_ + multipliers + supplies + (forms_.has_time ? 1 : 0);
  rates_ = zeros(space_, z_, controls_);
  for (std::size_t i = 0; i < z_; ++i) {
    for (std::size_t j = 0; j < spans_; ++j) rates_[i][j] = Z_[i][j];
    for (std::size_t a = 0; a < multipliers; ++a)
      rates_[i][spans_ + a] =
          space_.sum(space_.constant(0), slopes_[a][w_ + index(forms_.positions[i])], -1);
    for (std::size_t s = 0; s < supplies; ++s)
      rates_[i][spans_ + multipliers + s] = supplied_[s][i];
  }
}

/// The equations that the controls must satisfy.
JetMatrix DerivedFlag::constraints(const Choice& choice) const {
  JetMatrix made;
  for (const int row : choice.rows) {
    std::vector<Jet> entries(controls_, space_.constant(0));
    for (std::size_t j = 0; j < spans_; ++j) entries[j] = slopes_[index(row)][j];
    if (forms_.has_time) entries.back() = rests_[index(row)];
    made.push_back(std::move(entries));
  }
  for (const std::vector<Jet>& gap : gaps_) {
    std::vector<Jet> entries(controls_, space_.constant(0));
    for (std::size_t i = 0; i < z_; ++i)
      for (std::size_t j = 0; j < controls_ && !gap[i].terms.empty(); ++j)
        if (!rates_[i][j].terms.empty())
          entries[j] = space_.sum(entries[j], space_.product(gap[i], rates_[i][j]));
    if (forms_.has_time) entries.back() = space_.sum(entries.back(), gap[z_]);
    made.push_back(std::move(entries));
  }
  if (choice.frozen && forms_.has_time) {
    made.emplace_back(controls_, space_.constant(0));
    made.back().back() = space_.constant(1);
  }
  return made;
}

/// z' for these controls.
std::vector<Jet> DerivedFlag::rates_of(const std::vector<Jet>& control) const {
  std::vector<Jet> made(z_, space_.constant(0));
  for (std::size_t j = 0; j < controls_; ++j)
    for (std::size_t i = 0; i < z_ && !control[j].terms.empty(); ++i)
      if (!rates_[i][j].terms.empty())
        made[i] = space_.sum(made[i], space_.product(rates_[i][j], control[j]));
  return made;
}

std::vector<DerivedFlag::Field> DerivedFlag::fields(const Choice& choice, bool& is_clear) const {
  const Eliminated solved = eliminate(space_, constraints(choice), controls_);
  is_clear = is_clear && solved.is_clear;
  std::vector<char> is_pivot(controls_, 0);
  for (const auto& [row, pivot] : solved.pivots) is_pivot[index(pivot)] = 1;
  std::vector<Field> made;
  for (std::size_t free = 0; free < controls_; ++free) {
    if (is_pivot[free]) continue;
    std::vector<Jet> control(controls_, space_.constant(0));
    control[free] = space_.constant(1);
    for (std::size_t k = 0; k < solved.pivots.size(); ++k)
      control[index(solved.pivots[k].second)] =
          space_.sum(space_.constant(0), solved.rows[k][free], -1);
    Field field{rates_of(control), {}, space_.order()};
    for (const std::size_t k : hidden_) field.x.push_back(control[k]);
    if (forms_.has_time) field.x.push_back(control.back());
    if (!frame_.empty())
      field.w.assign(control.begin(), control.begin() + static_cast<std::ptrdiff_t>(w_));
    made.push_back(std::move(field));
  }
  return made;
}

/// [a, b] = (db/dx) a - (da/dx) b; for hidden coordinates with the part of the frame itself.
DerivedFlag::Field DerivedFlag::bracket(const Field& a, const Field& b) const {
  Field made;
  made.order = std::min(a.order, b.order) - 1;
  const auto variable_of = [&](std::size_t l) {
    if (l < z_) return variable_[l];
    return l == z_ + hidden_.size() ? variable_[z_] : -1;
  };
  for (std::size_t i = 0; i < coordinates(); ++i) {
    Jet sum = space_.constant(0);
    sum.order = made.order;
    for (std::size_t l = 0; l < coordinates(); ++l) {
      const int variable = variable_of(l);
      if (variable < 0) continue;
      const auto add = [&](const Jet& along, const Jet& of, double sign) {
        if (along.terms.empty() || of.terms.empty()) return;
        const Jet slope = space_.derivative(of, variable);
        if (!slope.terms.empty()) sum = space_.sum(sum, space_.product(slope, along), sign);
      };
      add(a.x[l], b.x[i], 1);
      add(b.x[l], a.x[i], -1);
    }
    if (i >= z_ && i < z_ + hidden_.size() && !frame_.empty()) {
      const std::size_t k = hidden_[i - z_];
      for (std::size_t p = 0; p < w_; ++p)
        for (std::size_t q = 0; q < w_; ++q)
          if (const Jet& own = frame_[(k * w_ + p) * w_ + q]; !own.terms.empty())
            sum = space_.sum(sum, space_.product(own, space_.product(a.w[p], b.w[q])));
    }
    made.x.push_back(std::move(sum));
  }
  if (!frame_.empty()) complete(made);
  return made;
}

/// Computes the velocities of a bracket.
void DerivedFlag::complete(Field& field) const {
  field.w.assign(w_, space_.constant(0));
  for (std::size_t h = 0; h < hidden_.size(); ++h) field.w[hidden_[h]] = field.x[z_ + h];
  for (std::size_t j = 0; j < shown_.size(); ++j) {
    Jet sum = space_.constant(0);
    for (std::size_t i = 0; i < of_.size(); ++i) {
      Jet rate = field.x[of_[i]];
      for (const std::size_t k : hidden_)
        rate = space_.sum(rate, space_.product(Z_[of_[i]][k], field.w[k]), -1);
      sum = space_.sum(sum, space_.product(inverse_[j][i], rate));
    }
    sum.order = std::min(sum.order, field.order);
    field.w[shown_[j]] = std::move(sum);
  }
}

std::vector<Tracked> DerivedFlag::constants(const Field& field) const {
  std::vector<Tracked> made;
  for (const Jet& entry : field.x) made.push_back(entry.constant());
  return made;
}

DerivedFlag::Span DerivedFlag::admitted(const Choice& choice) const {
  Span made{Outcome::kDone, IndependentVectors(scales_)};
  bool is_clear = true;
  for (const Field& field : fields(choice, is_clear)) made.vectors.add(constants(field));
  if (!is_clear || !made.vectors.is_clear()) made.outcome = Outcome::kUnclear;
  return made;
}

const DerivedFlag::Span& DerivedFlag::closed(const Choice& choice) {
  if (const auto found = closed_.find(choice); found != closed_.end()) return found->second;
  Span made{Outcome::kDone, IndependentVectors(scales_)};
  bool is_clear = true;
  std::vector<Field> basis;
  for (Field& field : fields(choice, is_clear))
    if (made.vectors.add(constants(field))) basis.push_back(std::move(field));
  for (std::size_t j = 1; j < basis.size() && made.outcome == Outcome::kDone; ++j)
    for (std::size_t i = 0; i < j; ++i) {
      if (made.vectors.rank() == static_cast<int>(coordinates())) break;
      if (is_too_long()) made.outcome = Outcome::kTooLong;
      if (std::min(basis[i].order, basis[j].order) < 1) made.outcome = Outcome::kNeedsOrder;
      if (made.outcome != Outcome::kDone) break;
      Field next = bracket(basis[i], basis[j]);
      if (made.vectors.add(constants(next))) basis.push_back(std::move(next));
    }
  if (made.outcome == Outcome::kDone && (!is_clear || !made.vectors.is_clear()))
    made.outcome = Outcome::kUnclear;
  return closed_.emplace(choice, std::move(made)).first->second;
}

int DerivedFlag::reachable(const IndependentVectors& vectors) const {
  std::vector<std::vector<Tracked>> rows = vectors.rows();
  if (forms_.has_time) {
    // One vector advances time; the others are taken at fixed time.
    std::size_t best = rows.size();
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (size_of(rows[k].back()) == Size::kNonzero &&
          (best == rows.size() ||
           std::abs(rows[k].back().value) > std::abs(rows[best].back().value)))
        best = k;
    if (best < rows.size()) {
      const std::vector<Tracked> passing = rows[best];
      rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(best));
      for (auto& row : rows) {
        const Tracked factor = quotient(row.back(), passing.back());
        for (std::size_t i = 0; i < row.size(); ++i)
          row[i] = sum(row[i], product(factor, passing[i]), -1);
      }
    }
  }
  const auto z = static_cast<std::ptrdiff_t>(z_);
  IndependentVectors positions({scales_.begin(), scales_.begin() + z});
  for (const auto& row : rows) positions.add({row.begin(), row.begin() + z});
  return positions.is_clear() ? positions.rank() : -1;
}

}  // namespace porthos::inspect
