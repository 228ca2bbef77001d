#include "structure/subalgebra.hpp"

namespace porthos::structure {

Check subalgebra(const Statement& statement, const Bracket& bracket, const MatX& vectors) {
  const Subspaces spaces(vectors);
  if (!spaces.is_finite()) return undecided(statement, "the vectors are not finite");
  const MatX basis = spaces.image();
  double most = 0;
  for (Index a = 0; a < basis.cols(); ++a)
    for (Index b = 0; b < a; ++b) {
      const VecX of_both = bracket(basis.col(a), basis.col(b));
      const double outside = (of_both - basis * (basis.transpose() * of_both)).norm();
      if (!(outside <= most)) most = outside;
    }
  constexpr double kTolerance = 1e-12;  // for unit vectors: sums of a few products
  Check check = bounded(statement, most, kTolerance);
  if (check.verdict == Verdict::kFails)
    check.note = "a bracket of two of them is not in their span";
  return check;
}

}  // namespace porthos::structure
