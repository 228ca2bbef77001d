#include "structure/tensor.hpp"

#include <catch_amalgamated.hpp>

#include "random.hpp"
#include "structure/compose.hpp"
#include "structure/constrain.hpp"
#include "structure/modulated.hpp"

namespace porthos::structure::tensor_test {
namespace {

MatX stacked(const MatX& above, const MatX& below) {
  MatX all(above.rows() + below.rows(), above.cols());
  all << above, below;
  return all;
}

/// The parts (q1, p1, q2, p2) of a direct sum as (q1, q2, p1, p2).
Dirac positions_first(const Dirac& sum, Index first, Index second) {
  Ports order;
  for (Index i = 0; i < first; ++i) order.push_back(i);
  for (Index i = 0; i < second; ++i) order.push_back(2 * first + i);
  for (Index i = 0; i < first; ++i) order.push_back(first + i);
  for (Index i = 0; i < second; ++i) order.push_back(2 * first + second + i);
  return reordered(sum, order);
}

/// An interaction of positions lifted to positions and momenta: unrestricted in p', forces (F, 0).
Dirac lifted(const Dirac& interaction) {
  const Index n = interaction.size();
  MatX Phi(n, 2 * n);
  Phi << MatX::Identity(n, n), MatX::Zero(n, n);
  return pull_back(interaction, Phi);
}

MatX two_form(double x, double y, double z) { return MatX{{0, -z, y}, {z, 0, -x}, {-y, x, 0}}; }

}  // namespace

TEST_CASE("tensor: a product of Dirac structures is one, commutative and associative",
          "[structure]") {
  Random random(40);
  for (int number = 0; number < 20; ++number) {
    INFO("case " << number);
    const Dirac a = random.dirac(4, number % 5), b = random.dirac(4, number % 3),
                c = Dirac::presymplectic(random.skew(4), random.matrix(number % 4, 4));
    CHECK(worst(tensor(a, b).check()) == Verdict::kHolds);
    CHECK(distance(tensor(a, b), tensor(b, a)) < 1e-9);
    CHECK(distance(tensor(tensor(a, b), c), tensor(a, tensor(b, c))) < 1e-9);
    const Dirac one = interaction(MatX(0, 4));  // {(v, 0)}
    CHECK(distance(tensor(a, one), a) < 1e-13);
    CHECK(distance(tensor(a, interaction(MatX::Identity(4, 4))), a) > 0.1);
  }
}

TEST_CASE("tensor: the product of two-forms is their sum, on the common motions", "[structure]") {
  Random random(41);
  const MatX a = random.skew(4), b = random.skew(4), A = random.matrix(1, 4),
             B = random.matrix(1, 4);
  const Dirac product = tensor(Dirac::presymplectic(a, A), Dirac::presymplectic(b, B));
  CHECK(distance(product, Dirac::presymplectic(a + b, stacked(A, B))) < 1e-12);
  CHECK(distance(product, Dirac::presymplectic(a - b, stacked(A, B))) > 0.01);
}

TEST_CASE("tensor: induced structures add up", "[structure]") {
  Random random(42);
  const MatX A = random.matrix(1, 3), B = random.matrix(1, 2);
  const Dirac both = induced(block_diagonal(A, B));
  CHECK(both.size() == 10);
  CHECK(both.is_dirac());
  CHECK(distance(positions_first(direct_sum(induced(A), induced(B)), 3, 2), both) < 1e-13);
}

// S-24: charges (R, L, S1) and (S2, C), torn at S1 = S2.
TEST_CASE("tensor: the torn circuit and its interaction are the whole one", "[structure]") {
  const MatX first{{1, -1, -1}}, second{{-1, 1}}, joint{{0, 0, 1, -1, 0}};
  const Dirac primitive = positions_first(direct_sum(induced(first), induced(second)), 3, 2);
  const Dirac whole = tensor(primitive, lifted(interaction(joint)));
  CHECK(whole.dimension() == 10);
  CHECK(distance(whole, induced(stacked(block_diagonal(first, second), joint))) < 1e-12);
  CHECK(distance(whole, primitive) > 0.1);
  // f_R = -f_L = -f_S1 (E-003-7), and f_S1 + f_S2 = 0
  CHECK(distance_to(interaction(first), VecX::Zero(3), VecX{{1, -1, -1}}) < 1e-15);
  CHECK(distance_to(interaction(first), VecX::Zero(3), VecX{{1, 1, 1}}) > 0.5);
  // E-003-12: the printed D_int, without zero forces on R, L and C, has dimension 13.
  MatX vectors = MatX::Zero(20, 13);  // v with v_S1 = v_S2, p' free, any force but f_S1 + f_S2 = 0
  const MatX motions = Subspaces(joint).kernel(),
             forces = Subspaces(MatX{{0, 0, 1, 1, 0}}).kernel();
  vectors.topLeftCorner(5, 4) = motions;
  vectors.block(5, 4, 5, 5).setIdentity();
  vectors.block(10, 9, 5, 4) = forces;
  CHECK(Dirac::span(vectors).dimension() == 13);
  CHECK_FALSE(Dirac::span(vectors).is_dirac());
}

// S-25 at one point: velocities (x, y, omega_x, omega_y, omega_z, s1) and (s2).
TEST_CASE("tensor: the ball on geared tables", "[structure]") {
  const double x = 0.4, y = -0.3;
  const MatX rolling{{1, 0, 0, -1, 0, y}, {0, 1, 1, 0, 0, -x}};
  const MatX gear{{0, 0, 0, 0, 0, 1, 1}};
  const Dirac primitive = positions_first(direct_sum(induced(rolling), induced(MatX(0, 1))), 6, 1);
  const Dirac whole = tensor(primitive, lifted(interaction(gear)));
  CHECK(distance(whole, induced(stacked(block_diagonal(rolling, MatX(0, 1)), gear))) < 1e-12);
  // The printed Delta = (TQ1 + TQ2) with the gear only, E-003-11, drops the rolling.
  CHECK(distance(whole, induced(gear)) > 0.1);
  // E-003-10: the forces of the gear are equal, ds1 + ds2.
  CHECK(distance_to(interaction(gear), VecX::Zero(7), gear.row(0)) < 1e-15);
  CHECK(distance_to(interaction(gear), VecX::Zero(7), VecX{{0, 0, 0, 0, 0, 1, -1}}) > 0.5);
}

// S-23: chain torn between masses 2 and 3.
TEST_CASE("tensor: the torn chain", "[structure]") {
  const MatX joint{{0, 1, -1, 0}};
  const Dirac primitive =
      positions_first(direct_sum(induced(MatX(0, 2)), induced(MatX(0, 2))), 2, 2);
  CHECK(distance(tensor(primitive, lifted(interaction(joint))), induced(joint)) < 1e-13);
}

TEST_CASE("tensor: motor and magnetic field are graphs of two-forms", "[structure]") {
  const double K = 0.1, current = 2, speed = 7;
  const Dirac motor = Dirac::presymplectic(MatX{{0, -K}, {K, 0}}, MatX(0, 2));  // S-22
  CHECK(motor.is_dirac());
  CHECK(distance_to(motor, VecX{{current, speed}}, VecX{{-K * speed, K * current}}) < 1e-15);
  CHECK(distance_to(motor, VecX{{current, speed}}, VecX{{K * speed, K * current}}) > 0.1);
  // S-21: the two-form of positions added to the canonical one
  const MatX B = two_form(0.3, -1, 2);
  const Dirac magnetic = tensor(induced(MatX(0, 3)), lifted(Dirac::presymplectic(B, MatX(0, 3))));
  MatX omega = MatX::Zero(6, 6);
  omega.topRightCorner(3, 3) = -MatX::Identity(3, 3);
  omega.bottomLeftCorner(3, 3).setIdentity();
  omega.topLeftCorner(3, 3) = B;
  CHECK(distance(magnetic, Dirac::presymplectic(omega, MatX(0, 6))) < 1e-12);
}

// T-19: what [003] Prop. 5.9 overlooks (E-003-4).
TEST_CASE("tensor: three distributions need not intersect cleanly where each pair does",
          "[structure]") {
  const std::vector<MatrixField> fields = {[](const VecX&) {
                                             return MatX{{0, 0, 1}};
                                           },  // dz
                                           [](const VecX&) {
                                             return MatX{{0, 1, 0}};
                                           },  // dy
                                           [](const VecX& x) {
                                             return MatX{{x(0), 1, 1}};
                                           }};  // x dx + dy + dz
  const Checks at_zero = clean_intersection(fields, VecX::Zero(3));
  REQUIRE(at_zero.size() == 4);
  for (int i = 0; i < 3; ++i)
    CHECK(at_zero[static_cast<std::size_t>(i)].verdict == Verdict::kHolds);
  CHECK(at_zero[3].verdict == Verdict::kFails);
  CHECK(at_zero[3].residual == 1);
  CHECK(at_zero[2].where == "2, 3");
  CHECK(worst(clean_intersection(fields, VecX{{1, 0, 0}})) == Verdict::kHolds);
  // Near the point the product of the three jumps, in either order.
  const auto product = [&](const VecX& x) {
    return tensor(tensor(interaction(fields[0](x)), interaction(fields[1](x))),
                  interaction(fields[2](x)));
  };
  CHECK(continuity(product, VecX::Zero(3)).verdict == Verdict::kFails);
  CHECK(continuity(product, VecX{{1, 0, 0}}).verdict == Verdict::kHolds);
}

// T-20, T-28: (4.3) of [003], (3.22) of [004].
TEST_CASE("tensor: the induced structure is the constrained canonical one", "[structure]") {
  Random random(43);
  for (const Index l : {0, 1, 2, 3}) {
    const MatX A = random.matrix(l, 3);
    const Dirac dirac = induced(A);
    CHECK(dirac.is_dirac());
    const MatX motions = Subspaces(A).kernel();
    if (l < 3) {  // u = q' allowed, gamma + p' a force of the constraints
      const VecX v = motions.col(0), force = A.transpose() * random.vector(l), p = random.vector(3);
      VecX flow(6), effort(6);
      flow << v, p;
      effort << force - p, v;
      CHECK(distance_to(dirac, flow, effort) < 1e-14);
      effort.head(3) += motions.col(0);
      CHECK(distance_to(dirac, flow, effort) > 0.05);
    }
    MatX J = MatX::Zero(6, 6), g = MatX::Zero(6, l), E = MatX::Zero(l, 6);
    J.topRightCorner(3, 3).setIdentity();
    J.bottomLeftCorner(3, 3) = -MatX::Identity(3, 3);
    g.bottomRows(3) = A.transpose();
    E.rightCols(3) = A;
    CHECK(distance(dirac, Dirac::constrained(J, g)) < 1e-13);
    CHECK(distance(dirac, constrain(Dirac::graph(J), E)) < 1e-13);
  }
}

TEST_CASE("tensor: pushed forward and pulled back Dirac structures are Dirac", "[structure]") {
  Random random(44);
  for (Index rank = 0; rank <= 3; ++rank) {
    const Dirac a = random.dirac(3, 1);
    CHECK(worst(pull_back(a, random.of_rank(3, 5, rank)).check()) == Verdict::kHolds);
    CHECK(worst(push_forward(a, random.of_rank(4, 3, rank)).check()) == Verdict::kHolds);
  }
  const Dirac a = random.dirac(3, 1);
  const MatX map = random.matrix(3, 3);
  CHECK(distance(pull_back(push_forward(a, map), map), a) < 1e-10);
}

}  // namespace porthos::structure::tensor_test
