/// The models of the gallery as files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace porthos::test {

/// Of a file that must be there.
std::string read_text(const std::filesystem::path& path);

std::filesystem::path models_folder();

/// Sorted, at least one.
std::vector<std::filesystem::path> gallery_files();

/// Their names without ".porthos.json", sorted.
std::vector<std::string> gallery_names();

/// Of the page of a model: what stands behind "key: " between its first two lines "---"; "" without
/// it.
std::string front_matter(const std::string& model, const std::string& key);

/// The page without its front matter.
std::string page_of(const std::string& model);

/// Models of the paper whose class of systems is the engine's canonical form. They get the longest
/// tests; all others, shorter ones.
bool is_headline(const std::string& model);

}  // namespace porthos::test
