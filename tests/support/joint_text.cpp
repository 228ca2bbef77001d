// The text of a random model in units of its own.
#include <cmath>

#include "support/joint_model.hpp"

namespace porthos::test {

namespace {

using namespace variables;

class JointText {
 public:
  JointText(const JointModel& model, Random& random) : model_(model), random_(random) {
    is_scaled_ = model.T != 1;
  }

  Json json() {
    add_states();
    add_energies();
    for (std::size_t k = 0; k < model_.gaps.size(); ++k)
      json_["position_constraints"]["c" + std::to_string(k + 1)] =
          digits(unit()) + "*" + text(model_.gaps[k]);
    for (const JointModel::Row& row : model_.rows) add_row(row);
    for (const JointModel::Relation& one : model_.relations) {
      const double f = unit();
      const std::string flow = flow_of(one.flow);
      std::string effort = digits(one.linear) + "*" + flow;
      if (one.cubic != 0) effort += " + " + digits(one.cubic) + "*" + flow + "^3";
      Json& made = json_["dissipation"][one.name];
      made = {{"flow", digits(f) + "*" + flow}, {"effort", power(f) + "*(" + effort + ")"}};
      if (one.heats >= 0) made["heats"] = model_.z_names[std::size_t(one.heats)];
    }
    for (const JointModel::Port& port : model_.ports) {
      const double f = unit();
      const Json flow = digits(f) + "*" + flow_of(port.flow);
      const Json effort = power(f) + "*" + text(port.effort);
      if (port.is_force) {
        json_["forces"][port.name] = {{"flow", flow}, {"effort", effort}};
        continue;
      }
      json_["ports"][port.name]["flow"] = flow;
      if (!port.effort.is_zero()) json_["inputs"][port.name] = effort;
    }
    json_["simulation"] = {{"until", model_.T}, {"step", model_.T / 100}};
    return std::move(json_);
  }

 private:
  double unit() { return is_scaled_ ? std::pow(10, random_.next(13) - 6) : 1; }
  /// The unit of an effort beside a flow of 1/f.
  std::string power(double f) const { return digits(model_.E / model_.T / f); }
  std::string name(int variable) const {
    if (variable >= kTime) return "(t/" + digits(model_.T) + ")";
    const bool is_velocity = variable >= kVelocity;
    const auto k = std::size_t(is_velocity ? variable - kVelocity : variable);
    return "(" + (is_velocity ? model_.w_names : model_.z_names)[k] + "/" +
           digits((is_velocity ? model_.W : model_.L)[k]) + ")";
  }
  std::string text(const Polynomial& one) const {
    return one.text([this](int variable) { return name(variable); });
  }
  std::string flow_of(const JointModel::Slope& slope) const {
    std::string sum;
    for (std::size_t j = 0; j < slope.size(); ++j)
      if (!slope[j].is_zero())
        sum += (sum.empty() ? "" : " + ") + text(slope[j]) + "*" + name(kVelocity + int(j));
    return sum.empty() ? "0" : "(" + sum + ")";
  }

  void add_states() {
    json_["porthos"] = 1;
    for (std::size_t i = 0; i < model_.z_names.size(); ++i) {
      json_["positions"][model_.z_names[i]] = model_.z0[i] * model_.L[i];
      std::string rate = flow_of(model_.Z[i]);
      for (std::size_t j = 0; j < model_.z_names.size(); ++j)
        if (!model_.J[i][j].is_zero())
          rate += " + " + text(model_.J[i][j]) + "*" + digits(model_.L[j] / model_.E) + "*effort(" +
                  model_.z_names[j] + ")";
      if (rate != "0")
        json_["kinematics"][model_.z_names[i]] = digits(model_.L[i] / model_.T) + "*(" + rate + ")";
    }
    for (std::size_t j = 0; j < model_.w_names.size(); ++j)
      json_["velocities"][model_.w_names[j]] = model_.w0[j] * model_.W[j];
  }

  void add_energies() {
    json_["potential_energy"] = digits(model_.E) + "*" + text(model_.V);
    Json& mass = json_["mass"] = Json::array();
    Json gyroscopic = Json::array();
    bool has_field = false;
    for (int i = 0; i < model_.m(); ++i) {
      mass.push_back(Json::array());
      gyroscopic.push_back(Json::array());
      for (int j = 0; j < model_.m(); ++j) {
        const double unit = model_.E / (model_.W[std::size_t(i)] * model_.W[std::size_t(j)]);
        mass.back().push_back(double(model_.M(i, j)) * unit);
        const Polynomial& G = model_.G[std::size_t(i)][std::size_t(j)];
        const bool is_of_group =
            !model_.group.empty() && i >= model_.group[0] && i <= model_.group[2];
        const bool is_told = !G.is_zero() && !is_of_group;
        has_field = has_field || is_told;
        gyroscopic.back().push_back(is_told ? Json(digits(unit / model_.T) + "*" + text(G))
                                            : Json(0));
      }
    }
    if (has_field) json_["gyroscopic"] = gyroscopic;
    if (model_.group.empty()) return;
    Json names = Json::array();
    for (const int j : model_.group) names.push_back(model_.w_names[std::size_t(j)]);
    json_["velocity_group"] = Json::array({{{"group", "SO(3)"}, {"velocities", names}}});
  }

  void add_row(const JointModel::Row& row) {
    const std::string f = digits(unit());
    if (row.is_port) {
      json_["ports"][row.name]["flow"] = f + "*" + flow_of(row.slope);
      json_["inputs"][row.name]["flow"] = f + "*" + text(row.flow);
      return;
    }
    std::string formula = f + "*(" + flow_of(row.slope);
    if (!row.flow.is_zero()) formula += " - " + text(row.flow);
    json_["velocity_constraints"][row.name] = formula + ")";
  }

  const JointModel& model_;
  Random& random_;
  Json json_;
  bool is_scaled_ = false;
};

}  // namespace

Json text_of(const JointModel& model, Random& random) { return JointText(model, random).json(); }

}  // namespace porthos::test
