#include "model/model.hpp"

#include <algorithm>

#include "model/component_reader.hpp"

namespace porthos::model {
namespace {

/// Reads each used file once, however often and deeply it is used.
class FileLibrary {
 public:
  FileLibrary(const Files& files, Problems& problems) : files_(files), problems_(problems) {}

  std::shared_ptr<const Component> find(const std::string& file, const std::string& where) {
    if (const auto known = read_.find(file); known != read_.end()) {
      if (known->second == nullptr && reading_.count(file))
        report(problems_, "PH136", where, "\"" + file + "\", which uses itself",
               "files that end at models without components");
      return known->second;
    }
    if (const auto refused = files_.refused.find(file); refused != files_.refused.end()) {
      const auto& [why, expected, hint] = refused->second;
      report(problems_, "PH130", where, "\"" + file + "\", which " + why, expected, hint);
      return nullptr;
    }
    const auto text = files_.texts.find(file);
    if (text == files_.texts.end()) {
      std::string all;
      for (const auto& [name, content] : files_.texts) all += (all.empty() ? "" : ", ") + name;
      report(problems_, "PH130", where, "\"" + file + "\", which was not found",
             "the name of a model file, relative to this one",
             all.empty() ? "" : "there are: " + all);
      return nullptr;
    }
    read_[file] = nullptr;
    reading_.insert(file);
    Problems own;
    if (const auto json = parse_json(text->second, own)) {
      const Library library = [this](const std::string& f, const std::string& w) {
        return find(f, w);
      };
      const std::size_t before = problems_.size();
      auto component = ComponentReader(*json, file + "#", problems_, library).read();
      const bool is_sound =
          std::none_of(problems_.begin() + static_cast<std::ptrdiff_t>(before), problems_.end(),
                       [](const Problem& p) { return p.severity == Problem::Severity::kError; });
      if (is_sound) read_[file] = component;
    }
    for (Problem& problem : own) {
      problem.where = file + "#" + problem.where;
      problems_.push_back(problem);
    }
    reading_.erase(file);
    return read_[file];
  }

 private:
  const Files& files_;
  Problems& problems_;
  std::map<std::string, std::shared_ptr<const Component>> read_;
  std::set<std::string> reading_;
};

void add_references(const Json& json, std::vector<std::string>& to) {
  const auto components = json.find("components");
  if (!json.is_object() || components == json.end() || !components->is_object()) return;
  for (const auto& [name, part] : Place(*components).members()) {
    if (!part.is_object()) continue;
    if (const auto use = part.find("use"); use != part.end() && use->is_string()) {
      const auto file = use->get<std::string>();
      if (std::find(to.begin(), to.end(), file) == to.end()) to.push_back(file);
    }
    if (const auto model = part.find("model"); model != part.end()) add_references(*model, to);
  }
}

}  // namespace

std::shared_ptr<const Component> read_model(const Json& json, const Files& files,
                                            Problems& problems) {
  FileLibrary library(files, problems);
  return ComponentReader(json, "", problems,
                         [&](const std::string& file, const std::string& where) {
                           return library.find(file, where);
                         })
      .read();
}

std::vector<std::string> find_references(const Json& json) {
  std::vector<std::string> found;
  if (json.is_object()) add_references(json, found);
  return found;
}

}  // namespace porthos::model
