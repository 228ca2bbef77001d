#pragma once

#include <optional>
#include <string>
#include <vector>

#include "structure/subspace.hpp"

namespace porthos::structure {

using Ports = std::vector<Index>;  // numbers of ports, from 0

/// A Dirac structure as a map y = J x from one quantity of each port to the other: x_i = e_i and
/// y_i = f_i, or x_i = f_i and y_i = e_i where `gives_flow`. Every Dirac structure has this form
/// for some choice ([004] Sec. 3, hybrid), and every skew J is one: no rounding of J makes power.
///
/// gives_flow  (n) the flow of the port is in x
/// J           (n x n) skew
/// error       (n x n) estimate of the rounding error of each entry of J: a standard deviation,
///             as if the errors of different operations were independent
/// doubt       why a rank on which this depends could not be decided; "" where all were
struct SkewForm {
  std::vector<char> gives_flow;
  MatX J, error;
  std::string doubt;

  Index size() const { return J.rows(); }
  /// By how much rounding may have turned the subspace: the sine of an angle, 1 where in doubt.
  double uncertainty() const;
};

/// True if J is skew: entry by entry up to the rounding of the entries.
bool is_skew(const MatX& J);

/// The form of a skew matrix of data, which are known up to rounding; `gives_flow` of all ports.
SkewForm skew_form(const MatX& J, bool gives_flow);

/// Exchanges x and y of ports i and j, for which J_ij is not zero.
void exchange(SkewForm& form, Index i, Index j);

/// Exchanges until no entry is larger than 2. Then the orthonormal basis is well conditioned.
void reduce(SkewForm& form);

/// Removes these variables of the form with y = 0: what is left for the others. ([001] (7), [004]
/// (3.23): multipliers; [003] Sec. 5: ports that are joined)
void eliminate(SkewForm& form, const Ports& inner);

/// Exchanges pairs of these ports as long as an entry between them is not zero; returns the ports
/// that are left. A doubt goes to `doubt`.
Ports exchange_within(SkewForm& form, Ports ports, std::string& doubt);

/// These rows and columns of the form, in this order.
SkewForm part_of(const SkewForm& form, const Ports& ports);

/// form        missing where the vectors span no Dirac structure
/// is_doubtful their rank could not be decided
struct Spanned {
  std::optional<SkewForm> form;
  bool is_doubtful = false;
};

/// Of the vectors (f; e) in the columns of [K; L], (n x any) both.
Spanned span_of(const MatX& K, const MatX& L);

/// An orthonormal basis, flows above efforts; (2n x n).
MatX basis_of(const SkewForm& form);

}  // namespace porthos::structure
