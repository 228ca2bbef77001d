#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expr/lexer.hpp"
#include "expr/parse.hpp"

namespace porthos::expr {

/// In quotes, without the end of a long text.
std::string in_quotes(std::string_view text);
/// A token as shown in a mistake.
std::string shown(const Token& token);

/// The names of a scope, and hints for wrong ones.
class Names {
 public:
  explicit Names(const Scope& scope) : scope_(scope) {}

  std::optional<Tensor> variable(std::string_view name) const {
    return scope_.variable ? scope_.variable(name) : std::nullopt;
  }
  std::optional<Tensor> accessed(std::string_view accessor, std::string_view name) const {
    return scope_.accessor ? scope_.accessor(accessor, name) : std::nullopt;
  }
  bool is_accessor(std::string_view name) const;

  /// What a mistake expects, with the names that exist if there is no hint.
  struct Instead {
    std::string expected, hint;
  };
  /// Instead of a name that is unknown by itself, as a function, and as the argument of an
  /// accessor. `gives_names`: if hardly any name is right, the search for names would take longer
  /// than all the rest.
  Instead instead_of_variable(std::string_view name, bool gives_names) const;
  /// `rest` is the text from its bracket on.
  Instead instead_of_function(std::string_view name, std::string_view rest, bool gives_names) const;
  Instead instead_of_accessed(std::string_view accessor, std::string_view name,
                              bool gives_names) const;

  /// The hint for a token of the text that cannot stand after the last one; "" if there is none.
  /// `is_in_condition`: a condition may stand there.
  std::string hint_for_token(std::string_view text, const Token& last, const Token& token,
                             bool is_in_condition) const;

 private:
  std::string hint_for_unit(std::string_view text, const Token& last, const Token& token) const;
  /// `known` are listed if there is no hint.
  Instead instead(const std::string& expected, const std::string& hint,
                  const std::vector<std::string>& known, bool gives_names) const;
  std::vector<std::string> all(bool gives_names) const {
    return scope_.names && gives_names ? scope_.names() : std::vector<std::string>();
  }

  const Scope& scope_;
};

}  // namespace porthos::expr
