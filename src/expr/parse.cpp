#include "expr/parse.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "base/digits.hpp"
#include "base/suggest.hpp"
#include "base/unit.hpp"
#include "expr/function_table.hpp"
#include "expr/lexer.hpp"

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

std::string shortened(std::string_view text) {
  std::size_t cut = 60;
  if (text.size() <= cut) return std::string(text);
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;  // inside UTF-8
  return std::string(text.substr(0, cut)) + "...";
}

std::string in_quotes(std::string_view text) { return '"' + shortened(text) + '"'; }

std::string shown(const Token& token) {
  return token.kind == Token::Kind::kEnd ? "the end of the formula" : in_quotes(token.text);
}

class Parser {
 public:
  Parser(std::string_view text, Graph& graph, const Scope& scope)
      : text_(text), graph_(graph), scope_(scope) {}

  std::variant<Tensor, std::vector<ParseError>> parse() {
    const Tensor result = parse_all();
    if (!errors_.empty()) return std::move(errors_);
    return result;
  }

 private:
  using enum Precedence;

  struct Value {
    Tensor tensor;
    bool is_condition = false;
    std::size_t position = 0;  // of its first token
    std::size_t end = 0;       // end of its last token
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

  Tensor parse_all() {
    if (text_.size() > kMaxLength) {
      return stop({kMaxLength, "a text of " + std::to_string(text_.size()) + " bytes",
                   "at most " + std::to_string(kMaxLength) + " bytes", "name its parts"});
    }
    token_ = next_token(text_, 0);
    if (token_.kind == Token::Kind::kEnd) return stop({0, "nothing", "a formula", ""});
    const Value whole = binary(kOr);
    const Tensor result = scope_.is_condition ? condition(whole) : tensor(whole);
    if (token_.kind != Token::Kind::kEnd) stop_at_token("an operator or the end of the formula");
    return result;
  }

  // ---------------------------------------------------------------- grammar

  /// Operands joined by operators of at least this precedence.
  Value binary(Precedence least) {
    Value left = prefix();
    left.end = end_of_last();
    while (true) {
      const Precedence level = level_of(token_);
      if (level == kNone || level < least) return left;
      const Token op = take();
      const Value right = binary(static_cast<Precedence>(static_cast<int>(level) + 1));
      if (level == kSum || level == kComparison)
        tell_units(level == kSum ? UnitRule::kAlike : UnitRule::kRatio, std::array{left, right});
      left = {combine(op, left, right), level <= kComparison, left.position, right.end};
      if (level == kComparison && level_of(token_) == kComparison) {
        stop({token_.position, shown(token_), "one comparison at a time", "write a < b and b < c"});
      }
    }
  }

