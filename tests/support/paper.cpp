#include "support/paper.hpp"

#include <cmath>
#include <cstdlib>
#include <fstream>

namespace porthos::test {

void oracle(const Run& run, const Oracle& about, double tolerance,
            const std::function<double(size_t row)>& residual) {
  REQUIRE(run.rows() > 0);
  double most = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    const double error = std::abs(residual(row));
    if (!std::isfinite(error)) FAIL(about.model << ", " << about.what << ": no number in " << row);
    most = std::max(most, error);
  }
  oracle(about, tolerance, most);
}

void oracle(const Oracle& about, double tolerance, double error) {
  INFO(about.model << ", " << about.what);
  REQUIRE(std::isfinite(error));
  CHECK(std::abs(error) <= tolerance);
  if (const char* file = std::getenv("PORTHOS_ORACLES"))
    std::ofstream(file, std::ios::app) << Json({{"model", about.model},
                                                {"what", about.what},
                                                {"error", std::abs(error)},
                                                {"tolerance", tolerance}})
                                              .dump()
                                       << "\n";
}

std::function<double(size_t)> at(const Run& run, const std::function<double(const Reader&)>& f) {
  return [&run, f](size_t row) { return f([&](const char* name) { return run.at(name, row); }); };
}

}  // namespace porthos::test
