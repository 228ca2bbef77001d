#include "structure/closedness.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>

#include "random.hpp"
#include "structure/distributions.hpp"
#include "structure/interconnect.hpp"
#include "structure/jacobi.hpp"
#include "structure/subalgebra.hpp"
#include "structure/tensor.hpp"

namespace porthos::structure::closedness_test {
namespace {

MatX hat(const Eigen::Vector3d& a) {
  return MatX{{0, -a(2), a(1)}, {a(2), 0, -a(0)}, {-a(1), a(0), 0}};
}

MatX canonical(Index n) {
  MatX J = MatX::Zero(2 * n, 2 * n);
  J.topRightCorner(n, n).setIdentity();
  J.bottomLeftCorner(n, n) = -MatX::Identity(n, n);
  return J;
}

MatX body(const VecX& x) {  // (4.54) of [004], x = (Pi, p)
  MatX J = MatX::Zero(6, 6);
  J << hat(x.head(3)), hat(x.tail(3)), hat(x.tail(3)), MatX::Zero(3, 3);
  return J;
}

/// [0 Z; -Z^T -G]
MatX mechanical(const MatX& Z, const MatX& G) {
  const Index n = Z.rows(), m = Z.cols();
  MatX J = MatX::Zero(n + m, n + m);
  J.topRightCorner(n, m) = Z;
  J.bottomLeftCorner(m, n) = -Z.transpose();
  J.bottomRightCorner(m, m) = -G;
  return J;
}

/// Momenta's rows below, of constraints A q' = 0: (0; A^T).
MatX below(const MatX& A) {
  MatX g = MatX::Zero(2 * A.cols(), A.rows());
  g.bottomRows(A.cols()) = A.transpose();
  return g;
}

DiracField field(const MatrixField& J, const MatrixField& g) {
  return [=](const VecX& x) { return Dirac::constrained(J(x), g(x)); };
}

DiracField field(const MatrixField& J) {
  return [=](const VecX& x) { return Dirac::graph(J(x)); };
}

double residual(const Checks& checks) { return checks.front().residual; }

MatX knife(const VecX& x) { return MatX{{std::sin(x(2)), -std::cos(x(2)), 0}}; }

MatX pendulum(const VecX& x) { return MatX{{2 * x(0), 2 * x(1)}}; }

MatX magnetic(const Eigen::Vector3d& B) {
  MatX J = canonical(3);
  J.bottomRightCorner(3, 3) = -hat(B);
  return J;
}

}  // namespace

TEST_CASE("derivative: differences are as exact as they say", "[structure]") {
  const SmoothMatrix matrix([](const VecX& x) {
    return MatX{{std::sin(x(0)) * x(1), std::exp(x(1))}};
  });
  const VecX x{{0.7, 1.2}};
  const Derivative at_x = differentiate(matrix, x);
  CHECK(std::abs(at_x.by[0](0, 0) - std::cos(0.7) * 1.2) < 1e-12);
  CHECK(std::abs(at_x.by[1](0, 1) - std::exp(1.2)) < 1e-12);
  CHECK(at_x.uncertainty > 0);
  CHECK(at_x.uncertainty < 1e-10);
  // Near a pole they know that they know less.
  const SmoothMatrix pole([](const VecX& y) { return MatX{{1 / y(0)}}; });
  CHECK(differentiate(pole, VecX{{0.002}}).uncertainty > 1);
  CHECK(differentiate(matrix, VecX{{0.7, std::nan("")}}).is_finite() == false);
}

TEST_CASE("closedness: canonical and constant structures are closed", "[structure]") {
  CHECK(residual(closedness(field([](const VecX&) { return canonical(2); }), VecX::Ones(4))) == 0);
  Random random(70);
  const Dirac dirac = random.dirac(5, 2);
  const Checks checks = closedness([&](const VecX&) { return dirac; }, VecX::Ones(5));
  CHECK(checks.size() == 1);
  CHECK(checks[0].verdict == Verdict::kHolds);
  const MatX J = random.skew(3) + MatX::Identity(3, 3);
  CHECK(closedness([&](const VecX&) { return Dirac::graph(J); }, VecX::Ones(3))[0].verdict ==
        Verdict::kNotApplicable);
}

TEST_CASE("closedness: the pendulum in the plane is closed", "[structure]") {
  const auto J = [](const VecX&) { return canonical(2); };
  const auto g = [](const VecX& x) { return below(pendulum(x)); };
  const VecX x{{0.6, -0.8, 0.4, 0.3}};
  const Checks checks = closedness(field(J, g), x);
  CHECK(checks[0].verdict == Verdict::kHolds);
  CHECK(checks[0].residual < 1e-10);  // the printed 1e-10 is of simple differences
  CHECK(worst(closed_constrained({J}, {g}, x)) == Verdict::kHolds);
  CHECK(involutive_kernel({pendulum}, x.head(2)).residual < 1e-10);
}

// max |T| = max(sin^2 phi, cos^2 phi) / 4 over the projector's columns: 0.24 for phi between 0.15
// and 0.24. The frame with the allowed velocity (1, tan phi, 0) has 1 / |cos phi|, 1.03 at phi =
// 0.24.
TEST_CASE("closedness: the knife edge is not closed, for one reason", "[structure]") {
  const auto J = [](const VecX&) { return canonical(3); };
  const auto g = [](const VecX& x) { return below(knife(x)); };
  const VecX x{{0.5, -0.2, 0.24, 0.3, 0.1, -0.7}};
  const Checks checks = closedness(field(J, g), x);
  REQUIRE(checks.size() == 4);
  CHECK(checks[0].verdict == Verdict::kFails);
  CHECK(checks[0].residual == Catch::Approx(std::pow(std::cos(0.24), 2) / 4).epsilon(1e-9));
  CHECK(std::round(100 * checks[0].residual) == 24);
  CHECK(checks[1].verdict == Verdict::kHolds);  // flows without effort are involutive
  CHECK(checks[2].verdict == Verdict::kFails);
  CHECK(checks[2].residual > 0.25);  // of one basis; 0.5 of the best
  CHECK(checks[2].residual < 0.5 + 1e-9);
  CHECK(checks[3].verdict == Verdict::kNotApplicable);
  CHECK(checks[0].responsible ==
        std::vector<std::string>{"brackets of admissible functions are admissible"});

  const auto frame = [&](const VecX& y) {
    MatX efforts = MatX::Zero(6, 5);
    efforts.topLeftCorner(3, 3).setIdentity();
    efforts(3, 3) = 1;
    efforts(4, 3) = std::tan(y(2));
    efforts(5, 4) = 1;
    MatX columns = MatX::Zero(12, 6);
    columns.topLeftCorner(6, 5) = canonical(3) * efforts;
    columns.bottomLeftCorner(6, 5) = efforts;
    columns.col(5).head(6) = below(knife(y));
    return columns;
  };
  const Check of_frame = closedness_of_frame({frame}, x);
  CHECK(distance(Dirac::span(frame(x)), field(J, g)(x)) < 1e-14);
  CHECK(of_frame.residual == Catch::Approx(1 / std::cos(0.24)).epsilon(1e-9));
  CHECK(std::round(100 * of_frame.residual) == 103);

  // Representation II: condition 2 only. Representation III: condition 1 only.
  const Checks second = closed_constrained({J}, {g}, x);
  CHECK(second[0].verdict == Verdict::kHolds);
  CHECK(second[1].verdict == Verdict::kFails);
  CHECK(second[1].residual > 0.5);  // of one basis; 1 of the best
  CHECK(second[1].residual < 1 + 1e-9);
  CHECK(second[2].verdict == Verdict::kHolds);
  const Checks third =
      closed_presymplectic({[](const VecX&) { return MatX(-canonical(3)); }}, {[](const VecX& y) {
                             MatX p = MatX::Zero(1, 6);
                             p.leftCols(3) = knife(y);
                             return p;
                           }},
                           x);
  CHECK(third[0].verdict == Verdict::kFails);
  CHECK(third[1].verdict == Verdict::kHolds);
  CHECK(involutive_kernel({knife}, x.head(3)).verdict == Verdict::kFails);
  // the contact form dz - y dx
  CHECK(involutive_kernel({[](const VecX& q) {
                            return MatX{{-q(1), 0, 1}};
                          }},
                          x.head(3))
            .verdict == Verdict::kFails);
}

TEST_CASE("closedness: so(3)* satisfies Jacobi, perturbed it does not", "[structure]") {
  const VecX x{{0.3, -0.8, 0.5}};
  CHECK(jacobi_identity({[](const VecX& y) { return hat(y); }}, x).residual < 1e-12);
  CHECK(residual(closedness(field([](const VecX& y) { return hat(y); }), x)) < 1e-12);
  // For J = hat(a(x)) the cyclic sum is a . curl a; with a = x + 0.25 (0, 0, x_1) this is -0.25
  // x_2.
  const auto perturbed = [](const VecX& y) {
    return hat(Eigen::Vector3d(y(0), y(1), y(2) + 0.25 * y(0)));
  };
  const Check jacobi = jacobi_identity({perturbed}, x);
  CHECK(jacobi.verdict == Verdict::kFails);
  CHECK(jacobi.residual == Catch::Approx(0.2).epsilon(1e-9));
  const Checks checks = closedness(field(perturbed), x);
  CHECK(checks[0].verdict == Verdict::kFails);
  CHECK(checks[0].responsible ==
        std::vector<std::string>{"Jacobi identity of admissible functions"});
  // With exact derivatives the residual is rounding.
  const auto exact = [](const VecX&) {
    return std::vector<MatX>{hat({1, 0, 0}), hat({0, 1, 0}), hat({0, 0, 1})};
  };
  const Check known = jacobi_identity({[](const VecX& y) { return hat(y); }, exact}, x);
  CHECK(known.residual < 1e-15);
  CHECK(known.tolerance == 1e-10);
}

TEST_CASE("closedness: a body of se(3)* with constraints on its momenta", "[structure]") {
  const VecX x{{0.4, -0.3, 0.9, 1.1, 0.2, -0.5}};
  CHECK(jacobi_identity({body}, x).residual < 2e-11);
  const auto with = [&](const MatX& V) {
    return std::pair(closedness(field(body, [&](const VecX&) { return V; }), x),
                     closed_constrained({body}, {[&](const VecX&) { return V; }}, x));
  };
  const auto bracket = [](const VecX& a, const VecX& b) {  // of (omega, v)
    const Eigen::Vector3d wa = a.head(3), wb = b.head(3), va = a.tail(3), vb = b.tail(3);
    VecX c(6);
    c << wa.cross(wb), wa.cross(vb) - wb.cross(va);
    return c;
  };
  constexpr Statement kSubalgebra = {"V^perp is a subalgebra", "[004] Prop. 4.2", "T-13"};
  const auto [none, none_of_II] = with(MatX(6, 0));
  CHECK(none[0].residual < 2e-11);
  CHECK(worst(none_of_II) == Verdict::kHolds);

  const MatX two = MatX::Identity(6, 6).rightCols(2);  // p_y = p_z = 0
  const auto [some, some_of_II] = with(two);
  CHECK(some[0].verdict == Verdict::kFails);
  CHECK(some_of_II[0].verdict == Verdict::kHolds);
  CHECK(some_of_II[1].residual == Catch::Approx(1).epsilon(1e-10));
  CHECK(subalgebra(kSubalgebra, bracket, Subspaces(two.transpose()).kernel()).verdict ==
        Verdict::kFails);

  const MatX three = MatX::Identity(6, 6).rightCols(3);  // p = 0, Euler's top
  const auto [all, all_of_II] = with(three);
  CHECK(all[0].residual < 1e-12);
  CHECK(worst(all_of_II) == Verdict::kHolds);
  CHECK(subalgebra(kSubalgebra, bracket, Subspaces(three.transpose()).kernel()).verdict ==
        Verdict::kHolds);
  // E-004-2: V^perp is the kernel of V^T, of dimension 4.
  CHECK(Subspaces(two.transpose()).kernel().cols() == 4);
}

TEST_CASE("closedness: a magnetic field is closed if its divergence vanishes", "[structure]") {
  const VecX x{{0.3, 0.7, -0.4, 1, 2, 3}};
  const auto good = [](const VecX& y) { return magnetic({0, 0, 1 + y(0)}); };
  const auto bad = [](const VecX& y) { return magnetic({0, 0, 1 + y(2)}); };
  CHECK(jacobi_identity({good}, x).residual < 1e-12);
  CHECK(jacobi_identity({bad}, x).residual == Catch::Approx(1).epsilon(1e-10));
  CHECK(closedness(field(good), x)[0].verdict == Verdict::kHolds);
  CHECK(closedness(field(bad), x)[0].verdict == Verdict::kFails);
  const auto form = [](const VecX& q) { return hat({0, 0, 1 + q(2)}); };
  CHECK(closed_two_form({form}, x.head(3)).residual == Catch::Approx(1).epsilon(1e-10));
  CHECK(closed_two_form({[](const VecX& q) {
                          return hat({q(1), q(2), q(0)});
                        }},
                        x.head(3))
            .verdict == Verdict::kHolds);
}

// [004] Lemma 5.1, Cor. 5.1: on X x F, ports as coordinates on which nothing depends.
TEST_CASE("closedness: inputs", "[structure]") {
  const auto controlled = [](const MatrixField& g) {
    return std::pair<DiracField, MatrixField>(
        [=](const VecX& x) { return port_controlled(canonical(2), g(x)); },
        [=](const VecX& x) {  // the frame of (5.15)
          const MatX at_x = g(x);
          const Index m = at_x.cols();
          MatX columns = MatX::Zero(2 * (4 + m), 4 + m);
          columns.topLeftCorner(4, 4) = canonical(2);
          columns.topRightCorner(4, m) = at_x;
          columns.block(4, 4, m, m).setIdentity();
          columns.block(4 + m, 0, 4, 4).setIdentity();
          columns.bottomLeftCorner(m, 4) = -at_x.transpose();
          return columns;
        });
  };
  const VecX x{{0.2, -0.6, 0.5, 0.9}};
  // A force along the gradient of C(q) = q1^2 q2 + sin q2.
  const auto [gradient, of_gradient] = controlled([](const VecX& y) {
    return MatX{{0}, {0}, {2 * y(0) * y(1)}, {y(0) * y(0) + std::cos(y(1))}};
  });
  CHECK(distance(Dirac::span(of_gradient(x)), gradient(x)) < 1e-14);
  CHECK(closedness_of_frame({of_gradient}, x).residual < 1e-11);
  CHECK(closedness(gradient, x)[0].verdict == Verdict::kHolds);
  // Along q1 dq2, which is not a gradient.
  const auto [covector, of_covector] = controlled([](const VecX& y) {
    return MatX{{0}, {0}, {0}, {y(0)}};
  });
  CHECK(closedness_of_frame({of_covector}, x).residual == Catch::Approx(1).epsilon(1e-10));
  CHECK(closedness(covector, x)[0].verdict == Verdict::kFails);
  // Two inputs that do not commute, d/dq1 and sin(q1) d/dp1 on a frame: [g1, g2] = cos(q1) d/dp1,
  // 0.98 at q1 = 0.2.
  const auto [two, of_two] = controlled([](const VecX& y) {
    return MatX{{1, 0}, {0, 0}, {0, std::sin(y(0))}, {0, 0}};
  });
  CHECK(closedness_of_frame({of_two}, x).residual == Catch::Approx(std::cos(0.2)).epsilon(1e-9));
  CHECK(std::round(100 * closedness_of_frame({of_two}, x).residual) == 98);
  CHECK(closedness(two, x)[0].verdict == Verdict::kFails);
  // It does not matter with a constraint force along their bracket.
  const auto excused = [](const VecX& y) {
    return port_controlled(canonical(2), MatX{{1, 0}, {0, 0}, {0, std::sin(y(0))}, {0, 0}},
                           MatX{{0}, {0}, {1}, {0}});
  };
  CHECK(closedness(excused, x)[0].verdict == Verdict::kHolds);
}

TEST_CASE("closedness: the robot's wheel is not holonomic, the slider-crank's coupling is",
          "[structure]") {
  const VecX x{{0.1, 0.2, 0.7, 0.5, -0.3, 0.8}};
  const auto J = [](const VecX& y) {
    const double c = std::cos(y(2)), s = std::sin(y(2));
    return mechanical(MatX{{c, -s, 0}, {s, c, 0}, {0, 0, 1}},
                      MatX{{0, 0, -y(4)}, {0, 0, y(3)}, {y(4), -y(3), 0}});
  };
  const auto g = [](const VecX&) { return MatX{{0}, {0}, {0}, {0}, {1}, {0}}; };
  CHECK(jacobi_identity({J}, x).residual < 1e-11);
  const Checks checks = closed_constrained({J}, {g}, x);
  CHECK(checks[0].verdict == Verdict::kHolds);
  CHECK(checks[1].residual == Catch::Approx(1).epsilon(1e-9));
  CHECK(closedness(field(J, g), x)[0].verdict == Verdict::kFails);

  const double l1 = 0.3, l2 = 0.8;
  const auto coupling = [=](const VecX& z) {  // z = (phi1, x_B, y_B, phi2)
    const double s1 = std::sin(z(0)), c1 = std::cos(z(0)), s2 = std::sin(z(3)), c2 = std::cos(z(3));
    MatX turn = MatX::Identity(4, 4);  // of the rates to the velocities, Z^-1
    turn.block(1, 1, 2, 2) = MatX{{c2, s2}, {-s2, c2}};
    return MatX(MatX{{-l1 * s1, -c2, s2, l2 * s2}, {l1 * c1, -s2, -c2, -l2 * c2}} * turn);
  };
  const Check coupled = involutive_kernel({coupling}, VecX{{0.7, -0.5, 0.1, 2.8}});
  CHECK(coupled.verdict == Verdict::kHolds);
  CHECK(coupled.residual < 7e-12);
}

// E-001-3: neither the energy nor the dimension sees these signs.
TEST_CASE("closedness: it detects the sign of G", "[structure]") {
  const VecX x{{0.3, 0.4, -0.2, 0.05, 0.01, -0.005}};  // S-06: angles and momenta of its start
  const auto gyroscope = [](double sign) {
    return [=](const VecX& y) {
      const double sa = std::sin(y(0)), ca = std::cos(y(0)), sb = std::sin(y(1)),
                   cb = std::cos(y(1));
      const MatX Z{{1, sa * sb / cb, ca * sb / cb}, {0, ca, -sa}, {0, sa / cb, ca / cb}};
      return mechanical(Z, sign * hat(y.tail(3)));
    };
  };
  CHECK(jacobi_identity({gyroscope(-1)}, x).residual < 7e-11);
  const Check printed = jacobi_identity({gyroscope(1)}, x);  // twice the largest entry of Z
  CHECK(printed.residual == Catch::Approx(2 * std::cos(0.3) / std::cos(0.4)).epsilon(1e-9));
  CHECK(std::round(100 * printed.residual) == 207);
  CHECK(field(gyroscope(1))(x).is_dirac());

  // The robot's matrix of [000], with m = 2, l = 0.3, I_S = 0.05: m / I_S = 40.
  const double m = 2, l = 0.3, I_S = 0.05;
  const auto robot = [=](const VecX& y) {
    const double c = std::cos(y(2)), s = std::sin(y(2));
    const MatX shape{{0, 1, l}, {-1, 0, 0}, {-l, 0, 0}};
    return mechanical(MatX{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}, m * (y(5) - l * y(4)) / I_S * shape);
  };
  CHECK(jacobi_identity({robot}, VecX{{0, 0, 0, -1.4, 0.66, 0.253}}).residual ==
        Catch::Approx(40).epsilon(0.02));
}

TEST_CASE("closedness: products of closed structures are closed", "[structure]") {
  const auto J = [](const VecX& x) { return magnetic({0, 0, 1 + x(0)}); };
  const auto sphere = [](const VecX& x) {
    MatX p = MatX::Zero(1, 6);
    p.leftCols(3) = x.head(3).transpose();
    return interaction(p);
  };
  const VecX x{{0.3, 0.7, -0.4, 1, 2, 3}};
  const auto product = [&](const VecX& y) { return tensor(Dirac::graph(J(y)), sphere(y)); };
  CHECK(closedness(product, x)[0].verdict == Verdict::kHolds);
  const auto slides = [](const VecX& y) {  // on a plane that turns as it goes: not holonomic
    MatX p = MatX::Zero(1, 6);
    p(0, 0) = -y(1);
    p(0, 2) = 1;
    return interaction(p);
  };
  CHECK(closedness([&](const VecX& y) { return tensor(Dirac::graph(J(y)), slides(y)); }, x)[0]
            .verdict == Verdict::kFails);
}

TEST_CASE("closedness: Casimir functions exist where P0 is integrable", "[structure]") {
  const Check sphere =
      integrable_casimirs(field([](const VecX& y) { return hat(y); }), VecX{{0.3, -0.8, 0.5}});
  CHECK(sphere.verdict == Verdict::kHolds);
  CHECK(sphere.note == "1 of them");
  const auto contact = [](const VecX& q) { return interaction(MatX{{-q(1), 0, 1}}); };  // dz - y dx
  CHECK(integrable_casimirs(contact, VecX{{0.3, -0.8, 0.5}}).verdict == Verdict::kFails);
}

TEST_CASE("closedness: where it cannot be known it says so", "[structure]") {
  const auto wild = [](const VecX& x) {
    return Dirac::graph(hat({std::sin(1e6 * x(1)), std::sin(1e6 * x(2)), std::sin(1e6 * x(0))}));
  };
  CHECK(closedness(wild, VecX{{0.1, 0.2, 0.3}})[0].verdict == Verdict::kUndecided);
}

}  // namespace porthos::structure::closedness_test
