/// Tapes as WebAssembly (core specification 2.0, binary format). Within a function values live in
/// locals, which the host's compiler puts into registers; the interpreter of Tape reads and writes
/// memory for each operand. Long tapes become several functions, since compilers take more than
/// linear time for one; values pass between functions through `scratch`.
#include "expr/code.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "base/index.hpp"
#include "expr/tape.hpp"
#include "expr/wasm.hpp"

namespace porthos::expr {

using namespace wasm;

/// Writes the functions of one tape.
class CodeWriter {
 public:
  CodeWriter(const Tape& tape, CodeForm form)
      : tape_(tape), form_(form), given_(tape.main_.first), nodes_(read(tape)) {
    order();
    split();
    find_pairs();
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
    std::array<std::uint32_t, 3> arg;  // registers of the operands
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
        for (int k = 0; k < arity(op); ++k) next.arg[index(k)] = *code++;
        made.push_back(next);
      }
    }
    return made;
  }

  const Operation& at(std::uint32_t value) const { return nodes_[value - given_]; }
  bool is_computed(std::uint32_t value) const { return value >= given_; }

  /// Puts operands right before their use, so that few values are alive at a time.
  void order() {
    std::vector<char> is_placed(given_ + nodes_.size());
    std::vector<std::pair<std::uint32_t, int>> path;  // a value and the next of its operands
    for (const std::uint32_t output : tape_.outputs_) {
      if (is_computed(output) && !is_placed[output]) path.emplace_back(output, 0);
      while (!path.empty()) {
        auto& [value, k] = path.back();
        if (k < arity(at(value).op)) {
          const std::uint32_t operand = at(value).arg[index(k++)];
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
          const std::uint32_t operand = at(order_[i]).arg[index(k)];
          if (is_computed(operand) && part_of_[operand] != part) leaves_[operand] = 1;
        }
      }
    }
    for (const std::uint32_t output : tape_.outputs_)
      if (is_computed(output) && part_of_[output] + 1 != count) leaves_[output] = 1;
  }

  /// Puts the sine and cosine of one angle into one part.
  void find_pairs() {
    partner_.assign(part_of_.size(), kNone);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> sines;  // part, angle
    for (const std::uint32_t value : order_)
      if (at(value).op == Op::kSin) sines[{part_of_[value], at(value).arg[0]}] = value;
    for (const std::uint32_t value : order_) {
      if (at(value).op != Op::kCos) continue;
      const auto sine = sines.find({part_of_[value], at(value).arg[0]});
      if (sine == sines.end()) continue;
      partner_[value] = sine->second;
      partner_[sine->second] = value;
    }
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
      if (local[value] != kNone) continue;  // computed with its partner
      if (partner_[value] != kNone) {
        const bool is_sine = operation.op == Op::kSin;
        const std::uint32_t sine = is_sine ? value : partner_[value];
        const std::uint32_t cosine = is_sine ? partner_[value] : value;
        if (leaves_[sine]) to.emit(kLocalGet, kScratch);
        push(operation.arg[0]);
        to.emit(kLocalGet, kScratch);
        to.integer(static_cast<std::int32_t>(8 * (cosine - given_)));
        to.emit(kI32Add);
        to.sine_and_cosine();
        local[sine] = to.new_local();
        to.emit(leaves_[sine] ? kLocalTee : kLocalSet, local[sine]);
        if (leaves_[sine]) to.memory(kF64Store, 3, 8 * (sine - given_));
        to.emit(kLocalGet, kScratch);
        to.memory(kF64Load, 3, 8 * (cosine - given_));
        to.emit(kLocalSet, local[cosine] = to.new_local());
        continue;
      }
      if (leaves_[value]) to.emit(kLocalGet, kScratch);
      to.operation(operation.op, [&](int k) { push(operation.arg[index(k)]); });
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
  std::vector<std::pair<std::size_t, std::size_t>> parts_;  // index ranges of order_
  std::vector<std::uint32_t> part_of_;                      // (values)
  std::vector<char> leaves_;                                // (values)
  std::vector<std::uint32_t> partner_;  // (values): the cosine of a sine's angle, and back; kNone
};

std::vector<std::uint8_t> wasm_module(std::span<const std::pair<const Tape*, CodeForm>> tapes) {
  Bytes types{0x60, kParameters};
  types.insert(types.end(), kParameters, kI32);
  append(types,
         {0, 0x60, 1, kF64, 1, kF64, 0x60, 2, kF64, kF64, 1, kF64, 0x60, 2, kF64, kI32, 1, kF64});
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
  put_section(made, 1, 4, types);
  put_section(made, 2, 2, imports);
  put_section(made, 3, count, functions);
  put_section(made, 7, static_cast<std::uint32_t>(tapes.size()), exports);
  put_section(made, 10, count, bodies);
  return made;
}

}  // namespace porthos::expr
