#include "support/random_model.hpp"

#include <array>
#include <cmath>
#include <map>

namespace porthos::test {

std::string any_formula(Random& random) {
  static const std::vector<std::string> terms{
      "x",           "y",   "u",      "v",       "1",      "0",
      "t",           "pi",  "x*y",    "sin(x)",  "cos(y)", "x^2",
      "u^2",         "1/x", "exp(x)", "sqrt(y)", "abs(x)", "if(x < y, x, y)",
      "atan2(x, y)", "m",   "-3.5"};
  std::string text = random.of(terms);
  for (int k = random.next(3); k > 0; --k)
    text += std::string(1, random.of(std::string("+-*/^"))) + "(" + random.of(terms) + ")";
  return text;
}

/// Mostly sound; one formula in `wildness` is arbitrary.
Json any_model(Random& random, int wildness, bool may_be_stiff) {
  const auto maybe = [&](const std::string& text) {
    return random.one_in(wildness) ? any_formula(random) : text;
  };
  Json model{{"porthos", 1},
             {"parameters", {{"m", random.next(5)}}},
             {"positions",
              {{"x", {{"start", 0.3 * random.next(5)}, {"fixed", random.one_in(2)}}},
               {"y", 0.5 * random.next(4)}}},
             {"velocities", {{"u", random.next(3)}, {"v", 1}}},
             {"kinematics",
              {{"x", maybe(random.one_in(4) ? "u + effort(y)/5" : "u")},
               {"y", maybe(random.one_in(4) ? "v - effort(x)/5" : "cos(x)*v - u")}}},
             {"kinetic_energy", maybe(random.one_in(4) ? "v^2/2" : "m*u^2/2 + v^2/2")},
             {"potential_energy", {{"spring", maybe("x^2 + y^4")}, {"well", maybe("sin(x + y)")}}}};
  if (random.one_in(3)) model["position_constraints"] = {{"c", maybe("x^2 + y^2 - 1")}};
  // With two constraints nothing is free to move that could return the lost energy; see
  // docs/numerics.md.
  else if (random.one_in(3))
    model["velocity_constraints"] = {{"a", maybe("u - x*v")}};
  if (random.one_in(2))
    model["dissipation"] = {{"u", maybe(may_be_stiff && random.one_in(3) ? "1e6*u" : "u")}};
  if (random.one_in(2)) {
    model["ports"] = {{"p", {{"flow", maybe("v")}}}};
    model["inputs"] = {{"p", maybe("sin(t)")}};
    if (random.one_in(3)) model["inputs"]["p"] = {{"flow", maybe("sin(t)")}};
  }
  if (random.one_in(3)) {
    const std::vector<Json> actions{"stop", "record", Json{{"reset", {{"v", maybe("-v/2")}}}},
                                    Json{{"set", {{"m", maybe("m + 1")}}}}};
    model["events"] = {
        {"e", {{"when", maybe("x - y/2")}, {"do", Json::array({random.of(actions)})}}}};
  }
  return model;
}

namespace {

/// The equations of a sound model under construction.
class Builder {
 public:
  explicit Builder(Random& random) : random_(random) {}

  SoundModel build() {
    add_mechanics();
    if (random_.one_in(3)) add_maxwell();
    if (random_.one_in(3)) add_coil();
    const int rows = random_.next(4);
    if (rows == 1) add_circle();
    if (rows == 2) add_edge();
    if (rows != 0 && random_.one_in(2)) add_twin();
    if (rows == 3) add_drive();
    if (random_.one_in(2)) add_push();
    if (random_.one_in(2)) add_damper();
    if (random_.one_in(4)) add_friction_that_heats();
    return finish();
  }

 private:
  std::string number(double low, double high) {
    return Json(low + (high - low) * random_.next(1000) / 999.).dump();
  }
  void kind(const char* name) { made_.kinds.emplace_back(name); }
  void position(const std::string& name, double start, const std::string& rate) {
    model_["positions"][name] = start;
    model_["kinematics"][name] = rate;
    rate_[name] = rate;
    made_.positions.push_back(name);
  }
  void velocity(const std::string& name, double start, const std::string& momentum) {
    model_["velocities"][name] = start;
    momentum_[name] = momentum;
    made_.velocities.push_back(name);
  }
  void potential(const std::string& name, const std::string& energy) {
    model_["potential_energy"][name] = energy;
    potential_ += " + (" + energy + ")";
  }
  /// Adds a term to the right side of M w'.
  void force(const std::string& on, const std::string& what) { force_[on] += " + " + what; }

  /// x' = u, y' = b(x) v + a u
  void add_mechanics() {
    const std::string m_u = number(0.5, 2), m_v = number(0.5, 2), a = number(-0.5, 0.5);
    const std::string b = random_.one_in(2) ? "1" : "(1 + 0.3*cos(x))";
    position("x", 0.6, "u");
    position("y", 0.8, b + "*v + (" + a + ")*u");
    velocity("u", 0.5 * random_.next(3) - 0.4, m_u + "*u");
    velocity("v", 0.5 * random_.next(3) - 0.3, m_v + "*v");
    kinetic_ = m_u + "/2*u^2 + " + m_v + "/2*v^2";
    potential("spring", number(1, 4) + "*x^2/2 + " + number(0.2, 1) + "*y^4/4");
    potential("well", "-cos(x + y)");
    force("u", "-effort(x) - (" + a + ")*effort(y)");
    force("v", "-" + b + "*effort(y)");
  }

