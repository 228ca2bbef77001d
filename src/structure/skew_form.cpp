#include "structure/skew_form.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/digits.hpp"
#include "base/index.hpp"
#include "structure/rounding.hpp"

namespace porthos::structure {
namespace {

std::string doubt_of(double value, double error) {
  return "the rank is not decidable: " + rounded_digits(std::abs(value), 2) +
         " is too close to its rounding error of " + rounded_digits(error, 2);
}

struct Pivot {
  Index i = -1, j = -1;
};

/// The largest entry that is certainly nonzero, in these rows and, if given, these columns.
Pivot largest_entry_of(const SkewForm& form, const Ports& rows, const Ports* columns) {
  Pivot best;
  double most = 0;
  const auto look = [&](Index i, Index j) {
    const double size = std::abs(form.J(i, j));
    if (size <= most || !is_sure(size, form.error(i, j))) return;
    most = size;
    best = {i, j};
  };
  for (const Index i : rows)
    if (columns)
      for (const Index j : *columns) look(i, j);
    else
      for (Index j = 0; j < form.size(); ++j) look(i, j);
  return best;
}

/// The reason why entries in these rows and columns may be nonzero, or "".
std::string doubt_of(const SkewForm& form, const Ports& rows, const Ports& columns) {
  for (const Index i : rows)
    for (const Index j : columns)
      if (!is_zero(form.J(i, j), form.error(i, j))) return doubt_of(form.J(i, j), form.error(i, j));
  return "";
}

Ports all_ports(Index count) {
  Ports all(index(count));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

Ports without(const Ports& all, Index one, Index other = -1) {
  Ports rest;
  for (const Index port : all)
    if (port != one && port != other) rest.push_back(port);
  return rest;
}

}  // namespace

double SkewForm::uncertainty() const {
  if (!doubt.empty()) return 1;
  return std::min(1.0, kSurelyZero * error.norm());
}

bool is_skew(const MatX& J) {
  // A symmetric part below 1e-13 gives unit vectors a power below the isotropy tolerance.
  constexpr double kSmall = 1e-13, kRounding = 8 * kEpsilon;
  if (J.rows() != J.cols()) return false;
  for (Index i = 0; i < J.rows(); ++i)
    for (Index j = 0; j <= i; ++j)
      if (std::abs(J(i, j) + J(j, i)) > std::max(kSmall, kRounding * std::abs(J(i, j))))
        return false;
  return true;
}

SkewForm skew_form(const MatX& J, bool gives_flow) {
  const MatX skew = (J - J.transpose()) / 2;
  return {std::vector<char>(index(J.rows()), gives_flow), skew, kDataError * skew.cwiseAbs(), ""};
}

void exchange(SkewForm& form, Index i, Index j) {
  MatX& J = form.J;
  MatX& error = form.error;
  const double a = J(i, j), relative = error(i, j) / std::abs(a);
  const VecX u = J.row(i), v = J.row(j), du = error.row(i), dv = error.row(j);
  const auto of_quotient = [&](double value, double of_value) {
    return std::hypot(of_value / a, value / a * std::hypot(relative, kEpsilon));
  };
  for (Index s = 0; s < form.size(); ++s) {
    if (s == i || s == j) continue;
    for (Index r = 0; r < s; ++r) {
      if (r == i || r == j) continue;
      const double first = v(r) * u(s) / a, second = u(r) * v(s) / a;
      J(r, s) += first - second;
      J(s, r) = -J(r, s);
      const double of_products = square(v(r) / a * du(s)) + square(dv(r) / a * u(s)) +
                                 square(u(r) / a * dv(s)) + square(du(r) / a * v(s));
      const double of_pivot = square(first - second) * square(relative);
      const double of_rounding =
          square(kEpsilon) * (square(first) + square(second) + square(J(r, s)));
      error(r, s) = std::sqrt(square(error(r, s)) + of_products + of_pivot + of_rounding);
      error(s, r) = error(r, s);
    }
    J(i, s) = v(s) / a;
    J(j, s) = -u(s) / a;
    error(i, s) = error(s, i) = of_quotient(v(s), dv(s));
    error(j, s) = error(s, j) = of_quotient(u(s), du(s));
    J(s, i) = -J(i, s);
    J(s, j) = -J(j, s);
  }
  J(i, j) = -1 / a;
  J(j, i) = 1 / a;
  error(i, j) = error(j, i) = of_quotient(1, 0);
  for (const Index port : {i, j}) form.gives_flow[index(port)] = !form.gives_flow[index(port)];
}

void reduce(SkewForm& form) {
  constexpr double kLarge = 2;  // each exchange multiplies a principal minor by more than 4
  for (Index count = 0; count < 20 * form.size(); ++count) {
    Index i = 0, j = 0;
    if (form.size() == 0 || !(form.J.cwiseAbs().maxCoeff(&i, &j) > kLarge)) return;
    exchange(form, i, j);
  }
}

SkewForm part_of(const SkewForm& form, const Ports& ports) {
  SkewForm part{{}, form.J(ports, ports), form.error(ports, ports), form.doubt};
  for (const Index port : ports) part.gives_flow.push_back(form.gives_flow[index(port)]);
  return part;
}

void eliminate(SkewForm& form, const Ports& inner) {
  for (const Index i : inner) {  // a multiplier has its own scale
    const double scale = power_of_two(largest_entry(form.J.row(i)));
    for (MatX* matrix : {&form.J, &form.error}) {
      matrix->row(i) /= scale;
      matrix->col(i) /= scale;
    }
  }
  Ports rows = inner;
  Ports all = all_ports(form.size());
  for (Pivot pivot; (pivot = largest_entry_of(form, rows, &all)).i >= 0;) {
    exchange(form, pivot.i, pivot.j);
    // y_i = 0 was given, so x_i is no longer an output; an inner pair is removed completely.
    const bool is_inner = std::ranges::find(rows, pivot.j) != rows.end();
    rows = without(rows, pivot.i, is_inner ? pivot.j : -1);
    all = without(all, pivot.i, is_inner ? pivot.j : -1);
  }
  // The remaining variables have no effect: they are multipliers of redundant rows, or motions
  // inside joints.
  if (form.doubt.empty()) form.doubt = doubt_of(form, rows, all);
  for (const Index i : rows) all = without(all, i);
  form = part_of(form, all);
}

Ports exchange_within(SkewForm& form, Ports ports, std::string& doubt) {
  for (Pivot pivot; (pivot = largest_entry_of(form, ports, &ports)).i >= 0;) {
    exchange(form, pivot.i, pivot.j);
    ports = without(ports, pivot.i, pivot.j);
  }
  if (doubt.empty()) doubt = doubt_of(form, ports, ports);
  return ports;
}

MatX basis_of(const SkewForm& form) {
  const Index n = form.size();
  MatX basis = MatX::Zero(2 * n, n);
  for (Index i = 0; i < n; ++i) {
    const Index given = form.gives_flow[index(i)] ? i : n + i;
    basis(given, i) = 1;
    basis.row(given < n ? n + i : i) = form.J.row(i);
  }
  // Twice: the first factor loses digits by the square of the condition number, which is at most 1
  // + 2n.
  for (int time = 0; time < 2 && n > 0; ++time) {
    const Eigen::LLT<MatX> factor(basis.transpose() * basis);
    basis = factor.matrixL().solve(basis.transpose()).transpose().eval();
  }
  return basis;
}

}  // namespace porthos::structure
