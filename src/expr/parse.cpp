#include "expr/parse.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "base/digits.hpp"
#include "base/suggest.hpp"
#include "expr/lexer.hpp"

namespace porthos::expr {
namespace {

constexpr std::size_t kMaxLength = 20'000;  // bytes
constexpr int kMaxNesting = 200;
constexpr int kAny = 1000;  // arguments

struct Function {
  std::string_view name;
  Op op;
  int fewest, most;  // arguments; more than two fold from the left
  std::string_view usage;
};

constexpr std::array kFunctions{
    Function{"sin", Op::kSin, 1, 1, "sin(x)"},
    Function{"cos", Op::kCos, 1, 1, "cos(x)"},
    Function{"tan", Op::kTan, 1, 1, "tan(x)"},
    Function{"asin", Op::kAsin, 1, 1, "asin(x)"},
    Function{"acos", Op::kAcos, 1, 1, "acos(x)"},
    Function{"atan", Op::kAtan, 1, 1, "atan(x)"},
    Function{"atan2", Op::kAtan2, 2, 2, "atan2(y, x)"},
    Function{"sinh", Op::kSinh, 1, 1, "sinh(x)"},
    Function{"cosh", Op::kCosh, 1, 1, "cosh(x)"},
    Function{"tanh", Op::kTanh, 1, 1, "tanh(x)"},
    Function{"exp", Op::kExp, 1, 1, "exp(x)"},
    Function{"log", Op::kLog, 1, 1, "log(x)"},
    Function{"ln", Op::kLog, 1, 1, "ln(x)"},
    Function{"sqrt", Op::kSqrt, 1, 1, "sqrt(x)"},
    Function{"abs", Op::kAbs, 1, 1, "abs(x)"},
    Function{"sign", Op::kSign, 1, 1, "sign(x)"},
    Function{"floor", Op::kFloor, 1, 1, "floor(x)"},
    Function{"pow", Op::kPow, 2, 2, "pow(x, n)"},
    Function{"min", Op::kMin, 2, kAny, "min(a, b)"},
    Function{"max", Op::kMax, 2, kAny, "max(a, b)"},
    Function{"hypot", Op::kHypot, 2, kAny, "hypot(a, b)"},
    Function{"if", Op::kIf, 3, 3, "if(x > 0, a, b)"},
};

const Function* find_function(std::string_view name) {
  const auto found = std::find_if(kFunctions.begin(), kFunctions.end(),
                                  [&](const Function& f) { return f.name == name; });
  return found == kFunctions.end() ? nullptr : &*found;
}

/// How strongly operators bind; 0: not an operator between two operands.
enum Level { kNone, kOr, kAnd, kComparison, kSum, kProduct };

Level level_of(const Token& token) {
  if (token.is_word("or")) return kOr;
  if (token.is_word("and")) return kAnd;
  if (token.kind != Token::Kind::kMark) return kNone;
  const std::string_view mark = token.text;
  if (mark == "+" || mark == "-") return kSum;
  if (mark == "*" || mark == "/") return kProduct;
  if (mark[0] == '<' || mark[0] == '>' || mark[0] == '=' || mark[0] == '!') return kComparison;
  return kNone;
}

std::string shortened(std::string_view text) {
  std::size_t cut = 60;
  if (text.size() <= cut) return std::string(text);
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;  // of UTF-8
  return std::string(text.substr(0, cut)) + "...";
}

std::string quoted(std::string_view text) { return '"' + shortened(text) + '"'; }

std::string describe(const Token& token) {
  return token.kind == Token::Kind::kEnd ? "the end of the formula" : quoted(token.text);
}

class Parser {
 public:
  Parser(std::string_view text, Graph& graph, const Scope& scope)
      : text_(text), graph_(graph), scope_(scope) {}

  std::variant<Expr, std::vector<ParseError>> parse() {
    const Expr result = parse_all();
    if (!errors_.empty()) return std::move(errors_);
    return result;
  }

 private:
  struct Value {
    Expr expr;
    bool is_condition = false;
    std::size_t position = 0;  // of its first token
  };

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

  Expr parse_all() {
    if (text_.size() > kMaxLength) {
      return stop({kMaxLength, "a text of " + std::to_string(text_.size()) + " bytes",
                   "at most " + std::to_string(kMaxLength) + " bytes", "name its parts"});
    }
    token_ = next_token(text_, 0);
    if (token_.kind == Token::Kind::kEnd) return stop({0, "nothing", "a formula", ""});
    const Expr result = number(binary(kOr));
    if (token_.kind != Token::Kind::kEnd) stop_at_token("an operator or the end of the formula");
    return result;
  }

  // ---------------------------------------------------------------- grammar

  /// Operands joined by operators of at least this level.
  Value binary(Level least) {
    Value left = prefix();
    while (true) {
      const Level level = level_of(token_);
      if (level == kNone || level < least) return left;
      const Token op = take();
      const Value right = binary(static_cast<Level>(level + 1));
      left = {combine(op, left, right), level <= kComparison, left.position};
      if (level == kComparison && level_of(token_) == kComparison) {
        stop({token_.position, describe(token_), "one comparison at a time",
              "write a < b and b < c"});
      }
    }
  }

