/// Common parts of the fuzzers: a corpus of texts, their mutation, and findings that survive a
/// crash.
///
///   fuzz_NAME --seconds N --seed S --corpus DIR
///
/// Every text of the corpus, and of the gallery, is tried first, then mutations of them until the
/// time is over. The text under test is in the file DIR/pending-NAME, which remains if the program
/// crashes. A text that violates a property is saved as DIR/finding-…, and the exit code is 1.
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
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "support/sanitized.hpp"

namespace porthos::fuzz {

using Random = std::mt19937_64;

/// CPU time of this process, s.
inline double cpu_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

/// CPU time of a fixed computation that allocates and compares like a reader of texts, s. Limits of
/// time are multiples of it, so that a slow or busy machine finds what a fast one finds.
inline double reference_seconds() {
  const double begin = cpu_seconds();
  Random random(1);
  std::map<std::string, std::string> table;
  for (int i = 0; i < 150'000; ++i) table[std::to_string(random())] += "0";
  return cpu_seconds() - begin;
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

/// Memory of this process, MB: at present, and the peak since the last query; 0 if the system does
/// not report it.
struct Memory {
  double now = 0, peak = 0;
};

inline Memory measure_memory() {
  Memory found;
  std::ifstream in("/proc/self/status");
  for (std::string word; in >> word;) {
    if (word == "VmRSS:") in >> found.now;
    if (word == "VmHWM:") in >> found.peak;
  }
  std::ofstream("/proc/self/clear_refs") << 5;  // begins to look for the largest anew
  return {found.now * 1.024e-3, found.peak * 1.024e-3};
}

/// MB in use, without memory cached by the allocator.
inline double memory_in_use() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  return measure_memory().now;
}

using Corpus = std::vector<std::string>;

/// A text of the corpus as it is.
inline std::string next_plain(const Corpus& corpus, std::size_t tried, Random& random) {
  return corpus[tried < corpus.size() ? tried : below(random, corpus.size())];
}

/// Each text of the corpus, then mutations of them.
inline std::string next_mutated(const Corpus& corpus, std::size_t tried, Random& random) {
  const std::string text = next_plain(corpus, tried, random);
  return tried < corpus.size() ? text : mutated(text, corpus[below(random, corpus.size())], random);
}

/// A fuzzer.
struct Fuzzer {
  std::string name;
  std::string cases;  // the name of its cases
  /// The fault of a text, "" if there is none; counts its cases.
  std::function<std::string(const std::string& text, Random& random, std::size_t& cases)> attempt;
  /// The next text, after so many; as many as in the corpus are tried in any case.
  std::function<std::string(const Corpus& corpus, std::size_t tried, Random& random)> next =
      next_mutated;
};

/// The command line.
struct Options {
  double seconds = 10;
  std::uint64_t seed = 1;
  std::filesystem::path folder = ".";

  Options(int count, char** arguments) {
    for (int i = 1; i + 1 < count; i += 2) {
      const std::string_view option = arguments[i];
      if (option == "--seconds") seconds = std::atof(arguments[i + 1]);
      if (option == "--seed") seed = std::strtoull(arguments[i + 1], nullptr, 10);
      if (option == "--corpus") folder = arguments[i + 1];
    }
  }
};

/// The texts of the gallery and of a folder, in the same order on every machine.
inline Corpus read_corpus(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const std::filesystem::path& from : {std::filesystem::path(PORTHOS_MODELS_DIR), folder})
    for (const auto& entry : std::filesystem::directory_iterator(from))
      if (entry.is_regular_file() && entry.path().extension() != ".md")
        paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  Corpus corpus;
  for (const auto& path : paths) corpus.push_back(read_file(path));
  return corpus;
}

inline int run(int count, char** arguments, const Fuzzer& fuzzer) {
  // A text may take this many times the reference: about ten seconds of an idle machine.
  constexpr double kLongest = 60;
  double reference = reference_seconds();
  // The sanitizers take several times as much memory, and hold back what is freed.
  const double most_memory = test::kSanitized ? 2000 : 500;  // MB
  // The allowed growth of memory in the second half of the time, MB.
  const double steady = test::kSanitized ? 512 : 64;
  const Options options(count, arguments);
  const Corpus corpus = read_corpus(options.folder);
  const auto pending = options.folder / ("pending-" + fuzzer.name);
  Random random(options.seed);
  const double begin = cpu_seconds();
  double slowest = 0, largest = 0, at_half = 0;
  std::size_t tried = 0, cases = 0, findings = 0;
  const auto find = [&](const std::string& text, const std::string& wrong) {
    const auto saved =
        options.folder / ("finding-" + fuzzer.name + "-" + std::to_string(options.seed) + "-" +
                          std::to_string(++findings));
    write_file(saved, text);
    std::printf("%s: %s: %s\n", fuzzer.name.c_str(), saved.string().c_str(), wrong.c_str());
    std::fflush(stdout);
  };
  for (; findings < 10 && (tried < corpus.size() || cpu_seconds() - begin < options.seconds);
       ++tried) {
    const std::string text = fuzzer.next(corpus, tried, random);
    write_file(pending, text);
    const double before = cpu_seconds();
    const std::string wrong = fuzzer.attempt(text, random, cases);
    const double taken = cpu_seconds() - before;
    const Memory memory = measure_memory();
    slowest = std::max(slowest, taken);
    largest = std::max(largest, memory.peak);
    if (at_half == 0 && cpu_seconds() - begin > 0.5 * options.seconds) at_half = memory_in_use();
    // Other work may slow the machine down for a while: the reference is measured again.
    if (taken > kLongest * reference) reference = std::max(reference, reference_seconds());
    if (!wrong.empty())
      find(text, wrong);
    else if (taken > kLongest * reference)
      find(text, "takes " + std::to_string(taken) + " s");
    else if (memory.peak > most_memory)
      find(text, "takes " + std::to_string(memory.peak) + " MB");
  }
  std::filesystem::remove(pending);
  const double at_end = memory_in_use();
  if (at_half > 0 && at_end > at_half + steady) ++findings;
  std::printf(
      "%s: seed %llu, %zu texts, %zu %s, %zu findings; at most %.2f s and %.0f MB for a "
      "text; %.0f MB after half of the time, %.0f MB at its end\n",
      fuzzer.name.c_str(), static_cast<unsigned long long>(options.seed), tried, cases,
      fuzzer.cases.c_str(), findings, slowest, largest, at_half, at_end);
  return findings == 0 ? 0 : 1;
}

}  // namespace porthos::fuzz
