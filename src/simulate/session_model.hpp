#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/fixed_modes.hpp"
#include "model/model.hpp"
#include "simulate/start.hpp"

namespace porthos::simulate {

/// The model of a session: its text, and what the options of its runs make of it.
class SessionModel {
 public:
  using Values = std::map<std::string, double>;
  using ComponentPtr = std::shared_ptr<const model::Component>;

  /// Reads and builds a model. Problems go to `problems`.
  void read(const std::string& json, const std::string& file_texts);

  /// Assembles the component and finds its start. Problems go to `to`.
  void build(const Values& set, const Values& starts, Problems& to);
  /// The component with these inputs, which replace its own, and with the number of parts that
  /// these values give.
  void drive(const model::Json& inputs, const Values& set, Problems& to);
  /// The system with values that events have set; nullptr if there can be none.
  std::shared_ptr<system::System> rebuild(const Values& set, const Values& switched);
  /// Elements stay apart from now on, so that joints can be left out of forces and constraints.
  void keep_apart(bool is_apart) {
    is_apart_ = is_apart;
    given_cache_.keep_apart(is_apart);
    cache_.keep_apart(is_apart);
  }
  bool keeps_apart() const { return is_apart_; }
  /// Reports values that the component cannot have.
  void check_values(const Values& set, Problems& to);
  /// Builds the model with these modes of its set-valued laws.
  void fix(model::FixedModes modes, Problems& to);

  model::Json text;  // as it was given
  model::Files files;
  Problems problems;
  ComponentPtr component;
  ComponentPtr given;       // without inputs from options
  std::vector<char> inert;  // (c) of the text
  std::shared_ptr<const system::Assembled> assembled;
  std::shared_ptr<system::System> system;
  Start start;

 private:
  /// A cache identifies components by their address, so each has its own.
  system::TypeCache& types() { return component == given ? given_cache_ : cache_; }
  ComponentPtr with_fixed(const ComponentPtr& read) const {
    return read && fixed_ ? model::with_fixed_modes(read, *fixed_) : read;
  }

  /// What was built last, with the system in its first state. A run with the same values, as the
  /// first one after the text is read, takes a copy.
  struct Last {
    ComponentPtr component;
    bool is_apart = false;
    Values set, starts;
    std::shared_ptr<const system::Assembled> assembled;
    std::shared_ptr<const system::System> system;
    Start start;
    Problems problems;
  };

  Last last_;
  bool is_apart_ = false;
  ComponentPtr too_large_;  // has too many formulas, whatever its values
  model::Json changed_;     // the text with the inputs of the last run's options
  ComponentPtr changed_component_;
  system::TypeCache given_cache_, cache_;
  std::optional<model::FixedModes> fixed_;
};

}  // namespace porthos::simulate
