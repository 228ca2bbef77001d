#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/json_text.hpp"

namespace porthos::diagram {

using model::Json;

/// A column of the table whose rate is a power (W); the sign is -1 where the column grows by what
/// the box gives.
struct Account {
  std::string column;
  int sign = 1;
};
using Accounts = std::vector<Account>;

/// A finished diagram as JSON (bindings/js/diagram/graph.ts), and the data that the enclosing text
/// needs.
struct Graph {
  struct Box {
    std::string kind, name;
    std::vector<std::string> parts, symbols;
    std::optional<Accounts> accounts;
    bool has_energy = false;
  };
  std::vector<Box> boxes;
  std::optional<Accounts> accounts;
  Json json;
};

/// One port of a box, and the net to which it is tied.
struct End {
  std::string net;
  bool is_power = true;  // false: the box only reads the state
  std::string port = {};
  std::vector<std::string> columns = {};  // table columns that add up to the power
};
using Ends = std::vector<End>;

/// A box before its ends are tied.
struct Box {
  std::string key;  // unique in the diagram
  std::string name;
  std::string kind;
  std::vector<std::string> parts;    // places in the text
  std::vector<std::string> symbols;  // names in the table
  std::optional<Accounts> accounts = {};
  std::optional<Json> energy = {};  // the formula of a part of the kinetic energy
  std::optional<Json> inside = {};  // its diagram
};

/// A diagram in the making: boxes, and nets to which their ports are tied.
class Draft {
 public:
  /// path  before the ids of boxes
  Draft(std::string name, std::string path, std::string scope)
      : name_(std::move(name)), path_(std::move(path)), scope_(std::move(scope)) {}

  /// Declares a net; the first declaration counts. `is_join`: ports of components meet there, and
  /// it is no domain of states.
  void add_net(const std::string& key, std::vector<std::string> names,
               std::vector<std::string> parts = {}, bool is_join = false);
  /// Adds a box with its ends. Ends on one net become one, which has power if one of them has.
  void add_box(Box box, const Ends& ends);
  /// Adds an outer port.
  void add_port(const std::string& name, std::vector<std::string> parts, const End& end,
                std::optional<Accounts> accounts);

  /// The diagram without accounts of the whole. Junctions that join the same boxes become one.
  Graph finish() const;

 private:
  struct Net {
    std::vector<std::string> names, parts;
    bool is_join = true;
  };
  struct Tie {
    std::string owner;  // the id of a box or an outer port
    End end;
  };
  struct OuterPort {
    std::string id, name;
    std::vector<std::string> parts;
    std::optional<Accounts> accounts;
  };
  /// The nets and outer ports that represent others after merging.
  struct Merger {
    std::vector<std::pair<std::string, Net>> nets;  // those that stay, in the order of their ends
    std::map<std::string, std::string> leaders;     // net -> net that represents it
    std::map<std::string, std::string> ports;       // id of a port -> id of the one that stays
  };

  void tie(const std::string& owner, const End& end);
  bool is_port(const std::string& owner) const { return port_ids_.count(owner) != 0; }
  std::string signature(const std::vector<const Tie*>& ties) const;
  Merger merge() const;
  Json edges(const Merger& merger) const;
  Json ports(const Merger& merger) const;

  std::string name_, path_, scope_;
  std::vector<std::pair<std::string, Box>> boxes_;  // with their ids
  std::vector<OuterPort> ports_;
  std::set<std::string> port_ids_;
  std::map<std::string, Net> nets_;
  std::vector<Tie> ties_;
};

Json to_json(const Accounts& accounts);

}  // namespace porthos::diagram
