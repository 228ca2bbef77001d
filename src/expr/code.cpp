/// Tapes as WebAssembly (core specification 2.0, binary format). Within a function values live in
/// locals, which the host's compiler puts into registers; the interpreter of Tape reads and writes
/// memory for each operand. Long tapes become several functions, since compilers take more than
/// linear time for one: what one of them needs of another goes through `scratch`.
#include "expr/code.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <utility>

#include "expr/evaluate.hpp"
#include "expr/tape.hpp"

namespace porthos::expr {
namespace {

using Bytes = std::vector<std::uint8_t>;

enum Wasm : std::uint8_t {
  kI32 = 0x7f,
  kF64 = 0x7c,
  kFuncref = 0x70,
  kEndCode = 0x0b,
  kCall = 0x10,
  kCallIndirect = 0x11,
  kSelect = 0x1b,
  kLocalGet = 0x20,
  kLocalSet = 0x21,
  kLocalTee = 0x22,
  kI32Load = 0x28,
  kF64Load = 0x2b,
  kF64Store = 0x39,
  kI32Const = 0x41,
  kF64Const = 0x44,
  kF64Eq = 0x61,
  kF64Ne = 0x62,
  kF64Lt = 0x63,
  kF64Gt = 0x64,
  kF64Le = 0x65,
  kI32Add = 0x6a,
  kI32And = 0x71,
  kI32Or = 0x72,
  kI32Shl = 0x74,
  kF64Abs = 0x99,
  kF64Neg = 0x9a,
  kF64Floor = 0x9c,
  kF64Sqrt = 0x9f,
  kF64Add = 0xa0,
  kF64Sub = 0xa1,
  kF64Mul = 0xa2,
  kF64Div = 0xa3,
  kF64OfI32 = 0xb7
};

/// The parameters of Code, which are its first locals.
/// kAddress holds an address for a moment.
enum Local : std::uint32_t {
  kValues,
  kGather,
  kHoisted,
  kOutputs,
  kScatter,
  kScratch,
  kParameters,
  kAddress = kParameters,
  kFirstOwn
};

/// The types of the functions of a module.
enum Type : std::uint32_t { kTypeCode, kTypeOne, kTypeTwo };

void put_unsigned(Bytes& to, std::uint32_t value) {
  for (; value >= 0x80; value >>= 7) to.push_back(static_cast<std::uint8_t>(value | 0x80));
  to.push_back(static_cast<std::uint8_t>(value));
}

void put_signed(Bytes& to, std::int32_t value) {
  for (; value < -0x40 || value >= 0x40; value >>= 7)
    to.push_back(static_cast<std::uint8_t>((value & 0x7f) | 0x80));
  to.push_back(static_cast<std::uint8_t>(value & 0x7f));
}

void append(Bytes& to, const Bytes& more) { to.insert(to.end(), more.begin(), more.end()); }

/// A list of `count` elements as a section, or a function body: its length first.
void put_sized(Bytes& to, const Bytes& content) {
  put_unsigned(to, static_cast<std::uint32_t>(content.size()));
  append(to, content);
}

void put_section(Bytes& to, std::uint8_t id, std::uint32_t count, const Bytes& elements) {
  Bytes content;
  put_unsigned(content, count);
  append(content, elements);
  to.push_back(id);
  put_sized(to, content);
}

void put_name(Bytes& to, const std::string& name) {
  put_sized(to, Bytes(name.begin(), name.end()));
}

template <Op kOp>
double one(double a) {
  return apply<kOp>(a);
}
template <Op kOp>
double two(double a, double b) {
  return apply<kOp>(a, b);
}

/// The number of a function in the engine's table: in WebAssembly that is its address.
template <typename Function>
std::int32_t table_index(Function* function) {
  return static_cast<std::int32_t>(std::bit_cast<std::uintptr_t>(function));
}

/// The function body of a part of a tape.
class Body {
 public:
  void emit(Wasm code) { code_.push_back(code); }
  void emit(Wasm code, std::uint32_t operand) {
    code_.push_back(code);
    put_unsigned(code_, operand);
  }
  void number(double value) {
    code_.push_back(kF64Const);
    std::array<std::uint8_t, sizeof value> bytes;
    std::memcpy(bytes.data(), &value, sizeof value);
    code_.insert(code_.end(), bytes.begin(), bytes.end());
  }
  void integer(std::int32_t value) {
    code_.push_back(kI32Const);
    put_signed(code_, value);
  }
  /// Loads or stores at the address on the stack, plus `offset`; `align`: log2 of the size.
  void memory(Wasm code, std::uint32_t align, std::uint32_t offset) {
    emit(code, align);
    put_unsigned(code_, offset);
  }
  std::uint32_t new_local() { return kFirstOwn + locals_++; }

