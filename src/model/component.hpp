#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "expr/tensor.hpp"
#include "laws/laws.hpp"
#include "model/interfaces.hpp"

namespace porthos::model {

using expr::Expr;
using laws::Laws;

/// A constant that formulas may use. Either it has a value, or a formula of other parameters.
struct Parameter {
  std::string name, unit, label;
  double value = 0;
  std::optional<double> min, max;
  std::optional<Expr> formula;   // of the valued parameters
  std::optional<Expr> fallback;  // the default value, a formula of earlier parameters
  bool is_environment = false;   // the value of the outermost text that sets it is used
};

/// A state with its start.
struct Variable {
  std::string name, unit, label;
  Expr start;  // of the parameters
  bool is_fixed = false;
  bool has_start = false;
};

/// A port as its author declared it: one or several scalar ports of the laws.
struct Port {
  std::string name;
  int first = 0;  // index of its first scalar port in laws.ports
  int size = 0;
  std::string flow_unit, effort_unit, position_unit;
  std::string quantity;        // of the effort: "force", "voltage"; "" if it is not declared
  std::vector<Expr> position;  // (size) or empty
  bool is_clock = false;       // a position that is time; the flow is its power
};

/// The signal of a port.
struct Input {
  std::string where;
  std::vector<Expr> formulas;  // (size) of time and parameters
  std::vector<std::string> texts;
  bool prescribes_flow = false;
  bool is_feedback = false;  // efforts that are formulas of states: a force law
};

/// A reported formula: an index into laws.readouts.
struct Readout {
  std::string name, unit, label;
  int index = 0;
  bool is_invariant = false;
};

/// A dissipation or force law as it is reported: first of two readouts, flow and effort.
struct Relation {
  std::string name, flow_unit, effort_unit;
  int first = 0;
};

/// A set-valued law in the laws (theory 13): rows and multipliers that hold in some of its modes,
/// numbers of its mode, and readouts. Indices of the laws' own lists, -1: none.
///
/// kFriction  its mode is the direction of slip, a unit vector; zero: it sticks, and its rows hold
/// kOneWay    1: it blocks, and its row holds; 0: its flow is free
/// kContact   1: it is closed, and its row holds; 0: it is open
struct SetValued {
  enum class Kind { kFriction, kOneWay, kContact };
  std::string name;
  Kind kind = Kind::kContact;
  int size = 1;       // of its rows, modes and flows
  int row = 0;        // the first of laws.position_constraints (kContact) or velocity_constraints
  int mode = 0;       // the first of laws.modes
  int resistive = 0;  // the first of laws.resistive
  int entropy = -1;   // of laws.z, which receives its heat
  int root = -1;      // readout: falls through zero where the mode ends
  int restitution = -1;  // readout
  int bound = -1;        // readouts: the bounds of slip and of stick
  int stated = -1;       // readouts: the bounds without the force of a contact, or -1 where one
                         // depends on reactions
  bool has_fixed_bound = false;  // the bound, or the coefficient, follows from parameters alone
  int flow = -1;                 // readouts (size); of a contact its gap
  bool has_slip = false;         // a contact, followed by its friction
  std::string unit;              // of a gap
  std::string where;             // of the text of a contact or friction
};

/// The action of an event. `values` are new values: the index of the variable, and the readout with
/// its value.
struct Action {
  enum class Kind { kStop, kRecord, kReset, kSet, kSwitch };
  Kind kind = Kind::kStop;
  std::vector<std::pair<int, int>> values;  // of velocities (laws.w), or of parameters
};

/// A change of a set-valued law that fires events: what the law does, in the words of its modes.
enum class Switching { kOpens, kCloses, kSticks, kSlips, kBlocks, kFrees, kImpacts };

/// Something that happens when a formula, its root function, passes through zero, or when a
/// set-valued law switches.
struct Event {
  std::string name;
  std::string law;  // whose switch fires it; "": the root function does
  Switching switching = Switching::kImpacts;
  int root = 0;       // index into laws.readouts
  int direction = 0;  // 1 rising, -1 falling, 0 either
  std::vector<Action> actions;
};

/// A number of a shape: a formula of the parameters.
struct ShapeNumber {
  std::string key;
  std::vector<Expr> values;
  bool is_array = false;
};

/// A shape of a body. Text members (axis, role) and flags are kept as they are.
struct Shape {
  std::string type;
  std::map<std::string, std::string> texts;
  std::map<std::string, bool> flags;
  std::vector<ShapeNumber> numbers;
  int moving = -1;  // first of 6 readouts (from, to) when they depend on the state
};

struct Body {
  std::string name, role;
  int pose = 0;  // first of 12 readouts: position, rotation matrix column by column
  std::vector<Shape> shapes;
};

struct Trail {
  std::string body;
  std::vector<Expr> point;  // (3)
};

struct Vector {
  std::string name, kind;
  int first = 0;  // first of 6 readouts: at, value
  Expr scale;
};

struct Camera {
  std::string kind;
  std::map<std::string, Expr> numbers;
  std::vector<Expr> center;  // (3)
};

struct View {
  std::optional<Camera> camera;
  std::vector<Body> bodies;
  std::vector<Trail> trails;
  std::vector<Vector> vectors;
};

/// The simulation settings of a model.
struct Simulation {
  double until = 10;
  double step = 0.01;
  std::string method = "gauss(2)";
  double tolerance = 1e-9;     // relative, of methods with adaptive step size
  bool has_tolerance = false;  // the text contains one
  int output_every = 1;
  std::string coordinates = "automatic";  // in which steps are taken; or "bodies", "joints"
  std::vector<std::string> columns;  // columns that the table of a large model would otherwise omit
};

/// A requirement on values of parameters, in words, and its condition: 1 where it is satisfied.
struct Requirement {
  std::string sentence;
  Expr condition;
  std::string where;
};

struct Component;

/// A place for attachment: the quantities of an interface, over the symbols of the laws.
struct Offer {
  std::string name;
  std::shared_ptr<const Interface> interface;
  Values values;
};

/// A use of a component inside another.
struct Part {
  std::string name;
  std::shared_ptr<const Component> component;
  std::map<std::string, Expr> parameters;  // overrides, of the outer parameters
  struct Start {
    Expr value;
    bool is_fixed = false;
  };
  std::map<std::string, Start> starts;  // overrides, of the outer parameters
  /// For an element between others: starts of its reported quantities, by the names of its outputs.
  std::map<std::string, Start> coordinates;
  /// For an element between others: its sides, and the dotted names of the neighbouring parts (""
  /// for the ground).
  std::map<std::string, std::string> between;
};

/// A port seen from a composite: "" is the composite itself.
struct PortPath {
  std::vector<std::string> parts;
  std::string port;
};

/// Ports that are joined so that their powers add up to zero.
struct Connection {
  enum class Kind {
    kCommonFlow,    // equal flows, efforts that add up to zero; for two ports [001] (12)
    kCommonEffort,  // equal efforts, flows that add up to zero
    kMatrix         // efforts = matrix * flows
  };
  std::string name;
  std::string where;
  Kind kind = Kind::kCommonFlow;
  std::vector<PortPath> ports;
  std::vector<Expr> matrix;  // skew, row by row, of the parameters
};

/// A text that has been read: laws, names and parts. Plain data; it can be used any number of
/// times.
struct Component {
  std::string name, source, description;
  std::string where;      // of its text, for problems found later
  int nesting = 1;        // depth of the nested components, itself included
  double size = 1;        // number of components in it, itself included
  double quantities = 0;  // states, rows, ports, parameters and readouts of all of them
  std::vector<Parameter> parameters;
  std::vector<Variable> positions, velocities;  // own states, the first of laws.z and laws.w
  /// The shapes of parameters and states that are vectors or matrices. All other code uses their
  /// entries, which are named "r.1" and so on.
  std::map<std::string, expr::Shape> shapes;
  Laws laws;
  std::vector<Expr> divisors;  // formulas of own parameters by which the laws divide
  std::vector<Requirement> requirements;
  /// States of parts that the laws refer to, as "part.state", or of sides: laws.z and laws.w from
  /// positions.size() and velocities.size() on. Parameters likewise: the last laws.parameters.
  std::vector<std::string> foreign_positions, foreign_velocities, foreign_parameters;
  /// Rows of parts, as "part.row", whose multipliers occur in readouts and forces here: laws.lambda
  /// and laws.mu after the own rows.
  std::vector<std::string> foreign_lambdas, foreign_mus;
  std::map<std::string, std::string> foreign_units;  // of all of these, if they have one
  std::vector<Offer> offers;
  std::set<std::string> broken_offers;  // offers with faults that have been reported
  std::set<std::string> clocks;         // with a formula of time: a position "clock(name)", a port
  Input clock;                          // the input of these ports
  std::set<std::string> structural;     // parameters on which the number of parts or laws depends
  std::vector<Port> ports;
  std::map<std::string, PortPath> shown_ports;  // a port of a part under a name of this text
  std::vector<std::pair<std::string, Input>> inputs;
  std::vector<Readout> outputs;
  std::map<std::string, expr::Shape> output_shapes;  // of outputs and invariants, by their names
  std::vector<Relation> relations;
  std::vector<Event> events;
  std::vector<SetValued> set_valued;
  std::vector<std::string> absent_laws;  // set-valued laws whose condition "if" is false
  std::vector<Part> parts;
  std::vector<Connection> connections;
  Simulation simulation;
  View view;

  const Port* find_port(const std::string& port) const {
    for (const Port& candidate : ports)
      if (candidate.name == port && !candidate.is_clock) return &candidate;
    return nullptr;
  }
  const Part* find_part(const std::string& part) const {
    for (const Part& candidate : parts)
      if (candidate.name == part) return &candidate;
    return nullptr;
  }
};

}  // namespace porthos::model
