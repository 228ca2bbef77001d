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
  INFO(about.model << ", " << about.what);
  CHECK(most <= tolerance);
  if (const char* file = std::getenv("PORTHOS_ORACLES"))
    std::ofstream(file, std::ios::app) << Json({{"model", about.model},
                                                {"what", about.what},
                                                {"error", most},
                                                {"tolerance", tolerance}})
                                              .dump()
                                       << "\n";
}

}  // namespace porthos::test
