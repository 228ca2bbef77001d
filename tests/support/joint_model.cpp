#include "support/joint_model.hpp"

#include <cmath>

namespace porthos::test {

namespace {

using namespace variables;
using P = Polynomial;

class JointBuilder {
 public:
  explicit JointBuilder(Random& random) : random_(random) {}

  JointModel build() {
    is_scaled_ = random_.next(3) != 0;
    made_.T = unit(3);
    made_.E = unit(6);
    add_mechanics();
    if (random_.one_in(5)) add_top();
    if (random_.one_in(4)) add_canonical_pair();
    if (random_.one_in(8)) add_lie_poisson();
    if (random_.one_in(5)) add_maxwell();
    fit();
    if (random_.one_in(3)) add_gap();
    add_rows();
    if (random_.one_in(4)) add_field();
    for (int k = random_.next(3); k > 0; --k) add_relation();
    for (int k = random_.next(3); k > 0; --k) add_port();
    if (random_.one_in(8)) add_force();
    if (random_.one_in(8)) made_.V += number(0.2, 1) * (P::variable(0) * P::sine(kTime));
    made_.json = text_of(made_, random_);
    return std::move(made_);
  }

 private:
  double number(double low, double high) { return low + (high - low) * random_.next(100001) / 1e5; }
  double signed_number(double low, double high) {
    return (random_.one_in(2) ? 1 : -1) * number(low, high);
  }
  double unit(int digits) {
    return is_scaled_ ? std::pow(10, digits * (random_.next(20001) / 1e4 - 1)) : 1;
  }
  void kind(const char* name) { made_.kinds.emplace_back(name); }
  int position(double start) {
    made_.z_names.push_back("x" + std::to_string(made_.n() + 1));
    made_.z0.push_back(start);
    made_.L.push_back(unit(6));
    return made_.n() - 1;
  }
  int velocity(double start, double mass, double unit_of_it) {
    made_.w_names.push_back("v" + std::to_string(made_.m() + 1));
    made_.w0.push_back(start);
    made_.W.push_back(unit_of_it);
    made_.is_massless.push_back(mass == 0);
    masses_.push_back(mass);
    return made_.m() - 1;
  }
  /// Lists and matrices get the sizes that there are now.
  void fit() {
    const auto n = std::size_t(made_.n()), m = std::size_t(made_.m());
    made_.Z.resize(n);
    for (auto& row : made_.Z) row.resize(m);
    made_.J.resize(n);
    for (auto& row : made_.J) row.resize(n);
    made_.G.resize(m);
    for (auto& row : made_.G) row.resize(m);
    const auto before = made_.M.rows();
    made_.M.conservativeResize(Eigen::Index(m), Eigen::Index(m));
    for (Eigen::Index i = 0; i < Eigen::Index(m); ++i)
      for (Eigen::Index j = 0; j < Eigen::Index(m); ++j)
        if (i >= before || j >= before)
          made_.M(i, j) = i == j ? static_cast<Real>(masses_[std::size_t(i)]) : 0;
  }
  P& Z(int i, int j) { return made_.Z[std::size_t(i)][std::size_t(j)]; }
  void couple(std::vector<std::vector<P>>& skew, int i, int j, const P& value) {
    skew[std::size_t(i)][std::size_t(j)] += value;
    skew[std::size_t(j)][std::size_t(i)] += -1.0 * value;
  }
  /// A bounded function of a position of the mechanics.
  P shape() {
    const int i = random_.next(mechanics_);
    switch (random_.next(4)) {
      case 0: return P::sine(i);
      case 1: return P::cosine(i);
      case 2: return P::variable(i);
      default: return P::sine(i) * P::cosine(random_.next(mechanics_));
    }
  }
  P signal() {
    switch (random_.next(4)) {
      case 0: return number(0.3, 1) * P::sine(kTime);
      case 1: return number(0.3, 1) * P::variable(kTime);
      case 2: return P(number(0.3, 1)) + signed_number(0.3, 1) * P::step(kSide, 0.25);
      default: return P(signed_number(0.3, 1));
    }
  }
  JointModel::Slope zeros() { return JointModel::Slope(std::size_t(made_.m())); }
  /// A row of velocities of the mechanics that is never empty.
  JointModel::Slope any_slope() {
    JointModel::Slope slope = zeros();
    slope[std::size_t(random_.next(mechanics_))] += P(1.0);
    for (int j = 0; j < mechanics_; ++j) {
      if (random_.one_in(3)) slope[std::size_t(j)] += P(signed_number(0.3, 1));
      if (random_.one_in(4)) slope[std::size_t(j)] += signed_number(0.3, 0.8) * shape();
    }
    return slope;
  }
  /// factor dF/dt of a function F of positions of the mechanics.
  JointModel::Slope rate_of(const P& F, const P& factor) {
    JointModel::Slope slope = zeros();
    for (int i = 0; i < mechanics_ + extra_; ++i) {
      const P d = F.derivative(i);
      for (int j = 0; j < mechanics_ && !d.is_zero(); ++j)
        if (!Z(i, j).is_zero()) slope[std::size_t(j)] += factor * d * Z(i, j);
    }
    return slope;
  }
  P any_function() {
    P F = P::variable(random_.next(mechanics_));
    F += signed_number(0.3, 1) * (shape() * P::variable(random_.next(mechanics_)));
    if (random_.one_in(2)) F += number(0.3, 1) * P::variable(random_.next(mechanics_), 2);
    return F;
  }

