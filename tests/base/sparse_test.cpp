#include "base/sparse_lu.hpp"

#include <catch_amalgamated.hpp>
#include <random>

namespace porthos::sparse_test {
namespace {

double next(std::mt19937& random) { return static_cast<double>(random()) / 4294967296.0 - 0.5; }

template <typename T>
T number(std::mt19937& random) {
  if constexpr (std::is_same_v<T, double>) {
    return next(random);
  } else {
    const double real = next(random);
    return {real, next(random)};
  }
}

/// Some places, the diagonal of a random permutation among them.
std::vector<Entry> places(int n, int more, std::mt19937& random) {
  std::vector<int> order(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i;
  std::shuffle(order.begin(), order.end(), random);
  std::vector<Entry> made;
  for (int i = 0; i < n; ++i) made.push_back({i, order[static_cast<std::size_t>(i)]});
  for (int k = 0; k < more; ++k)
    made.push_back({static_cast<int>(random() % static_cast<unsigned>(n)),
                    static_cast<int>(random() % static_cast<unsigned>(n))});
  return made;
}

/// A chain of n bodies with three unknowns each and two constraints between neighbours.
std::vector<Entry> chain(int n) {
  std::vector<Entry> made;
  for (int i = 0; i < n; ++i)
    for (int a = 0; a < 3; ++a) {
      made.push_back({5 * i + a, 5 * i + a});
      for (int k = 3; k < 5; ++k)
        for (const int other : {5 * i + k, 5 * (i + 1) + k})
          if (other < 5 * n) {
            made.push_back({5 * i + a, other});
            made.push_back({other, 5 * i + a});
          }
    }
  return made;
}

}  // namespace

TEST_CASE("sparse: products with vectors", "[base]") {
  std::mt19937 random(1);
  const std::vector<Entry> entries{{0, 2}, {2, 1}, {0, 2}, {0, 0}};
  Sparse a(3, 4, entries);
  REQUIRE(a.value.size() == 3);
  for (double& x : a.value) x = next(random);
  const VecX x = VecX::LinSpaced(4, 1, 4), y = VecX::LinSpaced(3, 1, 3);
  CHECK((a.times(x) - a.dense() * x).norm() == 0);
  CHECK((a.transpose_times(y) - a.dense().transpose() * y).norm() < 1e-15);
  CHECK(a.find({0, 2}) == 1);
  CHECK(a.find({1, 1}) == -1);
  const int chosen[] = {2, 0};
  CHECK(stacked(a, a.rows_of(chosen)).dense().bottomRows(1) == a.dense().topRows(1));
}

TEMPLATE_TEST_CASE("sparse: LU solves, in the same order again", "[base]", double,
                   std::complex<double>) {
  std::mt19937 random(2);
  for (const int n : {1, 2, 5, 30, 120})
    for (int round = 0; round < 20; ++round) {
      const std::vector<Entry> entries = places(n, 3 * n, random);
      SparseLu<TestType> lu(n, entries);
      const Sparse pattern(n, n, entries);
      for (int again = 0; again < 3; ++again) {
        std::vector<TestType> values(pattern.column.size());
        for (TestType& value : values) value = number<TestType>(random);
        if (!lu.factorise(values)) continue;  // a random pattern may be singular
        Eigen::Matrix<TestType, Eigen::Dynamic, Eigen::Dynamic> a;
        a.setZero(n, n);
        for (const Entry& place : entries)
          a(place.row, place.column) = values[static_cast<std::size_t>(lu.find(place))];
        typename SparseLu<TestType>::Vector b(n);
        for (auto& value : b) value = number<TestType>(random);
        auto x = b;
        lu.solve(x);
        const double size = (a.cwiseAbs() * x.cwiseAbs()).norm() + b.norm();
        // Pivots of 1e-4 of their row are taken, in one step after the other.
        CHECK((a * x - b).norm() < 1e-9 * size);
        SparseLu<TestType> other(n, entries);
        REQUIRE(read_back(written(lu), other));
        REQUIRE(other.factorise(values));
        auto same = b;
        other.solve(same);
        CHECK(same == x);
      }
    }
}

TEST_CASE("sparse: an order holds as long as a correction makes up for the digits it loses",
          "[base]") {
  constexpr double kBeside = 0.1, kWeak = 1e-4;  // pivots of 1e-3 of their rows, every second one
  const auto order_of = [](SparseLu<double>& lu) { return written(lu); };
  using Case = std::tuple<int, bool, bool>;
  const auto [n, is_corrected, holds] =
      GENERATE(Case{3, true, true}, Case{15, true, false}, Case{3, false, false});
  CAPTURE(n, is_corrected);
  std::vector<Entry> places;
  for (int i = 0; i < n; ++i)
    for (int j = std::max(0, i - 1); j <= std::min(n - 1, i + 1); ++j) places.push_back({i, j});
  SparseLu<double> lu(n, places, is_corrected);
  std::vector<double> values(lu.value_count());
  const auto fill = [&](double diagonal) {
    for (const auto& [i, j] : places)
      values[static_cast<std::size_t>(lu.find({i, j}))] = i == j ? diagonal : kBeside;
  };
  fill(1);
  REQUIRE(lu.factorise(values));
  const auto order = order_of(lu);
  fill(kWeak);
  REQUIRE(lu.factorise(values));
  CHECK((order_of(lu) == order) == holds);

  const VecX wanted = VecX::LinSpaced(n, 1, 2);
  VecX right, product;
  lu.times(values, wanted, right);
  VecX found = right;
  lu.solve(found);
  lu.times(values, found, product);
  VecX rest = right - product;
  lu.solve(rest);
  // The residual is the rounding of the right side; the condition of the matrix is below 1e4.
  CHECK((found + rest - wanted).norm() <= 1e-11);
}

TEST_CASE("sparse: a singular matrix, or one that is not finite, is refused", "[base]") {
  const std::vector<Entry> entries{{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  SparseLu<double> lu(2, entries);
  CHECK_FALSE(lu.factorise(std::vector<double>{1, 2, 2, 4}));
  CHECK_FALSE(lu.factorise(std::vector<double>{1, NAN, 2, 4}));
  CHECK(lu.factorise(std::vector<double>{0, 2, 3, 0}));
  CHECK(lu.factorise(std::vector<double>{1, 1e-9, 1e-9, 1}));
  CHECK_FALSE(read_back(std::vector<double>{4, 0, 0, 1, 1}, lu));
  CHECK_FALSE(read_back(std::vector<double>{2, 0, 1}, lu));
  CHECK(SparseLu<double>(0, {}).factorise({}));
}

TEST_CASE("sparse: what dies out along a chain does not become subnormal", "[base]") {
  constexpr int n = 2000;
  std::vector<Entry> places;
  for (int i = 0; i < n; ++i)
    for (int j = std::max(0, i - 1); j < std::min(n, i + 2); ++j) places.push_back({i, j});
  SparseLu<double> lu(n, places);
  std::vector<double> values(lu.value_count(), 1.0);
  for (int i = 0; i < n; ++i) values[static_cast<std::size_t>(lu.find({i, i}))] = 4;
  REQUIRE(lu.factorise(values));
  VecX x = VecX::Unit(n, 0);
  lu.solve(x);
  // x_k = -q^(k+1) with q = sqrt(3) - 2, the root of 1 + 4 q + q^2 = 0 inside the circle.
  const double q = std::sqrt(3.0) - 2;
  for (int k = 0; k < 250; ++k)
    CHECK(std::abs(x[k] / -std::pow(q, k + 1) - 1) < 1e-12);  // k roundings and some
  for (const double one : x) CHECK((one == 0 || std::isnormal(one)));
  CHECK(x[n - 1] == 0);
}

TEST_CASE("sparse: a chain fills in by so much a link", "[base]") {
  std::mt19937 random(3);
  const auto fill = [&](int n) {
    const std::vector<Entry> entries = chain(n);
    SparseLu<double> lu(5 * n, entries);
    std::vector<double> values(lu.value_count());
    for (const Entry& place : entries)
      values[static_cast<std::size_t>(lu.find(place))] =
          place.row == place.column ? 3 : next(random);
    REQUIRE(lu.factorise(values));
    return static_cast<double>(lu.fill()) / n;
  };
  const double few = fill(50), many = fill(500);
  CHECK(many < 1.1 * few);
  CHECK(many < 60);
}

TEST_CASE("without a factorisation there is no solution, and no fault", "[base]") {
  const std::vector<Entry> places{{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  SparseLu<double> lu(2, places);
  Eigen::VectorXd b = Eigen::VectorXd::Ones(2);
  lu.solve(b);
  CHECK(!b.array().isFinite().any());
  const double none = std::nan("");
  CHECK_FALSE(lu.factorise(std::vector<double>{none, 1, 1, none}));
  b.setOnes();
  lu.solve(b);
  CHECK(!b.array().isFinite().any());
  REQUIRE(lu.factorise(std::vector<double>{2, 0, 0, 4}));
  b.setOnes();
  lu.solve(b);
  CHECK(b == Eigen::Vector2d(0.5, 0.25));
}

}  // namespace porthos::sparse_test
