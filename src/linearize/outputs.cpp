#include "linearize/outputs.hpp"

#include <algorithm>
#include <string_view>

#include "base/index.hpp"
#include "linearize/line.hpp"

namespace porthos::linearize {

using system::Segment;
using system::Workspace;

Outputs::Outputs(const simulate::Built& built)
    : present_(built.system, built.assembled, *integrate::find_method("gauss(2)"), built.start, {},
               {}),
      columns_(simulate::columns_of(present_)) {
  std::erase_if(columns_, [](const simulate::Column& column) {
    const std::string_view name = column.name;
    return name == "t" || name.starts_with("energy.") || name.starts_with("gap.");
  });
}

VecX Outputs::read(Workspace& at, const std::vector<int>& which) {
  const system::System& system = *present_.system;
  system.compute_powers(at);
  system.compute_heats(at);
  system.compute_readouts(at);
  present_.state.z = system.segment(at, Segment::kZ);
  present_.state.w = system.segment(at, Segment::kW);
  const simulate::RowData reading{present_,
                                  system.velocities(at),
                                  system.segment(at, Segment::kLambda),
                                  system.segment(at, Segment::kMu),
                                  system.port_efforts(at),
                                  system.segment(at, Segment::kFlow),
                                  system.segment(at, Segment::kPotential),
                                  system.segment(at, Segment::kPower),
                                  system.segment(at, Segment::kHeat),
                                  system.segment(at, Segment::kTemperature),
                                  system.segment(at, Segment::kProduction),
                                  system.segment(at, Segment::kReadout)};
  VecX y(static_cast<Eigen::Index>(which.size()));
  for (Eigen::Index i = 0; i < y.size(); ++i) y[i] = columns_[index(which[index(i)])](reading);
  return y;
}

OutputMatrices Outputs::matrices(const Equations& equations, const Reference& reference,
                                 const LinearSystem& of, const std::vector<Drive>& drives,
                                 const std::vector<int>& which) {
  const system::System& system = equations.system();
  const auto along = [&](const VecX& ds, const VecX& dx, const VecX& dw_rate, int u) -> VecX {
    VecX all(ds.size() + dx.size() + 1);
    all << ds, dx.head(equations.massless()), VecX::Zero(dx.size() - equations.massless()),
        u < 0 ? 0.0 : 1.0;
    return derivative_along(
        [&](double step) {
          Workspace at = reference.at;
          if (u >= 0) system.segment(at, Segment::kU)[u] += step;
          system.segment(at, Segment::kWdot) += step * dw_rate;
          equations.move(at, step * ds, step * dx);
          return read(at, which);
        },
        reach_of(all));
  };
  const auto rows = static_cast<Eigen::Index>(which.size());
  OutputMatrices made{MatX(rows, of.A.cols()), MatX(rows, of.B.cols()), MatX(rows, of.B.cols())};
  for (Eigen::Index j = 0; j < of.A.cols(); ++j)
    made.C.col(j) = along(of.S.col(j), of.X.col(j), of.W.col(j), -1);
  for (Eigen::Index j = 0; j < of.B.cols(); ++j) {
    const Drive& drive = drives[index(j)];
    made.D.col(j) = along(of.S_drive.col(j), of.X_drive.col(j), of.W_drive.col(j),
                          drive.row < 0 ? drive.u : -1);
    made.D_rate.col(j) = along(VecX::Zero(equations.s()), of.X_rate.col(j), of.W_rate.col(j), -1);
  }
  return made;
}

}  // namespace porthos::linearize
