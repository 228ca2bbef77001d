#include "integrate/stage_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/dense.hpp"
#include "base/saddle.hpp"

namespace porthos::integrate {
namespace {

using Complex = std::complex<double>;
using ComplexVector = Eigen::Matrix<Complex, Eigen::Dynamic, 1>;

std::size_t at(Eigen::Index i) { return static_cast<std::size_t>(i); }

/// The eigenvalues of a small matrix that are not below the real axis, good to some roundings.
std::vector<Complex> eigenvalues(const MatX& a) {
  const Eigen::Index n = a.rows();
  // Faddeev's and Leverrier's coefficients: x^n + c[n-1] x^(n-1) + ... + c[0]
  VecX c(n);
  MatX m = MatX::Identity(n, n);
  for (Eigen::Index k = 1; k <= n; ++k) {
    const MatX am = product(a, m);
    c[n - k] = -am.trace() / static_cast<double>(k);
    m = am + c[n - k] * MatX::Identity(n, n);
  }
  // Durand's and Kerner's iteration, for all zeros at once.
  std::vector<Complex> zeros;
  const double radius = 1 + c.cwiseAbs().maxCoeff();
  for (Eigen::Index k = 0; k < n; ++k)
    zeros.push_back(std::pow(radius, 1.0 / static_cast<double>(n)) *
                    std::polar(1.0, 0.4 + 2.5 * static_cast<double>(k)));
  constexpr int kEnough = 200;  // it takes some ten
  for (int iteration = 0; iteration < kEnough; ++iteration)
    for (Complex& x : zeros) {
      Complex value = 1;
      for (Eigen::Index k = n - 1; k >= 0; --k) value = value * x + c[k];
      for (const Complex& other : zeros)
        if (&other != &x) value /= x - other;
      x -= value;
    }
  std::erase_if(zeros, [](const Complex& x) { return x.imag() < -1e-6 * std::abs(x); });
  for (Complex& x : zeros)
    if (std::abs(x.imag()) < 1e-6 * std::abs(x)) x = x.real();
  std::sort(zeros.begin(), zeros.end(),
            [](const Complex& x, const Complex& y) { return x.imag() < y.imag(); });
  return zeros;
}

/// The eigenvector of an eigenvalue, by inverse iteration.
ComplexVector eigenvector(const MatX& a, Complex eigenvalue) {
  const int n = static_cast<int>(a.rows());
  std::vector<Entry> places;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) places.push_back({i, j});
  SparseLu<Complex> lu(n, places);
  std::vector<Complex> values;
  const Complex shift = eigenvalue * (1 + 1e-10);  // beside it, or the matrix may be singular
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

template <typename T>
T as(const Complex& x) {
  if constexpr (std::is_same_v<T, double>)
    return x.real();
  else
    return x;
}

}  // namespace

StageNewton::StageNewton(const system::System& system, const Metric& metric, const MatX& a)
    : system_(system),
      diagonal_(diagonal(metric.mass())),
      dynamic_(system.sizes().z + system.sizes().w),
      size_(dynamic_ + system.sizes().nu()),
      places_(system.jacobian().entries()) {
  std::vector<Entry> places = places_;
  const std::size_t first_mass = places.size();
  for (const auto& [i, j] : system.mass().entries())
    places.push_back({system.sizes().z + i, system.sizes().z + j});
  const std::size_t first_diagonal = places.size();
  for (int i = 0; i < size_; ++i) places.push_back({i, i});

  const MatX inverse = porthos::inverse(a);
  const auto make = [&]<typename T>(Shifted<T> shifted, const Complex& gamma) {
    const ComplexVector right = eigenvector(inverse, gamma);
    const ComplexVector left = eigenvector(inverse.transpose(), gamma);
    Complex scale = 0;  // left^T right = 1, without a conjugate
    for (Eigen::Index i = 0; i < right.size(); ++i) scale += left[i] * right[i];
    shifted.gamma = as<T>(gamma);
    for (Eigen::Index i = 0; i < right.size(); ++i) {
      shifted.to_stage.push_back(as<T>(right[i] / scale));
      shifted.from_residual.push_back(as<T>(left[i]));
    }
    shifted.lu = SparseLu<T>(size_, places);
    shifted.values.resize(shifted.lu.value_count());
    if (place_.empty())
      for (std::size_t k = 0; k < places.size(); ++k)
        (k < first_mass       ? place_
         : k < first_diagonal ? mass_
                              : diagonal_at_)
            .push_back(shifted.lu.find(places[k]));
    shifted_.push_back(std::move(shifted));
  };
  for (const Complex& gamma : eigenvalues(inverse)) {
    if (gamma.imag() == 0)
      make(Shifted<double>{}, gamma);
    else
      make(Shifted<Complex>{}, gamma);
  }
}

bool StageNewton::factorise(const Sparse& jacobian, double h) {
  jacobian_ = Eigen::Map<const VecX>(jacobian.value.data(),
                                     static_cast<Eigen::Index>(jacobian.value.size()));
  h_ = h;
  // Dependent rows keep their multipliers near the last ones instead of making the matrix singular.
  // The residual does not know of it, so the solution is the same.
  constexpr double kShare = 1e-10;
  const int z = system_.sizes().z;
  double scale = 0;  // of Gamma M^-1 Gamma^T
  for (std::size_t k = 0; k < places_.size(); ++k)
    if (const auto& [i, j] = places_[k]; i >= dynamic_ && j >= z && j < dynamic_)
      scale += jacobian.value[k] * jacobian.value[k] / diagonal_[j - z];
  const double rho =
      std::max(kShare * scale / std::max(1, size_ - dynamic_), std::numeric_limits<double>::min());
  bool is_regular = true;
  for (auto& any : shifted_)
    is_regular =
        std::visit([&](auto& shifted) { return factorise(shifted, rho); }, any) && is_regular;
  return is_regular;
}

template <typename T>
bool StageNewton::factorise(Shifted<T>& shifted, double rho) {
  std::fill(shifted.values.begin(), shifted.values.end(), T(0));
  const auto value = [&](int i) -> T& { return shifted.values[static_cast<std::size_t>(i)]; };
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const auto& [i, j] = places_[k];
    const double entry = jacobian_[static_cast<Eigen::Index>(k)];
    const bool is_row = i >= dynamic_, is_multiplier = j >= dynamic_;
    value(place_[k]) =
        is_row ? (is_multiplier ? entry / h_ : entry) : (is_multiplier ? -entry : -h_ * entry);
  }
  for (std::size_t k = 0; k < mass_.size(); ++k)
    value(mass_[k]) += shifted.gamma * system_.mass().value[k];
  for (int i = 0; i < system_.sizes().z; ++i)
    value(diagonal_at_[static_cast<std::size_t>(i)]) += shifted.gamma;
  for (int i = dynamic_; i < size_; ++i) value(diagonal_at_[static_cast<std::size_t>(i)]) -= rho;
  return shifted.lu.factorise(shifted.values);
}

