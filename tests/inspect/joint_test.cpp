// All verdicts on one random model at once: report, linearization and run, each beside computations
// from the model's own equations. PORTHOS_RUNS asks for more models and PORTHOS_SEED for others.
// Hidden while contradictions are left: ask for it by its tag.
#include <catch_amalgamated.hpp>
#include <cstdlib>

#include "support/environment.hpp"
#include "support/joint_trial.hpp"
#include "support/sanitized.hpp"

namespace porthos::test::joint_test {

TEST_CASE("no verdict about a random model contradicts an independent computation", "[.joint]") {
  const long seed = from_environment("PORTHOS_SEED", 1);
  const long count = from_environment("PORTHOS_RUNS", kSanitized ? 5 : 40);
  JointCounts counts;
  int refused = 0, contradicted = 0;
  for (long k = seed; k < seed + count; ++k) {
    Random random(static_cast<std::uint32_t>(k) * 2654435761u);
    JointTrial trial(joint_model(random), static_cast<std::uint32_t>(k) * 40503u + 7, counts);
    check_joint_run(trial);
    if (trial.is_refused) {
      ++refused;
    } else {
      check_joint_report(trial);
      check_joint_stability(trial);
    }
    if (trial.broken.empty()) continue;
    ++contradicted;
    std::string kinds, broken;
    for (const std::string& kind : trial.model.kinds) kinds += kind + ", ";
    for (const std::string& one : trial.broken) broken += "\n  " + one;
    FAIL_CHECK("seed " << k << ": " << kinds << broken << "\n" << trial.model.json.dump());
  }
  std::string table;
  for (const auto& [name, one] : counts)
    table += "\n  " + name + ": " + std::to_string(one.compared) + " compared, " +
             std::to_string(one.undecided) + " undecided, " + std::to_string(one.unknown_truth) +
             " without an oracle";
  INFO(count << " models from seed " << seed << ", " << refused << " refused" << table);
  if (std::getenv("PORTHOS_RUNS"))
    WARN(count << " models from seed " << seed << ", " << refused << " refused" << table);
  CHECK(contradicted == 0);
  CHECK(refused <= (count + 4) / 5);
  for (const char* const one : {"run", "ledger", "index", "conserved", "passive", "stability",
                                "eigenvalues", "pushed motion", "holonomic, all rows"})
    if (count >= 20) CHECK(counts[one].compared > 0);
}

}  // namespace porthos::test::joint_test
