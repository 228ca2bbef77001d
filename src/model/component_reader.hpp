#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/unit.hpp"
#include "expr/agree.hpp"
#include "model/component.hpp"
#include "model/formulas.hpp"
#include "model/reader.hpp"
#include "model/recording.hpp"

namespace porthos::model {

/// The neighbour of an element: an offer of a component at a dotted name, or the ground.
struct Side {
  const Component* component = nullptr;
  const Offer* offer = nullptr;
  std::string path = {};

  friend bool operator<(const Side& a, const Side& b) {
    return std::pair(a.component, a.offer) < std::pair(b.component, b.offer);
  }
};
using Sides = std::map<std::string, Side>;
using Given = std::map<std::string, double>;

/// The files under the key "use".
class Library {
 public:
  virtual ~Library() = default;
  /// The budget of all formulas of the model.
  virtual const std::shared_ptr<expr::Budget>& budget() const = 0;
  /// The record of the texts besides their laws; nullptr if none is kept.
  virtual Recording* recording() = 0;
  /// The JSON of a file; nullptr after reporting a problem at `where`.
  virtual const Json* text(const std::string& file, const std::string& where) = 0;
  /// Its component, between these sides if it is an element with sides. All uses with the same
  /// sides share one, so their laws are compiled once. depth  number of components around it given
  /// values of parameters on which the number of its components or laws depends
  virtual std::shared_ptr<const Component> read(const std::string& file, const std::string& where,
                                                const Sides& sides, int depth,
                                                const Given& given) = 0;
};

/// Reads one component from its JSON. Each method reads one key, or a few that belong together, and
/// stores the result in the component; everything that it does not understand becomes a problem.
class ComponentReader {
 public:
  /// `where` is the place of the component in its text, which may start with a file name.
  /// depth  number of components around it
  /// interfaces  those that its text knows without declaring them
  ComponentReader(const Json& json, std::string where, Problems& problems, Library& library,
                  Sides sides = {}, int depth = 0, Interfaces interfaces = known_interfaces(),
                  Given given = {});

  std::shared_ptr<const Component> read();

 private:
  // component_reader.cpp: names and states
  void read_laws();
  void read_header();
  void read_parameters(const char* key);
  void add_parameter(Parameter parameter, Place value);
  void read_definitions();
  void declare_states(const char* key, std::vector<Variable>& to);
  void read_parameter_formulas();
  void read_requirements();
  void add_state(const std::string& name, bool is_position, const std::string& unit);
  void read_starts(const char* key, std::vector<Variable>& of);
  expr::Shape declared_shape(Place start, Place size);
  void read_simulation();
  void add_column(Place place);

  // between_reader.cpp: elements between others
  void read_between();
  std::optional<Side> find_offer(const std::string& path, const Interface* wanted, Place place,
                                 const std::string& element = "");
  std::vector<std::string> offers_for(const Interface* wanted) const;
  /// Names of sides and their required interfaces; nullptr if the interface is unknown.
  using WantedSides = std::vector<std::pair<std::string, const Interface*>>;
  static std::string described(const WantedSides& sides);
  bool check_side_names(Place given, const WantedSides& wanted, const std::string& part);
  std::optional<Sides> find_sides(Part& part, Place use, const Json& element);

  // foreign_reader.cpp: quantities of other components
  bool make_foreign(const std::string& path);
  int foreign_state(const std::string& path, bool is_position, const std::string& unit);
  Values take(const Component& from, const Values& values, const std::string& prefix);
  std::optional<Expr> take_symbol(const Component& from, const Expr& symbol,
                                  const std::string& prefix);
  Expr take_multiplier(const std::string& path, const std::string& unit, bool is_of_positions);
  bool take_output(const Component& from, const std::string& name, const std::string& prefix);
  bool take_offered(const std::string& path);
  Expr foreign_parameter(const std::string& path, const std::string& unit);

  // offers_reader.cpp: places for attachment
  void read_offers();
  void read_offer(const std::string& name, Place place);
  bool read_offered(const Quantity& quantity, Offer& offer, Place place);
  void check_rates(Offer& offer, Place place);

