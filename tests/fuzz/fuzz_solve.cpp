// Mutated texts that are models, run with any method and step: an outcome, and finite numbers. A
// long run, such as that of a stiff model with an explicit method, is abandoned after a while, like
// a closed page; the test checks that this is possible.
#include <cmath>
#include <nlohmann/json.hpp>

#include "fuzz/pieces.hpp"

namespace {

using Json = nlohmann::json;

std::string attempt(const std::string& text, porthos::fuzz::Random& random, std::size_t& runs) {
  porthos::Session session(text, "{}");
  const Json methods = Json::parse(porthos::methods());
  const double step = std::exp(-8.0 + static_cast<double>(random() % 1000) / 125);
  const Json begun = Json::parse(session.start(Json{
      {"method", methods[porthos::fuzz::below(random, methods.size())]["name"]},
      {"step", step},
      {"until", 20 * step}}.dump()));
  if (!begun.contains("columns")) return "";
  ++runs;
  if (!porthos::fuzz::ends_or_yields(session, 1)) return "no outcome";
  for (const double value : session.take_rows())
    if (!std::isfinite(value)) return "a row with a number that is none";
  for (const double value : session.take_poses())
    if (!std::isfinite(value)) return "a pose with a number that is none";
  return "";
}

}  // namespace

int main(int count, char** arguments) {
  return porthos::fuzz::run(count, arguments, {"solve", "runs", attempt});
}
