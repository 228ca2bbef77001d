#include "simulate/session.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "base/suggest.hpp"
#include "inspect/inert.hpp"
#include "model/model.hpp"
#include "model/reader.hpp"
#include "simulate/report.hpp"
#include "simulate/run.hpp"

namespace porthos {
namespace {

using model::Json;
using model::object;
using simulate::to_json;

/// Invalid UTF-8 from the author's text becomes the replacement character instead of an exception.
std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

constexpr double kMostSteps = 1e9;

}  // namespace

std::string references(const std::string& text) {
  Problems problems;
  const auto json = model::parse_json(text, problems);
  return dump(json ? Json(model::find_references(*json)) : Json::array());
}

std::string methods() {
  Json list = Json::array();
  for (const integrate::Method* method : integrate::methods()) {
    const integrate::Traits& traits = method->traits;
    list.push_back(object({{"name", method->name},
                           {"summary", method->summary},
                           {"order", traits.order},
                           {"traits", object({{"closesLedger", traits.closes_ledger},
                                              {"keepsPositions", traits.keeps_positions},
                                              {"keepsVelocities", traits.keeps_velocities},
                                              {"isLStable", traits.is_l_stable},
                                              {"isExplicit", traits.is_explicit},
                                              {"isAdaptive", traits.is_adaptive}})}}));
  }
  return dump(list);
}

std::string version() { return PORTHOS_VERSION; }

struct Session::Impl {
  Json text;  // the model as it was given
  model::Files files;
  std::shared_ptr<const model::Component> component;
  std::shared_ptr<const model::Component> given;  // without inputs from options
  Json last_changed;  // the text with the inputs of the last run's options, and what it gave
  std::shared_ptr<const model::Component> last_component;
  system::TypeCache given_cache, cache;
  Problems problems;

  std::shared_ptr<const system::Assembled> assembled;
  std::shared_ptr<const system::System> system;
  simulate::Start start;
  std::unique_ptr<simulate::Run> run;
  std::string method;
  double step = 0;

  /// Assembles the component and looks for its start; problems go to `to`.
  void build(const std::map<std::string, double>& set, Problems& to) {
    auto made = std::make_shared<system::Assembled>(
        system::assemble(*component, set, component == given ? given_cache : cache, to));
    assembled = made;
    system.reset();
    if (has_errors(to)) return;
    made->assembly.inert = inspect::find_inert(*made);
    system = std::make_shared<const system::System>(made->assembly);
    start = simulate::find_start(*system, *made, to);
    check_dissipation(to);
    check_simulation(component->simulation, to);
  }

  void check_simulation(const model::Simulation& simulation, Problems& to) const {
    const auto fail = [&](const char* key, const std::string& found, const std::string& expected,
                          const std::string& hint = kNothing) {
      report(to, "PH104", std::string("/simulation/") + key, found, expected, hint);
    };
    if (!(simulation.step > 0) || !std::isfinite(simulation.step))
      fail("step", Json(simulation.step).dump() + " s", "a positive time (s)");
    if (!(simulation.until >= 0) || !std::isfinite(simulation.until))
      fail("until", Json(simulation.until).dump() + " s", "a time (s), not negative");
    if (simulation.step > 0 && simulation.until / simulation.step > kMostSteps)
      fail("step", "more than 1e9 steps", "at most 1e9 steps", "make the step larger");
    if (!(simulation.tolerance >= 1e-14 && simulation.tolerance <= 0.1))
      fail("tolerance", Json(simulation.tolerance).dump(), "a number from 1e-14 to 0.1",
           "relative to the size of the states: 1e-9 keeps nine digits");
    if (integrate::find_method(simulation.method)) return;
    std::vector<std::string> known;
    for (const integrate::Method* one : integrate::methods()) known.emplace_back(one->name);
    fail("method", "\"" + simulation.method + "\"", model::one_of(known),
         did_you_mean(simulation.method, known));
  }

