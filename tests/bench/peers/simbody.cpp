/// Simbody on the mechanisms of problems.mjs, built in its usual way: trees of mobilizers in
/// relative coordinates, loops closed by constraints. jobs.hpp with {problem} in the request; jobs
/// {until, step, tolerance, integrator: "Runge-Kutta-Merson" or "CPodes"}. Only the positions of
/// points are comparable, so these are the columns.
#include <Simbody.h>

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>

#include "jobs.hpp"

namespace porthos::bench {
namespace {

using namespace SimTK;

constexpr double kLongest = 5;  // s of CPU, for a tenth of the motion

/// A mechanism in its start pose and how to read the columns from it.
struct Mechanism {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  std::function<void(State&)> start = [](State&) {};
  std::function<std::vector<double>(const State&)> columns;

  explicit Mechanism(const Vec3& gravity) { Force::UniformGravity(forces, matter, gravity); }
};

const Vec3 kDown(0, -9.81, 0);  // of plane mechanisms
const Vec3 kDown3(0, 0, -9.81);

/// The first values of these points of bodies.
void add(std::vector<double>& row, const Vec3& point, int count) {
  for (int i = 0; i < count; ++i) row.push_back(point[i]);
}

std::unique_ptr<Mechanism> pendulum() {
  auto made = std::make_unique<Mechanism>(kDown);
  const Vec3 bob(0, -1, 0);
  MobilizedBody::Pin rod(made->matter.updGround(), Transform(),
                         Body::Rigid(MassProperties(1, bob, UnitInertia::pointMassAt(bob))),
                         Transform());
  made->start = [rod](State& state) { rod.setOneQ(state, 0, 1); };
  made->columns = [rod, bob](const State& state) {
    std::vector<double> row;
    add(row, rod.findStationLocationInGround(state, bob), 2);
    return row;
  };
  return made;
}

std::unique_ptr<Mechanism> top() {
  auto made = std::make_unique<Mechanism>(kDown3);
  const Vec3 centre(0, 1, 0);
  MobilizedBody::Ball body(
      made->matter.updGround(), Transform(),
      Body::Rigid(MassProperties(15, centre, Inertia(15.234375, 0.46875, 15.234375))), Transform());
  made->start = [body](State& state) {
    body.setUToFitAngularVelocity(state, Vec3(0, 150, -4.61538));
  };
  made->columns = [body, centre](const State& state) {
    std::vector<double> row;
    add(row, body.findStationLocationInGround(state, centre), 3);
    add(row, body.findStationLocationInGround(state, Vec3(1, 0, 0)), 3);
    return row;
  };
  return made;
}

/// A torque 0.1 sin t about z on one body.
class Drive final : public Force::Custom::Implementation {
 public:
  explicit Drive(const MobilizedBody& body) : body_(body) {}
  void calcForce(const State& state, Vector_<SpatialVec>& forces, Vector_<Vec3>&,
                 Vector&) const override {
    body_.applyBodyTorque(state, Vec3(0, 0, 0.1 * std::sin(state.getTime())), forces);
  }
  Real calcPotentialEnergy(const State&) const override { return 0; }

