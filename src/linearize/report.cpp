#include "linearize/report.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "base/index.hpp"
#include "base/metric.hpp"

namespace porthos::linearize {

using model::Json;
using model::object;

namespace {

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json to_json(const VecX& vector) {
  Json list = Json::array();
  for (const double value : vector) list.push_back(number(value));
  return list;
}

/// Row by row.
Json to_json(const MatX& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) rows.push_back(to_json(VecX(matrix.row(i))));
  return rows;
}

Json to_json(Complex value) { return Json::array({number(value.real()), number(value.imag())}); }

template <class List>
Json names(const List& list) {
  Json made = Json::array();
  for (const auto& one : list) made.push_back(object({{"name", one.name}, {"unit", one.unit}}));
  return made;
}

/// All positions and velocities except clocks: their values and changes.
Json states(const Linearization& linearization) {
  const system::Assembled& model = *linearization.built.assembled;
  system::Workspace at = linearization.built.system->workspace();
  linearization.built.system->segment(at, system::Segment::kZ) = linearization.built.start.z;
  linearization.built.system->segment(at, system::Segment::kW) = linearization.built.start.w;
  const VecX start_w = linearization.built.system->velocities(at);
  Json list = Json::array();
  const auto add = [&](const auto& all, const VecX& values, const VecX& starts) {
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      const auto& state = all[index(i)];
      if (!state.is_clock)
        list.push_back(object({{"name", state.name},
                               {"unit", state.unit},
                               {"value", number(values[i])},
                               {"start", number(starts[i])}}));
    }
  };
  add(model.z, linearization.z, linearization.built.start.z);
  add(model.w, linearization.w, start_w);
  return list;
}

/// A matrix over all states, without the rows of clocks.
MatX without_clocks(const MatX& of, const system::Assembled& model) {
  MatX made(of.rows(), of.cols());
  Eigen::Index next = 0;
  for (Eigen::Index i = 0; i < of.rows(); ++i) {
    const auto state = static_cast<std::size_t>(i);
    if (state >= model.z.size() || !model.z[state].is_clock) made.row(next++) = of.row(i);
  }
  return made.topRows(next);
}

/// The entry of largest size, the first of equals.
Complex largest_of(const VecC& all) {
  Complex largest = 0;
  for (const Complex& one : all)
    if (std::abs(one) > 1.000001 * std::abs(largest)) largest = one;
  return largest;
}

/// A mode over all states, scaled so that its largest change of a position (or else of a velocity)
/// is 1.
VecC shape_of(const Linearization& linearization, const MatX& map, Eigen::Index mode) {
  constexpr double kNothing = 1e-9;  // relative to velocities with mass: rounding
  VecC shape = map * linearization.modes.vectors.col(mode);
  Eigen::Index positions = 0;
  for (const auto& state : linearization.built.assembled->z) positions += state.is_clock ? 0 : 1;
  VecC massive = shape.tail(shape.size() - positions);
  const Metric metric = linearization.built.system->metric();
  for (const Metric::Massless& group : metric.massless())
    for (const int w : group.velocities) massive[w] = 0;
  Complex unit = largest_of(shape.head(positions));
  if (const Complex fastest = largest_of(massive); !(std::abs(unit) > kNothing * std::abs(fastest)))
    unit = fastest;
  if (unit == Complex(0)) unit = largest_of(shape);
  if (std::abs(unit) > 0) shape /= unit;
  return shape;
}

Json modes(const Linearization& linearization, const MatX& map) {
  Json list = Json::array();
  for (std::size_t k = 0; k < linearization.modes.values.size(); ++k) {
    const Complex value = linearization.modes.values[k];
    if (value.imag() < 0) continue;  // one of a pair represents both
    const VecC shape = shape_of(linearization, map, static_cast<Eigen::Index>(k));
    const double natural = std::abs(value);
    list.push_back(object({{"eigenvalue", to_json(value)},
                           {"isPair", value.imag() > 0},
                           {"naturalFrequency", number(natural)},
                           {"frequency", number(value.imag() / (2 * std::numbers::pi))},
                           {"dampingRatio", number(-value.real() / natural)},
                           {"shape", object({{"re", to_json(VecX(shape.real()))},
                                             {"im", to_json(VecX(shape.imag()))}})}}));
  }
  return list;
}

