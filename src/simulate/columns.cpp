#include <algorithm>

#include "base/index.hpp"
#include "base/suggest.hpp"
#include "simulate/estimate.hpp"
#include "simulate/recorder.hpp"
#include "simulate/set_valued.hpp"

namespace porthos::simulate {

using Eigen::Index;
using system::Assembled;
using system::Named;

namespace {

/// A column that a large table contains only on request: a readout.
struct Detail {
  std::string name, unit;
  int readout;
};

/// True if one of the names equals this, or is a prefix of it followed by *.
bool is_asked_for(const std::vector<std::string>& names, std::string_view column) {
  return std::ranges::any_of(names, [&](std::string_view name) {
    if (!name.ends_with('*')) return name == column;
    return column.starts_with(name.substr(0, name.size() - 1));
  });
}

/// The number of columns of branches and relations in a table by default.
constexpr std::size_t kMostDetails = 600;

std::string numbered(const std::string& name, std::size_t i, std::size_t count) {
  return count == 1 ? name : name + "." + std::to_string(i + 1);
}

/// Effort, flow and power of each connected port.
std::vector<Detail> branches(const Assembled& model) {
  std::vector<Detail> made;
  for (const auto& port : model.joined) {
    const auto count = static_cast<std::size_t>(port.size);
    for (std::size_t k = 0; k < count; ++k) {
      const int first = port.first + 3 * static_cast<int>(k);
      made.push_back({numbered(port.name + ".effort", k, count), port.effort_unit, first});
      made.push_back({numbered(port.name + ".flow", k, count), port.flow_unit, first + 1});
      made.push_back({numbered(port.name + ".power", k, count), "W", first + 2});
    }
  }
  return made;
}

/// Flow and effort of each dissipation and force law.
std::vector<Detail> relations(const Assembled& model) {
  std::vector<Detail> made;
  for (const auto& relation : model.relations) {
    made.push_back({"flow." + relation.name, relation.flow_unit, relation.first});
    made.push_back({"effort." + relation.name, relation.effort_unit, relation.first + 1});
  }
  return made;
}

/// Columns in their order.
class List {
 public:
  explicit List(const RunState& now)
      : now_(now),
        model_(*now.assembled),
        branches_(branches(model_)),
        relations_(relations(model_)),
        shows_details_(branches_.size() + relations_.size() <= kMostDetails) {}

  void add_motion();
  void add_multipliers();
  void add_ports();
  void add_outputs();
  void add_stored();
  void add_account();
  void add_forces();
  void add_powers();
  void add_heats();
  void add_gaps();
  void add_set_valued();
  std::vector<Column> take() { return std::move(columns_); }

 private:
  using Read = double (*)(const RowData&, Index);

  void add(const std::string& name, const std::string& unit, Index index, Read read) {
    columns_.push_back({name, unit, "", read, index});
  }
  void add_readout(const std::string& name, const std::string& unit, Index index) {
    add(name, unit, index, [](const RowData& from, Index of) { return from.readouts[of]; });
  }
  /// The unit of a row that is a rate.
  std::string effort_unit(const Named& row, const char* numerator) const {
    const auto found = model_.effort_units.find(row.name);
    if (found != model_.effort_units.end()) return found->second;
    return row.unit.empty() ? std::string() : numerator + ("/(" + row.unit + ")");
  }

  void add_details(const std::vector<Detail>& details) {
    for (const Detail& one : details)
      if (shows_details_ || is_asked_for(now_.options.columns, one.name))
        add_readout(one.name, one.unit, one.readout);
  }

