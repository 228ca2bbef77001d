/// The models of the gallery as files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace porthos::test {

/// The content of a file that must exist.
std::string read_text(const std::filesystem::path& path);

std::filesystem::path models_folder();

/// Sorted, at least one.
std::vector<std::filesystem::path> gallery_files();

/// Their names without ".porthos.json", sorted.
std::vector<std::string> gallery_names();

/// The value of `key` in the front matter of a model's page; "" if it is absent.
std::string front_matter(const std::string& model, const std::string& key);

/// The page without its front matter.
std::string page_of(const std::string& model);

/// Models of the paper whose class of systems is the engine's canonical form. They get the longest
/// tests.
bool is_headline(const std::string& model);

}  // namespace porthos::test
