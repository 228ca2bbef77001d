// Mutated texts are read or refused: the answer is JSON with short quotations and finite numbers.
#include <nlohmann/json.hpp>

#include "fuzz/fuzz.hpp"
#include "simulate/session.hpp"

namespace {

std::string attempt(const std::string& text, porthos::fuzz::Random&, std::size_t& models) {
  const porthos::Session session(text, "{}");
  const auto answer = nlohmann::json::parse(session.describe(), nullptr, false);
  if (answer.is_discarded()) return "an answer that is not JSON";
  bool has_errors = false;
  for (const auto& problem : answer["problems"]) {
    has_errors = has_errors || problem["severity"] == "error";
    for (const char* key : {"found", "expected", "hint"})
      if (problem.contains(key) && problem[key].get_ref<const std::string&>().size() > 1000)
        return "a quote of more than 1000 bytes";
  }
  if (has_errors || !answer.contains("states")) return "";
  ++models;
  for (const auto& state : answer["states"])
    if (!state["start"].is_number()) return "a start that is no number";
  return "";
}

}  // namespace

int main(int count, char** arguments) {
  return porthos::fuzz::run(count, arguments, {"parse", "models", attempt});
}
