#pragma once

#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "expr/parse.hpp"

namespace porthos::expr {

/// The mistakes in one formula, in the order of its text.
class Mistakes {
 public:
  std::vector<ParseError>& all() { return all_; }
  bool is_empty() const { return all_.empty(); }
  bool is_stopped() const { return is_stopped_; }

  void add(ParseError error) {
    if (is_stopped_) return;
    auto after = all_.end();
    while (after != all_.begin() && std::prev(after)->position > error.position) --after;
    all_.insert(after, std::move(error));
  }

  /// Adds a mismatch of shapes if it is the first mistake: an unknown value has no shape. Returns
  /// any value.
  Expr add_shape(std::size_t position, std::string found, std::string expected, std::string hint) {
    if (is_empty()) add({position, std::move(found), std::move(expected), std::move(hint), true});
    return 1.0;
  }

  /// A mistake of grammar, after which the rest cannot be understood: no more are added.
  void stop(ParseError error) {
    add(std::move(error));
    is_stopped_ = true;
  }

 private:
  std::vector<ParseError> all_;
  bool is_stopped_ = false;
};

}  // namespace porthos::expr
