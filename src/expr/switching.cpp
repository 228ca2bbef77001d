#include "expr/switching.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numbers>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "expr/derivative.hpp"
#include "expr/functions.hpp"
#include "expr/query.hpp"

namespace porthos::expr {
namespace {

/// Rebuilds formulas of one graph from their operands upwards.
class BranchHolder {
 public:
  virtual ~BranchHolder() = default;

  std::vector<Expr> rebuild(std::span<const Expr> fs) {
    const auto ids = graph_.cone(fs);
    held_.resize(ids.empty() ? 0 : ids.back() + std::size_t{1});
    of_.resize(held_.size(), DependsOn::kConstants);
    for (const std::uint32_t id : ids) {
      of_[id] = kind(id);
      held_[id] = rebuilt(id);
    }
    std::vector<Expr> made;
    for (const Expr& f : fs) made.push_back(f.graph() == nullptr ? f : held_[f.id()]);
    return made;
  }

 protected:
  /// The symbols on which a formula depends. A later kind prevails.
  enum class DependsOn : std::uint8_t {
    kConstants,
    kDeciding,  // the symbols that decide the branches
    kOther
  };

  /// others  the kind of the symbols that are not marked
  BranchHolder(Graph& graph, DependsOn others) : graph_(graph), others_(others) {}

  void mark(std::span<const Expr> symbols, DependsOn of) {
    for (const Expr& symbol : symbols)
      if (symbol.graph() == &graph_) known_.emplace(symbol.id(), of);
  }

  /// Makes an operation over operands whose branches are held.
  using Make = std::function<Expr()>;
  /// An operation of a formula of the deciding kind: with its branch held, or unchanged.
  virtual Expr decided(Op op, const Expr& a, const Expr& b, const Make& made) = 0;

  Graph& graph_;

 private:
  DependsOn kind(std::uint32_t id) const {
    const Node& node = graph_.node(id);
    if (node.op == Op::kConstant) return DependsOn::kConstants;
    if (node.op == Op::kSymbol) {
      const auto found = known_.find(id);
      return found == known_.end() ? others_ : found->second;
    }
    DependsOn all = DependsOn::kConstants;
    for (std::size_t k = 0; k < static_cast<std::size_t>(arity(node.op)); ++k)
      all = std::max(all, of_[node.arg[k]]);
    return all;
  }

  Expr held(std::uint32_t id, std::size_t k) const {
    const std::uint32_t operand = graph_.node(id).arg[k];
    return graph_.node(operand).op == Op::kConstant ? graph_.expr(operand) : held_[operand];
  }

  Expr rebuilt(std::uint32_t id) {
    const Node node = graph_.node(id);
    if (arity(node.op) == 0) return graph_.expr(id);
    const Expr a = held(id, 0);
    const Expr b = arity(node.op) > 1 ? held(id, 1) : Expr();
    const Expr c = arity(node.op) > 2 ? held(id, 2) : Expr();
    const auto made = [&] {
      const bool is_same = a == graph_.operand(id, 0) &&
                           (arity(node.op) < 2 || b == graph_.operand(id, 1)) &&
                           (arity(node.op) < 3 || c == graph_.operand(id, 2));
      return is_same ? graph_.expr(id) : graph_.make(node.op, a, b, c);
    };
    return of_[id] == DependsOn::kDeciding ? decided(node.op, a, b, made) : made();
  }

  const DependsOn others_;
  std::unordered_map<std::uint32_t, DependsOn> known_;  // by the id of a symbol
  std::vector<Expr> held_;                              // by id
  std::vector<DependsOn> of_;
};

/// Holds the branches that time decides at a moment, `phase`.
class TimeBranchHolder final : public BranchHolder {
 public:
  TimeBranchHolder(Graph& graph, const Expr& t, const Expr& phase, std::span<const Expr> constants)
      : BranchHolder(graph, DependsOn::kOther), t_(t), phase_(phase) {
    mark({&t, 1}, DependsOn::kDeciding);
    mark(constants, DependsOn::kConstants);
  }

  Switched hold(std::span<const Expr> fs) {
    std::vector<Expr> formulas = rebuild(fs);
    return {std::move(formulas), std::move(switches_)};
  }

 private:
  Expr at_phase(const Expr& f) const {
    const std::pair<Expr, Expr> moment{t_, phase_};
    return substitute(f, {&moment, 1}, graph_);
  }

