#include "inspect/integral.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

#include "base/index.hpp"
#include "expr/query.hpp"
#include "inspect/circular_functions.hpp"
#include "inspect/function_space.hpp"
#include "structure/subspace.hpp"

namespace porthos::inspect {
namespace {

using Eigen::Index;

constexpr int kMostIntegrated = 24, kIntegralSamples = 120;
/// So far that a sine is not a polynomial.
constexpr double kIntegralScatter = 1.5;

/// Positions that the rows depend on or that their velocities move, with their sines and cosines.
std::vector<Expr> integral_variables(const Subject& subject, const VelocityForms& forms,
                                     const std::vector<int>& rows) {
  const Laws& laws = subject.balance.laws();
  std::vector<Expr> formulas, speeds, made;
  for (const int row : rows)
    formulas.push_back(laws.velocity_constraints[index(forms.rows[index(row)])].formula);
  const auto occurs = [&](const Expr& symbol) {
    return std::ranges::any_of(formulas,
                               [&](const Expr& row) { return expr::depends_on(row, symbol); });
  };
  std::ranges::copy_if(laws.w, std::back_inserter(speeds), occurs);
  for (const int i : forms.positions) {
    const Expr& rate = laws.kinematics[index(i)];
    const bool is_moved = expr::depends_on_any(rate, speeds);
    if (!is_moved && !occurs(laws.z[index(i)])) continue;
    made.push_back(laws.z[index(i)]);
    if (is_moved) formulas.push_back(rate);
  }
  const std::vector<Expr> circular = circular_functions(laws, formulas, forms.has_time);
  made.insert(made.end(), circular.begin(), circular.end());
  if (forms.has_time) made.push_back(laws.t);
  return made;
}

/// The values of the forms at a state, over velocities and time.
struct FormsAt {
  MatX Z;     // (positions and time x velocities and time)
  MatX rows;  // (rows x velocities and time)
  MatX gaps;  // (gaps x velocities and time)
};

class FormValues {
 public:
  FormValues(const Subject& subject, const VelocityForms& forms)
      : forms_(forms), w_(subject.matrices.w()) {
    std::vector<Expr> formulas;
    for (const auto* jacobian : {&forms.kinematics, &forms.slopes, &forms.gaps})
      for (const auto& entry : jacobian->entries) formulas.push_back(entry.value);
    formulas.insert(formulas.end(), forms.rests.begin(), forms.rests.end());
    values_.emplace(subject.balance, formulas, subject.parameters);
  }

  FormsAt at(const State& state) const {
    const std::vector<double> values = values_->at(state);
    std::size_t next = 0;
    const auto matrix = [&](const expr::SparseJacobian& of, Index rows, Index columns) {
      MatX made = MatX::Zero(rows, columns);
      for (const auto& entry : of.entries) {
        if (entry.col < columns) made(entry.row, entry.col) = values[next];
        ++next;
      }
      return made;
    };
    const auto positions = static_cast<Index>(forms_.positions.size());
    FormsAt made;
    made.Z = matrix(forms_.kinematics, positions + 1, w_ + 1);
    made.Z.col(w_).setZero();  // columns of efforts
    made.Z(positions, w_) = 1;
    made.rows = matrix(forms_.slopes, static_cast<Index>(forms_.rows.size()), w_ + 1);
    made.gaps = matrix(forms_.gaps, forms_.gaps.rows, positions + 1) * made.Z;
    for (Index row = 0; row < made.rows.rows(); ++row) made.rows(row, w_) = values[next++];
    if (!forms_.has_time) {
      made.Z.conservativeResize(Eigen::NoChange, w_);
      made.rows.conservativeResize(Eigen::NoChange, w_);
      made.gaps.conservativeResize(Eigen::NoChange, w_);
    }
    return made;
  }

 private:
  const VelocityForms& forms_;
  int w_;
  std::optional<Values> values_;
};

/// The velocities, (columns of Z), that each change some position by its size; of time 1.
VecX natural_speeds(const Subject& subject, const VelocityForms& forms, const State& state,
                    const MatX& Z) {
  const VecX sizes = position_sizes(subject.model, state.z);
  VecX made = VecX::Ones(Z.cols());
  for (Index j = 0; j < Z.cols(); ++j) {
    double most = 0;
    for (std::size_t i = 0; i < forms.positions.size(); ++i)
      most = std::max(most, std::abs(Z(static_cast<Index>(i), j)) / sizes[forms.positions[i]]);
    if (most > 0 && std::isfinite(most)) made[j] = 1 / most;
  }
  return made;
}

/// Slopes along the admissible velocities, for states where the constraints have their largest
/// rank.
class Along {
 public:
  explicit Along(Index functions) : left_(0, functions), terms_(0, functions) {}