  // arrays_reader.cpp: arrays of parts
  void read_parts();
  void add_parts(const std::string& name, Place place);
  bool needs_pending(Place between);
  bool add_part(const std::string& name, Place place);
  std::shared_ptr<const Component> read_part(Place place, const std::string& where,
                                             const Sides& sides);
  bool find_given(Place part, const std::set<std::string>& structural, Given& given);

  // index_reader.cpp: counts and indices
  struct ValueNow {
    std::optional<double> value;
    std::map<std::string, double> used;  // the parameters and indices in it
    std::string hint;                    // if there is no value
  };
  ValueNow value_now(const std::string& formula, bool is_condition = false);
  bool is_left_out(Place law);
  std::optional<double> value_of_formula(const Parameter& parameter);
  std::optional<int> whole_number(Place place, int least);
  using MemberUse = std::function<void(const std::string& name, Place place)>;
  /// Calls the function for each member of an object; for one with "for", once for each value of
  /// its indices. Formulas know the indices during the call. The names are name[1], name[2], ...
  /// and, with several indices, name[1][2].
  void for_each_member(Place all, const MemberUse& use);
  bool each_index(Place range, std::map<std::string, int> known,
                  const std::function<void(const std::map<std::string, int>&)>& use);
  std::variant<std::string, IndexFault> resolve(const std::string& path, const Component& from);
  std::optional<IndexFault> find_stray_index(const std::string& path, const Component& from) const;
  /// The same; nullopt after a problem, with the code `unknown` if no component has the index.
  std::optional<std::string> resolve(const std::string& path, Place place, const char* unknown,
                                     const Component& from);

  // parts_reader.cpp: composition
  bool count(const Part& part, Place place);
  void fail_nesting(Place place);
  void read_overrides();
  void check_value(const Parameter& parameter, const Expr& given, Place place);
  void read_inputs();
  void check_kind(const PortPath& path, const Input& input, Place place);
  void override_parameter(Part& part, const std::string& name, Place place);
  void override_start(Part& part, const std::string& given, Place place);
  const Readout* find_coordinate(const Part& part, const std::string& name) const;
  std::pair<Tensor, bool> read_start(Place place, const expr::Shape& shape,
                                     const std::string& what);
  std::optional<PortPath> port_path(const std::string& given, Place place);

  // junctions_reader.cpp: connections and junctions of ports
  using JoinedPorts = std::map<std::string, std::string>;  // paths, and their connections
  void read_connections();
  void read_junctions(JoinedPorts& joined);
  void read_interconnection(JoinedPorts& joined);
  bool take_ports(Connection& connection, Place list, JoinedPorts& joined);
  void check_alike(const Port& a, const Port& b, Place place);
  void check_positions_of(const std::vector<const Port*>& ports, Place place);

  // energies_reader.cpp: energies
  void read_energies();
  void read_mass(Place matrix);
  void expect_matrix(const laws::Matrix& matrix, const Dimension& product, Place place,
                     const std::string& what);
  void read_kinetic_energy(Place place);
  void read_lagrangian(Place place);
  std::optional<Expr> split_energy(const Expr& energy, Place place);
  std::optional<Expr> mass_entry(const Expr& slope, Place place);
  void check_moving_mass(Place place);
  Expr with_clock(const Expr& formula, const std::string& name);
  void read_potentials();
  void read_groups();
  void read_gyroscopic();

  // constraints_reader.cpp
  void declare_constraints();
  bool is_of_no_position(const Expr& row, const std::string& name) const;
  void read_constraints();
  void add_driven_constraint(const std::string& name, const std::string& unit,
                             const std::vector<Expr>& rows, const std::vector<Expr>& rests,
                             Place formula, const std::string& where);
  void declare_multipliers(const std::string& name, const std::vector<Expr>& rows,
                           const std::string& unit, const Dimension& product, Place place);
  void add_multipliers(const std::string& name, Place formula, const std::vector<Expr>& symbols);

