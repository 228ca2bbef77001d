/// What the fuzzers share: a corpus of texts, their mutation, and findings that outlive a crash.
///
///   fuzz_NAME --seconds N --seed S --corpus DIR
///
/// Every text of the corpus, and of the gallery, is tried first, then mutations of them until the
/// time is over. A text that is being tried is in the file DIR/pending-NAME, which is left behind
/// where the program ends early; one that breaks a promise is saved as DIR/finding-…, and the exit
/// code is 1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace porthos::fuzz {

using Random = std::mt19937_64;

/// CPU time of this process, s.
inline double cpu_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

inline std::size_t below(Random& random, std::size_t count) { return count ? random() % count : 0; }

/// A stretch of a text, short ones more often.
inline std::pair<std::size_t, std::size_t> stretch(Random& random, const std::string& text) {
  const std::size_t from = below(random, text.size() + 1);
  return {from, std::min(text.size() - from, below(random, std::size_t{1} << random() % 12))};
}

/// A text near `text`, with pieces of `other`.
inline std::string mutated(std::string text, const std::string& other, Random& random) {
  static constexpr std::string_view kPieces[] = {
      "0",      "-1",   "1e308", "1e-308", "5e-324", "4294967296", "\"\"", "null",    "[]",
      "{}",     "true", "t",     "q",      "/0",     "sqrt(",      "log(", "effort(", "if(",
      "atan2(", "[1]",  "^2",    "^0.5",   "[[1",    "\\",         "\"",   ",",       ":",
      "}",      "]",    "(",     ")",      "-",      "*",          "a.b",  "\xff"};
  for (std::size_t k = 1 + below(random, 4); k > 0; --k) {
    const auto [from, count] = stretch(random, text);
    switch (random() % 6) {
      case 0: text.erase(from, count); break;
      case 1: text.insert(from, text.substr(from, count)); break;
      case 2: text.insert(from, kPieces[below(random, std::size(kPieces))]); break;
      case 3: {
        const auto [there, length] = stretch(random, other);
        text.replace(from, count, other.substr(there, length));
        break;
      }
      case 4:
        if (from < text.size()) text[from] = static_cast<char>(random());
        break;
      default: {  // another number in the place of one
        const std::size_t digit = text.find_first_of("0123456789", from);
        if (digit == text.npos) break;
        const std::size_t end = text.find_first_not_of("0123456789.e", digit);
        text.replace(digit, std::min(end, text.size()) - digit, kPieces[below(random, 6)]);
      }
    }
    if (text.size() > 100'000) text.resize(100'000);
  }
  return text;
}

/// What `attempt` finds wrong with a text; "" where all is well.
using Attempt = std::function<std::string(const std::string& text, Random& random)>;

inline int run(int count, char** arguments, const std::string& name, const Attempt& attempt) {
  double seconds = 10;
  std::uint64_t seed = 1;
  std::filesystem::path folder = ".";
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view option = arguments[i];
    if (option == "--seconds") seconds = std::atof(arguments[i + 1]);
    if (option == "--seed") seed = std::strtoull(arguments[i + 1], nullptr, 10);
    if (option == "--corpus") folder = arguments[i + 1];
  }
  std::vector<std::string> corpus;
  std::vector<std::filesystem::path> paths;
  for (const std::filesystem::path& from : {std::filesystem::path(PORTHOS_MODELS_DIR), folder})
    for (const auto& entry : std::filesystem::directory_iterator(from))
      if (entry.is_regular_file() && entry.path().extension() != ".md")
        paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());  // the same order on every machine
  for (const auto& path : paths) corpus.push_back(read_file(path));
  if (corpus.empty()) {
    std::printf("%s: nothing in %s\n", name.c_str(), folder.string().c_str());
    return 1;
  }
  const auto pending = folder / ("pending-" + name);
  Random random(seed);
  const double begin = cpu_seconds();
  std::size_t tried = 0, findings = 0;
  for (; tried < corpus.size() || cpu_seconds() - begin < seconds; ++tried) {
    const std::string text = tried < corpus.size()
                                 ? corpus[tried]
                                 : mutated(corpus[below(random, corpus.size())],
                                           corpus[below(random, corpus.size())], random);
    write_file(pending, text);
    const double before = cpu_seconds();
    std::string wrong = attempt(text, random);
    constexpr double kLongest = 5;  // s, for reading; docs/format.md
    if (cpu_seconds() - before > 2 * kLongest)
      wrong = "takes " + std::to_string(cpu_seconds() - before) + " s";
    if (wrong.empty()) continue;
    const auto saved = folder / ("finding-" + name + "-" + std::to_string(seed) + "-" +
                                 std::to_string(++findings));
    write_file(saved, text);
    std::printf("%s: %s: %s\n", name.c_str(), saved.string().c_str(), wrong.c_str());
    if (findings == 10) break;
  }
  std::filesystem::remove(pending);
  std::printf("%s: seed %llu, %zu texts, %zu findings\n", name.c_str(),
              static_cast<unsigned long long>(seed), tried, findings);
  return findings == 0 ? 0 : 1;
}

}  // namespace porthos::fuzz
