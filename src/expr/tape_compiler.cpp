#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "base/index.hpp"
#include "expr/evaluate.hpp"
#include "expr/tape.hpp"

namespace porthos::expr {

/// Translates formulas to a tape: graph nodes -> values -> order of execution -> register numbers.
class Compiler {
 public:
  Compiler(Tape& tape, std::span<const Expr> outputs, std::span<const Expr> inputs,
           std::span<const Expr> constants)
      : tape_(tape) {
    tape_.input_count_ = inputs.size();
    tape_.constant_count_ = constants.size();
    for (const Expr x : inputs) inputs_.push_back(add_symbol(x, true));
    for (const Expr x : constants) constants_.push_back(add_symbol(x, false));
    if (const Graph* graph = graph_of(outputs)) add_nodes(*graph, outputs);
    std::vector<std::uint32_t> results;
    for (const Expr f : outputs) {
      results.push_back(f.graph() != nullptr ? value_of_node(f.id()) : literal(*constant(f)));
    }
    find_hoisted(results);
    allocate(results);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// A value the program knows: given from outside (kSymbol: constant or input, kConstant: literal)
  /// or computed from earlier values.
  struct Value {
    Op op;
    std::array<std::uint32_t, 3> arg{};
    bool varies = false;  // depends on an input
  };

  std::uint32_t add(Value value) {
    values_.push_back(value);
    return static_cast<std::uint32_t>(values_.size() - 1);
  }

  std::uint32_t& value_of_node(std::uint32_t id) {
    if (id >= value_of_node_.size()) value_of_node_.resize(id + 1, kNone);
    return value_of_node_[id];
  }

  std::uint32_t add_symbol(const Expr& x, bool varies) {
    assert(x.graph() != nullptr && x.graph()->node(x.id()).op == Op::kSymbol);
    const std::uint32_t value = add({.op = Op::kSymbol, .arg = {}, .varies = varies});
    assert(value_of_node(x.id()) == kNone && "a symbol is given twice");
    value_of_node(x.id()) = value;
    return value;
  }

  std::uint32_t literal(double number) {
    tape_.literals_.push_back(number);
    literals_.push_back(add({.op = Op::kConstant}));
    return literals_.back();
  }

  std::uint32_t operation(Op op, std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0) {
    Value value{.op = op, .arg = {a, b, c}};
    for (int k = 0; k < arity(op); ++k) {
      value.varies |= values_[value.arg[index(k)]].varies;
    }
    return add(value);
  }

  void add_nodes(const Graph& graph, std::span<const Expr> outputs) {
    for (const std::uint32_t id : graph.cone(outputs)) {
      const Node& node = graph.node(id);
      if (node.op == Op::kConstant) continue;  // becomes a literal when an operation needs it
      if (node.op == Op::kSymbol) {
        const bool is_given = value_of_node(id) != kNone;
        // Once the budget is spent, derivatives are cut short; then the tape is never used.
        assert((is_given || graph.budget()->is_spent()) &&
               "an output depends on a symbol that is neither input nor constant");
        if (!is_given) value_of_node(id) = literal(std::numeric_limits<double>::quiet_NaN());
        continue;
      }
      const std::uint32_t value = add_node(graph, node);
      value_of_node(id) = value;
    }
  }

  std::uint32_t add_node(const Graph& graph, const Node& node) {
    const std::uint32_t a = operand(graph, node.arg[0]);
    if (node.op == Op::kPow) {
      const Node& exponent = graph.node(node.arg[1]);
      const int n = exponent.op == Op::kConstant ? small_integer_power(exponent.value) : 0;
      if (n > 0) return power(a, n);
    }
    const int n = arity(node.op);
    return operation(node.op, a, n > 1 ? operand(graph, node.arg[1]) : 0,
                     n > 2 ? operand(graph, node.arg[2]) : 0);
  }

  std::uint32_t operand(const Graph& graph, std::uint32_t id) {
    if (value_of_node(id) != kNone) return value_of_node(id);
    assert(graph.node(id).op == Op::kConstant);
    return value_of_node(id) = literal(graph.node(id).value);
  }

  /// a^n by the multiplications of integer_power, each product once.
  std::uint32_t power(std::uint32_t a, int n) {
    if (n == 1) return a;
    if (const auto known = powers_.find({a, n}); known != powers_.end()) return known->second;
    std::uint32_t result;
    if (n % 2 == 0) {
      const std::uint32_t half = power(a, n / 2);
      result = operation(Op::kMul, half, half);
    } else {
      result = operation(Op::kMul, power(a, n - 1), a);
    }
    return powers_[{a, n}] = result;
  }

  /// The values that do not vary, but that a varying value needs or that are results.
  void find_hoisted(std::span<const std::uint32_t> results) {
    std::vector<bool> is_hoisted(values_.size());
    const auto need = [&](std::uint32_t value) {
      if (values_[value].varies || is_hoisted[value]) return;
      is_hoisted[value] = true;
      hoisted_.push_back(value);
    };
    for (const Value& value : values_) {
      for (int k = 0; value.varies && k < arity(value.op); ++k) {
        need(value.arg[index(k)]);
      }
    }
    for (const std::uint32_t value : results) need(value);
  }

  void allocate(std::span<const std::uint32_t> results) {
    std::vector<std::uint32_t> registers(values_.size(), kNone);
    std::uint32_t next = 0;
    for (const std::uint32_t value : literals_) registers[value] = next++;
    for (const std::uint32_t value : constants_) registers[value] = next++;
    tape_.bind_ = schedule(false, next, registers);
    for (const std::uint32_t value : hoisted_) tape_.hoisted_.push_back(registers[value]);

    next = 0;
    for (const std::uint32_t value : inputs_) registers[value] = next++;
    for (const std::uint32_t value : hoisted_) registers[value] = next++;
    tape_.main_ = schedule(true, next, registers);
    for (const std::uint32_t value : results) tape_.outputs_.push_back(registers[value]);
  }

  /// Orders the operations with the given `varies` such that each comes after its operands and
  /// equal operations follow each other: it takes the operation with the most ready instances, and
  /// as many of them as there are.
  Tape::Program schedule(bool varies, std::uint32_t first, std::vector<std::uint32_t>& registers) {
    std::vector<std::vector<std::uint32_t>> users(values_.size());
    std::vector<int> missing(values_.size());
    struct Queue {
      std::vector<std::uint32_t> values;
      std::size_t taken = 0;
      std::size_t size() const { return values.size() - taken; }
    };
    std::array<Queue, kOpCount> ready;
    const auto is_ours = [&](const Value& value) {
      return value.varies == varies && arity(value.op) > 0;
    };
    const auto queue = [&](std::uint32_t value) -> auto& {
      return ready[static_cast<std::size_t>(values_[value].op)];
    };
    for (std::uint32_t v = 0; v < values_.size(); ++v) {
      if (!is_ours(values_[v])) continue;
      for (int k = 0; k < arity(values_[v].op); ++k) {
        const std::uint32_t operand = values_[v].arg[index(k)];
        if (!is_ours(values_[operand])) continue;
        users[operand].push_back(v);
        ++missing[v];
      }
      if (missing[v] == 0) queue(v).values.push_back(v);
    }

    Tape::Program program;
    program.first = first;
    std::uint32_t next = first;
    while (true) {
      const auto longest =
          std::max_element(ready.begin(), ready.end(),
                           [](const auto& a, const auto& b) { return a.size() < b.size(); });
      if (longest->size() == 0) break;
      const Op op = values_[longest->values[longest->taken]].op;
      program.code.push_back(static_cast<std::uint32_t>(op));
      const std::size_t count_at = program.code.size();
      program.code.push_back(0);
      for (; longest->size() > 0; ++program.code[count_at]) {
        const std::uint32_t v = longest->values[longest->taken++];
        for (int k = 0; k < arity(op); ++k) {
          program.code.push_back(registers[values_[v].arg[index(k)]]);
        }
        registers[v] = next++;
        for (const std::uint32_t user : users[v]) {
          if (--missing[user] == 0) queue(user).values.push_back(user);
        }
      }
    }
    program.code.push_back(Tape::Program::kEnd);
    program.instruction_count = next - first;
    return program;
  }

  Tape& tape_;
  std::vector<Value> values_;
  std::vector<std::uint32_t> inputs_, constants_, literals_, hoisted_;  // values
  std::vector<std::uint32_t> value_of_node_;                            // kNone
  std::map<std::pair<std::uint32_t, int>, std::uint32_t> powers_;
};

Tape::Tape(std::span<const Expr> outputs, std::span<const Expr> inputs,
           std::span<const Expr> constants)
    : linked_(std::make_shared<Linked>()) {
  Compiler(*this, outputs, inputs, constants);
}

}  // namespace porthos::expr
