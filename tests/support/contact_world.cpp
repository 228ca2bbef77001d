#include "support/contact_world.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace porthos::test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kGravity = 9.81;

std::string number(double x) {
  std::string text = Json(x).dump();
  return text[0] == '-' ? "(" + text + ")" : text;
}

std::string coordinate(const char* letter, int body, int dof) {
  return letter + std::to_string(3 * body + dof + 1);
}

/// A row on velocities with its free term: rate = G v.
struct Row {
  std::vector<std::pair<int, double>> entries;
  double times(const VectorXd& v) const {
    double sum = 0;
    for (const auto& [i, g] : entries) sum += g * v[i];
    return sum;
  }
};

/// What acts in one step of the time-stepping simulation.
struct Active {
  enum class Kind { kEquation, kNormal, kFriction, kDry, kOneWay } kind = Kind::kEquation;
  std::vector<Row> rows;
  double restitution = 0, bound = 0, wanted = 0;
  int normal = -1;  // of a friction
  VectorXd impulse;
};

class Stepping {
 public:
  Stepping(const ContactWorld& world, Order order) : world_(world), order_(order) {
    const auto n = static_cast<Eigen::Index>(3 * world.bodies.size());
    q_ = v_ = mass_ = VectorXd(n);
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      const auto& body = world.bodies[i];
      const auto first = static_cast<Eigen::Index>(3 * i);
      q_.segment<3>(first) = body.q;
      v_.segment<3>(first) = body.v;
      mass_.segment<3>(first).setConstant(body.mass);
      if (world.is_planar) mass_[first + 2] = body.inertia;
    }
  }

  void step(double h) {
    q_ += h / 2 * v_;
    std::vector<Active> active = find_active(h);
    if (order_ == Order::kOneByOne) strike(active, h);
    const VectorXd before = v_;
    v_ += h * forces().cwiseQuotient(mass_);
    solve(active, before);
    q_ += h / 2 * v_;
  }
  const VectorXd& positions() const { return q_; }

 private:
  int dofs() const { return world_.is_planar ? 2 : 3; }

  Vector3d place(int body) const {
    Vector3d r = q_.segment<3>(3 * body);
    if (world_.is_planar) r[2] = 0;
    return r;
  }

  VectorXd forces() const {
    VectorXd f = VectorXd::Zero(q_.size());
    for (std::size_t i = 0; i < world_.bodies.size(); ++i)
      f[static_cast<Eigen::Index>(3 * i) + dofs() - 1] -= world_.bodies[i].mass * kGravity;
    for (const auto& spring : world_.springs) {
      Vector3d stretch = place(spring.a) - (spring.b < 0 ? spring.at : place(spring.b));
      Vector3d rate = v_.segment<3>(3 * spring.a);
      if (spring.b >= 0) rate -= v_.segment<3>(3 * spring.b);
      Vector3d force = -spring.stiffness * stretch - spring.damping * rate;
      if (world_.is_planar) force[2] = 0;
      f.segment<3>(3 * spring.a) += force;
      if (spring.b >= 0) f.segment<3>(3 * spring.b) -= force;
    }
    return f;
  }

  Row along(int a, int b, const Vector3d& n) const {
    Row row;
    for (int k = 0; k < dofs(); ++k) {
      row.entries.emplace_back(3 * a + k, n[k]);
      if (b >= 0) row.entries.emplace_back(3 * b + k, -n[k]);
    }
    return row;
  }

  /// Normal and friction of a contact whose gap grows along n at body a.
  void add_contact(int a, int b, const Vector3d& n, double restitution, double friction,
                   std::vector<Active>& to) const {
    Active normal;
    normal.kind = Active::Kind::kNormal;
    normal.rows = {along(a, b, n)};
    normal.restitution = restitution;
    to.push_back(normal);
    if (friction == 0) return;
    Active slip;
    slip.kind = Active::Kind::kFriction;
    slip.bound = friction;
    slip.normal = static_cast<int>(to.size()) - 1;
    if (world_.is_planar) {
      Row row = along(a, b, Vector3d(-n[1], n[0], 0));
      row.entries.emplace_back(3 * a + 2, -world_.bodies[static_cast<std::size_t>(a)].radius);
      if (b >= 0)
        row.entries.emplace_back(3 * b + 2, -world_.bodies[static_cast<std::size_t>(b)].radius);
      slip.rows = {row};
    } else {
      const Vector3d first =
          n.cross(std::abs(n[0]) < 0.5 ? Vector3d::UnitX() : Vector3d::UnitY()).normalized();
      slip.rows = {along(a, b, first), along(a, b, n.cross(first))};
    }
    to.push_back(slip);
  }

  std::vector<Active> find_active(double h) const {
    std::vector<Active> active;
    for (const auto& rod : world_.rods) {
      const Vector3d to = place(rod.a) - (rod.b < 0 ? rod.at : place(rod.b));
      Active one;
      one.rows = {along(rod.a, rod.b, to.normalized())};
      one.wanted = -(to.norm() - rod.length) / (20 * h);  // closes what the steps have left
      active.push_back(one);
    }
    for (const auto& plane : world_.planes) {
      const double radius = world_.bodies[static_cast<std::size_t>(plane.body)].radius;
      if (plane.n.dot(place(plane.body)) - plane.d - radius <= 0)
        add_contact(plane.body, -1, plane.n, plane.restitution, plane.friction, active);
    }
    for (const auto& pair : world_.pairs) {
      const Vector3d to = place(pair.a) - place(pair.b);
      const double radii = world_.bodies[static_cast<std::size_t>(pair.a)].radius +
                           world_.bodies[static_cast<std::size_t>(pair.b)].radius;
      if (to.norm() - radii <= 0)
        add_contact(pair.a, pair.b, to.normalized(), pair.restitution, pair.friction, active);
    }
    for (const auto& dry : world_.dry) {
      Active one;
      one.kind = Active::Kind::kDry;
      one.rows = {{{{3 * dry.body + dry.dof, 1.0}}}};
      one.bound = h * dry.bound;
      active.push_back(one);
    }
    for (const auto& law : world_.one_way) {
      Active one;
      one.kind = Active::Kind::kOneWay;
      one.rows = {{{{3 * law.body + law.dof, 1.0}}}};
      active.push_back(one);
    }
    for (Active& one : active)
      one.impulse = VectorXd::Zero(static_cast<Eigen::Index>(one.rows.size()));
    return active;
  }

  void push(const Row& row, double impulse) {
    for (const auto& [i, g] : row.entries) v_[i] += g * impulse / mass_[i];
  }
  double response(const Row& row) const {
    double sum = 0;
    for (const auto& [i, g] : row.entries) sum += g * g / mass_[i];
    return sum;
  }

  /// Impacts before the step, one after the other: contacts that close, with those without
  /// restitution and one-way laws. A contact that bounces and only touches waits until it closes.
  void strike(const std::vector<Active>& all, double h) {
    constexpr double kForces = 1e3;  // m/s^2, more than forces give in a step
    constexpr int kMost = 1000;
    for (int k = 0; k < kMost; ++k) {
      std::vector<Active> struck;
      std::vector<int> place(all.size(), -1);
      bool closes = false;
      for (std::size_t i = 0; i < all.size(); ++i) {
        Active one = all[i];
        if (one.kind == Active::Kind::kDry) continue;
        if (one.kind == Active::Kind::kFriction) {
          one.normal = place[static_cast<std::size_t>(one.normal)];
          if (one.normal < 0) continue;
        }
        if (one.kind == Active::Kind::kNormal) {
          const bool is_fast = one.rows[0].times(v_) < -kForces * h;
          if (!is_fast && one.restitution > 0) continue;
          closes = closes || is_fast;
        }
        one.wanted = 0;
        place[i] = static_cast<int>(struck.size());
        struck.push_back(one);
      }
      if (!closes) return;
      bounce(struck);
    }
  }

  double kinetic() const { return 0.5 * v_.dot(mass_.cwiseProduct(v_)); }

  /// One impact. If it gives energy, all its coefficients shrink until it gives none.
  void bounce(const std::vector<Active>& struck) {
    const VectorXd before = v_;
    const double energy = kinetic();
    const auto try_with = [&](double share) {
      std::vector<Active> parts = struck;
      for (Active& one : parts) one.restitution *= share;
      v_ = before;
      solve(parts, before);
      return kinetic() <= energy * (1 + 1e-12);
    };
    if (try_with(1)) return;
    double low = 0, high = 1;
    while (high - low > 1e-9) {
      const double middle = 0.5 * (low + high);
      (try_with(middle) ? low : high) = middle;
    }
    try_with(low);
  }

  void solve(std::vector<Active>& active, const VectorXd& before) {
    constexpr int kSweeps = 4000;
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      double change = 0;
      for (std::size_t at = 0; at < active.size(); ++at) {
        Active& one = active[order_ == Order::kReversed ? active.size() - 1 - at : at];
        VectorXd wanted = one.impulse;
        double most = 0;
        for (std::size_t k = 0; k < one.rows.size(); ++k)
          most = std::max(most, response(one.rows[k]));
        for (std::size_t k = 0; k < one.rows.size(); ++k) {
          double rate = one.rows[k].times(v_) - one.wanted;
          if (one.kind == Active::Kind::kNormal)
            rate += one.restitution * std::min(0.0, one.rows[k].times(before));
          wanted[static_cast<Eigen::Index>(k)] -= rate / most;
        }
        if (one.kind == Active::Kind::kNormal || one.kind == Active::Kind::kOneWay)
          wanted[0] = std::max(0.0, wanted[0]);
        if (one.kind == Active::Kind::kFriction || one.kind == Active::Kind::kDry) {
          const double bound =
              one.kind == Active::Kind::kDry
                  ? one.bound
                  : one.bound * active[static_cast<std::size_t>(one.normal)].impulse[0];
          if (wanted.norm() > bound) wanted *= bound / wanted.norm();
        }
        for (std::size_t k = 0; k < one.rows.size(); ++k) {
          const double more =
              wanted[static_cast<Eigen::Index>(k)] - one.impulse[static_cast<Eigen::Index>(k)];
          push(one.rows[k], more);
          change = std::max(change, std::abs(more));
        }
        one.impulse = wanted;
      }
      if (change < 1e-13) break;
    }
  }

  const ContactWorld& world_;
  const Order order_;
  VectorXd q_, v_, mass_;
};

