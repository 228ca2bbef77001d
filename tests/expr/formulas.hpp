#pragma once

#include <array>
#include <random>
#include <string>
#include <vector>

#include "expr/functions.hpp"

/// Random formulas for the laws of the expression layer.
namespace porthos::expr::testing {

inline double uniform(std::mt19937& random, double low, double high) {
  // Not std::uniform_real_distribution: it differs between standard libraries.
  return low + (high - low) * static_cast<double>(random()) / 4294967296.0;
}

inline std::size_t below(std::mt19937& random, std::size_t n) { return random() % n; }

/// All operations, each with operands drawn from what exists already; the later ones are deep and
/// share much. Values may be infinite or NaN.
inline std::vector<Expr> random_formulas(Graph& graph, std::mt19937& random,
                                         std::vector<Expr> leaves, std::size_t count) {
  for (const double number : {0.0, 1.0, -1.0, 2.0, -0.5, 3.0, 0.1, -7.25}) {
    leaves.push_back(number);
  }
  std::vector<Expr> all = std::move(leaves);
  const std::size_t first = all.size();
  while (all.size() < first + count) {
    const auto op = static_cast<Op>(static_cast<std::size_t>(Op::kAdd) +
                                    below(random, kOpCount - static_cast<std::size_t>(Op::kAdd)));
    const auto operand = [&] { return all[below(random, all.size())]; };
    const Expr a = operand(), b = operand(), c = operand();
    // An exponent is a small number most of the time, as in life.
    const bool is_plain_power = op == Op::kPow && below(random, 4) > 0;
    all.push_back(
        graph.make(op, a, is_plain_power ? Expr(static_cast<double>(below(random, 9)) - 4) : b, c));
  }
  return {all.begin() + static_cast<std::ptrdiff_t>(first), all.end()};
}

inline std::vector<Expr> symbols(Graph& graph, const std::string& prefix, std::size_t count) {
  std::vector<Expr> result;
  for (std::size_t i = 0; i < count; ++i) {
    result.push_back(graph.symbol(prefix + std::to_string(i)));
  }
  return result;
}

inline std::vector<double> random_values(std::mt19937& random, std::size_t count, double low = -2,
                                         double high = 2) {
  std::vector<double> values(count);
  for (double& value : values) value = uniform(random, low, high);
  return values;
}

}  // namespace porthos::expr::testing
