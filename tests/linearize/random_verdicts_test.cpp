/// Random models whose stability is known by construction: no verdict may contradict it.
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "linear.hpp"
#include "support/random_model.hpp"

namespace random_verdicts_test {
using namespace porthos::test;

namespace {

using Verdicts = std::set<std::string>;

/// A model with the verdicts that are true of it; "undecided" always is.
struct Known {
  Json model;
  Verdicts truth;
  std::string at = "start";
};

const Verdicts kAsymptotic{"asymptotically stable", "stable"}, kStable{"stable"},
    kDrifting{"neutral"}, kUnstable{"unstable"}, kNone{};

std::string text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "(%.17g)", value);
  return buffer;
}

/// 10 to a power from -6 to 6.
double any_scale(Random& random) { return std::pow(10.0, random.next(13) - 6); }

/// n positions q and velocities v, in a unit of length L, of mass m and of time T.
struct Mechanical {
  int n = 0;
  double L = 1, m = 1, T = 1;
  Json model{{"porthos", 1}};

  Mechanical(Random& random, int count) : n(count) {
    L = any_scale(random), m = any_scale(random);
    T = std::pow(10.0, random.next(7) - 3);  // frequencies of 1e-3 to 1e3
    std::string kinetic = "0";
    for (int i = 0; i < n; ++i) {
      model["positions"][q(i)] = 0;
      model["velocities"][v(i)] = 0;
      model["kinematics"][q(i)] = v(i);
      kinetic += " + " + text(m * (1 + random.next(3))) + "*" + v(i) + "^2/2";
    }
    model["kinetic_energy"] = kinetic;
  }
  static std::string q(int i) { return "q" + std::to_string(i); }
  static std::string v(int i) { return "v" + std::to_string(i); }
  double stiffness() const { return m / (T * T); }
  double damping() const { return m / T; }
  /// An integer combination of the names that `name` gives.
  template <class Name>
  std::string sum(const Eigen::VectorXi& factors, const Name& name) const {
    std::string made = "0";
    for (int i = 0; i < n; ++i)
      if (factors[i] != 0) made += " + " + std::to_string(factors[i]) + "*" + name(i);
    return made;
  }
};

Eigen::MatrixXi any_integers(Random& random, int rows, int columns) {
  Eigen::MatrixXi made(rows, columns);
  for (int& one : made.reshaped()) one = random.next(5) - 2;
  return made;
}

int rank_of(const Eigen::MatrixXi& a) {  // of integers below 10: exact with this threshold
  Eigen::FullPivLU<MatrixXd> parts(a.cast<double>());
  return a.size() == 0 ? 0 : int(parts.setThreshold(1e-9).rank());
}