std::string distance(const ContactWorld& world, int a, int b, const Vector3d& at) {
  std::string text;
  for (int k = 0; k < (world.is_planar ? 2 : 3); ++k)
    text += (k ? " + (" : "sqrt((") + coordinate("q", a, k) + " - " +
            (b < 0 ? number(at[k]) : coordinate("q", b, k)) + ")^2";
  return text + ")";
}

/// The velocities along a contact of a and b, with normal components as formulas.
Json slip_of(const ContactWorld& world, int a, int b, const std::vector<std::string>& n) {
  const auto rate = [&](int k) {
    const std::string own = coordinate("v", a, k);
    return b < 0 ? own : "(" + own + " - " + coordinate("v", b, k) + ")";
  };
  if (world.is_planar) {
    std::string text = "-(" + n[1] + ")*" + rate(0) + " + (" + n[0] + ")*" + rate(1) + " - " +
                       number(world.bodies[static_cast<std::size_t>(a)].radius) + "*" +
                       coordinate("v", a, 2);
    if (b >= 0)
      text += " - " + number(world.bodies[static_cast<std::size_t>(b)].radius) + "*" +
              coordinate("v", b, 2);
    return text;
  }
  // Planes only, with z upwards: any two directions that are orthogonal to n = (0, 0, 1).
  return Json::array({rate(0), rate(1)});
}

}  // namespace

