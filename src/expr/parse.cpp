#include "expr/parse.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/digits.hpp"
#include "expr/function_table.hpp"
#include "expr/lexer.hpp"
#include "expr/mistakes.hpp"
#include "expr/operations.hpp"
#include "expr/parse_hints.hpp"

namespace porthos::expr {
namespace {

constexpr std::size_t kMaxLength = 20'000;  // bytes
constexpr int kMaxNesting = 200;
constexpr std::size_t kMostHints = 20;  // in one formula

/// The precedence of operators; 0: not an operator between two operands.
enum class Precedence { kNone, kOr, kAnd, kComparison, kSum, kProduct };

Precedence level_of(const Token& token) {
  using enum Precedence;
  if (token.is_word("or")) return kOr;
  if (token.is_word("and")) return kAnd;
  if (token.kind != Token::Kind::kMark) return kNone;
  const std::string_view mark = token.text;
  if (mark == "+" || mark == "-") return kSum;
  if (mark == "*" || mark == "/") return kProduct;
  if (mark[0] == '<' || mark[0] == '>' || mark[0] == '=' || mark[0] == '!') return kComparison;
  return kNone;
}

class Parser {
 public:
  Parser(std::string_view text, Graph& graph, const Scope& scope)
      : text_(text), scope_(scope), names_(scope), operations_(graph, scope, mistakes_) {}

  std::variant<Tensor, std::vector<ParseError>> parse() {
    const Tensor result = whole();
    if (!mistakes_.is_empty()) return std::move(mistakes_.all());
    return result;
  }

 private:
  using enum Precedence;

  /// Counts how deep the recursion is while it lives.
  struct Nesting {
    explicit Nesting(Parser& parser) : depth(parser.depth_) {
      if (++depth > kMaxNesting) {
        parser.stop({parser.token_.position, "nesting deeper than 200", "a simpler formula", ""});
      }
    }
    ~Nesting() { --depth; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    int& depth;
  };

  Tensor whole() {
    if (text_.size() > kMaxLength) {
      return stop({kMaxLength, "a text of " + std::to_string(text_.size()) + " bytes",
                   "at most " + std::to_string(kMaxLength) + " bytes", "name its parts"});
    }
    token_ = next_token(text_, 0);
    if (token_.kind == Token::Kind::kEnd) return stop({0, "nothing", "a formula", ""});
    const Operand all = binary(kOr);
    const Tensor result =
        scope_.is_condition ? operations_.condition(all) : operations_.tensor(all);
    if (token_.kind != Token::Kind::kEnd) stop_at_token("an operator or the end of the formula");
    return result;
  }

  /// Operands joined by operators of at least this precedence.
  Operand binary(Precedence least) {
    const auto complete = [this](Operand operand) {
      operand.text = text_.substr(operand.position, last_.end() - operand.position);
      return operand;
    };
    Operand left = complete(prefix());
    while (true) {
      const Precedence level = level_of(token_);
      if (level == kNone || level < least) return left;
      const Token op = take();
      const Operand right = binary(static_cast<Precedence>(static_cast<int>(level) + 1));
      if (level == kSum || level == kComparison)
        operations_.check_units(level == kSum ? UnitRule::kAlike : UnitRule::kRatio,
                                std::array{left, right});
      left = complete({operations_.combine(op, left, right), left.position, level <= kComparison});
      if (level == kComparison && level_of(token_) == kComparison) {
        stop({token_.position, shown(token_), "one comparison at a time", "write a < b and b < c"});
      }
    }
  }

  Operand prefix() {
    if (token_.is("-") || token_.is("+")) {
      const Nesting nesting(*this);
      const Token sign = take();
      const Tensor value = operations_.tensor(prefix());
      return {sign.is("-") ? negate(value) : value, sign.position};
    }
    if (token_.is_word("not")) {
      const Nesting nesting(*this);
      const std::size_t position = take().position;
      return {operations_.invert(binary(kComparison)), position, true};
    }
    return power();
  }

  Operand power() {
    const Operand base = operand();
    if (!token_.is("^")) return base;
    const Nesting nesting(*this);
    take();
    return {operations_.power(base, prefix()), base.position};
  }

  Operand operand() {
    const Token token = token_;
    if (token.kind == Token::Kind::kNumber) {
      const double value = read_number(std::string(take().text));
      if (!std::isfinite(value))
        mistakes_.add({token.position, in_quotes(token.text), "a number below 1.8e308", ""});
      return {value, token.position};
    }
    if (token.is("(")) {
      const Nesting nesting(*this);
      take();
      Operand inner = binary(kOr);
      close(token);
      inner.position = token.position;
      return inner;
    }
    if (token.is("[")) return {list(), token.position};
    const bool is_operand = token.kind == Token::Kind::kName && level_of(token) == kNone;
    if (!is_operand) return {stop_at_token("a number, a name or \"(\""), token.position};
    take();
    return {token_.is("(") ? call(token) : variable(token), token.position};
  }

