/// The differentiation index in both reports, compared with the Kronecker index of the pencil from
/// ranks of derivative arrays.
#include <algorithm>
#include <optional>

#include "base/metric.hpp"
#include "dae/accelerations.hpp"
#include "inspect/inspector.hpp"
#include "linear.hpp"
#include "simulate/opened.hpp"
#include "support/random_model.hpp"

namespace index_test {
using namespace porthos::test;
using namespace porthos;

namespace {

/// The rank of a matrix of mixed units: rows and columns are scaled first.
Eigen::Index rank_of(MatrixXd a) {
  if (a.size() == 0) return 0;
  for (int pass = 0; pass < 6; ++pass) {
    for (Eigen::Index i = 0; i < a.rows(); ++i)
      if (const double size = a.row(i).norm(); size > 1e-13) a.row(i) /= size;
    for (Eigen::Index k = 0; k < a.cols(); ++k)
      if (const double size = a.col(k).norm(); size > 1e-13) a.col(k) /= size;
  }
  const Eigen::JacobiSVD<MatrixXd> parts(a);
  const auto& values = parts.singularValues();
  return (values.array() > 1e-9 * values[0]).count();
}

/// E y' = A y, y = (z, w, lambda, mu), at the start of a model.
struct Pencil {
  MatrixXd E, A;

