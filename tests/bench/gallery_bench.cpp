// Steps per second of each model of the gallery: gauss(2), 1 ms, a row every 100 steps. One JSON
// object a line; CPU time, the best of some runs.
//   porthos_bench [SECONDS]   at least that long per run (default 0.5)
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "simulate/session.hpp"

namespace {

using Json = nlohmann::json;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Steps per second over at least `seconds`; the run begins anew whenever it ends.
double speed(porthos::Session& session, double seconds) {
  const std::string options = R"({"step": 0.001, "method": "gauss(2)", "outputEvery": 100})";
  double used = 0, steps = 0;
while (used < seconds) {
  session.start(options);
  const double begin = cpu_seconds();
  Json status;
  do {
    status = Json::parse(session.advance(4096));
    session.take_rows();
    session.take_poses();
  } while (!status["done"].get<bool>() && used + cpu_seconds() - begin < seconds);
  used += cpu_seconds() - begin;
  const double taken = status["steps"].get<double>();
  if (taken == 0) return 0;
  steps += taken;
}
return steps / used;
}

}  // namespace

int main(int count, char** arguments) {
  const double seconds = count > 1 ? std::atof(arguments[1]) : 0.5;
  std::map<std::string, std::string> texts;
  const std::string ending = ".porthos.json";
  for (const auto& entry : std::filesystem::directory_iterator(PORTHOS_MODELS_DIR)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(ending)) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    texts[name] = std::string(std::istreambuf_iterator<char>(file), {});
  }
  const std::string files = Json(texts).dump();
  for (const auto& [name, text] : texts) {
    porthos::Session session(text, files);
    double best = 0;
    for (int round = 0; round < 3; ++round) best = std::max(best, speed(session, seconds));
    const Json line{{"model", name.substr(0, name.size() - ending.size())},
                    {"stepsPerSecond", best}};
    std::puts(line.dump().c_str());
  }
}
