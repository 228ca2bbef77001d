#pragma once

#include <optional>
#include <string>
#include <vector>

#include "structure/subspace.hpp"

namespace porthos::structure {

using Ports = std::vector<Index>;  // port numbers, from 0

/// A Dirac structure as a map y = J x from one variable of each port to the other: x_i = e_i and
/// y_i = f_i, or x_i = f_i and y_i = e_i for `gives_flow`. Each Dirac structure has this form for
/// some choice ([004] Sec. 3, hybrid), and each skew J is a Dirac structure: rounding of J creates
/// no power.
///
/// gives_flow  (n) the flow of the port is in x
/// J           (n x n) skew
/// error       (n x n) estimate of the rounding error of each entry of J: a standard deviation
///             that treats the errors of different operations as independent
/// doubt       the reason of an undecided rank, otherwise ""
struct SkewForm {
  std::vector<char> gives_flow;
  MatX J, error;
  std::string doubt;

  Index size() const { return J.rows(); }
  /// A bound of the rotation of the subspace by rounding: the sine of an angle, 1 if undecided.
  double uncertainty() const;
};

/// True if each entry of J is skew up to its rounding.
bool is_skew(const MatX& J);

/// The form of a skew matrix of data with rounding errors; `gives_flow` for all ports.
SkewForm skew_form(const MatX& J, bool gives_flow);

/// Exchanges x and y of ports i and j; requires J_ij != 0.
void exchange(SkewForm& form, Index i, Index j);

/// Exchanges variables until no entry exceeds 2. The orthonormal basis is then well conditioned.
void reduce(SkewForm& form);

/// Eliminates these variables with y = 0; the form of the others remains. ([001] (7), [004] (3.23):
/// multipliers; [003] Sec. 5: joined ports)
void eliminate(SkewForm& form, const Ports& inner);

/// Exchanges pairs of these ports while an entry between them is nonzero. Returns the remaining
/// ports. `doubt` receives the reason of an undecided entry.
Ports exchange_within(SkewForm& form, Ports ports, std::string& doubt);

/// These rows and columns of the form, in this order.
SkewForm part_of(const SkewForm& form, const Ports& ports);

/// form         empty if the vectors span no Dirac structure
/// is_doubtful  the rank is undecided
struct SpannedForm {
  std::optional<SkewForm> form;
  bool is_doubtful = false;
};

/// The span of the vectors (f; e) in the columns of [K; L]; both (n x any).
SpannedForm span_of(const MatX& K, const MatX& L);

/// An orthonormal basis, flows above efforts; (2n x n).
MatX basis_of(const SkewForm& form);

}  // namespace porthos::structure
