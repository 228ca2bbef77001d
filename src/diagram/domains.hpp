#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "diagram/text.hpp"

namespace porthos::diagram {

/// States that share a junction: one quantity with one effort.
struct Domain {
  std::string key;
  std::vector<std::string> states;
};
using DomainList = std::vector<const Domain*>;

/// The energy domains of a text (docs/diagrams.md says which states are one quantity).
class Domains {
 public:
  explicit Domains(const Text& text);
  Domains(const Domains&) = delete;  // lists hold addresses of its domains

  /// The domains of velocities, then those of positions.
  const std::deque<Domain>& all() const { return all_; }
  /// The domain of a state of this text; nullptr if it is none.
  const Domain* of(const std::string& state) const;
  /// How a formula uses a state: kEffort is effort(position), kState is any use.
  enum class Part { kPosition, kVelocity, kEffort, kState };
  /// The domains of the states that the names use in this way, each once.
  DomainList among(const Meanings& meanings, Part part) const;
  /// The domains of the velocities and of the efforts of positions among the names, each once.
  DomainList flows_in(const Meanings& meanings) const;
  /// The domains of the velocities that drive positions. A force on the positions acts on these.
  DomainList driving(const DomainList& positions) const;

 private:
  std::vector<std::string> driven_by(const std::string& position) const;
  void add(const std::vector<std::string>& states);

  const Text& text_;
  std::deque<Domain> all_;
  std::map<std::string, const Domain*> of_;
};

/// The names of the velocities by the rows of the mass matrix.
std::vector<std::string> velocity_rows(const Text& text);

}  // namespace porthos::diagram
