// The JSON library uses functions that it has deprecated itself.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include "support/run.hpp"

#include <algorithm>
#include <cmath>

#include "linearize/linearize.hpp"

template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace porthos::test {
namespace {

/// The larger of the two; NaN stays NaN, which std::max would ignore.
double worse(double most, double value) {
  return std::isnan(value) ? value : std::max(most, std::abs(value));
}

}  // namespace

Json& place_in(Json& json, std::string_view pointer) {
  Json* at = &json;
  while (!pointer.empty()) {
    const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
    const std::string token(pointer.substr(1, end - 1));
    at = at->is_array() ? &(*at)[std::stoul(token)] : &(*at)[token];
    pointer.remove_prefix(end);
  }
  return *at;
}

double Run::at(const std::string& name, size_t row) const {
  const auto found = index_.find(name);
  if (found == index_.end())
    FAIL("no column " << name);  // an assertion for each number would take longer
  return table[row * names.size() + found->second];
}

Column Run::column(const std::string& name) const {
  Column values;
  for (size_t row = 0; row < rows(); ++row) values.push_back(at(name, row));
  return values;
}

double Run::largest(const std::string& name) const {
  double most = 0;
  for (const double value : column(name)) most = worse(most, value);
  return most;
}

double Run::drift(const std::string& name) const {
  const Column values = column(name);
  double most = 0;
  for (const double value : values) most = worse(most, value - values.front());
  return most;
}

void Run::index_columns() {
  for (size_t i = 0; i < names.size(); ++i) index_[names[i]] = i;
}

Json gallery(const std::string& name) {
  return Json::parse(read_text(models_folder() / (name + ".porthos.json")));
}

Json reproduction(const std::string& name) {
  const auto tests = models_folder().parent_path().parent_path() / "tests";
  return Json::parse(read_text(tests / "reproductions" / (name + ".porthos.json")));
}

Json with_start(Json model, const std::map<std::string, double>& values) {
  for (const auto& [state, value] : values) {
    const char* kind = model["positions"].contains(state) ? "positions" : "velocities";
    INFO("state " << state);
    REQUIRE(model[kind].contains(state));
    if (model[kind][state].is_object())
      model[kind][state]["start"] = value;
    else
      model[kind][state] = value;
  }
  return model;
}

Json used_files(const std::string& text) {
  Json files = Json::object();
  std::vector<std::string> open = {text};
  while (!open.empty()) {
    const std::string current = open.back();
    open.pop_back();
    for (const Json& reference : Json::parse(references(current))) {
      const std::string name = reference.get<std::string>();
      if (files.contains(name)) continue;
      files[name] = read_text(models_folder() / name);
      open.push_back(files[name].get<std::string>());
    }
  }
  return files;
}

Session open_session(const Json& model) {
  const std::string text = model.dump();
  return Session(text, used_files(text).dump());
}

bool has_modes(const Json& model) {
  const std::string text = model.dump();
  const Json answer = Json::parse(linearize::linearize(text, used_files(text).dump(), "{}"));
  return answer.contains("at") && answer["at"].contains("modes");
}

Json problems_of(const Json& model) {
  return Json::parse(open_session(model).describe())["problems"];
}

Run attempt(const Json& model, const Options& options) {
  Session session = open_session(model);
  Json request = Json::object();
  if (options.until) request["until"] = *options.until;
  if (options.step) request["step"] = *options.step;
  if (!options.method.empty()) request["method"] = options.method;
  if (options.tolerance) request["tolerance"] = *options.tolerance;
  if (!options.set.empty()) request["set"] = options.set;
  if (!options.inputs.empty()) request["inputs"] = options.inputs;
  if (options.output_every) request["outputEvery"] = *options.output_every;

  Run run;
  run.problems = Json::parse(session.describe())["problems"];
  const Json begun = Json::parse(session.start(request.dump()));
  for (const Json& problem : begun.value("problems", Json::array()))
    run.problems.push_back(problem);
  run.outcome = begun.value("outcome", "");
  run.message = begun.value("message", "");
  for (const Json& column : begun.value("columns", Json::array())) {
    run.names.push_back(column["name"]);
    run.units.push_back(column["unit"]);
  }
  run.index_columns();
  if (run.names.empty()) return run;

  for (bool done = false; !done;) {
    const Json progress = Json::parse(session.advance(1000));
    done = progress["done"];
    run.outcome = progress["outcome"];
    run.message = progress.value("message", "");
    const std::vector<double> rows = session.take_rows();
    run.table.insert(run.table.end(), rows.begin(), rows.end());
  }
  const Json summary = Json::parse(session.summary());
  if (summary.contains("accuracy") && summary["accuracy"]["error"].is_number())
    run.error = summary["accuracy"]["error"];
  return run;
}

Run simulate(const Json& model, const Options& options) {
  Run run = attempt(model, options);
  INFO("model " << model.value("name", "") << ": " << run.outcome << ". " << run.message << " "
                << run.problems.dump(1));
  REQUIRE(run.outcome == "finished");
  REQUIRE(run.rows() > 1);
  return run;
}

double difference(const Run& a, const Run& b, const std::string& name_a,
                  const std::string& name_b) {
  REQUIRE(a.rows() == b.rows());
  double most = 0;
  for (size_t row = 0; row < a.rows(); ++row)
    most = worse(most, a.at(name_a, row) - b.at(name_b, row));
  return most;
}

double difference(const Run& a, const Run& b, const std::string& name) {
  return difference(a, b, name, name);
}

}  // namespace porthos::test
