#include "simulate/session.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/archive.hpp"
#include "model/model.hpp"
#include "model/reader.hpp"
#include "simulate/archive.hpp"
#include "simulate/automatic_joints.hpp"
#include "simulate/checks.hpp"
#include "simulate/first_row.hpp"
#include "simulate/opened.hpp"
#include "simulate/recorder.hpp"
#include "simulate/report.hpp"
#include "simulate/request.hpp"
#include "simulate/run.hpp"
#include "simulate/session_model.hpp"
#include "simulate/set_valued.hpp"

namespace porthos {
namespace {

using model::dump;
using model::Json;
using model::object;
using simulate::to_json;

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

struct Session::Impl : simulate::SessionModel {
  expr::Linker linker;
  std::unique_ptr<simulate::Run> run;
  model::Simulation simulation;  // of the run, and its options
  simulate::Request request;
  Problems start_problems;  // problems of the start of the run
  Values set_now;           // values from the options and later changes
  std::array<double, 6> reached{};
  const std::vector<double> nothing;

  /// The steps of the run. For a short run compiling formulas does not pay.
  void advance(int max_steps, long attempts) {
    constexpr long kShort = 100;
    const long first = std::clamp(kShort - run->steps(), 0L, static_cast<long>(max_steps));
    run->advance(static_cast<int>(first), attempts);
    if (linker && first < max_steps && attempts > 0 && run->outcome() == Outcome::kRunning)
      system->link(linker);
    run->advance(max_steps - static_cast<int>(first), attempts);
  }

  /// The problems of the text and of the start of the run, each once.
  Problems warnings() const {
    Problems list;
    const auto add = [&](const Problem& problem) {
      const auto is_same = [&](const Problem& other) {
        return problem.code == other.code && problem.where == other.where &&
               problem.found == other.found;
      };
      if (problem.severity == Problem::Severity::kWarning && std::ranges::none_of(list, is_same))
        list.push_back(problem);
    };
    // The method of the run may be another one than that of the text.
    for (const Problem& problem : problems)
      if ((problem.code != "PH303" || !run->method().traits.is_adaptive) && problem.code != "PH308")
        add(problem);
    for (const Problem& problem : start_problems) add(problem);
    return list;
  }

  /// Adds the outcome, its message and the events from number `first` on.
  void add_status(Json& to, std::size_t first) const {
    to["outcome"] = run ? std::string(name(run->outcome())) : "not-started";
    to["message"] = run ? run->message() : "There is no run: start one first.";
    to["events"] = run ? simulate::events_to_json(*run, first) : Json::array();
  }

  /// A hash of model, options and version, to which snapshots of the run are bound.
  std::uint64_t key() const {
    if (!run) return 0;
    Json parameters = Json::array();  // faster than an object
    for (const auto& parameter : assembled->parameters) {
      parameters.push_back(parameter.name);
      parameters.push_back(parameter.value);
    }
    const Json all = object({{"version", version()},
                             {"text", text},
                             {"files", files.texts},
                             {"inputs", request.inputs.empty() ? Json() : request.inputs},
                             {"parameters", std::move(parameters)},
                             {"starts", request.starts.empty() ? Json() : Json(request.starts)},
                             {"until", simulation.until},
                             {"step", simulation.step},
                             {"method", simulation.method},
                             {"coordinates", simulation.coordinates},
                             {"tolerance", simulation.tolerance},
                             {"outputEvery", simulation.output_every},
                             {"errorColumn", request.error_column}});
    return simulate::checksum(dump(all));
  }

  /// Checks the options of the run. Their problems replace those of the text's `simulation` at the
  /// same place.
  void check_options(Problems& to) const {
    Problems found;
    simulate::check_simulation(simulation, found);
    std::erase_if(to, [&](const Problem& old) {
      return std::ranges::any_of(found, [&](const Problem& problem) {
        return problem.code == old.code && problem.where == old.where;
      });
    });
    to.insert(to.end(), found.begin(), found.end());
  }

  /// Begins a run, or reports why it cannot.
  void begin(const std::string& options, Problems& to) {
    const auto json = model::parse_json(options.empty() ? "{}" : options, to);
    if (!given || !assembled) {  // because of problems of the text
      to.insert(to.end(), problems.begin(), problems.end());
      return;
    }
    if (!json) return;
    request = simulate::read_request(*json, to);
    if (has_errors(to)) return;
    drive(request.inputs, request.set, to);
    if (has_errors(to)) return;
    simulation = request.over(component->simulation);
    build(request.set, request.starts, to);
    check_options(to);
    if (has_errors(to)) return;
    const integrate::Method& method = *integrate::find_method(simulation.method);
    simulate::check_use(request, method, to);
    const bool is_asked = simulation.coordinates == "joints";
    const bool in_joints = is_asked || (simulation.coordinates == "automatic" &&
                                        simulate::may_have_joints(method, *system, *assembled));
    run.reset();
    if (in_joints && build_apart(true)) make_run(method, true);
    if (!run || !run->tree_use().is_used || !(is_asked || run->has_large_tree())) {
      if (!build_apart(false)) return;
      make_run(method, is_asked);
    }
    set_now = request.set;
    if (run->outcome() != Outcome::kNotFinite) return;
    simulate::report_no_row(*run, to);
    run.reset();
  }

  /// Builds the model of the run again, with its elements apart or fused, which is faster for
  /// bodies. False if it has too many formulas then.
  bool build_apart(bool is_apart) {
    if (is_apart == keeps_apart()) return true;
    keep_apart(is_apart);
    Problems same;
    build(request.set, request.starts, same);
    return !has_errors(same);
  }

