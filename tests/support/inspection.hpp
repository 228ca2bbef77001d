/// The structure report on a model, by the names of its findings.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "inspect/inspector.hpp"
#include "support/run.hpp"

namespace porthos::test {

/// One report, by the names of its findings.
class Report {
 public:
  explicit Report(const Json& model, const Json& options = Json::object())
      : Report(model, options, used_files(model.dump())) {}
  Report(const Json& model, const Json& options, const Json& files)
      : json_(Json::parse(inspect::inspect(model.dump(), files.dump(), options.dump()))) {}

  const Json& json() const { return json_; }
  const Json& facts() const { return json_["facts"]; }

  const Json& finding(const std::string& name) const {
    for (const Json& one : json_["findings"])
      if (one["name"].get<std::string>() == name) return one;
    FAIL("there is no finding \"" << name << "\" in " << json_["findings"].dump(1));
    return json_;
  }
  std::string verdict(const std::string& name) const {
    return finding(name)["verdict"].get<std::string>();
  }
  /// The names in `responsible`.
  std::set<std::string> blamed(const std::string& name) const {
    std::set<std::string> names;
    if (const Json& one = finding(name); one.contains("responsible"))
      for (const Json& who : one["responsible"]) names.insert(who.get<std::string>());
    return names;
  }
  /// Requirements that fail.
  std::vector<std::string> accused() const {
    std::vector<std::string> names;
    for (const Json& one : json_["findings"])
      if (one["kind"].get<std::string>() == "requirement" &&
          one["verdict"].get<std::string>() == "fails")
        names.push_back(one["name"].get<std::string>());
    return names;
  }
  /// Findings whose verdict does not follow from residual and tolerance.
  std::vector<std::string> contradictions() const {
    std::vector<std::string> names;
    for (const Json& one : json_["findings"]) {
      const std::string verdict = one["verdict"].get<std::string>();
      if (verdict != "holds" && verdict != "fails") continue;
      const double residual = one["residual"].is_number() ? one["residual"].get<double>() : NAN;
      const bool is_small = residual <= one["tolerance"].get<double>();
      if (is_small != (verdict == "holds")) names.push_back(one["name"].get<std::string>());
    }
    return names;
  }
  /// Codes of the problems that are errors.
  std::set<std::string> errors() const {
    std::set<std::string> codes;
    for (const Json& one : json_["problems"])
      if (one["severity"].get<std::string>() == "error")
        codes.insert(one["code"].get<std::string>());
    return codes;
  }
  std::vector<std::string> list(const char* fact) const {
    return facts().contains(fact) ? facts()[fact].get<std::vector<std::string>>()
                                  : std::vector<std::string>();
  }

 private:
  Json json_;
};

/// The report of a model without errors.
class Inspection : public Report {
 public:
  explicit Inspection(const Json& model, const std::string& only = "")
      : Report(model, only.empty() ? Json::object() : Json{{"only", Json::array({only})}}) {
    for (const Json& one : json()["problems"])
      if (one["severity"].get<std::string>() == "error") FAIL(one.dump(1) << model.dump(1));
  }

  std::string note(const std::string& name) const {
    return finding(name).value("note", std::string());
  }
  /// The verdict on a velocity constraint.
  std::string row(const std::string& name) const { return verdict(name + " is holonomic"); }
  std::string row_note(const std::string& name) const { return note(name + " is holonomic"); }
  /// The note on all velocity constraints together.
  std::string whole() const { return note("the velocity constraints are holonomic"); }
};

/// Random numbers and formulas, the same in each run.
class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  int integer(int from, int to) {
    return from + static_cast<int>(random_() % static_cast<unsigned>(to - from + 1));
  }
  double number(double from, double to) {
    return from + (to - from) * (static_cast<double>(random_()) / 4294967296.0);
  }
  /// 1e-6 to 1e6
  double scale() { return std::pow(10.0, integer(-6, 6)); }

 private:
  std::mt19937 random_;
};

inline std::string text_of(double value) {
  std::ostringstream text;
  text.precision(17);
  text << value;
  return "(" + text.str() + ")";
}

}  // namespace porthos::test
