#include "integrate/stage_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/complex.hpp"
#include "base/index.hpp"
#include "base/saddle.hpp"

namespace porthos::integrate {
namespace {

using Complex = std::complex<double>;
using ComplexVector = Eigen::Matrix<Complex, Eigen::Dynamic, 1>;

std::size_t at(Eigen::Index i) { return static_cast<std::size_t>(i); }

/// The eigenvector of an eigenvalue, by inverse iteration.
ComplexVector eigenvector(const MatX& a, Complex eigenvalue) {
  const int n = static_cast<int>(a.rows());
  std::vector<Entry> places;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) places.push_back({i, j});
  SparseLu<Complex> lu(n, places);
  std::vector<Complex> values;
  // Close to the eigenvalue, where the matrix itself would be singular.
  const Complex shift(eigenvalue.real() * (1 + 1e-10), eigenvalue.imag());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) values.push_back(a(i, j) - (i == j ? shift : Complex(0)));
  ComplexVector v = ComplexVector::Ones(n);
  if (!lu.factorise(values)) return v;
  for (int k = 0; k < 3; ++k) {
    lu.solve(v);
    v /= v.norm();
  }
  return v;
}

/// The eigenvectors v with a v = gamma v and u with u^T a = gamma u^T; u^T v = 1, without a
/// conjugate.
struct Eigenvectors {
  ComplexVector v, u;
};
Eigenvectors eigenvectors(const MatX& a, Complex gamma) {
  Eigenvectors found{eigenvector(a, gamma), eigenvector(a.transpose(), gamma)};
  Complex scale = 0;
  for (Eigen::Index i = 0; i < a.rows(); ++i) scale += found.u[i] * found.v[i];
  const Complex inverse = std::conj(scale) * (1 / std::norm(scale));
  for (Complex& entry : found.u) entry *= inverse;
  return found;
}

template <typename T>
T as(const Complex& x) {
  if constexpr (std::is_same_v<T, double>)
    return x.real();
  else
    return x;
}

}  // namespace

StageMatrix::StageMatrix(const Integrable& system, const Metric& metric, const Tableau& table)
    : system_(system),
      table_(table),
      diagonal_(diagonal(metric.mass())),
      dynamic_(system.sizes().z + system.sizes().w),
      size_(dynamic_ + system.sizes().nu()),
      places_(system.jacobian().entries()) {
  const auto forces =
      std::ranges::count_if(places_, [&](Entry place) { return is_force_by_position(place); });
  // Coupled masses may be much smaller in some direction than on their diagonal.
  const bool is_diagonal = system.mass().column.size() == index(system.sizes().w);
  may_leave_forces_out_ = is_diagonal && 4 * forces > 3 * std::ssize(places_);
  arrange();
}

void StageMatrix::arrange() {
  const dae::Sizes& n = system_.sizes();
  std::vector<Entry> places;
  for (const Entry& place : places_)
    if (!leaves_forces_out_ || !is_force_by_position(place)) places.push_back(place);
  for (const auto& [i, j] : system_.mass().entries()) places.push_back({n.z + i, n.z + j});
  for (int i = 0; i < size_; ++i) places.push_back({i, i});

  const SparseLu<double> one(size_, places, true);
  const SparseLu<Complex> pair(size_, places, true);
  place_.clear(), mass_.clear(), diagonal_at_.clear();
  for (const Entry& place : places_)
    place_.push_back(leaves_forces_out_ && is_force_by_position(place) ? -1 : one.find(place));
  for (const auto& [i, j] : system_.mass().entries()) mass_.push_back(one.find({n.z + i, n.z + j}));
  for (int i = 0; i < size_; ++i) diagonal_at_.push_back(one.find({i, i}));

  real_.clear(), pairs_.clear();
  for (const Complex& gamma : table_.eigenvalues) {
    if (gamma.imag() == 0)
      real_.push_back(shifted(gamma, one));
    else
      pairs_.push_back(shifted(gamma, pair));
  }
}

