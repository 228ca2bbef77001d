#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "inspect/values.hpp"

namespace porthos::inspect {

/// An entry of a matrix, or its derivative with respect to a state.
struct MatrixEntry {
  int row = 0, column = 0, by = -1;
  double value = 0;
};
using Entries = std::vector<MatrixEntry>;

/// (rows x columns); entries at the same place add up.
MatX dense(const Entries& entries, int rows, int columns);

/// The structure of a model at one point, over x = (z, P) with P = M w + b:
///
///   x' = J dH/dx + g u - rows mu        rows^T dH/dx = q        y = g^T dH/dx
///
/// This is representation II of a Dirac structure ([001] (7), [004] (3.23)).
struct MatricesAt {
  Entries J;        // (n x n)
  Entries rows;     // (n x rows), of velocity constraints
  Entries g;        // (n x ports)
  Entries c_prime;  // (c x z)
};

/// The derivatives with respect to x.
struct StructureAt : MatricesAt {
  Entries dJ;     // (n x n), the upper half
  Entries drows;  // (n x rows)
  Entries dg;     // (n x ports)
};

/// The formulas of the structure.
class StructureMatrices {
 public:
  StructureMatrices(const Balance& balance, const std::map<std::string, double>& parameters);

  MatricesAt at(const State& state) const;
  /// Includes the derivatives, whose formulas are by far the longest.
  StructureAt with_derivatives_at(const State& state) const;

  int z() const { return z_; }
  int w() const { return w_; }
  int n() const { return z_ + w_; }
  int c() const { return c_; }
  /// The names of x: positions, then "momentum(w)".
  const std::vector<std::string>& names() const { return names_; }
  /// (rows) the velocity constraints that they are; a prescribed port is not among them.
  const std::vector<int>& rows() const { return rows_; }
  /// (ports) the ports of the laws that are open to the outside.
  const std::vector<int>& ports() const { return ports_; }
  /// (w) massless velocities. Their momenta are no states; the velocities keep P' = 0.
  const std::vector<char>& is_massless() const { return is_massless_; }
  /// (rows) whether the row contains efforts of positions.
  const std::vector<char>& has_efforts() const { return has_efforts_; }
  /// False if J or the rows depend on the state.
  bool is_constant() const { return is_constant_; }
  /// False if the flows of the ports depend on the state.
  bool has_constant_ports() const { return has_constant_ports_; }

 private:
  enum Kind {
    kJ,
    kRows,
    kG,
    kC,
    kDJ,
    kDRows,
    kDG,
    kSpeedJ,
    kSpeedRows,
    kSpeedG,
    kMass,
    kShift,
    kKinds
  };
  void add(Kind kind, int row, int column, const Expr& formula, int by = -1);
  void add_with_derivatives(Kind kind, int row, int column, const Expr& formula);
  void add_column(Kind kind, int column, const Expr& flow);

  const Laws& laws_;
  int z_ = 0, w_ = 0, c_ = 0;
  std::vector<std::string> names_;
  std::vector<int> rows_, ports_;
  std::vector<char> has_efforts_, is_massless_;
  bool is_constant_ = true, has_constant_ports_ = true, depends_on_speed_ = false;
  /// Formulas and the places of their values.
  struct Group {
    std::vector<std::pair<Kind, MatrixEntry>> places;
    std::vector<Expr> formulas;
    std::optional<Values> values;
  };
  using Lists = std::array<Entries, kKinds>;
  static void read(const Group& group, const State& state, Lists& to);
  Group matrices_, derivatives_;
};

}  // namespace porthos::inspect
