/// Names consist of letters of any alphabet, digits and _; signs are not allowed in formulas
/// either.
#include <catch_amalgamated.hpp>

#include "expr/letters.hpp"
#include "expr/lexer.hpp"
#include "support/run.hpp"

namespace letters_test {
using namespace porthos;

TEST_CASE("letters of all alphabets make names, signs and pictures none", "[expr][names]") {
  for (const char* name :
       {"x",       "_",       "x_1",     "a2",   "φ",        "θ_1", "größe", "é",
        "e\u0301", "x\u0302", "r\u20d7", "θ₁",   "ℓ",        "ħ",   "速度",  "скорость",
        "μ",       "µ",       "ª",       "한글", "ひらがな", "𝜃",   "सदिश",  "x１"}) {
    CAPTURE(name);
    CHECK(expr::is_name(name));
    const expr::Token token = expr::next_token(name, 0);
    CHECK(token.kind == expr::Token::Kind::kName);
    CHECK(token.text == name);
  }
  for (const char* name :
       {"",    "2m",      "a b", "a-b",      "a.b",      "x²",       "x³",        "a×b",
        "a·b", "½",       "🚀",   "x🚀",       "❤",        "→",        "∂x",        "∞",
        "x′",  "°",       "“x”", "a\u00a0b", "a\u200bb", "a\u202eb", "x\ufe0f",   "€",
        "₁x",  "\u0301x", "x₊",  "\xff",     "x\x80",    "、",       "\U000e0041"}) {
    CAPTURE(name);
    CHECK_FALSE(expr::is_name(name));
    const expr::Token token = expr::next_token(name, 0);
    const bool is_whole_name = token.kind == expr::Token::Kind::kName && token.text == name;
    CHECK(is_whole_name == (std::string_view(name) == "a.b"));
  }
}

TEST_CASE("a sign in a formula is one token", "[expr][names]") {
  const expr::Token token = expr::next_token("🚀 + 1", 0);
  CHECK(token.kind == expr::Token::Kind::kForeign);
  CHECK(token.text == "🚀");
  CHECK(expr::next_token("x²", 1).text == "²");
  CHECK(expr::replacement_of("²") == "^2");
}

TEST_CASE("a model is of names that its formulas can use", "[model][names]") {
  const auto model = [](const std::string& q, const std::string& v) {
    test::Json made = {{"porthos", 1}, {"simulation", {{"until", 0.1}}}};
    made["positions"][q] = 1;
    made["velocities"][v] = 0;
    made["kinematics"][q] = v;
    made["kinetic_energy"] = v + "*" + v + "/2";
    made["potential_energy"] = q + "^2/2";
    made["outputs"]["ε"] = q + " + " + v;
    return made;
  };
  const test::Run greek = test::simulate(model("θ₁", "größe")),
                  latin = test::simulate(model("q", "v"));
  CHECK(greek.has("θ₁"));
  CHECK(greek.table == latin.table);
  for (const auto& [name, sign] : {std::pair("x²", "²"), std::pair("x🚀", "🚀"),
                                   std::pair("a·b", "·"), std::pair("x\u200b", "\u200b")}) {
    test::Json changed = model("q", "v");
    changed["parameters"][name] = 1;
    const test::Json problems = test::problems_of(changed);
    CAPTURE(name, problems.dump(1));
    REQUIRE(problems.size() == 1);
    CHECK(problems[0]["code"] == "PH107");
    CHECK(problems[0]["where"] == std::string("/parameters/") + name);
    CHECK(problems[0]["found"] == std::string("the name \"") + name + "\"");
    CHECK(problems[0]["hint"] == std::string("\"") + sign + "\" cannot be in a name");
  }
}

}  // namespace letters_test