Json response_json(const Linearization& linearization) {
  Json values = Json::array();
  for (Eigen::Index y = 0; y < static_cast<Eigen::Index>(linearization.outputs.size()); ++y) {
    Json row = Json::array();
    for (Eigen::Index u = 0; u < static_cast<Eigen::Index>(linearization.drives.size()); ++u) {
      Json re = Json::array(), im = Json::array();
      for (const MatC& one : linearization.response) {
        const Complex value = one(y, u);
        const bool is_finite = std::isfinite(value.real()) && std::isfinite(value.imag());
        re.push_back(is_finite ? Json(value.real()) : Json());
        im.push_back(is_finite ? Json(value.imag()) : Json());
      }
      row.push_back(object({{"re", std::move(re)}, {"im", std::move(im)}}));
    }
    values.push_back(std::move(row));
  }
  Json omega = Json::array();
  for (const double one : linearization.omega) omega.push_back(number(one));
  return object({{"omega", std::move(omega)}, {"values", std::move(values)}});
}

}  // namespace

const char* name(Motion motion) {
  switch (motion) {
    case Motion::kRest: return "rest";
    case Motion::kSteady: return "steady";
    case Motion::kMoving: return "moving";
  }
  return "";
}

Json eigenvalues(const Modes& of) {
  Json list = Json::array();
  for (const Complex value : of.values) list.push_back(to_json(value));
  return list;
}

void add_to(Json& answer, const Linearization& linearization) {
  if (linearization.z.size() + linearization.w.size() == 0) return;
  Json at = object({{"states", states(linearization)}});
  if (linearization.equilibrium) {
    at["isFound"] = linearization.equilibrium->is_found;
    at["residual"] = number(linearization.equilibrium->residual);
    at["iterations"] = linearization.equilibrium->iterations;
  }
  if (linearization.is_linear) at["motion"] = name(linearization.motion);
  if (!linearization.built.modes.empty()) at["modes"] = linearization.built.modes;
  answer["at"] = std::move(at);
  if (linearization.coordinates.empty() && !linearization.is_linear) return;

  Json dependent = Json::array();
  for (const std::string& row : linearization.built.start.dependent) dependent.push_back(row);
  const auto xi = static_cast<int>(linearization.coordinates.size());
  answer["structure"] =
      object({{"index", linearization.index ? Json(*linearization.index) : Json()},
              {"rows", linearization.rows},
              {"rank", linearization.built.start.rank},
              {"dependent", std::move(dependent)},
              {"freedoms", object({{"positions", linearization.free_positions},
                                   {"velocities", xi - linearization.free_positions}})},
              {"isRegular", linearization.linear.is_regular},
              {"condition", number(linearization.linear.condition)}});
  if (!linearization.is_linear) return;

  const system::Assembled& model = *linearization.built.assembled;
  const MatX map = without_clocks(linearization.map, model);
  answer["coordinates"] = names(linearization.coordinates);
  answer["map"] = to_json(map);
  answer["inputs"] = names(linearization.drives);
  answer["outputs"] = names(linearization.outputs);
  answer["A"] = to_json(linearization.linear.A);
  answer["B"] = to_json(linearization.linear.B);
  answer["C"] = to_json(linearization.output_matrices.C);
  answer["D"] = to_json(linearization.output_matrices.D);
  const auto is_nothing = [](const MatX& matrix) {
    return matrix.size() == 0 || !(matrix.cwiseAbs().maxCoeff() > 1e-14);
  };
  if (!is_nothing(linearization.map_drive) || !is_nothing(linearization.linear.B_rate) ||
      !is_nothing(linearization.output_matrices.D_rate)) {
    answer["mapInputs"] = to_json(without_clocks(linearization.map_drive, model));
    answer["Brate"] = to_json(linearization.linear.B_rate);
    answer["Drate"] = to_json(linearization.output_matrices.D_rate);
  }
  answer["eigenvalues"] = eigenvalues(linearization.modes);
  answer["zeros"] = linearization.modes.zeros;
  answer["still"] = to_json(MatX((map * linearization.modes.still).transpose()));
  answer["modes"] = modes(linearization, map);
  Json free = Json::array();
  for (const int i : linearization.stability.free) free.push_back(model.z[index(i)].name);
  answer["stability"] = object({{"verdict", linearization.stability.verdict},
                                {"because", linearization.stability.because},
                                {"free", std::move(free)}});
  if (!linearization.omega.empty()) answer["response"] = response_json(linearization);
}

}  // namespace porthos::linearize
