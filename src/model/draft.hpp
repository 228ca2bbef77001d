#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/unit.hpp"
#include "expr/agree.hpp"
#include "model/component_reader.hpp"
#include "model/formulas.hpp"
#include "model/reader.hpp"

namespace porthos::model {

using expr::agree;

/// A component while it is read. Each reader takes one key of the text, or a few that belong
/// together, and stores the result in the component.
struct Draft {
  Draft(const Json& json, std::string where, Problems& problems, Library& files, Sides beside,
        int level, Interfaces known, Given values);
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  Place root;
  Reader reader;
  Library& library;
  const Sides sides;
  const int depth;  // number of components around it
  Interfaces interfaces;
  const Given given;
  std::shared_ptr<Component> component;
  TextRecord* record = nullptr;  // the record of this text
  Names names;
  SymbolKinds kinds;
  Formulas formulas;

  /// The use of a part in the text, and its indices in an array with "for".
  struct Use {
    Place place;
    std::map<std::string, int> indices;
  };
  std::map<std::string, Use> uses;     // (parts)
  std::set<std::string> pending;       // parts that have not been read yet
  std::set<const Json*> reported;      // problems reported once for all parts of an array
  std::set<std::string> valuing;       // parameters whose formulas a count or index needs
  std::map<std::string, int> foreign;  // states of parts: their indices in our laws

