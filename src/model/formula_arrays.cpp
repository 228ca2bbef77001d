#include <string>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "model/formulas.hpp"

namespace porthos::model {

std::vector<Expr> Formulas::read_array(Place place, int count, unsigned allowed) {
  std::vector<Expr> read_values;
  if (!place) return read_values;
  const bool was_broken = std::exchange(uses_broken_, false);
  const std::size_t before = reader_.problems().size();
  const auto append = [&](Place formula) {
    const Tensor value = read_tensor(formula, allowed);
    read_values.insert(read_values.end(), value.entries.begin(), value.entries.end());
  };
  if (place->is_array()) {
    for (std::size_t i = 0; i < place.size(); ++i) append(place[i]);
  } else {
    append(place);
  }
  const bool is_known = !uses_broken_ && reader_.problems().size() == before;
  uses_broken_ = uses_broken_ || was_broken;
  if (count >= 0 && read_values.size() != index(count)) {
    if (is_known)
      reader_.fail(
          "PH113", place, describe(*place),
          count == 1 ? "one formula" : "an array of " + std::to_string(count) + " formulas");
    read_values.resize(index(count));
  }
  return read_values;
}

laws::Matrix Formulas::read_matrix(Place place, int n, unsigned allowed) {
  laws::Matrix matrix(n);
  const std::string shape = std::to_string(n) + " x " + std::to_string(n);
  if (place->is_string()) {
    constexpr int kMost = 1000;  // all n x n entries are created
    if (n > kMost) {
      reader_.fail("PH105", place, "a " + shape + " matrix as one formula",
                   "at most " + std::to_string(kMost) + " rows");
      return matrix;
    }
    const Tensor whole =
        read_shaped(place, expr::matrix_of(n, n), "rows and columns are velocities", allowed);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) matrix.add(i, j, whole.at(i, j));
    return matrix;
  }
  if (!reader_.array(place, "a matrix (" + shape + "): an array of rows")) return matrix;
  bool fits = place.size() == index(n);
  for (std::size_t i = 0; i < place.size(); ++i)
    fits = fits && (*place)[i].is_array() && (*place)[i].size() == index(n);
  if (!fits) {
    std::string rows;
    for (const Json& row : *place)
      rows += (rows.empty() ? "" : ", ") + (row.is_array() ? std::to_string(row.size()) : "no row");
    reader_.fail("PH113", place, "rows of lengths " + rows, "a " + shape + " matrix",
                 "one row and column for each velocity, in their order");
    return matrix;
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) matrix.add(i, j, read(place[index(i)][index(j)], allowed));
  return matrix;
}

}  // namespace porthos::model
