#include "structure/interconnect.hpp"

#include <catch_amalgamated.hpp>
#include <numeric>

#include "random.hpp"
#include "structure/compose.hpp"
#include "structure/modulated.hpp"
#include "structure/multibody.hpp"
#include "structure/tensor.hpp"

namespace porthos::structure::interconnect_test {
namespace {

Ports from(Index first, Index count) {
  Ports ports(static_cast<std::size_t>(count));
  std::iota(ports.begin(), ports.end(), first);
  return ports;
}

/// The Lie-Poisson matrix of a planar body with momentum (p_x, p_y, L).
MatX planar(double px, double py) { return MatX{{0, 0, -py}, {0, 0, px}, {py, -px, 0}}; }

/// S-08 and S-09: the crank, its port to the rod, the rod, its port to the crank.
struct SliderCrank {
  double phi1 = 0.7, phi2 = 2.8, l1 = 0.3, l2 = 0.8;

  Multibody crank() const { return {MatX{{1}}, MatX{{0}}, MatX(0, 1), MatX{{1}}}; }
  MatX crank_port() const { return MatX{{-l1 * sin(phi1), l1 * cos(phi1)}}; }
  Multibody rod() const {
    const double c = cos(phi2), s = sin(phi2);
    return {MatX{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}, planar(0.4, -1.1), MatX(0, 3),
            MatX{{c}, {-s}, {0}}};
  }
  MatX rod_port() const {
    const double c = cos(phi2), s = sin(phi2);
    return MatX{{c, s}, {-s, c}, {-l2 * s, l2 * c}};
  }
};

MatX beside(const MatX& left, const MatX& right) {
  MatX all(left.rows(), left.cols() + right.cols());
  all << left, right;
  return all;
}

/// A system with one more group of ports.
Multibody with_ports(Multibody system, const MatX& B) {
  system.B = beside(system.B, B);
  return system;
}

/// For a composed pair: (positions, momenta, resistive, external) of the first, then of the second,
/// sorted by kind.
Dirac sorted(const Dirac& pair, const Multibody& first, const Multibody& second) {
  const Index sizes[2][4] = {{first.Z.rows(), first.Z.cols(), first.Z.cols(), first.B.cols()},
                             {second.Z.rows(), second.Z.cols(), second.Z.cols(), second.B.cols()}};
  Ports order;
  for (int kind = 0; kind < 4; ++kind) {
    Index at = 0;
    for (const auto& size : sizes)
      for (int other = 0; other < 4; ++other) {
        for (Index i = 0; other == kind && i < size[other]; ++i) order.push_back(at + i);
        at += size[other];
      }
  }
  return reordered(pair, order);
}

}  // namespace

TEST_CASE("interconnect: a power-conserving law leaves a Dirac structure", "[structure]") {
  Random random(60);
  for (int number = 0; number < 100; ++number) {
    INFO("case " << number);
    const Index n = 3 + number % 3, m = 1 + number % 4, rank = number % (m + 1);
    const MatX J = random.skew(n), g = random.of_rank(n, m, std::min(rank, n));
    const Dirac law = random.dirac(m, number % (m + 1));
    const Dirac closed = interconnect(J, g, law);
    CHECK(worst(closed.check()) == Verdict::kHolds);
    // The same as a composition, whose ports have the efforts -y.
    const Dirac open = port_controlled(J, g);
    CHECK(open.is_dirac());
    CHECK(distance(closed, compose(open, from(n, m), law, from(0, m), Coupling::kOppositeEfforts)) <
          1e-9);
  }
}

TEST_CASE("interconnect: a law that conserves no power leaves none", "[structure]") {
  Random random(61);
  const Dirac damper = Dirac::graph(-MatX::Identity(2, 2));
  CHECK_FALSE(interconnect(random.skew(4), random.matrix(4, 2), damper).is_dirac());
}

TEST_CASE("interconnect: feedback is one block with both", "[structure]") {  // S-27
  Random random(62);
  const MatX J1 = random.skew(3), J2 = random.skew(2), g1 = random.matrix(3, 2),
             g2 = random.matrix(2, 2);
  MatX J = block_diagonal(J1, J2);
  J.topRightCorner(3, 2) = -g1 * g2.transpose();
  J.bottomLeftCorner(2, 3) = g2 * g1.transpose();
  const Dirac both = interconnect(block_diagonal(J1, J2), block_diagonal(g1, g2), feedback(2));
  CHECK(distance(both, Dirac::graph(J)) < 1e-12);
}

TEST_CASE("interconnect: some of the ports stay", "[structure]") {
  Random random(63);
  const MatX J = random.skew(4), inner = random.matrix(4, 2), outer = random.matrix(4, 1);
  const Dirac law = random.dirac(2, 1);
  const Dirac open = port_controlled(J, beside(outer, inner));
  const Dirac partial = compose(open, {5, 6}, law, {0, 1}, Coupling::kOppositeEfforts);
  CHECK(partial.size() == 5);
  CHECK(partial.is_dirac());
  // Closing the last one equals closing all together.
  const Dirac end = Dirac::constrained(MatX{{0}}, MatX{{1}});  // y = 0
  CHECK(distance(compose(partial, {4}, end, {0}, Coupling::kOppositeEfforts),
                 interconnect(J, beside(outer, inner), direct_sum(end, law))) < 1e-9);
}

TEST_CASE("interconnect: a port-controlled structure may have constraints", "[structure]") {
  Random random(64);
  const MatX J = random.skew(4), g = random.matrix(4, 2), b = random.of_rank(4, 2, 1);
  const Dirac open = port_controlled(J, g, b);
  CHECK(worst(open.check()) == Verdict::kHolds);
  const VecX e = Subspaces(b.transpose()).kernel().col(1), f = random.vector(2);
  VecX flow(6), effort(6);
  flow << J * e + g * f + b.col(0), f;
  effort << e, -g.transpose() * e;
  CHECK(distance_to(open, flow, effort) < 1e-14);
}

TEST_CASE("multibody: structure (7) is a Dirac structure", "[structure]") {
  Random random(65);
  for (int number = 0; number < 20; ++number) {
    INFO("case " << number);
    const Index rows = number % 4, rank = std::min<Index>(rows, number % 3);
    const Multibody system{random.matrix(9, 3), random.skew(3), random.of_rank(rows, 3, rank),
                           random.matrix(3, 2)};
    const Dirac dirac = structure_of(system);
    CHECK(dirac.size() == 17);
    CHECK(worst(dirac.check()) == Verdict::kHolds);
    Multibody wrong = system;
    wrong.G(0, 0) += 0.1;
    CHECK((rank == 3 || structure_of(wrong).check()[1].verdict == Verdict::kFails));
  }
}

TEST_CASE("multibody: (7) over a matrix A of constant rank is continuous", "[structure]") {  // T-02
  const auto field = [](const VecX& x) {
    const double c = cos(x(0)), s = sin(x(0));
    return structure_of({MatX{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}, planar(x(1), x(2)),
                         MatX{{s, c, 0}}, MatX{{c}, {-s}, {0}}});
  };
  CHECK(continuity(field, VecX{{0.4, 1, -2}}).verdict == Verdict::kHolds);
  const auto jump = [](const VecX& x) {
    return structure_of({MatX{{1}}, MatX{{0}}, MatX{{x(0)}}, MatX(1, 0)});
  };
  CHECK(continuity(jump, VecX::Zero(1)).verdict == Verdict::kFails);
}

// T-16: [001] Sec. 7.3
TEST_CASE("multibody: crank and rod, composed, are (7) with the rows of their coupling",
          "[structure]") {
  const SliderCrank parts;
  const Multibody crank = parts.crank(), rod = parts.rod();
  const Multibody whole = couple(crank, parts.crank_port(), rod, parts.rod_port());
  CHECK(whole.A.rows() == 2);
  CHECK(structure_of(whole).dimension() == 14);
  const Dirac first = structure_of(with_ports(crank, parts.crank_port()));
  const Dirac second = structure_of(with_ports(rod, parts.rod_port()));
  const auto composed = [&](Coupling coupling) {
    return sorted(compose(first, {4, 5}, second, {10, 11}, coupling), crank, rod);
  };
  CHECK(distance(composed(Coupling::kOppositeEfforts), structure_of(whole)) < 1e-12);
  // The rule f1 = -f2, e1 = e2 is another structure (E-001-17), the same only with B2 turned.
  CHECK(distance(composed(Coupling::kOppositeFlows), structure_of(whole)) > 0.1);
  const Multibody turned = couple(crank, parts.crank_port(), rod, -parts.rod_port());
  CHECK(distance(composed(Coupling::kOppositeFlows), structure_of(turned)) < 1e-12);
  // The printed A of the slider-crank, S-10.
  const double s1 = sin(parts.phi1), c1 = cos(parts.phi1), s2 = sin(parts.phi2),
               c2 = cos(parts.phi2);
  const MatX printed{{-parts.l1 * s1, -c2, s2, parts.l2 * s2},
                     {parts.l1 * c1, -s2, -c2, -parts.l2 * c2}};
  CHECK(largest_entry(printed - whole.A) < 1e-15);
}

TEST_CASE("multibody: (13) fails where a coupling vanishes, and knows nothing of positions",
          "[structure]") {
  constexpr Statement kCoupling = {"rank of the coupled A is constant", "[001] (13)", "T-16"};
  const auto coupled = [](const VecX& x) {
    const Multibody one{MatX{{1}}, MatX{{0}}, MatX(0, 1), MatX(1, 0)};
    return couple(one, MatX{{x(0)}}, one, MatX{{x(1)}}).A;
  };
  const Check check = constant_rank(kCoupling, coupled, VecX::Zero(2));
  CHECK(check.verdict == Verdict::kFails);
  CHECK(check.residual == 1);
  CHECK(check.note == "here rank 0, singular values 0 | 0; around it 0 to 1");
  CHECK(constant_rank(kCoupling, coupled, VecX{{1, 0}}).verdict == Verdict::kHolds);
  const auto field = [&](const VecX& x) {
    return structure_of({MatX(0, 2), MatX::Zero(2, 2), coupled(x), MatX(2, 0)});
  };
  CHECK(continuity(field, VecX::Zero(2)).verdict == Verdict::kFails);

  // E-001-18: with equal lengths A keeps its rank at the change point, [c' Z; A] does not.
  const double up = 2 * atan(1.0);
  const auto rows = [&](const VecX& x, bool with_positions) {
    const SliderCrank parts{x(0), x(1), 0.5, 0.5};
    const MatX A = couple(parts.crank(), parts.crank_port(), parts.rod(), parts.rod_port()).A;
    MatX all(3, 4);
    all << A, 0, sin(x(1)), cos(x(1)), 0;
    return MatX(with_positions ? all : A);
  };
  const VecX change{{up, up}};
  CHECK(constant_rank(
            kCoupling, [&](const VecX& x) { return rows(x, false); }, change)
            .verdict == Verdict::kHolds);
  CHECK(constant_rank(
            kCoupling, [&](const VecX& x) { return rows(x, true); }, change)
            .verdict == Verdict::kFails);
  CHECK(Subspaces(rows(change, true)).rank() == 2);
}

TEST_CASE("multibody: the order of coupling three systems does not matter", "[structure]") {
  Random random(66);
  const auto system = [&] {
    return Multibody{random.matrix(2, 2), random.skew(2), MatX(0, 2), random.matrix(2, 1)};
  };
  const Multibody a = system(), b = system(), c = system();
  const MatX ab = random.matrix(2, 1), ba = random.matrix(2, 1), bc = random.matrix(2, 1),
             cb = random.matrix(2, 1), none = MatX::Zero(2, 1);
  const auto stacked = [](const MatX& above, const MatX& below) {
    MatX all(above.rows() + below.rows(), above.cols());
    all << above, below;
    return all;
  };
  const Multibody left = couple(couple(a, ab, b, ba), stacked(none, bc), c, cb);
  const Multibody right = couple(a, ab, couple(b, bc, c, cb), stacked(ba, none));
  CHECK(distance(structure_of(left), structure_of(right)) < 1e-12);
  CHECK(structure_of(left).is_dirac());
}

// T-28
TEST_CASE("multibody: the papers' structures are the same", "[structure]") {
  Random random(67);
  const MatX A = random.matrix(1, 3);
  const Dirac whole = structure_of({MatX::Identity(3, 3), MatX::Zero(3, 3), A, MatX(3, 0)});
  // Without the resistive port, tau_d = 0, (2) of [001] is D_Delta of [003] and D_A of [004].
  const Dirac nothing = interaction(MatX(0, 3));
  const Dirac closed = compose(whole, {6, 7, 8}, nothing, {0, 1, 2}, Coupling::kOppositeEfforts);
  CHECK(distance(closed, induced(A)) < 1e-12);
  // (12) of [001] as a law on (f, e) = (force, velocity) of two ports, [004] (2.16): equal
  // velocities, opposite forces; with flows and efforts exchanged the standard interaction of
  // [003], and the junction of [002].
  const Dirac law = Dirac::constrained(MatX::Zero(2, 2), MatX{{1}, {-1}});
  const Dirac contact = interaction(MatX{{1, -1}});
  CHECK(distance(Dirac::image(law.efforts(), law.flows()), contact) < 1e-15);
  const MatX J1 = random.skew(3), J2 = random.skew(2), g1 = random.matrix(3, 1),
             g2 = random.matrix(2, 1);
  MatX rows(1, 5);
  rows << g1.transpose(), -g2.transpose();
  CHECK(distance(interconnect(block_diagonal(J1, J2), block_diagonal(g1, g2), law),
                 Dirac::constrained(block_diagonal(J1, J2), rows.transpose())) < 1e-12);
}

}  // namespace porthos::structure::interconnect_test
