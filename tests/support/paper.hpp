/// The oracle of a gallery model: a residual in each row, including the first, or one number of a
/// run. On request the tests write the largest one into the table of docs/gallery.md.
#pragma once

#include <functional>
#include <string>

#include "support/run.hpp"

namespace porthos::test {

struct Oracle {
  std::string model, what;
};

/// Fails the test if |residual(row)| exceeds the tolerance in any row of the run. The rows come in
/// order, so a residual may integrate along them.
void oracle(const Run& run, const Oracle& about, double tolerance,
            const std::function<double(size_t row)>& residual);

/// Fails the test if |error| exceeds the tolerance; for example of a drift, of a period, of the
/// last row.
void oracle(const Oracle& about, double tolerance, double error);

/// The value of a column by name.
using Reader = std::function<double(const char*)>;

/// The residual at a row as a function of column names.
std::function<double(size_t)> at(const Run& run, const std::function<double(const Reader&)>& f);

}  // namespace porthos::test
