#include "base/index.hpp"
#include "base/unit.hpp"
#include "expr/agree.hpp"
#include "model/draft.hpp"

// Reads the connections of two ports, the junctions of several, and matrices.

namespace porthos::model {
namespace {

using JoinedPorts = std::map<std::string, std::string>;  // paths, and their connections

/// If all ports declare positions, these are held equal. If only some do, nothing is done.
void check_positions_of(Draft& draft, const std::vector<const Port*>& ports, Place place) {
  const auto without =
      std::ranges::find_if(ports, [](const Port* port) { return port->position.empty(); });
  const auto with =
      std::ranges::find_if(ports, [](const Port* port) { return !port->position.empty(); });
  if (without == ports.end() || with == ports.end()) return;
  draft.reader
      .fail("PH138", place,
            "a position of " + describe(*place[index(with - ports.begin())]) + " and none of " +
                describe(*place[index(without - ports.begin())]),
            "positions at all ports, which are then held equal, or at none",
            "only the flows are held equal: a gap at the start remains")
      .severity = Problem::Severity::kWarning;
}

/// Ports at one junction have one quantity and one unit of each kind, if both declare them.
void check_alike(Draft& draft, const Port& a, const Port& b, Place place) {
  const auto check = [&](const std::string& x, const std::string& y, const std::string& found,
                         const std::string& what) {
    if (!x.empty() && !y.empty() && x != y && !are_alike(x, y))
      draft.reader.fail("PH133", place, found + " " + x + " and " + y, "one " + what);
  };
  check(a.flow_unit, b.flow_unit, "flows in", "unit of flow");
  check(a.effort_unit, b.effort_unit, "efforts in", "unit of effort");
  if (!a.quantity.empty() && !b.quantity.empty() && a.quantity != b.quantity)
    draft.reader.fail("PH133", place, "ports of " + a.quantity + " and of " + b.quantity,
                      "one quantity",
                      "the quantity is that of the effort: force, torque, voltage, ...");
}

/// The ports in a list; false with problems if they cannot be joined like this.
bool take_ports(Draft& draft, Connection& connection, Place list, JoinedPorts& joined) {
  bool is_sound = true;
  std::vector<const Port*> ports;
  for (std::size_t k = 0; k < list.size(); ++k) {
    const std::string text = draft.reader.text(list[k]);
    const auto path = list[k]->is_string() ? port_path(draft, text, list[k]) : std::nullopt;
    const Port* port = path ? find_port(*draft.component, *path) : nullptr;
    is_sound = is_sound && port;
    if (!port) continue;
    const auto [first, is_new] = joined.emplace(text_of(*path), connection.name);
    if (!is_new)
      draft.reader.fail("PH135", list[k],
                        describe(*list[k]) + ", which \"" + first->second + "\" connects already",
                        "each port in one connection",
                        "connect all of these ports by one junction");
    is_sound = is_sound && is_new;
    ports.push_back(port);
    connection.ports.push_back(*path);
  }
  if (ports.size() != list.size() || ports.empty()) return false;
  if (connection.kind == Connection::Kind::kMatrix) return is_sound;
  for (std::size_t k = 1; k < ports.size(); ++k) {
    if (ports[0]->size != ports[k]->size) {
      draft.reader.fail("PH132", list,
                        "ports of " + std::to_string(ports[0]->size) + " and " +
                            std::to_string(ports[k]->size) + " flows",
                        list.size() == 2 ? "two ports of the same size" : "ports of the same size");
      return false;
    }
    check_alike(draft, *ports[0], *ports[k], list);
  }
  if (is_sound && connection.kind == Connection::Kind::kCommonFlow)
    check_positions_of(draft, ports, list);
  return is_sound;
}

/// Ports at one junction: they have the same size, units and quantity.
void read_junctions(Draft& draft, JoinedPorts& joined) {
  const Place all = draft.root["junctions"];
  if (!draft.reader.object(all)) return;
  const std::string here = draft.component->where + "/junctions/";
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    if (!draft.reader.name(name, place) || !draft.reader.object(place, "junction")) continue;
    if (const Place others = draft.root["connections"];
        others && others->is_object() && others[name])
      draft.reader.fail("PH106", place, "the name \"" + name + "\" of a connection",
                        "a name that no other connection or junction has");
    Connection junction{.name = name, .where = here + pointer_token(name)};
    const Key& kind = key_of("junction", "kind");
    if (draft.reader.word(place, kind, "common_flow") == "common_effort")
      junction.kind = Connection::Kind::kCommonEffort;
    const Place ports = place["ports"];
    if (!ports) continue;
    if (!ports->is_array() || ports.size() < 2) {
      draft.reader.fail("PH113", ports, describe(*ports), "an array of at least two ports");
      continue;
    }
    if (take_ports(draft, junction, ports, joined))
      draft.component->connections.push_back(junction);
  }
}

/// efforts = matrix * flows; the matrix is skew, so power is conserved.
void read_interconnection(Draft& draft, JoinedPorts& joined) {
  const Place place = draft.root["interconnection"];
  if (!draft.reader.object(place, "interconnection") || !place["ports"] || !place["matrix"]) return;
  Connection made{.name = "interconnection",
                  .where = draft.component->where + "/interconnection",
                  .kind = Connection::Kind::kMatrix};
  const Place ports = place["ports"];
  if (!ports->is_array() || ports->empty()) {
    draft.reader.fail("PH113", ports, describe(*ports), "an array of ports");
    return;
  }
  if (!take_ports(draft, made, ports, joined)) return;
  int n = 0;
  for (const PortPath& path : made.ports) n += find_port(*draft.component, path)->size;
  const laws::Matrix matrix = draft.formulas.read_matrix(place["matrix"], n, kParameters);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) made.matrix.push_back(matrix(i, j));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      const std::vector<Expr> lower{matrix(i, j)}, upper{-matrix(j, i)};
      if (agree(lower, upper)) continue;
      const std::string row = std::to_string(i + 1), column = std::to_string(j + 1);
      draft.reader.fail(
          "PH122", place["matrix"],
          i == j ? "an entry (" + row + ", " + row + ") that is not 0"
                 : "entries (" + row + ", " + column + ") and (" + column + ", " + row +
                       ") of different size or equal sign",
          "a skew matrix, which conserves power",
          "a loss belongs under dissipation; write equal flows or efforts as a junction");
      return;
    }
  draft.component->connections.push_back(made);
}

}  // namespace

void read_connections(Draft& draft) {
  JoinedPorts joined;
  const std::string here = draft.component->where + "/connections/";
  if (const Place all = draft.root["connections"]; draft.reader.object(all))
    for (const auto& [name, json] : all.members()) {
      const Place place(json);
      if (!draft.reader.name(name, place)) continue;
      if (!json.is_array() || json.size() != 2) {
        draft.reader.fail(
            "PH113", place, describe(json),
            "an array of two ports, [\"component.port\", \"component.port\"]",
            json.is_array() && json.size() > 2 ? "a junction connects more than two" : "");
        continue;
      }
      Connection connection{.name = name, .where = here + pointer_token(name)};
      if (take_ports(draft, connection, place, joined))
        draft.component->connections.push_back(connection);
    }
  read_junctions(draft, joined);
  read_interconnection(draft, joined);
}

}  // namespace porthos::model
