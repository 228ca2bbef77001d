#pragma once

#include <string>
#include <vector>

#include "expr/tape.hpp"
#include "laws/laws.hpp"
#include "system/layout.hpp"

namespace porthos::system {

/// One tape, with the meaning of its inputs (those in its formulas) and of its outputs (those that
/// are not zero). Outputs of several programs are summed.
struct Program {
  expr::Tape tape;
  std::vector<Slot> inputs;
  std::vector<Slot> outputs;
};

/// One tape of partial derivatives: output k is d(row)/d(column).
struct Derivative {
  expr::Tape tape;
  std::vector<Slot> inputs;
  struct Entry {
    Slot row;
    Slot column;
  };
  std::vector<Entry> entries;
};

/// The laws of one element type, compiled. One of these serves all its instances.
struct ElementType {
  laws::Laws laws;

  expr::Tape mass;   // () -> the entries of M, as in laws.mass
  Program effort;    // (z, lambda) -> e = grad V + c'^T lambda, c
  Program rate;      // (z, w, e, p, mu, u, t) -> zdot, force, velocity rows a
  Program gap_rate;  // (z, zdot) -> c' zdot
  Program gap;       // (z) -> c

  /// True if the states belong to this element alone. Then e and p are eliminated by algebra,
  /// `rate` reads (z, w, lambda, mu, u, t) and also writes e, p, c and c' z'. `row` writes the part
  /// that the projections need, and rate_derivative is total.
  bool is_closed = false;
  Program row;  // as rate -> c, c' zdot, velocity rows a

  /// True if the rates are linear in the multipliers: no resistive relation reads a reaction.
  bool is_linear_in_multipliers = true;

  Program potential;  // (z) -> V, one for each named potential
  Program power;      // as rate -> effort * flow of each resistive relation, flow of each port
  Program
      heat;  // as rate -> effort * flow, temperature and entropy production of relations that heat
  Program velocity;   // (z, w) -> the model's own velocities, where w are those of a moving frame
  Program frame;      // (z, those in the place of w) -> w
  Program row_time;   // (z, w, u, udot, t) -> the explicit time derivative of a
  Program rate_time;  // the same of zdot and force
  Program readout;    // everything, accelerations too -> readouts
  Program watched;    // (z, t) -> watched

  Derivative effort_derivative;    // of e by z (the Hessian) and lambda (c'^T), of c by z
  Derivative rate_derivative;      // of zdot, force, a with respect to z, w, e, p, mu
  Derivative gap_rate_derivative;  // of c' zdot with respect to z, at fixed zdot
  Derivative kinematic;  // of zdot and a with respect to w, of c to z: for the projections
  Derivative momentum;   // of the conserved momenta among the readouts, with respect to w

  /// Functions of t and phase at whose zeros something happens, see TimeFunctions.
  std::vector<expr::Expr> switches, poles;
  bool time_switches = false;  // coefficients of velocity rows, or energies

  /// The switching functions of states: see expr::hold_state_branches.
  Program state_switch;  // (z, w, e, p, u, t, branches) -> their values
  int branches = 0;      // their number
  bool switches_read_efforts = false, switches_read_velocities = false;
};

/// The symbol for the time at which formulas take their time-dependent branches: a time between two
/// switching times.
expr::Expr phase_of(const laws::Laws& laws);

/// Differentiates and compiles laws that are simplified for some values of their parameters, see
/// Zeros. They may contain only their own symbols.
ElementType compile(const laws::Laws& laws, const laws::Laws& reduced, bool is_closed);

}  // namespace porthos::system
