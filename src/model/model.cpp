#include "model/model.hpp"

#include <algorithm>
#include <tuple>

#include "base/suggest.hpp"
#include "model/component_reader.hpp"
#include "model/environment_checks.hpp"
#include "model/reader.hpp"
#include "model/shipped.hpp"

namespace porthos::model {
namespace {

/// Separates a file from the formulas that replace its characteristics, in the name of a text.
constexpr char kVariant = '\n';

std::string file_of(const std::string& text) { return text.substr(0, text.find(kVariant)); }

/// Reads each used file once, however often and deeply it is used. An element between others is
/// read once for all uses between the same neighbours.
class FileLibrary : public Library {
 public:
  FileLibrary(const Files& files, Problems& problems, Recording* recording)
      : files_(files), problems_(problems), recording_(recording) {}

  /// The texts that were read move into the recording, since its places point into them.
  ~FileLibrary() override {
    if (recording_) recording_->files = std::move(texts_);
  }

  const std::shared_ptr<expr::Budget>& budget() const override { return budget_; }

  Recording* recording() override { return recording_; }

  const Json* text(const std::string& file, const std::string& where) override {
    if (const auto known = texts_.find(file); known != texts_.end())
      return known->second ? &*known->second : nullptr;
    const auto shipped = shipped_element(file);
    if (const auto refused = files_.refused.find(file);
        !shipped && refused != files_.refused.end()) {
      const auto& [why, expected, hint] = refused->second;
      report(problems_, "PH130", where, "\"" + file + "\", which " + why, expected, hint);
      return nullptr;
    }
    const auto given = files_.texts.find(file);
    if (!shipped && given == files_.texts.end()) {
      fail_missing(file, where);
      return nullptr;
    }
    Problems own;
    const auto& json = texts_[file] =
        parse_json(shipped ? std::string(*shipped) : given->second, own);
    for (Problem& problem : own) {
      problem.where = file + "#" + problem.where;
      problems_.push_back(problem);
    }
    return json ? &*json : nullptr;
  }

  std::string with_characteristics(const std::string& file, const Json& formulas,
                                   const std::vector<std::string>& parameters) override {
    std::string name = file + kVariant + dump(formulas);
    for (const std::string& parameter : parameters) name += kVariant + parameter;
    if (texts_.count(name)) return name;
    Json changed = *texts_.at(file);
    for (const auto& [key, formula] : Place(formulas).members()) {
      Json& own = changed["characteristics"][key];
      (own.is_object() ? own["formula"] : own) = formula;
    }
    for (const std::string& parameter : parameters) changed["parameters"][parameter] = 1;
    texts_[name] = std::move(changed);
    return name;
  }

  std::shared_ptr<const Component> read(const std::string& name, const std::string& where,
                                        const Sides& sides, int depth,
                                        const Given& given) override {
    const auto key = std::tuple(name, sides, given);
    const std::string file = file_of(name);
    if (reading_.count(file)) {
      report(problems_, "PH136", where, "\"" + file + "\", which uses itself",
             "files that do not use each other in a circle");
      return nullptr;
    }
    if (const auto known = read_.find(key); known != read_.end()) return known->second;
    const Json* json = text(name, where);
    if (!json) return nullptr;
    reading_.insert(file);
    const std::size_t before = problems_.size();
    auto component = read_component(*json, file + "#", problems_, *this, sides, depth,
                                    known_interfaces(), given);
    reading_.erase(file);
    if (name != file) show_in_use(before, file + "#/characteristics/", where);
    return read_[key] = has_errors(problems_, before) ? nullptr : component;
  }

 private:
  /// Problems of formulas that a use gives are shown there.
  void show_in_use(std::size_t before, const std::string& prefix, const std::string& where) {
    const std::string use = where.substr(0, where.rfind('/')) + "/characteristics/";
    for (std::size_t i = before; i < problems_.size(); ++i) {
      std::string& place = problems_[i].where;
      if (!place.starts_with(prefix)) continue;
      const std::string rest = place.substr(prefix.size());
      place = use + rest.substr(0, rest.find('/'));
    }
  }

  void fail_missing(const std::string& file, const std::string& where) {
    std::vector<std::string> names;
    const bool is_shipped = file.starts_with(kShippedPrefix);
    if (is_shipped) names = shipped_names();
    for (const auto& [name, content] : files_.texts) names.push_back(name);
    std::string hint = did_you_mean(file, names);
    if (hint.empty() && !is_shipped)
      hint = did_you_mean(std::string(kShippedPrefix) + file, shipped_names());
    if (hint.empty() && !names.empty()) hint = "there are: " + one_of(names).substr(7);
    report(problems_, "PH130", where, "\"" + file + "\", which was not found",
           is_shipped ? "the name of an element of the library"
                      : "the name of a model file, relative to this one",
           hint);
  }

  const Files& files_;
  Problems& problems_;
  Recording* recording_;
  const std::shared_ptr<expr::Budget> budget_ = std::make_shared<expr::Budget>();
  std::map<std::string, std::optional<Json>> texts_;
  std::map<std::tuple<std::string, Sides, Given>, std::shared_ptr<const Component>> read_;
  std::set<std::string> reading_;
};

void add_references(const Json& json, std::vector<std::string>& to) {
  const auto components = json.find("components");
  if (!json.is_object() || components == json.end() || !components->is_object()) return;
  for (const auto& [name, part] : Place(*components).members()) {
    if (!part.is_object()) continue;
    if (const auto use = part.find("use"); use != part.end() && use->is_string()) {
      const auto file = use->get<std::string>();
      const bool is_known = std::find(to.begin(), to.end(), file) != to.end();
      if (!is_known && !file.starts_with(kShippedPrefix)) to.push_back(file);
    }
    if (const auto model = part.find("model"); model != part.end()) add_references(*model, to);
  }
}

}  // namespace

void report_too_much(Problems& to) {
  report(to, "PH105", "", "formulas with too many operations, including their derivatives",
         "at most about " + std::to_string(Limits::kOperations / 1'000'000) + " million",
         "look for formulas that depend on all states, and for large matrices; split a sum over "
         "many bodies into one term for each, in components");
}

std::shared_ptr<const Component> read_model(const Json& json, const Files& files,
                                            Problems& problems, Recording* recording) {
  FileLibrary library(files, problems, recording);
  auto component = read_component(json, "", problems, library);
  if (library.budget()->is_spent()) {  // later problems are no faults of the text
    problems.clear();
    report_too_much(problems);
  } else if (component && !has_errors(problems)) {
    check_environment(*component, problems);
  }
  return component;
}

std::vector<std::string> find_references(const Json& json) {
  std::vector<std::string> found;
  if (json.is_object()) add_references(json, found);
  return found;
}

}  // namespace porthos::model