  /// Leaves the address of values[map[i]] on the stack.
  void address(Local map, std::uint32_t i) {
    emit(kLocalGet, kValues);
    emit(kLocalGet, map);
    memory(kI32Load, 2, 4 * i);
    integer(3);
    emit(kI32Shl);
    emit(kI32Add);
  }

  /// The operation on operands that `push(k)` leaves on the stack.
  template <typename Push>
  void operation(Op op, const Push& push) {
    with_op(op, [&](auto kOp) { this->template operation<kOp.value>(push); });
  }

  Bytes finish() {
    Bytes made;
    append(made, {2, 1, kI32});
    put_unsigned(made, locals_);
    made.push_back(kF64);
    append(made, code_);
    made.push_back(kEndCode);
    return made;
  }

 private:
  template <typename Push>
  void truth(int k, const Push& push) {
    push(k);
    number(0);
    emit(kF64Ne);
  }

  /// What apply<kOp> does; a choice is `then otherwise condition select`.
  template <Op kOp, typename Push>
  void operation(const Push& push) {
    using enum Op;
    const auto both = [&](Wasm code) {
      push(0);
      push(1);
      emit(code);
    };
    if constexpr (kOp == kAdd) {
      both(kF64Add);
    } else if constexpr (kOp == kSub) {
      both(kF64Sub);
    } else if constexpr (kOp == kMul) {
      both(kF64Mul);
    } else if constexpr (kOp == kDiv) {
      both(kF64Div);
    } else if constexpr (kOp == kMin || kOp == kMax) {
      push(1);
      push(0);
      push(kOp == kMin ? 1 : 0);
      push(kOp == kMin ? 0 : 1);
      emit(kF64Lt);
      emit(kSelect);
    } else if constexpr (kOp == kLess || kOp == kLessEqual || kOp == kEqual) {
      both(kOp == kLess ? kF64Lt : kOp == kLessEqual ? kF64Le : kF64Eq);
      emit(kF64OfI32);
    } else if constexpr (kOp == kAnd || kOp == kOr) {
      truth(0, push);
      truth(1, push);
      emit(kOp == kAnd ? kI32And : kI32Or);
      emit(kF64OfI32);
    } else if constexpr (kOp == kNeg || kOp == kSqrt || kOp == kAbs || kOp == kFloor) {
      push(0);
      emit(kOp == kNeg ? kF64Neg : kOp == kSqrt ? kF64Sqrt : kOp == kAbs ? kF64Abs : kF64Floor);
    } else if constexpr (kOp == kNot) {
      push(0);
      number(0);
      emit(kF64Eq);
      emit(kF64OfI32);
    } else if constexpr (kOp == kSign) {
      number(1);
      number(-1);
      push(0);
      push(0);
      number(0);
      emit(kF64Lt);
      emit(kSelect);
      push(0);
      number(0);
      emit(kF64Gt);
      emit(kSelect);
    } else if constexpr (kOp == kIf) {
      push(1);
      push(2);
      truth(0, push);
      emit(kSelect);
    } else if constexpr (arity(kOp) == 1) {
      push(0);
      call(table_index(&one<kOp>), kTypeOne);
    } else {
      push(0);
      push(1);
      call(table_index(&two<kOp>), kTypeTwo);
    }
  }