  /// [a, b, ...]: a vector, or a matrix by its rows.
  Tensor list() {
    const Nesting nesting(*this);
    const Token opening = take();
    std::vector<Tensor> parts;
    do parts.push_back(operations_.tensor(binary(kOr)));
    while (take_if(","));
    close(opening, "]");
    return operations_.list(opening, parts);
  }

  Tensor variable(const Token& name) {
    if (const auto value = names_.variable(name.text)) return *value;
    if (name.text == "pi") return std::numbers::pi;
    const Function* function = find_function(name.text);
    if (function != nullptr || names_.is_accessor(name.text)) {
      return stop(
          {name.position, in_quotes(name.text) + " without arguments", "\"(\" after a function",
           "write " + (function ? std::string(function->usage) : std::string(name.text) + "(q)") +
               (token_.is("^") ? ", and the power behind it" : "")});  // sin^2(x)
    }
    const auto [expected, hint] = names_.instead_of_variable(name.text, gives_names());
    mistakes_.add({name.position, in_quotes(name.text), expected, hint});
    return 1.0;
  }

  Tensor call(const Token& name) {
    const Nesting nesting(*this);
    const Token opening = take();
    if (names_.is_accessor(name.text)) return access(name, opening);
    const Function* function = find_function(name.text);
    const TensorFunction* of_tensors = find_tensor_function(name.text);
    if (function == nullptr && of_tensors == nullptr) {
      const auto [expected, hint] =
          names_.instead_of_function(name.text, text_.substr(opening.position), gives_names());
      mistakes_.add({name.position, in_quotes(name.text), expected, hint});
    }
    std::vector<Operand> arguments;
    int conditions = name.text == "if" ? 1 : 0;
    conditions_ += conditions;
    if (!token_.is(")")) arguments.push_back(binary(kOr));
    while (take_if(",")) {
      conditions_ -= std::exchange(conditions, 0);
      arguments.push_back(binary(kOr));
    }
    close(opening);
    conditions_ -= conditions;
    if (function != nullptr) return operations_.call(*function, name, arguments);
    return of_tensors != nullptr ? operations_.call(*of_tensors, name, arguments) : Tensor(1.0);
  }

  /// accessor(name), after the opening bracket.
  Tensor access(const Token& accessor, const Token& opening) {
    const std::string called(accessor.text);
    if (token_.kind != Token::Kind::kName) return stop_at_token("a name, as in " + called + "(q)");
    const Token name = take();
    close(opening);
    if (mistakes_.is_stopped()) return 1.0;
    if (const auto value = names_.accessed(called, name.text)) return *value;
    const auto [expected, hint] = names_.instead_of_accessed(called, name.text, gives_names());
    mistakes_.add({name.position, in_quotes(name.text), expected, hint});
    return 1.0;
  }

  bool gives_names() { return mistakes_.all().size() < kMostHints; }

  Token take() {
    last_ = token_;
    token_ = next_token(text_, token_.end());
    return last_;
  }

  bool take_if(std::string_view mark) {
    const bool is_here = token_.is(mark);
    if (is_here) take();
    return is_here;
  }

  void close(const Token& opening, std::string_view bracket = ")") {
    if (!take_if(bracket))
      stop_at_token("an operator or " + in_quotes(bracket), "close the " + in_quotes(opening.text) +
                                                                " at position " +
                                                                std::to_string(opening.position));
  }

  /// A mistake of grammar. All rules end as at the end of the text. Returns any value.
  Expr stop(ParseError error) {
    mistakes_.stop(std::move(error));
    token_ = next_token(text_, text_.size());
    return 1.0;
  }

  /// The current token cannot stand here.
  Expr stop_at_token(std::string expected, std::string hint = "") {
    const std::string better =
        names_.hint_for_token(text_, last_, token_, scope_.is_condition || conditions_ > 0);
    return stop({token_.position, shown(token_), std::move(expected),
                 better.empty() ? std::move(hint) : better});
  }

  std::string_view text_;
  const Scope& scope_;
  const Names names_;
  Mistakes mistakes_;
  Operations operations_;
  Token token_, last_;  // the next one, and the one taken before
  int depth_ = 0;
  int conditions_ = 0;  // number of calls of if() whose condition is being read
};

}  // namespace

std::variant<Tensor, std::vector<ParseError>> parse_tensor(std::string_view text, Graph& graph,
                                                           const Scope& scope) {
  return Parser(text, graph, scope).parse();
}

std::variant<Expr, std::vector<ParseError>> parse(std::string_view text, Graph& graph,
                                                  const Scope& scope) {
  auto parsed = parse_tensor(text, graph, scope);
  if (auto* errors = std::get_if<std::vector<ParseError>>(&parsed)) return std::move(*errors);
  const Tensor& value = std::get<Tensor>(parsed);
  if (value.is_scalar()) return value.scalar();
  return std::vector<ParseError>{{0, describe(value.shape), "a number",
                                  "take an entry, as in r.1; the square of its length is dot(r, r)",
                                  true}};
}

}  // namespace porthos::expr
