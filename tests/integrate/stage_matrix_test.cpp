#include "integrate/stage_matrix.hpp"

#include <catch_amalgamated.hpp>
#include <random>

#include "support/assembled.hpp"

namespace porthos::stage_matrix_test {
namespace {

/// Five masses of 2 kg on a line, each pair with a spring of 1 N/m.
std::string springs() {
  const std::string names = "abcde";
  std::string energy;
  for (const char one : names)
    for (const char other : names)
      if (one < other) energy += std::string("+(") + one + "-" + other + ")^2/2";
  return R"json({"porthos": 1, "name": "springs",
    "positions": {"a": 1, "b": 2, "c": 4, "d": 7, "e": 11},
    "velocities": {"va": 0, "vb": 0, "vc": 0, "vd": 0, "ve": 0},
    "kinematics": {"a": "va", "b": "vb", "c": "vc", "d": "vd", "e": "ve"},
    "kinetic_energy": "va^2 + vb^2 + vc^2 + vd^2 + ve^2",
    "potential_energy": ")json" +
         energy + R"json(", "simulation": {"until": 1, "step": 0.01}})json";
}

/// The rest that the matrix leaves of random residuals of momenta of norm 1, with the step h.
double left_by(integrate::StageMatrix& matrix, const system::System& system,
               const integrate::Tableau& table, double h, std::mt19937& random) {
  const system::Sizes& n = system.sizes();
  system::Workspace at = system.workspace();
  system.segment(at, system::Segment::kZ) = VecX{{1, 2, 4, 7, 11}};
  system.compute_rates(at);
  Sparse jacobian = system.jacobian();
  system.linearize(at, jacobian);
  REQUIRE(matrix.factorise(jacobian, h));
  std::normal_distribution<double> normal;
  MatX residual(n.z + n.w, table.c.size()), correction;
  residual.setZero();
  for (double& x : residual.bottomRows(n.w).reshaped()) x = normal(random);
  residual /= residual.norm();
  matrix.solve(residual, h, correction);
  MatX left = residual;
  for (Eigen::Index i = 0; i < left.cols(); ++i) {
    left.col(i).head(n.z) -= correction.col(i).head(n.z);
    left.col(i).tail(n.w) -= system.mass().times(correction.col(i).tail(n.w));
    for (Eigen::Index j = 0; j < left.cols(); ++j)
      left.col(i) += h * table.a(i, j) * jacobian.times(correction.col(j));
  }
  return left.norm();
}

}  // namespace

TEST_CASE("forces by positions are left out of the matrix of the stages while they are weak",
          "[integrate]") {
  constexpr double kRounding = 1e-13;
  std::mt19937 random(1);
  const integrate::Tableau table = integrate::gauss_tableau(2);
  const system::System system = test::assembled(springs());
  const Metric metric(system.mass());
  integrate::StageMatrix matrix(system, metric, table);
  // h^2 F'/m is 2 h^2.
  CHECK(left_by(matrix, system, table, 0.1, random) < kRounding);
  const double left = left_by(matrix, system, table, 0.002, random);
  CHECK(left > kRounding);
  CHECK(left < 1e-4);
  // If the derivatives vary around the limit, the matrix is not recomputed each time.
  CHECK(left_by(matrix, system, table, 0.03, random) > kRounding);
  const std::vector<double> without = written(matrix);
  CHECK(left_by(matrix, system, table, 0.08, random) < kRounding);
  CHECK(left_by(matrix, system, table, 0.03, random) < kRounding);
  const std::vector<double> with = written(matrix);

  integrate::StageMatrix other(system, metric, table);
  REQUIRE(read_back(without, other));
  CHECK(left_by(other, system, table, 0.03, random) > kRounding);
  REQUIRE(read_back(with, other));
  CHECK(left_by(other, system, table, 0.03, random) < kRounding);
}

TEST_CASE("masses that are coupled, and forces that are few, stay in the matrix of the stages",
          "[integrate]") {
  std::mt19937 random(1);
  const integrate::Tableau table = integrate::gauss_tableau(2);
  std::string coupled = springs();
  coupled.replace(coupled.find("va^2"), 4, "va^2 + 0.1*va*vb");
  std::string few = springs();
  const auto first = few.find("+(a-d)"), last = few.find("\", \"simulation");
  few.erase(first, last - first);
  for (const std::string& text : {coupled, few}) {
    INFO(text);
    const system::System system = test::assembled(text);
    integrate::StageMatrix matrix(system, Metric(system.mass()), table);
    CHECK(left_by(matrix, system, table, 0.002, random) < 1e-13);
  }
}

}  // namespace porthos::stage_matrix_test