  struct SetValuedText {
    Place law, bound, static_bound;
    std::optional<Expr> normal;  // the force of the contact: the bounds are then coefficients of it
  };
  std::vector<SetValuedText> set_valued_texts;
  std::vector<std::map<std::string, int>> set_valued_indices;                   // of "for"
  std::map<std::pair<const Json*, std::map<std::string, int>>, bool> left_out;  // by "if"
  std::vector<char> has_rate;  // (own positions) whether there is a kinematic formula
  std::map<std::string, std::vector<Expr>> constraint_rows;
};

inline constexpr int kMostParts = 100'000;  // of one array

/// Warns if formulas have another unit than the expected one.
inline void expect_unit(Draft& draft, const std::vector<Expr>& formulas, const std::string& unit,
                        Place place, const std::string& what) {
  draft.formulas.units().expect_unit(formulas, unit, place, what);
}

// characteristics_reader.cpp
void read_characteristics(Draft& draft, Place all);
void check_characteristics(Draft& draft);
/// The text that a component uses, with the characteristics that the component gives.
std::string text_with_characteristics(Draft& draft, Place use, const std::string& where);

// arrays_reader.cpp
/// Parts in the order of the text. An element between others is read when these are known.
void read_parts(Draft& draft, Place all);
using MemberUse = std::function<void(const std::string& name, Place place)>;
/// Calls the function for each member of an object; for one with "for", once for each value of
/// its indices. Formulas know the indices during the call. The names are name[1], name[2], ...
/// and, with several indices, name[1][2].
void for_each_member(Draft& draft, Place all, const MemberUse& use);

// between_reader.cpp
/// The offers of the sides of an element, under their names: a.r, a.R, ....
void read_between(Draft& draft, Place all);
/// The target of a path such as "crank.tip" or "ground" that serves as an interface ("" for any);
/// nullopt after a problem that names both ends.
std::optional<Side> find_offer(Draft& draft, const std::string& path, const Interface* wanted,
                               Place place, const std::string& element = "");
/// The sides that a use of an element names; nullopt with problems if they are not those it needs.
std::optional<Sides> find_sides(Draft& draft, Part& part, Place use, const Json& element);

// parameters_reader.cpp
/// The shape that a value's JSON has, or that a "size" says: 3, or [3, 3]. A formula is a number
/// unless a size says otherwise.
expr::Shape declared_shape(Draft& draft, Place value, Place size);
void read_parameters(Draft& draft, const char* key);
void read_parameter_formulas(Draft& draft);

// states_reader.cpp
void declare_states(Draft& draft, const char* key, std::vector<Variable>& to);
void read_starts(Draft& draft, const char* key, std::vector<Variable>& of);
/// The symbols of a state of this component or of a part, with their units.
void add_state(Draft& draft, const std::string& name, bool is_position, const std::string& unit);
/// The names under a key that formulas can use, in the order of the text.
std::vector<std::string> declared_names(const Draft& draft, const char* key);
/// The state with this name, if it is this component's own.
const StateEntries* own_position(Draft& draft, const std::string& name);
const StateEntries* own_velocity(Draft& draft, const std::string& name);
int state_index(const std::vector<Variable>& states, const std::string& name);

// constraints_reader.cpp
void declare_constraints(Draft& draft);
/// A row times its multiplier is an energy, or a power.
void declare_multipliers(Draft& draft, const std::string& name, const std::vector<Expr>& rows,
                         const std::string& unit, const Dimension& product, Place place);
/// True if a row depends on time at most.
bool is_of_no_position(const Draft& draft, const Expr& row, const std::string& name);
void read_constraints(Draft& draft);

// energies_reader.cpp
void read_energies(Draft& draft);
/// The formula with time replaced by a position with the rate 1. Energy that it gains as time
/// passes is then power that enters through a port, the clock (theory 10). Time still decides
/// branches.
Expr with_clock(Draft& draft, const Expr& formula, const std::string& name);
void read_groups(Draft& draft);
void read_gyroscopic(Draft& draft);

// events_reader.cpp
void read_events(Draft& draft, Place all);

// foreign_reader.cpp
bool make_foreign(Draft& draft, const std::string& path);
/// The index of a state of a part in the laws of this component.
int foreign_state(Draft& draft, const std::string& path, bool is_position, const std::string& unit);
/// Formulas of another component, over this component's symbols for its states and parameters.
Values take_values(Draft& draft, const Component& from, const Values& values,
                   const std::string& prefix);
/// part.offer.r, part.output, or an offer of the text itself, in a formula.
bool take_offered(Draft& draft, const std::string& path);

// index_reader.cpp
struct ValueNow {
  std::optional<double> value;
  std::map<std::string, double> used;  // the parameters and indices in it
  std::string hint;                    // if there is no value
  bool may_change = false;             // by an event
};
/// The value of a formula of parameters with their values in this text: components that depend on
/// it are built anew when these change.
ValueNow value_now(Draft& draft, const std::string& formula, bool is_condition = false);
/// True for a law whose condition "if" is false, and stays so.
bool is_left_out(Draft& draft, Place law);
std::optional<int> whole_number(Draft& draft, Place place, int least);
/// link[i + 1].tip with the value of the index, which must be one of the components in `from`.
std::variant<std::string, IndexFault> resolve(Draft& draft, const std::string& path,
                                              const Component& from);
/// The same; nullopt after a problem, with the code `unknown` if no component has the index.
std::optional<std::string> resolve(Draft& draft, const std::string& path, Place place,
                                   const char* unknown, const Component& from);

// junctions_reader.cpp
void read_connections(Draft& draft);

// laws_reader.cpp
/// J_z, the effect of efforts on the rates, is skew: it transmits power and takes none.
void check_structure(Draft& draft);
/// If efforts of other components change own rates, the own efforts change theirs in return, as
/// velocities do. The text of those components does not know this, and J_z of the whole stays skew.
void mirror_kinematics(Draft& draft);
void read_kinematics(Draft& draft);
void read_ports(Draft& draft, Place all);
void read_readouts(Draft& draft, const char* key, bool is_invariant);
int add_readouts(Draft& draft, const std::vector<Expr>& formulas);
void read_requirements(Draft& draft, Place all);
void watch_poles(Draft& draft);

// offers_reader.cpp
void read_offers(Draft& draft, Place all);

// parts_reader.cpp
/// Counts the contents of a part; false with a problem (PH105) if there are too many.
bool count_contents(Draft& draft, const Part& part, Place place);
void fail_nesting(Draft& draft, Place place);
/// True if a parameter can take this value from outside: it has no formula, and a number is in its
/// range.
void check_value(Draft& draft, const Parameter& parameter, const Expr& given, Place place);
void read_overrides(Draft& draft);
std::optional<PortPath> port_path(Draft& draft, const std::string& given, Place place);
void read_inputs(Draft& draft, Place all);

// resistive_reader.cpp
void read_dissipation(Draft& draft);
/// Force laws: relations whose effort may have any sign, and drives.
void read_forces(Draft& draft, Place all);
/// Sets the entropy that the flows of heating relations take from thermal states.
void find_entropy_taken(Draft& draft);
/// Flow and effort of each relation, for their columns.
void report_relations(Draft& draft);
/// Every position has a rate: a kinematic formula, or the heat of a dissipation that it receives.
void check_positions(Draft& draft);

// set_valued_reader.cpp
/// The rows of set-valued laws and their multipliers, which later formulas may contain.
void declare_set_valued(Draft& draft);
/// The laws in their modes, over the symbols of the modes: efforts of slip, and the formulas that
/// show when a mode ends.
void finish_set_valued(Draft& draft);

// switch_reader.cpp
/// Reads "LAW WORD". False for another text, which is a formula.
bool read_switch(Draft& draft, Place when, Event& event);

// view_reader.cpp
void read_view(Draft& draft);

/// The shape of a "size": 3, or [3, 3]; that of a number after a problem.
expr::Shape read_size(Reader& reader, Place size);

/// The interfaces that a text declares, in addition to those that it already knows.
Interfaces read_interfaces(Reader& reader, Place all, Interfaces known);

/// a.b.port
std::string text_of(const PortPath& path);

/// Appends the names of all states; those of parts are dotted.
void add_states(const Component& component, const std::string& prefix,
                std::vector<std::string>& to);

/// The declared port behind a path, through ports that composites show under their own names;
/// nullptr if there is none.
const Port* find_port(const Component& from, const PortPath& path);

/// {"formula": ..., ...} or the formula itself.
Place formula_of(Place place);

/// The name of an entry of something that has `count` of them: name, or name.1, name.2, ...
std::string numbered(const std::string& name, std::size_t index, std::size_t count);

/// (i, j) with j <= i for each entry of the matrix at (i, j) or (j, i).
std::set<std::pair<int, int>> lower_triangle(const laws::Matrix& matrix);

}  // namespace porthos::model
