#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "expr/code.hpp"
#include "expr/graph.hpp"

namespace porthos::expr {

/// Formulas compiled for repeated evaluation: dead code dropped, common sub-expressions computed
/// once, and everything that depends on constants alone computed only when these change.
///
///   std::vector<double> hoisted(tape.hoisted_count());
///   tape.bind(constants, hoisted);                             // when a constant changes
///   tape.evaluate(inputs, hoisted.data(), outputs, scratch);   // every time
///
/// The result is the same to the last bit on every machine that has the same math functions.
class Tape {
 public:
  /// Instances per block of evaluate_many.
  static constexpr std::size_t kLanes = 4;

  Tape() = default;

  /// outputs evaluated from inputs; `constants` are symbols that seldom change. Inputs and
  /// constants are distinct symbols, and the outputs depend on no others (asserted). All of one
  /// graph, which is not needed afterwards.
  Tape(std::span<const Expr> outputs, std::span<const Expr> inputs,
       std::span<const Expr> constants);

  std::size_t input_count() const { return input_count_; }
  std::size_t output_count() const { return outputs_.size(); }
  std::size_t constant_count() const { return constant_count_; }

  /// Values that bind() computes: the maximal sub-expressions of constants, and the literal
  /// numbers; so the count may be positive even without constants.
  std::size_t hoisted_count() const { return hoisted_.size(); }

  /// Operations per evaluation, for reports and benchmarks.
  std::size_t instruction_count() const { return main_.instruction_count; }

  /// Makes add_many or evaluate_many of all copies of this tape call a function of wasm_module()
  /// from now on, which belongs to `owner`. The results are the same to the last bit, so it counts
  /// as const. Not while another thread evaluates.
  bool is_linked() const { return linked_ && linked_->code; }
  void link(Code code, CodeForm form, std::shared_ptr<const void> owner) const;

  /// Computes the hoisted values. constants (constant_count), hoisted (hoisted_count).
  void bind(std::span<const double> constants, std::span<double> hoisted) const;

  /// One instance: inputs (input_count), hoisted (hoisted_count), outputs (output_count). No
  /// allocation once scratch is large enough; scratch may be shared by tapes, not by threads.
  void evaluate(const double* inputs, const double* hoisted, double* outputs,
                std::vector<double>& scratch) const;

  /// n instances, the same bits as n calls of evaluate(). Input i of instance k is
  /// values[gather[k input_count + i]]; outputs (n x output_count), each instance in one piece.
  /// hoisted (hoisted_count) is shared by all, or (n x hoisted_stride) when every instance has its
  /// own constants.
  void evaluate_many(std::size_t n, const double* values, const int* gather, const double* hoisted,
                     std::size_t hoisted_stride, double* outputs,
                     std::vector<double>& scratch) const;

  /// The same, but output i of instance k is added to values[scatter[k output_count + i]], which
  /// must not be an input.
  void add_many(std::size_t n, double* values, const int* gather, const int* scatter,
                const double* hoisted, std::size_t hoisted_stride,
                std::vector<double>& scratch) const;

 private:
  friend class Compiler;
  friend class CodeWriter;

  /// The function that replaces the interpreter, if there is one; shared by all copies.
  struct Linked {
    Code code = nullptr;
    CodeForm form = CodeForm::kAdd;
    std::shared_ptr<const void> owner;
  };

  /// Straight-line code in runs of one operation: op, count, then count groups of arity(op)
  /// register numbers. Results go to consecutive registers from `first` on.
  struct Program {
    static constexpr std::uint32_t kEnd = ~std::uint32_t{0};  // after the last run
    std::vector<std::uint32_t> code;
    std::uint32_t first = 0;
    std::size_t instruction_count = 0;
  };

  template <std::size_t kWidth>
  static void run(const Program& program, double* registers);
  template <typename Put>
  void run_all(std::size_t n, const double* values, const int* gather, const double* hoisted,
               std::size_t hoisted_stride, std::vector<double>& scratch, const Put& put) const;

  /// Calls the linked function for each instance; false if there is none for this form.
  bool run_linked(CodeForm form, std::size_t n, double* values, const int* gather,
                  const double* hoisted, std::size_t hoisted_stride, double* outputs,
                  const int* scatter, std::vector<double>& scratch) const;

  std::shared_ptr<Linked> linked_;
  std::size_t input_count_ = 0;
  std::size_t constant_count_ = 0;
  std::vector<double> literals_;        // first registers of bind_, before the constants
  Program bind_;                        // registers: literals, constants, results
  std::vector<std::uint32_t> hoisted_;  // registers of bind_ that are handed to main_
  Program main_;                        // registers: inputs, hoisted, results
  std::vector<std::uint32_t> outputs_;  // registers of main_
};

}  // namespace porthos::expr
