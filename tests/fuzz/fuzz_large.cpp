// Very large texts of up to 4 MB: each is read or refused within the limits of time and memory, and
// a run of an accepted one takes a few steps or is abandoned.
#include <cmath>
#include <nlohmann/json.hpp>

#include "fuzz/large_texts.hpp"
#include "fuzz/pieces.hpp"

namespace {

using Json = nlohmann::json;

std::string attempt(const std::string& text, porthos::fuzz::Random&, std::size_t& models) {
  porthos::Session session(text, "{}");
  const Json answer = Json::parse(session.describe(), nullptr, false);
  if (answer.is_discarded()) return "an answer that is not JSON";
  if (answer["problems"].size() > 1001) return "more than 1001 problems";
  for (const Json& problem : answer["problems"])
    if (problem["severity"] == "error") return "";
  ++models;
  if (!Json::parse(session.start("{}")).contains("columns")) return "";
  if (!porthos::fuzz::ends_or_yields(session, 0.1)) return "no outcome";
  for (const double value : session.take_rows())
    if (!std::isfinite(value)) return "a row with a number that is none";
  return "";
}

}  // namespace

int main(int count, char** arguments) {
  return porthos::fuzz::run(count, arguments,
                            {"large", "models", attempt, porthos::fuzz::next_large});
}
