#include "dae/near_system.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.hpp"
#include "base/saddle.hpp"

namespace porthos::dae {

namespace {

constexpr double kSteps = 20;       // for which a look holds
constexpr double kFaster = 1.25;    // the growth of velocities that it allows
constexpr double kOfFastest = 0.2;  // at least this share of the fastest body
constexpr double kReach = 1.5;      // for rows of Gamma that grow
constexpr double kTouching = 1e-9;  // of the positions: rounding makes no contact far

}  // namespace

NearSystem::NearSystem(const Integrable& all)
    : all_(all),
      smooth_(std::make_unique<Integrable>(all)),
      near_(std::make_unique<Integrable>(all)) {
  const system::System& system = all.system();
  const std::vector<char> is_pure = system.has_only_set_valued_laws();
  const auto& instances = system.assembly().instances;
  if (std::ranges::find(is_pure, 1) == is_pure.end() || is_pure.size() < 2) return;
  std::vector<int> owner_of_c(index(all.sizes().c), -1);
  std::vector<char> is_kept;
  for (int i = 0; i < static_cast<int>(instances.size()); ++i) {
    is_kept.push_back(!is_pure[index(i)]);
    if (!is_pure[index(i)]) continue;
    for (const int c : instances[index(i)].c) owner_of_c[index(c)] = i;
  }
  const VecX sizes = all.row_sizes();
  const Sparse& gamma = all.kinematics().Gamma;
  const auto laws = all.set_valued_laws();
  reach_ = VecX::Zero(static_cast<Eigen::Index>(laws.size()));
  for (std::size_t k = 0; k < laws.size(); ++k) {
    const SetValuedLaw& law = laws[k];
    owner_.push_back(law.c >= 0 ? owner_of_c[index(law.c)] : -1);
    gap_.push_back(law.c);
    velocities_.emplace_back();
    if (owner_.back() < 0) continue;
    if (sizes.size() > law.row) reach_[static_cast<Eigen::Index>(k)] = std::sqrt(sizes[law.row]);
    for (int e = gamma.start[index(law.row)]; e < gamma.start[index(law.row) + 1]; ++e)
      velocities_.back().push_back(gamma.column[index(e)]);
  }
  if (std::ranges::all_of(owner_, [](int one) { return one < 0; })) {
    owner_.clear();
    return;
  }
  root_mass_ = diagonal(all.mass()).cwiseMax(0).cwiseSqrt();
  limit_ = VecX::Zero(root_mass_.size());
  at_ = all.workspace();
  smooth_system_ = system.with_instances(is_kept, true);
  smooth_ = std::make_unique<Integrable>(*smooth_system_, all.held());
  use(std::vector<char>(instances.size(), 1));
}

void NearSystem::use(std::vector<char> is_kept) {
  is_kept_ = std::move(is_kept);
  near_system_ = all_.system().with_instances(is_kept_, false);
  near_ = std::make_unique<Integrable>(*near_system_, all_.held());
}

void NearSystem::update_phase() {
  if (smooth_system_) smooth_system_->set_phase(all_.phase());
  if (near_system_) near_system_->set_phase(all_.phase());
}

bool NearSystem::is_near(std::size_t law) const {
  return owner_.empty() || owner_[law] < 0 || is_kept_[index(owner_[law])] != 0;
}

bool NearSystem::holds(const State& state, double h) const {
  // A step ends within the time, with a margin of one step.
  if (!(h <= made_for_) || !(state.t + 2 * h <= until_)) return false;
  return (root_mass_.cwiseProduct(state.w.cwiseAbs()).array() <= limit_.array()).all();
}

bool NearSystem::update(const State& state, double h, const VecX& force) {
  if (!has_choice() || holds(state, h)) return false;
  const std::vector<char> before = is_kept_;
  look(state, h, force);
  return before != is_kept_;
}

void NearSystem::look(const State& state, double h, const VecX& force) {
  const double time = kSteps * h;
  const VecX speeds = root_mass_.cwiseProduct(state.w.cwiseAbs());
  const double fastest = speeds.size() > 0 ? speeds.maxCoeff() : 0;
  for (Eigen::Index i = 0; i < limit_.size(); ++i) {
    const double pushed = root_mass_[i] > 0 ? std::abs(force[i]) * time / root_mass_[i] : 0;
    limit_[i] = kFaster * speeds[i] + kOfFastest * fastest + pushed;
  }
  made_for_ = h;
  until_ = state.t + time;
  all_.set_state(at_, state);
  all_.system().compute_gaps(at_);
  const auto gaps = all_.gaps(at_);
  const double touching =
      kTouching * (1 + (state.z.size() > 0 ? state.z.lpNorm<Eigen::Infinity>() : 0));
  std::vector<char> is_kept(is_kept_.size(), 1);
  for (std::size_t k = 0; k < owner_.size(); ++k)
    if (owner_[k] >= 0) is_kept[index(owner_[k])] = 0;
  for (std::size_t k = 0; k < owner_.size(); ++k) {
    if (owner_[k] < 0) continue;
    double square = 0;
    for (const int i : velocities_[k]) square += limit_[i] * limit_[i];
    const double reach = reach_[static_cast<Eigen::Index>(k)];
    const bool is_far =
        reach > 0 &&
        -gaps[gap_[k]] > touching + kReach * reach * std::sqrt(square) * (time + 2 * h);
    if (!is_far) is_kept[index(owner_[k])] = 1;
  }
  if (is_kept != is_kept_) use(std::move(is_kept));
}

void NearSystem::describe(Archive& archive) {
  archive(limit_, until_, made_for_);
  std::vector<char> is_kept = is_kept_;
  archive.flags(is_kept);
  archive.require(is_kept.size() == is_kept_.size());
  if (archive.is_reading() && archive.is_good() && has_choice()) use(std::move(is_kept));
}

}  // namespace porthos::dae
