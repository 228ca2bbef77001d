// Steps per second of models of the gallery: gauss(2), 1 ms, a row every 100 steps; CPU time. One
// JSON object per line.
//   porthos_bench [SECONDS [MODEL…]]   at least that long (default 0.5); all models
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
#include <vector>

#include "simulate/session.hpp"

namespace {

using Json = nlohmann::json;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Steps per second over at least `seconds`; the run begins anew whenever it ends.
double speed(porthos::Session& session, double seconds) {
  const Json options{{"step", 0.001}, {"method", "gauss(2)"}, {"outputEvery", 100}};
  double used = 0, steps = 0;
  while (used < seconds) {
    session.start(options.dump());
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
  const std::vector<std::string> wanted(arguments + std::min(count, 2), arguments + count);
  std::map<std::string, std::string> texts;
  const std::string ending = ".porthos.json";
  for (const auto& entry : std::filesystem::directory_iterator(PORTHOS_MODELS_DIR)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(ending)) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    texts[name] = std::string(std::istreambuf_iterator<char>(file), {});
  }
  const std::string files = Json(texts).dump();
  for (const auto& [file, text] : texts) {
    const std::string name = file.substr(0, file.size() - ending.size());
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), name) == wanted.end()) continue;
    porthos::Session session(text, files);
    const Json line{{"model", name}, {"stepsPerSecond", speed(session, seconds)}};
    std::puts(line.dump().c_str());
  }
}