  void make_run(const integrate::Method& method, bool in_joints) {
    run = std::make_unique<simulate::Run>(
        system, assembled, method, start,
        simulate::RunOptions{simulation.until, simulation.step, simulation.output_every,
                             simulation.tolerance, request.error_column, simulation.columns,
                             in_joints},
        [this, set = request.set](const Values& switched) { return rebuild(set, switched); });
  }

  /// Gives parameters new values within the run, if they exist and are valid.
  void change(const std::string& values, Problems& to) {
    const auto json = model::parse_json(values, to);
    if (!json) return;
    model::Reader reader(*json, "/set", to);
    const Values wanted = simulate::read_values(model::Place(*json), reader);
    Values set = set_now;
    for (const auto& [name, value] : wanted) set[name] = value;
    if (has_errors(to)) return;
    check_values(set, to);
    if (has_errors(to)) return;
    set_now = std::move(set);
    std::vector<std::pair<int, double>> changes;
    for (int i = 0; const auto& parameter : assembled->parameters) {
      if (const auto found = wanted.find(parameter.name); found != wanted.end())
        changes.emplace_back(i, found->second);
      ++i;
    }
    run->change(changes);
  }
};

Session::Session(const std::string& text, const std::string& files, expr::Linker linker)
    : impl_(std::make_unique<Impl>()) {
  impl_->linker = std::move(linker);
  impl_->read(text, files);
}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

std::string Session::describe() const {
  Json answer = object({{"problems", to_json(impl_->problems)}});
  if (!impl_->given) return dump(answer);
  simulate::add_to(answer, *impl_->given);
  if (impl_->assembled) simulate::add_to(answer, *impl_->assembled);
  if (impl_->system) answer["report"] = to_json(impl_->start);
  return dump(answer);
}

Opened Session::opened() const {
  return {impl_->text,  impl_->files,     impl_->problems, impl_->given,
          impl_->inert, impl_->assembled, impl_->system,   impl_->start};
}

std::map<std::string, std::string> Session::fix_modes(const std::string& options) {
  if (!impl_->assembled || impl_->assembled->set_valued.empty()) return {};
  Problems problems;
  impl_->begin(options, problems);
  if (!impl_->run) return {};
  const system::Assembled& model = *impl_->assembled;
  const VecX modes = impl_->run->modes();
  auto words = simulate::mode_words(model, modes);
  auto fixed = simulate::named_modes(model, modes);
  impl_->run.reset();
  impl_->fix(std::move(fixed), problems);
  return words;
}

std::string Session::start(const std::string& options) {
  impl_->run.reset();
  Problems problems;
  Json answer = Json::object();
  impl_->begin(options, problems);
  impl_->start_problems = problems;
  if (const simulate::Run* run = impl_->run.get())
    answer = object({{"outcome", name(run->outcome())},
                     {"message", run->message()},
                     {"columns", to_json(run->columns())},
                     {"scene", to_json(impl_->assembled->scene)},
                     {"derived", simulate::derived_values(*impl_->assembled)},
                     {"start", to_json(impl_->start)}});
  answer["problems"] = to_json(problems);
  return dump(answer);
}

std::string Session::advance(int max_steps, int attempts) {
  go_on(max_steps, attempts);
  Json answer = object({{"t", reached()[0]},
                        {"steps", static_cast<long>(reached()[1])},
                        {"done", !impl_->run || impl_->run->outcome() != Outcome::kRunning}});
  impl_->add_status(answer, static_cast<std::size_t>(reached()[3]));
  return dump(answer);
}

void Session::go_on(int max_steps, int attempts) {
  impl_->reached = {0, 0, -1, 0, 0, 0};
  simulate::Run* const run = impl_->run.get();
  if (!run) return;
  const std::size_t known = run->events();
  impl_->advance(max_steps, attempts);
  impl_->reached = {run->time(),
                    static_cast<double>(run->steps()),
                    static_cast<double>(run->outcome()),
                    static_cast<double>(known),
                    static_cast<double>(run->events()),
                    static_cast<double>(run->waiting())};
}

const std::array<double, 6>& Session::reached() const { return impl_->reached; }

std::string Session::status(int first) const {
  Json answer = Json::object();
  impl_->add_status(answer, static_cast<std::size_t>(first));
  return dump(answer);
}

std::string Session::change(const std::string& values) {
  Problems problems;
  if (impl_->run) impl_->change(values, problems);
  return dump(
      object({{"steps", impl_->run ? impl_->run->steps() : 0}, {"problems", to_json(problems)}}));
}

const std::vector<double>& Session::take_rows() {
  return impl_->run ? impl_->run->take_rows() : impl_->nothing;
}

const std::vector<double>& Session::take_poses() {
  return impl_->run ? impl_->run->take_poses() : impl_->nothing;
}

std::string Session::summary() const {
  if (!impl_->run)
    return dump(object({{"model", impl_->given ? impl_->given->name : ""},
                        {"problems", to_json(impl_->problems)}}));
  Problems warnings = impl_->warnings();
  impl_->run->check_accuracy(warnings);
  impl_->run->check_invariants(warnings);
  impl_->run->check_contacts(warnings);
  impl_->run->check_resets(warnings);
  Json answer = simulate::summary(*impl_->run);
  answer["model"] = impl_->given->name;
  answer["problems"] = to_json(warnings);
  return dump(answer);
}

std::string Session::snapshot() const {
  return impl_->run ? simulate::seal(impl_->run->snapshot(), impl_->key()) : "";
}

bool Session::restore(const std::string& snapshot) {
  const auto numbers = simulate::unseal(snapshot, impl_->key());
  return impl_->run && numbers && impl_->run->restore(*numbers);
}

}  // namespace porthos
