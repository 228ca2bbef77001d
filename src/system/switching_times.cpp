#include "system/switching_times.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "expr/derivative.hpp"
#include "expr/text.hpp"

namespace porthos::system {
namespace {

using expr::Enclosure;
using expr::Expr;
using expr::Interval;

constexpr double kEps = std::numeric_limits<double>::epsilon();

int sign(double value) { return (value > 0) - (value < 0); }

/// The first double at which f has the sign that it has at hi, not that at lo.
double passage(Enclosure& f, double phase, double lo, double hi) {
  double f_lo = f.value(lo, phase), f_hi = f.value(hi, phase);
  const int side = sign(f_hi);
  for (bool is_secant = true;; is_secant = !is_secant) {
    double middle = 0.5 * (lo + hi);
    if (!(middle > lo && middle < hi)) return hi;
    const double guess = lo - f_lo * ((hi - lo) / (f_hi - f_lo));
    if (is_secant && guess > lo && guess < hi) middle = guess;
    const double value = f.value(middle, phase);
    if (sign(value) == side) {
      hi = middle;
      f_hi = value;
    } else {
      lo = middle;
      f_lo = value;
    }
  }
}

/// f on an interval: by its terms, and by the mean value theorem, which shrinks faster.
Interval sharpened(Enclosure& f, const Interval& x, const Interval& rate, double phase) {
  const Interval natural = f.bounds(x, phase);
  const double middle = 0.5 * (x.lo + x.hi), half = 0.5 * (x.hi - x.lo);
  const double value = f.value(middle, phase);
  const double reach = half * std::max(std::abs(rate.lo), std::abs(rate.hi)) + 4 * kEps * f.size();
  if (!std::isfinite(reach) || !std::isfinite(value)) return natural;
  return {std::max(natural.lo, value - reach), std::min(natural.hi, value + reach)};
}

}  // namespace

void TimeFunctions::add(const std::vector<Expr>& more_switches, const std::vector<Expr>& more_poles,
                        const laws::Laws& of, const std::vector<double>& parameters) {
  if (more_switches.empty() && more_poles.empty()) return;
  std::vector<std::pair<Expr, Expr>> known{{of.t, t()}, {phase_of(of), phase()}};
  for (std::size_t i = 0; i < of.parameters.size(); ++i)
    known.emplace_back(of.parameters[i], parameters[i]);
  const auto take = [&](const std::vector<Expr>& from, std::vector<Expr>& to) {
    for (const Expr& f : from) {
      const Expr moved = expr::substitute(f, known, *graph);
      if (moved.graph() != nullptr && std::find(to.begin(), to.end(), moved) == to.end())
        to.push_back(moved);
    }
  };
  take(more_switches, switches);
  take(more_poles, poles);
}

SwitchingTimes::SwitchingTimes(const TimeFunctions& functions) : functions_(functions) {
  const Expr t = functions_.t(), phase = functions_.phase();
  for (const Expr& f : functions_.switches) switches_.push_back(bind(f));
  for (const Expr& f : functions_.poles) {
    const std::pair<Expr, Expr> now{phase, t};
    poles_.push_back({bind(f), bind(expr::derivative(f, t)),
                      expr::text(expr::substitute(f, {&now, 1}, *functions_.graph), 80)});
  }
}

SwitchingTimes::Function SwitchingTimes::bind(const Expr& f) const {
  const Expr t = functions_.t(), phase = functions_.phase();
  return {Enclosure(f, t, phase), Enclosure(expr::derivative(f, t), t, phase)};
}

std::optional<double> SwitchingTimes::Function::first_zero(double from, double until,
                                                           double phase) {
  constexpr int kMostPieces = 5000;  // before the rest is only sampled
  const double least = 4 * kEps * (std::abs(from) + std::abs(until));
  const double coarse = (until - from) / 256;
  std::vector<Interval> pending{{from, until}};
  for (int count = 0; !pending.empty(); ++count) {
    const Interval x = pending.back();
    pending.pop_back();
    const Interval slope = rate.bounds(x, phase);
    const Interval range = sharpened(value, x, slope, phase);
    if (!range.has_zero() || (range.lo == 0 && range.hi == 0)) continue;
    const double width = x.hi - x.lo;
    if (slope.has_zero() && width > (count < kMostPieces ? least : coarse)) {
      const double middle = x.lo + 0.5 * width;
      pending.push_back({middle, x.hi});
      pending.push_back({x.lo, middle});
      continue;
    }
    const int before = sign(value.value(x.lo, phase)), after = sign(value.value(x.hi, phase));
    if (before != 0 && after == 0) return x.hi;
    if (before * after < 0) return passage(value, phase, x.lo, x.hi);
  }
  return std::nullopt;
}

/// A zero, or a value of rounding where the rate is zero: a double root.
std::optional<double> SwitchingTimes::Pole::first_zero(double from, double until, double phase) {
  const auto crossing = function.first_zero(from, until, phase);
  const double end = crossing.value_or(until);
  for (double at = from; at < end;) {
    const auto turn = rate.first_zero(at, end, phase);
    if (!turn) break;
    const double value = function.value.value(*turn, phase);
    if (std::abs(value) <= 8 * kEps * function.value.size()) return turn;
    at = *turn + 1e-6 * (end - *turn) + kEps * (std::abs(*turn) + std::abs(end));
  }
  return crossing;
}

std::optional<SwitchingTime> SwitchingTimes::next(double from, double until) {
  const double begin = from + 1e-10 * (until - from) + 16 * kEps * std::abs(from);
  std::optional<SwitchingTime> first;
  double end = until;
  for (Function& function : switches_)
    if (const auto zero = function.first_zero(begin, end, begin)) {
      first = {*zero, std::nullopt};
      end = *zero;
    }
  for (Pole& pole : poles_)
    if (const auto zero = pole.first_zero(begin, end, begin)) {
      first = {*zero, pole.text};
      end = *zero;
    }
  return first;
}

}  // namespace porthos::system
