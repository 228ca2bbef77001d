#include "linearize/linearize.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/suggest.hpp"
#include "linearize/report.hpp"
#include "model/model.hpp"
#include "simulate/report.hpp"
#include "simulate/set_valued.hpp"
#include "simulate/start_modes.hpp"

namespace porthos::linearize {
namespace {

using model::Json;
using model::object;

/// Invalid UTF-8 from the author's text becomes the replacement character instead of an exception.
std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Refuses a slip of several flows that begins at rest: its friction has a direction only when it
/// moves, and no derivative before.
void check_slips(const simulate::Built& built, const VecX& modes, Problems& to) {
  const system::System& system = *built.system;
  system::Workspace at = system.workspace();
  system.set_time(at, 0);
  system.segment(at, system::Segment::kZ) = built.start.z;
  system.segment(at, system::Segment::kW) = built.start.w;
  system.compute_rows(at);
  const VecX rows = system.rows(at);
  for (const model::SetValued& law : built.assembled->set_valued) {
    if (law.kind != model::SetValued::Kind::kFriction || law.size == 1) continue;
    if (modes.segment(law.mode, law.size).isZero(0)) continue;
    if (!rows.segment(simulate::row_of(system, law), law.size).isZero(0)) continue;
    report(to, "PH203", "", "\"" + law.name + "\", which begins to slip from rest",
           "friction that holds or slips at the start",
           "give the body a small speed in the direction of its slip, or start where it holds");
  }
}

/// A model and its compiled parts.
class Source {
 public:
  Source(const std::string& text, const std::string& files, Problems& to)
      : files_(simulate::read_files(files)) {
    const auto json = model::parse_json(text, to);
    if (!json) return;
    text_ = *json;
    given_ = model::read_model(text_, files_, to);
  }

  /// The model with the signals and values of the options, its set-valued laws in the modes in
  /// which it starts.
  simulate::Built build(const Options& options, Problems& to) {
    auto component = given_;
    // A cache identifies components by address, so each model has its own.
    system::TypeCache own;
    const Json changed = simulate::with_options(text_, *given_, options.signals, options.set);
    if (!changed.is_null()) component = model::read_model(changed, files_, to);
    if (has_errors(to)) return {};
    system::TypeCache& types = changed.is_null() ? types_ : own;
    simulate::Built built = simulate::build(*component, options.set, options.starts, types, to);
    if (has_errors(to) || built.assembled->set_valued.empty()) return built;
    const VecX modes = simulate::start_modes(built);
    check_slips(built, modes, to);
    if (has_errors(to)) return {};
    const auto fixed =
        model::with_fixed_modes(component, simulate::named_modes(*built.assembled, modes));
    auto words = simulate::mode_words(*built.assembled, modes);
    system::TypeCache fixed_types;
    built = simulate::build(*fixed, options.set, options.starts, fixed_types, to);
    built.modes = std::move(words);
    return built;
  }

 private:
  model::Files files_;
  Json text_;
  std::shared_ptr<const model::Component> given_;
  system::TypeCache types_;
};

/// True for the name of a parameter, false for that of a start; a problem for any other name.
bool is_parameter(const std::string& name, const system::Assembled& model, Problems& to) {
  std::vector<std::string> known;
  for (const auto& parameter : model.parameters) {
    if (parameter.name == name) return true;
    known.push_back(parameter.name);
  }
  for (const auto* all : {&model.z, &model.w})
    for (const auto& state : *all) {
      known.push_back(state.name);
      if (state.name != name) continue;
      if (state.is_fixed)
        report(to, "PH104", "/sweep/name", "\"" + name + "\", whose start is fixed",
               "a parameter, or a start that may change", "remove \"fixed\" from the model text");
      return false;
    }
  report(to, "PH111", "/sweep/name", "\"" + name + "\"",
         among("the name of a parameter, a position or a velocity", known),
         did_you_mean(name, known));
  return false;
}

/// The eigenvalues for each value of a sweep. A value without eigenvalues has a problem.
Json sweep(Source& source, Options options, const system::Assembled& model, Problems& to) {
  const Sweep asked = *options.sweep;
  const bool is_set = is_parameter(asked.name, model, to);
  if (has_errors(to)) return {};
  Json points = Json::array();
  for (int k = 0; k < asked.count; ++k) {
    const double value = asked.value(k);
    (is_set ? options.set : options.starts)[asked.name] = value;
    Problems problems;
    Json point = object({{"value", value}});
    simulate::Built built = source.build(options, problems);
    if (!has_errors(problems)) {
      const Linearization found = linearization_of(std::move(built), options, false, problems);
      if (found.is_linear) {
        point["motion"] = name(found.motion);
        point["eigenvalues"] = eigenvalues(found.modes);
        point["zeros"] = found.modes.zeros;
        point["verdict"] = found.stability.verdict;
      }
    }
    if (!problems.empty()) point["problems"] = simulate::to_json(problems);
    points.push_back(std::move(point));
  }
  return object({{"name", asked.name}, {"points", std::move(points)}});
}

Json answer(const std::string& text, const std::string& files, const std::string& options,
            Problems& to) {
  Json made = Json::object();
  const auto json = model::parse_json(options.empty() ? "{}" : options, to);
  if (!json) return made;
  const Options asked = read_options(*json, to);
  Source source(text, files, to);
  if (has_errors(to)) return made;
  simulate::Built built = source.build(asked, to);
  if (has_errors(to)) return made;
  const auto model = built.assembled;
  add_to(made, linearization_of(std::move(built), asked, true, to));
  if (asked.sweep) made["sweep"] = sweep(source, asked, *model, to);
  return made;
}

}  // namespace

std::string linearize(const std::string& text, const std::string& files,
                      const std::string& options) {
  Problems problems;
  Json made = answer(text, files, options, problems);
  made["problems"] = simulate::to_json(problems);
  return dump(made);
}

}  // namespace porthos::linearize
