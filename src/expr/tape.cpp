#include "expr/tape.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <map>
#include <type_traits>

#include "base/index.hpp"
#include "expr/evaluate.hpp"

namespace porthos::expr {
namespace {

constexpr std::uint32_t kEnd = ~std::uint32_t{0};

/// `count` operations of one kind on kWidth instances; the results go to `out`, one after the
/// other.
template <Op kOp, std::size_t kWidth>
void run_one(std::size_t count, const std::uint32_t* code, const double* registers, double* out) {
  constexpr auto kArity = static_cast<std::size_t>(arity(kOp));
  for (const std::uint32_t* end = code + count * kArity; code != end; code += kArity) {
    const double* a = registers + code[0] * kWidth;
    const double* b = registers + code[kArity > 1 ? 1 : 0] * kWidth;
    const double* c = registers + code[kArity > 2 ? 2 : 0] * kWidth;
    std::array<double, kWidth> result;  // local, so that the compiler sees no overlap
    for (std::size_t l = 0; l < kWidth; ++l) result[l] = apply<kOp>(a[l], b[l], c[l]);
    for (std::size_t l = 0; l < kWidth; ++l) *out++ = result[l];
  }
}

}  // namespace

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
    if (id >= value_of_node_.size()) value_of_node_.resize(id + 1, kEnd);
    return value_of_node_[id];
  }

  std::uint32_t add_symbol(const Expr& x, bool varies) {
    assert(x.graph() != nullptr && x.graph()->node(x.id()).op == Op::kSymbol);
    const std::uint32_t value = add({.op = Op::kSymbol, .arg = {}, .varies = varies});
    assert(value_of_node(x.id()) == kEnd && "a symbol is given twice");
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
        const bool is_given = value_of_node(id) != kEnd;
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
    if (value_of_node(id) != kEnd) return value_of_node(id);
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
    std::vector<std::uint32_t> registers(values_.size(), kEnd);
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
    program.code.push_back(kEnd);
    program.instruction_count = next - first;
    return program;
  }

  Tape& tape_;
  std::vector<Value> values_;
  std::vector<std::uint32_t> inputs_, constants_, literals_, hoisted_;  // values
  std::vector<std::uint32_t> value_of_node_;                            // kEnd: none
  std::map<std::pair<std::uint32_t, int>, std::uint32_t> powers_;
};

Tape::Tape(std::span<const Expr> outputs, std::span<const Expr> inputs,
           std::span<const Expr> constants)
    : linked_(std::make_shared<Linked>()) {
  Compiler(*this, outputs, inputs, constants);
}

void Tape::link(Code code, CodeForm form, std::shared_ptr<const void> owner) const {
  linked_->code = code;
  linked_->form = form;
  linked_->owner = std::move(owner);
}

bool Tape::run_linked(CodeForm form, std::size_t n, double* values, const int* gather,
                      const double* hoisted, std::size_t hoisted_stride, double* outputs,
                      const int* scatter, std::vector<double>& scratch) const {
  if (!linked_ || !linked_->code || linked_->form != form) return false;
  if (scratch.size() < main_.instruction_count) scratch.resize(main_.instruction_count);
  const std::size_t out = outputs_.size();
  for (std::size_t k = 0; k < n; ++k)
    linked_->code(values, gather + k * input_count_, hoisted + k * hoisted_stride,
                  outputs ? outputs + k * out : nullptr, scatter ? scatter + k * out : nullptr,
                  scratch.data());
  return true;
}

/// Executes a program on kWidth instances at once; register r of instance l is
/// registers[r * kWidth + l].
template <std::size_t kWidth>
void Tape::run(const Program& program, double* registers) {
  const std::uint32_t* code = program.code.data();
  double* out = registers + program.first * kWidth;
  while (*code != kEnd) {
    const Op op = static_cast<Op>(code[0]);
    const std::size_t count = code[1];
    code += 2;
    with_op(op, [=](auto kOp) { run_one<kOp.value, kWidth>(count, code, registers, out); });
    code += count * static_cast<std::size_t>(arity(op));
    out += count * kWidth;
  }
}