  const RunState& now_;
  const Assembled& model_;
  const std::vector<Detail> branches_, relations_;
  const bool shows_details_;
  std::vector<Column> columns_;
};

void List::add_motion() {
  add("t", "s", 0, [](const RowData& from, Index) { return from.now.state.t; });
  const auto add_states = [&](const auto& states, Read read) {
    for (Index i = -1; const auto& state : states) {
      ++i;
      if (state.is_clock) continue;
      add(state.name, state.unit, i, read);
      columns_.back().label = state.label;
    }
  };
  add_states(model_.z, [](const RowData& from, Index of) { return from.now.state.z[of]; });
  add_states(model_.w, [](const RowData& from, Index of) { return from.velocities[of]; });
}

void List::add_multipliers() {
  for (const int i : now_.whole->active()) {
    const Named& row = model_.c[index(i)];
    add("multiplier." + row.name, effort_unit(row, "J"), i,
        [](const RowData& from, Index of) { return from.lambda[of]; });
  }
  // A prescribed port's multiplier is shown as the port's effort.
  const auto& prescribed = model_.assembly.prescribed;
  for (std::size_t i = 0; i < index(model_.set_valued_mu); ++i) {
    if (std::find(prescribed.begin(), prescribed.end(), static_cast<int>(i)) != prescribed.end())
      continue;
    const Named& row = model_.mu[i];
    add("multiplier." + row.name, effort_unit(row, "W"), static_cast<Index>(i),
        [](const RowData& from, Index of) { return from.mu[of]; });
  }
}

void List::add_ports() {
  for (const auto& port : model_.ports) {
    const std::size_t count = port.u.size();
    if (port.is_clock) {
      add(port.name + ".power", "W", port.u[0],
          [](const RowData& from, Index u) { return from.flows[u]; });
      continue;
    }
    for (std::size_t k = 0; k < count; ++k)
      if (port.feedback.empty())
        add(numbered(port.name + ".effort", k, count), port.effort_unit, port.u[k],
            [](const RowData& from, Index u) { return from.efforts[u]; });
      else
        add_readout(numbered(port.name + ".effort", k, count), port.effort_unit, port.feedback[k]);
    for (std::size_t k = 0; k < count; ++k)
      add(numbered(port.name + ".flow", k, count), port.flow_unit, port.u[k],
          [](const RowData& from, Index u) { return from.flows[u]; });
    for (std::size_t k = 0; k < count; ++k)
      if (port.feedback.empty())
        add(numbered(port.name + ".power", k, count), "W", port.u[k],
            [](const RowData& from, Index u) { return from.efforts[u] * from.flows[u]; });
      else
        add_readout(numbered(port.name + ".power", k, count), "W",
                    port.feedback[k] + static_cast<int>(count));
  }
  add_details(branches_);
}

void List::add_outputs() {
  for (std::size_t i = 0; i < model_.outputs.size(); ++i) {
    add_readout(model_.outputs[i].name, model_.outputs[i].unit, model_.output_index[i]);
    columns_.back().label = model_.output_labels[i];
  }
}

void List::add_stored() {
  add("energy.kinetic", "J", 0,
      [](const RowData& from, Index) { return from.now.system->kinetic_energy(from.now.state.w); });
  const bool has_parts = model_.storages.size() > 1;
  for (std::size_t i = 0; i < model_.storages.size() && has_parts; ++i) {
    if (model_.storages[i].w.empty() || model_.storages[i].name.empty()) continue;
    add("energy." + model_.storages[i].name + ".kinetic", "J", static_cast<Index>(i),
        [](const RowData& from, Index of) {
          VecX w = VecX::Zero(from.now.state.w.size());
          for (const int k : from.now.assembled->storages[index(of)].w) w[k] = from.now.state.w[k];
          return from.now.system->kinetic_energy(w);
        });
  }
  add("energy.potential", "J", 0, [](const RowData& from, Index) { return from.potentials.sum(); });
  for (std::size_t i = 0; i < model_.potentials.size(); ++i)
    if (model_.potentials[i].name != "potential")
      add("energy." + model_.potentials[i].name, "J", static_cast<Index>(i),
          [](const RowData& from, Index of) { return from.potentials[of]; });
  add("energy.stored", "J", 0, [](const RowData& from, Index) { return from.now.stored; });
  if (model_.ambient_temperature)
    add("energy.exergy", "J", 0, [](const RowData& from, Index) {
      double entropy = 0;
      for (const int i : from.now.assembled->entropies) entropy += from.now.state.z[i];
      return from.now.stored - *from.now.assembled->ambient_temperature * entropy;
    });
}

void List::add_account() {
  add("energy.dissipated", "J", 0,
      [](const RowData& from, Index) { return from.now.dissipated(); });
  for (Index i = 0; const Named& power : model_.powers) {
    if (!model_.is_force[index(i)])
      add("energy.dissipated." + power.name, "J", i,
          [](const RowData& from, Index of) { return from.now.state.dissipated[of]; });
    ++i;
  }
  add("energy.supplied", "J", 0,
      [](const RowData& from, Index) { return from.now.state.supplied.sum(); });
  for (Index i = -1; const auto& port : model_.ports) {
    ++i;
    if (!port.feedback.empty()) continue;  // among the forces
    add("energy.supplied." + port.name, "J", i, [](const RowData& from, Index of) {
      double through = 0;
      for (const int u : from.now.assembled->ports[index(of)].u)
        through += from.now.state.supplied[u];
      return through;
    });
  }
  add_forces();
  if (now_.has_event_energy())
    add("energy.events", "J", 0, [](const RowData& from, Index) { return from.now.event_energy; });
  add("energy.balance_error", "J", 0,
      [](const RowData& from, Index) { return from.now.balance_error; });
}

/// The energy that force laws have supplied.
void List::add_forces() {
  const auto& is_force = model_.is_force;
  if (std::find(is_force.begin(), is_force.end(), 1) == is_force.end()) return;
  add("energy.forces", "J", 0, [](const RowData& from, Index) { return from.now.forced(); });
  for (Index i = 0; const Named& power : model_.powers) {
    if (is_force[index(i)])
      add("energy.forces." + power.name, "J", i,
          [](const RowData& from, Index of) { return -from.now.state.dissipated[of]; });
    ++i;
  }
}

/// The present power of relations and of force laws.
void List::add_powers() {
  for (Index i = 0; const Named& power : model_.powers) {
    if (model_.is_force[index(i)])
      add("power." + power.name, "W", i,
          [](const RowData& from, Index of) { return -from.powers[of]; });
    else
      add("power." + power.name, "W", i,
          [](const RowData& from, Index of) { return from.powers[of]; });
    ++i;
  }
  add_details(relations_);
}

/// The heat by friction, and the entropy that it produces.
void List::add_heats() {
  for (Index i = 0; const Named& heat : model_.heats) {
    add("heat." + heat.name, "W", i, [](const RowData& from, Index of) { return from.heats[of]; });
    add("temperature." + heat.name, "K", i,
        [](const RowData& from, Index of) { return from.temperatures[of]; });
    add("entropy_production." + heat.name, "W/K", i,
        [](const RowData& from, Index of) { return from.productions[of]; });
    if (model_.ambient_temperature)
      add("exergy_destruction." + heat.name, "W", i, [](const RowData& from, Index of) {
        return *from.now.assembled->ambient_temperature * from.productions[of];
      });
    ++i;
  }
}

/// The mode of each set-valued law, and the gap of each contact.
void List::add_set_valued() {
  using Kind = model::SetValued::Kind;
  for (std::size_t i = 0; i < model_.set_valued.size(); ++i) {
    const model::SetValued& law = model_.set_valued[i];
    if (i > 0 && model_.set_valued[i - 1].has_slip) continue;  // added with its contact
    if (law.kind == Kind::kContact) add_readout("gap." + law.name, law.unit, law.flow);
    add("mode." + law.name, "", static_cast<Index>(i), [](const RowData& from, Index of) {
      return static_cast<double>(mode_of(*from.now.assembled, from.now.modes, of));
    });
  }
}

void List::add_gaps() {
  add("gap.position", "", 0, [](const RowData& from, Index) { return from.now.gaps.position; });
  add("gap.velocity", "", 0, [](const RowData& from, Index) { return from.now.gaps.velocity; });
  if (now_.options.has_error_column)
    add("error.motion", "", 0,
        [](const RowData& from, Index) { return Estimate::present(from.now); });
}

}  // namespace

void check_columns(const std::vector<std::string>& names, const Assembled& model, Problems& to) {
  std::vector<std::string> known;
  for (const auto& details : {branches(model), relations(model)})
    for (const Detail& one : details) known.push_back(one.name);
  for (const std::string& name : names)
    if (std::ranges::none_of(known, [&](const auto& one) { return is_asked_for({name}, one); }))
      report(to, "PH111", "/simulation/columns", "\"" + name + "\"",
             "the name of a column that a large table omits: flow.NAME and effort.NAME of a "
             "dissipation or force, PORT.effort, PORT.flow and PORT.power of a connected port",
             did_you_mean(name, known));
}

std::vector<Column> columns_of(const RunState& now) {
  List list(now);
  list.add_motion();
  list.add_multipliers();
  list.add_ports();
  list.add_outputs();
  list.add_stored();
  list.add_account();
  list.add_powers();
  list.add_heats();
  list.add_set_valued();
  list.add_gaps();
  return list.take();
}

}  // namespace porthos::simulate
