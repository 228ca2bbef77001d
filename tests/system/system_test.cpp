#include "system/system.hpp"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>

#include "expr/query.hpp"
#include "support/assembled.hpp"
#include "support/gallery.hpp"

namespace porthos::system_test {
namespace {

using system::Kinematics;
using system::Segment;
using system::System;
using system::Workspace;
using test::assembled;
using test::gallery_files;

/// A workspace at a random state with random multipliers and signals. Eigen's generator is seeded
/// by the C library and gives the same numbers in every run.
Workspace random_moment(const System& system) {
  Workspace at = system.workspace();
  system.set_time(at, 0.7);
  for (const Segment segment :
       {Segment::kZ, Segment::kW, Segment::kLambda, Segment::kMu, Segment::kU}) {
    auto values = system.segment(at, segment);
    values.setRandom();
  }
  return at;
}

VecX all_rates(const System& system, Workspace& at) {
  system.compute_rates(at);
  VecX rates(system.sizes().z + system.sizes().w + system.sizes().nu());
  rates << system.segment(at, Segment::kZdot), system.segment(at, Segment::kForce), system.rows(at);
  return rates;
}

}  // namespace

TEST_CASE("a joint takes the masses of the velocities that it joins from its bodies", "[system]") {
  const auto file = test::models_folder() / "slider-crank.porthos.json";
  CHECK_FALSE(assembled(file, 0).moves_without_mass());
}

TEST_CASE("a fused system and one of single elements have the same rates", "[system]") {
  for (const auto& file : gallery_files()) {
    INFO(file);
    const System fused = assembled(file, 100), single = assembled(file, 0);
    REQUIRE(fused.sizes().z == single.sizes().z);
    REQUIRE(fused.sizes().nu() == single.sizes().nu());
    if (fused.moves_without_mass()) CHECK(single.moves_without_mass());
    for (int trial = 0; trial < 5; ++trial) {
      Workspace a = random_moment(fused), b = single.workspace();
      b.values = a.values;
      const VecX rates_a = all_rates(fused, a), rates_b = all_rates(single, b);
      const double scale = 1 + rates_a.norm();
      CHECK((rates_a - rates_b).norm() < 1e-13 * scale);  // the same terms, summed in another order
      Sparse da = fused.jacobian(), db = single.jacobian();
      fused.linearize(a, da);
      single.linearize(b, db);
      const MatX x = da.dense(), y = db.dense();
      CHECK((x - y).norm() < 1e-12 * (1 + x.norm()));
      Kinematics ka = fused.kinematics(), kb = single.kinematics();
      fused.compute_kinematics(a, ka);
      single.compute_kinematics(b, kb);
      CHECK((ka.Z.dense() - kb.Z.dense()).norm() < 1e-12 * (1 + x.norm()));
      CHECK((ka.Gamma.dense() - kb.Gamma.dense()).norm() < 1e-12 * (1 + x.norm()));
      fused.compute_powers(a);
      single.compute_powers(b);
      CHECK((fused.segment(a, Segment::kFlow) - single.segment(b, Segment::kFlow)).norm() <
            1e-13 * scale);
      fused.compute_readouts(a);
      single.compute_readouts(b);
      const VecX ra = fused.segment(a, Segment::kReadout),
                 rb = single.segment(b, Segment::kReadout);
      REQUIRE(ra.size() == rb.size());
      double largest = 1;  // of those that are numbers: at a random state some are not
      for (const double value : ra)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
      for (Eigen::Index i = 0; i < ra.size(); ++i)
        if (std::isfinite(ra[i]) || std::isfinite(rb[i]))
          CHECK(std::abs(ra[i] - rb[i]) < 1e-12 * largest);
    }
  }
}

TEST_CASE("the linearization is the derivative of the rates", "[system][law]") {
  for (const auto& file : gallery_files()) {
    for (const std::size_t fused : {std::size_t{0}, std::size_t{100}}) {
      INFO(file << " fused up to " << fused);
      const System system = assembled(file, fused);
      Workspace at = random_moment(system);
      system.compute_rates(at);
      Sparse jacobian = system.jacobian();
      system.linearize(at, jacobian);
      const MatX exact = jacobian.dense();
      std::vector<int> slots;
      for (const Segment segment : {Segment::kZ, Segment::kW, Segment::kLambda, Segment::kMu})
        for (int i = 0; i < system.layout().size(segment); ++i)
          slots.push_back(system.layout().slot(segment, i));
      const auto difference = [&](int slot, double h) -> VecX {
        Workspace up = at, down = at;
        up.values[slot] += h;
        down.values[slot] -= h;
        return (all_rates(system, up) - all_rates(system, down)) / (2 * h);
      };
      for (std::size_t k = 0; k < slots.size(); ++k) {
        // The error h^2 f'''/6 of a central difference is 1e-10 of f, and more if a random state is
        // near a pole: it is estimated as three times the change at half of h. Rounding: 1e-16/h.
        const VecX coarse = difference(slots[k], 2e-5), rate = difference(slots[k], 1e-5);
        const auto column = exact.col(static_cast<Eigen::Index>(k));
        CHECK((rate - column).norm() < 1e-7 * (1 + column.norm()) + (coarse - rate).norm());
      }
    }
  }
}

TEST_CASE("the power balance holds for the right-hand side at every state", "[system][law]") {
  // T-07: e^T z' + w^T M w' = y^T u - w^T tau_d - e^T r_z - (rows)^T nu, whatever the multipliers;
  // gyroscopic forces do not appear.
  for (const auto& file : gallery_files()) {
    INFO(file);
    const System system = assembled(file, 100);
    for (int trial = 0; trial < 10; ++trial) {
      Workspace at = random_moment(system);
      // Resistive efforts and signals are part of the balance; constraint gaps are not zero here.
      system.compute_rates(at);
      system.compute_powers(at);
      const VecX w = system.segment(at, Segment::kW);
      VecX e = system.segment(at, Segment::kE);
      const double stored =
          e.dot(system.segment(at, Segment::kZdot)) + w.dot(system.segment(at, Segment::kForce));
      const double supplied = system.segment(at, Segment::kFlow).dot(system.port_efforts(at));
      const double dissipated = system.segment(at, Segment::kPower).sum();
      VecX reactions = system.segment(at, Segment::kMu);
      for (const int row : system.assembly().prescribed)
        if (row >= 0) reactions[row] = 0;  // the effort of its port
      const double reacted = system.segment(at, Segment::kRow).dot(reactions);
      const double scale = 1 + std::abs(stored) + std::abs(supplied) + std::abs(reacted);
      CHECK(std::abs(stored - supplied + dissipated + reacted) < 1e-12 * scale);
    }
  }
}

TEST_CASE(
    "kinematics gives what w adds to the rates of z and of the constraints as Z w and Gamma w",
    "[system][law]") {
  for (const auto& file : gallery_files()) {
    INFO(file);
    const System system = assembled(file, 100);
    Workspace at = random_moment(system);
    system.compute_rates(at);
    Kinematics kinematics = system.kinematics();
    system.compute_kinematics(at, kinematics);
    Workspace rest = at;  // with the same efforts and signals
    const VecX w = system.segment(at, Segment::kW);
    system.segment(rest, Segment::kW).setZero();
    system.compute_rates(rest);
    VecX zdot = system.segment(at, Segment::kZdot) - system.segment(rest, Segment::kZdot);
    VecX gained = kinematics.Z.times(w);
    for (const system::Instance& instance : system.assembly().instances)
      for (const laws::Resistive& relation : instance.laws->resistive)
        if (relation.heats) {  // entropy grows with the square of w
          for (std::size_t i = 0; i < instance.z.size(); ++i)
            if (expr::depends_on(*relation.heats, instance.laws->e[i]))
              zdot[instance.z[i]] = gained[instance.z[i]] = 0;
        }
    const double size = 1 + w.norm() + system.rows(rest).norm();
    CHECK((gained - zdot).norm() < 1e-12 * size);
    CHECK((kinematics.Gamma.times(w) - (system.rows(at) - system.rows(rest))).norm() <
          1e-12 * size);
  }
}

TEST_CASE("what the kinematics keeps by itself is found inert, and nothing else", "[system]") {
  const std::filesystem::path models = test::models_folder();
  const auto inert = [&](const char* name) {
    return assembled(models / (std::string(name) + ".porthos.json"), 100).inert().size();
  };
  CHECK(inert("gyroscope-matrix") == 6);
  CHECK(inert("gyroscope-quaternion") == 1);
  CHECK(inert("pendulum-cartesian") == 0);
  CHECK(inert("slider-crank") == 0);
}

}  // namespace porthos::system_test
