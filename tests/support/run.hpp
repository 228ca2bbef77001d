/// Runs a model the way a host does, text in and columns out, and gives the columns by name.
///
///   const Run run = simulate(gallery("pendulum-cartesian"), {.until = 2, .step = 0.01});
///   run.last("x");   run.column("energy.balance_error");
///
/// A run that does not finish fails the test that asked for it, with the engine's own words.
#pragma once

#include <catch_amalgamated.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "simulate/session.hpp"

namespace porthos::test {

using Json = nlohmann::ordered_json;  // the order of the velocities is that of the mass matrix
using Column = std::vector<double>;

struct Options {
  std::optional<double> until = {};      // s; missing values are the model's own
  std::optional<double> step = {};       // s
  std::string method = {};               // "" for the model's own
  std::optional<double> tolerance = {};  // of methods that choose their own steps
  Json set = Json::object();             // parameter -> number
  Json inputs = Json::object();          // port -> formula, array of formulas, or {"flow": formula}
  std::optional<int> output_every = {};  // steps per row
};

/// The table of one run, (rows x columns), and what the engine said about it.
class Run {
 public:
  std::string outcome, message;
  Json problems = Json::array();
  std::vector<std::string> names, units;
  std::vector<double> table;

  bool has(const std::string& name) const { return index_.count(name) != 0; }
  size_t rows() const { return names.empty() ? 0 : table.size() / names.size(); }
  double at(const std::string& name, size_t row) const {
    const auto found = index_.find(name);
    INFO("column " << name);
    REQUIRE(found != index_.end());
    return table[row * names.size() + found->second];
  }
  double first(const std::string& name) const { return at(name, 0); }
  double last(const std::string& name) const { return at(name, rows() - 1); }
  Column column(const std::string& name) const {
    Column values;
    for (size_t row = 0; row < rows(); ++row) values.push_back(at(name, row));
    return values;
  }
  /// The largest |value| of a column.
  double largest(const std::string& name) const {
    double most = 0;
    for (const double value : column(name)) most = std::max(most, std::abs(value));
    return most;
  }
  /// The largest |value - first value| of a column: how far a constant is from being one.
  double drift(const std::string& name) const {
    const Column values = column(name);
    double most = 0;
    for (const double value : values) most = std::max(most, std::abs(value - values.front()));
    return most;
  }
  void index_columns() {
    for (size_t i = 0; i < names.size(); ++i) index_[names[i]] = i;
  }

 private:
  std::map<std::string, size_t> index_;
};

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  INFO("file " << path.filename());
  REQUIRE(file);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline std::filesystem::path models_folder() { return PORTHOS_MODELS_DIR; }

/// A model of the gallery by its name without ".porthos.json".
inline Json gallery(const std::string& name) {
  return Json::parse(read_text(models_folder() / (name + ".porthos.json")));
}

/// The names of all models of the gallery, sorted.
inline std::vector<std::string> gallery_names() {
  std::vector<std::string> names;
  const std::string ending = ".porthos.json";
  for (const auto& entry : std::filesystem::directory_iterator(models_folder())) {
    const std::string file = entry.path().filename().string();
    if (file.size() > ending.size() && file.ends_with(ending))
      names.push_back(file.substr(0, file.size() - ending.size()));
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Overwrites start values of a model's own states, by name.
inline Json with_start(Json model, const std::map<std::string, double>& values) {
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

/// Every file that a text uses, directly or not, from the gallery's folder: name -> text.
inline Json used_files(const std::string& text) {
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

inline Session open_session(const Json& model) {
  const std::string text = model.dump();
  return Session(text, used_files(text).dump());
}

/// The problems that the engine finds in a model, errors and warnings.
inline Json problems_of(const Json& model) {
  return Json::parse(open_session(model).describe())["problems"];
}

/// Runs whatever happens; look at `outcome` and `problems`.
inline Run attempt(const Json& model, const Options& options = {}) {
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
  return run;
}

/// Runs to the end, or fails the test.
inline Run simulate(const Json& model, const Options& options = {}) {
  Run run = attempt(model, options);
  INFO("model " << model.value("name", "") << ": " << run.outcome << ". " << run.message << " "
                << run.problems.dump(1));
  REQUIRE(run.outcome == "finished");
  REQUIRE(run.rows() > 1);
  return run;
}

/// |a - b| over all rows of a column that two runs share.
inline double difference(const Run& a, const Run& b, const std::string& name_a,
                         const std::string& name_b) {
  REQUIRE(a.rows() == b.rows());
  double most = 0;
  for (size_t row = 0; row < a.rows(); ++row)
    most = std::max(most, std::abs(a.at(name_a, row) - b.at(name_b, row)));
  return most;
}
inline double difference(const Run& a, const Run& b, const std::string& name) {
  return difference(a, b, name, name);
}

}  // namespace porthos::test
