/// The coefficients of dop853 satisfy all order conditions: 200 trees up to order 8 for the step,
/// order 5 and 3 for the embedded formulas, order 7 at every point of the dense output.
#include "integrate/dop853_tableau.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "base/linear.hpp"

namespace dop853_tableau_test {
using namespace porthos;
using Tableau = integrate::Dop853Tableau;

namespace {

/// A rooted tree: its order, density gamma and the vector Phi_i of its elementary weights.
struct Tree {
  int order;
  double gamma;
  VecX phi;
};

/// All rooted trees up to an order, each once: a root and a nonincreasing list of earlier trees.
std::vector<Tree> trees(const MatX& a, int most) {
  std::vector<Tree> all = {{1, 1, VecX::Ones(a.rows())}};
  for (int order = 2; order <= most; ++order) {
    std::vector<Tree> found;
    const auto grow = [&](const auto& self, int rest, size_t last, double gamma,
                          const VecX& phi) -> void {
      if (rest == 0) found.push_back({order, order * gamma, phi});
      for (size_t i = 0; i < last; ++i)
        if (all[i].order <= rest)
          self(self, rest - all[i].order, i + 1, gamma * all[i].gamma,
               phi.cwiseProduct(a * all[i].phi));
    };
    grow(grow, order - 1, all.size(), 1, VecX::Ones(a.rows()));
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

MatX matrix() {
  MatX a(Tableau::kAll, Tableau::kAll);
  for (size_t i = 0; i < Tableau::kAll; ++i)
    a.row(static_cast<Eigen::Index>(i)) =
        Eigen::Map<const VecX>(Tableau::a[i].data(), Tableau::kAll);
  return a;
}

/// The largest |b . Phi - x^order / gamma| of the trees up to an order.
double defect(const std::vector<Tree>& all, const VecX& b, int order, double x = 1) {
  double most = 0;
  for (const Tree& tree : all)
    if (tree.order <= order)
      most = std::max(most, std::abs(b.dot(tree.phi) - std::pow(x, tree.order) / tree.gamma));
  return most;
}

VecX without(VecX b, const std::array<double, Tableau::kStages>& e) {
  b.head(Tableau::kStages) -= Eigen::Map<const VecX>(e.data(), Tableau::kStages);
  return b;
}

}  // namespace

TEST_CASE("the coefficients of dop853 fulfil the order conditions", "[integrate]") {
  const MatX a = matrix();
  const std::vector<Tree> all = trees(a, 9);
  CHECK(all.size() == 486);
  const VecX b = a.row(Tableau::kStages), c = Eigen::Map<const VecX>(Tableau::c.data(), 16);
  CHECK((a.rowwise().sum() - c).lpNorm<Eigen::Infinity>() < 1e-14);
  CHECK(defect(all, b, 8) < 1e-14);
  CHECK(defect(all, b, 9) > 1e-7);
  CHECK(defect(all, without(b, Tableau::e5), 5) < 1e-14);
  CHECK(defect(all, without(b, Tableau::e5), 6) > 1e-5);
  CHECK(defect(all, without(b, Tableau::e3), 3) < 1e-14);
  CHECK(defect(all, without(b, Tableau::e3), 4) > 1e-4);
}

TEST_CASE("the dense output of dop853 has order 7 everywhere", "[integrate]") {
  const MatX a = matrix();
  const std::vector<Tree> all = trees(a, 8);
  const VecX b = a.row(Tableau::kStages);
  VecX first = VecX::Zero(Tableau::kAll), last = first;
  first[0] = last[Tableau::kStages] = 1;
  std::vector<VecX> f = {b, first - b, 2 * b - first - last};
  for (const auto& row : Tableau::d) f.push_back(Eigen::Map<const VecX>(row.data(), Tableau::kAll));
  for (const double x : {0.1, 0.35, 0.5, 0.8, 1.0}) {
    VecX weights = VecX::Zero(Tableau::kAll);
    for (size_t i = f.size(); i-- > 0;) weights = (weights + f[i]) * (i % 2 == 0 ? x : 1 - x);
    CAPTURE(x);
    CHECK(defect(all, weights, 7, x) < 3e-14);
  }
}

}  // namespace dop853_tableau_test
