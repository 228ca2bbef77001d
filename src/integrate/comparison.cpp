#include "dae/index_one_form.hpp"
#include "integrate/methods.hpp"

namespace porthos::integrate {
namespace {

/// A method without projection and without memory from step to step.
class Unprojected : public Stepper {
 public:
  explicit Unprojected(const Integrable& system) : form_(system) {}

  std::string_view objection(const State& start) final {
    if (!form_.depends_on_surface(start)) return {};
    return "The constraints are redundant where they hold and contradict each other elsewhere, and "
           "a method without projection soon drifts there: remove the redundant constraints, or "
           "use a method that keeps them.";
  }

  Outcome step(State& state, double h) final {
    VecX y = form_.pack(state);
    advance(state.t, h, y);
    if (!y.allFinite()) return Outcome::kNotFinite;
    form_.unpack(y, state);
    state.t += h;
    const Outcome outcome = form_.settle(state);
    state.scale = form_.energy_scale(state);
    return outcome;
  }
  void describe(Archive& archive) final { archive(form_); }

 protected:
  virtual void advance(double t, double h, VecX& y) = 0;
  dae::IndexOneForm form_;
};

/// Runge's and Kutta's method of order 4 on the index-1 reduction with Baumgarte's stabilisation:
///
///   y_1 = y + h/6 (k_1 + 2 k_2 + 2 k_3 + k_4)
class Rk4 final : public Unprojected {
  using Unprojected::Unprojected;
  void advance(double t, double h, VecX& y) override {
    constexpr double kBeta = 10;  // 1/s; a gap decays in a tenth of a second
    const auto f = [&](double s, const VecX& x) { return form_.stabilised_rates(s, x, kBeta); };
    const VecX k1 = f(t, y);
    const VecX k2 = f(t + h / 2, y + h / 2 * k1);
    const VecX k3 = f(t + h / 2, y + h / 2 * k2);
    const VecX k4 = f(t + h, y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
};

/// The Euler method that takes the velocities first:
///
///   w_1 = w + h w'(z, w)        z_1 = z + h Z(z) w_1
class SymplecticEuler final : public Unprojected {
  using Unprojected::Unprojected;
  void advance(double t, double h, VecX& y) override {
    VecX slope = form_.rates(t, y);
    VecX faster = y;
    form_.w(faster) += h * form_.w(slope);
    VecX next = form_.rates(t, faster);
    form_.z(slope) = form_.z(next);
    y += h * slope;
  }
};

template <class T>
std::unique_ptr<Stepper> make(const Integrable& system, double /*tolerance*/) {
  return std::make_unique<T>(system);
}

}  // namespace

const Method kRk4Baumgarte{
    "rk4-baumgarte",
    "Runge-Kutta of order 4 with Baumgarte stabilisation, no projection; shown for comparison",
    {.order = 4, .is_explicit = true},
    make<Rk4>};
const Method kSymplecticEuler{
    "symplectic-euler",
    "Semi-implicit Euler without any stabilisation, as in games; shown for comparison",
    {.order = 1, .is_explicit = true},
    make<SymplecticEuler>};

}  // namespace porthos::integrate