/// Without the derivatives F' of forces with respect to positions each correction leaves about h^2
/// F'/m of the previous one. A switch needs a new order of pivots; hysteresis makes switches rare.
bool StageMatrix::can_leave_forces_out(double h) const {
  constexpr double kLittle = 1e-4, kStillLittle = 1e-2;
  const double most = leaves_forces_out_ ? kStillLittle : kLittle;
  for (std::size_t k = 0; k < places_.size() && may_leave_forces_out_; ++k) {
    if (!is_force_by_position(places_[k])) continue;
    const double force = std::abs(jacobian_[static_cast<Eigen::Index>(k)]);
    if (!(h * h * force < most * diagonal_[places_[k].row - system_.sizes().z])) return false;
  }
  return may_leave_forces_out_;
}

template <typename T>
std::unique_ptr<StageMatrix::Shifted<T>> StageMatrix::shifted(const Complex& gamma,
                                                              const SparseLu<T>& lu) const {
  const auto [v, u] = eigenvectors(table_.inverse, gamma);
  auto made = std::make_unique<Shifted<T>>();
  made->gamma = as<T>(gamma);
  made->lu = lu;
  for (Eigen::Index i = 0; i < v.size(); ++i) {
    made->to_stage.push_back(as<T>(v[i]));
    made->from_residual.push_back(as<T>(u[i]));
    made->from_dynamic.push_back(product(made->gamma, made->from_residual.back()));
  }
  made->values.resize(lu.value_count());
  return made;
}

bool StageMatrix::factorise(const Sparse& jacobian, double h) {
  jacobian_ = Eigen::Map<const VecX>(jacobian.value.data(),
                                     static_cast<Eigen::Index>(jacobian.value.size()));
  if (can_leave_forces_out(h) != leaves_forces_out_) {
    leaves_forces_out_ = !leaves_forces_out_;
    arrange();
  }
  return make(jacobian, h);
}

bool StageMatrix::make(const Sparse& jacobian, double h) {
  h_ = h;
  is_coupled_ = false;
  put_proximal(jacobian);
  bool is_regular = true;
  for (auto& one : real_) is_regular = factorise(*one) && is_regular;
  for (auto& one : pairs_) is_regular = factorise(*one) && is_regular;
  return is_regular;
}

/// Ties the multipliers of dependent rows to the last ones, so that the matrix is regular. The
/// residual does not contain this, so the solution is the same.
void StageMatrix::put_proximal(const Sparse& jacobian) {
  porthos::put_proximal(jacobian, diagonal_, share_, proximal_, {dynamic_, system_.sizes().z},
                        row_sizes_);
}

void StageMatrix::prepare_coupled() {
  const int s = static_cast<int>(table_.a.rows()), z = system_.sizes().z;
  if (coupled_.size() == s * size_) return;
  std::vector<Entry> places;  // in the order in which they are filled
  for (int j = 0; j < s; ++j) {
    for (const auto& [row, column] : places_)
      for (int i = 0; i < s; ++i)
        if (i == j || row < dynamic_) places.push_back({i * size_ + row, j * size_ + column});
    for (const auto& [row, column] : system_.mass().entries())
      places.push_back({j * size_ + z + row, j * size_ + z + column});
    for (int k = 0; k < size_; ++k) places.push_back({j * size_ + k, j * size_ + k});
  }
  coupled_ = SparseLu<double>(s * size_, places, true);
  coupled_place_.clear();
  for (const Entry& place : places) coupled_place_.push_back(coupled_.find(place));
}

bool StageMatrix::factorise(const std::vector<Sparse>& jacobians, double h) {
  prepare_coupled();
  const Eigen::Index s = table_.a.rows();
  const int z = system_.sizes().z;
  h_ = h;
  is_coupled_ = true;
  std::vector<double> values(coupled_.value_count());
  auto place = coupled_place_.begin();
  const auto add = [&](double value) { values[index(*place++)] += value; };
  for (Eigen::Index j = 0; j < s; ++j) {
    const Sparse& jacobian = jacobians[at(j)];
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const bool is_row = places_[k].row >= dynamic_, is_multiplier = places_[k].column >= dynamic_;
      const double entry = jacobian.value[k];
      if (is_row) {
        add(is_multiplier ? entry / h : entry);
      } else {
        for (Eigen::Index i = 0; i < s; ++i)
          add(-table_.a(i, j) * (is_multiplier ? entry : h * entry));
      }
    }
    for (const double mass : system_.mass().value) add(mass);
    put_proximal(jacobian);
    for (int k = 0; k < size_; ++k) add(k < z ? 1 : k < dynamic_ ? 0 : -proximal_[k - dynamic_]);
  }
  ++system_.work().factorisations;
  return coupled_.factorise(values);
}

