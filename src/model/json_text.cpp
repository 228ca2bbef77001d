#include "model/json_text.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "model/json_mistake.hpp"

namespace porthos::model {
namespace {

void report_at_byte(Problems& problems, const std::string& text, std::size_t byte,
                    const std::string& found, const std::string& expected,
                    const std::string& hint) {
  const std::size_t end = std::min(byte, text.size());
  const auto begin = text.begin();
  const auto stop = begin + static_cast<std::ptrdiff_t>(end);
  const auto line = static_cast<std::size_t>(std::count(begin, stop, '\n')) + 1;
  const std::size_t newline = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  Problem& problem = report(problems, "PH100", "", found, expected, hint);
  problem.line = line;
  const std::size_t first = newline == std::string::npos ? 0 : newline + 1;
  problem.column = 1;
  for (std::size_t i = first; i < end; ++i)  // characters, not the bytes of UTF-8
    *problem.column += (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80 ? 1 : 0;
}

/// Builds the values during parsing, and checks nesting, duplicate keys and objects without an end.
/// A refusal ends the parse. (The library itself throws, with an exception or a callback for each
/// of these.)
class Builder {
 public:
  using Exception = nlohmann::detail::exception;

  Builder(const std::string& text, Problems& problems) : text_(text), problems_(problems) {}

  Json take() { return std::move(root_); }

  bool null() { return counts() && add(nullptr); }
  bool boolean(bool value) { return counts() && add(value); }
  bool number_integer(Json::number_integer_t value) { return counts() && add(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return counts() && add(value); }
  bool number_float(double value, const std::string&) { return counts() && add(value); }
  bool string(std::string& value) { return counts() && add(std::move(value)); }
  bool binary(Json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Json::object()); }
  bool end_object() { return end_array(); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_array() {
    open_.pop_back();
    return true;
  }

  bool key(std::string& name) {
    std::set<std::string>& keys = open_.back().keys;
    if (keys.size() == Limits::kKeysPerObject)
      return refuse("an object with more than " + std::to_string(Limits::kKeysPerObject) + " keys",
                    "at most that many");
    if (!keys.insert(name).second)
      report(problems_, "PH106", "", "the key \"" + name + "\" twice in one object",
             "each key once", "the second would hide the first; rename or remove one");
    key_ = std::move(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const Exception& error) {
    const std::string what = error.what();
    const std::size_t byte = position > 0 ? position - 1 : 0;
    constexpr int kOutOfRange = 406;
    const std::size_t mark = what.find("] ");
    if (error.id == kOutOfRange) {
      report_at_byte(problems_, text_, byte, what.substr(mark == what.npos ? 0 : mark + 2),
                     "numbers that a double can hold",
                     "numbers beyond 1e308 cannot be computed with");
    } else {
      JsonStop stop{.end = position, .token = token, .message = what, .open = open_.size()};
      if (!open_.empty()) {
        stop.is_in_array = open_.back().value->is_array();
        stop.is_empty = stop.is_in_array ? open_.back().value->empty() : open_.back().keys.empty();
      }
      const JsonMistake mistake = describe_mistake(text_, stop);
      report_at_byte(problems_, text_, mistake.at, mistake.found, mistake.expected, mistake.hint);
    }
    return false;
  }

 private:
  Json* add(Json value) {
    if (open_.empty()) return &(root_ = std::move(value));
    Json& into = *open_.back().value;
    if (auto* members = into.get_ptr<Json::object_t*>())  // its operator[] would search all of them
      return &members->emplace_back(std::move(key_), std::move(value)).second;
    into.push_back(std::move(value));
    return &into.back();
  }

  bool counts() {
    if (++count_ <= Limits::kValues) return true;
    return refuse("a text with more than " + std::to_string(Limits::kValues) +
                      " numbers, texts, arrays and objects",
                  "at most that many");
  }

  bool open(Json empty) {
    if (!counts()) return false;
    if (open_.size() >= static_cast<std::size_t>(Limits::kDepth))
      return refuse("objects and arrays nested deeper than " + std::to_string(Limits::kDepth),
                    "a model text, which needs far less");
    open_.push_back({add(std::move(empty)), {}});
    return true;
  }

  bool refuse(std::string found, std::string expected) {
    report(problems_, "PH105", "", std::move(found), std::move(expected),
           "split the model into components");
    return false;
  }

  const std::string& text_;
  Problems& problems_;
  Json root_;
  /// An object or array around the next value.
  struct Open {
    Json* value;
    std::set<std::string> keys;
  };
  std::vector<Open> open_;
  std::string key_;
  std::size_t count_ = 0;
};

}  // namespace

std::optional<Json> parse_json(const std::string& text, Problems& problems) {
  if (text.size() > Limits::kBytes) {
    report(problems, "PH105", "", "a text of " + std::to_string(text.size()) + " bytes",
           "at most " + std::to_string(Limits::kBytes) + " bytes",
           "split the model into components that are used many times");
    return std::nullopt;
  }
  const std::size_t before = problems.size();
  Builder builder(text, problems);
  Json::sax_parse(text, &builder);
  if (problems.size() > before) return std::nullopt;
  return builder.take();
}

Json object(std::initializer_list<Member> members) {
  Json made = Json::object();
  auto& entries = made.get_ref<Json::object_t&>();
  entries.reserve(members.size());
  for (const Member& member : members) entries.emplace_back(member.key, std::move(member.value));
  return made;
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string pointer_token(std::string_view key) {
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
