#include "linearize/response.hpp"

#include <algorithm>
#include <cmath>

namespace porthos::linearize {

std::vector<double> grid(const Frequencies& asked, const Modes& modes) {
  if (!asked.list.empty()) return asked.list;
  double slowest = 0, fastest = 0;
  for (const Complex value : modes.values) {
    const double size = std::abs(value);
    slowest = slowest > 0 ? std::min(slowest, size) : size;
    fastest = std::max(fastest, size);
  }
  if (!(slowest > 0)) slowest = fastest = 1;
  constexpr double kAround = 10, kMostDecades = 1e8;
  double to = asked.to > 0 ? asked.to : kAround * fastest;
  double from = asked.from > 0 ? asked.from : std::max(slowest / kAround, to / kMostDecades);
  if (from > to) std::swap(from, to);
  std::vector<double> made;
  for (int k = 0; k < asked.count; ++k)
    made.push_back(asked.count == 1 ? from
                                    : from * std::pow(to / from, double(k) / (asked.count - 1)));
  if (asked.from > 0 || asked.to > 0) return made;
  // A resonance is narrower than the grid. At an undamped resonance there is no response.
  constexpr double kWeak = 0.2, kUndamped = 1e-9;
  for (const Complex value : modes.values)
    if (const double damping = std::abs(value.real()) / std::abs(value);
        value.imag() > 0 && damping < kWeak && damping > kUndamped)
      made.push_back(value.imag());
  std::ranges::sort(made);
  return made;
}

MatC response(const LinearSystem& of, const OutputMatrices& outputs, double omega) {
  const Complex s(0, omega);
  MatC made = outputs.D.cast<Complex>() + s * outputs.D_rate.cast<Complex>();
  if (of.A.rows() == 0) return made;
  MatC resolvent = -of.A.cast<Complex>();
  resolvent.diagonal().array() += s;
  const MatC right = of.B.cast<Complex>() + s * of.B_rate.cast<Complex>();
  return made + outputs.C.cast<Complex>() * resolvent.partialPivLu().solve(right);
}

}  // namespace porthos::linearize
