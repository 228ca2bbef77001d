/// A model assembled but not run, for tests of the layers below the session.
#pragma once

#include <catch_amalgamated.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "inspect/inert.hpp"
#include "model/model.hpp"
#include "system/assemble.hpp"

namespace porthos::test {

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A gallery model as one system; fused: the largest number of instances that become one.
inline system::System assembled(const std::filesystem::path& path, std::size_t fused,
                                system::Assembled* names = nullptr) {
  Problems problems;
  const auto json = model::parse_json(read_text(path), problems);
  REQUIRE(json);
  model::Files files;
  for (const std::string& file : model::find_references(*json))
    files[file] = read_text(path.parent_path() / file);
  const auto component = model::read_model(*json, files, problems);
  REQUIRE(problems.empty());
  system::TypeCache cache(fused);
  system::Assembled made = system::assemble(*component, {}, cache, problems);
  REQUIRE(problems.empty());
  made.assembly.inert = inspect::find_inert(made);
  if (names) *names = made;
  return system::System(made.assembly);
}

inline std::vector<std::filesystem::path> gallery_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(PORTHOS_MODELS_DIR))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  REQUIRE_FALSE(files.empty());
  return files;
}

}  // namespace porthos::test
