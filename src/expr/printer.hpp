#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "expr/graph.hpp"

namespace porthos::expr {

/// The pieces from which a printer builds a formula bottom-up, one per node. A piece is copied for
/// each use of its node, and moved at the last use, so that a long sum grows in place.
template <typename Piece>
class Pieces {
 public:
  /// `make(id, pieces)` builds the piece of a node; `pieces.take()` gives those of its operands.
  template <typename Make>
  static Piece build(const Expr& f, const Make& make) {
    const Graph& graph = *f.graph();
    Pieces pieces;
    const std::vector<std::uint32_t> ids = graph.cone({&f, 1});
    pieces.slots_.resize(ids.back() + 1);
    for (const std::uint32_t id : ids) {
      const Node& node = graph.node(id);
      for (int k = 0; k < arity(node.op); ++k) {
        ++pieces.slots_[node.arg[index(k)]].uses;
      }
    }
    for (const std::uint32_t id : ids) pieces.slots_[id].piece = make(id, pieces);
    return std::move(pieces.slots_[f.id()].piece);
  }

  Piece take(std::uint32_t id) {
    Slot& slot = slots_[id];
    if (--slot.uses > 0) return slot.piece;
    return std::move(slot.piece);
  }

 private:
  struct Slot {
    Piece piece;
    int uses = 0;
  };
  std::vector<Slot> slots_;  // by the number of the node
};

}  // namespace porthos::expr
