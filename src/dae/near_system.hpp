#pragma once

#include <memory>
#include <vector>

#include "base/archive.hpp"
#include "dae/integrable.hpp"

namespace porthos::dae {

/// A system without the contacts that are too far away to close soon. Elements that are contacts
/// alone, as between each two of many bodies, need not be evaluated while their gaps cannot close.
///
/// A gap changes by no more than |g'| <= |Gamma_i| |w|, in the norms of M^-1 and M, of the
/// velocities in its row. So a look at all gaps holds for some steps, as long as no velocity
/// exceeds the limit of that look.
class NearSystem {
 public:
  explicit NearSystem(const Integrable& all);

  /// The system with all near contacts. It has the layout of `all`. Valid until the next look.
  const Integrable& near() const { return *near_; }
  /// The system without elements that are contacts alone.
  const Integrable& smooth() const { return *smooth_; }
  /// True if some elements may be left out.
  bool has_choice() const { return !owner_.empty(); }

  /// Looks at all gaps if the last look does not hold for a step of length h from this state.
  /// force: (w) of the last step. True if near() has changed.
  bool update(const State& state, double h, const VecX& force);
  void update_phase();
  /// (laws) False if its contact is too far away.
  bool is_near(std::size_t law) const;

  void describe(Archive& archive);

 private:
  void look(const State& state, double h, const VecX& force);
  void use(std::vector<char> is_kept);
  bool holds(const State& state, double h) const;

  const Integrable all_;
  std::unique_ptr<system::System> smooth_system_, near_system_;
  std::unique_ptr<Integrable> smooth_, near_;
  Workspace at_;
  std::vector<int> owner_;                    // (laws) the instance that may be left out, or -1
  std::vector<int> gap_;                      // (laws) c of a contact, or -1
  std::vector<std::vector<int>> velocities_;  // (laws) in the row of a contact
  VecX reach_;                                // (laws) |Gamma_i|; 0: not known
  VecX root_mass_;                            // (w)
  std::vector<char> is_kept_;                 // (instances)
  VecX limit_;                                // (w) sqrt(m) |w| up to which the last look holds
  double until_ = -1, made_for_ = 0;  // the time up to which it holds, for steps of this length
};

}  // namespace porthos::dae
