/// A model that is assembled but not run, for tests of the layers below the session.
#pragma once

#include "support/gallery.hpp"
#include "system/assemble.hpp"

namespace porthos::test {

/// A gallery model as one system; fused: the largest number of instances that are fused.
system::System assembled(const std::filesystem::path& path, std::size_t fused,
                         system::Assembled* names = nullptr);

/// A model without further files, fused.
system::System assembled(const std::string& text);

}  // namespace porthos::test
