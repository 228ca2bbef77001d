/// The engine itself, natively: jobs.hpp; a job is the options of a run (docs/library.md).
#include "jobs.hpp"

#include "simulate/session.hpp"

using porthos::bench::Answer;
using porthos::bench::Json;

int main() {
  const Json request = porthos::bench::read_request();
  porthos::Session session(request["text"].get<std::string>(), request["files"].dump());
  porthos::bench::run_jobs(request, [&](const Json& job) {
    const Json started = Json::parse(session.start(job.dump()));
    Answer answer;
    if (!started.contains("columns")) {
      answer.outcome = "not-started";
      answer.message = started["problems"].dump();
      return answer;
    }
    const double begin = porthos::bench::cpu_seconds();
    const std::string status = session.advance(1 << 30);
    answer.seconds = porthos::bench::cpu_seconds() - begin;
    const Json ended = Json::parse(status);
    answer.outcome = ended["outcome"];
    answer.message = ended["message"];
    answer.steps = ended["steps"];
    std::vector<std::size_t> wanted;
    for (const Json& name : request["columns"])
      for (std::size_t i = 0; i < started["columns"].size(); ++i)
        if (started["columns"][i]["name"] == name) wanted.push_back(i);
    const std::vector<double> table = session.take_rows();
    session.take_poses();
    for (std::size_t row = 0; row < table.size(); row += started["columns"].size()) {
      answer.rows.emplace_back();
      for (const std::size_t i : wanted) answer.rows.back().push_back(table[row + i]);
    }
    return answer;
  });
}
