#include "base/independent_rows.hpp"

#include <catch_amalgamated.hpp>

#include "base/dense.hpp"

namespace porthos::independent_rows_test {
namespace {

Sparse sparse(const MatX& dense) {
  std::vector<Entry> places;
  for (int i = 0; i < dense.rows(); ++i)
    for (int j = 0; j < dense.cols(); ++j)
      if (dense(i, j) != 0) places.push_back({i, j});
  Sparse made(static_cast<int>(dense.rows()), static_cast<int>(dense.cols()), places);
  for (const auto& [i, j] : places)
    made.value[static_cast<std::size_t>(made.find({i, j}))] = dense(i, j);
  return made;
}

IndependentRows choose(const MatX& rows, std::vector<int> turn = {}) {
  turn.resize(static_cast<std::size_t>(rows.rows()), 0);
  return independent_rows(sparse(rows), VecX::Ones(rows.cols()), turn);
}

/// The rows that have been kept.
MatX kept(const MatX& rows, const IndependentRows& found) {
  MatX made(0, rows.cols());
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    if (!found.is_kept[static_cast<std::size_t>(i)]) continue;
    made.conservativeResize(made.rows() + 1, Eigen::NoChange);
    made.bottomRows(1) = rows.row(i);
  }
  return made;
}

}  // namespace

TEST_CASE("an independent set has as many rows as the rank, and spans the others", "[base][law]") {
  for (int trial = 0; trial < 50; ++trial) {
    const int rank = 1 + trial % 8;
    const MatX rows = MatX::Random(12, rank) * MatX::Random(rank, 9);
    const IndependentRows found = choose(rows);
    INFO("rank " << rank);
    CHECK(found.rank == rank);
    CHECK(Orthogonal(kept(rows, found), 1e-9).rank() == rank);
  }
}

TEST_CASE("a set is clear where no row is all but a combination of others", "[base]") {
  const auto beside = [](double angle) {
    MatX rows(3, 3);
    rows << 1, 0, 0, 0, 1, 0, 1, 1, angle;
    return rows;
  };
  CHECK(choose(beside(1)).rank == 3);
  CHECK(choose(beside(1)).is_clear);
  CHECK(choose(beside(0)).rank == 2);
  CHECK(choose(beside(0)).is_clear);
  CHECK(choose(beside(1e-13)).rank == 2);
  CHECK_FALSE(choose(beside(1e-6)).is_clear);
}

TEST_CASE("rows of a later turn are left out first, whatever the size of a row", "[base]") {
  MatX rows(3, 2);
  rows << 1e-6, 0, 1e6, 1e6, 0, 1;
  CHECK(choose(rows, {0, 0, 1}).is_kept == std::vector<char>{1, 1, 0});
  CHECK(choose(rows, {0, 1, 0}).is_kept == std::vector<char>{1, 0, 1});
  CHECK(choose(rows, {1, 0, 0}).is_kept == std::vector<char>{0, 1, 1});
}

TEST_CASE("a matrix without rows or columns has an independent set", "[base]") {
  CHECK(choose(MatX(0, 3)).rank == 0);
  CHECK(choose(MatX(2, 0)).rank == 0);
  CHECK(choose(MatX::Zero(2, 2)).rank == 0);
}

}  // namespace porthos::independent_rows_test
