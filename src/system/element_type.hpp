#pragma once

#include <string>
#include <vector>

#include "expr/tape.hpp"
#include "laws/laws.hpp"

namespace porthos::system {

/// Where a tape reads or writes: a slot of one of an instance's segments.
enum class Segment {
  kZ,  // from here to kMu the unknowns of a stage, side by side
  kW,
  kLambda,
  kMu,
  kU,
  kUdot,
  kT,
  kPhase,
  kWdot,
  kE,  // from here to kRow what a step computes most often, side by side
  kP,
  kZdot,  // with kForce the rates of z and of momenta, side by side
  kForce,
  kGap,
  kGapRate,
  kRow,  // right after kGapRate: together they are all rows on velocity level
  kRowTime,
  kZdotTime,
  kForceTime,
  kPotential,
  kPower,
  kFlow,
  kHeat,
  kTemperature,
  kVelocity,
  kReadout,
  kWatched,
  kBranch,  // which branch of a formula is held: 1, -1, or 0 for that of the state
  kMode,    // the modes of set-valued laws
  kSwitch   // the switching functions of states
};

struct Slot {
  Segment segment;
  int index;
};

/// One tape with the meaning of its inputs, those that its formulas contain, and of its outputs,
/// those that are not zero: what several programs give is added up.
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

  expr::Tape mass;   // () -> the entries of M, as they stand in laws.mass
  Program effort;    // (z, lambda) -> e = grad V + c'^T lambda, c
  Program rate;      // (z, w, e, p, mu, u, t) -> zdot, force, velocity rows a
  Program gap_rate;  // (z, zdot) -> c' zdot
  Program gap;       // (z) -> c

  /// True if the states belong to this element alone. Then e and p are eliminated by algebra,
  /// `rate` reads (z, w, lambda, mu, u, t) and writes e, p, c and c' z' as well, `row` what of that
  /// the projections need, and rate_derivative is total.
  bool is_closed = false;
  Program row;  // as rate -> c, c' zdot, velocity rows a

  /// True if the rates are linear in the multipliers: no resistive relation reads a reaction.
  bool is_linear_in_multipliers = true;

  Program potential;  // (z) -> V, one a named potential
  Program power;      // as rate -> effort * flow of each resistive relation, flow of each port
  Program heat;       // as rate -> effort * flow and temperature of each relation that heats
  Program velocity;   // (z, w) -> the model's own velocities, where w are those of a moving frame
  Program frame;      // (z, those in the place of w) -> w
  Program row_time;   // (z, w, u, udot, t) -> the explicit time derivative of a
  Program rate_time;  // the same of zdot and force
  Program readout;    // everything, accelerations too -> readouts
  Program watched;    // (z, t) -> watched

  Derivative effort_derivative;    // of e by z (the Hessian) and by lambda (c'^T), of c by z
  Derivative rate_derivative;      // of zdot, force, a by z, w, e, p, mu
  Derivative gap_rate_derivative;  // of c' zdot by z, at fixed zdot
  Derivative kinematic;            // of zdot and a by w, of c by z: what the projections need
  Derivative momentum;             // of the conserved momenta among the readouts, by w

  /// What happens at moments that time alone decides: functions of t and phase, see TimeFunctions.
  std::vector<expr::Expr> switches, poles;
  bool time_switches = false;  // coefficients of velocity rows, or energies

  /// The switching functions of states: see expr::hold_state_branches.
  Program state_switch;  // (z, w, e, p, u, t, branches) -> their values
  int branches = 0;      // how many there are
  bool switches_read_efforts = false, switches_read_velocities = false;
};

/// The symbol at which formulas read what time alone decides: a moment between two switching times.
expr::Expr phase_of(const laws::Laws& laws);

/// Differentiates and compiles the laws, as they are for some values of their parameters, see
/// Zeros. Every symbol in them must be one of the laws' own.
ElementType compile(const laws::Laws& laws, const laws::Laws& reduced, bool is_closed);

}  // namespace porthos::system
