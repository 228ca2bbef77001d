#include "simulate/jumps.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "dae/accelerations.hpp"
#include "expr/derivative.hpp"
#include "expr/evaluate.hpp"
#include "expr/graph.hpp"
#include "expr/query.hpp"
#include "expr/text.hpp"

namespace porthos::simulate {
namespace {

using expr::Expr;
using expr::Op;
using laws::Laws;
using system::Segment;

/// A formula that jumps where a number is zero: sign(x), floor(x), a comparison.
struct Jump {
  Expr formula, number;
  bool is_whole = false;  // at each whole value of the number
};

std::vector<Jump> jumps_of(const Laws& laws) {
  std::vector<Expr> forces;
  for (const laws::Resistive& one : laws.resistive) forces.push_back(one.effort);
  for (const laws::Potential& one : laws.potentials) forces.push_back(one.energy);
  std::vector<Jump> found;
  if (expr::graph_of(forces) == nullptr) return found;
  expr::Graph& graph = *laws.graph;
  for (const std::uint32_t id : graph.cone(forces)) {
    const expr::Node& node = graph.node(id);
    const bool compares =
        node.op == Op::kLess || node.op == Op::kLessEqual || node.op == Op::kEqual;
    if (node.op != Op::kSign && node.op != Op::kFloor && !compares) continue;
    const Expr formula = graph.expr(id), first = graph.operand(id, 0);
    // Jumps by time alone lie at ends of steps.
    if (!expr::depends_on_any(formula, laws.z) && !expr::depends_on_any(formula, laws.w)) continue;
    found.push_back(
        {formula, compares ? first - graph.operand(id, 1) : first, node.op == Op::kFloor});
  }
  return found;
}

/// The value of a formula of states; none where it contains other symbols.
std::optional<double> value_of(const Expr& f, const system::System& system,
                               const system::Instance& instance, const system::Workspace& at) {
  bool is_known = true;
  const auto among = [&](const std::vector<Expr>& symbols, const Expr& symbol) {
    return static_cast<std::size_t>(std::ranges::find(symbols, symbol) - symbols.begin());
  };
  const Laws& laws = *instance.laws;
  const double value = expr::evaluate(f, [&](const Expr& symbol) {
    if (const std::size_t i = among(laws.z, symbol); i < laws.z.size())
      return system.segment(at, Segment::kZ)[instance.z[i]];
    if (const std::size_t i = among(laws.w, symbol); i < laws.w.size())
      return system.segment(at, Segment::kW)[instance.w[i]];
    if (const std::size_t i = among(laws.parameters, symbol); i < laws.parameters.size())
      return instance.parameters[i];
    if (symbol == laws.t) return at.values[system.layout().offset(Segment::kT)];
    is_known = false;
    return 0.0;
  });
  return is_known ? std::optional(value) : std::nullopt;
}

/// The text of a formula with the names that the author knows.
std::string named(const Expr& f, const system::Instance& instance, const system::Assembled& model,
                  std::size_t longest) {
  expr::Graph graph;
  std::vector<std::pair<Expr, Expr>> names;
  const Laws& laws = *instance.laws;
  for (std::size_t i = 0; i < instance.z.size(); ++i)
    names.emplace_back(laws.z[i], graph.symbol(model.z[index(instance.z[i])].name));
  for (std::size_t i = 0; i < instance.w.size(); ++i)
    names.emplace_back(laws.w[i], graph.symbol(model.w[index(instance.w[i])].name));
  // Fused instances have the parameters of all, in their order.
  std::vector<std::string> parameters;
  for (const auto& some : model.parameter_names)
    parameters.insert(parameters.end(), some.begin(), some.end());
  if (parameters.size() == laws.parameters.size())
    for (std::size_t i = 0; i < parameters.size(); ++i)
      names.emplace_back(laws.parameters[i], graph.symbol(parameters[i]));
  return expr::text(expr::substitute(f, names, graph), longest);
}

/// True if the motion on both sides of `number` = 0 leads back there, beside a state on it. moved:
/// a state after a short time.
bool holds(const system::Workspace& here, const system::System& system, const auto& number,
           const auto& moved) {
  constexpr double kBeside = 1e-6;
  for (const Segment part : {Segment::kW, Segment::kZ}) {
    const Eigen::Index count = system.segment(here, part).size();
    for (Eigen::Index i = 0; i < count; ++i) {
      int returns = 0;
      for (const double side : {-1.0, 1.0}) {
        system::Workspace beside = here;
        double& value = system.segment(beside, part)[i];
        value += side * kBeside * (1 + std::abs(value));
        const double from = number(beside), to = number(moved(beside));
        returns += from != 0 && (to - from) * from < 0;
      }
      if (returns == 2) return true;
    }
  }
  return false;
}

/// The text of the formula that jumps within a time h and whose jump drives the motion back, or "".
std::string jump_within(double h, const RunState& now) {
  constexpr std::size_t kLongest = 80;
  const system::System& system = *now.system;
  dae::Accelerations accelerations(system, now.tools->projection.metric());
  const auto moved = [&](system::Workspace& from) {
    const VecX w_rate = accelerations.compute(from);
    system::Workspace to = from;
    system.segment(to, Segment::kZ) += h * system.segment(from, Segment::kZdot);
    system.segment(to, Segment::kW) += h * w_rate;
    return to;
  };
  system::Workspace here = system.workspace();
  now.load(now.state, here);
  system::Workspace over = moved(here), back = moved(over);
  if (!back.values.allFinite()) return "";
  for (const system::Instance& instance : system.assembly().instances)
    for (const Jump& jump : jumps_of(*instance.laws)) {
      const auto first = value_of(jump.number, system, instance, here),
                 second = value_of(jump.number, system, instance, over),
                 third = value_of(jump.number, system, instance, back);
      if (!first || !second || !third) continue;
      const auto number = [&](const system::Workspace& of) {
        return value_of(jump.number, system, instance, of).value_or(0);
      };
      if (!jump.is_whole && *first == 0 && *second == 0 && holds(here, system, number, moved))
        return named(jump.formula, instance, *now.assembled, kLongest);
      const bool jumps =
          jump.is_whole ? std::floor(*first) != std::floor(*second) : !(*first * *second > 0);
      if (jumps && (*second - *first) * (*third - *second) < 0)
        return named(jump.formula, instance, *now.assembled, kLongest);
    }
  return "";
}

}  // namespace

std::string blocking_jump(const RunState& now) {
  // A method that interpolates may end some rows before the jump, an adaptive one even further.
  const double most = now.method.traits.is_adaptive ? 64 : 4;
  for (double rows = 1; rows <= most; rows *= 2)
    if (std::string found = jump_within(rows * now.options.step, now); !found.empty()) return found;
  return "";
}

}  // namespace porthos::simulate