ContactWorld random_world(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto uniform = [&](double from, double to) {
    return from + (to - from) * (static_cast<double>(random()) / 4294967296.0);
  };
  const auto whole = [&](int from, int to) {
    return from + static_cast<int>(random() % static_cast<unsigned>(to - from + 1));
  };
  ContactWorld world;
  world.is_planar = whole(0, 3) > 0;
  const int n = whole(1, 4);
  const int up = world.is_planar ? 1 : 2;
  for (int i = 0; i < n; ++i) {
    ContactWorld::Body body;
    body.mass = uniform(0.5, 2);
    body.radius = world.is_planar ? uniform(0.05, 0.2) : 0;
    body.inertia = body.mass * body.radius * body.radius / 2;
    for (int k = 0; k < 3; ++k) {
      body.q[k] = uniform(-0.3, 0.3);
      body.v[k] = uniform(-1, 1);
    }
    body.q[0] += 0.6 * i;
    body.q[up] = uniform(0.3, 1);
    if (world.is_planar) {
      body.q[2] = 0;
      body.v[2] *= 10;
    }
    world.bodies.push_back(body);
  }
  const double common = whole(0, 1) ? 0 : uniform(0.2, 0.8);
  const double friction = whole(0, 3) ? uniform(0.1, 0.8) : 0;
  for (int i = 0; i < n; ++i) {
    world.planes.push_back(
        {i, Vector3d(0, world.is_planar ? 1 : 0, world.is_planar ? 0 : 1), 0, common, friction});
    if (world.is_planar && whole(0, 2) == 0) {  // a slope
      const double angle = uniform(0.2, 0.7);
      const Vector3d normal(-std::sin(angle), std::cos(angle), 0);
      const double gap = normal.dot(Vector3d(world.bodies[static_cast<std::size_t>(i)].q[0],
                                             world.bodies[static_cast<std::size_t>(i)].q[1], 0)) -
                         world.bodies[static_cast<std::size_t>(i)].radius;
      world.planes.push_back({i, normal, gap - uniform(0.05, 0.5), common, friction});
    }
  }
  if (world.is_planar)
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) {
        const auto& a = world.bodies[static_cast<std::size_t>(i)];
        const auto& b = world.bodies[static_cast<std::size_t>(j)];
        const double apart = (a.q - b.q).head<2>().norm() - a.radius - b.radius;
        if (apart > 0.01) world.pairs.push_back({i, j, common, whole(0, 1) ? friction : 0});
      }
  for (int i = 0; i < n; ++i) {
    const auto& body = world.bodies[static_cast<std::size_t>(i)];
    switch (whole(0, 5)) {
      case 0:
        if (i > 0) {
          Vector3d to = body.q - world.bodies[static_cast<std::size_t>(i - 1)].q;
          if (world.is_planar) to[2] = 0;
          world.rods.push_back({i, i - 1, Vector3d::Zero(), to.norm()});
          std::erase_if(world.pairs, [&](const auto& one) { return one.a == i - 1 && one.b == i; });
        }
        break;
      case 1: {
        Vector3d at = body.q + Vector3d(uniform(-0.5, 0.5), uniform(0.2, 0.5), 0);
        if (world.is_planar) at[2] = 0;
        Vector3d to = body.q - at;
        if (world.is_planar) to[2] = 0;
        world.rods.push_back({i, -1, at, to.norm()});
        break;
      }
      case 2:
        world.springs.push_back(
            {i, i > 0 ? i - 1 : -1, Vector3d(0, 0.5, 0.5), uniform(5, 50), uniform(0, 1)});
        break;
      case 3: world.dry.push_back({i, whole(0, 2), uniform(0.2, 3)}); break;
      case 4: world.one_way.push_back({i, whole(0, 2)}); break;
      default: break;
    }
  }
  return world;
}