  void add_switch(const Expr& s) {
    if (depends_on(s, t_) && std::find(switches_.begin(), switches_.end(), s) == switches_.end())
      switches_.push_back(s);
  }

  Expr decided(Op op, const Expr& a, const Expr& b, const Make& made) override {
    switch (op) {
      case Op::kLess:
      case Op::kLessEqual:
      case Op::kEqual: add_switch(a - b); return graph_.make(op, at_phase(a), at_phase(b));
      case Op::kMin: add_switch(a - b); return if_(less(at_phase(b), at_phase(a)), b, a);
      case Op::kMax: add_switch(a - b); return if_(less(at_phase(a), at_phase(b)), b, a);
      case Op::kSign: add_switch(a); return sign(at_phase(a));
      case Op::kAbs: add_switch(a); return sign(at_phase(a)) * a;
      case Op::kFloor: {
        const Expr level = floor(at_phase(a)), above = a - level;
        add_switch(above);
        add_switch(above - 1.0);
        return level;
      }
      case Op::kAtan2: {
        // The angle from the y axis instead: its jump is where y has the other sign and x = 0.
        add_switch(a);
        const Expr side = sign(at_phase(a));
        const Expr from_y = std::numbers::pi / 2 - atan2(b, side * a);
        return if_(equal(side, 0.0), atan2(a, b), side * from_y);
      }
      default: return made();
    }
  }

  const Expr t_, phase_;
  std::vector<Expr> switches_;
};

/// Holds the branches that states decide.
class StateBranchHolder final : public BranchHolder {
 public:
  StateBranchHolder(Graph& graph, std::span<const Expr> constants, std::span<const Expr> unknown)
      : BranchHolder(graph, DependsOn::kDeciding) {
    mark(constants, DependsOn::kConstants);
    mark(unknown, DependsOn::kOther);
  }

  StateSwitched hold(std::span<const Expr> fs) {
    found_.formulas = rebuild(fs);
    return std::move(found_);
  }

 private:
  /// The branch of a switching function: a new symbol, or that of g or -g.
  Expr branch(const Expr& g) {
    auto& all = found_.switches;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i] == g) return found_.branches[i];
      if (all[i] == -g) return -found_.branches[i];
    }
    all.push_back(g);
    found_.branches.push_back(graph_.symbol("#branch" + std::to_string(all.size() - 1)));
    return found_.branches.back();
  }

  /// A formula that is `positive` or `negative`, as the switching function g decides.
  Expr chosen(const Expr& g, const Expr& positive, const Expr& negative, const Expr& given) {
    if (constant(g)) return given;
    const Expr s = branch(g);
    return if_(s, if_(less(0.0, s), positive, negative), given);
  }

  Expr decided(Op op, const Expr& a, const Expr& b, const Make& made) override {
    const Expr given = made();
    switch (op) {
      case Op::kLess:
      case Op::kLessEqual: return chosen(a - b, 0.0, 1.0, given);
      case Op::kMin: return chosen(a - b, b, a, given);
      case Op::kMax: return chosen(a - b, a, b, given);
      case Op::kSign: return chosen(a, 1.0, -1.0, given);
      case Op::kAbs: return chosen(a, a, -a, given);
      default: return given;
    }
  }

  StateSwitched found_;
};

}  // namespace

StateSwitched hold_state_branches(std::span<const Expr> fs, std::span<const Expr> constants,
                                  std::span<const Expr> unknown) {
  Graph* graph = graph_of(fs);
  if (graph == nullptr) return {{fs.begin(), fs.end()}, {}, {}};
  return StateBranchHolder(*graph, constants, unknown).hold(fs);
}

Switched hold_branches(std::span<const Expr> fs, const Expr& t, const Expr& phase,
                       std::span<const Expr> constants) {
  Graph* graph = graph_of(fs);
  if (graph == nullptr) return {{fs.begin(), fs.end()}, {}};
  return TimeBranchHolder(*graph, t, phase, constants).hold(fs);
}

bool is_of_time(const Expr& f, const Expr& t, std::span<const Expr> constants) {
  const std::vector<Expr> symbols = symbols_of({&f, 1});
  return depends_on(f, t) && std::all_of(symbols.begin(), symbols.end(), [&](const Expr& symbol) {
           return symbol == t ||
                  std::find(constants.begin(), constants.end(), symbol) != constants.end();
         });
}

}  // namespace porthos::expr