  Value prefix() {
    if (token_.is("-") || token_.is("+")) {
      const Nesting nesting(*this);
      const Token sign = take();
      const Tensor operand = tensor(prefix());
      return {sign.is("-") ? negate(operand) : operand, false, sign.position};
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
        mistake({token.position, in_quotes(token.text), "a number below 1.8e308", ""});
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
    if (token.is("[")) return {list(), false, token.position};
    const bool is_operand = token.kind == Token::Kind::kName && level_of(token) == kNone;
    if (!is_operand) return {stop_at_token("a number, a name or \"(\""), false, token.position};
    take();
    const Tensor value = token_.is("(") ? call(token) : variable(token);
    return {value, false, token.position};
  }

  /// [a, b, ...]: a vector, or a matrix by its rows.
  Tensor list() {
    const Nesting nesting(*this);
    const Token opening = take();
    std::vector<Tensor> parts{tensor(binary(kOr))};
    while (token_.is(",")) {
      take();
      parts.push_back(tensor(binary(kOr)));
    }
    close(opening, "]");
    if (auto whole = stack(parts)) return *whole;
    return shape_mismatch(opening.position, shapes_of("[ ] of ", parts),
                          "numbers, or rows of one length", "");
  }

  Tensor variable(const Token& name) {
    if (scope_.variable) {
      if (const auto value = scope_.variable(name.text)) return *value;
    }
    if (name.text == "pi") return std::numbers::pi;
    const Function* function = find_function(name.text);
    if (function != nullptr || is_accessor(name.text)) {
      return stop(
          {name.position, in_quotes(name.text) + " without arguments", "\"(\" after a function",
           "write " + (function ? std::string(function->usage) : std::string(name.text) + "(q)")});
    }
    unknown_name(name);
    return 1.0;
  }

  void unknown_name(const Token& name) {
    std::vector<std::string> known = names();
    known.emplace_back("pi");
    // A refused name that should have been defined is also a candidate for suggestions.
    const bool is_refused = std::find(known.begin(), known.end(), name.text) != known.end();
    std::string hint = is_refused ? "mend what " + in_quotes(name.text) + " is itself"
                                  : did_you_mean(name.text, known);
    if (hint.empty() && name.text == "e") hint = "write exp(1)";
    if (hint.empty() && name.text == "deg") hint = "angles are in radians: write pi/180";
    mistake({name.position, in_quotes(name.text), "a known name", hint});
  }

  Tensor call(const Token& name) {
    const Nesting nesting(*this);
    const Token opening = take();
    if (is_accessor(name.text)) return access(name, opening);
    const Function* function = find_function(name.text);
    const TensorFunction* of_tensors = find_tensor_function(name.text);
    if (function == nullptr && of_tensors == nullptr) {
      const bool is_variable =
          name.text == "pi" || (scope_.variable && scope_.variable(name.text).has_value());
      const std::string hint = is_variable ? "write " + std::string(name.text) + "*( ... )"
                                           : did_you_mean(name.text, callable_names());
      mistake({name.position, in_quotes(name.text), "a known function", hint});
    }
    std::vector<Value> arguments;
    if (!token_.is(")")) arguments.push_back(binary(kOr));
    while (token_.is(",")) {
      take();
      arguments.push_back(binary(kOr));
    }
    close(opening);
    if (function != nullptr) return result_of(*function, name, arguments);
    return of_tensors != nullptr ? result_of(*of_tensors, name, arguments) : Tensor(1.0);
  }

  /// True if there are as many arguments as the function takes; a mistake otherwise.
  bool has_count(const Token& name, std::size_t found, int fewest, int most,
                 std::string_view usage) {
    const auto count = static_cast<int>(found);
    if (count >= fewest && count <= most) return true;
    std::string expected = std::to_string(fewest);
    if (most == kAnyCount)
      expected += " or more";
    else if (most != fewest)
      expected += " or " + std::to_string(most);
    expected += most == 1 ? " argument" : " arguments";
    mistake({name.position,
             in_quotes(name.text) + " with " + std::to_string(count) +
                 (count == 1 ? " argument" : " arguments"),
             expected, "write " + std::string(usage)});
    return false;
  }

  Tensor result_of(const Function& function, const Token& name, std::span<const Value> arguments) {
    if (!has_count(name, arguments.size(), function.fewest, function.most, function.usage))
      return 1.0;
    if (function.op == Op::kIf) {
      const Expr test = condition(arguments[0]);
      tell_units(UnitRule::kAlike, arguments.subspan(1));
      const std::array branches{tensor(arguments[1]), tensor(arguments[2])};
      if (auto chosen = choose(test, branches[0], branches[1])) return *chosen;
      return shape_mismatch(name.position, shapes_of("if() of ", branches), "two of one shape", "");
    }
    tell_units(properties(function.op).unit, arguments);
    const std::string called = std::string(name.text) + "() of ";
    Expr result = number(arguments[0], called);
    if (arguments.size() == 1) return graph_.make(function.op, result);
    for (const Value& next : arguments.subspan(1)) {
      result = graph_.make(function.op, result, number(next, called));
    }
    return result;
  }

  Tensor result_of(const TensorFunction& function, const Token& name,
                   std::span<const Value> arguments) {
    if (!has_count(name, arguments.size(), function.fewest, function.most, function.usage))
      return 1.0;
    std::vector<Tensor> tensors;
    for (const Value& argument : arguments) tensors.push_back(tensor(argument));
    for (const Tensor& argument : tensors)
      if (!spend_for(argument.entries.size())) return 1.0;
    if (auto result = function.apply(tensors)) return *result;
    return shape_mismatch(name.position, shapes_of(std::string(name.text) + "() of ", tensors),
                          std::string(function.expected), "");
  }

  void tell_units(UnitRule rule, std::span<const Value> values) const {
    if (!scope_.units || !errors_.empty()) return;
    std::vector<Operand> operands;
    for (const Value& value : values)
      operands.push_back({&value.tensor, value.position,
                          text_.substr(value.position, value.end - value.position)});
    scope_.units(rule, operands);
  }

  /// accessor(name), after the opening bracket.
  Tensor access(const Token& accessor, const Token& opening) {
    const std::string example = std::string(accessor.text) + "(q)";
    if (token_.kind != Token::Kind::kName) return stop_at_token("a name, as in " + example);
    const Token name = take();
    close(opening);
    if (is_stopped_) return 1.0;
    if (scope_.accessor) {
      if (const auto value = scope_.accessor(accessor.text, name.text)) return *value;
    }
    mistake({name.position, in_quotes(name.text),
             "a name that " + std::string(accessor.text) + "() knows",
             did_you_mean(name.text, names_of(accessor.text))});
    return 1.0;
  }

  /// The names for which the accessor has a value.
  std::vector<std::string> names_of(std::string_view accessor) const {
    std::vector<std::string> known = names();
    std::erase_if(known, [&](const std::string& name) {
      return !scope_.accessor || !scope_.accessor(accessor, name);
    });
    return known;
  }

  Tensor combine(const Token& op, const Value& a, const Value& b) {
    if (op.is_word("or")) return graph_.make(Op::kOr, condition(a), condition(b));
    if (op.is_word("and")) return graph_.make(Op::kAnd, condition(a), condition(b));
    if (!a.tensor.is_scalar() || !b.tensor.is_scalar()) return combine_tensors(op, a, b);
    const Expr x = number(a), y = number(b);
    if (op.is(">")) return graph_.make(Op::kLess, y, x);
    if (op.is(">=")) return graph_.make(Op::kLessEqual, y, x);
    if (const Op* found = find_infix(op.text)) return graph_.make(*found, x, y);
    return graph_.make(Op::kNot, graph_.make(Op::kEqual, x, y));  // !=
  }

  /// Spends the budget for these entries, also where they are numbers, which the graph does not
  /// count.
  bool spend_for(std::size_t entries) {
    graph_.budget()->visit(entries);
    return !graph_.budget()->is_spent();
  }

  Tensor combine_tensors(const Token& op, const Value& a, const Value& b) {
    const Tensor x = tensor(a), y = tensor(b);
    const std::size_t terms = op.is("*") ? static_cast<std::size_t>(y.shape.columns) : 1;
    if (!spend_for(x.entries.size() * terms + y.entries.size())) return 1.0;
    std::optional<Tensor> result;
    std::string expected = "two numbers", hint;
    if (op.is("+") || op.is("-")) {
      result = op.is("+") ? add(x, y) : subtract(x, y);
      expected = "two of one shape";
    } else if (op.is("*")) {
      result = multiply(x, y);
      expected = "a number times anything, or a matrix times a matrix or vector that fits";
      if (x.shape.rank == 1 && y.shape.rank == 1)
        hint = "write dot(a, b), cross(a, b), outer(a, b)";
    } else if (op.is("/")) {
      result = divide(x, y);
      expected = "a divisor that is a number";
    }
    if (result) return *result;
    const std::string middle = " " + std::string(op.text) + " ";
    return shape_mismatch(op.position, describe(x.shape) + middle + describe(y.shape), expected,
                          hint);
  }

  // ---------------------------------------------------------------- words

  Token take() {
    last_ = token_;
    token_ = next_token(text_, token_.position + token_.text.size());
    return last_;
  }

  std::size_t end_of_last() const { return last_.position + last_.text.size(); }

  void close(const Token& opening, std::string_view bracket = ")") {
    if (token_.is(bracket)) {
      take();
      return;
    }
    stop_at_token("an operator or " + in_quotes(bracket), "close the " + in_quotes(opening.text) +
                                                              " at position " +
                                                              std::to_string(opening.position));
  }

  Tensor tensor(const Value& value) {
    if (value.is_condition) {
      mistake({value.position, "a condition", "a number", "write if(condition, 1, 0)"});
    }
    return value.tensor;
  }

  /// `what` it is an operand of, for the mistake.
  Expr number(const Value& value, const std::string& what = "") {
    const Tensor operand = tensor(value);
    if (operand.is_scalar()) return operand.scalar();
    return shape_mismatch(value.position, what + describe(operand.shape), "a number",
                          "take an entry, as in r.1");
  }

  Expr condition(const Value& value) {
    if (!value.is_condition) {
      mistake({value.position, "a number", "a condition", "compare it, as in x > 0"});
    }
    return value.tensor.entries[0];
  }

  bool is_accessor(std::string_view name) const {
    return std::find(scope_.accessors.begin(), scope_.accessors.end(), name) !=
           scope_.accessors.end();
  }

  std::vector<std::string> names() const {
    // If hardly any name is right, the search for hints would take longer than all the rest.
    const bool is_wanted = scope_.names && errors_.size() < kMostHints;
    return is_wanted ? scope_.names() : std::vector<std::string>();
  }

  std::vector<std::string> callable_names() const {
    std::vector<std::string> names = function_names();
    names.insert(names.begin(), scope_.accessors.begin(), scope_.accessors.end());
    return names;
  }

  static std::string did_you_mean(std::string_view found, std::span<const std::string> known) {
    const std::string best = suggest(found, known);
    return best.empty() ? "" : "did you mean " + in_quotes(best) + "?";
  }

  // ---------------------------------------------------------------- mistakes

  /// The errors stay in the order of the text.
  void mistake(ParseError error) {
    if (is_stopped_) return;
    auto after = errors_.end();
    while (after != errors_.begin() && std::prev(after)->position > error.position) --after;
    errors_.insert(after, std::move(error));
  }

  /// Shapes that do not fit. An unknown value has no shape, so after other mistakes this may be
  /// none. Returns any value.
  Expr shape_mismatch(std::size_t position, std::string found, std::string expected,
                      std::string hint) {
    if (errors_.empty())
      mistake({position, std::move(found), std::move(expected), std::move(hint), true});
    return 1.0;
  }

  static std::string shapes_of(std::string text, std::span<const Tensor> tensors) {
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      if (i > 0) text += i + 1 == tensors.size() ? " and " : ", ";
      text += expr::describe(tensors[i].shape);
    }
    return text;
  }

