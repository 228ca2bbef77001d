#include "laws/groups.hpp"

#include <array>

namespace porthos::laws {
namespace {

MatExpr hat(std::span<const Expr> a) {
  MatExpr m(3, 3);
  m << Expr(0.0), -a[2], a[1],  //
      a[2], Expr(0.0), -a[0],   //
      -a[1], a[0], Expr(0.0);
  return m;
}

/// Gamma = (p_x, p_y, L).
MatExpr se2(std::span<const Expr> p) {
  MatExpr g(3, 3);
  g << Expr(0.0), Expr(0.0), -p[1],  //
      Expr(0.0), Expr(0.0), p[0],    //
      p[1], -p[0], Expr(0.0);
  return g;
}

MatExpr so3(std::span<const Expr> p) { return -hat(p); }

/// Gamma = (p_omega, p_v): G = -[hat(p_omega) hat(p_v); hat(p_v) 0].
MatExpr se3(std::span<const Expr> p) {
  MatExpr g = MatExpr::Constant(6, 6, Expr(0.0));
  g.block(0, 0, 3, 3) = -hat(p.subspan(0, 3));
  g.block(0, 3, 3, 3) = -hat(p.subspan(3, 3));
  g.block(3, 0, 3, 3) = -hat(p.subspan(3, 3));
  return g;
}

/// The direct product: the linear velocity is inertial and has no gyroscopic force.
MatExpr so3_r3(std::span<const Expr> p) {
  MatExpr g = MatExpr::Constant(6, 6, Expr(0.0));
  g.block(0, 0, 3, 3) = -hat(p.subspan(0, 3));
  return g;
}

constexpr std::array kGroups = {
    Group{"SE(2)", 3, "v_x, v_y, omega", se2},
    Group{"SO(3)", 3, "omega_x, omega_y, omega_z", so3},
    Group{"SE(3)", 6, "omega_x, omega_y, omega_z, v_x, v_y, v_z", se3},
    Group{"SO(3)xR3", 6, "omega_x, omega_y, omega_z, v_x, v_y, v_z", so3_r3},
};

}  // namespace

std::span<const Group> groups() { return kGroups; }

const Group* find_group(std::string_view name) {
  for (const Group& group : kGroups)
    if (group.name == name) return &group;
  return nullptr;
}

}  // namespace porthos::laws
