#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "expr/parse.hpp"
#include "model/component.hpp"
#include "model/reader.hpp"
#include "model/recording.hpp"
#include "model/units.hpp"

namespace porthos::model {

using expr::Tensor;

/// The reason why a name with an index is not a name.
struct IndexFault {
  bool is_of_no_component = false;  // a whole number, but not an index of the array
  std::string found, expected, hint;
};

/// The quantities on which a formula may depend.
enum Allowed : unsigned {
  kParameters = 0,
  kPositions = 1,
  kVelocities = 2,
  kEfforts = 4,
  kMomenta = 8,
  kMultipliers = 16,
  kTime = 32,
  kRates = 64,
  kState = kPositions | kVelocities | kEfforts | kMomenta | kMultipliers | kTime,
  kReport = kState | kRates,  // for reports, views and conditions, which do not act on the motion
  kCondition = 128,           // alone: a condition on parameters, true (1) or false (0)
};

/// A state as its author declared it: indices (laws.z or laws.w) of its entries, row by row.
struct StateEntries {
  expr::Shape shape;
  std::vector<int> indices;
};

/// Reads the formulas of one component: names to symbols, texts and numbers to expressions, and
/// reports every mistake at its place.
class Formulas {
 public:
  Formulas(Component& component, Reader& reader)
      : component_(component), reader_(reader), units_(reader) {}

  /// The units of the formulas.
  Units& units() { return units_; }

  /// Makes a name known; false with a problem if it is taken (PH106) or invalid (PH107). The name
  /// of a component is only used with a dot and a further name.
  bool declare(const std::string& name, Place place, bool is_in_formulas = true);

  void add_parameter(const std::string& name, Tensor value) { values_[name] = std::move(value); }
  void add_definition(const std::string& name, Place text) { definitions_[name] = text; }
  void add_position(const std::string& name, StateEntries state) { positions_[name] = state; }
  void add_velocity(const std::string& name, StateEntries state) { velocities_[name] = state; }
  void add_multiplier(const std::string& name, Tensor value) {
    multipliers_[name] = std::move(value);
  }
  /// The force of a law that is left out is zero, with the shape of its flow.
  void leave_out(const std::string& name, Place flow) { left_out_.emplace(name, flow); }
  bool has_multiplier(const std::string& name) const { return multipliers_.count(name) != 0; }

  bool is_declared(const std::string& name) const { return declared_.count(name) != 0; }
  /// The value of a parameter or of an index.
  std::optional<Tensor> find_value(const std::string& name) const {
    // All components share a definition, so it knows no index of a single one.
    if (const auto index = indices_.find(name); index != indices_.end() && expanding_.empty())
      return Tensor(double(index->second));
    const auto found = values_.find(name);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
  }

  const std::map<std::string, int>& indices() const { return indices_; }

  /// While it exists, formulas know the indices of a component or of another member with "for".
  class WithIndices {
   public:
    WithIndices(Formulas& formulas, const std::map<std::string, int>& indices)
        : formulas_(formulas) {
      formulas_.indices_ = indices;
    }
    ~WithIndices() { formulas_.indices_.clear(); }
    WithIndices(const WithIndices&) = delete;
    WithIndices& operator=(const WithIndices&) = delete;

   private:
    Formulas& formulas_;
  };

  /// Marks a name as reported; its shape is unknown.
  void mark_broken(const std::string& name) { broken_.insert(name); }
  bool is_broken(const std::string& name) const { return broken_.count(name) != 0; }

  /// A state of this component or of a part, or an entry of one ("r.1"); nullptr if there is none.
  const StateEntries* find_position(const std::string& name) { return find_state(name, true); }
  const StateEntries* find_velocity(const std::string& name) { return find_state(name, false); }

  /// Called with dotted names of parts' states: adds the state to this component's laws.
  std::function<bool(const std::string& path)> find_foreign;
  /// Called with names such as part.offer.r: makes them known, like parameters.
  std::function<bool(const std::string& path)> find_offered;
  /// The name part[i + 1].x with the value of its index.
  std::function<std::variant<std::string, IndexFault>(const std::string& path)> resolve;
  /// Records the names in all formulas; nullptr if nobody needs them.
  TextRecord* record = nullptr;
  /// Their names, for suggestions.
  std::vector<std::string> foreign_names;
  /// Names of outputs and invariants, which formulas do not know.
  std::set<std::string> reported_names;

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

  /// The symbols of these kinds that a formula contains.
  std::vector<Expr> symbols(const Expr& formula, unsigned kinds) const;
  /// The quantities beyond `allowed` on which the formula depends, in words; "" if there are none.
  std::string excess(const Expr& formula, unsigned allowed) const;

  /// The formula with all velocities and efforts zero.
  Expr rest(const Expr& formula) const;

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
  const StateEntries* find_state(const std::string& name, bool is_position);
  Tensor tensor_of(const StateEntries& state, const std::vector<Expr>& symbols) const;
  bool check_allowed(const Tensor& formula, Place place, unsigned allowed);
  unsigned kind_of(const Expr& symbol) const;
  // definition_order.cpp
  void read_needed(Place place);
  std::vector<std::string> unread_definitions(Place place) const;
  std::vector<std::string> all_names() const;
  void report(const std::vector<expr::ParseError>& errors, Place place);

  Component& component_;
  Reader& reader_;
  Units units_;
  std::set<std::string> declared_;
  std::map<std::string, Tensor> values_;
  std::map<std::string, int> indices_;  // of the component being read
  std::map<std::string, Place> definitions_;
  std::set<std::string> expanding_;
  std::map<std::string, Tensor> expanded_;
  std::set<std::string> broken_;
  bool uses_broken_ = false;
  std::map<std::string, StateEntries> positions_, velocities_;
  std::map<std::string, Tensor> multipliers_;
  std::map<std::string, Place> left_out_;                      // flows of laws that do not exist
  mutable std::unordered_map<std::uint32_t, unsigned> kinds_;  // of symbols, by their numbers
  mutable std::array<std::size_t, 7> known_kinds_{};  // number of symbols of each list in it
};

/// "r" and {0, 1} of "r.1.2": a name, and the entry by its numbers, from 0; empty if there are
/// none.
std::pair<std::string, std::vector<int>> split_entry(const std::string& name);

/// The entry of a shape with these indices; -1 if there is none.
int entry_index(const expr::Shape& shape, const std::vector<int>& indices);

}  // namespace porthos::model
