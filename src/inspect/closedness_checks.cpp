#include "inspect/closedness_checks.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

#include "base/index.hpp"
#include "inspect/frame_check.hpp"
#include "inspect/holonomic_checks.hpp"
#include "inspect/integral.hpp"
#include "inspect/jacobi_checks.hpp"
#include "inspect/scaled_structure.hpp"
#include "inspect/sections.hpp"
#include "inspect/structure_checks.hpp"
#include "structure/closedness.hpp"

namespace porthos::inspect {
namespace {

/// Derivatives are exact, so the residual is rounding, relative to the terms of a sum.
constexpr double kClosedTolerance = 1e-10;
/// Larger models are skipped, since the matrices are dense.
constexpr int kMostClosed = 60;

constexpr Statement kClosed{"the Dirac structure is closed", "[004] Def. 4.1", "T-13"};
constexpr Statement kPortsClosed{"the Dirac structure with its ports is closed", "[004] Thm. 5.1",
                                 "T-13"};

/// Some regular states of the structure, the start last. A section can be extended only around a
/// point of constant rank.
std::vector<std::size_t> regular_states(const Subject& subject, std::size_t most) {
  const std::vector<Dimensions> all = dimensions_of(subject);
  std::vector<std::size_t> states;
  for (std::size_t s = 1; s <= subject.at.size() && states.size() < most; ++s) {
    const std::size_t state = s % subject.at.size();
    if (all.size() <= state || all[state] == at_regular_states(all)) states.push_back(state);
  }
  return states;
}

/// The largest residual of the structure with these ports; NaN if no state is regular.
Worst worst_section(const Subject& subject, const std::vector<int>& ports) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const std::size_t most = subject.matrices.n() > kMostClosed / 2 ? 2 : 3;
  const std::vector<std::size_t> states = regular_states(subject, most);
  Worst worst;
  if (states.empty()) worst.residual = kUnknown;
  for (const std::size_t s : states) {
    const auto sections = sections_of(subject, scaled(subject, subject.at[s]), ports);
    const bool has_any = sections.value.cols() > 0;
    worst.take(has_any ? structure::Torsion(sections).relative() : kUnknown, subject.place(s), {});
  }
  return worst;
}

Check closed_near(const Subject& subject, const JacobiReport& of_J, const VelocityForms& forms,
                  const HolonomicReport& holonomic) {
  const Check& jacobi = of_J.everywhere;
  const Findings rows{holonomic.rows.begin(), holonomic.rows.begin() + forms.free_rows};
  if (subject.matrices.is_constant()) {
    Check made = structure::bounded(kClosed, 0, kClosedTolerance);
    made.note = "The structure does not depend on the state.";
    return made;
  }
  // Position constraints belong to the Lagrangian submanifold, and velocity constraints may be
  // integrable on their set only. In these cases the parts decide ([004] Prop. 4.1, Thm. 4.4).
  const bool has_gaps = !subject.model.system->active().empty();
  if (has_gaps || subject.matrices.n() > kMostClosed) {
    Check all = holonomic.whole;
    all.verdict = holonomic.at_fixed_time;
    if (all.verdict == Verdict::kHolds) all.residual = 0;
    const structure::Checks parts{all, of_J.on_constraints};
    Check made{kClosed.name, kClosed.theorem, kClosed.check};
    made.verdict = structure::worst(parts);
    for (const Check& part : parts) {
      made.residual = std::max(made.residual, part.residual);
      made.tolerance = part.tolerance;
      if (part.verdict == Verdict::kFails)
        made.responsible.insert(made.responsible.end(), part.responsible.begin(),
                                part.responsible.end());
    }
    made.note = has_gaps ? "On the constraint set, from the Jacobi identity and the rows."
                         : "From the Jacobi identity and the rows.";
    return made;
  }
  const bool is_graph = subject.matrices.rows().empty();  // of J
  if (is_graph && jacobi.verdict != Verdict::kNotApplicable) {
    Check made = jacobi;
    made.name = kClosed.name;
    made.theorem = kClosed.theorem;
    made.check = kClosed.check;
    made.note = made.verdict == Verdict::kFails ? "There are no canonical coordinates." : "";
    return made;
  }
  Check made = worst_section(subject, {}).check(kClosed, kClosedTolerance);
  if (made.verdict != Verdict::kFails) return made;
  for (const Check* part : {&jacobi})
    made.responsible.insert(made.responsible.end(), part->responsible.begin(),
                            part->responsible.end());
  for (const Check& row : rows)
    made.responsible.insert(made.responsible.end(), row.responsible.begin(), row.responsible.end());
  for (std::size_t row = 0; row < rows.size() && jacobi.verdict == Verdict::kHolds; ++row)
    if (rows[row].verdict == Verdict::kNotApplicable)
      made.responsible.push_back(subject.row_name(static_cast<int>(row)));
  made.note = "There are no canonical coordinates.";
  return made;
}

/// Says that what holds was judged in some branches only.
void note_branches(Check& made) {
  const std::string note = "It was judged in the branches that the formulas have near the start.";
  if (made.verdict != Verdict::kHolds || made.note.ends_with(note)) return;
  made.note += (made.note.empty() ? "" : " ") + note;
}

/// The same with a note where positions decide on branches.
Check check_closed(const Subject& subject, const JacobiReport& of_J, const VelocityForms& forms,
                   const HolonomicReport& holonomic) {
  Check made = closed_near(subject, of_J, forms, holonomic);
  if (forms.has_branches) note_branches(made);
  return made;
}

/// The structure over states and ports is closed: each force direction is a gradient, and inputs
/// commute. ([004] Thm. 5.1)
std::optional<Check> check_ports(const Subject& subject, const Check& closed) {
  const std::vector<int>& ports = subject.matrices.ports();
  if (ports.empty()) return std::nullopt;
  if (subject.matrices.is_constant() && subject.matrices.has_constant_ports()) {
    Check made = structure::bounded(kPortsClosed, 0, kClosedTolerance);
    made.note = "The structure does not depend on the state.";
    return made;
  }
  if (closed.verdict != Verdict::kHolds)
    return structure::not_applicable(kPortsClosed,
                                     "The structure without ports is not known to be closed.");
  const int count = static_cast<int>(ports.size());
  if (subject.matrices.n() + count > kMostClosed)
    return structure::undecided(kPortsClosed, "The model is too large for dense matrices.");
  std::vector<int> all;
  for (int k = 0; k < count; ++k) all.push_back(k);
  Check made = worst_section(subject, all).check(kPortsClosed, kClosedTolerance);
  if (made.verdict != Verdict::kFails) return made;
  if (!subject.model.system->active().empty())
    return structure::undecided(
        kPortsClosed,
        "Forces may be along a gradient, and velocity constraints integrable, on the "
        "constraint set only.");
  const auto& names = subject.balance.whole().ports;
  for (const int k : all)
    if (worst_section(subject, {k}).check(kPortsClosed, kClosedTolerance).verdict ==
        Verdict::kFails)
      made.responsible.push_back(names[index(ports[index(k)])]);
  made.note = made.responsible.empty() ? "These inputs do not commute."
                                       : "These forces are not along a gradient.";
  if (made.responsible.empty())
    for (const int k : ports) made.responsible.push_back(names[index(k)]);
  return made;
}

/// Adds a note with the integrals of the holonomic constraints.
void add_integrals(const Subject& subject, const VelocityForms& forms, HolonomicReport& report) {
  const auto holds = [](const Finding& row) { return row.verdict == Verdict::kHolds; };
  if (std::ranges::none_of(report.rows, holds)) return;
  const std::vector<State> states = states_for_integrals(subject, forms);
  for (std::size_t a = 0; a < report.rows.size(); ++a) {
    Finding& row = report.rows[a];
    if (!holds(row)) continue;
    const std::string integral =
        integral_of(subject, forms, states, static_cast<int>(a), report.with[a]);
    if (!integral.empty())
      row.note += (row.note.empty() ? "Its integral: " : " Its integral: ") + integral + ".";
  }
}

}  // namespace