  /// A mistake of grammar, after which the rest cannot be understood. All rules end as at the end
  /// of the text, and report nothing further. Returns any value.
  Expr stop(ParseError error) {
    mistake(std::move(error));
    is_stopped_ = true;
    token_ = next_token(text_, text_.size());
    return 1.0;
  }

  /// The current token cannot stand here.
  Expr stop_at_token(std::string expected, std::string hint = "") {
    if (const std::string better = hint_for_token(); !better.empty()) hint = better;
    return stop({token_.position, shown(token_), std::move(expected), std::move(hint)});
  }

  std::string hint_for_token() const {
    using Kind = Token::Kind;
    if (token_.text == "**") return "write ^";
    if (std::string unit = hint_for_unit_here(); !unit.empty()) return unit;
    if (token_.kind == Kind::kForeign) {
      const std::string_view replacement = replacement_of(token_.text);
      return replacement.empty() ? "" : "write " + std::string(replacement);
    }
    const bool follows_operand =
        last_.kind == Kind::kNumber || last_.kind == Kind::kName || last_.is(")") || last_.is("]");
    if (!follows_operand) return "";
    if (token_.is(",") && last_.kind == Kind::kNumber) {
      const Token next = next_token(text_, token_.position + 1);
      const bool is_decimal_comma = next.kind == Kind::kNumber &&
                                    next.position == token_.position + 1 &&
                                    last_.position + last_.text.size() == token_.position;
      if (is_decimal_comma)
        return "write " + std::string(last_.text) + '.' + std::string(next.text);
    }
    const bool is_entry = token_.text.starts_with('.') && (last_.is(")") || last_.is("]"));
    if (is_entry)
      return "only names have entries: define the vector, and write name" + shortened(token_.text);
    if (token_.kind == Kind::kNumber || token_.kind == Kind::kName || token_.is("(") ||
        token_.is("[")) {
      return "write " + shortened(last_.text) + '*' + shortened(token_.text);
    }
    return "";
  }