Json text_of(const ContactWorld& world, double until) {
  Json model = {{"porthos", 1}};
  std::string kinetic, potential;
  for (int i = 0; i < static_cast<int>(world.bodies.size()); ++i) {
    const auto& body = world.bodies[static_cast<std::size_t>(i)];
    for (int k = 0; k < 3; ++k) {
      const std::string q = coordinate("q", i, k), v = coordinate("v", i, k);
      model["positions"][q] = body.q[k];
      model["velocities"][v] = body.v[k];
      model["kinematics"][q] = v;
      const double mass = world.is_planar && k == 2 ? body.inertia : body.mass;
      kinetic += (kinetic.empty() ? "" : " + ") + number(mass / 2) + "*" + v + "^2";
    }
    potential += (potential.empty() ? "" : " + ") + number(kGravity * body.mass) + "*" +
                 coordinate("q", i, world.is_planar ? 1 : 2);
  }
  model["kinetic_energy"] = kinetic;
  model["potential_energy"]["gravity"] = potential;
  const int dofs = world.is_planar ? 2 : 3;
  for (std::size_t s = 0; s < world.springs.size(); ++s) {
    const auto& spring = world.springs[s];
    const std::string name = "spring" + std::to_string(s);
    const std::string d = distance(world, spring.a, spring.b, spring.at);
    model["potential_energy"][name] = number(spring.stiffness / 2) + "*" + d + "^2";
    for (int k = 0; k < dofs; ++k) {
      std::string flow = coordinate("v", spring.a, k);
      if (spring.b >= 0) flow += " - " + coordinate("v", spring.b, k);
      model["dissipation"][name + "_" + std::to_string(k)] = {
          {"flow", flow}, {"effort", number(spring.damping) + "*(" + flow + ")"}};
    }
  }
  for (std::size_t r = 0; r < world.rods.size(); ++r) {
    const auto& rod = world.rods[r];
    model["position_constraints"]["rod" + std::to_string(r)] =
        distance(world, rod.a, rod.b, rod.at) + " - " + number(rod.length);
  }
  const auto add_contact = [&](const std::string& name, const std::string& gap, double restitution,
                               double friction, const Json& slip) {
    Json contact = {{"gap", gap}};
    if (restitution > 0) contact["restitution"] = restitution;
    if (friction > 0) {
      contact["friction"] = friction;
      contact["slip"] = slip;
    }
    model["contacts"][name] = contact;
  };
  for (std::size_t p = 0; p < world.planes.size(); ++p) {
    const auto& plane = world.planes[p];
    std::string gap;
    std::vector<std::string> normal;
    for (int k = 0; k < 3; ++k) {
      normal.push_back(number(plane.n[k]));
      if (k < dofs && plane.n[k] != 0)
        gap +=
            (gap.empty() ? "" : " + ") + number(plane.n[k]) + "*" + coordinate("q", plane.body, k);
    }
    gap += " - " + number(plane.d + world.bodies[static_cast<std::size_t>(plane.body)].radius);
    add_contact("plane" + std::to_string(p), gap, plane.restitution, plane.friction,
                slip_of(world, plane.body, -1, normal));
  }
  for (std::size_t p = 0; p < world.pairs.size(); ++p) {
    const auto& pair = world.pairs[p];
    const std::string d = distance(world, pair.a, pair.b, Vector3d::Zero());
    std::vector<std::string> normal;
    for (int k = 0; k < 2; ++k)
      normal.push_back("(" + coordinate("q", pair.a, k) + " - " + coordinate("q", pair.b, k) +
                       ")/" + d);
    const double radii = world.bodies[static_cast<std::size_t>(pair.a)].radius +
                         world.bodies[static_cast<std::size_t>(pair.b)].radius;
    add_contact("pair" + std::to_string(p), d + " - " + number(radii), pair.restitution,
                pair.friction, slip_of(world, pair.a, pair.b, normal));
  }
  for (std::size_t d = 0; d < world.dry.size(); ++d)
    model["dissipation"]["dry" + std::to_string(d)] = {
        {"flow", coordinate("v", world.dry[d].body, world.dry[d].dof)},
        {"dry", world.dry[d].bound}};
  for (std::size_t o = 0; o < world.one_way.size(); ++o)
    model["dissipation"]["way" + std::to_string(o)] = {
        {"flow", coordinate("v", world.one_way[o].body, world.one_way[o].dof)}, {"one_way", true}};
  model["simulation"] = {{"until", until}, {"step", 0.01}};
  return model;
}

std::vector<VectorXd> time_stepping(const ContactWorld& world, double h,
                                    const std::vector<double>& times, Order order) {
  Stepping stepping(world, order);
  std::vector<VectorXd> found;
  double t = 0;
  for (const double time : times) {
    const auto steps = static_cast<long>(std::lround((time - t) / h));
    for (long k = 0; k < steps; ++k) stepping.step(h);
    t = time;
    found.push_back(stepping.positions());
  }
  return found;
}

}  // namespace porthos::test
