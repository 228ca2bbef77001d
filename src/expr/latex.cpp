#include "expr/latex.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "expr/latex_name.hpp"
#include "expr/printer.hpp"

namespace porthos::expr {
namespace {

/// The form of a factor, which decides where it needs brackets.
enum class Look {
  kAtom,       // x, \sqrt{x}: stands anywhere
  kPower,      // x^{2}, x^{\mathrm{car}}: takes no further exponent
  kFunction,   // \sin x: comes last in a product
  kSum,        // a + b
  kCases,      // as large as the brace at its left
  kCondition,  // a < b
  kAnd,
  kOr
};

/// A value under a condition.
struct Case {
  std::string value, condition;
};

/// Cases in their order, the last one for all other states.
struct Cases {
  std::vector<Case> rows;
  /// If all conditions are x < number: the node of x and the largest number.
  std::optional<std::pair<std::uint32_t, double>> below;
};

struct Factor {
  std::string text;
  Look look = Look::kAtom;
  std::size_t name_length = 0;  // of a function: where its exponent is written
  int rank = 0;                 // of a symbol and its powers: see LatexOptions
  Cases cases;                  // of kCases
};

/// Every formula is printed as a product: sign * number * numerator / denominator.
struct Product {
  bool is_negative = false;
  double number = 1;  // >= 0
  std::vector<Factor> numerator, denominator;
};

bool contains(const std::string& text, const char* part) { return text.find(part) != text.npos; }

std::string bracketed(const std::string& text) {
  const bool is_tall =
      contains(text, "\\frac") || contains(text, "\\left") || contains(text, "\\begin");
  return is_tall ? "\\left(" + text + "\\right)" : '(' + text + ')';
}

/// The factors in reading order, functions last: \sin\varphi\,x could be taken for \sin(\varphi x).
/// A sum needs no brackets if it stands alone.
std::string joined(const std::string& number, std::vector<Factor> factors, bool is_signed = false) {
  const bool is_alone = number.empty() && factors.size() == 1 && !is_signed;
  const auto place = [](const Factor& factor) {
    return std::pair(factor.look == Look::kFunction, factor.rank);
  };
  for (auto next = factors.begin(); next != factors.end(); ++next)
    std::rotate(std::ranges::upper_bound(factors.begin(), next, place(*next), {}, place), next,
                next + 1);
  std::string text = number;
  for (const Factor& factor : factors) {
    if (!text.empty()) text += "\\,";
    text += factor.look >= Look::kSum && !is_alone ? bracketed(factor.text) : factor.text;
  }
  return text;
}

/// The product without its sign.
std::string magnitude_text(const Product& p) {
  const bool has_number = p.number != 1;
  const LatexRatio ratio = has_number ? latex_ratio(p.number) : LatexRatio{"", ""};
  if (p.numerator.empty() && p.denominator.empty()) return has_number ? latex_fraction(ratio) : "1";
  if (p.denominator.empty()) return joined(latex_fraction(ratio), p.numerator, p.is_negative);
  std::string above = joined(ratio.numerator == "1" ? "" : ratio.numerator, p.numerator);
  if (above.empty()) above = "1";
  return "\\frac{" + above + "}{" + joined(ratio.denominator, p.denominator) + '}';
}

std::string whole_text(const Product& p) { return (p.is_negative ? "-" : "") + magnitude_text(p); }

/// The only factor, if the product is nothing else.
const Factor* single(const Product& p) {
  const bool is_single =
      !p.is_negative && p.number == 1 && p.numerator.size() == 1 && p.denominator.empty();
  return is_single ? &p.numerator[0] : nullptr;
}

bool looks_like(const Product& p, Look look) {
  const Factor* factor = single(p);
  return factor != nullptr && factor->look == look;
}

Product atom(std::string text, Look look = Look::kAtom, int rank = 0) {
  Product p;
  p.numerator.push_back({std::move(text), look, 0, rank, {}});
  return p;
}

Product number(double value) {
  Product p;
  p.is_negative = std::signbit(value);
  p.number = std::abs(value);
  return p;
}

void append(std::vector<Factor>& to, std::vector<Factor>&& from) {
  for (Factor& factor : from) to.push_back(std::move(factor));
}

Product times(Product a, Product b) {
  a.is_negative ^= b.is_negative;
  a.number *= b.number;
  append(a.numerator, std::move(b.numerator));
  append(a.denominator, std::move(b.denominator));
  return a;
}

Product over(Product a, Product b) {
  if (b.number == 0) {  // 1/0 as it was written
    b = atom("0");
  }
  a.is_negative ^= b.is_negative;
  a.number /= b.number;
  append(a.numerator, std::move(b.denominator));
  append(a.denominator, std::move(b.numerator));
  return a;
}

/// a + b or a - b. Numbers are read last: x + 1.
Product sum(Product a, Product b, bool is_difference) {
  if (!is_difference && a.numerator.empty() && a.denominator.empty()) std::swap(a, b);
  std::string text = looks_like(a, Look::kCases) ? bracketed(whole_text(a)) : whole_text(a);
  const bool is_bare_sum = looks_like(b, Look::kSum) && !is_difference;
  if (is_bare_sum) {
    const std::string& more = single(b)->text;
    text += more.starts_with('-') ? " - " + more.substr(1) : " + " + more;
    return atom(std::move(text), Look::kSum);
  }
  text += b.is_negative != is_difference ? " - " : " + ";
  const Factor* factor = single(b);
  b.is_negative = false;
  const bool needs_brackets = factor != nullptr && factor->look >= Look::kSum;
  text += needs_brackets ? bracketed(factor->text) : magnitude_text(b);
  return atom(std::move(text), Look::kSum);
}

Product power(const Product& base, const std::string& exponent) {
  const std::string raised = "^{" + exponent + '}';
  const Factor* factor = single(base);
  if (factor != nullptr && factor->look == Look::kAtom) {
    return atom(factor->text + raised, Look::kPower, factor->rank);
  }
  const bool is_number = base.numerator.empty() && base.denominator.empty() && !base.is_negative;
  if (const std::string text = magnitude_text(base); is_number && !contains(text, "\\")) {
    return atom(text + raised, Look::kPower);
  }
  return atom(bracketed(whole_text(base)) + raised, Look::kPower);
}

/// \sin x, \sin(a + b); \sin^{2} x when there is an exponent.
Product function(const std::string& name, const Product& argument) {
  const Factor* factor = single(argument);
  const bool is_bare =
      factor != nullptr && (factor->look == Look::kAtom || factor->look == Look::kPower);
  std::string text = is_bare ? factor->text : bracketed(whole_text(argument));
  if (is_bare && !text.starts_with('\\')) text = ' ' + text;
  Product p = atom(name + text, Look::kFunction);
  p.numerator[0].name_length = name.size();
  return p;
}

Product function(const std::string& name, const Product& a, const Product& b) {
  return atom(name + bracketed(whole_text(a) + ",\\," + whole_text(b)));
}

Product logic(const Product& a, const char* sign, const Product& b, Look look) {
  const auto side = [&](const Product& p) {
    const bool is_mixed = looks_like(p, look == Look::kAnd ? Look::kOr : Look::kAnd);
    return is_mixed ? bracketed(whole_text(p)) : whole_text(p);
  };
  return atom(side(a) + sign + side(b), look);
}

/// The form of an operation with its operands in the places of #.
template <typename Operand>
Product filled(Op op, const std::string& form, const Operand& operand) {
  std::string text;
  std::size_t k = 0;
  for (const char c : form) {
    if (c == '#')
      text += whole_text(operand(k++));
    else
      text += c;
  }
  const bool is_condition = is_piecewise_constant(op) && arity(op) == 2;
  return atom(text, op == Op::kExp ? Look::kPower : is_condition ? Look::kCondition : Look::kAtom);
}

constexpr const char* kOtherwise = "\\text{otherwise}";

/// The cases of a value: its own if it consists of cases, or itself.
Cases cases_of(const Product& p) {
  const Factor* factor = single(p);
  if (factor != nullptr && factor->look == Look::kCases) return factor->cases;
  return {{{whole_text(p), kOtherwise}}, {}};
}

/// x and the number of a condition x < number.
std::optional<std::pair<std::uint32_t, double>> upper_limit(const Graph& graph, std::uint32_t id) {
  const Node& node = graph.node(id);
  if (node.op != Op::kLess || graph.node(node.arg[1]).op != Op::kConstant) return std::nullopt;
  return std::pair(node.arg[0], graph.node(node.arg[1]).value);
}

/// The rows of cases; of many, as of a table, the first and the last ones.
std::string text_of(const std::vector<Case>& rows) {
  constexpr std::size_t kMost = 7, kFirst = 3, kLast = 2;
  const std::size_t longest = rows.size() <= 2 ? 600 : 200;
  const bool is_long = rows.size() > kMost;
  std::string text = "\\begin{cases}";
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (is_long && k == kFirst) {
      text += " \\\\ \\cdots & \\cdots";
      k = rows.size() - kLast;
    }
    const bool is_shown = rows[k].value.size() <= longest;
    text += (k > 0 ? " \\\\ " : "") + (is_shown ? rows[k].value : "\\cdots") + " & " +
            rows[k].condition;
  }
  return text + "\\end{cases}";
}

/// if(condition, then, otherwise). Cases within cases are one list where their order tells the
/// same: those of `otherwise`, and those of `then` if all conditions limit one x from above.
Product choice(const Graph& graph, std::uint32_t condition, const std::string& condition_text,
               const Product& then, const Product& otherwise) {
  const auto limit = upper_limit(graph, condition);
  Cases first = cases_of(then), last = cases_of(otherwise);
  const bool is_ordered =
      first.rows.size() == 1 || (limit && first.below && first.below->first == limit->first &&
                                 first.below->second <= limit->second);
  if (!is_ordered) first = {{{whole_text(then), kOtherwise}}, {}};
  first.rows.back().condition = "\\text{if } " + condition_text;
  Product made = atom("", Look::kCases);
  Factor& factor = made.numerator[0];
  if (limit && (last.rows.size() == 1 || (last.below && last.below->first == limit->first)))
    factor.cases.below = {limit->first,
                          std::max(limit->second, last.below ? last.below->second : limit->second)};
  factor.cases.rows = std::move(first.rows);
  factor.cases.rows.insert(factor.cases.rows.end(), last.rows.begin(), last.rows.end());
  factor.text = text_of(factor.cases.rows);
  return made;
}

Product product_of(const Graph& graph, std::uint32_t id, Pieces<Product>& pieces,
                   const LatexOptions& options) {
  const Node& node = graph.node(id);
  const auto operand = [&](std::size_t k) { return pieces.take(node.arg[k]); };
  switch (node.op) {
    case Op::kConstant: return number(node.value);
    case Op::kSymbol: {
      const std::string& name = graph.name(id);
      const std::string text = options.symbol ? options.symbol(name) : latex_symbol(name);
      return atom(text, contains(text, "^") ? Look::kPower : Look::kAtom,
                  options.rank ? options.rank(name) : 0);
    }
    case Op::kAdd:
    case Op::kSub: return sum(operand(0), operand(1), node.op == Op::kSub);
    case Op::kMul: return times(operand(0), operand(1));
    case Op::kDiv: return over(operand(0), operand(1));
    case Op::kNeg: {
      Product p = operand(0);
      p.is_negative = !p.is_negative;
      return p;
    }
    case Op::kPow: {
      Product base = operand(0);
      const Factor* factor = single(base);
      const auto n = constant(graph.operand(id, 1));
      const std::string exponent = whole_text(operand(1));
      if (factor == nullptr || factor->look != Look::kFunction || !n || *n < 0) {
        return power(base, exponent);
      }
      const std::string& text = factor->text;
      return atom(text.substr(0, factor->name_length) + "^{" + exponent + '}' +
                      text.substr(factor->name_length),
                  Look::kFunction);
    }
    case Op::kHypot: {
      const Product squares = sum(power(operand(0), "2"), power(operand(1), "2"), false);
      return atom("\\sqrt{" + whole_text(squares) + '}');
    }
    case Op::kAnd: return logic(operand(0), " \\land ", operand(1), Look::kAnd);
    case Op::kOr: return logic(operand(0), " \\lor ", operand(1), Look::kOr);
    case Op::kNot: return atom("\\lnot " + bracketed(whole_text(operand(0))), Look::kCondition);
    case Op::kIf: {
      const std::string condition = whole_text(operand(0));
      const Product then = operand(1);
      return choice(graph, node.arg[0], condition, then, operand(2));
    }
    default: break;
  }
  const std::string form(properties(node.op).latex);
  if (contains(form, "#")) return filled(node.op, form, operand);
  if (arity(node.op) == 1) return function(form, operand(0));
  return function(form, operand(0), operand(1));
}

std::size_t length(const Product& p) {
  std::size_t total = 0;
  for (const Factor& factor : p.numerator) total += factor.text.size();
  for (const Factor& factor : p.denominator) total += factor.text.size();
  return total;
}

}  // namespace

std::string latex(const Expr& f, const LatexOptions& options) {
  if (const auto value = constant(f)) return latex_number(*value);
  const Graph& graph = *f.graph();
  return whole_text(Pieces<Product>::build(f, [&](std::uint32_t id, Pieces<Product>& pieces) {
    Product p = product_of(graph, id, pieces, options);
    return length(p) <= options.max_length ? p : atom("\\cdots");
  }));
}

}  // namespace porthos::expr
