#include "simulate/report.hpp"

#include <algorithm>

#include "base/index.hpp"
#include "simulate/set_valued.hpp"

namespace porthos::simulate {

using model::Json;
using model::object;

Json to_json(const Problems& all) {
  Json list = Json::array();
  const std::size_t told = std::min(all.size(), kMostProblems), others = all.size() - told;
  Problems problems(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(told));
  if (others > 0)
    problems.push_back(
        {.severity = has_errors(all) ? Problem::Severity::kError : Problem::Severity::kWarning,
         .code = "PH105",
         .found = std::to_string(others) + " more problems",
         .expected = "a text with fewer",
         .hint = "fix the listed ones; then the others are shown"});
  for (const Problem& problem : problems) {
    Json entry =
        object({{"severity", problem.severity == Problem::Severity::kError ? "error" : "warning"},
                {"code", problem.code},
                {"where", problem.where},
                {"found", problem.found},
                {"expected", problem.expected}});
    if (!problem.hint.empty()) entry["hint"] = problem.hint;
    if (problem.position) entry["position"] = *problem.position;
    if (problem.line) entry["line"] = *problem.line;
    if (problem.column) entry["column"] = *problem.column;
    list.push_back(std::move(entry));
  }
  return list;
}

Json to_json(const std::vector<Column>& columns) {
  Json list = Json::array();
  for (const auto& column : columns) {
    list.push_back(object({{"name", column.name}, {"unit", column.unit}}));
    if (!column.label.empty()) list.back()["label"] = column.label;
  }
  return list;
}

Json to_json(const system::Scene& scene) {
  Json camera = object({{"kind", scene.camera}, {"center", scene.center}});
  for (const auto& [key, value] : scene.camera_numbers) camera[key] = value;
  int moving = 0;
  Json bodies = Json::array();
  for (const auto& body : scene.bodies) {
    Json shapes = Json::array();
    for (const auto& shape : body.shapes) {
      Json drawn = object({{"type", shape.declared->type}});
      for (const auto& [key, text] : shape.declared->texts) drawn[key] = text;
      for (const auto& [key, flag] : shape.declared->flags) drawn[key] = flag;
      for (const auto& number : shape.declared->numbers) {
        const auto& values = shape.numbers.at(number.key);
        if (number.is_array)
          drawn[number.key] = values;
        else
          drawn[number.key] = values.at(0);
      }
      if (shape.moving >= 0) drawn["moving"] = moving++;
      shapes.push_back(std::move(drawn));
    }
    bodies.push_back(
        object({{"name", body.name}, {"role", body.role}, {"shapes", std::move(shapes)}}));
  }
  Json trails = Json::array(), vectors = Json::array();
  for (const auto& trail : scene.trails)
    trails.push_back(object({{"body", trail.body}, {"point", trail.point}}));
  for (const auto& vector : scene.vectors)
    vectors.push_back(
        object({{"name", vector.name}, {"kind", vector.kind}, {"scale", vector.scale}}));
  return object({{"camera", camera},
                 {"bodies", bodies},
                 {"trails", trails},
                 {"vectors", vectors},
                 {"moving", moving}});
}

Json to_json(const Start& start) {
  Json gaps = Json::array();
  for (const StartGap& gap : start.gaps)
    gaps.push_back(object({{"constraint", gap.name},
                           {"level", gap.level},
                           {"before", gap.before},
                           {"after", gap.after}}));
  Json changes = Json::array();
  for (const StartChange& change : start.changes)
    changes.push_back(object({{"name", change.name},
                              {"unit", change.unit},
                              {"stated", change.stated},
                              {"became", change.became}}));
  return object({{"degreesOfFreedom", start.opens ? Json() : Json(start.degrees_of_freedom)},
                 {"rank", start.rank},
                 {"dependent", start.dependent},
                 {"gaps", gaps},
                 {"changed", changes}});
}

namespace {

Json described(const std::vector<system::StartValue>& list, const char* kind) {
  Json states = Json::array();
  for (const auto& state : list)
    if (!state.is_clock)
      states.push_back(object({{"name", state.name},
                               {"unit", state.unit},
                               {"label", state.label},
                               {"kind", kind},
                               {"start", state.value},
                               {"fixed", state.is_fixed}}));
  return states;
}

Json described(const std::vector<system::ParameterValue>& list) {
  Json parameters = Json::array();
  for (const auto& parameter : list) {
    Json entry = object({{"name", parameter.name},
                         {"unit", parameter.unit},
                         {"label", parameter.label},
                         {"value", parameter.value},
                         {"derived", parameter.is_derived}});
    if (parameter.min) entry["min"] = *parameter.min;
    if (parameter.max) entry["max"] = *parameter.max;
    parameters.push_back(std::move(entry));
  }
  return parameters;
}

}  // namespace

void add_to(Json& answer, const model::Component& component) {
  answer["name"] = component.name;
  answer["source"] = component.source;
  answer["description"] = component.description;
  const model::Simulation& simulation = component.simulation;
  answer["simulation"] = object({{"until", simulation.until},
                                 {"step", simulation.step},
                                 {"method", simulation.method},
                                 {"tolerance", simulation.tolerance},
                                 {"outputEvery", simulation.output_every}});
}

void add_to(Json& answer, const system::Assembled& assembled) {
  Json ports = Json::array(), constraints = Json::array();
  for (const auto& port : assembled.ports)
    if (!port.is_clock)
      ports.push_back(object({{"name", port.name},
                              {"size", port.u.size()},
                              {"flow_unit", port.flow_unit},
                              {"effort_unit", port.effort_unit},
                              {"input", port.input},
                              {"mode", port.prescribes_flow ? "flow" : "effort"}}));
  Json states = described(assembled.z, "position");
  for (Json& velocity : described(assembled.w, "velocity")) states.push_back(std::move(velocity));
  const auto& inert = assembled.assembly.inert;
  // Rows of set-valued laws are no constraints.
  const auto& is_contact = assembled.assembly.is_contact;
  for (std::size_t i = 0; i < assembled.c.size(); ++i)
    if (i >= is_contact.size() || is_contact[i] == 0)
      constraints.push_back(object({{"name", assembled.c[i].name},
                                    {"level", "position"},
                                    {"inert", i < inert.size() && inert[i] != 0}}));
  for (int i = 0; i < assembled.set_valued_mu; ++i)
    constraints.push_back(object({{"name", assembled.mu[index(i)].name}, {"level", "velocity"}}));
  Json forces = Json::array();
  for (std::size_t i = 0; i < assembled.powers.size(); ++i)
    if (assembled.is_force[i]) forces.push_back(assembled.powers[i].name);
  answer["parameters"] = described(assembled.parameters);
  answer["forces"] = std::move(forces);
  answer["ports"] = std::move(ports);
  answer["states"] = std::move(states);
  answer["constraints"] = std::move(constraints);
}

Json derived_values(const system::Assembled& assembled) {
  Json values = Json::array();
  for (const system::ParameterValue& parameter : assembled.parameters)
    if (parameter.is_derived)
      values.push_back(object({{"name", parameter.name}, {"value", parameter.value}}));
  return values;
}

namespace {

/// The coordinates of the last step, and the reason if they are not those of joints.
Json coordinates_of(const Run& run) {
  const integrate::TreeUse& use = run.tree_use();
  Json told = object({{"used", use.is_used ? "joints" : "bodies"}});
  const std::string& why_not = use.why_not.empty() ? run.no_joints_because() : use.why_not;
  if (!why_not.empty()) told["because"] = why_not;
  if (use.others > 0) told["stepsInBodies"] = use.others;
  return told;
}

}  // namespace

Json summary(Run& run) {
  Json::object_t last;  // names are unique, and a model may have 100,000 columns
  const VecX row = run.final_row();
  for (Eigen::Index i = 0; const Column& column : run.columns())
    last.emplace_back(column.name, row[i++]);
  const bool is_adaptive = run.method().traits.is_adaptive;
  Json accuracy = object({{"basis", "companion"}, {"error", Json()}});
  const auto error = run.error();
  const double least = error ? *error : run.options().tolerance;
  if (is_adaptive && run.ledger_share() > least)
    accuracy = object({{"basis", "ledger"}, {"error", std::min(run.ledger_share(), 1.0)}});
  else if (error)
    accuracy["error"] = *error;
  else if (is_adaptive)
    accuracy = object({{"basis", "tolerance"}, {"error", run.options().tolerance}});
  if (!error) accuracy["because"] = run.why_error_is_unknown();
  Json told =
      object({{"model", ""},
              {"method", std::string(run.method().name)},
              {"step", run.options().step},
              {"steps", run.work().steps},
              {"outcome", name(run.outcome())},
              {"message", run.message()},
              {"columns", to_json(run.columns())},
              {"final", std::move(last)},
              {"ledger", object({{"stored", Json::array({run.start_energy(), run.stored()})},
                                 {"dissipated", run.dissipated()},
                                 {"supplied", run.supplied()},
                                 {"forces", run.forced()},
                                 {"events", run.event_energy()},
                                 {"balanceError", run.largest_balance_error()}})},
              {"accuracy", std::move(accuracy)},
              {"work", object({{"rejected", run.work().rejected},
                               {"evaluations", run.work().evaluations},
                               {"factorisations", run.work().factorisations}})},
              {"gaps", object({{"position", run.largest_gaps().position},
                               {"velocity", run.largest_gaps().velocity}})},
              {"events", events_to_json(run, 0)},
              {"eventCount", run.event_count()}});
  if (run.options().in_joints) told["coordinates"] = coordinates_of(run);
  return told;
}

Json events_to_json(const Run& run, std::size_t first) {
  Json list = Json::array();
  const auto word = [&](std::size_t i, std::size_t what) {
    return word_of(static_cast<Mode>(run.switch_of(i, what)));
  };
  for (std::size_t i = first; i < run.events(); ++i) {
    const std::string& name = run.name_of(i);
    Json event = object({{"t", run.time_of(i)}, {"name", name}});
    if (run.switch_of(i, 0) >= 0)
      event["switch"] = object({{"law", name},
                                {"from", word(i, 0)},
                                {"to", word(i, 1)},
                                {"impact", run.switch_of(i, 2) != 0}});
    list.push_back(std::move(event));
  }
  return list;
}

}  // namespace porthos::simulate
