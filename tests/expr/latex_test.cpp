#include "expr/latex.hpp"

#include <catch_amalgamated.hpp>
#include <numbers>
#include <utility>
#include <vector>

#include "expr/functions.hpp"
#include "expr/interpolation.hpp"

namespace latex_test {
using namespace porthos::expr;

TEST_CASE("latex: names are set as in a paper", "[expr]") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"x", "x"},
      {"phi", "\\varphi"},
      {"theta", "\\theta"},
      {"Omega", "\\Omega"},
      {"v_x", "v_{x}"},
      {"omega1", "\\omega_{1}"},
      {"phi1", "\\varphi_{1}"},
      {"I_1A", "I_{1A}"},
      {"I_S", "I_{S}"},
      {"v_max", "v_{\\mathrm{max}}"},
      {"omega_phi", "\\omega_{\\varphi}"},
      {"x1_dot", "x_{1,\\mathrm{dot}}"},
      {"a_b_c", "a_{b,c}"},
      {"mass", "\\mathrm{mass}"},
      {"mass2", "\\mathrm{mass}_{2}"},
      {"car.v_x", "v_{x}^{\\mathrm{car}}"},
      {"car.left_wheel.omega", "\\omega^{\\mathrm{car.left\\_wheel}}"},
      {"_x", "\\mathrm{\\_x}"},
      {"x_", "\\mathrm{x\\_}"},
      {"\u03c6", "\u03c6"},
      {"\u00f6l", "\\mathrm{\u00f6l}"},
  };
  for (const auto& [name, expected] : cases) CHECK(latex_symbol(name) == expected);
}

TEST_CASE("latex: numbers are short and exact, or their rounding is not shown", "[expr]") {
  const std::vector<std::pair<double, std::string>> cases{
      {0, "0"},
      {2.5, "2.5"},
      {-3, "-3"},
      {0.5, "\\frac{1}{2}"},
      {-0.25, "-\\frac{1}{4}"},
      {0.75, "0.75"},
      {1.5, "1.5"},
      {1.0 / 3, "\\frac{1}{3}"},
      {2.0 / 3, "\\frac{2}{3}"},
      {4.0 / 3, "\\frac{4}{3}"},
      {1.0 / 12, "\\frac{1}{12}"},
      {0.1, "0.1"},
      {0.1 * 3, "0.3"},
      {9.81, "9.81"},
      {1e-6, "10^{-6}"},
      {2.5e-6, "2.5\\cdot 10^{-6}"},
      {-1e-6, "-10^{-6}"},
      {0.001, "0.001"},
      {0.025, "0.025"},
      {100, "100"},
      {101325, "101325"},
      {1e6, "10^{6}"},
      {2.1e11, "2.1\\cdot 10^{11}"},
      {6378137, "6378137"},
      {123456.789, "123456.789"},
      {6.67430e-11, "6.6743\\cdot 10^{-11}"},
      {std::numbers::pi, "\\pi"},
      {2 * std::numbers::pi, "2\\pi"},
      {std::numbers::pi / 4, "\\frac{\\pi}{4}"},
      {-std::numbers::pi / 180, "-\\frac{\\pi}{180}"},
      {3.14159, "3.14159"},
      {1e300, "10^{300}"},
  };
  for (const auto& [value, expected] : cases) CHECK(latex_number(value) == expected);
}

