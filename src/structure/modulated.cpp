#include "structure/modulated.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "base/digits.hpp"
#include "structure/constrain.hpp"

namespace porthos::structure {
namespace {

constexpr int kDirections = 8;

/// Pseudo-random unit vectors, the same in each call. No point of a model lies on all of them.
VecX direction(Index size, int number) {
  VecX vector(size);
  auto random = static_cast<std::uint32_t>(2026 + 7919 * number);
  for (double& entry : vector) {
    random = random * 1664525u + 1013904223u;
    entry = static_cast<double>(random >> 8) / (1 << 23) - 1;
  }
  return size > 0 ? VecX(vector.normalized()) : vector;
}

double scale_of(const VecX& x) { return std::max(1.0, x.size() > 0 ? x.norm() : 0.0); }

MatX beside_below(const MatX& above, const MatX& below) {
  MatX all(above.rows() + below.rows(), above.cols());
  all << above, below;
  return all;
}

}  // namespace

Check continuity(const DiracField& field, const VecX& x) {
  constexpr Statement kContinuity = {"continuity", "[001] Def. 4", "T-02"};
  constexpr std::array<double, 3> kSteps = {1e-2, 1e-4, 1e-6};
  const Dirac at_x = field(x);
  if (!at_x.is_finite()) return undecided(kContinuity, "the structure is not finite here");
  const MatX here = at_x.projector();
  std::array<double, 3> change{};
  for (int i = 0; i < kDirections; ++i)
    for (std::size_t k = 0; k < kSteps.size(); ++k) {
      const Dirac near = field(x + kSteps[k] * scale_of(x) * direction(x.size(), i));
      if (!near.is_finite()) return undecided(kContinuity, "the structure is not finite nearby");
      change[k] = std::max(change[k], spectral_norm(near.projector() - here));
    }
  // A hundredth of the distance gives a hundredth of the change; a square root would give a tenth.
  constexpr double kProportional = 0.05;
  Check check = bounded(kContinuity, change[2], kProportional * change[1] + kProjectorTolerance);
  check.note = "|P(x+h) - P(x)| = " + rounded_digits(change[0], 2) + ", " +
               rounded_digits(change[1], 2) + ", " + rounded_digits(change[2], 2) +
               " for h = 1e-2, 1e-4, 1e-6";
  return check;
}

Check constant_rank(const Statement& statement, const MatrixField& field, const VecX& x,
                    double scale) {
  const Subspaces here(field(x), scale);
  if (!here.is_finite()) return undecided(statement, "the matrix is not finite here");
  Index least = here.rank(), most = here.rank();
  bool is_clear = here.is_clear();
  for (int i = 0; i < kDirections; ++i)
    for (const double step : {1e-1, 1e-2, 1e-4}) {
      const Subspaces near(field(x + step * scale_of(x) * direction(x.size(), i)), scale);
      if (!near.is_finite()) return undecided(statement, "the matrix is not finite nearby");
      least = std::min(least, near.rank());
      most = std::max(most, near.rank());
      is_clear = is_clear && near.is_clear();
    }
  Check check = bounded(statement, static_cast<double>(most - least), 0);
  check.note = "here " + here.gap();
  if (most > least)
    check.note += "; around it " + std::to_string(least) + " to " + std::to_string(most);
  else if (!is_clear)
    check.verdict = Verdict::kUndecided;
  return check;
}

Checks regular_point(const DiracField& field, const VecX& x) {
  return {constant_rank(
              {"dim G1 is constant", "[004] Rem. 3.1", "T-10"},
              [&](const VecX& y) { return field(y).flows(); }, x, 1),
          constant_rank(
              {"dim P1 is constant", "[004] Rem. 3.1", "T-10"},
              [&](const VecX& y) { return field(y).efforts(); }, x, 1)};
}

Checks clean_intersection(const std::vector<MatrixField>& annihilators, const VecX& x) {
  // The intersection of all ker A_i is the kernel of the stacked rows. Its rank is constant if
  // theirs is.
  Checks checks;
  const auto add = [&](const char* name, const char* theorem, const std::string& where,
                       const MatrixField& rows) {
    checks.push_back(constant_rank({name, theorem, "T-19"}, rows, x));
    checks.back().where = where;
  };
  const std::size_t count = annihilators.size();
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j)
      add("clean intersection of two", "[003] Sec. 5",
          std::to_string(i + 1) + ", " + std::to_string(j + 1),
          [&](const VecX& y) { return beside_below(annihilators[i](y), annihilators[j](y)); });
  if (count > 2)
    add("clean intersection of all", "[003] Prop. 5.9", "", [&](const VecX& y) {
      MatX all = annihilators[0](y);
      for (std::size_t i = 1; i < count; ++i) all = beside_below(all, annihilators[i](y));
      return all;
    });
  return checks;
}

}  // namespace porthos::structure
