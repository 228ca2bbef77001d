#include "base/index.hpp"
#include "system/system.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>

namespace porthos::system {
namespace {

bool has_same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// The instances of each type, by first appearance.
std::vector<std::vector<const Instance*>> by_type(const std::vector<Instance>& instances) {
  std::vector<std::vector<const Instance*>> groups;
  std::map<const ElementType*, std::size_t> number;
  for (const Instance& instance : instances) {
    const auto [known, is_new] = number.emplace(instance.type.get(), groups.size());
    if (is_new) groups.emplace_back();
    groups[known->second].push_back(&instance);
  }
  return groups;
}

}  // namespace

System::System(Assembly assembly) : assembly_(std::move(assembly)) {
  lambda_of_.assign(index(assembly_.sizes.c), -1);
  assembly_.inert.resize(index(assembly_.sizes.c), 0);
  assembly_.left_out.resize(index(assembly_.sizes.c), 0);
  assembly_.is_contact.resize(index(assembly_.sizes.c), 0);
  for (int i = 0; i < assembly_.sizes.c; ++i) {
    if (assembly_.inert[index(i)]) {
      inert_.push_back(i);
    } else if (!assembly_.left_out[index(i)]) {
      lambda_of_[index(i)] = static_cast<int>(active_.size());
      active_.push_back(i);
    }
  }
  assembly_.sizes.lambda = static_cast<int>(active_.size());
  layout_ = Layout(assembly_.sizes);
  branches_ = std::make_shared<VecX>(VecX::Zero(assembly_.sizes.branch));
  modes_ = std::make_shared<VecX>(VecX::Zero(assembly_.sizes.mode));

  for (const auto& group : by_type(assembly_.instances)) {
    const ElementType& type = *group.front()->type;
    add_program(effort_, group, &ElementType::effort);
    add_program(rate_, group, &ElementType::rate);
    add_program(gap_rate_, group, &ElementType::gap_rate);
    add_program(gap_, group, &ElementType::gap);
    add_program(row_, group, &ElementType::row);
    add_program(potential_, group, &ElementType::potential);
    add_program(power_, group, &ElementType::power);
    add_program(heat_, group, &ElementType::heat);
    add_program(velocity_, group, &ElementType::velocity);
    add_program(frame_, group, &ElementType::frame);
    add_program(row_time_, group, &ElementType::row_time);
    add_program(rate_time_, group, &ElementType::rate_time);
    add_program(readout_, group, &ElementType::readout);
    add_program(watched_, group, &ElementType::watched);
    add_program(state_switch_, group, &ElementType::state_switch);
    add_derivative(effort_derivative_, group, &ElementType::effort_derivative);
    add_derivative(rate_derivative_, group, &ElementType::rate_derivative);
    add_derivative(gap_rate_derivative_, group, &ElementType::gap_rate_derivative);
    add_derivative(kinematic_, group, &ElementType::kinematic);
    add_derivative(momentum_, group, &ElementType::momentum);
    is_linear_in_multipliers_ &= type.is_linear_in_multipliers;
    switches_read_velocities_ |= type.switches_read_velocities;
    switches_read_efforts_ |= type.switches_read_efforts;
    moves_without_mass_ |=
        laws::moves_by_efforts(type.laws) || laws::has_prescribed_flow(type.laws);
  }
  assemble_mass();
  is_closed_ = assembly_.instances.size() == 1 && assembly_.instances[0].type->is_closed;
  if (assembly_.has_jacobian) plan_jacobian();
  plan_kinematics();
  plan_momenta();
  for (const Signals& signals : assembly_.signals) {
    signal_constants_.emplace_back(signals.tape.hoisted_count());
    signals.tape.bind(signals.parameters, signal_constants_.back());
  }
  SwitchingTimes times(assembly_.time);
  constexpr double kAhead = 1;  // s; any time would do
  const auto first = times.next(0, kAhead);
  phase_.at = 0.5 * (first ? first->t : kAhead);
}

Slot System::global(const Instance& instance, Slot local) const {
  const auto i = index(local.index);
  const Segment segment = local.segment;
  if (segment == Segment::kLambda || segment == Segment::kGapRate)
    return {segment, lambda_of_[index(instance.c[i])]};
  switch (segment) {
#define QUANTITY(segment, size, map) \
  case Segment::segment:             \
    return {Segment::segment, instance.map[i]};
#include "system/quantities.inc"
#undef QUANTITY
  }
  return local;
}

int System::slot(const Instance& instance, Slot local) const {
  const Slot found = global(instance, local);
  const auto c = index(found.index);
  if (local.segment == Segment::kGap && assembly_.is_contact[c] && assembly_.left_out[c])
    return layout_.unread();
  if (found.index >= 0) return layout_.slot(found.segment, found.index);
  const bool is_multiplier = found.segment == Segment::kLambda || found.segment == Segment::kMu;
  return is_multiplier ? layout_.zero() : layout_.unread();
}

System::Bound System::bind(const std::vector<const Instance*>& group, const expr::Tape& tape,
                           const std::vector<Slot>& inputs) const {
  Bound bound;
  bound.tape = &tape;
  bound.count = group.size();
  const std::size_t width = tape.hoisted_count();
  bound.hoisted.resize(group.size() * width);
  bool is_shared = true;
  for (std::size_t k = 0; k < group.size(); ++k) {
    for (const Slot& input : inputs) bound.gather.push_back(slot(*group[k], input));
    double* own = bound.hoisted.data() + k * width;
    tape.bind(group[k]->parameters, {own, width});
    is_shared = is_shared && std::equal(own, own + width, bound.hoisted.data(), has_same_bits);
  }
  if (is_shared) {
    bound.hoisted.resize(width);
  } else {
    bound.hoisted_stride = width;
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
  std::vector<Entry> places;
  std::vector<std::pair<Entry, double>> found;
  for (int i = 0; i < sizes().w; ++i) places.push_back({i, i});
  std::vector<double> hoisted, entries, scratch;
  std::vector<char> has_mass(index(sizes().w));  // by its formula, in any of the instances
  for (const Instance& instance : assembly_.instances) {
    const expr::Tape& tape = instance.type->mass;
    hoisted.resize(tape.hoisted_count());
    entries.resize(tape.output_count());
    tape.bind(instance.parameters, hoisted);
    tape.evaluate(nullptr, hoisted.data(), entries.data(), scratch);
    for (std::size_t k = 0; const auto& [place, formula] : instance.type->laws.mass.entries()) {
      const double entry = entries[k++];
      if (place.first == place.second && !is_zero(formula))
        has_mass[index(instance.w[index(place.first)])] = 1;
      if (entry == 0) continue;
      places.push_back({instance.w[index(place.first)], instance.w[index(place.second)]});
      found.emplace_back(places.back(), entry);
    }
  }
  mass_ = Sparse(sizes().w, sizes().w, places);
  for (const auto& [place, entry] : found) mass_.value[index(mass_.find(place))] += entry;
  if (std::ranges::find(has_mass, 0) != has_mass.end()) moves_without_mass_ = true;
}

void System::list_partials(const std::vector<Bound>& derivatives, std::vector<Partial>& to,
                           int& next) {
  for (const Bound& bound : derivatives)
    for (const auto& [row, column] : bound.entries) to.push_back({row, column, next++});
}

namespace {

/// Terms of a sparse matrix, collected before its pattern is known.
class Terms {
 public:
  Terms(int rows, int columns) : rows_(rows), columns_(columns) {}

  void add(Entry place, int a) { sums_.push_back({place, a, 0}); }
  void add_product(Entry place, int a, int b) { products_.push_back({place, a, b}); }
  /// Adds a times the entry in the same column of `row`.
  void add_chained(Entry place, int a, int row) { chained_.push_back({place, a, row}); }

  Sparse pattern() const {
    std::vector<Entry> places;
    for (const auto* terms : {&sums_, &products_, &chained_})
      for (const Term& term : *terms) places.push_back(term.place);
    return Sparse(rows_, columns_, places);
  }

  Sparse finish(Recipe& recipe) const {
    const Sparse made = pattern();
    const auto copy = [&](const std::vector<Term>& from, std::vector<Recipe::Term>& to) {
      for (const auto& [place, a, b] : from) to.push_back({a, b, made.find(place)});
    };
    copy(sums_, recipe.sums);
    copy(products_, recipe.products);
    copy(chained_, recipe.chained);
    for (std::size_t k = 0; k < chained_.size(); ++k)
      recipe.chained[k].b = made.find({chained_[k].b, chained_[k].place.column});
    return made;
  }

 private:
  struct Term {
    Entry place;
    int a, b;
  };
  int rows_, columns_;
  std::vector<Term> sums_, products_, chained_;
};

}  // namespace

/// The chain rule over e = e(z, lambda) and p = M w, then over the rate of the gaps c' z'. If one
/// element has all states, its derivatives are already total.
void System::plan_jacobian() {
  const Sizes& n = sizes();
  const auto unknown = [&](const Slot& slot) {  // -1 for a missing multiplier
    switch (slot.segment) {
      case Segment::kZ:
      case Segment::kZdot: return slot.index;
      case Segment::kW:
      case Segment::kForce: return n.z + slot.index;
      case Segment::kLambda:
      case Segment::kGapRate: return slot.index < 0 ? -1 : n.z + n.w + slot.index;
      default: return slot.index < 0 ? -1 : n.z + n.w + n.lambda + slot.index;  // kMu, kRow
    }
  };
  int next = 0;
  std::vector<Partial> rates, efforts, gap_rates;
  list_partials(rate_derivative_, rates, next);
  list_partials(effort_derivative_, efforts, next);
  list_partials(gap_rate_derivative_, gap_rates, next);

  std::vector<std::vector<Partial>> by_effort(index(n.z));  // the derivatives of each e
  for (const Partial& partial : efforts) by_effort[index(partial.row.index)].push_back(partial);
  const int size = n.z + n.w + n.nu();
  Terms terms(size, size);
  for (const Partial& partial : rates) {
    const int row = unknown(partial.row);
    if (row < 0) continue;
    if (partial.column.segment == Segment::kE) {
      for (const Partial& inner : by_effort[index(partial.column.index)])
        if (const int column = unknown(inner.column); column >= 0)
          terms.add_product({row, column}, partial.number, inner.number);
    } else if (partial.column.segment == Segment::kP) {
      const int j = partial.column.index;  // M is symmetric: its row equals its column
      for (int k = mass_.start[index(j)]; k < mass_.start[index(j) + 1]; ++k)
        terms.add_product({row, n.z + mass_.column[index(k)]}, partial.number, next + k);
    } else if (const int column = unknown(partial.column); column >= 0) {
      terms.add({row, column}, partial.number);
    }
  }
  for (const Partial& partial : gap_rates)
    if (const int row = unknown(partial.row); row >= 0)
      terms.add({row, partial.column.index}, partial.number);

  // c' z' of the previous rates; c'^T are the derivatives of e with respect to lambda.
  const Sparse so_far = terms.pattern();
  for (const Partial& partial : efforts) {
    if (partial.column.segment != Segment::kLambda || partial.column.index < 0) continue;
    const int z = partial.row.index;
    for (int k = so_far.start[index(z)]; k < so_far.start[index(z) + 1]; ++k)
      terms.add_chained({unknown(partial.column), so_far.column[index(k)]}, partial.number, z);
  }
  jacobian_ = terms.finish(jacobian_recipe_);
}

void System::plan_kinematics() {
  const Sizes& n = sizes();
  int next = 0;
  std::vector<Partial> partials;
  list_partials(kinematic_, partials, next);
  Terms z(n.z, n.w), gamma(n.nu(), n.w), c(n.c, n.z);
  std::vector<std::vector<Partial>> by_z(index(n.z));  // the entries of each row of Z
  for (const Partial& partial : partials) {
    const Entry place{partial.row.index, partial.column.index};
    if (partial.row.segment == Segment::kZdot) {
      z.add(place, partial.number);
      by_z[index(place.row)].push_back(partial);
    } else if (partial.row.segment == Segment::kRow) {
      if (place.row >= 0) gamma.add({n.lambda + place.row, place.column}, partial.number);
    } else {
      c.add(place, partial.number);
    }
  }
  for (const Partial& partial : partials) {
    if (partial.row.segment != Segment::kGap) continue;
    const int row = lambda_of_[index(partial.row.index)];
    if (row < 0) continue;
    for (const Partial& inner : by_z[index(partial.column.index)])
      gamma.add_product({row, inner.column.index}, partial.number, inner.number);
  }
  kinematics_.Z = z.finish(z_recipe_);
  kinematics_.Gamma = gamma.finish(gamma_recipe_);
  kinematics_.c_prime = c.finish(c_recipe_);
}

void System::plan_momenta() {
  int next = 0;
  std::vector<Partial> partials;
  list_partials(momentum_, partials, next);
  std::map<int, int> row_of;  // readout -> row
  for (const Partial& partial : partials) row_of.emplace(partial.row.index, 0);
  int rows = 0;
  for (auto& [readout, row] : row_of) row = rows++;
  Terms terms(rows, sizes().w);
  for (const Partial& partial : partials)
    terms.add({row_of[partial.row.index], partial.column.index}, partial.number);
  momenta_ = terms.finish(momenta_recipe_);
}

}  // namespace porthos::system