/// V = sum_j k_j (a_j q)^2 / 2, D likewise, of integer directions: definiteness is a rank.
Known mechanical(Random& random) {
  Mechanical of(random, 1 + random.next(3));
  const Eigen::MatrixXi springs = any_integers(random, 1 + random.next(of.n + 1), of.n),
                        dampers = any_integers(random, random.next(of.n + 2), of.n);
  const bool has_hill = random.one_in(4), has_field = of.n > 1 && random.one_in(4);
  std::string potential = "0";
  for (int j = 0; j < springs.rows(); ++j)
    potential += " + " + text(of.stiffness() * (1 + random.next(4)) / 2) + "*(" +
                 of.sum(springs.row(j), of.q) + ")^2";
  if (has_hill)  // lower than all springs together, in direction 0, by far
    potential += " - " + text(1000 * of.stiffness()) + "*q0^2";
  const int rank = rank_of(springs);
  const int quartic = random.one_in(3) ? (random.one_in(2) ? 1 : -1) : 0;
  if (quartic != 0)
    for (int i = 0; i < of.n; ++i)
      potential += " + " + text(quartic * of.stiffness() / (of.L * of.L)) + "*" + of.q(i) + "^4";
  of.model["potential_energy"] = potential;
  for (int j = 0; j < dampers.rows(); ++j) {
    const std::string flow = of.sum(dampers.row(j), of.v);
    of.model["dissipation"]["d" + std::to_string(j)] = {
        {"flow", flow}, {"effort", text(of.damping()) + "*(" + flow + ")"}};
  }
  if (has_field) {
    of.model["gyroscopic"] = Json::array();
    const double b = of.damping() * (random.next(5) - 2);
    for (int i = 0; i < of.n; ++i) {
      Json row = Json::array();
      for (int k = 0; k < of.n; ++k)
        row.push_back(i == 0 && k == 1 ? Json(b) : i == 1 && k == 0 ? Json(-b) : Json(0));
      of.model["gyroscopic"].push_back(row);
    }
  }
  Known made{of.model, kNone, random.one_in(2) ? "start" : "equilibrium"};
  const bool is_damped = rank_of(dampers) == of.n, has_dampers = rank_of(dampers) > 0;
  if (has_hill) {  // one negative direction: unstable with any damping and field (Kelvin, Tait)
    made.truth = kUnstable;
  } else if (rank == of.n) {
    made.truth = has_dampers ? kAsymptotic : kStable;  // partial damping: see partly_damped
  } else if (quartic == 0) {
    made.truth = is_damped ? kStable : has_dampers ? Verdicts{"stable", "neutral"} : kDrifting;
    if (has_field) made.truth.insert({"stable", "neutral"});
  } else if (quartic > 0) {
    made.truth = {"stable", "asymptotically stable"};
  } else {
    made.truth = kUnstable;
  }
  return made;
}

/// Partial damping of a chain decays if and only if all modes move the damper. Two equal
/// oscillators with a spring between them, and a damper in that spring or on one of them.
Known partly_damped(Random& random) {
  Mechanical of(random, 2);
  const double k = of.stiffness(), d = of.damping();
  of.model["kinetic_energy"] = text(of.m) + "*(v0^2 + v1^2)/2";
  of.model["potential_energy"] =
      text(k) + "*(q0^2 + q1^2)/2 + " + text(k * (1 + random.next(3))) + "*(q0 - q1)^2/2";
  const bool between = random.one_in(2);
  const std::string flow = between ? "v0 - v1" : "v0";
  of.model["dissipation"]["d"] = {{"flow", flow}, {"effort", text(d) + "*(" + flow + ")"}};
  return {of.model, between ? kStable : kAsymptotic};
}

/// so(3)*: about the axes of the largest and of the least inertia stable, about the middle
/// unstable; about an axis across that of a symmetric body it drifts away.
Known top(Random& random) {
  const double unit = any_scale(random), spin = any_scale(random);
  int I[3];
  for (int& one : I) one = 2 + random.next(3);
  const int axis = random.next(3);
  Json model = Json::parse(R"json({ "porthos": 1,
    "velocities": { "w0": 0, "w1": 0, "w2": 0 },
    "velocity_group": [{ "group": "SO(3)", "velocities": ["w0", "w1", "w2"] }] })json");
  std::string kinetic = "0";
  for (int i = 0; i < 3; ++i)
    kinetic += " + " + text(unit * I[i]) + "*w" + std::to_string(i) + "^2/2";
  model["kinetic_energy"] = kinetic;
  model["velocities"]["w" + std::to_string(axis)] = spin;
  if (random.one_in(2)) {
    model["positions"] = {{"q", {{"start", {1, 0, 0, 0}}}}};
    model["kinematics"] = {{"q", "quaternion_rate(q, [w0, w1, w2])"}};
    model["position_constraints"] = {{"unit", "dot(q, q) - 1"}};
  }
  const int a = I[(axis + 1) % 3] - I[axis], b = I[(axis + 2) % 3] - I[axis];
  if (a * b > 0 || (a == 0 && b == 0)) return {model, kStable};
  return {model, a * b < 0 ? kUnstable : kNone};
}