  /// A spring and a damper in series at x; the point between them has no mass.
  void add_maxwell() {
    kind("massless");
    const std::string d = number(0.5, 2);
    position("g", 0.1, "n");
    velocity("n", 0, "0*n");
    potential("series", number(1, 3) + "*g^2/2");
    model_["dissipation"]["creep"] = {{"flow", "n - u"}, {"effort", d + "*(n - u)"}};
    force("n", "-effort(g) - " + d + "*(n - u)");
    force("u", d + "*(n - u)");
    made_.is_damped = made_.has_massless = true;
  }

  /// Two capacitors in parallel and a flux: z moves by efforts, and one constraint contains
  /// efforts.
  void add_coil() {
    kind("effort row");
    const std::string c1 = number(0.5, 1.5), c2 = number(0.5, 1.5);
    const double q2 = 0.4;
    position("q", q2 * std::stod(c1) / std::stod(c2), "-effort(f)");
    position("r", q2, "0");
    position("f", 0.2, "effort(q)");
    potential("capacitors", "q^2/(2*" + c1 + ") + r^2/(2*" + c2 + ")");
    potential("coil", "f^2/(2*0.7)");
    model_["velocity_constraints"]["loop"] = "effort(q) - effort(r)";
    rate_["q"] += " - multiplier(loop)";
    rate_["r"] += " + multiplier(loop)";
  }

  void add_circle() {
    kind("holonomic");
    model_["position_constraints"]["circle"] = "x^2 + y^2 - 1";
    // effort(x) contains the reaction, so nothing is added to the forces
    twin_ = {"position_constraints", "circle", "3*(x^2 + y^2) - 3", "", ""};
  }

  void add_edge() {
    kind("nonholonomic");
    model_["velocity_constraints"]["edge"] = "sin(x)*u - cos(y)*v";
    force("u", "-multiplier(edge)*sin(x)");
    force("v", "multiplier(edge)*cos(y)");
    twin_ = {"velocity_constraints", "edge", "2*sin(x)*u - 2*cos(y)*v",
             "-2*multiplier(twin)*sin(x)", "2*multiplier(twin)*cos(y)"};
  }

  void add_drive() {
    kind("prescribed");
    model_["ports"]["drive"] = {{"flow", "u + 0.5*v"}};
    model_["inputs"]["drive"] = {{"flow", signal()}};
    made_.driven = {{"u", 1.}, {"v", 0.5}};
  }

  /// Repeats a constraint: the two share the force.
  void add_twin() {
    if (twin_[0].empty()) return;
    kind("redundant");
    made_.has_redundant = true;
    model_[twin_[0]]["twin"] = twin_[2];
    if (!twin_[3].empty()) force("u", twin_[3]);
    if (!twin_[4].empty()) force("v", twin_[4]);
  }

  void add_push() {
    kind("pushed");
    model_["ports"]["push"] = {{"flow", "v - u"}};
    const std::string effort = signal();
    model_["inputs"]["push"] = effort;
    force("v", "(" + effort + ")");
    force("u", "-(" + effort + ")");
  }

  void add_damper() {
    kind("damped");
    const std::string d = number(0.1, 1);
    const bool is_switched = random_.one_in(3);
    const std::string effort = is_switched ? "if(t < 0.325, 0.1, " + d + ")*v" : d + "*v*(1 + v^2)";
    if (is_switched) made_.jumps.push_back(0.325);
    model_["dissipation"]["damper"] = {{"flow", "v"}, {"effort", effort}};
    force("v", "-(" + effort + ")");
    made_.is_damped = true;
  }

  void add_friction_that_heats() {
    kind("heated");
    const std::string d = number(0.1, 1);
    model_["positions"]["s"] = 0.1;
    made_.positions.emplace_back("s");
    potential("heat", "3*s + s^2");
    model_["dissipation"]["friction"] = {
        {"flow", "u - v"}, {"effort", d + "*(u - v)"}, {"heats", "s"}};
    rate_["s"] = d + "*(u - v)^2/effort(s)";
    force("u", "-" + d + "*(u - v)");
    force("v", d + "*(u - v)");
  }

  /// A signal that is smooth, has corners, or jumps, sometimes within steps.
  std::string signal() {
    const auto jumps = [&](std::initializer_list<double> at) {
      made_.jumps.insert(made_.jumps.end(), at);
    };
    switch (random_.next(6)) {
      case 0: return "sin(3*t)";
      case 1: jumps({0.25}); return "if(t < 0.25, 0.2, 1.1)";
      case 2: jumps({0.231, 0.4567}); return "if(0.231 < t and t < 0.4567, 0.8, -0.3)";
      case 3: jumps({0.2, 0.4, 0.6, 0.8, 1}); return "0.4*floor(5*t)";
      case 4: jumps({(M_PI - 0.7) / 9, (2 * M_PI - 0.7) / 9}); return "0.5*sign(sin(9*t + 0.7))";
      default: jumps({M_PI / 7, 2 * M_PI / 7}); return "abs(sin(7*t))";
    }
  }

  SoundModel finish() {
    Json& outputs = model_["outputs"];
    for (const auto& [name, rate] : rate_) outputs["rate_" + name] = rate;
    for (const auto& [name, what] : force_) outputs["force_" + name] = "0" + what;
    for (const auto& [name, momentum] : momentum_) outputs["momentum_" + name] = momentum;
    outputs["kinetic"] = kinetic_;
    outputs["potential"] = "0" + potential_;
    model_["kinetic_energy"] = kinetic_;
    made_.json = model_;
    return std::move(made_);
  }

  Random& random_;
  SoundModel made_;
  Json model_ = Json::parse(R"json({ "porthos": 1 })json");
  std::map<std::string, std::string> rate_, momentum_, force_;
  std::string kinetic_, potential_;
  std::array<std::string, 5> twin_;
};

}  // namespace

SoundModel sound_model(Random& random) { return Builder(random).build(); }

}  // namespace porthos::test
