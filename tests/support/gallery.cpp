#include "support/gallery.hpp"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <fstream>
#include <sstream>

namespace porthos::test {
namespace {

constexpr std::string_view kEnding = ".porthos.json";

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
    if (entry.path().filename().string().ends_with(kEnding)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  REQUIRE_FALSE(files.empty());
  return files;
}

std::vector<std::string> gallery_names() {
  std::vector<std::string> names;
  for (const auto& path : gallery_files()) {
    const std::string file = path.filename().string();
    names.push_back(file.substr(0, file.size() - kEnding.size()));
  }
  return names;
}

}  // namespace porthos::test