  Value prefix() {
    if (token_.is("-") || token_.is("+")) {
      const Nesting nesting(*this);
      const Token sign = take();
      const Expr operand = number(prefix());
      return {sign.is("-") ? graph_.make(Op::kNeg, operand) : operand, false, sign.position};
    }
    if (token_.is_word("not")) {
      const Nesting nesting(*this);
      const std::size_t position = take().position;
      return {graph_.make(Op::kNot, condition(binary(kComparison))), true, position};
    }
    return power();
  }

  Value power() {
    const Value base = operand();
    if (!token_.is("^")) return base;
    const Nesting nesting(*this);
    take();
    const Expr exponent = number(prefix());
    return {graph_.make(Op::kPow, number(base), exponent), false, base.position};
  }

  Value operand() {
    const Token token = token_;
    if (token.kind == Token::Kind::kNumber) {
      const double value = read_number(std::string(take().text));
      if (!std::isfinite(value)) {
        mistake({token.position, quoted(token.text), "a number below 1.8e308", ""});
      }
      return {value, false, token.position};
    }
    if (token.is("(")) {
      const Nesting nesting(*this);
      take();
      Value value = binary(kOr);
      close(token);
      value.position = token.position;
      return value;
    }
    const bool is_operand = token.kind == Token::Kind::kName && level_of(token) == kNone;
    if (!is_operand) return {stop_at_token("a number, a name or \"(\""), false, token.position};
    take();
    const Expr value = token_.is("(") ? call(token) : variable(token);
    return {value, false, token.position};
  }

  Expr variable(const Token& name) {
    if (scope_.variable) {
      if (const auto value = scope_.variable(name.text)) return *value;
    }
    if (name.text == "pi") return std::numbers::pi;
    const Function* function = find_function(name.text);
    if (function != nullptr || is_accessor(name.text)) {
      return stop(
          {name.position, quoted(name.text) + " without arguments", "\"(\" after a function",
           "write " + (function ? std::string(function->usage) : std::string(name.text) + "(q)")});
    }
    unknown_name(name);
    return 1.0;
  }

  void unknown_name(const Token& name) {
    std::vector<std::string> known = scope_.names;
    known.emplace_back("pi");
    std::string hint = did_you_mean(name.text, known);
    if (hint.empty() && name.text == "e") hint = "write exp(1)";
    mistake({name.position, quoted(name.text), "a known name", hint});
  }

  Expr call(const Token& name) {
    const Nesting nesting(*this);
    const Token opening = take();
    if (is_accessor(name.text)) return access(name, opening);
    const Function* function = find_function(name.text);
    if (function == nullptr) {
      const bool is_variable =
          name.text == "pi" || (scope_.variable && scope_.variable(name.text).has_value());
      const std::string hint = is_variable ? "write " + std::string(name.text) + "*( ... )"
                                           : did_you_mean(name.text, function_names());
      mistake({name.position, quoted(name.text), "a known function", hint});
    }
    std::vector<Value> arguments;
    if (!token_.is(")")) arguments.push_back(binary(kOr));
    while (token_.is(",")) {
      take();
      arguments.push_back(binary(kOr));
    }
    close(opening);
    return function == nullptr ? Expr(1.0) : result_of(*function, name, arguments);
  }

  Expr result_of(const Function& function, const Token& name, std::span<const Value> arguments) {
    const auto count = static_cast<int>(arguments.size());
    if (count < function.fewest || count > function.most) {
      std::string expected = std::to_string(function.fewest);
      if (function.most == kAny) expected += " or more";
      expected += function.fewest == 1 ? " argument" : " arguments";
      mistake({name.position,
               quoted(name.text) + " with " + std::to_string(count) +
                   (count == 1 ? " argument" : " arguments"),
               expected, "write " + std::string(function.usage)});
      return 1.0;
    }
    if (function.op == Op::kIf) {
      const Expr test = condition(arguments[0]);
      const Expr then = number(arguments[1]), otherwise = number(arguments[2]);
      return graph_.make(Op::kIf, test, then, otherwise);
    }
    Expr result = number(arguments[0]);
    if (count == 1) return graph_.make(function.op, result);
    for (const Value& next : arguments.subspan(1)) {
      result = graph_.make(function.op, result, number(next));
    }
    return result;
  }

  /// accessor(name), after the opening bracket.
  Expr access(const Token& accessor, const Token& opening) {
    const std::string example = std::string(accessor.text) + "(q)";
    if (token_.kind != Token::Kind::kName) return stop_at_token("a name, as in " + example);
    const Token name = take();
    close(opening);
    if (is_stopped_) return 1.0;
    if (scope_.accessor) {
      if (const auto value = scope_.accessor(accessor.text, name.text)) return *value;
    }
    mistake({name.position, quoted(name.text),
             "a name that " + std::string(accessor.text) + "() knows",
             did_you_mean(name.text, scope_.names)});
    return 1.0;
  }