  void add_mechanics() {
    mechanics_ = 2 + random_.next(3);
    for (int i = 0; i < mechanics_; ++i) {
      position(number(0.3, 1.2));
      velocity(signed_number(0.1, 0.8), number(0.5, 2), unit(6));
    }
    extra_ = random_.one_in(5) ? 1 : 0;
    if (extra_) kind("more positions than velocities"), position(number(0.3, 1.2));
    fit();
    for (int i = 0; i < mechanics_; ++i) {
      Z(i, i) = P(1.0);
      for (int j = 0; j < i; ++j)
        if (random_.one_in(4)) Z(i, j) = signed_number(0.3, 0.8) * shape();
    }
    for (int k = mechanics_; k < mechanics_ + extra_; ++k)
      for (int j = 0; j < mechanics_; ++j)
        if (j == 0 || random_.one_in(2))
          Z(k, j) = signed_number(0.3, 1) * (random_.one_in(2) ? shape() : P(1.0));
    if (random_.one_in(3)) made_.M(0, 1) = made_.M(1, 0) = 0.3L;
    const int hill = random_.one_in(6) ? random_.next(mechanics_) : -1;
    for (int i = 0; i < mechanics_; ++i) {
      if (random_.one_in(4)) continue;
      made_.V += (i == hill ? -1 : 1) * number(0.5, 3) * P::variable(i, 2);
      if (random_.one_in(4)) made_.V += number(0.1, 0.6) * P::variable(i, 4);
    }
    if (random_.one_in(2)) {
      const int i = random_.next(mechanics_), j = random_.next(mechanics_);
      made_.V +=
          number(0.2, 1) * ((P::variable(i) - P::variable(j)) * (P::variable(i) - P::variable(j)));
    }
    if (random_.one_in(4)) made_.V += signed_number(0.2, 1) * shape();
  }

  void add_top() {
    kind("top");
    for (int k = 0; k < 3; ++k)
      made_.group.push_back(velocity(signed_number(0.3, 1), 1 + random_.next(4) / 2., 1 / made_.T));
    fit();
    for (int k = 0; k < 3; ++k) {  // G = -hat(M w)
      const int i = made_.group[std::size_t(k)], j = made_.group[std::size_t((k + 1) % 3)],
                c = made_.group[std::size_t((k + 2) % 3)];
      couple(made_.G, i, j, masses_[std::size_t(c)] * P::variable(kVelocity + c));
    }
  }

  void add_canonical_pair() {
    kind("canonical pair");
    const int q = position(number(0.2, 1)), f = position(number(0.2, 1));
    fit();
    couple(made_.J, q, f, P(-number(0.5, 1.5)));
    made_.V += number(0.3, 1) * P::variable(q, 2) + number(0.3, 1) * P::variable(f, 2);
    if (random_.one_in(3)) made_.V += number(0.1, 0.5) * P::variable(q, 4);
    if (random_.one_in(3)) made_.V += 0.5 * P::variable(0) * P::variable(q);
  }

  void add_lie_poisson() {
    kind("Lie-Poisson");
    int y[3];
    for (int& one : y) one = position(number(0.3, 1));
    fit();
    for (int k = 0; k < 3; ++k) {
      couple(made_.J, y[k], y[(k + 1) % 3], -1.0 * P::variable(y[(k + 2) % 3]));
      made_.V += number(0.3, 1.5) * P::variable(y[k], 2);
    }
  }