  explicit Pencil(const Opened& model) {
    const system::System& system = *model.system;
    system::Workspace at = system.workspace();
    const Eigen::VectorXd z = model.start.z, w = model.start.w;
    system.set_time(at, 0);
    system.segment(at, system::Segment::kZ) = z;
    system.segment(at, system::Segment::kW) = w;
    const Metric metric(system.mass());
    dae::Accelerations accelerations(system, metric);
    accelerations.compute(at);
    Sparse jacobian = system.jacobian();
    system.linearize(at, jacobian);
    system::Kinematics kinematics = system.kinematics();
    system.compute_kinematics(at, kinematics);
    const MatrixXd J = jacobian.dense(), gaps = kinematics.c_prime.dense();
    const auto s = z.size() + w.size(), n = J.cols();
    const auto lambda = Eigen::Index(system.active().size()), mu = Eigen::Index(system.sizes().mu);
    E = MatrixXd::Zero(s + lambda + mu, n);
    E.topLeftCorner(z.size(), z.size()).setIdentity();
    E.block(z.size(), z.size(), w.size(), w.size()) = system.mass().dense();
    A = MatrixXd::Zero(E.rows(), n);
    A.topRows(s) = J.topRows(s);
    for (Eigen::Index i = 0; i < lambda; ++i)  // the gaps in the place of their rates
      A.row(s + i).head(z.size()) = gaps.row(system.active()[std::size_t(i)]);
    A.bottomRows(mu) = J.bottomRows(mu);
  }
};

/// The least k for which the k-th derivative array determines as many rates y' as it ever will:
/// columns less the normal rank of s E - A. Empty above 4.
std::optional<int> kronecker_index(const Pencil& pencil) {
  const auto& [E, A] = pencil;
  const Eigen::Index m = E.rows(), n = E.cols();
  const double size_E = std::max(1e-300, E.cwiseAbs().maxCoeff());
  const double size_A = A.cwiseAbs().maxCoeff();
  Eigen::Index normal = 0;
  for (const double s : {0.7312, -1.337, 2.718})
    normal = std::max(normal, rank_of(s * (size_A / size_E) * E - A));
  for (int k = 0; k <= 4; ++k) {
    // Rows: derivatives 0 ... k; columns: y', y'', ..., y^(k+1).
    MatrixXd array = MatrixXd::Zero((k + 1) * m, (k + 1) * n);
    for (int i = 0; i <= k; ++i) {
      array.block(i * m, i * n, m, n) = E;
      if (i > 0) array.block(i * m, (i - 1) * n, m, n) = -A;
    }
    const Eigen::Index determined = rank_of(array) - rank_of(array.rightCols(k * n));
    if (determined >= normal) return k;
  }
  return {};
}

Json facts(const Json& model) {
  const std::string text = model.dump();
  const Json options{{"only", Json::array({"T-08"})}};
  return Json::parse(
      inspect::inspect(text, Json(used_files(text)).dump(), options.dump()))["facts"];
}

std::optional<int> expected_index(const Json& model) {
  const Session session = open_session(model);
  return kronecker_index(Pencil(session.opened()));
}

std::string number(Random& random) {
  const char* const all[] = {"1", "-1", "2", "0.5", "-3"};
  return random.of(all);
}

/// A sum of some of these names with random factors; never empty.
std::string any_sum(Random& random, const std::vector<std::string>& names) {
  std::string sum = number(random) + "*" + random.of(names);
  for (const std::string& name : names)
    if (random.one_in(3)) sum += " + " + number(random) + "*" + name;
  return sum;
}

/// Springs, masses or none, dampers, rows of velocities and of efforts, position constraints.
Json any_network(Random& random) {
  Json model{{"porthos", 1}, {"positions", Json::object()}, {"kinematics", Json::object()}};
  std::vector<std::string> positions, velocities;
  const int z = 1 + random.next(4), w = 1 + random.next(4);
  for (int i = 0; i < z; ++i) positions.push_back("x" + std::to_string(i));
  for (int i = 0; i < w; ++i) velocities.push_back("v" + std::to_string(i));
  std::string potential = "0", kinetic = "0";
  for (const std::string& x : positions) {
    model["positions"][x] = 0;
    model["kinematics"][x] = any_sum(random, velocities);
    if (!random.one_in(4)) potential += " + " + x + "^2*" + std::to_string(1 + random.next(3));
  }
  model["velocities"] = Json::object();
  for (const std::string& v : velocities) {
    model["velocities"][v] = 0;
    if (!random.one_in(3)) kinetic += " + " + v + "^2*" + std::to_string(1 + random.next(3));
    if (random.one_in(4))
      model["dissipation"]["d" + v] = {{"flow", v}, {"effort", std::string("2*") + v}};
  }
  model["kinetic_energy"] = kinetic;
  model["potential_energy"] = potential;
  if (random.one_in(2)) model["velocity_constraints"]["a"] = any_sum(random, velocities);
  if (random.one_in(4)) model["velocity_constraints"]["b"] = any_sum(random, velocities);
  if (random.one_in(4))
    model["velocity_constraints"]["e"] =
        "effort(" + random.of(positions) + ") - " + any_sum(random, velocities);
  if (random.one_in(3)) model["position_constraints"]["c"] = any_sum(random, positions);
  return model;
}

}  // namespace

TEST_CASE("both reports give the index that the equations have", "[linearize][index]") {
  const std::map<std::string, int> known{{"S-01c-massless-node", 2},
                                         {"S-29-knife-sigma", 2},
                                         {"S-12-boxes", 1},
                                         {"S-29-knife", 2},
                                         {"S-29-pendulum", 2}};
  for (const auto& [name, index] : known) {
    CAPTURE(name);
    CHECK(facts(reproduction(name))["index"] == index);
    CHECK(linear(reproduction(name))["structure"]["index"] == index);
  }
}

TEST_CASE("the index of every gallery model is that of its pencil", "[linearize][index]") {
  const std::string name = GENERATE(from_range(gallery_names()));
  CAPTURE(name);
  const Json model = gallery(name);
  const Json inspected = facts(model)["index"];
  const std::optional<int> expected = expected_index(model);
  REQUIRE(expected);
  CHECK(inspected == *expected);
  const Json answer = attempt_linear(model);
  REQUIRE(answer.contains("A"));
  CHECK(answer["structure"]["index"] == *expected);
}

TEST_CASE("the index of random networks is that of their pencils", "[linearize][index]") {
  Random random(20);
  int known = 0, unknown = 0, refused = 0;
  std::map<int, int> seen;
  for (int k = 0; k < 400; ++k) {
    const Json model = any_network(random);
    CAPTURE(k, model.dump());
    const Json answer = attempt_linear(model);
    if (!answer.contains("structure")) {
      ++refused;
      continue;
    }
    const std::optional<int> expected = expected_index(model);
    const Json index = answer["structure"]["index"];
    const Json inspected = facts(model)["index"];
    if (index.is_null()) {
      ++unknown;
      continue;
    }
    ++known;
    ++seen[index.get<int>()];
    CHECK(expected == index.get<int>());
    CHECK((inspected.is_null() || inspected == index));
  }
  CAPTURE(known, unknown, refused);
  CHECK(known > 200);
  for (const int index : {0, 1, 2, 3}) CHECK(seen[index] > 5);
}

TEST_CASE("an index that differs between states or exceeds 3 is not known", "[linearize][index]") {
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "q": 0.1, "s": 0 },
    "velocities": { "p": 0, "v_s": 0 }, "kinematics": { "q": "p", "s": "v_s" },
    "kinetic_energy": "p^2/2", "potential_energy": "q^2/2 + q*s + kappa*s^2/2",
    "parameters": { "kappa": 1 } })json");
  CHECK(facts(model)["index"] == 2);
  model["potential_energy"] = "q^2/2 + q*s";  // index 4: q = 0 is differentiated twice until s
  CHECK(facts(model)["index"].is_null());
  CHECK(expected_index(model) == 4);
}

}  // namespace index_test
