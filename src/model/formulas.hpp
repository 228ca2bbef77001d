#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "expr/parse.hpp"
#include "model/component.hpp"
#include "model/names.hpp"
#include "model/reader.hpp"
#include "model/recording.hpp"
#include "model/symbol_kinds.hpp"
#include "model/units.hpp"

namespace porthos::model {

/// The reason why a name with an index is not a name.
struct IndexFault {
  bool is_of_no_component = false;  // a whole number, but not an index of the array
  std::string found, expected, hint;
};

/// Reads the formulas of one component: names to symbols, texts and numbers to expressions, and
/// reports every mistake at its place.
class Formulas {
 public:
  Formulas(Component& component, Reader& reader, Names& names, const SymbolKinds& kinds)
      : component_(component), reader_(reader), units_(reader), names_(names), kinds_(kinds) {}

  /// The units of the formulas.
  Units& units() { return units_; }

  /// Makes a name known; false with a problem if it is taken (PH106) or invalid (PH107). The name
  /// of a component is only used with a dot and a further name.
  bool declare(const std::string& name, Place place, bool is_in_formulas = true);

  /// Called with names such as part.offer.r: makes them known, like parameters.
  std::function<bool(const std::string& path)> find_offered;
  /// The name part[i + 1].x with the value of its index.
  std::function<std::variant<std::string, IndexFault>(const std::string& path)> resolve;
  /// Records the names in all formulas; nullptr if nobody needs them.
  TextRecord* record = nullptr;

  /// A formula or number; zero with problems if it is wrong (PH102, PH110, PH111, PH114, PH117).
  Expr read(Place place, unsigned allowed);
  /// A formula that may be a vector or a matrix, or an array of formulas, which is a vector.
  Tensor read_tensor(Place place, unsigned allowed);
  /// The same, of this shape; a problem (PH117) and zeros otherwise.
  Tensor read_shaped(Place place, const expr::Shape& shape, const std::string& like,
                     unsigned allowed);
  /// `count` formulas, or any number when count < 0: those of an array, where a vector counts as
  /// several. A single formula counts as an array of one.
  std::vector<Expr> read_array(Place place, int count, unsigned allowed);
  /// (n x n) formulas (PH113).
  laws::Matrix read_matrix(Place place, int n, unsigned allowed);

  /// Reads the definitions that no formula has used, so that their mistakes are found too.
  void read_definitions();
  /// The value of a definition; nullopt after a problem.
  std::optional<Tensor> definition(const std::string& name) { return variable(name); }

  /// f = sum_k c_k x_k with the velocities and efforts x, plus a rest that depends on no state and,
  /// without `with_rest`, is zero; otherwise a problem (PH112).
  bool check_linear(const Expr& formula, Place place, bool with_rest);

 private:
  std::optional<Tensor> variable(const std::string& name);
  std::optional<Tensor> whole_variable(const std::string& name);
  std::optional<Tensor> accessor(std::string_view function, const std::string& name);
  using Find = std::function<std::optional<Tensor>(const std::string& name)>;
  struct Text {
    std::string text;
    Place place;
    bool is_faulty = false;  // because of a name in it
  };
  std::optional<Tensor> look_up(std::string_view function, std::string_view name, Text& in,
                                const Find& find);
  void read_needed(Place place);
  void report(const std::vector<expr::ParseError>& errors, Place place);

  Component& component_;
  Reader& reader_;
  Units units_;
  Names& names_;
  const SymbolKinds& kinds_;
  bool uses_broken_ = false;
};

}  // namespace porthos::model