  /// Resistive relations must take power, at the start and at random states around it (T-06); what
  /// an entropy s gets of it is e_s s'.
  void check_dissipation(Problems& to) const {
    using system::Segment;
    std::vector<std::string> names;
    for (const system::Named& power : assembled->powers) names.push_back(power.name);
    for (const system::Heating& heating : assembled->heatings) names.push_back(heating.name);
    if (names.empty()) return;
    system::Workspace at = system->workspace();
    system->set_time(at, 0);
    std::vector<char> reported(names.size());
    std::uint32_t random = 7;
    const auto next = [&] {
      random = random * 1664525u + 1013904223u;
      return static_cast<double>(random >> 8) / (1 << 23) - 1;
    };
    for (int trial = 0; trial < 50; ++trial) {
      auto z = system->segment(at, Segment::kZ);
      auto w = system->segment(at, Segment::kW);
      z = start.z;
      w = start.w;
      if (trial > 0) {
        for (double& value : z) value += 0.1 * (1 + std::abs(value)) * next();
        for (double& value : w) value += (1 + std::abs(value)) * next();
      }
      system->compute_rates(at);
      system->compute_powers(at);
      VecX power(static_cast<Eigen::Index>(names.size()));
      power.head(system->sizes().power) = system->segment(at, Segment::kPower);
      for (Eigen::Index k = system->sizes().power; const auto& [name, s] : assembled->heatings)
        power[k++] = system->segment(at, Segment::kE)[s] * system->segment(at, Segment::kZdot)[s];
      for (std::size_t i = 0; i < names.size(); ++i) {
        const double value = power[static_cast<Eigen::Index>(i)];
        if (!(value < -1e-12 * (1 + power.cwiseAbs().maxCoeff())) || reported[i]) continue;
        reported[i] = 1;
        report(to, "PH123", "/dissipation/" + names[i],
               "a resistive relation that gives power away (" + Json(value).dump() +
                   " W at a possible state)",
               "effort * flow >= 0 at every state",
               "the effort resists the flow with its own sign: \"d*v\", not "
               "\"-d*v\"; a source of energy is a port");
      }
    }
  }
};

Session::Session(const std::string& text, const std::string& files)
    : impl_(std::make_unique<Impl>()) {
  Problems none;
  if (const auto json = model::parse_json(files.empty() ? "{}" : files, none);
      json && json->is_object())
    for (const auto& [name, content] : model::Place(*json).members())
      if (content.is_string()) impl_->files[name] = content.get<std::string>();
  const auto json = model::parse_json(text, impl_->problems);
  if (!json) return;
  impl_->text = *json;
  impl_->component = impl_->given = model::read_model(*json, impl_->files, impl_->problems);
  if (!has_errors(impl_->problems)) impl_->build({}, impl_->problems);
}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

std::string Session::describe() const {
  Json answer = object({{"problems", to_json(impl_->problems)}});
  if (!impl_->given) return dump(answer);
  const model::Component& component = *impl_->given;
  answer["name"] = component.name;
  answer["source"] = component.source;
  answer["description"] = component.description;
  const model::Simulation& simulation = component.simulation;
  answer["simulation"] = object({{"until", simulation.until},
                                 {"step", simulation.step},
                                 {"method", simulation.method},
                                 {"tolerance", simulation.tolerance},
                                 {"outputEvery", simulation.output_every}});
  if (!impl_->assembled) return dump(answer);
  const system::Assembled& assembled = *impl_->assembled;
  Json parameters = Json::array(), ports = Json::array(), states = Json::array(),
       constraints = Json::array();
  for (const auto& parameter : assembled.parameters) {
    Json entry = object({{"name", parameter.name},
                         {"unit", parameter.unit},
                         {"label", parameter.label},
                         {"value", parameter.value},
                         {"derived", parameter.is_derived}});
    if (parameter.min) entry["min"] = *parameter.min;
    if (parameter.max) entry["max"] = *parameter.max;
    parameters.push_back(std::move(entry));
  }
  for (const auto& port : assembled.ports)
    ports.push_back(object({{"name", port.name},
                            {"size", port.u.size()},
                            {"flow_unit", port.flow_unit},
                            {"effort_unit", port.effort_unit},
                            {"input", port.input},
                            {"mode", port.prescribes_flow ? "flow" : "effort"}}));
  const auto add_states = [&](const std::vector<system::StartValue>& list, const char* kind) {
    for (const auto& state : list)
      states.push_back(object({{"name", state.name},
                               {"unit", state.unit},
                               {"label", state.label},
                               {"kind", kind},
                               {"start", state.value},
                               {"fixed", state.is_fixed}}));
  };
  add_states(assembled.z, "position");
  add_states(assembled.w, "velocity");
  for (std::size_t i = 0; i < assembled.c.size(); ++i)
    constraints.push_back(object(
        {{"name", assembled.c[i].name},
         {"level", "position"},
         {"inert", i < assembled.assembly.inert.size() && assembled.assembly.inert[i] != 0}}));
  for (const auto& row : assembled.mu)
    constraints.push_back(object({{"name", row.name}, {"level", "velocity"}}));
  answer["parameters"] = std::move(parameters);
  answer["ports"] = std::move(ports);
  answer["states"] = std::move(states);
  answer["constraints"] = std::move(constraints);
  if (impl_->system) answer["report"] = to_json(impl_->start);
  return dump(answer);
}

std::string Session::start(const std::string& options) {
  Impl& impl = *impl_;
  impl.run.reset();
  Problems problems;
  const auto answer = [&](Json more = Json::object()) {
    more["problems"] = to_json(problems);
    return dump(more);
  };
  const auto json = model::parse_json(options.empty() ? "{}" : options, problems);
  if (!impl.given || has_errors(problems) || has_errors(impl.problems)) {
    // A model with problems of its own starts only if the options take them away; those of the text
    // cannot be.
    if (!impl.given || !impl.assembled) {
      problems.insert(problems.end(), impl.problems.begin(), impl.problems.end());
      return answer();
    }
  }
  if (!json) return answer();
  model::Reader reader(*json, "", problems);
  const model::Place root(*json);
  if (!reader.object(root,
                     {"until", "step", "method", "tolerance", "set", "inputs", "outputEvery"}))
    return answer();

  std::map<std::string, double> set;
  if (const model::Place all = root["set"]; reader.object(all))
    for (const auto& [name, value] : all.members()) {
      if (const auto number = reader.number(model::Place(value))) set[name] = *number;
    }
  impl.component = impl.given;
  if (const model::Place inputs = root["inputs"]; reader.object(inputs) && !inputs->empty()) {
    Json changed = impl.text;
    if (!changed["inputs"].is_object()) changed["inputs"] = Json::object();
    for (const auto& [port, input] : inputs.members()) {
      const std::string driven = model::find_port_name(*impl.given, port);
      Json kept = Json::object();  // what the text says of this port under another name gives way
      for (const auto& [name, old] : model::Place(changed["inputs"]).members())
        if (model::find_port_name(*impl.given, name) != driven) kept[name] = old;
      kept[port] = input;
      changed["inputs"] = std::move(kept);
    }
    // A cache knows components by their address, so each has its own.
    if (changed != impl.last_changed || !impl.last_component) {
      impl.cache = system::TypeCache();
      impl.last_component = model::read_model(changed, impl.files, problems);
      impl.last_changed = changed;
    }
    impl.component = impl.last_component;
    if (has_errors(problems)) impl.last_component.reset();  // to be told again next time
  }
  if (has_errors(problems)) return answer();
  model::Simulation simulation = impl.component->simulation;
  simulation.until = reader.number(root["until"], "s").value_or(simulation.until);
  simulation.step = reader.number(root["step"], "s").value_or(simulation.step);
  simulation.method = reader.text(root["method"], simulation.method);
  simulation.tolerance = reader.number(root["tolerance"]).value_or(simulation.tolerance);
  if (const auto every = reader.number(root["outputEvery"])) {
    if (*every >= 1 && *every <= 1e6 && *every == std::floor(*every))
      simulation.output_every = static_cast<int>(*every);
    else
      reader.fail("PH104", "/outputEvery", Json(*every).dump(),
                  "a whole number of steps, 1 to 1000000");
  }
  impl.build(set, problems);
  impl.check_simulation(simulation, problems);
  if (has_errors(problems)) return answer();

  impl.method = simulation.method;
  impl.step = simulation.step;
  impl.run = std::make_unique<simulate::Run>(
      impl.system, impl.assembled, *integrate::find_method(simulation.method), impl.start,
      simulate::RunOptions{simulation.until, simulation.step, simulation.output_every,
                           simulation.tolerance},
      [&impl, set](const std::map<std::string, double>& switched) {
        Problems faults;  // of values that an event gave: the run ends with an outcome
        auto made = system::assemble(*impl.component, set,
                                     impl.component == impl.given ? impl.given_cache : impl.cache,
                                     faults, switched);
        if (has_errors(faults)) return std::shared_ptr<const system::System>();
        made.assembly.inert = impl.assembled->assembly.inert;
        return std::make_shared<const system::System>(std::move(made.assembly));
      });
  if (impl.run->outcome() == Outcome::kNotFinite) {
    impl.run.reset();
    report(problems, "PH203", "", "a column without a finite value at the start",
           "a start at which every formula is defined", "look at divisions, roots and logarithms");
    return answer();
  }
  return answer(object({{"outcome", name(impl.run->outcome())},
                        {"message", impl.run->message()},
                        {"columns", to_json(impl.run->columns())},
                        {"scene", to_json(impl.assembled->scene)},
                        {"start", to_json(impl.start)}}));
}

std::string Session::advance(int max_steps) {
  if (!impl_->run)
    return dump(object({{"t", 0},
                        {"steps", 0},
                        {"done", true},
                        {"outcome", "not-started"},
                        {"message", "There is no run: start one first."},
                        {"events", Json::array()}}));
  simulate::Run& run = *impl_->run;
  const std::size_t known = run.events();
  run.advance(max_steps);
  return dump(object({{"t", run.time()},
                      {"steps", run.steps()},
                      {"done", run.outcome() != Outcome::kRunning},
                      {"outcome", name(run.outcome())},
                      {"message", run.message()},
                      {"events", simulate::events_to_json(run, known)}}));
}

std::vector<double> Session::take_rows() {
  return impl_->run ? impl_->run->take_rows() : std::vector<double>();
}

std::vector<double> Session::take_poses() {
  return impl_->run ? impl_->run->take_poses() : std::vector<double>();
}

std::string Session::summary() const {
  if (!impl_->run)
    return dump(object({{"model", impl_->given ? impl_->given->name : ""},
                        {"problems", to_json(impl_->problems)}}));
  const simulate::Run& run = *impl_->run;
  Json last = Json::object();
  for (std::size_t i = 0; i < run.columns().size(); ++i)
    last[run.columns()[i].name] = run.last_row()[static_cast<Eigen::Index>(i)];
  Problems warnings;
  for (const Problem& problem : impl_->problems)
    if (problem.severity == Problem::Severity::kWarning) warnings.push_back(problem);
  return dump(
      object({{"model", impl_->given->name},
              {"method", impl_->method},
              {"step", impl_->step},
              {"steps", run.steps()},
              {"outcome", name(run.outcome())},
              {"message", run.message()},
              {"columns", to_json(run.columns())},
              {"final", last},
              {"ledger", object({{"stored", Json::array({run.start_energy(), run.stored()})},
                                 {"dissipated", run.dissipated()},
                                 {"supplied", run.supplied()},
                                 {"events", run.event_energy()},
                                 {"balanceError", run.largest_balance_error()}})},
              {"gaps", object({{"position", run.largest_gaps().position},
                               {"velocity", run.largest_gaps().velocity}})},
              {"events", simulate::events_to_json(run, 0)},
              {"eventCount", run.event_count()},
              {"problems", to_json(warnings)}}));
}

std::string Session::snapshot() const {
  if (!impl_->run) return "";
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const double value : impl_->run->snapshot()) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[(bits >> shift) & 15];
  }
  return text;
}

bool Session::restore(const std::string& snapshot) {
  if (!impl_->run || snapshot.size() % 16 != 0) return false;
  std::vector<double> numbers;
  for (std::size_t i = 0; i < snapshot.size(); i += 16) {
    std::uint64_t bits = 0;
    for (std::size_t k = i; k < i + 16; ++k) {
      const char c = snapshot[k];
      if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) return false;
      bits = bits << 4 | static_cast<std::uint64_t>(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    numbers.push_back(value);
  }
  return impl_->run->restore(numbers);
}

}  // namespace porthos
