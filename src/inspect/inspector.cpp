#include "inspect/inspector.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "inspect/closedness_checks.hpp"
#include "inspect/energy_checks.hpp"
#include "inspect/invariants.hpp"
#include "inspect/looked_at.hpp"
#include "inspect/rank_checks.hpp"
#include "inspect/singular_poses.hpp"
#include "inspect/structure_checks.hpp"
#include "inspect/variational_check.hpp"
#include "model/reader.hpp"
#include "simulate/report.hpp"
#include "simulate/session.hpp"

namespace porthos::inspect {
namespace {

using model::dump;
using model::Json;
using model::object;

constexpr int kSamples = 8, kMostSamples = 1000;

/// A check is a line here and a function.
struct Row {
  std::vector<std::string> numbers;
  Findings (*run)(const Subject&);
};
const std::array<Row, 6>& rows() {
  static const std::array<Row, 6> all{{{{"T-01", "T-02", "T-04"}, check_structure},
                                       {{"T-05", "T-08"}, check_ranks},
                                       {{"T-02", "T-08"}, check_singular_poses},
                                       {{"T-06", "T-07", "T-24"}, check_energy},
                                       {{"T-13"}, check_closedness},
                                       {{"T-22"}, check_variational}}};
  return all;
}

struct Options {
  Json run = Json::object();  // what a run takes of them
  std::vector<std::string> only;
  int samples = kSamples;

  bool wants(const std::string& number) const {
    return only.empty() || std::ranges::find(only, number) != only.end();
  }
};

Options read_options(const Json& json, Problems& to) {
  Options options;
  model::Reader reader(json, "", to);
  const model::Place root(json);
  if (!reader.object(root)) return options;
  reader.check_keys(root, {"set", "starts", "inputs", "only", "samples"});
  for (const char* key : {"set", "starts", "inputs"})
    if (root[key]) options.run[key] = *root[key];
  if (const auto samples = reader.number(root["samples"])) {
    if (*samples >= 0 && *samples <= kMostSamples && *samples == std::floor(*samples))
      options.samples = static_cast<int>(*samples);
    else
      reader.fail("PH104", "/samples", Json(*samples).dump(), "a whole number, 0 to 1000");
  }
  std::vector<std::string> known{"T-12"};
  for (const Row& row : rows())
    for (const std::string& number : row.numbers)
      if (std::ranges::find(known, number) == known.end()) known.push_back(number);
  if (const model::Place only = root["only"]; only && reader.array(only))
    for (const Json& entry : *only) {
      const std::string name = reader.text(model::Place(entry));
      if (std::ranges::find(known, name) == known.end())
        reader.fail_unknown("PH109", model::Place(entry), "\"" + name + "\"", model::one_of(known),
                            known);
      options.only.push_back(name);
    }
  return options;
}

Json to_json(const Finding& finding) {
  Json made = object({{"check", finding.check},
                      {"name", finding.name},
                      {"theorem", finding.theorem},
                      {"kind", finding.is_property ? "property" : "requirement"},
                      {"verdict", std::string(structure::name(finding.verdict))}});
  if (finding.verdict != Verdict::kNotApplicable) {
    made["residual"] = std::isfinite(finding.residual) ? Json(finding.residual) : Json();
    made["tolerance"] = finding.tolerance;
  }
  if (!finding.where.empty()) made["where"] = finding.where;
  if (!finding.responsible.empty()) made["responsible"] = finding.responsible;
  if (!finding.note.empty()) made["note"] = finding.note;
  return made;
}

Json facts_of(const Subject& subject, bool wants_invariants) {
  const Freedom freedom = freedom_of(subject);
  Json facts = object({{"positions", subject.matrices.z()},
                       {"velocities", subject.matrices.w()},
                       {"ports", subject.matrices.ports().size()},
                       {"index", freedom.index ? Json(*freedom.index) : Json()},
                       {"rows", freedom.rows},
                       {"rank", freedom.rank},
                       {"freePositions", freedom.positions},
                       {"freeVelocities", freedom.velocities},
                       {"constant", subject.matrices.is_constant()}});
  if (const auto sizes = canonical_sizes_of(subject))
    facts["canonical"] = object({{"pairs", sizes->pairs},
                                 {"casimirs", sizes->casimirs},
                                 {"constraints", sizes->constraints}});
  if (!wants_invariants) return facts;
  const Invariants invariants = find_invariants(subject);
  if (invariants.is_searched) {
    facts["casimirs"] = invariants.casimirs;
    facts["conserved"] = invariants.conserved;
  }
  return facts;
}

/// The report on a model without errors.
void report_on(Session& session, const Options& options, Json& answer) {
  const LookedAt looked_at(session, dump(options.run), options.samples,
                           options.wants("T-08") || options.wants("T-22"));
  if (!looked_at.is_whole()) {
    Problems problems;
    model::report_too_much(problems);
    answer["problems"] = simulate::to_json(problems);
    return;
  }
  const Subject& subject = looked_at.subject();
  answer["states"] = subject.states.size();
  answer["facts"] = facts_of(subject, options.wants("T-12"));
  for (const Row& row : rows())
    if (std::ranges::any_of(row.numbers, [&](const auto& one) { return options.wants(one); }))
      for (const Finding& finding : row.run(subject))
        if (options.wants(finding.check)) answer["findings"].push_back(to_json(finding));
}

}  // namespace

std::string inspect(const std::string& text, const std::string& files, const std::string& options) {
  Problems problems;
  Session session(text, files);
  const auto json = model::parse_json(options.empty() ? "{}" : options, problems);
  const Options wanted = json ? read_options(*json, problems) : Options();
  const Opened model = session.opened();
  problems.insert(problems.end(), model.problems.begin(), model.problems.end());
  Json answer = object({{"model", model.component ? model.component->name : ""},
                        {"states", 0},
                        {"facts", Json::object()},
                        {"findings", Json::array()}});
  if (!has_errors(problems) && !wanted.run.empty()) {
    const auto started = model::parse_json(session.start(dump(wanted.run)), problems);
    if (started) answer["problems"] = (*started)["problems"];
    if (!session.opened().system) return dump(answer);
    report_on(session, wanted, answer);
    return dump(answer);
  }
  answer["problems"] = simulate::to_json(problems);
  if (!has_errors(problems) && model.system) report_on(session, wanted, answer);
  return dump(answer);
}

}  // namespace porthos::inspect