  /// For a unit after a number, as in "30 deg"; "" if there is none, or if its name is known to
  /// formulas.
  std::string hint_for_unit_here() const {
    const bool is_name = token_.kind == Token::Kind::kName || token_.text == "\u00b0";
    if (last_.kind != Token::Kind::kNumber || !is_name) return "";
    if (is_known(token_.text)) return hint_for_name_of_unit();
    std::string_view unit = text_.substr(token_.position);  // "kg m^2" of "0.36 kg m^2"
    unit = unit.substr(0, unit.find_last_not_of(" \t\r\n") + 1);
    const bool is_last = read_unit(unit).has_value();
    if (!is_last) unit = token_.text;
    const std::string number(last_.text);
    if (is_degree(unit)) return "angles are in radians: write " + number + "*pi/180";
    const auto plain = without_factor(number, unit);
    if (!plain) return "";
    const bool is_all = is_last && next_token(text_, 0).position == last_.position;
    const std::string si = "formulas are numbers in SI units: ";
    if (!is_all)
      return si + (plain->is_converted
                       ? "write " + plain->number + " for " + number + ' ' + shortened(unit)
                       : "leave " + in_quotes(unit) + " out");
    const std::string place =
        "; \"unit\": \"" + shortened(plain->unit) + "\" belongs to the declaration of the quantity";
    return si + "write " + plain->number + (plain->unit.empty() ? "" : place);
  }

  /// For a number and a name that is also a unit, as all of the formula: it may be meant as either.
  std::string hint_for_name_of_unit() const {
    std::string_view unit = text_.substr(token_.position);
    unit = unit.substr(0, unit.find_last_not_of(" \t\r\n") + 1);
    const bool is_all = next_token(text_, 0).position == last_.position;
    if (!is_all || !read_unit(unit)) return "";
    const std::string number(last_.text), name(token_.text);
    const auto plain = without_factor(number, unit);
    if (!plain) return "";
    const std::string as_unit = "for the unit write " + plain->number +
                                "; \"unit\": " + in_quotes(plain->unit) +
                                " belongs to the declaration of the quantity";
    if (!scope_.variable || !scope_.variable(token_.text)) return as_unit;  // a function
    return as_unit + "; for a product with " + in_quotes(name) + " write " + number + '*' +
           shortened(name);
  }

  bool is_known(std::string_view name) const {
    return is_accessor(name) || find_function(name) != nullptr ||
           find_tensor_function(name) != nullptr ||
           (scope_.variable && scope_.variable(name).has_value());
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
  return std::vector<ParseError>{
      {0, describe(value.shape), "a number", "take an entry, as in r.1", true}};
}

}  // namespace porthos::expr
