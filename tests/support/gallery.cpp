#include "support/gallery.hpp"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <fstream>
#include <sstream>

namespace porthos::test {
namespace {

constexpr std::string_view kEnding = ".porthos.json";
constexpr std::string_view kFence = "---\n";

std::string name_of(const std::string& file) {
  return file.substr(0, file.size() - kEnding.size());
}

/// The page of a model, and the offset of its text.
std::pair<std::string, size_t> open_page(const std::string& model) {
  std::string page = read_text(models_folder() / (model + ".md"));
  if (!page.starts_with(kFence)) return {page, 0};
  const size_t end = page.find("\n---\n", kFence.size() - 1);
  INFO("front matter of " << model);
  REQUIRE(end != std::string::npos);
  const size_t text = page.find_first_not_of('\n', end + 5);
  return {std::move(page), std::min(text, page.size())};
}

}  // namespace

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  INFO("file " << path.filename());
  REQUIRE(file);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::filesystem::path models_folder() { return PORTHOS_MODELS_DIR; }

std::vector<std::filesystem::path> gallery_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(models_folder()))
    if (const std::string file = entry.path().filename().string();
        file.ends_with(kEnding) && front_matter(name_of(file), "refused").empty())
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  REQUIRE_FALSE(files.empty());
  return files;
}

std::vector<std::string> gallery_names() {
  std::vector<std::string> names;
  for (const auto& path : gallery_files()) names.push_back(name_of(path.filename().string()));
  return names;
}

std::string front_matter(const std::string& model, const std::string& key) {
  const auto [page, text] = open_page(model);
  std::istringstream head(page.substr(0, text));
  for (std::string line; std::getline(head, line);)
    if (line.starts_with(key + ": ")) return line.substr(key.size() + 2);
  return "";
}

std::string page_of(const std::string& model) {
  const auto [page, text] = open_page(model);
  return page.substr(text);
}

bool is_headline(const std::string& model) {
  return front_matter(model, "paper").find("rigid multibody systems") != std::string::npos;
}

}  // namespace porthos::test
