#include "system/system.hpp"

#include <map>

#include "base/dense.hpp"

namespace porthos::system {
namespace {

std::size_t at_index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

System::System(Assembly assembly) : assembly_(std::move(assembly)) {
  lambda_of_.assign(at_index(assembly_.sizes.c), -1);
  assembly_.inert.resize(at_index(assembly_.sizes.c), 0);
  for (int i = 0; i < assembly_.sizes.c; ++i) {
    if (assembly_.inert[at_index(i)]) {
      inert_.push_back(i);
    } else {
      lambda_of_[at_index(i)] = static_cast<int>(active_.size());
      active_.push_back(i);
    }
  }
  assembly_.sizes.lambda = static_cast<int>(active_.size());
  layout_ = Layout(assembly_.sizes);

  std::vector<const ElementType*> order;  // first appearance, so that nothing depends on addresses
  std::map<const ElementType*, std::vector<const Instance*>> groups;
  for (const Instance& instance : assembly_.instances) {
    auto& group = groups[instance.type.get()];
    if (group.empty()) order.push_back(instance.type.get());
    group.push_back(&instance);
  }
  for (const ElementType* type : order) {
    const auto& group = groups[type];
    add_program(effort_, group, &ElementType::effort);
    add_program(rate_, group, &ElementType::rate);
    add_program(gap_rate_, group, &ElementType::gap_rate);
    add_program(potential_, group, &ElementType::potential);
    add_program(power_, group, &ElementType::power);
    add_program(row_time_, group, &ElementType::row_time);
    add_program(readout_, group, &ElementType::readout);
    add_program(watched_, group, &ElementType::watched);
    add_derivative(effort_derivative_, group, &ElementType::effort_derivative);
    add_derivative(rate_derivative_, group, &ElementType::rate_derivative);
    add_derivative(gap_rate_derivative_, group, &ElementType::gap_rate_derivative);
    add_derivative(kinematic_, group, &ElementType::kinematic);
    add_derivative(momentum_, group, &ElementType::momentum);
  }
  assemble_mass();
  is_closed_ = assembly_.instances.size() == 1 && assembly_.instances[0].type->is_closed;
  for (const Signals& signals : assembly_.signals) {
    signal_constants_.emplace_back(signals.tape.hoisted_count());
    signals.tape.bind(signals.parameters, signal_constants_.back());
  }
}

Slot System::global(const Instance& instance, Slot local) const {
  const auto i = at_index(local.index);
  const auto mapped = [&](const std::vector<int>& map) { return Slot{local.segment, map[i]}; };
  switch (local.segment) {
    case Segment::kZ:
    case Segment::kE:
    case Segment::kZdot: return mapped(instance.z);
    case Segment::kW:
    case Segment::kP:
    case Segment::kForce: return mapped(instance.w);
    case Segment::kLambda:
    case Segment::kGapRate: return {local.segment, lambda_of_[at_index(instance.c[i])]};
    case Segment::kGap: return mapped(instance.c);
    case Segment::kMu:
    case Segment::kRow:
    case Segment::kRowTime: return mapped(instance.mu);
    case Segment::kU:
    case Segment::kUdot:
    case Segment::kFlow: return mapped(instance.u);
    case Segment::kT: return local;
    case Segment::kPotential: return mapped(instance.potential);
    case Segment::kPower: return mapped(instance.power);
    case Segment::kReadout: return mapped(instance.readout);
    case Segment::kWatched: return mapped(instance.watched);
  }
  return local;
}

int System::slot(const Instance& instance, Slot local) const {
  const Slot found = global(instance, local);
  if (found.index >= 0) return layout_.slot(found.segment, found.index);
  return found.segment == Segment::kLambda ? layout_.zero() : layout_.unread();
}

System::Bound System::bind(const std::vector<const Instance*>& group, const expr::Tape& tape,
                           const std::vector<Slot>& inputs) const {
  Bound bound;
  bound.tape = &tape;
  bound.count = group.size();
  bound.hoisted.resize(group.size() * tape.hoisted_count());
  for (std::size_t k = 0; k < group.size(); ++k) {
    for (const Slot& input : inputs) bound.gather.push_back(slot(*group[k], input));
    tape.bind(group[k]->parameters,
              std::span(bound.hoisted).subspan(k * tape.hoisted_count(), tape.hoisted_count()));
  }
  return bound;
}

void System::add_program(std::vector<Bound>& to, const std::vector<const Instance*>& group,
                         Program ElementType::*program) {
  const Program& compiled = (*group.front()->type).*program;
  if (compiled.outputs.empty()) return;
  Bound bound = bind(group, compiled.tape, compiled.inputs);
  for (const Instance* instance : group)
    for (const Slot& output : compiled.outputs) bound.scatter.push_back(slot(*instance, output));
  to.push_back(std::move(bound));
}

void System::add_derivative(std::vector<Bound>& to, const std::vector<const Instance*>& group,
                            Derivative ElementType::*derivative) {
  const Derivative& compiled = (*group.front()->type).*derivative;
  if (compiled.entries.empty()) return;
  Bound bound = bind(group, compiled.tape, compiled.inputs);
  for (const Instance* instance : group)
    for (const auto& [row, column] : compiled.entries)
      bound.entries.emplace_back(global(*instance, row), global(*instance, column));
  to.push_back(std::move(bound));
}

void System::assemble_mass() {
  mass_ = MatX::Zero(sizes().w, sizes().w);
  std::vector<double> hoisted, entries, scratch;
  for (const Instance& instance : assembly_.instances) {
    const expr::Tape& tape = instance.type->mass;
    hoisted.resize(tape.hoisted_count());
    entries.resize(tape.output_count());
    tape.bind(instance.parameters, hoisted);
    tape.evaluate(nullptr, hoisted.data(), entries.data(), scratch);
    const std::size_t n = entries.empty() ? 0 : instance.w.size();
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) mass_(instance.w[i], instance.w[j]) += entries[i * n + j];
  }
}

Workspace System::workspace() const {
  Workspace made;
  made.values = VecX::Zero(layout_.total());
  return made;
}

/// Gathers, evaluates all instances, and leaves the outputs in at.outputs.
const double* System::evaluate(Workspace& at, const Bound& bound) const {
  at.inputs.resize(bound.gather.size());
  for (std::size_t i = 0; i < bound.gather.size(); ++i) at.inputs[i] = at.values[bound.gather[i]];
  at.outputs.resize(bound.count * bound.tape->output_count());
  if (bound.count == 1) {
    bound.tape->evaluate(at.inputs.data(), bound.hoisted.data(), at.outputs.data(), at.scratch);
  } else {
    bound.tape->evaluate_many(bound.count, at.inputs.data(), bound.hoisted.data(),
                              at.outputs.data(), at.scratch, bound.tape->hoisted_count());
  }
  return at.outputs.data();
}

void System::run(Workspace& at, const std::vector<Bound>& programs,
                 std::initializer_list<Segment> outputs) const {
  for (const Segment output : outputs) segment(at, output).setZero();
  for (const Bound& bound : programs) {
    const double* values = evaluate(at, bound);
    for (std::size_t i = 0; i < bound.scatter.size(); ++i) at.values[bound.scatter[i]] += values[i];
  }
}

void System::set_time(Workspace& at, double t) const {
  at.values[layout_.offset(Segment::kT)] = t;
  for (std::size_t s = 0; s < assembly_.signals.size(); ++s) {
    const Signals& signals = assembly_.signals[s];
    at.outputs.resize(signals.tape.output_count());
    signals.tape.evaluate(&t, signal_constants_[s].data(), at.outputs.data(), at.scratch);
    const std::size_t n = signals.ports.size();
    for (std::size_t i = 0; i < n; ++i) {
      at.values[layout_.slot(Segment::kU, signals.ports[i])] = at.outputs[i];
      at.values[layout_.slot(Segment::kUdot, signals.ports[i])] = at.outputs[n + i];
    }
  }
}

void System::compute_efforts(Workspace& at) const {
  run(at, effort_, {Segment::kE, Segment::kGap});
}

void System::compute_rates(Workspace& at) const {
  if (is_closed_) {
    run(at, rate_,
        {Segment::kE, Segment::kP, Segment::kGap, Segment::kZdot, Segment::kForce, Segment::kRow,
         Segment::kGapRate});
    return;
  }
  segment(at, Segment::kP).noalias() = mass_ * segment(at, Segment::kW);
  compute_efforts(at);
  run(at, rate_, {Segment::kZdot, Segment::kForce, Segment::kRow});
  run(at, gap_rate_, {Segment::kGapRate});
}

void System::compute_potentials(Workspace& at) const { run(at, potential_, {Segment::kPotential}); }

void System::compute_powers(Workspace& at) const {
  run(at, power_, {Segment::kPower, Segment::kFlow});
}

void System::compute_row_times(Workspace& at) const { run(at, row_time_, {Segment::kRowTime}); }

void System::compute_readouts(Workspace& at) const { run(at, readout_, {Segment::kReadout}); }

void System::compute_watched(Workspace& at) const { run(at, watched_, {Segment::kWatched}); }

VecX System::rows(const Workspace& at) const {
  VecX r(sizes().nu());
  r << segment(at, Segment::kGapRate), segment(at, Segment::kRow);
  return r;
}

VecX System::port_efforts(const Workspace& at) const {
  VecX efforts = segment(at, Segment::kU);
  for (std::size_t i = 0; i < assembly_.prescribed.size(); ++i)
    if (assembly_.prescribed[i] >= 0)
      efforts[static_cast<Eigen::Index>(i)] =
          -at.values[layout_.slot(Segment::kMu, assembly_.prescribed[i])];
  return efforts;
}

double System::potential_energy(Workspace& at) const {
  compute_potentials(at);
  return segment(at, Segment::kPotential).sum();
}

namespace {

/// Partial derivatives: rows (zdot, force, row), columns (z, w, e, p, mu).
struct Partials {
  int z, w, mu;
  MatX values;

