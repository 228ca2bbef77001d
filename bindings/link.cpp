#include "link.hpp"

#include <emscripten.h>

#include <cstdint>

namespace {

EM_JS_DEPS(porthos_link, "$wasmTable");

// Compiles the module, puts its functions "0", "1", ... into the table of the engine and writes
// their indices to `to`. If a content security policy forbids it (no wasm-unsafe-eval), the
// interpreter stays in use.
EM_JS(bool, porthos_link, (const std::uint8_t* bytes, int size, int count, std::uint32_t* to), {
  try {
    const module = new WebAssembly.Module(HEAPU8.slice(bytes, bytes + size));
    const found = new WebAssembly.Instance(module, {e : {m : wasmMemory, t : wasmTable}}).exports;
    const free = wasmTable.porthosFree || (wasmTable.porthosFree = []);
    if (free.length < count) {
      const first = wasmTable.grow(count);
      for (let i = count; i-- > 0;) free.push(first + i);
    }
    for (let i = 0; i < count; ++i) {
      const place = free.pop();
      wasmTable.set(place, found[i]);
      HEAPU32[(to >> 2) + i] = place;
    }
    return true;
  } catch {
    return false;
  }
});

EM_JS(void, porthos_unlink, (const std::uint32_t* places, int count), {
  for (let i = 0; i < count; ++i) {
    const place = HEAPU32[(places >> 2) + i];
    wasmTable.set(place, null);
    wasmTable.porthosFree.push(place);
  }
});

/// The table entries of a module's functions; released in the destructor.
class Places {
 public:
  explicit Places(std::size_t count) : numbers_(count) {}
  Places(const Places&) = delete;
  Places& operator=(const Places&) = delete;
  ~Places() {
    if (is_linked_) porthos_unlink(numbers_.data(), static_cast<int>(numbers_.size()));
  }

  bool link(std::span<const std::uint8_t> module) {
    return is_linked_ = porthos_link(module.data(), static_cast<int>(module.size()),
                                     static_cast<int>(numbers_.size()), numbers_.data());
  }
  const std::vector<std::uint32_t>& numbers() const { return numbers_; }

 private:
  std::vector<std::uint32_t> numbers_;
  bool is_linked_ = false;
};

}  // namespace

porthos::expr::LinkedModule link_module(std::span<const std::uint8_t> module, std::size_t count) {
  auto places = std::make_shared<Places>(count);
  if (!places->link(module)) return {};
  porthos::expr::LinkedModule linked;
  for (const std::uint32_t number : places->numbers())
    linked.functions.push_back(reinterpret_cast<porthos::expr::Code>(number));
  linked.owner = std::move(places);
  return linked;
}
