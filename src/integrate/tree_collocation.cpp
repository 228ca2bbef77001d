#include "integrate/tree_collocation.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "integrate/methods.hpp"
#include "integrate/tree_stages.hpp"

namespace porthos::integrate {
namespace {

/// See in_joints.
class TreeCollocation final : public Stepper {
 public:
  TreeCollocation(const Integrable& system, Tableau table, const dae::Bodies& bodies, TreeUse* use,
                  std::unique_ptr<Stepper> other)
      : system_(system),
        table_(std::move(table)),
        bodies_(bodies),
        use_(use),
        other_(std::move(other)) {}

  std::string_view objection(const State& start) override { return other_->objection(start); }

  Outcome step(State& state, double h) override {
    if (!is_searched_) search(state);
    if (tree_ && wait_ == 0 && take(state, h)) return Outcome::kRunning;
    if (wait_ > 0) --wait_;
    if (tree_ && use_) ++use_->others;
    return other_->step(state, h);
  }

  bool has_dependent_rows() const override { return other_->has_dependent_rows(); }

  void describe(Archive& archive) override {
    archive(*other_);
    archive(is_searched_, found_t_, found_z_, found_w_);
    if (archive.is_reading()) {
      const bool was_searched = std::exchange(is_searched_, false);
      tree_.reset(), stages_.reset();
      wait_ = pause_ = 0;
      if (!archive.is_good() || !was_searched) return;
      search(found_at());
    }
    if (!stages_) return;
    archive.count(wait_, 0, kLongest);
    archive.count(pause_, 0, kLongest);
    archive(*stages_);
  }

 private:
  static constexpr int kShortest = 8, kLongest = 1024;  // steps

  /// The state in which the tree was found: another one gives other roundings.
  State found_at() const {
    State at;
    at.t = found_t_;
    at.z = Eigen::Map<const VecX>(found_z_.data(), std::ssize(found_z_));
    at.w = Eigen::Map<const VecX>(found_w_.data(), std::ssize(found_w_));
    return at;
  }

  void search(const State& state) {
    is_searched_ = true;
    found_t_ = state.t;
    found_z_.assign(state.z.begin(), state.z.end());
    found_w_.assign(state.w.begin(), state.w.end());
    std::string why_not;
    tree_ = dae::JointTree::find(system_, bodies_, state, why_not);
    if (use_) {
      use_->is_used = tree_ != nullptr;
      use_->why_not = why_not;
    }
    if (tree_) stages_ = std::make_unique<TreeStages>(system_, table_, *tree_);
  }

  bool take(State& state, double h) {
    if (stages_->solve(state, h) != Outcome::kRunning) {
      stages_->reset();
      pause_ = std::clamp(2 * pause_, kShortest, kLongest);
      wait_ = pause_;
      return false;
    }
    if (!stages_->finish(state, h, next_)) {
      stages_->reset();
      return false;
    }
    stages_->accept(h);
    std::swap(state, next_);
    return true;
  }

  const Integrable system_;
  const Tableau table_;
  const dae::Bodies bodies_;
  TreeUse* const use_;
  std::unique_ptr<Stepper> other_;
  bool is_searched_ = false;
  double found_t_ = 0;
  std::vector<double> found_z_, found_w_;
  std::unique_ptr<dae::JointTree> tree_;
  std::unique_ptr<TreeStages> stages_;
  int wait_ = 0, pause_ = 0;
  State next_;
};

}  // namespace

std::unique_ptr<Stepper> in_joints(const Method& method, const Integrable& system,
                                   const dae::Bodies& bodies, TreeUse* use,
                                   std::unique_ptr<Stepper> other) {
  const std::array kMethods{&kGauss1, &kGauss2, &kGauss3, &kGauss4};
  const auto found = std::ranges::find(kMethods, &method);
  const char* why_not = nullptr;
  if (found == kMethods.end())
    why_not = "a method other than gauss(s)";
  else if (system.has_known_switches())
    why_not = "formulas with branches of states";
  if (why_not) {
    if (use) *use = {.why_not = why_not};
    return other;
  }
  const int stages = static_cast<int>(found - kMethods.begin()) + 1;
  return std::make_unique<TreeCollocation>(system, gauss_tableau(stages), bodies, use,
                                           std::move(other));
}

}  // namespace porthos::integrate
