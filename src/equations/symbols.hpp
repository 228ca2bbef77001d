#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "expr/graph.hpp"
#include "expr/latex.hpp"
#include "model/json_text.hpp"

namespace porthos::equations {

/// An entry of a vector or a matrix as an index: "rod.r.1" is set as "rod.r_1".
std::string with_indices(std::string name);

/// The symbols of a model's equations: names as in the table and the knobs, and their typesetting.
/// The component of a dotted name is omitted if the rest is unique: crank.phi1 is \varphi_{1},
/// unless there is a rod.phi1, too.
class Symbols {
 public:
  /// name      of the symbol in formulas: "crank.phi1", "multiplier(rod.rail)"
  /// column    of the table, or of the knob; the name of the symbol elsewhere
  /// kind      "position", "velocity", "parameter", "multiplier", "port"
  /// typeset   replaces a name that says little: "rod.lambda_rail"
  void add(const std::string& name, const std::string& column, const std::string& kind,
           const std::string& unit, const std::string& typeset = "");

  /// Chooses the LaTeX of all names; call it after the last `add`.
  void choose();

  std::string tex(std::string_view name) const;
  /// The order in a product: pi, parameters, the rest.
  int rank(std::string_view name) const;
  expr::LatexOptions latex() const {
    return {.symbol = [this](std::string_view name) { return tex(name); },
            .rank = [this](std::string_view name) { return rank(name); }};
  }

  /// The printed symbols: [{name, kind, unit, tex}].
  model::Json to_json() const;

 private:
  std::string function_tex(std::string_view name) const;

  struct Symbol {
    std::string name, column, kind, unit, typeset, tex;
  };
  std::vector<Symbol> symbols_;
  std::map<std::string, std::size_t, std::less<>> index_;
  mutable std::set<std::size_t> used_;
};

}  // namespace porthos::equations
