/// What an oracle says of a model of the gallery: a residual in every row, the first included, or
/// one number of a run. The largest goes into the table of docs/gallery.md when the tests are asked
/// to write it.
#pragma once

#include <functional>
#include <string>

#include "support/run.hpp"

namespace porthos::test {

struct Oracle {
  std::string model, what;
};

/// Fails the test if |residual(row)| exceeds the tolerance in any row of the run. The rows come in
/// their order, so that a residual may integrate along them.
void oracle(const Run& run, const Oracle& about, double tolerance,
            const std::function<double(size_t row)>& residual);

/// Fails the test if |error| exceeds the tolerance: of a drift, of a period, of the last row.
void oracle(const Oracle& about, double tolerance, double error);

/// A column's value by its name.
using Reader = std::function<double(const char*)>;

/// The residual at a row from the names of the columns.
std::function<double(size_t)> at(const Run& run, const std::function<double(const Reader&)>& f);

}  // namespace porthos::test