MatX StageNewton::solve(const MatX& residual) const {
  MatX correction = MatX::Zero(residual.rows(), residual.cols());
  for (const auto& any : shifted_)
    std::visit([&](const auto& shifted) { solve(shifted, residual, correction); }, any);
  correction.bottomRows(size_ - dynamic_) /= h_;
  return correction;
}

template <typename T>
void StageNewton::solve(const Shifted<T>& shifted, const MatX& residual, MatX& correction) const {
  typename SparseLu<T>::Vector x(size_);
  for (int k = 0; k < size_; ++k) {
    T sum = 0;
    for (Eigen::Index i = 0; i < residual.cols(); ++i)
      sum += shifted.from_residual[at(i)] * residual(k, i);
    x[k] = k < dynamic_ ? shifted.gamma * sum : sum;
  }
  shifted.lu.solve(x);
  for (Eigen::Index i = 0; i < residual.cols(); ++i)
    for (int k = 0; k < size_; ++k) {
      if constexpr (std::is_same_v<T, double>)
        correction(k, i) += shifted.to_stage[at(i)] * x[k];
      else
        correction(k, i) += 2 * (shifted.to_stage[at(i)].real() * x[k].real() -
                                 shifted.to_stage[at(i)].imag() * x[k].imag());
    }
}

void StageNewton::write(NumberWriter& to) const {
  to.put(h_);
  to.put_list(jacobian_);
  for (const auto& any : shifted_)
    to.put_list(std::visit([](const auto& shifted) { return shifted.lu.order(); }, any));
}

bool StageNewton::read(NumberReader& from) {
  const double h = from.get();
  const auto values = from.get_list();
  bool is_good = true;
  for (auto& any : shifted_) {
    const auto order = from.get_list();
    is_good =
        std::visit([&](auto& shifted) { return shifted.lu.set_order(order); }, any) && is_good;
  }
  if (!is_good || !from.is_good()) return false;
  if (values.empty()) return true;
  if (values.size() != places_.size()) return false;
  Sparse jacobian = system_.jacobian();
  std::copy(values.begin(), values.end(), jacobian.value.begin());
  factorise(jacobian, h);
  return true;
}

}  // namespace porthos::integrate
