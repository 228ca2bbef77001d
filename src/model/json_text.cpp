#include "model/json_text.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace porthos::model {
namespace {

Problem at_byte(const std::string& text, std::size_t byte, std::string found, std::string expected,
                std::string hint) {
  const std::size_t end = std::min(byte, text.size());
  const auto begin = text.begin();
  const auto stop = begin + static_cast<std::ptrdiff_t>(end);
  const auto line = static_cast<std::size_t>(std::count(begin, stop, '\n')) + 1;
  const std::size_t newline = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  Problem problem{.code = "PH100",
                  .found = std::move(found),
                  .expected = std::move(expected),
                  .hint = std::move(hint)};
  problem.line = line;
  problem.column = newline == std::string::npos ? end + 1 : end - newline;
  return problem;
}

/// Watches the parser: nesting, keys that come twice, objects without end.
class Guard {
 public:
  explicit Guard(Problems& problems) : problems_(problems) {}

  bool operator()(int depth, Json::parse_event_t event, Json& parsed) {
    using Event = Json::parse_event_t;
    if (depth > Limits::kDepth) {
      if (!too_deep_)
        problems_.push_back(
            {.code = "PH105",
             .where = "",
             .found = "objects and arrays nested deeper than " + std::to_string(Limits::kDepth),
             .expected = "a model text, which needs far less",
             .hint = "split the model into components"});
      too_deep_ = true;
      return false;
    }
    if (event == Event::object_start) {
      keys_.emplace_back();
    } else if (event == Event::object_end && !keys_.empty()) {
      keys_.pop_back();
    } else if (event == Event::key && !keys_.empty()) {
      const auto key = parsed.get<std::string>();
      if (keys_.back().size() == Limits::kKeysPerObject)
        problems_.push_back({.code = "PH105",
                             .where = "",
                             .found = "an object with more than " +
                                      std::to_string(Limits::kKeysPerObject) + " keys",
                             .expected = "at most that many",
                             .hint = "split the model into components"});
      if (!keys_.back().insert(key).second)
        problems_.push_back({.code = "PH106",
                             .where = "",
                             .found = "the key \"" + key + "\" twice in one object",
                             .expected = "each key once",
                             .hint = "the second would hide the first; rename or remove one"});
      return keys_.back().size() <= Limits::kKeysPerObject;
    }
    return true;
  }

 private:
  Problems& problems_;
  std::vector<std::set<std::string>> keys_;
  bool too_deep_ = false;
};

}  // namespace

std::optional<Json> parse_json(const std::string& text, Problems& problems) {
  if (text.size() > Limits::kBytes) {
    problems.push_back({.code = "PH105",
                        .where = "",
                        .found = "a text of " + std::to_string(text.size()) + " bytes",
                        .expected = "at most " + std::to_string(Limits::kBytes) + " bytes",
                        .hint = "split the model into components that are used many times"});
    return std::nullopt;
  }
  const std::size_t before = problems.size();
  Guard guard(problems);
  try {
    Json json = Json::parse(text, [&](int depth, Json::parse_event_t event, Json& parsed) {
      return guard(depth, event, parsed);
    });
    if (problems.size() > before) return std::nullopt;
    return json;
  } catch (const Json::parse_error& error) {
    // The library's text: "[json.exception.parse_error.101] parse error at line 1, column 2: …".
    std::string what = error.what();
    if (const auto colon = what.find("column "); colon != std::string::npos)
      if (const auto start = what.find(": ", colon); start != std::string::npos)
        what = what.substr(start + 2);
    problems.push_back(
        at_byte(text, error.byte > 0 ? error.byte - 1 : 0, what, "JSON",
                "look for a missing or superfluous comma, quote or bracket just before"));
  } catch (const Json::exception& error) {
    std::string what = error.what();
    if (const auto start = what.find("] "); start != std::string::npos)
      what = what.substr(start + 2);
    problems.push_back(at_byte(text, 0, what, "numbers that a double can hold",
                               "numbers beyond 1e308 cannot be computed with"));
  }
  return std::nullopt;
}

std::string pointer_token(const std::string& key) {
  std::string token;
  for (const char c : key) {
    if (c == '~')
      token += "~0";
    else if (c == '/')
      token += "~1";
    else
      token += c;
  }
  return token;
}

}  // namespace porthos::model
