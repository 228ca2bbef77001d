/// Runs a model like a host, text in and columns out, and returns the columns by name.
///
///   const Run run = simulate(gallery("pendulum-cartesian"), {.until = 2, .step = 0.01});
///   run.last("x");   run.column("energy.balance_error");
///
/// A run that does not finish fails its test with the message of the engine.
#pragma once

#include <catch_amalgamated.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulate/session.hpp"
#include "support/gallery.hpp"

// Compiled once, in run.cpp, instead of in every test.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace porthos::test {

using Json = nlohmann::ordered_json;  // the mass matrix has the order of the velocities
using Column = std::vector<double>;

/// The value at a JSON pointer without escapes, created if it is missing. (The library's
/// json_pointer does not compile without warnings for an ordered JSON.)
Json& place_in(Json& json, std::string_view pointer);

struct Options {
  std::optional<double> until = {};      // s; missing values are those of the model
  std::optional<double> step = {};       // s
  std::string method = {};               // "" for that of the model
  std::optional<double> tolerance = {};  // of adaptive methods
  Json set = Json::object();             // parameter -> number
  Json inputs = Json::object();          // port -> formula, array of formulas, or {"flow": formula}
  std::optional<int> output_every = {};  // steps per row
};

/// The table of one run, (rows x columns), and the engine's report on it.
class Run {
 public:
  std::string outcome, message;
  Json problems = Json::array();
  std::vector<std::string> names, units;
  std::vector<double> table;
  double error = NAN;  // of the motion by its own estimate, relative; NaN: not known

  bool has(const std::string& name) const { return index_.count(name) != 0; }
  size_t rows() const { return names.empty() ? 0 : table.size() / names.size(); }
  double at(const std::string& name, size_t row) const;
  double first(const std::string& name) const { return at(name, 0); }
  double last(const std::string& name) const { return at(name, rows() - 1); }
  Column column(const std::string& name) const;
  /// The largest |value| of a column.
  double largest(const std::string& name) const;
  /// The largest |value - first value| of a column: the drift of a constant.
  double drift(const std::string& name) const;
  void index_columns();

 private:
  std::map<std::string, size_t> index_;
};

/// A model of the gallery by its name without ".porthos.json".
Json gallery(const std::string& name);

/// A model of tests/reproductions, likewise.
Json reproduction(const std::string& name);

/// Overwrites start values of the model's own states, by name.
Json with_start(Json model, const std::map<std::string, double>& values);

/// All files that a text uses, directly or indirectly, from the gallery's folder: name -> text.
Json used_files(const std::string& text);

Session open_session(const Json& model);

/// The problems that the engine reports for a model, errors and warnings.
Json problems_of(const Json& model);

/// Whether the model has contacts, dry friction or one-way laws, which switch their modes.
bool has_modes(const Json& model);

/// Runs and returns also after failures; check `outcome` and `problems`.
Run attempt(const Json& model, const Options& options = {});

/// Runs to the end, or fails the test.
Run simulate(const Json& model, const Options& options = {});

/// |a - b| over all rows of a column that two runs share.
double difference(const Run& a, const Run& b, const std::string& name_a, const std::string& name_b);

double difference(const Run& a, const Run& b, const std::string& name);

}  // namespace porthos::test