template <typename T>
bool StageMatrix::factorise(Shifted<T>& shifted) {
  std::fill(shifted.values.begin(), shifted.values.end(), T(0));
  const auto value = [&](int i) -> T& { return shifted.values[index(i)]; };
  for (std::size_t k = 0; k < places_.size(); ++k) {
    if (place_[k] < 0) continue;
    const auto& [i, j] = places_[k];
    const double entry = jacobian_[static_cast<Eigen::Index>(k)];
    const bool is_row = i >= dynamic_, is_multiplier = j >= dynamic_;
    value(place_[k]) =
        is_row ? (is_multiplier ? entry / h_ : entry) : (is_multiplier ? -entry : -h_ * entry);
  }
  for (std::size_t k = 0; k < mass_.size(); ++k)
    value(mass_[k]) += shifted.gamma * system_.mass().value[k];
  for (int i = 0; i < system_.sizes().z; ++i) value(diagonal_at_[index(i)]) += shifted.gamma;
  for (int i = dynamic_; i < size_; ++i) value(diagonal_at_[index(i)]) -= proximal_[i - dynamic_];
  ++system_.work().factorisations;
  return shifted.lu.factorise(shifted.values);
}

void StageMatrix::solve(const MatX& residual, double h, MatX& correction) const {
  correction.resize(residual.rows(), residual.cols());
  if (is_coupled_) {
    VecX all = residual.reshaped();
    coupled_.solve(all);
    correction = all.reshaped(residual.rows(), residual.cols());
  } else {
    bool is_first = true;
    for (const auto& one : real_) solve(*one, residual, std::exchange(is_first, false), correction);
    for (const auto& one : pairs_)
      solve(*one, residual, std::exchange(is_first, false), correction);
  }
  correction.bottomRows(size_ - dynamic_) /= h;
}

template <typename T>
void StageMatrix::solve(Shifted<T>& shifted, const MatX& residual, bool is_first,
                        MatX& correction) const {
  typename SparseLu<T>::Vector& x = shifted.x;
  x.resize(size_);
  for (int k = 0; k < size_; ++k) {
    const auto& weights = k < dynamic_ ? shifted.from_dynamic : shifted.from_residual;
    T sum = 0;
    for (Eigen::Index i = 0; i < residual.cols(); ++i) sum += weights[at(i)] * residual(k, i);
    x[k] = sum;
  }
  shifted.lu.solve(x);
  for (Eigen::Index i = 0; i < residual.cols(); ++i) {
    const T to = shifted.to_stage[at(i)];
    for (int k = 0; k < size_; ++k) {
      double part;
      if constexpr (std::is_same_v<T, double>)
        part = to * x[k];
      else
        part = 2 * (to.real() * x[k].real() - to.imag() * x[k].imag());
      correction(k, i) = is_first ? part : correction(k, i) + part;
    }
  }
}

void StageMatrix::describe(Archive& archive) {
  bool leaves_forces_out = leaves_forces_out_;
  archive(h_, leaves_forces_out);
  archive.require(!leaves_forces_out || may_leave_forces_out_);
  if (archive.is_good() && leaves_forces_out != leaves_forces_out_) {
    leaves_forces_out_ = leaves_forces_out;
    arrange();
  }
  std::vector<double> values(jacobian_.begin(), jacobian_.end());
  archive(values);
  archive.require(values.empty() || values.size() == places_.size());
  for (const auto& one : real_) archive(one->lu);
  for (const auto& one : pairs_) archive(one->lu);
  if (archive.is_reading() && !archive.has_empty_list_next()) prepare_coupled();
  archive(coupled_);
  if (!archive.is_reading() || !archive.is_good()) return;
  jacobian_ = Eigen::Map<const VecX>(values.data(), static_cast<Eigen::Index>(values.size()));
  if (values.empty()) return;
  Sparse jacobian = system_.jacobian();
  jacobian.value = values;
  make(jacobian, h_);
}

}  // namespace porthos::integrate
