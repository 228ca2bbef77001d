#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "equations/whole.hpp"
#include "expr/derivative.hpp"
#include "expr/latex.hpp"

namespace porthos::equations {

/// sum += (d formula/d xs)^T factor
void add_transposed(const Expr& formula, std::span<const Expr> xs, const Expr& factor,
                    std::vector<Expr>& sum);

/// The rates of (1) with efforts and momenta inserted, term by term in the order of the theory.
class Balance {
 public:
  using Terms = std::vector<Expr>;

  explicit Balance(Whole whole);

  const Whole& whole() const { return whole_; }
  const Laws& laws() const { return whole_.laws; }
  bool has_moving_mass() const { return has_moving_mass_; }
  const Expr& kinetic_energy() const { return kinetic_energy_; }
  const std::vector<Expr>& gradient() const { return gradient_; }  // (z) dV/dz
  const std::vector<Expr>& momenta() const { return momenta_; }    // (w) M w + b
  const std::vector<Terms>& rates() const { return rates_; }       // (z) of z'
  const std::vector<Terms>& forces() const { return forces_; }     // (w) of M w', or of p'
  /// (resistive) forces -db/dt of a Lagrangian. They belong to M w': the rate of M w + b contains
  /// db/dt (theory 9).
  const std::vector<char>& is_inertial() const { return is_inertial_; }

  /// A formula of the laws with e = dV/dz + c'^T lambda and p = M w + b.
  Expr known(const Expr& formula) const;

  /// The part of a flow that is linear in w and e.
  Expr linear_part(const Expr& flow) const;

  std::string tex(const Expr& formula) const;
  std::string text(const Expr& formula) const;
  std::string tex(const Terms& terms) const;
  std::string text(const Terms& terms) const;

 private:
  void find_storages();
  /// Finds the forces -db/dt, and adds db/dt to p' where there is no such force.
  void find_inertial();
  void find_rates();
  /// Adds the terms of ports, resistive relations and velocity constraints in the rows of `xs`.
  void apply(std::span<const Expr> xs, std::vector<Terms>& rows) const;
  void add(std::span<const Expr> sum, double sign, std::vector<Terms>& rows) const;

  Whole whole_;
  bool has_moving_mass_ = false;
  Expr kinetic_energy_;
  std::vector<Expr> gradient_, momenta_;
  mutable std::optional<expr::Substitution> known_;  // caches the formulas that it has rebuilt
  std::vector<Terms> rates_, forces_;
  std::vector<char> is_inertial_;
};

}  // namespace porthos::equations
