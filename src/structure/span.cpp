#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "structure/rounding.hpp"
#include "structure/skew_form.hpp"

namespace porthos::structure {
namespace {

/// Gauss-Jordan elimination of the columns of vectors (f; e), with complete pivoting: unit vectors
/// in one row of each port.
class SpanElimination {
 public:
  SpanElimination(const MatX& K, const MatX& L)
      : n_(K.rows()), W_(2 * n_, K.cols()), row_(index(n_), -1), column_(index(n_), -1) {
    W_ << K, L;
    for (auto column : W_.colwise()) column /= power_of_two(largest_entry(column));
    error_ = kDataError * W_.cwiseAbs();
    is_open_.assign(index(W_.cols()), 1);
    while (step()) ++rank_;
  }

  SpannedForm result() const {
    SpannedForm spanned;
    bool has_more = rank_ < n_;
    for (Index c = 0; c < W_.cols(); ++c)
      for (Index r = 0; r < 2 * n_; ++r) {
        if (!is_open_[index(c)] || is_zero(W_(r, c), error_(r, c))) continue;
        (is_sure(W_(r, c), error_(r, c)) ? has_more : spanned.is_doubtful) = true;
      }
    if (has_more || spanned.is_doubtful) return spanned;
    SkewForm form{{}, MatX(n_, n_), MatX(n_, n_), ""};
    for (Index i = 0; i < n_; ++i) {
      form.gives_flow.push_back(row_[index(i)] < n_);
      const Index answer = row_[index(i)] < n_ ? i + n_ : i;
      for (Index j = 0; j < n_; ++j) {
        form.J(i, j) = W_(answer, column_[index(j)]);
        form.error(i, j) = error_(answer, column_[index(j)]);
      }
    }
    constexpr double kTolerance = 1e-12;  // the isotropy tolerance
    const MatX symmetric = form.J + form.J.transpose();
    const MatX known = kSurelyZero * (form.error + form.error.transpose());
    if ((symmetric.array().abs() > known.array().max(kTolerance)).any()) return spanned;
    form.J = ((form.J - form.J.transpose()) / 2).eval();
    form.error = form.error.cwiseMax(form.error.transpose()).eval();
    reduce(form);
    spanned.form = std::move(form);
    return spanned;
  }

 private:
  bool step() {
    Index row = -1, column = -1;
    double most = 0;
    for (Index c = 0; c < W_.cols(); ++c)
      for (Index r = 0; r < 2 * n_; ++r) {
        const double size = std::abs(W_(r, c));
        if (size <= most || !is_open_[index(c)] || row_[index(r % n_)] >= 0) continue;
        if (!is_sure(size, error_(r, c))) continue;
        most = size;
        row = r;
        column = c;
      }
    if (row < 0) return false;
    row_[index(row % n_)] = row;
    column_[index(row % n_)] = column;
    is_open_[index(column)] = 0;
    const double a = W_(row, column), relative = std::hypot(error_(row, column) / a, kEpsilon);
    for (Index r = 0; r < 2 * n_; ++r) {
      error_(r, column) = std::hypot(error_(r, column) / a, relative * W_(r, column) / a);
      W_(r, column) /= a;
    }
    error_(row, column) = 0;
    for (Index c = 0; c < W_.cols(); ++c) {
      const double factor = W_(row, c), of_factor = error_(row, c);
      if (c == column || factor == 0) continue;
      for (Index r = 0; r < 2 * n_; ++r) {
        const double change = factor * W_(r, column);
        const double of_change =
            square(of_factor * W_(r, column)) + square(factor * error_(r, column));
        W_(r, c) -= change;
        error_(r, c) = std::sqrt(square(error_(r, c)) + of_change +
                                 square(kEpsilon) * (square(change) + square(W_(r, c))));
      }
      W_(row, c) = error_(row, c) = 0;
    }
    return true;
  }

  Index n_, rank_ = 0;
  MatX W_, error_;
  std::vector<Index> row_, column_;  // (n) row and column of the port's pivot; -1 before
  std::vector<char> is_open_;        // (columns) without a pivot
};

}  // namespace

SpannedForm span_of(const MatX& K, const MatX& L) { return SpanElimination(K, L).result(); }

}  // namespace porthos::structure
