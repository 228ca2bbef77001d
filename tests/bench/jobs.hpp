/// Common parts of the native benchmark programs: one JSON text in, one line of JSON per job out.
///
///   in   {text, files, columns: [names], jobs: [{until, step, ...}], seconds, budget}
///   out  {outcome, message, seconds, steps, rows: [[value of each column], ...]}
///
/// A job is repeated until `seconds` of CPU time have been measured, and its best time counts.
/// After a job that took more than `budget` (s) by itself the rest is skipped.
#pragma once

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace porthos::bench {

using Json = nlohmann::ordered_json;

/// CPU time of this process, s.
inline double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Answer {
  std::string outcome, message;
  double seconds = 0;  // CPU time of the run without its preparation
  double steps = 0;
  std::vector<std::vector<double>> rows;
};

inline Json read_request() {
  return Json::parse(std::string(std::istreambuf_iterator<char>(std::cin), {}));
}

inline void run_jobs(const Json& request, const std::function<Answer(const Json& job)>& run) {
  for (const Json& job : request["jobs"]) {
    Answer best = run(job);
    for (double used = best.seconds; used < request.value("seconds", 0.0) && best.seconds > 0;) {
      const double seconds = run(job).seconds;
      best.seconds = std::min(best.seconds, seconds);
      used += seconds;
    }
    const Json line{{"outcome", best.outcome},
                    {"message", best.message},
                    {"seconds", best.seconds},
                    {"steps", best.steps},
                    {"rows", best.rows}};
    std::puts(line.dump().c_str());
    std::fflush(stdout);
    if (best.seconds > request.value("budget", 1e9)) return;
  }
}

}  // namespace porthos::bench