  void add(const MatX& slopes, const MatX& sizes, MatX constraints) {
    // The result does not depend on the units of rows.
    for (Index i = 0; i < constraints.rows(); ++i)
      if (const double size = constraints.row(i).norm(); size > 0) constraints.row(i) /= size;
    const MatX ways = structure::Subspaces(constraints).kernel();
    if (ways.cols() > fewest_) return;
    if (ways.cols() < fewest_) {
      left_.resize(0, left_.cols());
      terms_.resize(0, left_.cols());
    }
    fewest_ = ways.cols();
    FunctionSpace::append(left_, (slopes * ways).transpose());
    FunctionSpace::append(terms_, (sizes * ways.cwiseAbs()).transpose());
  }
  const MatX& left() const { return left_; }
  const MatX& terms() const { return terms_; }

 private:
  MatX left_, terms_;
  Index fewest_ = std::numeric_limits<Index>::max();
};

}  // namespace

std::vector<State> states_for_integrals(const Subject& subject, const VelocityForms& forms) {
  if (subject.matrices.n() > kMostIntegrated || forms.moves_by_efforts) return {};
  return sample_states(
      subject.model,
      {.count = kIntegralSamples, .scatter = kIntegralScatter, .has_time = forms.has_time});
}

std::string integral_of(const Subject& subject, const VelocityForms& forms,
                        const std::vector<State>& states, int row, const std::vector<int>& with) {
  std::vector<int> all = with;
  all.push_back(row);
  FunctionSpace functions(subject, integral_variables(subject, forms, all));
  // The last states confirm the result of the others.
  constexpr std::size_t kConfirm = 15;
  if (functions.count() == 0 ||
      functions.count() + 5 + static_cast<Index>(kConfirm) > static_cast<Index>(states.size()))
    return {};
  functions.look_at(states);
  const FormValues values(subject, forms);
  // dF Z w = 0 for all velocities that the rows admit, but not for all velocities. If the rank
  // falls, the rows admit more velocities than they represent.
  Along without(functions.count()), found(functions.count()), again(functions.count());
  for (std::size_t s = 0; s < states.size(); ++s) {
    const FormsAt at = values.at(states[s]);
    MatX constraints(at.gaps.rows() + static_cast<Index>(all.size()), at.Z.cols());
    constraints.topRows(at.gaps.rows()) = at.gaps;
    for (std::size_t k = 0; k < all.size(); ++k)
      constraints.row(at.gaps.rows() + static_cast<Index>(k)) = at.rows.row(all[k]);
    MatX slopes(functions.count(), at.Z.rows());
    for (std::size_t i = 0; i < forms.positions.size(); ++i)
      slopes.col(static_cast<Index>(i)) = functions.gradients()[s].col(forms.positions[i]);
    slopes.rightCols(1) = functions.gradients()[s].rightCols(1);
    // Velocities that change their positions equally, relative to the sizes of these: in other
    // units a velocity of a row may seem to be rounding.
    const VecX speeds = natural_speeds(subject, forms, states[s], at.Z);
    constraints = constraints * speeds.asDiagonal();
    const MatX Z = at.Z * speeds.asDiagonal();
    const MatX along = slopes * Z, sizes = slopes.cwiseAbs() * Z.cwiseAbs();
    if (s + kConfirm >= states.size()) {
      again.add(along, sizes, constraints);
      continue;
    }
    found.add(along, sizes, constraints);
    without.add(along, sizes, constraints.topRows(constraints.rows() - 1));
  }
  const double cut = 1e-10;
  MatX known = functions.constants();
  FunctionSpace::append(known, functions.kernel_of(without.left(), without.terms(), cut).rows);
  const FunctionSpace::Found kernel = functions.kernel_of(found.left(), found.terms(), cut);
  for (const VecX& one : functions.reduced(kernel, known)) {
    const auto exact =
        FunctionSpace::refined(one, kernel.weights, found.left(), found.terms(), cut);
    if (exact && FunctionSpace::residual(*exact, again.left(), again.terms()) <= 10 * cut)
      return functions.text(*exact);
  }
  return {};
}

}  // namespace porthos::inspect
