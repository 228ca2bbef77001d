#include "equations/balance.hpp"

#include <algorithm>

#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/text.hpp"
#include "expr/vanishes.hpp"
#include "laws/moving_frame.hpp"

namespace porthos::equations {
namespace {

constexpr std::size_t kLongest = 6000;  // bytes of a formula

/// "a - b" of "a" and "-b".
std::string joined(const std::vector<std::string>& terms) {
  if (terms.empty()) return "0";
  std::string sum = terms.front();
  for (std::size_t i = 1; i < terms.size(); ++i)
    sum += terms[i].starts_with('-') ? " - " + terms[i].substr(1) : " + " + terms[i];
  return sum;
}

Expr square(const Expr& x) { return expr::make(expr::Op::kPow, x, 2.0); }

}  // namespace

void add_transposed(const Expr& formula, std::span<const Expr> xs, const Expr& factor,
                    std::vector<Expr>& sum) {
  for (const auto& [row, column, value] : expr::jacobian({&formula, 1}, xs).entries)
    sum[index(column)] += value * factor;
}

Balance::Balance(Whole whole)
    : whole_(std::move(whole)), has_moving_mass_(laws::has_moving_mass(whole_.laws)) {
  find_storages();
  find_rates();
}

void Balance::find_storages() {
  const Laws& laws = whole_.laws;
  kinetic_energy_ = 0.0;
  for (const auto& [place, formula] : laws.mass.entries()) {
    const auto [i, j] = place;
    if (i == j) kinetic_energy_ += 0.5 * (formula * square(laws.w[index(i)]));
    if (i < j) kinetic_energy_ += formula * laws.w[index(i)] * laws.w[index(j)];
  }
  for (std::size_t i = 0; i < laws.shift.size(); ++i) kinetic_energy_ += laws.shift[i] * laws.w[i];

  gradient_.resize(laws.z.size());
  for (const auto& potential : laws.potentials)
    add_transposed(potential.energy, laws.z, 1.0, gradient_);
  std::vector<Expr> effort = gradient_;
  for (std::size_t k = 0; k < laws.position_constraints.size(); ++k)
    add_transposed(laws.position_constraints[k].formula, laws.z, laws.lambda[k], effort);
  momenta_ = laws::product(laws.mass, laws.w);
  for (std::size_t i = 0; i < laws.shift.size(); ++i) momenta_[i] += laws.shift[i];
  std::vector<std::pair<Expr, Expr>> known;
  for (std::size_t i = 0; i < effort.size(); ++i) known.emplace_back(laws.e[i], effort[i]);
  for (std::size_t i = 0; i < momenta_.size(); ++i) known.emplace_back(laws.p[i], momenta_[i]);
  known_.emplace(known, *laws.graph);
}

Expr Balance::known(const Expr& formula) const { return (*known_)(formula); }

void Balance::add(std::span<const Expr> sum, double sign, std::vector<Terms>& rows) const {
  for (std::size_t i = 0; i < sum.size(); ++i)
    if (const Expr term = known(sum[i]); !expr::vanishes(term))
      rows[i].push_back(sign < 0 ? -term : term);
}

Expr Balance::linear_part(const Expr& flow) const {
  const Laws& laws = whole_.laws;
  Expr sum(0.0);
  for (const auto* symbols : {&laws.w, &laws.e})
    for (const auto& [row, column, value] : expr::jacobian({&flow, 1}, *symbols).entries)
      sum += value * (*symbols)[index(column)];
  return sum;
}

void Balance::find_inertial() {
  const Laws& laws = whole_.laws;
  is_inertial_.assign(laws.resistive.size(), 0);
  for (std::size_t i = 0; i < laws.shift.size(); ++i) {
    const Expr push = expr::derivative(laws.shift[i], laws.t);
    if (is_zero(push)) continue;
    const auto found = std::ranges::find_if(laws.resistive, [&](const laws::Resistive& one) {
      return one.name.starts_with("lagrangian.") && one.is_force && one.flow == laws.w[i] &&
             (one.effort == push || expr::vanishes(one.effort - push));
    });
    if (found != laws.resistive.end())
      is_inertial_[static_cast<std::size_t>(found - laws.resistive.begin())] = 1;
    else
      forces_[i].push_back(push);
  }
}

void Balance::find_rates() {
  const Laws& laws = whole_.laws;
  forces_.resize(laws.w.size());
  find_inertial();
  rates_.resize(laws.z.size());
  add(laws.kinematics, 1, rates_);
  apply(laws.e, rates_);

  // -Z^T (dV/dz - dT/dz + c'^T lambda), one potential and one constraint after the other
  const auto pulled_back = [&](const Expr& function, double sign) {
    std::vector<Expr> gradient(laws.z.size()), sum(laws.w.size());
    add_transposed(function, laws.z, sign, gradient);
    for (std::size_t i = 0; i < gradient.size(); ++i)
      if (!is_zero(gradient[i])) add_transposed(laws.kinematics[i], laws.w, gradient[i], sum);
    return sum;
  };
  if (has_moving_mass_) add(pulled_back(kinetic_energy_, 1), 1, forces_);
  for (const auto& potential : laws.potentials) add(pulled_back(potential.energy, -1), 1, forces_);
  for (std::size_t i = 0; i < laws.w.size(); ++i) {
    std::vector<Expr> column(laws.w.size());
    for (std::size_t j = 0; j < laws.w.size(); ++j)
      column[j] = laws.gyroscopic(static_cast<int>(j), static_cast<int>(i)) * laws.w[i];
    add(column, -1, forces_);
  }
  apply(laws.w, forces_);
  for (std::size_t k = 0; k < laws.position_constraints.size(); ++k) {
    if (is_zero(laws.lambda[k])) continue;
    std::vector<Expr> reaction = pulled_back(laws.position_constraints[k].formula, 1);
    for (Expr& term : reaction) term *= laws.lambda[k];
    add(reaction, -1, forces_);
  }
}

void Balance::apply(std::span<const Expr> xs, std::vector<Terms>& rows) const {
  const Laws& laws = whole_.laws;
  const auto supply = [&](const Expr& flow, const Expr& effort, double sign) {
    std::vector<Expr> sum(xs.size());
    add_transposed(flow, xs, effort, sum);
    add(sum, sign, rows);
  };
  for (std::size_t k = 0; k < laws.resistive.size(); ++k) {
    const laws::Resistive& one = laws.resistive[k];
    if (is_inertial_[k]) continue;
    supply(one.flow, one.effort, -1);
    if (one.heats) supply(*one.heats, one.effort * one.flow / *one.heats, 1);
  }
  for (std::size_t k = 0; k < laws.ports.size(); ++k)
    if (!laws.ports[k].is_silent) supply(laws.ports[k].flow, laws.u[k], 1);
  for (std::size_t k = 0; k < laws.velocity_constraints.size(); ++k)
    supply(laws.velocity_constraints[k].formula, laws.mu[k], -1);
}

std::string Balance::tex(const Expr& formula) const {
  expr::LatexOptions options = whole_.symbols.latex();
  options.max_length = kLongest;
  return expr::latex(formula, options);
}

std::string Balance::text(const Expr& formula) const { return expr::text(formula, kLongest); }

std::string Balance::tex(const Terms& terms) const {
  std::vector<std::string> list;
  for (const Expr& term : terms) list.push_back(tex(term));
  return joined(list);
}

std::string Balance::text(const Terms& terms) const {
  std::vector<std::string> list;
  for (const Expr& term : terms) list.push_back(text(term));
  return joined(list);
}

}  // namespace porthos::equations
