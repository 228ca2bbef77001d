#include <algorithm>
#include <cmath>

#include "base/dense.hpp"
#include "base/digits.hpp"
#include "base/index.hpp"
#include "base/metric.hpp"
#include "expr/query.hpp"
#include "system/node.hpp"

// Checks mass matrices before a run.

namespace porthos::system {

using expr::Expr;
using laws::Laws;

namespace {

/// Checks velocities whose masses are coupled only with each other.
void check_group(const Node& node, const Sparse& mass, const std::vector<int>& group,
                 const std::string& where, Problems& problems) {
  if (group.size() > Metric::kMostCoupled) {
    report(problems, "PH105", where,
           "a mass matrix that couples " + std::to_string(group.size()) +
               " velocities with each other",
           "at most " + std::to_string(Metric::kMostCoupled),
           "use the velocities of the single bodies, with constraints between them");
    return;
  }
  const auto n = static_cast<Eigen::Index>(group.size());
  const Spectrum spectrum(block(mass, group));
  const double least = spectrum.values[0], most = spectrum.values[n - 1];
  if (least >= -1e-13 * std::max(most, -least)) return;
  Eigen::Index worst = 0;
  spectrum.vectors.col(0).cwiseAbs().maxCoeff(&worst);
  report(problems, "PH121", where,
         "a mass matrix with the negative eigenvalue " + rounded_digits(least, 6),
         "a positive (semi)definite mass matrix: kinetic energy is never negative",
         "the motion of " +
             node.component->velocities[index(group[index(static_cast<int>(worst))])].name +
             " would have negative energy; an inertia about a point away from the centre of "
             "mass is at least m r^2");
}

}  // namespace

void check_mass(const Node& node, Problems& problems) {
  const Laws& laws = node.component->laws;
  const std::string where = node.component->where + "/kinetic_energy";
  std::vector<Expr> formulas;
  std::vector<Entry> places;
  for (const auto& [place, formula] : laws.mass.entries())
    if (expr::depends_on_any(formula, laws.z)) return;  // decided at the start
  for (int i = 0; i < laws.mass.size(); ++i) {
    places.push_back({i, i});
    formulas.push_back(laws.mass(i, i));
  }
  for (const auto& [place, formula] : laws.mass.entries()) {
    if (place.first == place.second) continue;
    places.push_back({place.first, place.second});
    formulas.push_back(formula);
  }
  const std::vector<double> values = values_of(formulas, laws, node.parameters);
  if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) {
    report(problems, "PH121", where, "a mass matrix with entries that are not finite",
           "finite masses",
           "look at the parameters of " + (node.prefix.empty() ? "the model" : node.prefix));
    return;
  }
  Sparse mass(laws.mass.size(), laws.mass.size(), places);
  for (std::size_t k = 0; k < places.size(); ++k)
    mass.value[index(mass.find(places[k]))] = values[k];
  for (const std::vector<int>& group : coupled(mass))
    check_group(node, mass, group, where, problems);
}

}  // namespace porthos::system
