#pragma once

#include "linearize/coordinates.hpp"

namespace porthos::linearize {

/// What moves the linear system from outside: an effort u of a port, or a flow q that is
/// prescribed, of whose rate the state may depend too.
struct Drive {
  int u = 0;     // scalar port
  int row = -1;  // (mu) of a prescribed flow, or -1
  std::string name, unit;
};

/// The motion beside a reference, linearised:
///
///   xi' = A xi + B u + B' u'        ds = S xi + S_u u        dx = X xi + X_u u + X' u'         (L)
///
/// S_u, B' and X' are zero but where u moves rows: a prescribed flow, an effort beside something
/// without mass.
struct LinearSystem {
  MatX A, B, B_rate;             // (xi x xi), (xi x u), (xi x u)
  MatX S, S_drive;               // (s x xi), (s x u)
  MatX X, X_drive, X_rate;       // (x x xi), (x x u), (x x u)
  MatX W, W_drive, W_rate;       // dw' likewise, (w x ...)
  std::vector<int> chosen;       // which candidates are xi
  int conditions = 0, rank = 0;  // of the conditions on ds
  bool is_regular = false;       // the equations determine ds'
  double misfit = 0;             // what they leave open, relative: rounding where they agree
  double condition = 1;          // of the scaled matrix (D)
};

/// With the derivatives J of (1) at the reference, a rate of change d = ds' and the changes dx, and
/// a prime on a matrix for its rate along the reference,
///
///   [ E      -J_x        ] [ d   ]   [ J_s S        ]      E = diag(1, M), J = (g; f)
///   [        -R_x        ] [ dx  ] = [ R_s S        ]      0 = R_s ds + R_x dx                (D)
///   [ N^T                ] [ dx' ]   [ 0            ]      what has no mass is in x
///   [ c_s                ]           [ -c_s' S      ]      the rate of c_s ds = 0
///   [ R_s    R_x'   R_x  ]           [ -R_s' S      ]      the rate of the second row
///
/// by least squares, since rows may depend on each other: multipliers need not be unique, d is.
/// With L ds = xi,  xi' = L d + L' S xi.  At rest the primed matrices are zero, and (D) has no
/// second derivatives of constraints; else these are differences of exact first ones along one
/// line.
LinearSystem linear_system(const Equations& equations, const Candidates& candidates,
                           Reference& reference, const std::vector<Drive>& drives,
                           const std::vector<int>& clocks, const std::vector<int>& preferred,
                           const std::vector<int>& chosen = {});

}  // namespace porthos::linearize
