#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/json_text.hpp"
#include "model/keys.hpp"

namespace porthos::model {

/// A value of a text, or an absent one.
class Place {
 public:
  Place() = default;
  explicit Place(const Json& json) : json_(&json) {}

  explicit operator bool() const { return json_ != nullptr; }
  const Json& operator*() const { return *json_; }
  const Json* operator->() const { return json_; }

  /// A value inside; absent if there is no such key.
  Place operator[](const char* key) const;
  Place operator[](const std::string& key) const;
  Place operator[](std::size_t index) const { return Place((*json_)[index]); }

  /// The members of an object.
  const Json::object_t& members() const { return *json_->get_ptr<const Json::object_t*>(); }
  std::size_t size() const { return json_->size(); }

 private:
  const Json* json_ = nullptr;
};

/// Checked access to JSON: every mismatch becomes a problem with its place, the found and the
/// expected value.
class Reader {
 public:
  /// Reads a text, or a part of one that is found at `where`.
  Reader(const Json& text, std::string where, Problems& problems)
      : text_(text), where_(std::move(where)), problems_(problems) {}

  Problem& fail(const char* code, const std::string& where, const std::string& found,
                const std::string& expected, const std::string& hint = kNothing) {
    return report(problems_, code, where, found, expected, hint);
  }
  Problem& fail(const char* code, Place place, const std::string& found,
                const std::string& expected, const std::string& hint = kNothing);
  /// A name or word that is not known here; the nearest known one is the hint.
  void fail_unknown(const char* code, const std::string& where, const std::string& found,
                    const std::string& expected, const std::vector<std::string>& known);
  void fail_unknown(const char* code, Place place, const std::string& found,
                    const std::string& expected, const std::vector<std::string>& known) {
    fail_unknown(code, where(place), found, expected, known);
  }
  Problems& problems() { return problems_; }
  /// If hardly anything is right, searching for hints would take longer than all the rest.
  bool gives_hints() const { return problems_.size() < 100; }

  /// The JSON Pointer to a value.
  std::string where(Place place);

  /// True for an object; reports unknown keys, and missing keys that the schema requires. For an
  /// absent place it is false, without a problem.
  bool object(Place place, std::string_view definition);
  /// Reports the keys of an object that are not among these.
  void check_keys(Place place, const std::vector<std::string>& known);
  /// True for an object whose keys the author chooses.
  bool object(Place place);
  bool array(Place place, const std::string& expected = "an array");

  /// Absent: the default. Another type: a problem and the default.
  std::string text(Place place, const std::string& fallback = kNothing);
  /// A unit as written; a warning (PH119) if formulas cannot be checked with it.
  std::string unit(Place place);
  std::optional<double> number(Place place, const std::string& unit = kNothing);
  bool flag(Place place, bool fallback);
  /// One of the possible words of a key (PH109); the first if it is none of them.
  std::string word(Place of, const Key& key, std::string_view fallback);
  /// A number within the bounds of the key (PH104).
  double bounded(Place of, const Key& key, double fallback);

  /// A name; false with a problem (PH107). If formulas use it by itself, it must not be that of a
  /// function.
  bool name(const std::string& name, Place place, bool is_in_formulas = false);

 private:
  void add_parents(const Json& of);

  const Json& text_;
  const std::string where_;
  std::map<const Json*, const Json*> parents_;  // of all values, once there is a problem
  Problems& problems_;
};

/// A quantity as shown in a problem: 3.0 kg.
std::string with_unit(double value, const std::string& unit);

/// "one of a, b, c".
std::string one_of(const std::vector<std::string>& known);

/// A value as shown in a problem: `"text"`, 3, an object, ….
std::string describe(const Json& json);

}  // namespace porthos::model
