#pragma once

#include "expr/code.hpp"

/// Lets the host compile a module of expr::wasm_module() and puts its functions into the engine's
/// table. The result has no functions if the host does not compile. See expr::Linker.
porthos::expr::LinkedModule link_module(std::span<const std::uint8_t> module, std::size_t count);
