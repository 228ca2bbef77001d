#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/json_text.hpp"

namespace porthos::model {

/// A JSON value with its place in the text.
struct Place {
  const Json* json = nullptr;
  std::string where;

  explicit operator bool() const { return json != nullptr; }
  const Json& operator*() const { return *json; }
  const Json* operator->() const { return json; }

  Place operator[](std::string_view key) const;
  Place operator[](std::size_t index) const;
  std::size_t size() const { return json->size(); }
};

/// Checked access to JSON: every misfit becomes a problem with its place, found and expected.
class Reader {
 public:
  explicit Reader(Problems& problems) : problems_(problems) {}

  void fail(std::string_view code, std::string_view where, std::string_view found,
            std::string_view expected, std::string_view hint = {}) {
    report(problems_, code, where, found, expected, hint);
  }
  /// A name or word that is not one of those known here, with the nearest as a hint.
  void fail_unknown(std::string_view code, std::string_view where, const std::string& found,
                    std::string_view expected, const std::vector<std::string>& known);
  Problems& problems() { return problems_; }

  /// True for an object all of whose keys are known; reports the others. Absent places are false
  /// without a problem.
  bool object(const Place& place, std::initializer_list<std::string_view> keys);
  /// Reports the keys of an object that are not among these.
  void check_keys(const Place& place, const std::vector<std::string>& known);
  /// True for an object with keys of the author's choosing.
  bool object(const Place& place);
  bool array(const Place& place, std::string_view expected = "an array");

  /// Absent: the default. Of another type: a problem and the default.
  std::string text(const Place& place, std::string_view fallback = {});
  std::optional<double> number(const Place& place, std::string_view unit = {});
  bool flag(const Place& place, bool fallback);

  /// A name that formulas can use; false with a problem (PH107).
  bool name(const std::string& name, const std::string& where);

 private:
  Problems& problems_;
};

/// A quantity as it reads in a problem: 3.0 kg.
std::string with_unit(double value, const std::string& unit);

/// "one of a, b, c".
std::string one_of(const std::vector<std::string>& known);

/// How a value reads in a problem: `"text"`, 3, an object, ….
std::string describe(const Json& json);

}  // namespace porthos::model
