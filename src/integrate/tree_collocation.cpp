#include "integrate/tree_collocation.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "integrate/methods.hpp"
#include "integrate/tree_stages.hpp"

namespace porthos::integrate {
namespace {

/// See in_joints.
class TreeCollocation final : public Stepper {
 public:
  TreeCollocation(const Integrable& system, Tableau table, std::shared_ptr<dae::JointTree> joints,
                  TreeUse* use, std::function<std::unique_ptr<Stepper>()> make_other)
      : table_(std::move(table)),
        use_(use),
        make_other_(std::move(make_other)),
        joints_(std::move(joints)),
        stages_(system, table_, *joints_) {}

  Outcome step(State& state, double h) override {
    if (wait_ == 0 && take(state, h)) return Outcome::kRunning;
    if (wait_ > 0) --wait_;
    if (use_) ++use_->others;
    return other().step(state, h);
  }

  bool has_dependent_rows() const override { return other_ && other_->has_dependent_rows(); }

  void describe(Archive& archive) override {
    bool has_other = other_ != nullptr;
    archive(has_other);
    if (has_other)
      archive(other());
    else
      other_.reset();
    archive.count(wait_, 0, kLongest);
    archive.count(pause_, 0, kLongest);
    archive(stages_);
  }

 private:
  static constexpr int kShortest = 8, kLongest = 1024;  // steps

  Stepper& other() {
    if (!other_) other_ = make_other_();
    return *other_;
  }

  bool take(State& state, double h) {
    if (stages_.solve(state, h) != Outcome::kRunning) {
      stages_.reset();
      pause_ = std::clamp(2 * pause_, kShortest, kLongest);
      wait_ = pause_;
      return false;
    }
    if (!stages_.finish(state, h, next_)) {
      stages_.reset();
      return false;
    }
    stages_.accept(h);
    std::swap(state, next_);
    return true;
  }

  const Tableau table_;
  TreeUse* const use_;
  const std::function<std::unique_ptr<Stepper>()> make_other_;
  std::unique_ptr<Stepper> other_;
  const std::shared_ptr<dae::JointTree> joints_;
  TreeStages stages_;
  int wait_ = 0, pause_ = 0;
  State next_;
};

/// The number of stages of gauss(s); 0 for another method.
int stages_of(const Method& method) {
  const std::array kMethods{&kGauss1, &kGauss2, &kGauss3, &kGauss4};
  const auto found = std::ranges::find(kMethods, &method);
  return found == kMethods.end() ? 0 : static_cast<int>(found - kMethods.begin()) + 1;
}

}  // namespace

bool can_use_joints(const Method& method) { return stages_of(method) > 0; }

std::unique_ptr<Stepper> in_joints(const Method& method, const Integrable& system,
                                   std::shared_ptr<dae::JointTree> joints, TreeUse* use,
                                   std::function<std::unique_ptr<Stepper>()> make_other) {
  const int stages = stages_of(method);
  const char* why_not = nullptr;
  if (stages == 0)
    why_not = "a method other than gauss(s)";
  else if (system.has_known_switches())
    why_not = "formulas with branches of states";
  if (use) {
    use->is_used = !why_not && joints;
    if (why_not) use->why_not = why_not;
  }
  if (why_not || !joints) return make_other();
  return std::make_unique<TreeCollocation>(system, gauss_tableau(stages), std::move(joints), use,
                                           std::move(make_other));
}

}  // namespace porthos::integrate