  // set_valued_reader.cpp: dry friction, one-way laws, contacts
  void declare_set_valued();
  SetValued& add_set_valued(const std::string& name, SetValued::Kind kind, int size);
  void declare_contact(const std::string& name, Place place);
  struct SetValuedText {
    Place law, bound, static_bound;
    std::optional<Expr> normal;  // the force of the contact: the bounds are then coefficients of it
  };
  void declare_friction(const std::string& name, Place place, const Tensor& flow,
                        const SetValuedText& text);
  void declare_one_way(const std::string& name, Place place, const Tensor& flow);
  void finish_set_valued();
  void add_force(const std::string& name, const Tensor& force);
  void finish_contact(SetValued& law, const SetValuedText& text);
  void finish_one_way(SetValued& law);
  void finish_friction(SetValued& law, const SetValuedText& text);

  // resistive_reader.cpp: dissipation, heat and force laws
  void read_dissipation();
  void read_contact_heats();
  void heat_friction(const std::string& name, const Expr& temperature);
  void read_forces();
  bool is_temperature(const Expr& symbol);
  void find_entropy_taken();
  void report_relations();
  std::vector<laws::Resistive> read_relation(const std::string& name, Place place,
                                             unsigned allowed);
  Expr read_temperature(Place place);
  bool is_moved_by_effort(std::size_t position) const;
  void check_positions();

  // laws_reader.cpp: kinematics, ports, readouts
  void read_kinematics();
  void check_structure();
  void mirror_kinematics();
  void read_ports();
  void read_port(const std::string& name, Place place);
  /// Stores it in the port. If the text has no flows, they are its rates. False if it has no
  /// position.
  bool read_port_position(Place place, Port& port, std::vector<Expr>& flows);
  void read_readouts(const char* key, bool is_invariant);
  void add_output(Readout output, const Expr& formula);
  void watch_poles();
  void find_divisors(const std::vector<Expr>& formulas);

  // events_reader.cpp
  void read_events();
  void read_event(const std::string& name, Place place);
  void read_action(Place place, std::vector<Action>& to);
  std::optional<Dimension> unit_of_target(int target, bool is_velocity);
  StateEntries find_reset(const std::string& given, Place place);
  StateEntries find_switch(const std::string& name, Place place);

  // view_reader.cpp
  void read_view();
  void read_camera(Place place);
  void read_body(Place place);
  Shape read_shape(Place place);
  void read_vector(Place place);
  int add_readouts(const std::vector<Expr>& formulas);
  std::vector<Expr> point(Place place, unsigned allowed, const std::string& unit = "m");
  std::vector<Expr> drawn(Place place, int count, unsigned allowed, const std::string& unit);

  /// Warns if formulas have another unit than the expected one.
  void expect(const std::vector<Expr>& formulas, const std::string& unit, Place place,
              const std::string& what) {
    formulas_.units().expect(formulas, read_unit(unit), place, what);
  }

  int state_index(const std::vector<Variable>& states, const std::string& name) const;
  /// The state with this name, if it is this component's own.
  const StateEntries* own_position(const std::string& name);
  const StateEntries* own_velocity(const std::string& name);
  std::vector<std::string> declared_names(const char* key) const;

  Place root_;
  Reader reader_;
  Library& library_;
  const Sides sides_;
  const int depth_;
  Interfaces interfaces_;
  const Given given_;
  std::shared_ptr<Component> component_;
  TextRecord* record_ = nullptr;  // the record of this text
  Formulas formulas_;
  static constexpr int kMostParts = 100'000;  // of one array
  struct Use {
    Place place;
    std::map<std::string, int> indices;  // of an array with "for"
  };
  std::map<std::string, Use> uses_;     // (parts) the uses in the text
  std::set<std::string> pending_;       // parts that have not been read yet
  std::set<const Json*> reported_;      // problems reported once for all parts of an array
  std::set<std::string> valuing_;       // parameters whose formulas a count or index needs
  std::map<std::string, int> foreign_;  // states of parts: their indices in our laws
  std::vector<SetValuedText> set_valued_texts_;
  std::vector<std::map<std::string, int>> set_valued_indices_;                   // of "for"
  std::map<std::pair<const Json*, std::map<std::string, int>>, bool> left_out_;  // by "if"
  std::vector<char> has_rate_;  // (own positions) whether there is a kinematic formula
  std::map<std::string, std::vector<Expr>> constraint_rows_;
};

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

using expr::agree;

}  // namespace porthos::model