void Tape::bind(std::span<const double> constants, std::span<double> hoisted) const {
  assert(constants.size() == constant_count_ && hoisted.size() == hoisted_.size());
  std::vector<double> registers(bind_.first + bind_.instruction_count);
  std::copy(literals_.begin(), literals_.end(), registers.begin());
  std::copy(constants.begin(), constants.end(),
            registers.begin() + static_cast<std::ptrdiff_t>(literals_.size()));
  run<1>(bind_, registers.data());
  for (std::size_t i = 0; i < hoisted_.size(); ++i) hoisted[i] = registers[hoisted_[i]];
}

void Tape::evaluate(const double* inputs, const double* hoisted, double* outputs,
                    std::vector<double>& scratch) const {
  const std::size_t needed = main_.first + main_.instruction_count;
  if (scratch.size() < needed) scratch.resize(needed);
  double* registers = scratch.data();
  std::copy_n(inputs, input_count_, registers);
  std::copy_n(hoisted, hoisted_.size(), registers + input_count_);
  run<1>(main_, registers);
  for (std::size_t i = 0; i < outputs_.size(); ++i) outputs[i] = registers[outputs_[i]];
}

/// put(k, outputs, kWidth): output i of instance k is outputs[outputs_[i] * kWidth].
template <typename Put>
void Tape::run_all(std::size_t n, const double* values, const int* gather, const double* hoisted,
                   std::size_t hoisted_stride, std::vector<double>& scratch, const Put& put) const {
  const std::size_t needed = (main_.first + main_.instruction_count) * kLanes;
  if (scratch.size() < needed) scratch.resize(needed);
  double* registers = scratch.data();
  bool is_bound = false;
  const auto run_some = [&](auto width, std::size_t k) {
    constexpr std::size_t kWidth = decltype(width)::value;
    const int* from = gather + k * input_count_;
    for (std::size_t i = 0; i < input_count_; ++i)
      for (std::size_t l = 0; l < kWidth; ++l)
        registers[i * kWidth + l] = values[from[l * input_count_ + i]];
    if (!is_bound || hoisted_stride != 0) {
      double* to = registers + input_count_ * kWidth;
      for (std::size_t i = 0; i < hoisted_.size(); ++i)
        for (std::size_t l = 0; l < kWidth; ++l)
          to[i * kWidth + l] = hoisted[(k + l) * hoisted_stride + i];
    }
    run<kWidth>(main_, registers);
    for (std::size_t l = 0; l < kWidth; ++l) put(k + l, registers + l, kWidth);
  };
  std::size_t k = 0;
  for (; k + kLanes <= n; k += kLanes, is_bound = true)
    run_some(std::integral_constant<std::size_t, kLanes>(), k);
  is_bound = false;
  for (; k < n; ++k, is_bound = true) run_some(std::integral_constant<std::size_t, 1>(), k);
}

void Tape::evaluate_many(std::size_t n, const double* values, const int* gather,
                         const double* hoisted, std::size_t hoisted_stride, double* outputs,
                         std::vector<double>& scratch) const {
  // Code takes a pointer to mutable values, but the form kStore does not write to them.
  if (run_linked(CodeForm::kStore, n, const_cast<double*>(values), gather, hoisted, hoisted_stride,
                 outputs, nullptr, scratch))
    return;
  run_all(n, values, gather, hoisted, hoisted_stride, scratch,
          [&](std::size_t k, const double* found, std::size_t width) {
            double* own = outputs + k * outputs_.size();
            for (std::size_t i = 0; i < outputs_.size(); ++i) own[i] = found[outputs_[i] * width];
          });
}

void Tape::add_many(std::size_t n, double* values, const int* gather, const int* scatter,
                    const double* hoisted, std::size_t hoisted_stride,
                    std::vector<double>& scratch) const {
  if (run_linked(CodeForm::kAdd, n, values, gather, hoisted, hoisted_stride, nullptr, scatter,
                 scratch))
    return;
  run_all(n, values, gather, hoisted, hoisted_stride, scratch,
          [&](std::size_t k, const double* found, std::size_t width) {
            const int* own = scatter + k * outputs_.size();
            for (std::size_t i = 0; i < outputs_.size(); ++i)
              values[own[i]] += found[outputs_[i] * width];
          });
}

}  // namespace porthos::expr
