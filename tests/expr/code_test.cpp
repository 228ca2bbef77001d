#include "expr/code.hpp"

#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <numeric>
#include <random>

#include "expr/formulas.hpp"
#include "expr/tape.hpp"

#ifdef __EMSCRIPTEN__
#include "../../bindings/link.hpp"
#endif

namespace code_test {
using namespace porthos::expr;

TEST_CASE("code: a module begins as WebAssembly does and names its functions", "[expr]") {
  Graph graph;
  const std::vector x = testing::symbols(graph, "x", 2);
  const Tape tape(std::vector{x[0] * x[1] + sin(x[0])}, x, {});
  const std::pair<const Tape*, CodeForm> tapes[] = {{&tape, CodeForm::kAdd},
                                                    {&tape, CodeForm::kStore}};
  const std::vector<std::uint8_t> module = wasm_module(tapes);
  const std::vector<std::uint8_t> begin{0, 'a', 's', 'm', 1, 0, 0, 0};
  REQUIRE(module.size() > begin.size());
  CHECK(std::equal(begin.begin(), begin.end(), module.begin()));
}

#ifdef __EMSCRIPTEN__
namespace {

bool same_bits(double a, double b) {
  // The bits of a NaN depend on the order of operands that a compiler chooses.
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace

TEST_CASE("code: gives the same bits as the tape", "[expr][law]") {
  const auto seed = GENERATE(range(1u, 60u));
  CAPTURE(seed);
  std::mt19937 random(seed);
  Graph graph;
  const std::vector inputs = testing::symbols(graph, "x", 5);
  const std::vector constants = testing::symbols(graph, "c", 4);
  std::vector<Expr> leaves = inputs;
  leaves.insert(leaves.end(), constants.begin(), constants.end());
  // Some are longer than one function may be.
  const std::vector fs = testing::random_formulas(graph, random, leaves, seed % 5 ? 200 : 5000);
  const Tape adding(fs, inputs, constants), storing(fs, inputs, constants);
  const std::size_t n = 6, out = fs.size();
  std::vector<double> values = testing::random_values(random, 5 * n + out);
  std::vector<int> gather(5 * n), scatter(out * n);
  for (int& i : gather) i = static_cast<int>(testing::below(random, 5 * n));
  // Instances share places, as elements share states.
  for (int& i : scatter) i = static_cast<int>(5 * n + testing::below(random, out));
  std::vector<double> hoisted(adding.hoisted_count()), scratch;
  adding.bind(testing::random_values(random, 4), hoisted);

  std::vector<double> added = values, stored(out * n);
  adding.add_many(n, added.data(), gather.data(), scatter.data(), hoisted.data(), 0, scratch);
  storing.evaluate_many(n, values.data(), gather.data(), hoisted.data(), 0, stored.data(), scratch);

  const std::pair<const Tape*, CodeForm> tapes[] = {{&adding, CodeForm::kAdd},
                                                    {&storing, CodeForm::kStore}};
  const LinkedModule linked = link_module(wasm_module(tapes), 2);
  REQUIRE(linked.functions.size() == 2);
  adding.link(linked.functions[0], CodeForm::kAdd, linked.owner);
  storing.link(linked.functions[1], CodeForm::kStore, linked.owner);
  std::vector<double> added_again = values, stored_again(out * n);
  adding.add_many(n, added_again.data(), gather.data(), scatter.data(), hoisted.data(), 0, scratch);
  storing.evaluate_many(n, values.data(), gather.data(), hoisted.data(), 0, stored_again.data(),
                        scratch);
  std::size_t different = 0;
  for (std::size_t i = 0; i < added.size(); ++i) different += !same_bits(added[i], added_again[i]);
  for (std::size_t i = 0; i < stored.size(); ++i)
    different += !same_bits(stored[i], stored_again[i]);
  CHECK(different == 0);
}

TEST_CASE("code: sine and cosine of one angle have the bits of the two functions", "[expr]") {
  Graph graph;
  const std::vector x = testing::symbols(graph, "x", 2);
  const Expr angle = x[0] + x[1];
  const std::vector fs{sin(angle) * x[1], cos(angle), cos(x[0]), sin(x[0]) + cos(x[0])};
  const Tape tape(fs, x, {});
  std::vector<double> hoisted(tape.hoisted_count()), scratch;
  tape.bind({}, hoisted);
  std::vector<double> inputs{0.0, -0.0, 1e-310, INFINITY, NAN, 1e22, -3.1415926535897931};
  for (double size = 1e-9; size < 1e6; size *= 1.1) inputs.push_back(size);  // every branch
  for (int k = 1; k < 40; ++k) inputs.push_back(k * 0.78539816339744828);
  const std::vector gather{0, 1};
  const auto values_at = [&](double a) {
    const std::vector values{a, 0.5 * a};
    std::vector<double> found(fs.size());
    tape.evaluate_many(1, values.data(), gather.data(), hoisted.data(), 0, found.data(), scratch);
    return found;
  };
  std::vector<std::vector<double>> interpreted;
  for (const double a : inputs) interpreted.push_back(values_at(a));

  const std::pair<const Tape*, CodeForm> tapes[] = {{&tape, CodeForm::kStore}};
  const LinkedModule linked = link_module(wasm_module(tapes), 1);
  REQUIRE(linked.functions.size() == 1);
  tape.link(linked.functions[0], CodeForm::kStore, linked.owner);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    CAPTURE(inputs[i]);
    const std::vector<double> compiled = values_at(inputs[i]);
    for (std::size_t k = 0; k < fs.size(); ++k) CHECK(same_bits(compiled[k], interpreted[i][k]));
  }
}
#endif

}  // namespace code_test
