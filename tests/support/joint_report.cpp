// The inspector's verdicts on a random model beside computations from its own equations.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "inspect/inspector.hpp"
#include "support/claim.hpp"
#include "support/joint_geometry.hpp"
#include "support/joint_trial.hpp"
#include "support/pencil.hpp"
#include "support/run.hpp"

namespace porthos::test {

namespace {

using namespace variables;

std::string verdict_of(const Json& one) { return one["verdict"].get<std::string>(); }
std::string note_of(const Json& one) { return one.value("note", std::string()); }

/// The largest change of a claim along states, relative to its terms.
///
/// A claim may be zero on the constraints, as a momentum that they hold: then its terms are
/// rounding of about 1e-17, and 1e-9 of its value where all variables are 1 counts as its size.
Real drift_of(const JointTrial& trial, const std::string& claim,
              const std::vector<JointState>& states) {
  const JointState ones = JointState::Ones(kCount);
  const ClaimValue natural =
      value_of_claim(claim, [&](const std::string& name) { return trial.value(name, ones); });
  Real least = 0, most = 0;
  Real size = 1e-300L + (std::isfinite(natural.size) ? 1e-9L * natural.size : 0);
  for (std::size_t k = 0; k < states.size(); ++k) {
    const ClaimValue one = value_of_claim(
        claim, [&](const std::string& name) { return trial.value(name, states[k]); });
    least = k == 0 ? one.value : std::min(least, one.value);
    most = k == 0 ? one.value : std::max(most, one.value);
    size = std::max(size, one.size);
    if (std::isnan(one.value)) return one.value;
  }
  return (most - least) / size;
}

/// Six digits are printed of each factor.
constexpr Real kPrinted = 3e-5L;

void check_claim(JointTrial& trial, const std::string& kind, const std::string& claim,
                 const JointDynamics& dynamics) {
  for (int k = 0; k < 2; ++k) {
    const auto from = k == 0 ? std::optional(trial.start) : trial.near(0.1L);
    if (!from) continue;
    const auto states = dynamics.run(*from, 1, 0.005, 10);
    trial.note(kind, "", states.size() > 2);
    if (states.size() > 2) {
      const Real drift = drift_of(trial, claim, states);
      // At a singular pose rates grow without bound, and so does the error of this oracle.
      if (drift >= kPrinted) {
        const Real finer = drift_of(trial, claim, dynamics.run(*from, 1, 0.005 / 16, 160));
        if (!(std::abs(finer - drift) < 0.1L * drift)) continue;
      }
      trial.expect(drift < kPrinted,
                   kind + " " + claim + " drifts by " + std::to_string(double(drift)));
    }
  }
}

/// Casimirs that no port changes, with other inputs and another energy.
JointDynamics with_other_energy(JointTrial& trial) {
  JointDynamics made = trial.dynamics;
  JointModel& model = made.changed();
  model.relations.clear(), model.ports.clear();
  for (const auto& one : trial.model.relations)
    if (one.name == "creep") model.relations.push_back(one);
  for (int i = 0; i < model.n(); ++i)
    model.V += double(trial.noise()) * Polynomial::variable(i, 2) +
               double(trial.noise()) *
                   (Polynomial::variable(i) * Polynomial::sine(trial.random.next(model.n())));
  made.renew();
  return made;
}

void check_conserved(JointTrial& trial, const Json& facts) {
  for (const Json& claim : facts.value("conserved", Json::array()))
    check_claim(trial, "conserved", claim.get<std::string>(), trial.dynamics);
  const Json changed = facts.value("changedCasimirs", Json::array());
  const bool has_flow =
      std::ranges::any_of(trial.model.rows, [](const auto& row) { return !row.flow.is_zero(); });
  for (const Json& casimir : facts.value("casimirs", Json::array())) {
    const std::string text = casimir.get<std::string>();
    if (!has_flow && trial.model.gaps.empty())
      check_claim(trial, "Casimir, any energy", text, with_other_energy(trial));
    const bool is_changed =
        std::ranges::any_of(changed, [&](const Json& one) { return one["casimir"] == casimir; });
    if (!is_changed)
      check_claim(trial, "Casimir, unchanged", text, trial.dynamics);
    else if (trial.motion.size() > 100)
      trial.note("Casimir, changed", "");
  }
}

void check_index(JointTrial& trial, const Json& facts) {
  const auto expected = kronecker_index(pencil_of(trial.dynamics, trial.start));
  const bool is_known = !facts["index"].is_null();
  trial.note("index", is_known ? "known" : "undecided", expected.has_value());
  if (is_known && expected)
    trial.expect(facts["index"] == *expected, "index " + facts["index"].dump() +
                                                  ", the pencil's is " + std::to_string(*expected));
}

void check_sizes(JointTrial& trial, const Json& facts) {
  if (!facts.contains("canonical")) return trial.note("canonical sizes", "undecided");
  const JointStructure structure(trial.dynamics);
  std::optional<JointStructure::Sizes> sizes;
  for (int k = 0; k < 3; ++k) {
    const auto at = trial.near(0.2L);
    const auto here = at ? structure.sizes(*at) : std::nullopt;
    if (here && sizes && !(*here == *sizes)) return trial.note("canonical sizes", "", false);
    if (here) sizes = here;
  }
  const bool has_drive = std::ranges::any_of(
      trial.model.rows, [](const auto& row) { return row.is_port || !row.flow.is_zero(); });
  trial.note("canonical sizes", "", sizes && !has_drive);
  if (!sizes || has_drive) return;
  const Json& told = facts["canonical"];
  trial.expect(told["pairs"] == sizes->pairs && told["casimirs"] == sizes->casimirs &&
                   told["constraints"] == sizes->constraints,
               "canonical sizes " + told.dump() + " instead of " + std::to_string(sizes->pairs) +
                   ", " + std::to_string(sizes->casimirs) + ", " +
                   std::to_string(sizes->constraints));
}

std::optional<Reach> agreed_reach(JointTrial& trial) {
  std::optional<Reach> made;
  for (int k = 0; k < 2; ++k) {
    auto at = trial.near(0.2L);
    if (at && trial.model.has_time())
      (*at)[kTime] = 0.4L + 0.1L * trial.noise(), at = trial.dynamics.consistent(*at);
    const auto reach = at ? reach_at(trial.dynamics, *at) : std::nullopt;
    if (!reach) return {};
    if (made && (made->rank != reach->rank || made->integrable != reach->integrable ||
                 made->reachable != reach->reachable || made->alone != reach->alone ||
                 made->together != reach->together))
      return {};
    made = reach;
  }
  return made;
}

void check_holonomic(JointTrial& trial, const Json& findings) {
  if (trial.model.rows.empty()) return;
  const auto reach = agreed_reach(trial);
  for (const Json& one : findings) {
    const std::string name = one["name"], verdict = verdict_of(one), note = note_of(one);
    if (name == "the velocity constraints are holonomic") {
      trial.note("holonomic, all rows", verdict, reach.has_value());
      if (verdict == "undecided" || !reach) continue;
      int rank = -1, integrable = -1, reachable = -1, of = -1;
      std::sscanf(note.c_str(),
                  "%d independent, of which %d %*s %*s integrable. Reachable positions: dimension "
                  "%d of %d.",
                  &rank, &integrable, &reachable, &of);
      trial.expect(rank == reach->rank && integrable == reach->integrable &&
                       reachable == reach->reachable &&
                       (verdict == "holds") == (rank == integrable),
                   "\"" + note + "\" instead of " + std::to_string(reach->rank) + ", " +
                       std::to_string(reach->integrable) + ", " + std::to_string(reach->reachable));
    }
    for (std::size_t k = 0; k < trial.model.rows.size(); ++k) {
      if (name != trial.model.rows[k].name + " is holonomic") continue;
      trial.note("holonomic, a row", verdict, reach.has_value());
      if (verdict == "undecided" || !reach) continue;
      const bool is_alone = note.find("Not alone") == std::string::npos;
      if (verdict == "holds")
        trial.expect(is_alone ? reach->alone[k] : !reach->alone[k] && reach->together[k],
                     name + " by " + note + " (alone " + std::to_string(int(reach->alone[k])) +
                         ", together " + std::to_string(int(reach->together[k])) + ")");
      else
        trial.expect(!reach->together[k] && !reach->alone[k], name + " fails, but it is");
      const auto from = note.find("Its integral: ");
      if (from == std::string::npos || trial.motion.size() < 3) continue;
      const std::string integral = note.substr(from + 14, note.size() - from - 15);
      trial.note("integral of a row", "");
      trial.expect(drift_of(trial, integral, trial.motion) < kPrinted,
                   "the integral " + integral + " drifts");
    }
  }
}

void check_closed(JointTrial& trial, const Json& findings) {
  const bool has_flow =
      std::ranges::any_of(trial.model.rows, [](const auto& row) { return !row.flow.is_zero(); });
  const bool has_massless =
      std::ranges::any_of(trial.model.is_massless, [](char is) { return is != 0; });
  const auto worst = [&](bool has_rows) {
    Real most = 0;
    const JointStructure structure(trial.dynamics, has_rows);
    for (int k = 0; k < 2; ++k)
      if (const auto at = trial.near(0.2L)) most = std::max(most, structure.closedness(*at));
    return most;
  };
  const auto judge = [&](const Json& one, bool has_rows, bool can_be) {
    const std::string verdict = verdict_of(one);
    if (verdict == "not applicable") return;
    const Real residual = can_be ? worst(has_rows) : 0;
    const bool is_clear = can_be && (residual < 1e-9L || residual > 1e-5L);
    trial.note(one["name"], verdict, is_clear);
    if (verdict != "undecided" && is_clear)
      trial.expect((verdict == "holds") == (residual < 1e-9L),
                   one["name"].get<std::string>() + ": " + verdict + ", but " +
                       std::to_string(double(residual)));
  };
  for (const Json& one : findings) {
    if (one["name"] == "the Dirac structure is closed")
      judge(one, true, trial.model.gaps.empty() && !has_flow);
    if (one["name"] == "Jacobi identity of J") judge(one, false, !has_massless);
  }
}

void check_passivity(JointTrial& trial, const Json& findings) {
  for (const Json& one : findings)
    for (const auto& relation : trial.model.relations) {
      const bool is_power = one["name"] == relation.name + " only takes energy";
      const bool is_entropy = one["name"] == "entropy that " + relation.name + " makes never falls";
      if (!is_power && !is_entropy) continue;
      const std::string verdict = verdict_of(one);
      trial.note(is_power ? "passive" : "entropy", verdict);
      if (verdict == "holds") trial.expect(relation.is_passive(), one.dump());
      if (verdict == "fails") trial.expect(!relation.is_passive(), one.dump());
    }
}

/// "x1 = 0.3, x2 = -1.571" as values.
std::map<std::string, double> values_of(const std::string& where) {
  std::map<std::string, double> made;
  const std::string before = ", at ";  // "state 3 of 8, at x = 0.2"
  const std::size_t begin = where.find(before);
  std::size_t at = begin == std::string::npos ? 0 : begin + before.size();
  while (at < where.size()) {
    const auto equals = where.find(" = ", at);
    if (equals == std::string::npos) break;
    const auto comma = where.find(", ", equals);
    made[where.substr(at, equals - at)] = std::strtod(where.c_str() + equals + 3, nullptr);
    if (comma == std::string::npos) break;
    at = comma + 2;
  }
  return made;
}

/// How near rows are to a lower rank: what is left of the last singular value at another state.
/// Each row counts relative to its size there.
Real nearness(RealMatrix here, RealMatrix there, int rank) {
  if (rank == 0) return 0;
  for (Eigen::Index i = 0; i < there.rows(); ++i)
    if (const Real size = there.row(i).norm(); size > 0) here.row(i) /= size, there.row(i) /= size;
  const auto last = [&](const RealMatrix& rows) -> Real {
    return Eigen::JacobiSVD<RealMatrix>(rows).singularValues()[rank - 1];
  };
  return last(here) / last(there);
}

/// Whether four printed digits tell a pose to a twentieth of the unit of each position.
bool are_digits_enough(const JointTrial& trial, const std::map<std::string, double>& values) {
  constexpr double kPrintedHalf = 5e-4, kNear = 0.05;  // of a value; of a unit, as of nearness
  for (std::size_t i = 0; i < trial.model.z_names.size(); ++i)
    if (const auto found = values.find(trial.model.z_names[i]); found != values.end())
      if (kPrintedHalf * std::abs(found->second) > kNear * trial.model.L[i]) return false;
  return true;
}

/// Whether the rows at a pose are as near a lower rank as at all poses with the same printed
/// digits.
template <class Rows>
bool tells_rank(JointTrial& trial, const std::map<std::string, double>& values, const Rows& rows,
                const RealMatrix& there, int rank) {
  constexpr double kPrintedHalf = 5e-4;
  constexpr Real kSame = 0.02L;
  const Real here = nearness(rows(trial.state_of(values)), there, rank);
  for (int k = 0; k < 8; ++k) {
    std::map<std::string, double> moved = values;
    for (auto& [name, value] : moved) value *= 1 + kPrintedHalf * double(trial.noise());
    if (std::abs(nearness(rows(trial.state_of(moved)), there, rank) - here) > kSame) return false;
  }
  return true;
}

/// Whether the rows of the model itself come near a lower rank on its motion, or at the pose that
/// the finding names.
bool passes_singular_pose(JointTrial& trial, const Json& finding) {
  constexpr int kGeneric = 8;  // one alone may be near a lower rank itself
  std::vector<RealMatrix> generic;
  int rank = -1;
  for (int k = 0; k < kGeneric; ++k)
    if (const auto at = trial.near(0.5L)) {
      generic.push_back(trial.dynamics.all_rows(*at));
      rank = std::max(rank, clear_rank(generic.back()));
    }
  if (rank <= 0) return false;
  const auto is_near = [&](const JointState& at) {
    return std::ranges::any_of(generic, [&](const RealMatrix& there) {
      return nearness(trial.dynamics.all_rows(at), there, rank) < 0.05L;
    });
  };
  const auto named = values_of(finding.value("where", std::string()));
  return std::ranges::any_of(trial.motion, is_near) ||
         (!named.empty() && is_near(trial.state_of(named)));
}

void check_singular_pose(JointTrial& trial, const Json& one) {
  const std::string name = one["name"], verdict = verdict_of(one);
  const bool has_gaps = name == "[c'Z; A] keeps its rank in every pose";
  if (!has_gaps && name != "velocity constraints keep their rank in every pose") return;
  const auto rows = [&](const JointState& at) {
    return has_gaps ? trial.dynamics.all_rows(at) : trial.dynamics.rows(at);
  };
  const auto generic = trial.near(0.2L);
  const int rank = generic ? clear_rank(rows(*generic)) : -1;
  const auto values = values_of(one.value("where", std::string()));
  const bool is_told = !values.empty() && rank >= 0 && are_digits_enough(trial, values) &&
                       tells_rank(trial, values, rows, rows(*generic), rank);
  trial.note(name, verdict, rank >= 0 && (verdict == "holds" || is_told));
  if (rank < 0 || verdict == "undecided") return;
  if (verdict == "fails" && is_told)
    trial.expect(nearness(rows(trial.state_of(values)), rows(*generic), rank) < 0.05L,
                 "no singular pose: " + one.dump());
  for (int k = 0; k < 20 && verdict == "holds"; ++k)
    if (const auto at = trial.near(3))
      trial.expect(clear_rank(rows(*at)) == rank || clear_rank(rows(*at)) < 0,
                   "a singular pose beside " + one.dump());
}

void check_requirements(JointTrial& trial, const Json& findings) {
  for (const Json& one : findings) {
    const std::string check = one["check"], verdict = verdict_of(one), kind = one["kind"];
    trial.note(check + " " + kind, verdict);
    if (verdict != "fails" || kind != "requirement") continue;
    if (check == "T-06" || check == "T-24") continue;  // check_passivity
    const bool is_rank = one["name"] == "[c'Z; A] keeps its rank" ||
                         one["name"] == "the rows of velocity constraints keep their rank";
    if (is_rank && passes_singular_pose(trial, one)) continue;
    if (one["name"] == "the gyroscopic two-form is closed" ||
        one["name"] == "gyroscopic forces are those of the velocities' frame") {
      const JointStructure structure(trial.dynamics, false);
      Real most = 0;
      for (int k = 0; k < 2; ++k)
        if (const auto at = trial.near(0.2L)) most = std::max(most, structure.closedness(*at));
      trial.expect(most > 1e-6L, one.dump());
      continue;
    }
    trial.expect(false, "a sound model: " + one.dump());
  }
}

}  // namespace

void check_joint_report(JointTrial& trial) {
  Json only = Json::array();
  for (int k = 1; k <= 29; ++k) only.push_back((k < 10 ? "T-0" : "T-") + std::to_string(k));
  const Json report =
      Json::parse(inspect::inspect(trial.model.json.dump(), "{}", Json{{"only", only}}.dump()));
  for (const Json& one : report["problems"])
    trial.expect(one["severity"] != "error", "the run has no errors, the report has " + one.dump());
  if (report["states"] == 0) return;
  const Json &facts = report["facts"], &findings = report["findings"];
  check_conserved(trial, facts);
  check_index(trial, facts);
  check_sizes(trial, facts);
  check_holonomic(trial, findings);
  check_closed(trial, findings);
  check_passivity(trial, findings);
  for (const Json& one : findings) check_singular_pose(trial, one);
  check_requirements(trial, findings);
}

}  // namespace porthos::test
