#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "expr/parse.hpp"
#include "model/component.hpp"
#include "model/reader.hpp"

namespace porthos::model {

/// What a formula may depend on.
enum Allowed : unsigned {
  kParameters = 0,
  kPositions = 1,
  kVelocities = 2,
  kEfforts = 4,
  kMomenta = 8,
  kMultipliers = 16,
  kTime = 32,
};

/// Reads the formulas of one component: names to symbols, texts and numbers to expressions, with
/// every mistake a problem at its place.
class Formulas {
 public:
  Formulas(Component& component, Reader& reader) : component_(component), reader_(reader) {}

  /// Makes a name known; false with a problem when it is taken (PH106) or no name (PH107).
  bool declare(const std::string& name, Place place);

  void add_parameter(const std::string& name, const Expr& symbol) { values_[name] = symbol; }
  void add_definition(const std::string& name, Place text) { definitions_[name] = text; }
  void add_position(const std::string& name, int index) { positions_[name] = index; }
  void add_velocity(const std::string& name, int index) { velocities_[name] = index; }
  void add_multiplier(const std::string& name, const Expr& symbol) { multipliers_[name] = symbol; }

  /// The index (laws.w) of a velocity, own or of a part.
  std::optional<int> find_velocity(const std::string& name);

  /// Asked for dotted names of the parts' states: makes the state one of ours.
  std::function<bool(const std::string& path)> find_foreign;
  /// Their names, for suggestions.
  std::vector<std::string> foreign_names;

  /// A formula or number; zero with problems where it is wrong (PH102, PH110, PH111, PH114).
  Expr read(Place place, unsigned allowed);
  /// `count` of them, or any number when count < 0. A single formula counts as an array of one.
  std::vector<Expr> read_array(Place place, int count, unsigned allowed);
  /// (n x n) formulas (PH113).
  laws::MatExpr read_matrix(Place place, int n, unsigned allowed);

  /// Reads the definitions that no formula has used, so that their mistakes are found too.
  void read_definitions();

  /// What the formula depends on beyond `allowed`, in words; "" when nothing.
  std::string excess(const Expr& formula, unsigned allowed) const;

  /// The formula with all velocities and efforts zero.
  Expr rest(const Expr& formula) const;

  /// f = sum_k c_k x_k with the velocities and efforts x, plus a rest that depends on no state and
  /// (if not `with_rest`) is zero; a problem (PH112) otherwise.
  bool check_linear(const Expr& formula, Place place, bool with_rest);

 private:
  std::optional<Expr> variable(std::string_view name);
  std::optional<Expr> accessor(std::string_view function, std::string_view name);
  std::vector<std::string> all_names() const;
  void report(const std::vector<expr::ParseError>& errors, Place place);

  Component& component_;
  Reader& reader_;
  std::set<std::string> declared_;
  std::map<std::string, Expr> values_;
  std::map<std::string, Place> definitions_;
  std::set<std::string> expanding_;
  std::map<std::string, Expr> expanded_;
  std::map<std::string, int> positions_, velocities_;
  std::map<std::string, Expr> multipliers_;
};

}  // namespace porthos::model