 private:
  MobilizedBody body_;
};

std::unique_ptr<Mechanism> slider_crank() {
  auto made = std::make_unique<Mechanism>(Vec3(0));
  constexpr double l1 = 0.2, l2 = 0.5, phi = 0.5, omega = 7;
  MobilizedBody::Pin crank(made->matter.updGround(), Transform(),
                           Body::Rigid(MassProperties(1, Vec3(0), Inertia(0.05, 0.05, 0.05))),
                           Transform());
  // From the joint to the slider; rod 0.4 kg, slider 0.6 kg at its end.
  const double mass = 1, centre = (0.4 * l2 / 2 + 0.6 * l2) / mass;
  const double inertia = 0.4 * l2 * l2 / 3 + 0.6 * l2 * l2;
  MobilizedBody::Pin rod(
      crank, Transform(Vec3(l1, 0, 0)),
      Body::Rigid(MassProperties(mass, Vec3(centre, 0, 0), Inertia(0, inertia, inertia))),
      Transform());
  Constraint::PointInPlane(made->matter.updGround(), UnitVec3(0, 1, 0), 0, rod, Vec3(l2, 0, 0));
  Force::Custom(made->forces, new Drive(crank));
  made->start = [=](State& state) {
    const double angle = -std::asin(l1 * std::sin(phi) / l2);  // of the rod, in the world
    crank.setOneQ(state, 0, phi);
    crank.setOneU(state, 0, omega);
    rod.setOneQ(state, 0, angle - phi);
    rod.setOneU(state, 0, -l1 * std::cos(phi) * omega / (l2 * std::cos(angle)) - omega);
  };
  made->columns = [=](const State& state) {
    std::vector<double> row;
    add(row, crank.findStationLocationInGround(state, Vec3(l1, 0, 0)), 2);
    add(row, rod.findStationLocationInGround(state, Vec3(l2, 0, 0)), 1);
    return row;
  };
  return made;
}

std::unique_ptr<Mechanism> four_bars(double angle, double omega) {
  auto made = std::make_unique<Mechanism>(kDown);
  constexpr int loops = 10;
  const Body::Rigid rod(MassProperties(1, Vec3(0.5, 0, 0), Inertia(0, 1.0 / 3, 1.0 / 3)));
  std::vector<MobilizedBody::Pin> stands, bars;
  for (int i = 0; i <= loops; ++i)
    stands.emplace_back(made->matter.updGround(), Transform(Vec3(i, 0, 0)), rod, Transform());
  for (int i = 0; i < loops; ++i) {
    bars.emplace_back(stands[static_cast<std::size_t>(i)], Transform(Vec3(1, 0, 0)), rod,
                      Transform());
    for (const auto& [axis, height] : {std::pair{UnitVec3(1, 0, 0), 1.0}, {UnitVec3(0, 1, 0), 0.0}})
      Constraint::PointInPlane(stands[static_cast<std::size_t>(i) + 1], axis, height, bars.back(),
                               Vec3(1, 0, 0));
  }
  made->start = [=](State& state) {
    for (const auto& stand : stands) {
      stand.setOneQ(state, 0, angle);
      stand.setOneU(state, 0, omega);
    }
    for (const auto& bar : bars) {
      bar.setOneQ(state, 0, -angle);
      bar.setOneU(state, 0, -omega);
    }
  };
  made->columns = [=](const State& state) {
    std::vector<double> row;
    for (const auto& body : {stands.front(), bars.back()})
      add(row, body.findStationLocationInGround(state, Vec3(0.5, 0, 0)), 2);
    return row;
  };
  return made;
}

std::unique_ptr<Mechanism> stiff() {
  auto made = std::make_unique<Mechanism>(kDown);
  const Vec3 bob(0, -1, 0);
  MobilizedBody::Pin rod(made->matter.updGround(), Transform(),
                         Body::Rigid(MassProperties(1, bob, UnitInertia::pointMassAt(bob))),
                         Transform());
  MobilizedBody::Slider x(made->matter.updGround(), Transform(), Body::Massless(), Transform());
  MobilizedBody::Slider second(
      x, Transform(Rotation(Pi / 2, ZAxis)),
      Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::pointMassAt(Vec3(0)))),
      Transform(Rotation(Pi / 2, ZAxis)));
  Force::TwoPointLinearSpring(made->forces, rod, bob, second, Vec3(0), 1e6, 1);
  Force::TwoPointLinearDamper(made->forces, rod, bob, second, Vec3(0), 1e4);
  made->start = [=](State& state) {
    rod.setOneQ(state, 0, 1);
    x.setOneQ(state, 0, std::sin(1) + std::sin(0.5));
    second.setOneQ(state, 0, -std::cos(1) - std::cos(0.5));
  };
  made->columns = [=](const State& state) {
    std::vector<double> row;
    add(row, rod.findStationLocationInGround(state, bob), 2);
    add(row, second.findStationLocationInGround(state, Vec3(0)), 2);
    return row;
  };
  return made;
}

using Maker = std::function<std::unique_ptr<Mechanism>()>;

const std::map<std::string, Maker> kMechanisms{
    {"pendulum", pendulum},
    {"top", top},
    {"slider-crank", slider_crank},
    {"four-bars", [] { return four_bars(-Pi / 2 + 1, 0); }},
    {"four-bars-singular", [] { return four_bars(Pi / 2, -1); }},
    {"stiff", stiff}};

std::unique_ptr<Integrator> integrator(const std::string& name, const System& system) {
  if (name == "CPodes") return std::make_unique<CPodesIntegrator>(system, CPodes::BDF);
  return std::make_unique<RungeKuttaMersonIntegrator>(system);
}

Answer run(const Maker& make, const Json& job) {
  Answer answer;
  const auto mechanism = make();
  mechanism->system.realizeTopology();
  State state = mechanism->system.getDefaultState();
  mechanism->system.realizeModel(state);
  mechanism->start(state);
  const auto stepper = integrator(job["integrator"], mechanism->system);
  const double tolerance = job["tolerance"];
  stepper->setAccuracy(tolerance);
  stepper->setConstraintTolerance(std::max(1e-13, tolerance / 10));
  double reached = 0;
  try {
    stepper->initialize(state);
    const double until = job["until"], step = job["step"];
    const auto observe = [&] {
      mechanism->system.realize(stepper->getState(), Stage::Position);
      answer.rows.push_back(mechanism->columns(stepper->getState()));
    };
    observe();
    for (int row = 1; row * step < until * (1 + 1e-12); ++row) {
      const double begin = cpu_seconds();
      while (stepper->getTime() < row * step) {
        stepper->stepTo(row * step, row * step);
        if (cpu_seconds() - begin > kLongest) throw std::runtime_error("hardly moves on");
      }
      answer.seconds += cpu_seconds() - begin;
      reached = stepper->getTime();
      observe();
    }
    answer.outcome = "finished";
  } catch (const std::exception& error) {
    answer.outcome = "failed";
    answer.message = "after t = " + std::to_string(reached) + " s: " + error.what();
  }
  answer.steps = stepper->getNumStepsTaken();
  return answer;
}

}  // namespace
}  // namespace porthos::bench

int main() {
  using namespace porthos::bench;
  const Json request = read_request();
  const Maker& make = kMechanisms.at(request["problem"]);
  run_jobs(request, [&](const Json& job) { return run(make, job); });
}