  Partials(const Sizes& n)
      : z(n.z), w(n.w), mu(n.mu), values(MatX::Zero(n.z + n.w + n.mu, 2 * (n.z + n.w) + n.mu)) {}

  void add(const Slot& row, const Slot& column, double value) {
    const int r = row.segment == Segment::kZdot    ? row.index
                  : row.segment == Segment::kForce ? z + row.index
                                                   : z + w + row.index;
    const int c = column.segment == Segment::kZ   ? column.index
                  : column.segment == Segment::kW ? z + column.index
                  : column.segment == Segment::kE ? z + w + column.index
                  : column.segment == Segment::kP ? 2 * z + w + column.index
                                                  : 2 * (z + w) + column.index;
    values(r, c) += value;
  }
  auto by_z() const { return values.leftCols(z); }
  auto by_w() const { return values.middleCols(z, w); }
  auto by_e() const { return values.middleCols(z + w, z); }
  auto by_p() const { return values.middleCols(2 * z + w, w); }
  auto by_mu() const { return values.rightCols(mu); }
};

}  // namespace

/// One element has all states: its derivatives are total already.
void System::linearize_closed(Workspace& at, Linearization& out) const {
  const Sizes& n = sizes();
  out.zdot_z.setZero(n.z, n.z);
  out.zdot_w.setZero(n.z, n.w);
  out.zdot_nu.setZero(n.z, n.nu());
  out.force_z.setZero(n.w, n.z);
  out.force_w.setZero(n.w, n.w);
  out.force_nu.setZero(n.w, n.nu());
  out.row_z.setZero(n.nu(), n.z);
  out.row_w.setZero(n.nu(), n.w);
  out.row_nu.setZero(n.nu(), n.nu());
  for (const Bound& bound : rate_derivative_) {
    const double* values = evaluate(at, bound);
    for (std::size_t i = 0; i < bound.entries.size(); ++i) {
      const auto& [row, column] = bound.entries[i];
      if (row.index < 0 || column.index < 0) continue;  // inert
      const bool is_z = row.segment == Segment::kZdot, is_force = row.segment == Segment::kForce;
      MatX& block = column.segment == Segment::kZ   ? (is_z       ? out.zdot_z
                                                       : is_force ? out.force_z
                                                                  : out.row_z)
                    : column.segment == Segment::kW ? (is_z       ? out.zdot_w
                                                       : is_force ? out.force_w
                                                                  : out.row_w)
                                                    : (is_z       ? out.zdot_nu
                                                       : is_force ? out.force_nu
                                                                  : out.row_nu);
      const int shift_row = row.segment == Segment::kRow ? n.lambda : 0;
      const int shift_column = column.segment == Segment::kMu ? n.lambda : 0;
      block(row.index + shift_row, column.index + shift_column) += values[i];
    }
  }
}

/// The chain rule over e = e(z, lambda) and p = M w, then over the rate of the gaps c' z'.
void System::linearize(Workspace& at, Linearization& out) const {
  if (is_closed_) return linearize_closed(at, out);
  const Sizes& n = sizes();
  Partials partial(n);
  for (const Bound& bound : rate_derivative_) {
    const double* values = evaluate(at, bound);
    for (std::size_t i = 0; i < bound.entries.size(); ++i)
      partial.add(bound.entries[i].first, bound.entries[i].second, values[i]);
  }
  MatX hessian = MatX::Zero(n.z, n.z);            // de/dz
  MatX c_transposed = MatX::Zero(n.z, n.lambda);  // de/dlambda
  for (const Bound& bound : effort_derivative_) {
    const double* values = evaluate(at, bound);
    for (std::size_t i = 0; i < bound.entries.size(); ++i) {
      const auto& [row, column] = bound.entries[i];
      if (column.segment == Segment::kZ) {
        hessian(row.index, column.index) += values[i];
      } else if (column.index >= 0) {
        c_transposed(row.index, column.index) += values[i];
      }
    }
  }
  const MatX by_z = partial.by_z() + product(partial.by_e(), hessian);
  const MatX by_w = partial.by_w() + product(partial.by_p(), mass_);
  MatX by_nu(partial.values.rows(), n.nu());
  by_nu << product(partial.by_e(), c_transposed), partial.by_mu();

  out.zdot_z = by_z.topRows(n.z);
  out.zdot_w = by_w.topRows(n.z);
  out.zdot_nu = by_nu.topRows(n.z);
  out.force_z = by_z.middleRows(n.z, n.w);
  out.force_w = by_w.middleRows(n.z, n.w);
  out.force_nu = by_nu.middleRows(n.z, n.w);

  MatX gap_rate_z = MatX::Zero(n.lambda, n.z);
  for (const Bound& bound : gap_rate_derivative_) {
    const double* values = evaluate(at, bound);
    for (std::size_t i = 0; i < bound.entries.size(); ++i) {
      const auto& [row, column] = bound.entries[i];
      if (row.index >= 0) gap_rate_z(row.index, column.index) += values[i];
    }
  }
  const MatX c_prime = c_transposed.transpose();
  out.row_z.resize(n.nu(), n.z);
  out.row_w.resize(n.nu(), n.w);
  out.row_nu.resize(n.nu(), n.nu());
  out.row_z << gap_rate_z + product(c_prime, out.zdot_z), by_z.bottomRows(n.mu);
  out.row_w << product(c_prime, out.zdot_w), by_w.bottomRows(n.mu);
  out.row_nu << product(c_prime, out.zdot_nu), by_nu.bottomRows(n.mu);
}

void System::compute_kinematics(Workspace& at, Kinematics& out) const {
  const Sizes& n = sizes();
  out.Z = MatX::Zero(n.z, n.w);
  out.c_prime = MatX::Zero(n.c, n.z);
  MatX a_prime = MatX::Zero(n.mu, n.w);
  for (const Bound& bound : kinematic_) {
    const double* values = evaluate(at, bound);
    for (std::size_t i = 0; i < bound.entries.size(); ++i) {
      const auto& [row, column] = bound.entries[i];
      MatX& block = row.segment == Segment::kZdot  ? out.Z
                    : row.segment == Segment::kRow ? a_prime
                                                   : out.c_prime;
      block(row.index, column.index) += values[i];
    }
  }
  out.Gamma.resize(n.nu(), n.w);
  for (int i = 0; i < n.lambda; ++i)
    out.Gamma.row(i).noalias() = out.c_prime.row(active_[at_index(i)]) * out.Z;
  out.Gamma.bottomRows(n.mu) = a_prime;
}

MatX System::momenta(Workspace& at) const {
  std::map<int, int> row_of;  // readout -> row
  for (const Bound& bound : momentum_)
    for (const auto& [row, column] : bound.entries) row_of.emplace(row.index, 0);
  int next = 0;
  for (auto& [readout, row] : row_of) row = next++;
  MatX out = MatX::Zero(next, sizes().w);
  for (const Bound& bound : momentum_) {
    const double* values = evaluate(at, bound);
    for (std::size_t i = 0; i < bound.entries.size(); ++i) {
      const auto& [row, column] = bound.entries[i];
      out(row_of[row.index], column.index) += values[i];
    }
  }
  return out;
}

}  // namespace porthos::system
