#include "base/suggest.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace porthos {
namespace {

/// Damerau-Levenshtein distance (optimal string alignment): the number of insertions, deletions,
/// replacements and swaps of neighbours that turn a into b.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

/// True if the words differ only in capitals.
bool are_alike_in_lower_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// The edits that turn one dotted name into another, part by part. kNone if the number of parts
/// differs, or a part shares no letter with its counterpart.
std::size_t edits_of(std::string_view found, std::string_view candidate) {
  std::size_t sum = 0;
  while (true) {
    const std::size_t a = std::min(found.find('.'), found.size());
    const std::size_t b = std::min(candidate.find('.'), candidate.size());
    const std::size_t edits = distance(found.substr(0, a), candidate.substr(0, b));
    if (edits > 0 && edits >= std::max(a, b)) return kNone;
    sum += edits;
    if (a == found.size() || b == candidate.size())
      return a == found.size() && b == candidate.size() ? sum : kNone;
    found.remove_prefix(a + 1);
    candidate.remove_prefix(b + 1);
  }
}

/// "top.frame.R" for "top.R": the only name with further parts between the first part and the rest.
std::string with_part_between(std::string_view found, std::span<const std::string> candidates) {
  const std::size_t dot = found.find('.');
  if (dot == found.npos) return "";
  const std::string_view head = found.substr(0, dot + 1), tail = found.substr(dot);
  std::string best;
  for (const std::string& candidate : candidates) {
    if (candidate.size() <= found.size() || !candidate.starts_with(head) ||
        !candidate.ends_with(tail))
      continue;
    if (!best.empty() && best != candidate) return "";
    best = candidate;
  }
  return best;
}

/// The only name that differs in capitals alone.
std::string with_other_capitals(std::string_view found, std::span<const std::string> candidates) {
  std::string best;
  for (const std::string& candidate : candidates) {
    if (!are_alike_in_lower_case(found, candidate)) continue;
    if (!best.empty() && best != candidate) return "";
    best = candidate;
  }
  return best;
}

/// `"motor" has R, L, k`: the names with the first part of a dotted one.
std::string names_beside(std::string_view found, std::span<const std::string> candidates) {
  constexpr std::size_t kMost = 12;
  const std::size_t dot = found.find('.');
  if (dot == found.npos) return "";
  const std::string_view head = found.substr(0, dot + 1);
  std::string list;
  std::size_t count = 0;
  for (const std::string& candidate : candidates)
    if (candidate.starts_with(head) && ++count <= kMost)
      list += (count > 1 ? ", " : "") + candidate.substr(dot + 1);
  if (count == 0) return "";
  const std::string rest = count > kMost ? " and " + std::to_string(count - kMost) + " more" : "";
  return "\"" + std::string(found.substr(0, dot)) + "\" has " + list + rest;
}

}  // namespace

std::string suggest(std::string_view found, std::span<const std::string> candidates) {
  // In a dotted name capitals distinguish quantities: r is a position, R an orientation.
  if (found.find('.') == found.npos)
    for (const std::string& candidate : candidates)
      if (are_alike_in_lower_case(found, candidate)) return candidate;
  const std::size_t limit = found.size() <= 3 ? 1 : 2;
  std::size_t least = limit + 1;
  std::string best;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(found.size(), candidate.size());
    if (longer - std::min(found.size(), candidate.size()) >= least) continue;
    // A word that shares no letter with the other is no misspelling of it. The name of a component
    // is no misspelling of a name inside it.
    const std::size_t edits = edits_of(found, candidate);
    if (edits < least) {
      least = edits;
      best = candidate;
    }
  }
  if (best.empty()) best = with_part_between(found, candidates);
  return best.empty() ? with_other_capitals(found, candidates) : best;
}

std::string did_you_mean(std::string_view found, std::span<const std::string> candidates) {
  const std::string near = suggest(found, candidates);
  return near.empty() ? names_beside(found, candidates) : "did you mean \"" + near + "\"?";
}

std::string among(const std::string& what, std::span<const std::string> known) {
  constexpr std::size_t kMost = 12;
  if (known.empty()) return what + "; there are none";
  std::string text = what + (known.size() == 1 ? ": " : ": one of ");
  const auto shown = known.first(std::min(known.size(), kMost));
  for (const std::string& name : shown) text += (&name == &shown[0] ? "" : ", ") + name;
  if (known.size() > kMost) text += " and " + std::to_string(known.size() - kMost) + " more";
  return text;
}

}  // namespace porthos
