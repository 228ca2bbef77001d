#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "expr/eigen.hpp"
#include "expr/graph.hpp"

namespace porthos::laws {

using expr::Expr;
using MatExpr = Eigen::Matrix<Expr, Eigen::Dynamic, Eigen::Dynamic>;

/// A square matrix of formulas, most of them zero.
class Matrix {
 public:
  Matrix() = default;
  explicit Matrix(int size) : size_(size) {}

  int size() const { return size_; }
  /// Appends rows and columns of zeros.
  void resize(int size) { size_ = size; }
  Expr operator()(int row, int column) const {
    const auto found = entries_.find({row, column});
    return found == entries_.end() ? Expr(0.0) : found->second;
  }
  void add(int row, int column, const Expr& formula) {
    if (!is_zero(formula)) entries_[{row, column}] += formula;
  }
  /// (row, column) and formula, by rows; the others are zero.
  const std::map<std::pair<int, int>, Expr>& entries() const { return entries_; }
  std::map<std::pair<int, int>, Expr>& entries() { return entries_; }

 private:
  int size_ = 0;
  std::map<std::pair<int, int>, Expr> entries_;
};

/// M x; x has as many entries as M has columns.
std::vector<Expr> product(const Matrix& matrix, std::span<const Expr> x);

/// A named part of the potential energy V(z), J.
struct Potential {
  std::string name;
  Expr energy;
};

/// A resistive relation with a name: `effort` resists `flow`, effort * flow >= 0, W.
///
/// flow      linear in w and e
/// heats     temperature of the storage that receives the power, linear in w and e. The entropy
///           flow effort * flow / heats enters where heats is the flow (s' of an entropy s, if
///           heats is e_s). Then the total energy is conserved and entropy never falls (theory
///           S-13)
/// taken     sum of the derivatives of the flow with respect to temperatures. By its flow the
///           relation takes the entropy effort * taken from these stores, so that it produces
///           effort * (flow - taken * heats) / heats. 0 where it does not heat
/// is_force  true: a force law of any sign; it supplies minus its power
/// is_row    true: one of several rows of a relation; alone it may supply power
struct Resistive {
  std::string name;
  Expr flow;
  Expr effort;
  std::optional<Expr> heats = std::nullopt;
  bool is_force = false;
  bool is_row = false;
  Expr taken = Expr(0.0);
};

/// One scalar equation, c(z) = 0 or a(z, w, e, t) = 0. a is linear in w and e, plus a function of
/// t.
struct Constraint {
  std::string name;
  std::string unit;
  Expr formula;
};

/// One scalar power port with supplied-power sign: dH/dt = ... + effort * flow.
///
/// flow        y, linear in w and e; the force on the system is (dy/dw)^T u
/// prescribed  true: the signal is the flow q(t), the multiplier is minus the effort
/// is_silent   true: the signal has no effect of its own; a velocity constraint contains it
struct Port {
  std::string name;
  Expr flow;
  bool prescribed = false;
  bool is_silent = false;
};

/// The laws of one element type in the canonical form (docs/theory.md, (1)), as expressions.
///
///   z'   = kinematics(z, w, e) - r_z + B_z u - A_z^T mu        kinematics = J_z e + Z w
///   M w' = -Z^T e - G w - tau_d + B u - A^T mu
///   e    = grad V(z) + c'(z)^T lambda,   0 = c(z),   0 = a(z, w, e, t)
///
/// Z, J_z, B, A, ... are derivatives of the formulas below and are never written by hand.
struct Laws {
  std::shared_ptr<expr::Graph> graph;

  // The symbols, in the order in which an instance binds them.
  std::vector<Expr> z;           // potential states
  std::vector<Expr> w;           // kinetic states (velocities)
  std::vector<Expr> e;           // efforts of z, dH/dz
  std::vector<Expr> p;           // momenta M w + b
  std::vector<Expr> w_rate;      // accelerations w', used by readouts only
  std::vector<Expr> u;           // one signal per port: an effort, or the prescribed flow
  std::vector<Expr> parameters;  // constants of an instance
  std::vector<Expr> lambda;      // of position constraints; then those of other laws
  std::vector<Expr> mu;          // of velocity constraints, of prescribed ports, of other laws
  std::vector<Expr> modes;       // of set-valued laws, constant between two switches (theory 13)
  Expr t;                        // time, s

  std::vector<Potential> potentials;
  Matrix mass;                   // (nw x nw), depends on parameters; on z too until to_moving_frame
  std::vector<Expr> shift;       // (nw) or empty: b(z) of p = M w + b, until to_moving_frame
  std::vector<Expr> kinematics;  // (nz), linear in w and e
  Matrix gyroscopic;             // (nw x nw), skew, of z, w, p
  std::vector<Resistive> resistive;
  std::vector<Constraint> position_constraints;
  std::vector<Constraint> velocity_constraints;
  std::vector<Port> ports;
  std::vector<Expr> readouts;  // reported or drawn quantities: outputs, invariants, poses
  std::vector<int> momenta;    // indices of readouts that are conserved and linear in w
  std::vector<Expr> watched;   // formulas that must not pass through zero: see expr::poles

  // The velocities of a model with a moving frame (see to_moving_frame); otherwise empty.
  std::vector<Expr> velocities;  // (nw), the model's velocities as functions of z and w
  std::vector<Expr> frame;  // (nw), w as functions of z and the model's velocities, which replace w
};

/// Pointers to all formulas of (1) except M; a run differentiates them.
std::vector<Expr*> formulas_of(Laws& laws);

/// The symbols of the rates z', (nz), which readouts may contain.
std::vector<Expr> position_rates(const Laws& laws);

/// True if z moves by efforts.
bool moves_by_efforts(const Laws& laws);
/// True if a flow, linear in w and e, depends on the difference of these two of them: what is
/// subtracted from a temperature is one, also in a model without units.
bool is_subtracted(const Expr& flow, const Expr& one, const Expr& other, const Laws& laws);
/// True if the flow of a port is prescribed.
bool has_prescribed_flow(const Laws& laws);

/// True if z may move without kinetic energy: by efforts, by a prescribed rate, or by massless
/// velocities.
bool moves_without_mass(const Laws& laws);

}  // namespace porthos::laws
