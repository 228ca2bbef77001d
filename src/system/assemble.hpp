#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "model/component.hpp"
#include "system/junctions.hpp"
#include "system/system.hpp"
#include "system/zeros.hpp"

namespace porthos::system {

struct Named {
  std::string name, unit;
};

/// A state with its start value.
struct StartValue {
  std::string name, unit, label;
  double value = 0;
  bool is_fixed = false;
  bool is_clock = false;  // time as a position (theory 10); it is not shown
  bool is_given = true;   // false: no text gives a start
  /// True if the author states it, in a text (except those of the library's elements) or for the
  /// run. Stated values are kept where possible; the others follow (numerics 4).
  bool is_stated = false;
  bool is_default = false;  // stated in the text of the component itself, not by its user
  double stated = 0;        // the stated value; `value` is where the search begins
};

/// A start for a reported quantity of a joint: an angle, a position, a speed.
struct Coordinate {
  std::string name, unit;
  double value = 0;
  bool is_fixed = false;
  bool is_position = true;  // false: it depends on velocities
};

/// A parameter as seen from outside: "m", or "crank.l1" for that of a part.
struct ParameterValue {
  std::string name, unit, label;
  double value = 0;
  std::optional<double> min, max;
  bool is_derived = false;
};

/// A port of the whole model: not connected.
struct OuterPort {
  std::string name, flow_unit, effort_unit;
  std::vector<int> u;  // its scalar ports
  std::vector<std::string> input;
  bool prescribes_flow = false;
  bool is_clock = false;      // its flow is the power that a formula of time supplies
  std::vector<int> feedback;  // (u) its efforts among the readouts, where they depend on states
  struct {  // the formulas of `input`, over the parameters of the component whose text contains
            // them
    const model::Input* input = nullptr;
    const model::Component* scope = nullptr;
    std::vector<std::string> parameters;  // the names of these parameters, from outside
  } driven_by;
};

/// A port that is joined with others: first of its readouts, effort, flow and power of each entry.
struct JoinedPort {
  std::string name, flow_unit, effort_unit;
  int size = 0, first = 0;
};

/// The energies of a part: their places in the global vectors.
struct Storage {
  std::string name;  // "" for the model itself
  std::vector<int> w;
};

/// An element of the view with its parameters filled in: numbers and readouts.
struct SceneBody {
  std::string name, role;
  int pose = 0;  // first of 12 global readouts
  struct Shape {
    const model::Shape* declared = nullptr;
    std::map<std::string, std::vector<double>> numbers;
    int moving = -1;  // first of 6 global readouts
  };
  std::vector<Shape> shapes;
};

struct Scene {
  std::string camera = "spatial";
  bool has_camera = false;
  std::map<std::string, double> camera_numbers;
  std::vector<double> center{0, 0, 0};
  std::vector<SceneBody> bodies;
  struct Trail {
    int body = 0;
    std::vector<double> point;
  };
  std::vector<Trail> trails;
  struct Vector {
    std::string name, kind;
    int first = 0;  // first of 6 global readouts
    double scale = 1;
  };
  std::vector<Vector> vectors;
};

/// An event of the model or of a part: global readouts, velocities, and indices into `parameters`.
using Event = model::Event;

/// A model, flattened: one system with the names of everything in it.
struct Assembled {
  Assembly assembly;
  std::vector<StartValue> z, w;
  std::vector<Named> c, mu;  // position constraints (inert ones included), velocity rows
  std::map<std::string, std::string> effort_units;  // units of the multipliers of connections
  std::vector<Named> potentials, powers;
  std::vector<char> is_force;        // (powers) a force law: it supplies minus its power
  std::vector<Named> heats;          // relations whose power is turned into heat
  std::vector<std::string> watched;  // formulas whose zeros are poles
  std::vector<Named> outputs;
  std::vector<std::string> output_labels;
  std::vector<int> output_index;   // into the readouts
  std::vector<char> is_invariant;  // (outputs)
  std::vector<OuterPort> ports;
  std::vector<JoinedPort> joined;
  std::vector<model::Relation> relations;     // `first` is a global readout
  std::vector<int> entropies;                 // (z) the positions with the unit J/K
  std::optional<double> ambient_temperature;  // of the environment, K
  std::vector<Coordinate> coordinates;        // starts of quantities that joints report
  std::vector<Storage> storages;
  std::vector<ParameterValue> parameters;
  Problems zero_divisors;     // parameters by which formulas divide, reported if there is no start
  std::vector<Event> events;  // of the model; then one for each set-valued law
  /// The indices are global: rows are in c (kContact) or mu, `resistive` in powers (-1: the power
  /// is heat), readouts as everywhere.
  std::vector<model::SetValued> set_valued;
  int set_valued_mu = 0;  // mu from here on are rows of set-valued laws
  std::vector<std::vector<std::string>> parameter_names;  // (instances of flatten) of their laws
  Scene scene;
};

/// The names of the joints' starts that are held by rows.
using Guide = std::set<std::string>;

/// Laws of instances and their compiled types, kept between assemblies of the same components.
class TypeCache {
 public:
  using LawsPtr = std::shared_ptr<const laws::Laws>;

