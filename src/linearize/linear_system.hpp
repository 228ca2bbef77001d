#pragma once

#include "linearize/coordinates.hpp"

namespace porthos::linearize {

/// An input of the linear system: an effort u of a port, or a prescribed flow q, whose rate may
/// also act on the state.
struct Drive {
  int u = 0;     // scalar port
  int row = -1;  // (mu) row of a prescribed flow, or -1
  std::string name, unit;
};

/// The linearized motion near a reference:
///
///   xi' = A xi + B u + B' u'        ds = S xi + S_u u        dx = X xi + X_u u + X' u'         (L)
///
/// S_u, B' and X' are zero unless u changes constraint rows: a prescribed flow, or an effort at
/// massless velocities.
struct LinearSystem {
  MatX A, B, B_rate;             // (xi x xi), (xi x u), (xi x u)
  MatX S, S_drive;               // (s x xi), (s x u)
  MatX X, X_drive, X_rate;       // (x x xi), (x x u), (x x u)
  MatX W, W_drive, W_rate;       // dw' likewise, (w x ...)
  std::vector<int> chosen;       // the candidates that are xi
  int conditions = 0, rank = 0;  // number and rank of the conditions on ds
  bool is_regular = false;       // the equations determine ds'
  double misfit = 0;     // relative residual of the equations: rounding if they are consistent
  double condition = 1;  // of the scaled matrix (D)
};

/// J contains the derivatives of (1) at the reference, d = ds' is the rate of the change, dx the
/// change of x. A prime of a matrix is its rate along the reference motion:
///
///   [ E      -J_x        ] [ d   ]   [ J_s S        ]      E = diag(1, M), J = (g; f)
///   [        -R_x        ] [ dx  ] = [ R_s S        ]      0 = R_s ds + R_x dx                (D)
///   [ N^T                ] [ dx' ]   [ 0            ]      massless parts are in x
///   [ c_s                ]           [ -c_s' S      ]      the rate of c_s ds = 0
///   [ R_s    R_x'   R_x  ]           [ -R_s' S      ]      the rate of the second row
///
/// The system is solved by least squares, since constraints may be redundant: multipliers need not
/// be unique, but d is.
/// With L ds = xi,  xi' = L d + L' S xi.  At rest the primed matrices are zero, and (D) contains no
/// second derivatives of constraints. Otherwise they are differences of exact first derivatives
/// along a line.
LinearSystem linear_system(const Equations& equations, const Candidates& candidates,
                           Reference& reference, const std::vector<Drive>& drives,
                           const std::vector<int>& clocks, const std::vector<int>& preferred,
                           const std::vector<int>& chosen = {});

}  // namespace porthos::linearize
