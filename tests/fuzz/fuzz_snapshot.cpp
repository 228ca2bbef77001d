// Tampered snapshots of runs, with any method: modified texts are refused; with a forged checksum
// they are refused without a trace, or the run continues to an outcome with finite numbers.
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "fuzz/pieces.hpp"
#include "support/snapshot_key.hpp"

namespace {

using Json = nlohmann::json;
using porthos::Session;
using porthos::fuzz::below;
using porthos::fuzz::Random;

/// Starts a run of a model and advances it; false if it has none.
bool begin(Session& session, Random& random) {
  const Json methods = Json::parse(porthos::methods());
  const Json options{{"method", methods[below(random, methods.size())]["name"]},
                     {"step", std::exp(-7.0 + static_cast<double>(random() % 1000) / 200)},
                     {"until", 10}};
  if (!Json::parse(session.start(options.dump())).contains("columns")) return false;
  session.advance(static_cast<int>(below(random, 30)), 30);
  session.take_rows();
  session.take_poses();
  return true;
}

std::string with_other_digits(std::string text, Random& random) {
  for (std::size_t k = 1 + below(random, 3); k-- > 0;)
    text[below(random, text.size())] = "0123456789abcdefg"[below(random, 17)];
  if (below(random, 4) == 0) text.resize(below(random, text.size()));
  return text;
}

/// Other numbers under a checksum that fits.
std::string forged(const std::string& own, Random& random) {
  constexpr std::array kNumbers{0.0,   -1.0, 1.0,          0.5,           2.0,  1e300, -1e300,
                                1e-30, 1e9,  4294967296.0, -2147483649.0, 1e19, 3.0,   7.0};
  std::vector<double> numbers = *porthos::from_hexadecimal(own.substr(0, own.size() - 16));
  const std::size_t reach =
      random() % 2 ? std::min<std::size_t>(40, numbers.size()) : numbers.size();
  for (std::size_t k = 1 + below(random, 3); k-- > 0;) {
    double& number = numbers[below(random, reach)];
    number = random() % 2 ? kNumbers[below(random, kNumbers.size())] : number * (1 + 1e-3);
  }
  if (below(random, 8) == 0) numbers.resize(below(random, numbers.size()));
  return porthos::simulate::seal(numbers, porthos::test::key_of(own));
}

std::string go_on(Session& session) {
  if (!porthos::fuzz::ends_or_yields(session, 0.02)) return "no outcome";
  for (const double value : session.take_rows())
    if (!std::isfinite(value)) return "a row with a number that is none";
  for (const double value : session.take_poses())
    if (!std::isfinite(value)) return "a pose with a number that is none";
  return "";
}

std::string attempt(const std::string& text, Random& random, std::size_t& snapshots) {
  constexpr int kTurns = 40;
  Session session(text, "{}");
  if (!begin(session, random)) return "";
  const std::string own = session.snapshot();
  for (int turn = 0; turn < kTurns; ++turn, ++snapshots) {
    if (const std::string other = with_other_digits(own, random); other != own)
      if (session.restore(other)) return "a changed snapshot was accepted: " + other;
    if (session.restore(forged(own, random))) {
      if (std::string wrong = go_on(session); !wrong.empty()) return wrong;
      if (!session.restore(own)) return "a run cannot go back after a forged snapshot";
    } else if (session.snapshot() != own) {
      return "a refused snapshot left a trace";
    }
  }
  return "";
}

}  // namespace

int main(int count, char** arguments) {
  return porthos::fuzz::run(count, arguments,
                            {"snapshot", "snapshots", attempt, porthos::fuzz::next_plain});
}
