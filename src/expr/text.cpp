#include "expr/text.hpp"

#include <cmath>

#include "base/digits.hpp"
#include "expr/printer.hpp"

namespace porthos::expr {
namespace {

/// The precedence of a text. A leading minus binds as a sum.
enum Level { kOr, kAnd, kNot, kComparison, kSum, kProduct, kPower, kAtom };

struct Piece {
  std::string text;
  Level level = kAtom;
};

/// The text, in brackets if its precedence is below `least`.
std::string within(Piece piece, Level least) {
  return piece.level >= least ? std::move(piece.text) : '(' + piece.text + ')';
}

Piece numeral(double value) {
  if (std::isnan(value)) return {"0/0", kProduct};
  if (std::isinf(value)) return value > 0 ? Piece{"1/0", kProduct} : Piece{"-1/0", kSum};
  return {shortest_digits(value), std::signbit(value) ? kSum : kAtom};
}

Piece infix(Piece a, const char* op, Piece b, Level left, Level right, Level result) {
  std::string text = within(std::move(a), left);
  text += op;
  text += within(std::move(b), right);
  return {std::move(text), result};
}

Piece piece_of(const Graph& graph, std::uint32_t id, Pieces<Piece>& pieces) {
  const Node& node = graph.node(id);
  const auto operand = [&](std::size_t k) { return pieces.take(node.arg[k]); };
  switch (node.op) {
    case Op::kConstant: return numeral(node.value);
    case Op::kSymbol: return {graph.name(id), kAtom};
    case Op::kAdd: return infix(operand(0), " + ", operand(1), kSum, kProduct, kSum);
    case Op::kSub: return infix(operand(0), " - ", operand(1), kSum, kProduct, kSum);
    case Op::kMul:
    case Op::kDiv: {
      Piece a = operand(0);
      const bool is_negative_number = a.level == kSum && constant(graph.operand(id, 0));
      const Level left = is_negative_number ? kSum : kProduct;  // -2*x needs no brackets
      return infix(std::move(a), node.op == Op::kMul ? "*" : "/", operand(1), left, kPower, left);
    }
    case Op::kPow: return infix(operand(0), "^", operand(1), kAtom, kPower, kPower);
    case Op::kNeg: return {'-' + within(operand(0), kProduct), kSum};
    case Op::kLess: return infix(operand(0), " < ", operand(1), kSum, kSum, kComparison);
    case Op::kLessEqual: return infix(operand(0), " <= ", operand(1), kSum, kSum, kComparison);
    case Op::kEqual: return infix(operand(0), " == ", operand(1), kSum, kSum, kComparison);
    case Op::kAnd: return infix(operand(0), " and ", operand(1), kAnd, kNot, kAnd);
    case Op::kOr: return infix(operand(0), " or ", operand(1), kOr, kAnd, kOr);
    case Op::kNot: return {"not " + within(operand(0), kComparison), kNot};
    default: break;
  }
  std::string text(function_name(node.op));
  for (std::size_t k = 0; k < static_cast<std::size_t>(arity(node.op)); ++k) {
    text += k == 0 ? "(" : ", ";
    text += operand(k).text;
  }
  return {text + ')', kAtom};
}

}  // namespace

std::string text(const Expr& f, std::size_t max_length) {
  if (const auto value = constant(f)) return numeral(*value).text;
  const Graph& graph = *f.graph();
  return Pieces<Piece>::build(
             f,
             [&](std::uint32_t id, Pieces<Piece>& pieces) {
               Piece piece = piece_of(graph, id, pieces);
               return piece.text.size() <= max_length ? piece : Piece{"...", kAtom};
             })
      .text;
}

}  // namespace porthos::expr
