// Random structures compared with exact arithmetic over the rational numbers, with units from a
// thousandth to a thousand: entries from 1e-6 to 1e6. PORTHOS_SEED and PORTHOS_RUNS choose the seed
// and the number of structures.

#include <catch_amalgamated.hpp>

#include "exact.hpp"
#include "structure/compose.hpp"
#include "structure/constrain.hpp"
#include "structure/distributions.hpp"
#include "structure/representations.hpp"
#include "structure/tensor.hpp"
#include "support/environment.hpp"
#include "support/sanitized.hpp"

namespace porthos::structure::exact_test {
namespace {

/// Rounding of a few operations, with condition numbers of small whole numbers.
constexpr double kRounding = 1e-11;

/// The verdicts so far, and those that are undecided.
struct Verdicts {
  int all = 0, undecided = 0;

  /// True if it is decided.
  bool count(Verdict verdict) {
    ++all;
    undecided += verdict == Verdict::kUndecided;
    return verdict != Verdict::kUndecided;
  }
  void expect(const Check& check, bool is_true) {
    CAPTURE(to_text(check));
    if (count(check.verdict)) CHECK(check.verdict == (is_true ? Verdict::kHolds : Verdict::kFails));
  }
  /// Equal, and a Dirac structure.
  void expect_same(const Dirac& computed, const Exact& truth, const VecX& unit) {
    if (!count(worst(computed.check()))) return;
    CHECK(computed.is_dirac());
    CHECK(truth.pairs.size() == truth.n);
    CHECK(computed.size() == static_cast<Index>(truth.n));
    for (const Row& pair : truth.pairs) {
      const VecX vector = truth.vector(pair, unit);
      CHECK(distance_to(computed, vector.head(computed.size()), vector.tail(computed.size())) <
            std::max(kRounding, computed.uncertainty()));
    }
  }
};

/// A random structure in units, and the same exactly.
struct Sample {
  std::size_t n;
  Digits J, g;
  VecX unit;
  Exact truth;
  Dirac dirac;
};

Sample sample(Random& random, std::size_t n, std::size_t k) {
  Digits J = skew_digits(random, n), g = digits(random, n, k);
  const VecX unit = units(random, n), none = VecX::Ones(static_cast<Index>(k));
  Exact truth = constrained(J, g);
  Dirac dirac = Dirac::constrained(scaled(J, unit, unit), scaled(g, unit, none));
  return {n, std::move(J), std::move(g), unit, std::move(truth), std::move(dirac)};
}

std::size_t any(Random& random, std::size_t least, std::size_t most) {
  const double share = 0.5 * (random.number() + 1);
  return least + std::min(most - least,
                          static_cast<std::size_t>(share * static_cast<double>(most - least + 1)));
}

void check_representations(const Sample& one, Verdicts& verdicts) {
  verdicts.expect_same(make(to_image(one.dirac)), one.truth, one.unit);
  verdicts.expect_same(make(to_kernel(one.dirac)), one.truth, one.unit);
  const auto again = [&](const auto& form) {
    ++verdicts.all;
    verdicts.undecided += !form;
    if (form) verdicts.expect_same(make(*form), one.truth, one.unit);
  };
  again(to_constrained(one.dirac));
  again(to_presymplectic(one.dirac));
  again(to_hybrid(one.dirac));
  // A map of all efforts, or of all flows, needs all of them to be possible.
  const bool is_map = rank_of(one.truth.efforts()) == one.n || rank_of(one.truth.flows()) == one.n;
  const auto map = to_input_output(one.dirac);
  if (map) verdicts.expect_same(make(*map), one.truth, one.unit);
  CHECK(static_cast<bool>(map) == is_map);
}

void check_distributions(const Sample& one, Random& random, Verdicts& verdicts) {
  const std::size_t flows = rank_of(one.truth.flows()), efforts = rank_of(one.truth.efforts());
  const Distributions found = find_distributions(one.dirac);
  if (verdicts.count(found.doubt.empty() ? Verdict::kHolds : Verdict::kUndecided)) {
    CHECK(found.G1.cols() == static_cast<Index>(flows));
    CHECK(found.P1.cols() == static_cast<Index>(efforts));
    CHECK(found.G0.cols() == static_cast<Index>(one.n - efforts));
    CHECK(found.P0.cols() == static_cast<Index>(one.n - flows));
  }
  if (const auto sizes = canonical_sizes(one.dirac)) {
    CHECK(sizes->casimirs == static_cast<Index>(one.n - flows));
    CHECK(sizes->constraints == static_cast<Index>(one.n - efforts));
    CHECK(2 * sizes->pairs == static_cast<Index>(flows + efforts - one.n));
  }
  // A gradient in P0 or P1, or any one.
  const auto judge = [&](const Row& gradient) {
    VecX dH(static_cast<Index>(one.n));
    for (std::size_t i = 0; i < one.n; ++i) {
      const auto at = static_cast<Index>(i);
      dH(at) = gradient[i].value() / one.unit(at);
    }
    Rows possible = one.truth.efforts();
    possible.push_back(gradient);
    verdicts.expect(admissible(one.dirac, dH), rank_of(possible) == efforts);
    bool is_casimir = true;  // orthogonal to all flows
    for (const Row& flow : one.truth.flows()) {
      Rational power;
      for (std::size_t i = 0; i < one.n; ++i) power = power - Rational(-1) * flow[i] * gradient[i];
      is_casimir = is_casimir && power.is_zero();
    }
    verdicts.expect(casimir(one.dirac, dH), is_casimir);
  };
  const Digits any_row = digits(random, 1, one.n);
  Row gradient;
  for (const int digit : any_row[0]) gradient.emplace_back(digit);
  judge(gradient);
  if (const Rows casimirs = kernel_of(one.truth.flows(), one.n); !casimirs.empty())
    judge(casimirs.front());
  if (!one.truth.pairs.empty()) judge(one.truth.efforts().front());
}

/// T-01 for images, of which many are no Dirac structures.
void check_image(Random& random, Verdicts& verdicts) {
  const std::size_t n = any(random, 1, 3), columns = any(random, 1, n + 1);
  const VecX unit = units(random, n), inverse = unit.cwiseInverse(),
             none = VecX::Ones(static_cast<Index>(columns));
  Digits K = digits(random, n, columns), L = digits(random, n, columns);
  if (random.number() < 0) {  // one that has no power
    const Digits J = skew_digits(random, n);
    for (std::size_t c = 0; c < columns; ++c)
      for (std::size_t i = 0; i < n; ++i) {
        K[i][c] = 0;
        for (std::size_t j = 0; j < n; ++j) K[i][c] += J[i][j] * L[j][c];
      }
  }
  Rows vectors;
  for (std::size_t c = 0; c < columns; ++c) {
    Row vector;
    for (const Digits* part : {&K, &L})
      for (std::size_t i = 0; i < n; ++i) vector.emplace_back((*part)[i][c]);
    vectors.push_back(vector);
  }
  const Exact truth = exact(n, vectors);
  const Checks checks = Dirac::image(scaled(K, unit, none), scaled(L, inverse, none)).check();
  verdicts.expect(checks[0], truth.pairs.size() == n);
  verdicts.expect(checks[1], truth.is_isotropic());
}

void check_operations(const Sample& a, Random& random, Verdicts& verdicts) {
  // A port that is shared, or all ports, have the same units.
  Sample b = sample(random, any(random, 1, 3), any(random, 0, 1));
  if (a.n + b.n > 2) {
    VecX own = b.unit;
    own(0) = a.unit(static_cast<Index>(a.n) - 1);
    const Dirac beside = Dirac::constrained(
        scaled(b.J, own, own), scaled(b.g, own, VecX::Ones(static_cast<Index>(b.g[0].size()))));
    VecX unit(static_cast<Index>(a.n + b.n) - 2);
    unit << a.unit.head(static_cast<Index>(a.n) - 1), own.tail(static_cast<Index>(b.n) - 1);
    verdicts.expect_same(compose(a.dirac, {static_cast<Index>(a.n) - 1}, beside, {0}),
                         composed(a.truth, b.truth), unit);
  }
  const Digits J = skew_digits(random, a.n), g = digits(random, a.n, any(random, 0, 2));
  const VecX none = VecX::Ones(static_cast<Index>(g[0].size()));
  const Dirac other = Dirac::constrained(scaled(J, a.unit, a.unit), scaled(g, a.unit, none));
  verdicts.expect_same(tensor(a.dirac, other), product(a.truth, constrained(J, g)), a.unit);
  const Digits E = digits(random, any(random, 1, 2), a.n);
  verdicts.expect_same(
      constrain(a.dirac, scaled(E, VecX::Ones(static_cast<Index>(E.size())), a.unit)),
      with_rows(a.truth, E), a.unit);
  const Digits Phi = digits(random, a.n, any(random, 1, 3));
  const VecX motion = units(random, Phi[0].size());
  verdicts.expect_same(pull_back(a.dirac, scaled(Phi, a.unit, motion.cwiseInverse())),
                       pulled_back(a.truth, Phi), motion);
  // The same structure with one other entry of J, which a constraint may hide.
  if (a.n < 2) return;
  Digits changed = a.J;
  changed[0][1] += 1;
  changed[1][0] -= 1;
  const Exact truth = constrained(changed, a.g);
  Rows both = a.truth.pairs;
  both.insert(both.end(), truth.pairs.begin(), truth.pairs.end());
  const Dirac nearly =
      Dirac::constrained(scaled(changed, a.unit, a.unit),
                         scaled(a.g, a.unit, VecX::Ones(static_cast<Index>(a.g[0].size()))));
  verdicts.expect(equality(a.dirac, nearly), rank_of(both) == a.n);
}

}  // namespace

TEST_CASE("exact: no verdict on a random structure contradicts exact arithmetic",
          "[structure][T-01][T-03][T-09][T-10][T-12][T-14][T-18][T-19]") {
  const long seed = test::from_environment("PORTHOS_SEED", 1);
  const long count = test::from_environment("PORTHOS_RUNS", test::kSanitized ? 50 : 2000);
  Verdicts verdicts;
  for (long number = 0; number < count; ++number) {
    CAPTURE(seed, number);
    Random random(static_cast<unsigned>(1000003 * seed + number));
    const Sample one = sample(random, any(random, 1, 4), any(random, 0, 2));
    verdicts.expect_same(one.dirac, one.truth, one.unit);
    check_representations(one, verdicts);
    check_distributions(one, random, verdicts);
    check_operations(one, random, verdicts);
    check_image(random, verdicts);
  }
  UNSCOPED_INFO(verdicts.undecided << " of " << verdicts.all << " verdicts are undecided");
  CHECK(verdicts.undecided * 1000 <= verdicts.all);
}

}  // namespace porthos::structure::exact_test
