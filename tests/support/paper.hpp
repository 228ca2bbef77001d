/// What an oracle says of a model of the papers: a residual in every row, the first included. The
/// largest goes into the table of docs/gallery.md when the tests are asked to write it.
#pragma once

#include <functional>
#include <string>

#include "support/run.hpp"

namespace porthos::test {

struct Oracle {
  std::string model, what;
};

/// Fails the test if |residual(row)| exceeds the tolerance in any row of the run.
void oracle(const Run& run, const Oracle& about, double tolerance,
            const std::function<double(size_t row)>& residual);

}  // namespace porthos::test
