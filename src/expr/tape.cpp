#include "expr/tape.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "expr/evaluate.hpp"

namespace porthos::expr {
namespace {

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
  while (*code != Program::kEnd) {
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