  void call(std::int32_t index, Type type) {
    integer(index);
    emit(kCallIndirect, type);
    put_unsigned(code_, 0);  // the table
  }

  Bytes code_;
  std::uint32_t locals_ = 0;
};

}  // namespace

/// Writes the functions of one tape.
class CodeWriter {
 public:
  CodeWriter(const Tape& tape, CodeForm form)
      : tape_(tape), form_(form), given_(tape.main_.first), nodes_(read(tape)) {
    order();
    split();
  }

  /// The bodies of its functions; the last one is the one to call. first: the number of the first.
  std::vector<Bytes> functions(std::uint32_t first) {
    std::vector<Bytes> made;
    for (std::size_t part = 0; part < parts_.size(); ++part) made.push_back(body(part));
    if (made.size() == 1) return made;
    Body all;
    for (std::uint32_t part = 0; part < parts_.size(); ++part) {
      for (std::uint32_t parameter = 0; parameter < kParameters; ++parameter)
        all.emit(kLocalGet, parameter);
      all.emit(kCall, first + part);
    }
    made.push_back(all.finish());
    return made;
  }

 private:
  static constexpr std::size_t kLongest = 1500;  // operations in a function
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Operation {
    Op op;
    std::array<std::uint32_t, 3> arg;  // registers
  };

  /// The operation of each result, in the order of their registers.
  static std::vector<Operation> read(const Tape& tape) {
    std::vector<Operation> made;
    const std::uint32_t* code = tape.main_.code.data();
    while (made.size() < tape.main_.instruction_count) {
      const Op op = static_cast<Op>(code[0]);
      const std::uint32_t count = code[1];
      code += 2;
      for (std::uint32_t i = 0; i < count; ++i) {
        Operation next{op, {}};
        for (int k = 0; k < arity(op); ++k) next.arg[static_cast<std::size_t>(k)] = *code++;
        made.push_back(next);
      }
    }
    return made;
  }

  const Operation& at(std::uint32_t value) const { return nodes_[value - given_]; }
  bool is_computed(std::uint32_t value) const { return value >= given_; }

  /// Operands right before what needs them: few values are alive at a time.
  void order() {
    std::vector<char> is_placed(given_ + nodes_.size());
    std::vector<std::pair<std::uint32_t, int>> path;  // a value and the next of its operands
    for (const std::uint32_t output : tape_.outputs_) {
      if (is_computed(output) && !is_placed[output]) path.emplace_back(output, 0);
      while (!path.empty()) {
        auto& [value, k] = path.back();
        if (k < arity(at(value).op)) {
          const std::uint32_t operand = at(value).arg[static_cast<std::size_t>(k++)];
          if (is_computed(operand) && !is_placed[operand]) path.emplace_back(operand, 0);
          continue;
        }
        if (!std::exchange(is_placed[value], 1)) order_.push_back(value);
        path.pop_back();
      }
    }
  }

  /// Parts of the order, and which values leave their part.
  void split() {
    const std::size_t count = std::max<std::size_t>(1, (order_.size() + kLongest - 1) / kLongest);
    part_of_.assign(given_ + nodes_.size(), kNone);
    leaves_.assign(part_of_.size(), 0);
    for (std::size_t part = 0; part < count; ++part) {
      const std::size_t begin = order_.size() * part / count;
      const std::size_t end = order_.size() * (part + 1) / count;
      parts_.emplace_back(begin, end);
      for (std::size_t i = begin; i < end; ++i) {
        part_of_[order_[i]] = static_cast<std::uint32_t>(part);
        for (int k = 0; k < arity(at(order_[i]).op); ++k) {
          const std::uint32_t operand = at(order_[i]).arg[static_cast<std::size_t>(k)];
          if (is_computed(operand) && part_of_[operand] != part) leaves_[operand] = 1;
        }
      }
    }
    for (const std::uint32_t output : tape_.outputs_)
      if (is_computed(output) && part_of_[output] + 1 != count) leaves_[output] = 1;
  }

