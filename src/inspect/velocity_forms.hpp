#pragma once

#include <string>
#include <vector>

#include "expr/derivative.hpp"
#include "inspect/subject.hpp"

namespace porthos::inspect {

/// The velocity constraints of a model as differential forms over its positions and time:
///
///   z' = Z w + J_z e + S s        A w + B e + b = 0        c'z' = 0
///
/// s are rates of positions due to resistive relations and ports. A constraint with a nonzero rest
/// b, or with time dependence, is a form with a part in dt.
struct VelocityForms {
  explicit VelocityForms(const Subject& subject);

  /// The velocity constraints of the laws: those of the structure first, then those that prescribe
  /// a flow.
  std::vector<int> rows;
  int free_rows = 0;                // number of constraints that prescribe no flow
  std::vector<std::string> names;   // (rows)
  std::vector<char> has_efforts;    // (rows)
  std::vector<int> positions;       // of the laws, without clocks
  expr::SparseJacobian kinematics;  // (positions x w, e)
  expr::SparseJacobian
      supplied;  // (relations and ports x positions) of their flows, with respect to e
  expr::SparseJacobian slopes;      // (rows x w, e)
  std::vector<expr::Expr> rests;    // (rows) the formula where w and e are 0
  expr::SparseJacobian gaps;        // (active position constraints x positions, t)
  std::vector<expr::Expr> frame;    // dG_ij/dP_k at (k w + i) w + j; or none
  bool has_time = false;            // time is a coordinate
  bool moves_by_efforts = false;    // J_z or B is not zero
  bool is_constant = true;          // all of these depend on parameters alone
  bool has_branches = false;        // which positions decide, as those of max(y, 0)
  bool has_field_branches = false;  // the same of gyroscopic forces
};

}  // namespace porthos::inspect
