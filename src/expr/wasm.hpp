#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "expr/evaluate.hpp"

/// The binary format of WebAssembly (core specification 2.0), as far as tapes need it.
namespace porthos::expr::wasm {

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

/// The parameters of Code, which are its first locals. kAddress holds an address temporarily.
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
enum Type : std::uint32_t { kTypeCode, kTypeOne, kTypeTwo, kTypePair };

inline void put_unsigned(Bytes& to, std::uint32_t value) {
  for (; value >= 0x80; value >>= 7) to.push_back(static_cast<std::uint8_t>(value | 0x80));
  to.push_back(static_cast<std::uint8_t>(value));
}

inline void put_signed(Bytes& to, std::int32_t value) {
  for (; value < -0x40 || value >= 0x40; value >>= 7)
    to.push_back(static_cast<std::uint8_t>((value & 0x7f) | 0x80));
  to.push_back(static_cast<std::uint8_t>(value & 0x7f));
}

inline void append(Bytes& to, const Bytes& more) { to.insert(to.end(), more.begin(), more.end()); }

/// A list of `count` elements as a section, or a function body: its length first.
inline void put_sized(Bytes& to, const Bytes& content) {
  put_unsigned(to, static_cast<std::uint32_t>(content.size()));
  append(to, content);
}

inline void put_section(Bytes& to, std::uint8_t id, std::uint32_t count, const Bytes& elements) {
  Bytes content;
  put_unsigned(content, count);
  append(content, elements);
  to.push_back(id);
  put_sized(to, content);
}

inline void put_name(Bytes& to, const std::string& name) {
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

/// sin(a), and stores cos(a): the argument reduction to a quadrant is done once. The bits are those
/// of the two functions.
inline double sine_and_cosine(double a, double* cosine) {
  double sine;
  ::sincos(a, &sine, cosine);
  return sine;
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

  /// The operation on the operands that `push(k)` leaves on the stack.
  template <typename Push>
  void operation(Op op, const Push& push) {
    with_op(op, [&](auto kOp) { this->template operation<kOp.value>(push); });
  }

  /// Takes an angle and the address of its cosine from the stack, and leaves its sine there.
  void sine_and_cosine() { call(table_index(&wasm::sine_and_cosine), kTypePair); }

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

  /// The code of apply<kOp>; a choice is `then otherwise condition select`.
  template <Op kOp, typename Push>
  void operation(const Push& push) {
    using enum Op;
    const auto both = [&](Wasm code) {
      push(0);
      push(1);
      emit(code);
    };
    if constexpr (kOp == kAdd || kOp == kSub || kOp == kMul || kOp == kDiv) {
      both(kOp == kAdd ? kF64Add : kOp == kSub ? kF64Sub : kOp == kMul ? kF64Mul : kF64Div);
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
    put_unsigned(code_, 0);  // index of the table
  }

  Bytes code_;
  std::uint32_t locals_ = 0;
};

}  // namespace porthos::expr::wasm
