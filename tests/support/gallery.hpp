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

}  // namespace porthos::test
