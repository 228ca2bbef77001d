#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace porthos::expr {

class Tape;

/// A tape as a separate function in machine code: what Tape::add_many (kAdd) or Tape::evaluate_many
/// (kStore) does for one instance.
///
///   values   the numbers that gather and scatter point into
///   gather   (inputs)
///   hoisted  (hoisted_count)
///   outputs  (outputs), written by kStore
///   scatter  (outputs), used by kAdd
///   scratch  (Tape::register_count)
using Code = void (*)(double* values, const int* gather, const double* hoisted, double* outputs,
                      const int* scatter, double* scratch);

enum class CodeForm { kAdd, kStore };

/// A WebAssembly module with one exported function for each tape, "0", "1", ..., of the type Code
/// for a memory of 32-bit addresses. It imports the memory and the table of functions of the engine
/// that made it, "e" "m" and "e" "t": the mathematical functions are called through the table, so
/// that the code and Tape give the same bits.
///
/// A native build does not know the table indices of these functions: its module serves for
/// inspection only.
std::vector<std::uint8_t> wasm_module(std::span<const std::pair<const Tape*, CodeForm>> tapes);

/// The functions of a module that a host has compiled, which live as long as `owner`; none where it
/// would not.
struct LinkedModule {
  std::vector<Code> functions;
  std::shared_ptr<const void> owner;
};

/// How a host compiles a module with so many functions and puts them into the engine's table.
using Linker = std::function<LinkedModule(std::span<const std::uint8_t> module, std::size_t count)>;

}  // namespace porthos::expr