  /// A spring and a damper in series: the point between them has no mass.
  void add_maxwell() {
    kind("massless");
    const int g = position(0.1), n = velocity(0, 0, unit(6));
    fit();
    Z(g, n) = P(1.0);
    made_.V += number(0.5, 1.5) * P::variable(g, 2);
    JointModel::Relation creep{"creep", zeros(), number(0.5, 2), 0};
    creep.flow[std::size_t(n)] = P(1.0);
    creep.flow[0] = P(-1.0);
    made_.relations.push_back(creep);
  }

  RealVector start() const {
    RealVector at = RealVector::Zero(kCount);
    for (std::size_t i = 0; i < made_.z0.size(); ++i)
      at[Eigen::Index(i)] = static_cast<Real>(made_.z0[i]);
    return at;
  }

  void add_gap() {
    kind("gap");
    P gap = any_function();
    if (random_.one_in(3)) gap = P::variable(0, 2) + P::variable(1, 2);
    gap += P(-double(gap(start())));
    if (random_.one_in(6)) kind("moving gap"), gap += -number(0.1, 0.4) * P::sine(kTime);
    made_.gaps.push_back(gap);
    if (random_.one_in(6)) kind("redundant gap"), made_.gaps.push_back(2.0 * gap);
  }

  void add_rows() {
    const int most = mechanics_ - 1 - (made_.gaps.empty() ? 0 : 1);
    const int count = most <= 0 ? 0 : random_.next(most + 1);
    for (int k = 0; k < count; ++k) {
      JointModel::Row row{"r" + std::to_string(k + 1), zeros()};
      switch (random_.next(6)) {
        case 0:
        case 1:
          kind("rate"),
              row.slope = rate_of(any_function(), random_.one_in(2) ? P(1.0) : P(1.5) + shape());
          break;
        case 2:
          kind("moving row"), row.slope = any_slope(), row.flow = number(0.1, 0.5) * P::sine(kTime);
          break;
        case 3:
          kind("drive"), row.slope = any_slope(), row.flow = number(0.1, 0.5) * P::sine(kTime),
                         row.is_port = true;
          break;
        default: kind("row"), row.slope = any_slope();
      }
      made_.rows.push_back(row);
      if (row.flow.is_zero() && random_.one_in(8)) {
        kind("redundant row");
        row.name += "_twin";
        for (P& one : row.slope) one = -3.0 * one;
        made_.rows.push_back(row);
      }
    }
  }

  void add_field() {
    kind("field");
    couple(made_.G, 0, 1,
           random_.one_in(2) ? P(signed_number(0.3, 1)) : signed_number(0.3, 1) * shape());
  }

  void add_relation() {
    JointModel::Relation one{"d" + std::to_string(made_.relations.size()), any_slope(),
                             number(0.1, 1), 0};
    if (random_.one_in(3))
      one.cubic = number(0.05, 0.5);
    else if (random_.one_in(4))
      kind("active"), one.cubic = -number(1e-4, 1e-2);
    if (random_.one_in(3)) {
      kind("heat");
      one.heats = position(0.1);
      fit();
      // Temperatures 3 + s, which may be zero or negative, or 3 + sin(s), which never is.
      made_.V += 3.0 * P::variable(one.heats);
      made_.V += random_.one_in(2) ? 0.5 * P::variable(one.heats, 2) : -1.0 * P::cosine(one.heats);
    }
    made_.relations.push_back(one);
  }

  void add_port() {
    kind("port");
    made_.ports.push_back({"p" + std::to_string(made_.ports.size()), any_slope(),
                           random_.one_in(4) ? P() : signal()});
  }

  void add_force() {
    kind("force");
    made_.ports.push_back({"law", any_slope(), signed_number(0.1, 0.4) * P::variable(0), true});
  }

  Random& random_;
  JointModel made_;
  std::vector<double> masses_;
  int& mechanics_ = made_.mechanics;
  int& extra_ = made_.extra;
  bool is_scaled_ = false;
};

}  // namespace

JointModel joint_model(Random& random) { return JointBuilder(random).build(); }

bool JointModel::has_time() const {
  const auto moves = [](const Polynomial& one) {
    return one.depends_on(kTime) || one.depends_on(kSide);
  };
  bool has = moves(V);
  for (const Polynomial& gap : gaps) has = has || moves(gap);
  for (const Row& row : rows) has = has || !row.flow.is_zero();
  for (const Port& port : ports) has = has || moves(port.effort);
  return has;
}

}  // namespace porthos::test
