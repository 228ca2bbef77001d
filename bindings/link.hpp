#pragma once

#include "expr/code.hpp"

/// Has the host compile a module of expr::wasm_module() and puts its functions into the engine's
/// table; without functions where it does not. See expr::Linker.
porthos::expr::LinkedModule link_module(std::span<const std::uint8_t> module, std::size_t count);