  Bytes body(std::size_t part) const {
    Body to;
    std::vector<std::uint32_t> local(part_of_.size(), kNone);
    const auto push = [&](std::uint32_t value) {
      if (local[value] != kNone) {
        to.emit(kLocalGet, local[value]);
        return;
      }
      if (value < tape_.input_count_) {
        to.address(kGather, value);
        to.memory(kF64Load, 3, 0);
      } else if (!is_computed(value)) {
        to.emit(kLocalGet, kHoisted);
        to.memory(kF64Load, 3, 8 * static_cast<std::uint32_t>(value - tape_.input_count_));
      } else {
        to.emit(kLocalGet, kScratch);
        to.memory(kF64Load, 3, 8 * (value - given_));
      }
      to.emit(kLocalTee, local[value] = to.new_local());
    };
    const auto [begin, end] = parts_[part];
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t value = order_[i];
      const Operation& operation = at(value);
      if (leaves_[value]) to.emit(kLocalGet, kScratch);
      to.operation(operation.op, [&](int k) { push(operation.arg[static_cast<std::size_t>(k)]); });
      const std::uint32_t own = local[value] = to.new_local();
      to.emit(leaves_[value] ? kLocalTee : kLocalSet, own);
      if (leaves_[value]) to.memory(kF64Store, 3, 8 * (value - given_));
    }
    if (part + 1 == parts_.size()) put_outputs(to, push);
    return to.finish();
  }

  template <typename Push>
  void put_outputs(Body& to, const Push& push) const {
    for (std::uint32_t i = 0; i < tape_.outputs_.size(); ++i) {
      if (form_ == CodeForm::kStore) {
        to.emit(kLocalGet, kOutputs);
        push(tape_.outputs_[i]);
        to.memory(kF64Store, 3, 8 * i);
        continue;
      }
      to.address(kScatter, i);
      to.emit(kLocalTee, kAddress);
      to.emit(kLocalGet, kAddress);
      to.memory(kF64Load, 3, 0);
      push(tape_.outputs_[i]);
      to.emit(kF64Add);
      to.memory(kF64Store, 3, 0);
    }
  }

  const Tape& tape_;
  CodeForm form_;
  std::uint32_t given_;               // registers of inputs and hoisted values
  std::vector<Operation> nodes_;      // of the registers from given_ on
  std::vector<std::uint32_t> order_;  // values
  std::vector<std::pair<std::size_t, std::size_t>> parts_;  // of the order
  std::vector<std::uint32_t> part_of_;                      // (values)
  std::vector<char> leaves_;                                // (values)
};

std::vector<std::uint8_t> wasm_module(std::span<const std::pair<const Tape*, CodeForm>> tapes) {
  Bytes types{0x60, kParameters};
  types.insert(types.end(), kParameters, kI32);
  append(types, {0, 0x60, 1, kF64, 1, kF64, 0x60, 2, kF64, kF64, 1, kF64});
  Bytes imports;
  put_name(imports, "e");
  put_name(imports, "m");
  append(imports, {2, 0, 0});  // a memory of any size
  put_name(imports, "e");
  put_name(imports, "t");
  append(imports, {1, kFuncref, 0, 0});  // a table of any size

  Bytes functions, exports, bodies;
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < tapes.size(); ++i) {
    for (const Bytes& body : CodeWriter(*tapes[i].first, tapes[i].second).functions(count)) {
      put_unsigned(functions, kTypeCode);
      put_sized(bodies, body);
      ++count;
    }
    put_name(exports, std::to_string(i));
    exports.push_back(0);
    put_unsigned(exports, count - 1);
  }

  Bytes made{0, 'a', 's', 'm', 1, 0, 0, 0};
  put_section(made, 1, 3, types);
  put_section(made, 2, 2, imports);
  put_section(made, 3, count, functions);
  put_section(made, 7, static_cast<std::uint32_t>(tapes.size()), exports);
  put_section(made, 10, count, bodies);
  return made;
}

}  // namespace porthos::expr
