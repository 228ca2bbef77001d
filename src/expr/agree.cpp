#include "expr/agree.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "expr/query.hpp"
#include "expr/tape.hpp"

namespace porthos::expr {

bool agree(std::span<const Expr> f, std::span<const Expr> g) {
  if (std::ranges::equal(f, g)) return true;
  std::vector<Expr> both(f.begin(), f.end());
  both.insert(both.end(), g.begin(), g.end());
  const std::vector<Expr> symbols = symbols_of(both);
  const Tape tape(both, symbols, {});
  std::vector<double> hoisted(tape.hoisted_count()), values(both.size()), inputs(symbols.size()),
      scratch;
  tape.bind({}, hoisted);
  std::uint32_t random = 12345;
  int compared = 0;
  for (int trial = 0; trial < 20 && compared < 4; ++trial) {
    for (double& input : inputs) {
      random = random * 1664525u + 1013904223u;  // Numerical Recipes' generator: any will do
      input = 0.3 + 0.9 * static_cast<double>(random >> 8) / (1 << 24);
    }
    tape.evaluate(inputs.data(), hoisted.data(), values.data(), scratch);
    double scale = 0;
    bool is_finite = true;
    for (const double value : values) {
      scale = std::max(scale, std::abs(value));
      is_finite = is_finite && std::isfinite(value);
    }
    if (!is_finite) continue;
    ++compared;
    for (std::size_t i = 0; i < f.size(); ++i)
      if (std::abs(values[i] - values[f.size() + i]) > 1e-11 * scale) return false;
  }
  return true;
}

}  // namespace porthos::expr