/// Kirchhoff's body in a fluid, se(3)*: it moves stably along the axis of the largest mass alone.
Known body_in_fluid(Random& random) {
  const double unit = any_scale(random), length = std::pow(10.0, random.next(5) - 2);
  const double speed = std::pow(10.0, random.next(7) - 3);
  int m[3] = {2, 3, 4};
  for (int k = 0; k < 3; ++k) std::swap(m[k], m[random.next(3)]);
  const int axis = random.next(3);
  Json model = Json::parse(R"json({ "porthos": 1,
    "velocities": { "w0": 0, "w1": 0, "w2": 0, "v0": 0, "v1": 0, "v2": 0 },
    "velocity_group": [{ "group": "SE(3)",
      "velocities": ["w0", "w1", "w2", "v0", "v1", "v2"] }] })json");
  std::string kinetic = "0";
  for (int i = 0; i < 3; ++i) {
    kinetic += " + " + text(unit * length * length * (1 + random.next(3))) + "*w" +
               std::to_string(i) + "^2/2 + " + text(unit * m[i]) + "*v" + std::to_string(i) +
               "^2/2";
  }
  model["kinetic_energy"] = kinetic;
  model["velocities"]["v" + std::to_string(axis)] = speed;
  return {model, m[axis] == 4 ? kStable : kUnstable};
}

/// A pendulum as a constraint with a spring across: V'' = +-m g l + k l^2.
Known pendulum(Random& random) {
  const double l = any_scale(random), m = any_scale(random);
  const bool is_up = random.one_in(2);
  const int g = 10, share = random.next(5) - 2;  // k l = share m g / 2
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0, "y": 0 },
    "velocities": { "v": 0, "u": 0 }, "kinematics": { "x": "v", "y": "u" } })json");
  model["positions"]["y"] = is_up ? l : -l;
  model["kinetic_energy"] = text(m) + "*(v^2 + u^2)/2";
  model["potential_energy"] = text(m * g) + "*y + " + text(share * m * g / (2 * l)) + "*x^2/2";
  model["position_constraints"]["rod"] = "(x^2 + y^2 - " + text(l * l) + ")/" + text(l);
  const int curvature = (is_up ? -2 : 2) + share;
  Known made{model, curvature > 0 ? kStable : curvature < 0 ? kUnstable : kNone};
  // Level to second order: cos(phi) + sin(phi)^2/2 = 1 - phi^4/8 is a hill, its negative a valley.
  if (curvature == 0) made.truth = is_up ? kUnstable : kStable;
  if (random.one_in(2)) {
    model["dissipation"]["d"] = {{"flow", "v"}, {"effort", text(m) + "*v"}};
    made.model = model;
    if (made.truth == kStable) made.truth = kAsymptotic;
  }
  return made;
}

/// d q' = -V'(q), without mass.
Known overdamped(Random& random) {
  const double d = any_scale(random), k = d * std::pow(10.0, random.next(7) - 3);
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "q": 0 },
    "velocities": { "v": 0 }, "kinematics": { "q": "v" }, "kinetic_energy": "0*v^2" })json");
  const int sign = random.next(3) - 1;
  model["potential_energy"] = text(sign * k) + "*q^2/2";
  model["dissipation"]["d"] = {{"flow", "v"}, {"effort", text(d) + "*v"}};
  return {model, sign > 0 ? kAsymptotic : sign < 0 ? kUnstable : kStable};
}

/// z' = Z v with more positions than velocities: Casimirs, and the energy on their leaf decides.
Known on_a_leaf(Random& random) {
  Mechanical of(random, 2);
  Json model{{"porthos", 1},
             {"velocities", {{"v0", 0}, {"v1", 0}}},
             {"kinetic_energy", of.model["kinetic_energy"]}};
  const int positions = 3 + random.next(2);
  const Eigen::MatrixXi Z = any_integers(random, positions, 2);
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(positions, positions);
  std::string potential = "0";
  for (int i = 0; i < positions; ++i) {
    model["positions"]["q" + std::to_string(i)] = 0;
    model["kinematics"]["q" + std::to_string(i)] = of.sum(Z.row(i).transpose(), of.v);
    K(i, i) = random.next(4) - (random.one_in(3) ? 1 : 0);
    potential += " + " + text(of.stiffness() * K(i, i) / 2) + "*q" + std::to_string(i) + "^2";
  }
  model["potential_energy"] = potential;
  const Eigen::Matrix2d on_leaf = Z.cast<double>().transpose() * K * Z.cast<double>();
  const double trace = on_leaf.trace(), det = on_leaf.determinant();  // of integers
  if (det > 0.5 && trace > 0) return {model, kStable};
  if (det < -0.5 || trace < -0.5) return {model, kUnstable};
  // Nothing of higher order: it drifts along a level direction, if velocities move along it.
  return {model, rank_of(Z) == 2 ? kDrifting : Verdicts{"stable", "neutral"}};
}