  Expr combine(const Token& op, const Value& a, const Value& b) {
    if (op.is_word("or")) return graph_.make(Op::kOr, condition(a), condition(b));
    if (op.is_word("and")) return graph_.make(Op::kAnd, condition(a), condition(b));
    const Expr x = number(a), y = number(b);
    if (op.is("+")) return graph_.make(Op::kAdd, x, y);
    if (op.is("-")) return graph_.make(Op::kSub, x, y);
    if (op.is("*")) return graph_.make(Op::kMul, x, y);
    if (op.is("/")) return graph_.make(Op::kDiv, x, y);
    if (op.is("<")) return graph_.make(Op::kLess, x, y);
    if (op.is(">")) return graph_.make(Op::kLess, y, x);
    if (op.is("<=")) return graph_.make(Op::kLessEqual, x, y);
    if (op.is(">=")) return graph_.make(Op::kLessEqual, y, x);
    const Expr equal = graph_.make(Op::kEqual, x, y);
    return op.is("==") ? equal : graph_.make(Op::kNot, equal);
  }

  // ---------------------------------------------------------------- words

  Token take() {
    last_ = token_;
    token_ = next_token(text_, token_.position + token_.text.size());
    return last_;
  }

  void close(const Token& opening) {
    if (token_.is(")")) {
      take();
      return;
    }
    stop_at_token("an operator or \")\"",
                  "close the \"(\" at position " + std::to_string(opening.position));
  }

  Expr number(const Value& value) {
    if (value.is_condition) {
      mistake({value.position, "a condition", "a number", "write if(condition, 1, 0)"});
    }
    return value.expr;
  }

  Expr condition(const Value& value) {
    if (!value.is_condition) {
      mistake({value.position, "a number", "a condition", "compare it, as in x > 0"});
    }
    return value.expr;
  }

  bool is_accessor(std::string_view name) const {
    return std::find(scope_.accessors.begin(), scope_.accessors.end(), name) !=
           scope_.accessors.end();
  }

  std::vector<std::string> function_names() const {
    std::vector<std::string> names = scope_.accessors;
    for (const Function& f : kFunctions) names.emplace_back(f.name);
    return names;
  }

  static std::string did_you_mean(std::string_view found, std::span<const std::string> known) {
    const std::string best = suggest(found, known);
    return best.empty() ? "" : "did you mean " + quoted(best) + "?";
  }

  // ---------------------------------------------------------------- mistakes

  /// The errors stay in the order of the text.
  void mistake(ParseError error) {
    if (is_stopped_) return;
    auto after = errors_.end();
    while (after != errors_.begin() && std::prev(after)->position > error.position) --after;
    errors_.insert(after, std::move(error));
  }

  /// A mistake of grammar: what follows cannot be understood. As at the end of the text all rules
  /// come to their end, and what they miss there is not reported. Any value.
  Expr stop(ParseError error) {
    mistake(std::move(error));
    is_stopped_ = true;
    token_ = next_token(text_, text_.size());
    return 1.0;
  }

  /// The current token cannot stand here.
  Expr stop_at_token(std::string expected, std::string hint = "") {
    if (const std::string better = hint_for_token(); !better.empty()) hint = better;
    return stop({token_.position, describe(token_), std::move(expected), std::move(hint)});
  }

  std::string hint_for_token() const {
    using Kind = Token::Kind;
    if (token_.text == "**") return "write ^";
    if (token_.kind == Kind::kForeign) {
      const std::string_view replacement = replacement_of(token_.text);
      return replacement.empty() ? "" : "write " + std::string(replacement);
    }
    const bool follows_operand =
        last_.kind == Kind::kNumber || last_.kind == Kind::kName || last_.is(")");
    if (!follows_operand) return "";
    if (token_.is(",") && last_.kind == Kind::kNumber) {
      const Token next = next_token(text_, token_.position + 1);
      const bool is_decimal_comma = next.kind == Kind::kNumber &&
                                    next.position == token_.position + 1 &&
                                    last_.position + last_.text.size() == token_.position;
      if (is_decimal_comma)
        return "write " + std::string(last_.text) + '.' + std::string(next.text);
    }
    if (token_.kind == Kind::kNumber || token_.kind == Kind::kName || token_.is("(")) {
      return "write " + shortened(last_.text) + '*' + shortened(token_.text);
    }
    return "";
  }

  std::string_view text_;
  Graph& graph_;
  const Scope& scope_;
  Token token_, last_;  // the next one, and the one taken before
  int depth_ = 0;
  bool is_stopped_ = false;
  std::vector<ParseError> errors_;
};

}  // namespace

std::variant<Expr, std::vector<ParseError>> parse(std::string_view text, Graph& graph,
                                                  const Scope& scope) {
  return Parser(text, graph, scope).parse();
}

}  // namespace porthos::expr
