#include "simulate/build.hpp"

#include <algorithm>
#include <vector>

#include "base/digits.hpp"
#include "base/index.hpp"
#include "base/suggest.hpp"
#include "dae/dependent_rows.hpp"
#include "model/reader.hpp"
#include "simulate/checks.hpp"
#include "simulate/coordinates.hpp"
#include "simulate/recorder.hpp"
#include "simulate/request.hpp"
#include "simulate/set_valued.hpp"
#include "simulate/start_lengths.hpp"
#include "simulate/vanishing_rows.hpp"
#include "system/build.hpp"
#include "system/density.hpp"

namespace porthos::simulate {

using model::Json;

namespace {

/// Replaces the starts of the text, except fixed ones, by those given for the run.
void place(const std::map<std::string, double>& starts, system::Assembled& assembled,
           Problems& to) {
  std::vector<std::string> names;
  std::map<std::string, system::StartValue*> known;
  for (auto* states : {&assembled.z, &assembled.w})
    for (system::StartValue& state : *states) {
      names.push_back(state.name);
      known[state.name] = &state;
    }
  for (const auto& [name, value] : starts)
    if (const auto state = known.find(name); state == known.end())
      report(to, "PH111", "/starts/" + model::pointer_token(name), "\"" + name + "\"",
             among("the name of a position or velocity", names), did_you_mean(name, names));
    else if (!state->second->is_fixed) {
      state->second->value = state->second->stated = value;
      state->second->is_given = state->second->is_stated = true;
      state->second->is_default = false;
    }
}

/// Assembles a component with the data for the search for its start; there is no system if there
/// are problems.
Built prepare(const model::Component& component, const std::map<std::string, double>& set,
              const std::map<std::string, double>& starts, system::TypeCache& types, Problems& to) {
  Built built;
  built.assembled =
      std::make_shared<system::Assembled>(system::assemble(component, set, types, to));
  system::Assembled& made = *built.assembled;
  built.is_assembled = !has_errors(to);
  if (!built.is_assembled) return built;
  take_coordinates(
      made,
      [&](const system::Guide& guide, Problems& found) {
        return system::assemble(component, set, types, found, {}, guide);
      },
      to);
  place(starts, made, to);
  if (has_errors(to)) return built;
  built.system = system::build(made, std::vector<char>(made.assembly.inert));
  built.system->set_phase(first_phase(*built.system));
  return built;
}

/// Tells which lengths are too short or too long, for positions that cannot meet their constraints.
void judge_lengths(const model::Component& component, const std::map<std::string, double>& set,
                   const std::map<std::string, double>& starts, system::TypeCache& types,
                   const system::Assembled& made, Problems& to) {
  const auto problem = std::ranges::find_if(
      to, [](const Problem& one) { return one.code == "PH201" && one.where == "/positions"; });
  if (problem == to.end()) return;
  const auto change = [&](const std::string& name, double value) {
    std::map<std::string, double> changed = set;
    changed[name] = value;
    Problems found;
    const Built built = prepare(component, changed, starts, types, found);
    Changed answer{.assembled = *built.assembled};
    if (!built.system) return answer;
    answer.start = find_free_start(*built.system, *built.assembled, found, StartOf::kPositions);
    answer.is_closed = !has_errors(found);
    return answer;
  };
  name_lengths(made, change, *problem);
}

/// Contacts are not penetrated at the start (PH209).
void check_contacts(const system::System& whole, const system::Assembled& made, const Start& start,
                    Problems& to) {
  constexpr double kTouching = 1e-10;
  if (made.set_valued.empty()) return;
  system::Workspace at = whole.workspace();
  whole.set_time(at, 0);
  whole.segment(at, system::Segment::kZ) = start.z;
  whole.segment(at, system::Segment::kW) = start.w;
  whole.compute_gaps(at);
  const double length = 1 + (start.z.size() > 0 ? start.z.lpNorm<Eigen::Infinity>() : 0);
  for (const model::SetValued& law : made.set_valued) {
    if (law.kind != model::SetValued::Kind::kContact) continue;
    const double gap = -whole.segment(at, system::Segment::kGap)[law.row];
    if (!(gap < -kTouching * length)) continue;
    report(to, "PH209", law.where,
           "the contact \"" + law.name + "\" with a gap of " + rounded_digits(gap, 6) +
               (law.unit.empty() ? "" : " " + law.unit) + " at the start",
           "a gap that is not negative",
           law.where.starts_with("porthos:") ? "move a body, or change a length of the element"
                                             : "move a body, or change the sign of the formula");
  }
}

Built build_start(const model::Component& component, const std::map<std::string, double>& set,
                  const std::map<std::string, double>& starts, system::TypeCache& types,
                  Problems& to) {
  Built built = prepare(component, set, starts, types, to);
  if (!built.system) return built;
  system::Assembled& made = *built.assembled;
  // The start is found without set-valued laws; their modes are found afterwards.
  std::shared_ptr<const system::System> free;
  if (!made.set_valued.empty()) free = without_laws(*built.system, made);
  const system::System& smooth = free ? *free : *built.system;
  built.start = find_start(smooth, made, to, StartOf::kAll, free ? built.system.get() : nullptr);
  judge_lengths(component, set, starts, types, made, to);
  if (!has_errors(to)) {
    // Starts given for the run override those of joints.
    if (starts.empty()) add_changed_coordinates(smooth, made, built.start);
    check_changes(built.start, to);
  }
  built.system->set_phase({});
  const int dependent = smooth.sizes().nu() - built.start.rank;
  if (!has_errors(to) && dependent >= dae::kMostDependent)
    report(to, "PH105", "",
           std::to_string(dae::kMostDependent) + " or more constraints that depend on others",
           "fewer", "remove the redundant ones");
  if (has_errors(to) && system::is_too_dense(*built.system))
    report(to, "PH105", "", "constraints that couple too many quantities with each other",
           "at most as many couplings as 600 fully coupled quantities have",
           "remove redundant constraints");
  check_dissipation(smooth, made, built.start, to);
  if (!free) check_accelerations(*built.system, made, to);
  if (!has_errors(to)) check_bounds(*built.system, made, built.start, to);
  if (!has_errors(to)) check_contacts(*built.system, made, built.start, to);
  check_simulation(component.simulation, to);
  check_columns(component.simulation.columns, made, to);
  return built;
}

/// True for problems that depend on the values of a start.
bool is_of_numbers(const Problem& problem) {
  return problem.code == "PH121" || problem.code == "PH123" || problem.code.starts_with("PH2");
}

}  // namespace

Built build(const model::Component& component, const std::map<std::string, double>& set,
            const std::map<std::string, double>& starts, system::TypeCache& types, Problems& to) {
  const auto first = std::ssize(to);
  Built built = build_start(component, set, starts, types, to);
  const Problems& zero = built.assembled->zero_divisors;
  if (!has_errors(to) || zero.empty()) return built;
  // They are the cause; problems of the start follow from them.
  to.erase(std::remove_if(to.begin() + first, to.end(), is_of_numbers), to.end());
  to.insert(to.end(), zero.begin(), zero.end());
  return built;
}

model::Files read_files(const std::string& json) {
  model::Files files;
  Problems none;
  const auto all = model::parse_json(json.empty() ? "{}" : json, none);
  if (!all || !all->is_object()) return files;
  for (const auto& [name, content] : model::Place(*all).members()) {
    const auto word = [&](const char* key) { return content.value(key, std::string()); };
    if (content.is_string())
      files.texts[name] = content.get<std::string>();
    else if (content.is_object())
      files.refused[name] = {word("why"), word("expected"), word("hint")};
  }
  return files;
}

Json with_options(const Json& text, const model::Component& model, const Json& inputs,
                  const std::map<std::string, double>& set) {
  const bool is_driven = inputs.is_object() && !inputs.empty();
  const bool is_resized = std::ranges::any_of(
      model.structural, [&](const std::string& name) { return set.count(name) != 0; });
  if (!is_driven && !is_resized) return {};
  Json changed = is_driven ? with_inputs(text, model, inputs) : text;
  for (const std::string& name : model.structural)
    if (const auto value = set.find(name); value != set.end()) {
      Json& parameter = changed["parameters"][name];
      (parameter.is_object() ? parameter["value"] : parameter) = value->second;
    }
  return changed;
}

}  // namespace porthos::simulate
