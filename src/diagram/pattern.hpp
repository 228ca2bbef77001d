#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "diagram/domains.hpp"
#include "diagram/graph.hpp"
#include "diagram/terms.hpp"
#include "diagram/text.hpp"

namespace porthos::diagram {

/// A part of the text, or an array of parts that is shown as one.
struct Member {
  std::string name;  // "link[2]", or "link[…]" of an array
  std::string key;   // in the text
  const model::Part* part = nullptr;
};

/// The parts of a text. In a small array, each part is a separate member.
class Members {
 public:
  explicit Members(const Text& text);

  const std::vector<Member>& all() const { return all_; }
  const Member* find(const std::string& name) const;
  /// {"link[2]", "tail"} of "link[2].tail", with the name that the part is shown by.
  std::pair<std::string, std::string> split(const std::string& path) const;

 private:
  std::vector<Member> all_;
  std::map<std::string, std::string> shown_by_;  // name of a part -> name of its member
  std::map<std::string, std::size_t> places_;    // by the shown name
};

/// The diagram of one text. The enclosing text says first which of its ports are used.
class Pattern {
 public:
  /// The data that a component's diagram gives to the enclosing text.
  struct Built {
    Graph graph;
    std::vector<std::string> driven;  // outer ports that an input of the text itself drives
    std::vector<std::pair<std::string, bool>> sides;  // name, has power
  };

  /// path     before the ids of boxes
  /// exposed  names of its ports, offers and states that are used outside; nullptr: all ports
  Pattern(const Text& text, std::string path, const std::vector<std::string>* exposed,
          const IsInert& is_inert);

  Built build();

 private:
  struct Target {
    std::string side, net;
  };
  /// The connections of the ports of one component, in the order of their use.
  using Uses = std::vector<std::pair<std::string, End>>;

  std::string use(const std::string& path, const std::string& net = "");
  bool is_used(const std::string& path) const;
  bool is_exposed(const std::string& name) const;
  void add_joins();
  void join(const char* key, const std::string& name, Place ports);
  void add_interconnection();
  void add_ports();
  std::string shown_at(const std::string& name, const std::string& path);
  void add_mapped(const std::string& name, const Meanings& meanings,
                  const std::vector<expr::Expr>& formulas, bool is_position,
                  const std::optional<Accounts>& accounts, const char* key);
  void add_offers();
  void add_offer(const std::string& name, Place place);
  void expose(const std::string& name);
  std::vector<Target> targets(const Member& member);
  void add_inputs();
  void add_component(const Member& member, const std::vector<Target>& targets);
  void add_free_port(const std::string& path);
  Graph finish() const;

  const Text& text_;
  const std::string path_;
  const std::vector<std::string>* exposed_;
  const IsInert& is_inert_;
  Domains domains_;
  Draft draft_;
  Members members_;
  Wiring wiring_;
  std::map<std::string, Uses> uses_;           // by the shown name of a component
  std::map<std::string, std::string> joined_;  // path of a port -> its net
  std::vector<std::string> driven_;
};

}  // namespace porthos::diagram
