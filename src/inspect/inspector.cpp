#include "inspect/inspector.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/digits.hpp"
#include "inspect/closedness_checks.hpp"
#include "inspect/energy_checks.hpp"
#include "inspect/inspected_model.hpp"
#include "inspect/invariants.hpp"
#include "inspect/jump_checks.hpp"
#include "inspect/other_checks.hpp"
#include "inspect/parts_checks.hpp"
#include "inspect/rank_checks.hpp"
#include "inspect/representation_checks.hpp"
#include "inspect/singular_poses.hpp"
#include "inspect/structure_checks.hpp"
#include "inspect/variational_check.hpp"
#include "model/reader.hpp"
#include "simulate/report.hpp"
#include "simulate/session.hpp"

namespace porthos::inspect {
/// The options of a report.
struct ReportOptions {
  model::Json run = model::Json::object();  // the options of a run among them
  std::vector<std::string> only;
  int samples = 8;
  double budget = 5;  // s: the time that a reader waits for a report

  bool is_named(const std::string& number) const {
    return std::ranges::find(only, number) != only.end();
  }
  bool wants(const std::string& number) const { return only.empty() || is_named(number); }
};

namespace {

using model::dump;
using model::Json;
using model::object;

constexpr int kMostSamples = 1000;
/// The formulas of a chain of 1500 states take about a second.
constexpr int kMostInspected = 3000;

/// A check is one row and a function. Checks about the theory rather than the model run only on
/// request.
struct Row {
  std::vector<std::string> numbers;
  Findings (*run)(const Subject&);
  bool is_by_default = true;
};
const std::vector<Row>& rows() {
  static const std::vector<Row> all{{{"T-01", "T-02", "T-04", "T-10"}, check_structure},
                                    {{"T-03"}, check_added_constraints, false},
                                    {{"T-05", "T-08"}, check_ranks},
                                    {{"T-02", "T-08"}, check_singular_poses},
                                    {{"T-02"}, check_jumps},
                                    {{"T-06", "T-07", "T-24"}, check_energy},
                                    {{"T-09"}, check_representations, false},
                                    {{"T-10"}, check_distributions, false},
                                    {{"T-11"}, check_nondegenerate, false},
                                    {{"T-13"}, check_closedness},
                                    {{"T-14"}, check_canonical, false},
                                    {{"T-16"}, check_parts, false},
                                    {{"T-17"}, check_closing_law, false},
                                    {{"T-18"}, check_closing_order, false},
                                    {{"T-19"}, check_product, false},
                                    {{"T-20"}, check_induced, false},
                                    {{"T-21"}, check_torn, false},
                                    {{"T-22"}, check_variational},
                                    {{"T-23"}, check_composition, false},
                                    {{"T-29"}, check_rotations, false}};
  return all;
}

/// "T-01" to "T-29".
std::vector<std::string> all_numbers() {
  constexpr int kNumbers = 29;
  std::vector<std::string> numbers;
  for (int i = 1; i <= kNumbers; ++i)
    numbers.push_back((i < 10 ? "T-0" : "T-") + std::to_string(i));
  return numbers;
}

bool is_wanted(const Row& row, const ReportOptions& options) {
  if (options.only.empty()) return row.is_by_default;
  return std::ranges::any_of(row.numbers, [&](const auto& one) { return options.is_named(one); });
}

ReportOptions read_options(const Json& json, Problems& to) {
  ReportOptions options;
  model::Reader reader(json, "", to);
  const model::Place root(json);
  if (!reader.object(root)) return options;
  reader.check_keys(root, {"set", "starts", "inputs", "only", "samples", "budget"});
  for (const char* key : {"set", "starts", "inputs"})
    if (root[key]) options.run[key] = *root[key];
  if (const auto samples = reader.number(root["samples"])) {
    if (*samples >= 0 && *samples <= kMostSamples && *samples == std::floor(*samples))
      options.samples = static_cast<int>(*samples);
    else
      reader.fail("PH104", "/samples", Json(*samples).dump(), "a whole number, 0 to 1000");
  }
  if (const auto budget = reader.number(root["budget"])) {
    if (*budget >= 0)
      options.budget = *budget;
    else
      reader.fail("PH104", "/budget", Json(*budget).dump(), "seconds, 0 or more");
  }
  const std::vector<std::string> known = all_numbers();
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

void add_invariants(const Invariants& found, Json& facts) {
  Json searched = object({{"degree", found.degree}, {"variables", found.variables}});
  if (found.until > 0) searched["until"] = found.until;
  if (found.is_between_events) searched["betweenEvents"] = true;
  if (!found.note.empty()) searched["note"] = found.note;
  facts["searched"] = std::move(searched);
  if (found.degree == 0) return;
  facts["casimirs"] = found.casimirs;
  facts["conserved"] = found.conserved;
  Json changed = Json::array();
  for (const Invariants::Changed& one : found.changed)
    changed.push_back(object({{"casimir", one.casimir}, {"by", one.by}}));
  if (!changed.empty()) facts["changedCasimirs"] = std::move(changed);
}

Json facts_of(const Subject& subject) {
  const Freedom freedom = freedom_of(subject);
  Json facts = object({{"positions", subject.balance.whole().count_positions()},
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
  return facts;
}

}  // namespace

/// The steps of a report: read the model, its facts, then the checks one by one.
class Inspection::State {
 public:
  State(const std::string& text, const std::string& files, const std::string& options,
        std::function<double()> clock)
      : text_(text), files_(files), clock_(std::move(clock)), begun_(now()) {
    Problems problems;
    session_.emplace(text, files);
    const auto json = model::parse_json(options.empty() ? "{}" : options, problems);
    if (json) options_ = read_options(*json, problems);
    const Opened model = session_->opened();
    problems.insert(problems.end(), model.problems.begin(), model.problems.end());
    answer_ = object({{"model", model.component ? model.component->name : ""},
                      {"states", 0},
                      {"facts", Json::object()},
                      {"findings", Json::array()},
                      {"leftOut", Json::array()}});
    answer_["problems"] = simulate::to_json(problems);
    if (has_errors(problems)) return;
    modes_ = session_->fix_modes(dump(options_.run));
    if (!options_.run.empty()) {
      const auto started = model::parse_json(session_->start(dump(options_.run)), problems);
      if (started) answer_["problems"] = (*started)["problems"];
    }
    is_open_ = session_->opened().system != nullptr;
  }

  bool step() {
    if (!is_open_) return false;
    if (!inspected_) return is_open_ = look();
    if (!has_facts_) {
      has_facts_ = true;
      answer_["facts"] = facts_of(inspected_->subject());
      if (!modes_.empty()) answer_["facts"]["modes"] = modes_;
      return true;
    }
    while (next_ < rows().size() && !is_wanted(rows()[next_], options_)) ++next_;
    if (next_ < rows().size()) {
      const Row& row = rows()[next_++];
      if (is_spent())
        leave_out(row.numbers);
      else
        add(row.run(inspected_->subject()));
      return true;
    }
    if (options_.wants("T-12") && !has_invariants_) {  // the longest: no check waits for it
      has_invariants_ = true;
      find_conserved();
      return true;
    }
    finish();
    return is_open_ = false;
  }

  std::string report() const { return dump(answer_); }

 private:
  double now() const { return clock_ ? clock_() : 0; }
  bool is_spent() const { return clock_ && now() - begun_ > options_.budget; }

  /// True if the formulas of the model would be too large, by its size alone.
  bool is_too_large() {
    const Opened model = session_->opened();
    const system::Sizes& sizes = model.system->sizes();
    if (sizes.z + sizes.w <= kMostInspected) return false;
    int ports = 0;
    for (const system::OuterPort& port : model.assembled->ports)
      if (!port.is_clock) ports += static_cast<int>(port.u.size());
    answer_["facts"] = object({{"positions", sizes.z},
                               {"velocities", sizes.w},
                               {"ports", ports},
                               {"index", Json()},
                               {"rows", sizes.nu()},
                               {"rank", model.start.rank},
                               {"freeVelocities", model.start.degrees_of_freedom}});
    const std::string why = "The model has " + std::to_string(sizes.z + sizes.w) +
                            " states. The report forms the matrices of up to " +
                            std::to_string(kMostInspected) + ".";
    if (options_.only.empty()) {
      for (const Row& row : rows())
        if (row.is_by_default) leave_out(row.numbers, why);
    } else {
      leave_out(options_.only, why);
    }
    return true;
  }

  bool look() {
    if (is_too_large()) return false;
    std::function<double()> used;
    if (clock_) used = [this] { return (now() - begun_) / std::max(options_.budget, 1e-9); };
    constexpr const char* kAlongRun[] = {"T-06", "T-08", "T-12", "T-22", "T-24"};
    const bool moves =
        std::ranges::any_of(kAlongRun, [&](const char* one) { return options_.wants(one); });
    inspected_.emplace(*session_, dump(options_.run), options_.samples, moves, used);
    if (inspected_->is_whole()) {
      const Subject& subject = inspected_->subject();
      answer_["states"] = subject.states.size();
      const std::string over = " The time budget ended.";
      if (used && used() > 0.5 && static_cast<int>(subject.states.size()) <= inspected_->samples())
        leave_out({"states"}, std::to_string(subject.states.size()) + " of " +
                                  std::to_string(inspected_->samples() + 1) +
                                  " states were checked." + over);
      if (subject.motion.is_cut)
        leave_out({"run"},
                  "The run was followed to t = " +
                      rounded_digits(
                          subject.motion.states.empty() ? 0 : subject.motion.states.back().t, 3) +
                      " s." + over);
      return true;
    }
    Problems problems;
    model::report_too_much(problems);
    answer_["problems"] = simulate::to_json(problems);
    return false;
  }

  void add(const Findings& findings) {
    for (const Finding& finding : findings)
      if (options_.wants(finding.check)) answer_["findings"].push_back(to_json(finding));
  }

  void leave_out(const std::vector<std::string>& whats, const std::string& why) {
    for (const std::string& what : whats)
      answer_["leftOut"].push_back(object({{"check", what}, {"why", why}}));
  }

  void leave_out(const std::vector<std::string>& numbers) {
    for (const std::string& number : numbers)
      if (options_.wants(number))
        leave_out({number}, "The budget of " + rounded_digits(options_.budget, 3) +
                                " s was spent before this check.");
  }

  void find_conserved() {
    if (is_spent()) {
      leave_out({"T-12"});
      Invariants none;
      none.note = "The time budget ended before the search.";
      add_invariants(none, answer_["facts"]);
    } else {
      add_invariants(find_invariants(inspected_->subject()), answer_["facts"]);
    }
  }

  /// Adds an answer for each requested check without findings.
  void finish() {
    if (options_.is_named("T-15")) {
      if (is_spent())
        leave_out({"T-15"});
      else
        add(check_stability(text_, files_, options_.run));
    }
    for (const std::string& number : options_.only) {
      const auto is_of_number = [&](const Json& one) {
        return one["check"].get<std::string>() == number;
      };
      if (std::ranges::none_of(answer_["findings"], is_of_number) &&
          std::ranges::none_of(answer_["leftOut"], is_of_number))
        add({nothing_found(number)});
    }
  }

  std::string text_, files_;
  std::function<double()> clock_;
  double begun_;
  ReportOptions options_;
  std::optional<Session> session_;
  std::map<std::string, std::string> modes_;  // of set-valued laws, in words
  std::optional<InspectedModel> inspected_;
  Json answer_;
  std::size_t next_ = 0;
  bool is_open_ = false, has_facts_ = false, has_invariants_ = false;
};

Inspection::Inspection(const std::string& text, const std::string& files,
                       const std::string& options, std::function<double()> clock)
    : state_(std::make_unique<State>(text, files, options, std::move(clock))) {}
Inspection::~Inspection() = default;
Inspection::Inspection(Inspection&&) noexcept = default;
bool Inspection::step() { return state_->step(); }
std::string Inspection::report() const { return state_->report(); }

std::string inspect(const std::string& text, const std::string& files, const std::string& options,
                    std::function<double()> clock) {
  Inspection inspection(text, files, options, std::move(clock));
  while (inspection.step()) {
  }
  return inspection.report();
}

}  // namespace porthos::inspect
