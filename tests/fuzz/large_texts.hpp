/// Texts of extreme size: each kind at its largest, then at any size.
#pragma once

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "fuzz/fuzz.hpp"

namespace porthos::fuzz::large {

using Json = nlohmann::json;

inline std::string name(const char* letter, int i) { return letter + std::to_string(i); }

inline std::string joined(int from, int to, const std::string& between,
                          const std::function<std::string(int)>& part) {
  std::string all;
  for (int i = from; i < to; ++i) all += (i == from ? "" : between) + part(i);
  return all;
}

/// The sum of the formulas of i < n, in definitions that are each short enough; gives its name.
inline std::string sum(Json& model, const std::string& as, int n,
                       const std::function<std::string(int)>& part) {
  constexpr int kPieces = 200;
  std::string all = "0";
  for (int from = 0, k = 0; from < n; from += kPieces, ++k) {
    const std::string piece = as + "_" + std::to_string(k);
    model["definitions"][piece] = joined(from, std::min(n, from + kPieces), " + ", part);
    all += " + " + piece;
  }
  model["definitions"][as] = all;
  return as;
}

/// n masses on lines, not coupled.
inline Json masses(int n) {
  Json model = {{"porthos", 1}, {"simulation", {{"until", 0.1}, {"step", 0.01}}}};
  for (int i = 0; i < n; ++i) {
    model["positions"][name("q", i)] = 0.5 + 0.001 * (i % 7);
    model["velocities"][name("v", i)] = 0;
    model["kinematics"][name("q", i)] = name("v", i);
  }
  model["kinetic_energy"] = sum(model, "T", n, [](int i) { return name("v", i) + "^2/2"; });
  return model;
}

inline std::string q(int i) { return name("q", i); }
inline std::string v(int i) { return name("v", i); }

using Make = std::string (*)(int n);
/// `most`: what makes it its largest.
struct Kind {
  const char* name;
  int most;
  Make make;
};

inline std::string with(int n, const std::function<void(Json&)>& change) {
  Json model = masses(n);
  change(model);
  return model.dump();
}

inline const auto kPlain = std::to_array<Kind>({
    {"open brackets", 3'999'000, [](int n) { return std::string(n, '['); }},
    {"one number", 3'999'000, [](int n) { return "{\"porthos\": 1" + std::string(n, '1') + "}"; }},
    {"numbers", 1'999'000,
     [](int n) {
       return "{\"porthos\":1,\"parameters\":{\"a\":[" +
              joined(0, n, ",", [](int) { return "1"; }) + "]}}";
     }},
    {"unknown keys", 300'000,
     [](int n) {
       return "{" + joined(0, n, ",", [](int i) { return '"' + q(i) + "\":1"; }) + "}";
     }},
    {"wrong values", 300'000,
     [](int n) {
       return "{\"porthos\":1,\"positions\":{" +
              joined(0, n, ",", [](int i) { return '"' + q(i) + "\":[]"; }) + "}}";
     }},
    {"objects with wrong keys", 160'000,
     [](int n) {
       return "{\"porthos\":1,\"view\":{\"bodies\":[" +
              joined(0, n, ",", [](int) { return "{\"nam\":1,\"angl\":[]}"; }) + "]}}";
     }},
    {"unknown names", 9'000,
     [](int n) {
       Json model = masses(1);
       for (int i = 0; i < n; ++i)
         model["outputs"][name("o", i)] =
             joined(0, 30, "+", [&](int k) { return name("x", k * i); });
       return model.dump();
     }},
    {"brackets in a formula", 9'900,
     [](int n) {
       return with(1, [&](Json& m) {
         m["potential_energy"] = std::string(n, '(') + "q0" + std::string(n, ')');
       });
     }},
    {"shapes", 55'000,
     [](int n) {
       return with(1, [&](Json& m) {
         Json shapes = Json::array();
         for (int i = 0; i < n; ++i)
           shapes.push_back({{"type", "sphere"}, {"radius", 0.1}, {"at", {"q0", 0, i}}});
         m["view"]["bodies"] = {{{"name", "b"}, {"shapes", shapes}}};
       });
     }},
    {"bodies", 40'000,
     [](int n) {
       return with(1, [&](Json& m) {
         for (int i = 0; i < n; ++i)
           m["view"]["bodies"].push_back({{"name", name("b", i)}, {"position", {"q0", i}}});
       });
     }},
});

inline const auto kFormulas = std::to_array<Kind>({
    {"masses", 10'000, [](int n) { return masses(n).dump(); }},
    {"a chain of squares", 9'000,
     [](int n) {
       return with(1, [&](Json& m) {
         for (int i = 0; i < n; ++i)
           m["definitions"][name("d", i)] =
               i + 1 == n ? "q0" : name("d", i + 1) + "*" + name("d", i + 1) + "/2";
         m["potential_energy"] = "d0";
       });
     }},
    {"two chains that cross", 4'900,
     [](int n) {
       return with(2, [&](Json& m) {
         for (int i = 0; i < n; ++i) {
           const std::string a = i + 1 == n ? "q0" : name("a", i + 1),
                             b = i + 1 == n ? "q1" : name("b", i + 1);
           m["definitions"][name("a", i)] = "sin(" + a + "*" + b + ")";
           m["definitions"][name("b", i)] = "if(" + a + " > " + b + ", " + a + ", " + b + "^3)";
         }
         m["potential_energy"] = "a0*b0";
       });
     }},
    {"a product of all", 9'000,
     [](int n) {
       return with(n, [&](Json& m) {
         const int pieces = 100;
         std::string all = "1";
         for (int from = 0; from < n; from += pieces) {
           m["definitions"][name("P", from)] = joined(from, std::min(n, from + pieces), "*", q);
           all += "*" + name("P", from);
         }
         m["potential_energy"] = all;
       });
     }},
    {"the square of a sum", 9'000,
     [](int n) {
       return with(n, [&](Json& m) { m["potential_energy"] = sum(m, "S", n, q) + "^4"; });
     }},
    {"rates of all", 9'000,
     [](int n) {
       return with(n, [&](Json& m) {
         sum(m, "S", n, v);
         for (int i = 0; i < n; ++i) m["kinematics"][q(i)] = v(i) + " + q0*S";
       });
     }},
    {"friction of all", 9'000,
     [](int n) {
       return with(n, [&](Json& m) {
         sum(m, "S", n, v);
         for (int i = 0; i < n; ++i)
           m["dissipation"][name("f", i)] = {{"flow", "S"},
                                             {"effort", "S*q" + std::to_string(i) + "^2"}};
       });
     }},
    {"constraints of all", 3'000,
     [](int n) {
       return with(n, [&](Json& m) {
         sum(m, "S", n, [](int i) { return "sin(" + q(i) + ")"; });
         for (int i = 0; i < n / 2; ++i)
           m["position_constraints"][name("c", i)] = "S*" + q(i) + " - 1 - " + q(i + 1) + "^2";
       });
     }},
    {"constraints of velocities of all", 3'000,
     [](int n) {
       return with(n, [&](Json& m) {
         sum(m, "S", n, [](int i) { return v(i) + "*q" + std::to_string(i) + "^2"; });
         for (int i = 0; i < n / 2; ++i)
           m["velocity_constraints"][name("a", i)] = "S*" + q(i) + " - " + v(i);
       });
     }},
    {"constraints that contradict", 3'000,
     [](int n) {
       return with(n, [&](Json& m) {
         for (int i = 0; i + 1 < n; ++i)
           m["position_constraints"][name("c", i)] =
               q(i) + "^2 + " + q(i + 1) + "^2 + " + std::to_string(i % 3 - 1);
       });
     }},
    {"equal rows", 20'000,
     [](int n) {
       return with(1, [&](Json& m) {
         m["position_constraints"]["c"] = Json(std::vector<std::string>(n, "q0 - 1"));
       });
     }},
    {"reactions of all", 2'000,
     [](int n) {
       return with(n, [&](Json& m) {
         for (int i = 0; i + 1 < n; ++i)
           m["position_constraints"][name("c", i)] = q(i) + " - " + q(i + 1) + " - 0.001";
         const std::string all =
             sum(m, "S", n - 1, [](int i) { return "multiplier(c" + std::to_string(i) + ")^2"; });
         for (int i = 0; i < n; ++i) m["dissipation"][v(i)] = v(i) + "*" + all;
       });
     }},
    {"efforts of all", 2'000,
     [](int n) {
       return with(n, [&](Json& m) {
         for (int i = 0; i < n; ++i) m["potential_energy"][name("V", i)] = q(i) + "^4";
         const std::string all = sum(m, "S", n, [](int i) { return "effort(" + q(i) + ")"; });
         for (int i = 0; i < n; ++i) m["outputs"][name("o", i)] = all + "*" + q(i);
         for (int i = 0; i < n / 3; ++i)
           m["velocity_constraints"][name("a", i)] = all + " - 3*" + v(i) + "*" + q(i);
       });
     }},
    {"without mass", 2'000,
     [](int n) {
       return with(n, [&](Json& m) {
         m["kinetic_energy"] = "v0^2/2";
         for (int i = 0; i < n; ++i) m["potential_energy"][name("V", i)] = q(i) + "^4";
         for (int i = 0; i < n; ++i)
           m["dissipation"][v(i)] = v(i) + "*(1 + " + q(n - 1 - i) + "^2)";
       });
     }},
    {"outputs", 9'900,
     [](int n) {
       return with(100, [&](Json& m) {
         const std::string all = sum(m, "S", 100, q);
         for (int i = 0; i < n; ++i)
           m["outputs"][name("o", i)] = "sin(" + all + "*" + std::to_string(i) + ")";
       });
     }},
    {"ports", 9'000,
     [](int n) {
       return with(1, [&](Json& m) {
         for (int i = 0; i < n; ++i) {
           m["ports"][name("p", i)] = {{"flow", "v0*" + std::to_string(i)}};
           m["inputs"][name("p", i)] = "sin(t*" + std::to_string(i) + ")";
         }
       });
     }},
    {"prescribed flows", 3'000,
     [](int n) {
       return with(n, [&](Json& m) {
         for (int i = 0; i < n; ++i) {
           m["ports"][name("p", i)] = {{"flow", v(i)}};
           m["inputs"][name("p", i)] = {{"flow", "floor(" + std::to_string(i) + "*t)"}};
         }
       });
     }},
    {"jumps in time", 9'000,
     [](int n) {
       return with(1, [&](Json& m) {
         m["ports"]["p"] = {{"flow", "v0"}};
         m["inputs"]["p"] =
             sum(m, "S", n, [](int i) { return "abs(sin(" + std::to_string(i) + "*t))"; });
       });
     }},
    {"fast jumps in time", 100,
     [](int n) {
       return with(1, [&](Json& m) {
         m["ports"]["p"] = {{"flow", "v0"}};
         m["inputs"]["p"] = sum(
             m, "S", n, [](int i) { return "floor(1e9*sin(1e7*t^" + std::to_string(i) + "))"; });
       });
     }},
    {"poles in time", 2'000,
     [](int n) {
       return with(1, [&](Json& m) {
         m["ports"]["p"] = {{"flow", "v0"}};
         m["inputs"]["p"] = sum(m, "S", n, [](int i) {
           return "1/(t - sin(t) + 1e-9*" + std::to_string(i + 1) + ")";
         });
       });
     }},
    {"events", 9'900,
     [](int n) {
       return with(1, [&](Json& m) {
         m["velocities"]["v0"] = 1;
         for (int i = 0; i < n; ++i)
           m["events"][name("e", i)] = {{"when", "q0 - 0.5 - 1e-6*" + std::to_string(i)},
                                        {"do", "record"}};
       });
     }},
    {"events that switch", 2'000,
     [](int n) {
       return with(1, [&](Json& m) {
         m["parameters"]["k"] = 1;
         for (int i = 0; i < n; ++i)
           m["events"][name("e", i)] = {
               {"when", "sin(1e3*t + 0.1 + " + std::to_string(i) + ")"},
               {"do", {{{"set", {{"k", "-k"}}}}, {{"reset", {{"v0", "-v0"}}}}}}};
       });
     }},
});

inline const auto kArrays = std::to_array<Kind>({
    {"identity(n)", 100'000'000,
     [](int n) {
       return with(1, [&](Json& m) {
         m["definitions"]["A"] = "identity(" + std::to_string(n) + ")";
         m["outputs"]["o"] = "trace(A)";
       });
     }},
    {"an outer product", 20'000,
     [](int n) {
       return with(1, [&](Json& m) {
         m["positions"]["r"] = {{"size", n}};
         m["velocities"]["u"] = {{"size", n}};
         m["kinematics"]["r"] = "u";
         m["definitions"]["A"] = "outer(r, r)";
         m["outputs"]["o"] = "trace(A*A)";
       });
     }},
    {"powers of a matrix", 140,
     [](int n) {
       return with(1, [&](Json& m) {
         m["positions"]["r"] = {{"size", n * n}};
         m["positions"]["R"] = {{"size", {n, n}}};
         m["kinematics"]["R"] = "v0*R";
         m["kinematics"]["r"] = joined(0, 1, "", [&](int) { return "v0*r"; });
         m["definitions"]["A"] = "R*R";
         m["definitions"]["B"] = "A*A";
         m["definitions"]["C"] = "B*B";
         m["outputs"]["o"] = "trace(C)";
         m["potential_energy"] = "trace(C)";
       });
     }},
    {"vectors of vectors", 60,
     [](int n) {
       return with(1, [&](Json& m) {
         m["definitions"]["d0"] = "[q0, q0]";
         for (int i = 0; i < n; ++i)
           m["definitions"][name("d", i + 1)] = "outer(" + name("d", i) + ", [1, 2])*[1, 1]";
         m["definitions"]["e"] = name("d", n);
         m["outputs"]["o"] = "dot(e, e)";
       });
     }},
    {"a parameter array", 900'000,
     [](int n) {
       return with(1, [&](Json& m) {
         m["parameters"]["a"] = Json(std::vector<int>(n, 1));
         m["outputs"]["o"] = "dot(a, a)*q0";
       });
     }},
    {"a dense quadratic form", 600,
     [](int n) {
       return with(1, [&](Json& m) {
         m["parameters"]["A"] = Json(std::vector<std::vector<int>>(n, std::vector<int>(n, 1)));
         m["positions"]["r"] = {{"size", n}};
         m["velocities"]["u"] = {{"size", n}};
         m["kinematics"]["r"] = "A*u";
         m["potential_energy"] = "dot(r, A*r)";
       });
     }},
});

inline const auto kComponents = std::to_array<Kind>({
    {"components", 9'990,
     [](int n) {
       return with(1, [&](Json& m) {
         m["components"]["c"] = {{"count", n}, {"model", masses(1)}};
       });
     }},
    {"too many components", 2'000'000'000,
     [](int n) {
       return with(1, [&](Json& m) {
         m["components"]["c"] = {{"for", {{"i", {1, n}}}}, {"model", masses(1)}};
       });
     }},
    {"components of all kinds", 9'000,
     [](int n) {
       Json model = {{"porthos", 1}};
       for (int i = 0; i < n; ++i) {
         Json part = Json::parse(R"({"porthos": 1, "positions": {"q": 1}, "velocities": {"v": 0},
           "kinematics": {"q": "v"}, "kinetic_energy": "v^2/2"})");
         part["potential_energy"] = "q^2*sin(q*" + std::to_string(i) + ")";
         model["components"][name("c", i)] = {{"model", part}};
       }
       return model.dump();
     }},
    {"a chain of components", 9'000,
     [](int n) {
       Json model = Json::parse(R"json({"porthos": 1, "parameters": {"N": 1},
         "components": {
           "rod": {"count": "N", "use": "porthos:planar-rod"},
           "first": {"use": "porthos:pin", "between": {"a": "ground", "b": "rod[1].tail"}},
           "pin": {"for": {"i": [1, "N - 1"]}, "use": "porthos:pin",
                   "between": {"a": "rod[i].tip", "b": "rod[i+1].tail"}}},
         "simulation": {"until": 0.1}})json");
       model["parameters"]["N"] = (n + 1) / 2;
       return model.dump();
     }},
    {"components with formulas of all", 2'000,
     [](int n) {
       return with(1, [&](Json& m) {
         m["components"]["c"] = {{"count", n}, {"model", masses(1)}};
         m["potential_energy"] =
             sum(m, "S", n, [](int i) { return "c[" + std::to_string(i + 1) + "].q0"; }) + "^4";
       });
     }},
    {"nested components", 31,
     [](int n) {
       Json model = masses(1);
       for (int i = 0; i < n; ++i) {
         Json outer = {{"porthos", 1}};
         outer["components"]["a"] = {{"model", model}};
         if (outer.dump().size() < 1'500'000) outer["components"]["b"] = {{"model", model}};
         model = outer;
       }
       return model.dump();
     }},
});

inline std::vector<Kind> kinds() {
  std::vector<Kind> all(kPlain.begin(), kPlain.end());
  all.insert(all.end(), kFormulas.begin(), kFormulas.end());
  all.insert(all.end(), kArrays.begin(), kArrays.end());
  all.insert(all.end(), kComponents.begin(), kComponents.end());
  return all;
}

}  // namespace porthos::fuzz::large

namespace porthos::fuzz {

inline std::string next_large(const Corpus&, std::size_t tried, Random& random) {
  const std::vector<large::Kind> kinds = large::kinds();
  const large::Kind& kind = kinds[tried < kinds.size() ? tried : below(random, kinds.size())];
  const double share =
      tried < kinds.size() ? 1 : std::exp(-7.0 * static_cast<double>(random() % 1000) / 1000);
  const int n = std::max(1, static_cast<int>(share * kind.most));
  if (std::getenv("PORTHOS_FUZZ_KINDS")) std::printf("%s %d\n", kind.name, n);
  return kind.make(n);
}

}  // namespace porthos::fuzz