  /// fused  the largest number of instances that are fused into one
  explicit TypeCache(std::size_t fused = kFused) : fused_size_(fused) {}

  /// From now on instances stay apart, or are fused up to the usual number.
  void keep_apart(bool is_apart) { fused_size_ = is_apart ? 1 : kFused; }

  /// The laws of a component; the marked scalar ports have a prescribed flow.
  LawsPtr of(const model::Component& component, const std::vector<char>& prescribed);
  /// The laws of ports that the text of `scope` connects.
  LawsPtr of(const model::Connection& connection, const std::vector<PortOf>& ports,
             const model::Component& scope);
  /// The laws of an input that is a formula of states of `scope`.
  LawsPtr of(const PortOf& driven, const model::Input& input, const model::Component& scope);
  /// The row that holds a reported quantity of a component at a start value.
  LawsPtr of(const model::Component& component, const model::Readout& output);

  /// Gives every instance its compiled type. A small system becomes one instance: one tape
  /// instead of many, and e and p eliminated by algebra unless it moves without mass.
  void compile(Assembly& assembly);

 private:
  static constexpr std::size_t kFused = 12;

  LawsPtr fused(const Assembly& assembly);

  std::size_t fused_size_;
  std::map<std::pair<const void*, std::vector<char>>, LawsPtr> laws_;
  std::map<const void*, LawsPtr> joints_;  // by their place in the text: connections and inputs
  std::map<std::vector<const void*>, LawsPtr> fused_;
  /// The compiled types of laws, by the terms that their parameters make zero.
  struct Compiled {
    Zeros zeros;
    std::map<std::vector<char>, std::shared_ptr<const ElementType>> types;
  };
  std::map<LawsPtr, Compiled> compiled_;
};

/// Flattens a component tree: parameters from the outside in, states and ports into global
/// vectors, one instance for each component's laws and one for each connection. See design,
/// "Composition".
///
/// set  values of parameters by their outside names; unknown ones and values out of range become
///      problems (PH111, PH104), as do a mass matrix that is not positive semidefinite (PH121) and
///      a resistive relation that supplies energy (PH123).
/// switched  values that events gave to parameters since the start: they override all others, are
///           not checked against the bounds, and start values are no longer used
/// guide  adds rows that hold the starts of joints: a model to find such a start
Assembled assemble(const model::Component& root, const std::map<std::string, double>& set,
                   TypeCache& cache, Problems& problems,
                   const std::map<std::string, double>& switched = {}, const Guide& guide = {});

/// The same before anything is compiled: each component and connection has an instance of its own,
/// and the velocities are the model's own.
Assembled flatten(const model::Component& root, TypeCache& cache, Problems& problems);

}  // namespace porthos::system
