#include "model/json_text.hpp"

#include <algorithm>
#include <utility>
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

/// Builds the values as the parser meets them, and watches: nesting, keys that come twice, objects
/// without end. What it refuses ends the parse. (The library's own way throws, with an exception or
/// a callback for each of these.)
class Builder {
 public:
  using Exception = nlohmann::detail::exception;

  Builder(const std::string& text, Problems& problems) : text_(text), problems_(problems) {}

  Json take() { return std::move(root_); }

  bool null() { return add(nullptr) != nullptr; }
  bool boolean(bool value) { return add(value) != nullptr; }
  bool number_integer(Json::number_integer_t value) { return add(value) != nullptr; }
  bool number_unsigned(Json::number_unsigned_t value) { return add(value) != nullptr; }
  bool number_float(double value, const std::string&) { return add(value) != nullptr; }
  bool string(std::string& value) { return add(std::move(value)) != nullptr; }
  bool binary(Json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Json::object()); }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    const Json& object = *open_.back();
    if (object.size() == Limits::kKeysPerObject)
      return refuse("an object with more than " + std::to_string(Limits::kKeysPerObject) + " keys",
                    "at most that many");
    if (object.contains(name))
      report(problems_, "PH106", "", "the key \"" + name + "\" twice in one object",
             "each key once", "the second would hide the first; rename or remove one");
    key_ = std::move(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const Exception& error) {
    const std::string what = error.what();
    const std::size_t byte = position > 0 ? position - 1 : 0;
    constexpr int kOutOfRange = 406;
    if (error.id == kOutOfRange) {
      problems_.push_back(at_byte(text_, byte, after(what, 0, "] "),
                                  "numbers that a double can hold",
                                  "numbers beyond 1e308 cannot be computed with"));
    } else {
      // "[json.exception.parse_error.101] parse error at line 1, column 2: ..."
      problems_.push_back(
          at_byte(text_, byte, after(what, what.find("column "), ": "), "JSON",
                  "look for a missing or superfluous comma, quote or bracket just before"));
    }
    return false;
  }

 private:
  static std::string after(const std::string& text, std::size_t from, const char* mark) {
    const std::size_t at = from == std::string::npos ? from : text.find(mark, from);
    return at == std::string::npos ? text : text.substr(at + 2);
  }

  Json* add(Json value) {
    if (open_.empty()) return &(root_ = std::move(value));
    Json& into = *open_.back();
    if (into.is_object()) return &(into[key_] = std::move(value));
    into.push_back(std::move(value));
    return &into.back();
  }

  bool open(Json empty) {
    if (open_.size() >= static_cast<std::size_t>(Limits::kDepth))
      return refuse("objects and arrays nested deeper than " + std::to_string(Limits::kDepth),
                    "a model text, which needs far less");
    open_.push_back(add(std::move(empty)));
    return true;
  }

  bool close() {
    open_.pop_back();
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
  std::vector<Json*> open_;  // the objects and arrays around the next value
  std::string key_;
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