TEST_CASE("latex: formulas read as one would write them", "[expr]") {
  Graph graph;
  const auto s = [&](const char* name) { return graph.symbol(name); };
  const Expr a = s("a"), b = s("b"), c = s("c"), x = s("x"), phi = s("phi"), m = s("m"),
             v_x = s("v_x"), v_y = s("v_y"), w = s("omega"), q = s("car.q");
  [[maybe_unused]] const Expr older = sin(phi);  // than cos(phi), in products of both
  const std::vector<std::pair<Expr, std::string>> cases{
      // sums and signs
      {a + b, "a + b"},
      {a - b, "a - b"},
      {-a - b, "-a - b"},
      {a + -2 * b, "a - 2\\,b"},
      {a - (b - c), "a - (b - c)"},
      {a - (b + c), "a - (b + c)"},
      {(a + b) + (c + x), "a + b + c + x"},
      {x + 1, "x + 1"},
      {1 - x, "1 - x"},
      {-(a + b), "-(a + b)"},
      // products, numbers first, functions last
      {a * b, "a\\,b"},
      {x * 2, "2\\,x"},
      {0.5 * x, "\\frac{1}{2}\\,x"},
      {-0.5 * x, "-\\frac{1}{2}\\,x"},
      {1e-6 * x, "10^{-6}\\,x"},
      {a * (b + c), "a\\,(b + c)"},
      {-a * (b - c), "-a\\,(b - c)"},
      {cos(phi) * v_x - sin(phi) * v_y, "v_{x}\\,\\cos\\varphi - v_{y}\\,\\sin\\varphi"},
      {sin(phi) * cos(phi), "\\sin\\varphi\\,\\cos\\varphi"},
      // fractions
      {a / b, "\\frac{a}{b}"},
      {-a / b, "-\\frac{a}{b}"},
      {(a + b) / c, "\\frac{a + b}{c}"},
      {a / (b + c), "\\frac{a}{b + c}"},
      {a * x / (2 * b), "\\frac{a\\,x}{2\\,b}"},
      {(a / b) * c, "\\frac{c\\,a}{b}"},
      {1 / x, "\\frac{1}{x}"},
      {3 / pow(x, 2), "\\frac{3}{x^{2}}"},
      {(a + b) * c / x, "\\frac{c\\,(a + b)}{x}"},
      {x / 3, "\\frac{1}{3}\\,x"},
      // powers and roots
      {pow(x, 2), "x^{2}"},
      {pow(v_x, 2), "v_{x}^{2}"},
      {pow(a + b, 2), "(a + b)^{2}"},
      {pow(a * b, 2), "(a\\,b)^{2}"},
      {pow(a / b, 2), "\\left(\\frac{a}{b}\\right)^{2}"},
      {pow(q, 2), "(q^{\\mathrm{car}})^{2}"},
      {pow(sin(phi), 2), "\\sin^{2}\\varphi"},
      {pow(sin(a + b), 2), "\\sin^{2}(a + b)"},
      {pow(sin(x), 2), "\\sin^{2} x"},
      {pow(x, a + 1), "x^{a + 1}"},
      {pow(2, x), "2^{x}"},
      {pow(0.5, x), "\\left(\\frac{1}{2}\\right)^{x}"},
      {exp(-x), "\\mathrm{e}^{-x}"},
      {pow(exp(x), 2), "(\\mathrm{e}^{x})^{2}"},
      {sqrt(1 + pow(x, 2)), "\\sqrt{x^{2} + 1}"},
      {m / 2 * (pow(v_x, 2) + pow(v_y, 2)), "\\frac{1}{2}\\,m\\,(v_{x}^{2} + v_{y}^{2})"},
      // functions
      {sin(x), "\\sin x"},
      {cos(2 * phi), "\\cos(2\\,\\varphi)"},
      {sin(a / b), "\\sin\\left(\\frac{a}{b}\\right)"},
      {asin(x), "\\arcsin x"},
      {log(x), "\\ln x"},
      {abs(x - a), "\\left|x - a\\right|"},
      {atan2(a, b), "\\operatorname{atan2}(a,\\,b)"},
      {hypot(a, b + c), "\\sqrt{a^{2} + (b + c)^{2}}"},
      {max(a, 0), "\\max(0,\\,a)"},
      {floor(a), "\\left\\lfloor a\\right\\rfloor"},
      {sign(w), "\\operatorname{sign}\\omega"},
      {if_(less(a, b), a, 2 * b),
       "\\begin{cases}a & \\text{if } a < b \\\\ 2\\,b & \\text{otherwise}\\end{cases}"},
      {if_(and_(less_equal(a, b), or_(less(a, c), equal(b, c))), a, b),
       "\\begin{cases}a & \\text{if } a \\le b \\land (a < c \\lor b = c) \\\\ b & "
       "\\text{otherwise}\\end{cases}"},
      // Cases of one variable in rising order are one list.
      {if_(less(a, 0), if_(less(a, -1), b, c), if_(less(a, 2), w, 3)),
       "\\begin{cases}b & \\text{if } a < -1 \\\\ c & \\text{if } a < 0 \\\\ "
       "\\omega & \\text{if } a < 2 \\\\ 3 & \\text{otherwise}\\end{cases}"},
      // Here they are not: c holds for no a.
      {if_(less(a, 0), if_(less(a, 1), b, c), w),
       "\\begin{cases}\\begin{cases}b & \\text{if } a < 1 \\\\ c & "
       "\\text{otherwise}\\end{cases} & \\text{if } a < 0 \\\\ \\omega & "
       "\\text{otherwise}\\end{cases}"},
      {Expr(2), "2"},
  };
  for (const auto& [formula, expected] : cases) CHECK(latex(formula) == expected);
}

TEST_CASE("of many cases the first and the last are shown", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x");
  std::vector<Expr> places, values;
  for (int k = 0; k < 20; ++k) {
    places.emplace_back(k);
    values.emplace_back(k * k);
  }
  CHECK(latex(interpolated(Between::kHold, x, places, values)) ==
        "\\begin{cases}0 & \\text{if } x < 1 \\\\ 1 & \\text{if } x < 2 \\\\ 4 & \\text{if } x < 3 "
        "\\\\ \\cdots & \\cdots \\\\ 324 & \\text{if } x < 19 \\\\ 361 & "
        "\\text{otherwise}\\end{cases}");
}

TEST_CASE("latex: words as indices stand together, letters keep their own setting", "[expr]") {
  CHECK(latex_symbol("mu_first_half") == "\\mu_{\\text{first,half}}");
  CHECK(latex_symbol("x_1_half") == "x_{1,\\mathrm{half}}");
  CHECK(latex_symbol("x_max") == "x_{\\mathrm{max}}");
}

TEST_CASE("latex: fractions without finite decimals stay fractions", "[expr]") {
  Graph graph;
  const Expr x = graph.symbol("x");
  CHECK(latex(x * (1.0 / 24)) == "\\frac{1}{24}\\,x");
  CHECK(latex(x * (5.0 / 48)) == "\\frac{5}{48}\\,x");
  CHECK(latex(x * 0.28) == "0.28\\,x");  // not 7/25: decimals stay as written
}

TEST_CASE("latex: the caller may name the symbols", "[expr]") {
  Graph graph;
  const LatexOptions options{
      .symbol = [](std::string_view name) { return "\\dot{" + std::string(name) + '}'; }};
  CHECK(latex(2 * graph.symbol("x"), options) == "2\\,\\dot{x}");
}

TEST_CASE("latex: a formula that shares much stays short", "[expr]") {
  Graph graph;
  const Expr a = graph.symbol("a");
  Expr f = a;
  for (int i = 0; i < 200; ++i) f = f + sin(f);  // 2^200 terms, if written out
  CHECK(latex(f).size() < 30'000);
  CHECK(latex(f).find("\\cdots") != std::string::npos);
  Expr sum = a;
  for (int i = 0; i < 1000; ++i) sum = sum + graph.symbol("x" + std::to_string(i));
  CHECK(latex(sum).find("\\cdots") == std::string::npos);
}

}  // namespace latex_test