/// The conditions of closedness, and what follows from them.
struct ClosednessParts {
  explicit ClosednessParts(const Subject& subject)
      : forms(subject),
        jacobi(check_jacobi(subject)),
        holonomic(judge_rows(subject, forms)),
        closed(check_closed(subject, jacobi, forms, holonomic)) {}

  VelocityForms forms;
  JacobiReport jacobi;
  HolonomicReport holonomic;
  Check closed;
};

/// Computed once for all checks of a subject.
static const ClosednessParts& closedness_parts(const Subject& subject) {
  std::shared_ptr<const ClosednessParts>& parts = subject.shared.closedness;
  if (!parts) parts = std::make_shared<const ClosednessParts>(subject);
  return *parts;
}

Check check_dirac_closed(const Subject& subject) { return closedness_parts(subject).closed; }

Findings check_closedness(const Subject& subject) {
  const auto& [forms, jacobi, judged, closed] = closedness_parts(subject);
  HolonomicReport holonomic = judged;
  add_integrals(subject, forms, holonomic);
  const std::optional<Check> ports = check_ports(subject, closed);
  Findings findings{property(closed)};
  if (ports) findings.push_back(property(*ports));
  findings.insert(findings.end(),
                  {property(jacobi.everywhere), check_frame(subject), check_sources(subject)});
  if (forms.has_branches || forms.has_field_branches)
    for (Finding& one : findings) note_branches(one);
  findings.insert(findings.end(), holonomic.rows.begin(), holonomic.rows.end());
  if (!forms.rows.empty()) findings.push_back(property(std::move(holonomic.whole)));
  return findings;
}

}  // namespace porthos::inspect