/// H = a p^2/2 + b q^2/2 in momenta as positions.
Known canonical(Random& random) {
  const double scale = any_scale(random);
  const int a = random.next(3) - 1, b = random.next(3) - 1;
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "q": 0, "p": 0 },
    "kinematics": { "q": "effort(p)", "p": "-effort(q)" } })json");
  model["potential_energy"] = text(a * scale) + "*p^2/2 + " + text(b / scale) + "*q^2/2";
  if (a * b > 0) return {model, kStable};
  if (a * b < 0) return {model, kUnstable};
  // Both levels: at rest everywhere. Else it drifts.
  return {model, a == 0 && b == 0 ? Verdicts{"stable", "neutral"} : kDrifting};
}

/// Chaplygin's sleigh: stable with the blade behind the centre of mass, unstable before it.
Known sleigh(Random& random) {
  const double m = any_scale(random), a = std::pow(10.0, random.next(5) - 2);
  const double speed = std::pow(10.0, random.next(5) - 2) * a;
  const bool is_forward = random.one_in(2), is_centred = random.one_in(4);
  // v_x, v_y of the blade in axes of the body, and the centre of mass at a before it.
  Json model = Json::parse(R"json({ "porthos": 1,
    "positions": { "x": 0, "y": 0, "phi": 0 }, "velocities": { "v": 0, "u": 0, "w": 0 },
    "kinematics": { "x": "cos(phi)*v - sin(phi)*u", "y": "sin(phi)*v + cos(phi)*u",
      "phi": "w" },
    "velocity_group": [{ "group": "SE(2)", "velocities": ["v", "u", "w"] }],
    "velocity_constraints": { "blade": "u" } })json");
  const std::string b = text(is_centred ? 0 : a);
  model["kinetic_energy"] =
      text(m) + "*(v^2 + (u + " + b + "*w)^2)/2 + " + text(m * a * a) + "*w^2/2";
  model["velocities"]["v"] = is_forward ? speed : -speed;
  if (is_centred) return {model, kNone};  // a push makes it rotate forever
  return {model, is_forward ? kStable : kUnstable};
}

}  // namespace

TEST_CASE("no verdict about random models contradicts what is true of them",
          "[linearize][verdict][long]") {
  Random random(2025);
  Known (*const kinds[])(Random&) = {mechanical, mechanical,    mechanical, partly_damped,
                                     top,        body_in_fluid, pendulum,   overdamped,
                                     on_a_leaf,  canonical,     sleigh};
  std::map<std::string, int> seen;
  int open = 0, total = 0, refused = 0;
  for (int k = 0; total < 2200; ++k) {
    const int kind = k % int(std::size(kinds));
    const Known known = kinds[kind](random);
    const Json answer = attempt_linear(known.model, {{"at", known.at}});
    CAPTURE(k, kind, known.model.dump(), known.at, answer.dump(), known.truth);
    if (!answer.contains("stability")) {
      ++refused;
      REQUIRE(refused < 200);
      continue;
    }
    ++total;
    const std::string verdict = answer["stability"]["verdict"];
    ++seen[verdict];
    if (verdict == "undecided") {
      open += known.truth.empty() ? 0 : 1;
      continue;
    }
    CHECK(known.truth.count(verdict) == 1);
  }
  CAPTURE(open, refused, seen);
  // True verdicts are found in most cases.
  CHECK(open < total / 4);
  for (const char* one : {"asymptotically stable", "stable", "neutral", "unstable"})
    CHECK(seen[one] > 50);
}

}  // namespace random_verdicts_test
