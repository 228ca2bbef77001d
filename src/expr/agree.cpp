#include "expr/agree.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "expr/query.hpp"
#include "expr/tape.hpp"

namespace porthos::expr {
namespace {

/// Numerical Recipes' generator in [0, 1): any will do.
class Random {
 public:
  double next() {
    seed_ = seed_ * 1664525u + 1013904223u;
    return static_cast<double>(seed_ >> 8) / (1 << 24);
  }

 private:
  std::uint32_t seed_ = 12345;
};

/// Values where most formulas are finite; then smaller and larger ones of both signs, since a root
/// or a logarithm may need one symbol to be much smaller than another.
void choose(std::vector<double>& inputs, bool is_first, Random& random) {
  for (double& input : inputs) {
    input = 0.3 + 0.9 * random.next();
    if (is_first) continue;
    input = std::pow(10, 2.5 * random.next() - 2);
    if (random.next() < 0.2) input = -input;
  }
}

}  // namespace

bool agree(std::span<const Expr> f, std::span<const Expr> g, bool if_unknown) {
  if (std::ranges::equal(f, g)) return true;
  std::vector<Expr> both(f.begin(), f.end());
  both.insert(both.end(), g.begin(), g.end());
  const std::vector<Expr> symbols = symbols_of(both);
  const Tape tape(both, symbols, {});
  std::vector<double> hoisted(tape.hoisted_count()), values(both.size()), inputs(symbols.size()),
      scratch;
  tape.bind({}, hoisted);
  Random random;
  int compared = 0;
  for (int trial = 0; trial < 200 && compared < 4; ++trial) {
    const bool is_first = trial < 20;
    choose(inputs, is_first, random);
    tape.evaluate(inputs.data(), hoisted.data(), values.data(), scratch);
    double scale = 0;
    bool is_finite = true;
    for (const double value : values) {
      scale = std::max(scale, std::abs(value));
      is_finite = is_finite && std::isfinite(value);
    }
    if (!is_finite) continue;
    ++compared;
    // Values of different sizes lose more digits.
    const double tolerance = is_first ? 1e-11 : 1e-9;
    for (std::size_t i = 0; i < f.size(); ++i)
      if (std::abs(values[i] - values[f.size() + i]) > tolerance * scale) return false;
  }
  return compared > 0 || if_unknown;
}

}  // namespace porthos::expr
