#include "model/formulas.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.hpp"

namespace porthos::model {
namespace {

/// "battery.voltage.effort", in quotes: the names of a run for the effort, flow and power of a
/// port.
bool is_column_of_port(const std::string& quoted) {
  return quoted.ends_with(".effort\"") || quoted.ends_with(".flow\"") ||
         quoted.ends_with(".power\"");
}

/// The hint for a quantity with its unit at a place where the unit is declared elsewhere.
std::string hint_for_object(Place place) {
  return place->is_object() && place["value"]
             ? "write the value alone, in the unit with which the quantity is declared"
             : "";
}

}  // namespace

bool Formulas::declare(const std::string& name, Place place, bool is_in_formulas) {
  if (!reader_.name(name, place, is_in_formulas)) return false;
  if (declared_.insert(name).second) return true;
  reader_.fail("PH106", place, "the name \"" + name + "\" a second time",
               "each name once among parameters, definitions, positions, velocities and components",
               "rename one of the two");
  return false;
}

std::pair<std::string, std::vector<int>> split_entry(const std::string& name) {
  std::string rest = name;
  std::vector<int> indices;
  while (indices.size() < 2) {
    const std::size_t dot = rest.rfind('.');
    if (dot == rest.npos || dot + 1 == rest.size() || rest.size() - dot > 6) break;
    const auto digits = rest.begin() + static_cast<std::ptrdiff_t>(dot) + 1;
    if (!std::all_of(digits, rest.end(), [](char c) { return c >= '0' && c <= '9'; })) break;
    indices.insert(indices.begin(), std::stoi(rest.substr(dot + 1)) - 1);
    rest.resize(dot);
  }
  return {rest, indices};
}

int entry_index(const expr::Shape& shape, const std::vector<int>& indices) {
  if (static_cast<int>(indices.size()) != shape.rank || indices.empty()) return -1;
  const int row = indices[0], column = shape.rank == 2 ? indices[1] : 0;
  if (row < 0 || row >= shape.rows || column < 0 || column >= shape.columns) return -1;
  return row * shape.columns + column;
}

Tensor Formulas::tensor_of(const StateEntries& state, const std::vector<Expr>& symbols) const {
  std::vector<Expr> entries;
  for (const int i : state.indices) entries.push_back(symbols[index(i)]);
  return {state.shape, std::move(entries)};
}

const StateEntries* Formulas::find_state(const std::string& name, bool is_position) {
  auto& states = is_position ? positions_ : velocities_;
  if (const auto found = states.find(name); found != states.end()) return &found->second;
  const auto [whole, indices] = split_entry(name);
  const bool is_known = positions_.count(whole) != 0 || velocities_.count(whole) != 0;
  if (whole.find('.') != std::string::npos && !is_known && find_foreign) find_foreign(whole);
  const auto found = states.find(whole);
  if (found == states.end()) return nullptr;
  if (indices.empty()) return &found->second;
  const int entry = entry_index(found->second.shape, indices);
  if (entry < 0) return nullptr;
  return &(states[name] = StateEntries{{}, {found->second.indices[index(entry)]}});
}

/// Finds the value of function(name), or of the name if there is no function. Reports an index that
/// no component has.
std::optional<Tensor> Formulas::look_up(std::string_view function, std::string_view view, Text& in,
                                        const Find& find) {
  const std::string name(view);
  const auto found = [&](const std::string& known) {
    auto value = find(known);
    if (value && record) record->names[&*in.place].push_back({std::string(function), known});
    return value;
  };
  const bool has_index = name.find('[') != name.npos;
  if (!has_index)
    if (auto value = found(name)) return value;
  if (!resolve || name.find_first_of("[.") == name.npos) return std::nullopt;
  const auto resolved = resolve(name);
  if (const auto* full = std::get_if<std::string>(&resolved))
    return has_index ? found(*full) : std::nullopt;
  const auto& fault = std::get<IndexFault>(resolved);
  reader_
      .fail(fault.is_of_no_component ? "PH111" : "PH104", in.place, fault.found, fault.expected,
            fault.hint)
      .position = static_cast<std::size_t>(view.data() - in.text.data());
  in.is_faulty = uses_broken_ = true;
  return Expr(1.0);
}

std::optional<Tensor> Formulas::variable(const std::string& name) {
  if (auto whole = whole_variable(name)) return whole;
  const auto [vector, indices] = split_entry(name);
  if (indices.empty()) return std::nullopt;
  const auto whole = whole_variable(vector);
  if (broken_.count(vector)) return whole ? Expr(0.0) : whole;
  const int entry = whole ? entry_index(whole->shape, indices) : -1;
  return entry < 0 ? std::nullopt : std::optional<Tensor>(whole->entries[index(entry)]);
}

std::optional<Tensor> Formulas::whole_variable(const std::string& name) {
  if (name == "t") return component_.laws.t;
  uses_broken_ = uses_broken_ || broken_.count(name) != 0;
  if (auto value = find_value(name)) return value;
  if (const StateEntries* state = find_position(name)) return tensor_of(*state, component_.laws.z);
  if (const StateEntries* state = find_velocity(name)) return tensor_of(*state, component_.laws.w);
  if (const auto found = expanded_.find(name); found != expanded_.end()) return found->second;
  const auto definition = definitions_.find(name);
  if (definition == definitions_.end()) {
    if (name.find('.') == std::string::npos || !find_offered || !find_offered(name))
      return std::nullopt;
    uses_broken_ = uses_broken_ || broken_.count(name) != 0;
    return values_.at(name);
  }
  if (!expanding_.insert(name).second) {
    reader_.fail("PH115", definition->second, "\"" + name + "\" defined through itself",
                 "a definition that does not lead back to itself", "break the circle");
    broken_.insert(name);
    uses_broken_ = true;
    return expanded_[name] = Expr(0.0);
  }
  const std::size_t before = reader_.problems().size();
  const Tensor value = read_tensor(definition->second, ~0U);
  component_.laws.graph->budget()->spend(value.entries.size());  // the values are stored
  if (reader_.problems().size() != before) broken_.insert(name);
  uses_broken_ = uses_broken_ || broken_.count(name) != 0;
  expanding_.erase(name);
  return expanded_[name] = value;
}

void Formulas::read_definitions() {
  for (const auto& [name, place] : definitions_) variable(name);
}

std::optional<Tensor> Formulas::accessor(std::string_view function, const std::string& name) {
  if (function == "multiplier") {
    const auto found = multipliers_.find(name);
    if (broken_.count("multiplier(" + split_entry(name).first + ")")) return Expr(0.0);
    if (found != multipliers_.end()) return found->second;
    if (left_out_.count(name)) {
      const expr::Shape shape = read_tensor(left_out_.at(name), ~0U).shape;
      const std::vector<Expr> zeros(static_cast<std::size_t>(shape.size()), Expr(0.0));
      return Tensor(shape, zeros);
    }
    const bool is_entry = left_out_.count(split_entry(name).first) != 0;
    return is_entry ? std::optional<Tensor>(0.0) : std::nullopt;
  }
  const bool is_effort = function == "effort";
  const StateEntries* state = is_effort ? find_position(name) : find_velocity(name);
  if (!state) return std::nullopt;
  const Laws& laws = component_.laws;
  return tensor_of(*state, is_effort ? laws.e : function == "rate" ? laws.w_rate : laws.p);
}

std::vector<std::string> Formulas::all_names() const {
  std::vector<std::string> names(declared_.begin(), declared_.end());
  names.insert(names.end(), foreign_names.begin(), foreign_names.end());
  for (const auto& [name, symbol] : multipliers_) names.push_back(name);
  return names;
}

void Formulas::report(const std::vector<expr::ParseError>& errors, Place place) {
  for (const expr::ParseError& error : errors) {
    if (error.is_shape && uses_broken_) continue;
    const bool is_unknown = error.expected.rfind("a known", 0) == 0;
    const bool is_quoted = is_unknown && error.found.size() > 2;
    const bool is_output =
        is_quoted && reported_names.count(error.found.substr(1, error.found.size() - 2));
    std::string hint = error.hint;
    if (is_output)
      hint = "formulas cannot use outputs: write it as a definition";
    else if (is_quoted && hint.empty() && is_column_of_port(error.found))
      hint = "formulas cannot use the columns of a port; they are in the table of a run";
    // After kMostProblems problems, places are no longer stored.
    const bool has_place = reader_.problems().size() < kMostProblems;
    const std::string at = has_place ? reader_.where(place) : std::string();
    // A formula of a parameter is also read as a definition by the formulas that use the parameter.
    if (has_place && std::ranges::any_of(reader_.problems(), [&](const Problem& other) {
          return other.position == error.position && other.where == at &&
                 other.found == error.found;
        }))
      continue;
    Problem& problem = reader_.fail(error.is_shape ? "PH117" : (is_unknown ? "PH111" : "PH110"), at,
                                    error.found, error.expected, hint);
    problem.position = error.position;
  }
}

Expr Formulas::read(Place place, unsigned allowed) {
  if (!place) return Expr(0.0);
  if (!place->is_number() && !place->is_string()) {
    reader_.fail("PH102", place, describe(*place), "a formula (a text) or a number",
                 hint_for_object(place));
    return Expr(0.0);
  }
  return read_shaped(place, expr::kScalar, "", allowed).scalar();
}

Tensor Formulas::read_shaped(Place place, const expr::Shape& shape, const std::string& like,
                             unsigned allowed) {
  const bool was_broken = std::exchange(uses_broken_, false);
  const std::size_t before = reader_.problems().size();
  Tensor value = read_tensor(place, allowed);
  const bool is_known = !uses_broken_ && reader_.problems().size() == before;
  uses_broken_ = uses_broken_ || was_broken;
  if (value.shape == shape) return value;
  if (is_known)
    reader_.fail("PH117", place, expr::describe(value.shape),
                 expr::describe(shape) + (like.empty() ? "" : ", as " + like),
                 value.is_scalar() && shape.rank == 1 ? "write [a, b, ...]" : "");
  return {shape, std::vector<Expr>(index(shape.size()))};
}

Tensor Formulas::read_tensor(Place place, unsigned allowed) {
  if (!place) return Expr(0.0);
  if (place->is_number()) return Expr(reader_.number(place).value_or(0));
  if (place->is_array() && !place->empty()) {
    std::vector<Tensor> parts;
    const std::size_t before = reader_.problems().size();
    for (std::size_t i = 0; i < place.size(); ++i) parts.push_back(read_tensor(place[i], allowed));
    if (auto whole = expr::stack(parts)) return *whole;
    if (reader_.problems().size() == before)
      reader_.fail("PH117", place,
                   describe(*place) + " that begins with " + expr::describe(parts[0].shape) +
                       " and continues differently",
                   "an array of numbers, or of rows of one length");
    return Expr(0.0);
  }
  if (!place->is_string()) {
    reader_.fail("PH102", place, describe(*place), "a formula (a text) or a number",
                 hint_for_object(place));
    return Expr(0.0);
  }
  if (component_.laws.graph->budget()->is_spent()) return Expr(0.0);
  read_needed(place);
  Text in{place->get<std::string>(), place};
  expr::Scope scope;
  scope.variable = [&](std::string_view view) {
    return look_up("", view, in, [this](const std::string& name) { return variable(name); });
  };
  scope.accessor = [&](std::string_view function, std::string_view view) {
    return look_up(function, view, in,
                   [&](const std::string& name) { return accessor(function, name); });
  };
  scope.units = [&](expr::UnitRule rule, std::span<const expr::Operand> operands) {
    if (!uses_broken_) units_.check(rule, operands, place);
  };
  scope.is_condition = allowed == kCondition;
  scope.accessors = {"effort", "momentum", "multiplier", "rate"};
  scope.names = [this] { return reader_.gives_hints() ? all_names() : std::vector<std::string>(); };
  const bool was_broken = std::exchange(uses_broken_, false);
  auto parsed = expr::parse_tensor(in.text, *component_.laws.graph, scope);
  const auto* errors = std::get_if<std::vector<expr::ParseError>>(&parsed);
  if (errors) report(*errors, place);
  if (errors || in.is_faulty) {
    uses_broken_ = true;  // so the formula that uses this is broken too
    return Expr(0.0);
  }
  uses_broken_ = uses_broken_ || was_broken;
  Tensor formula = std::get<Tensor>(std::move(parsed));
  if (check_allowed(formula, place, allowed)) return formula;
  return {formula.shape, std::vector<Expr>(formula.entries.size())};
}

/// False if a formula contains anything that is not allowed (PH114), or numbers that are not finite
/// (PH104).
bool Formulas::check_allowed(const Tensor& formula, Place place, unsigned allowed) {
  for (const Expr& entry : formula.entries) {
    if (const std::string more = excess(entry, allowed); !more.empty()) {
      std::string may = "a formula of parameters";
      if (allowed & kPositions) may += ", positions";
      if (allowed & kVelocities) may += ", velocities";
      if (allowed & kEfforts) may += ", effort(position)";
      if (allowed & kMomenta) may += ", momentum(velocity)";
      if (allowed & kMultipliers) may += ", multiplier(constraint)";
      if (allowed & kTime) may += ", time t";
      if (allowed & kRates) may += ", rate(velocity)";
      reader_.fail("PH114", place, "a formula that depends on " + more, may + " alone");
      return false;
    }
    if (const auto value = constant(entry); value && !std::isfinite(*value)) {
      reader_.fail("PH104", place, "a formula without a finite value", "a finite number");
      return false;
    }
  }
  return true;
}

std::vector<Expr> Formulas::read_array(Place place, int count, unsigned allowed) {
  std::vector<Expr> read_values;
  if (!place) return read_values;
  const bool was_broken = std::exchange(uses_broken_, false);
  const std::size_t before = reader_.problems().size();
  const auto append = [&](Place formula) {
    const Tensor value = read_tensor(formula, allowed);
    read_values.insert(read_values.end(), value.entries.begin(), value.entries.end());
  };
  if (place->is_array()) {
    for (std::size_t i = 0; i < place.size(); ++i) append(place[i]);
  } else {
    append(place);
  }
  const bool is_known = !uses_broken_ && reader_.problems().size() == before;
  uses_broken_ = uses_broken_ || was_broken;
  if (count >= 0 && read_values.size() != index(count)) {
    if (is_known)
      reader_.fail(
          "PH113", place, describe(*place),
          count == 1 ? "one formula" : "an array of " + std::to_string(count) + " formulas");
    read_values.resize(index(count));
  }
  return read_values;
}

laws::Matrix Formulas::read_matrix(Place place, int n, unsigned allowed) {
  laws::Matrix matrix(n);
  const std::string shape = std::to_string(n) + " x " + std::to_string(n);
  if (place->is_string()) {
    constexpr int kMost = 1000;  // all n x n entries are created
    if (n > kMost) {
      reader_.fail("PH105", place, "a " + shape + " matrix as one formula",
                   "at most " + std::to_string(kMost) + " rows");
      return matrix;
    }
    const Tensor whole =
        read_shaped(place, expr::matrix_of(n, n), "rows and columns are velocities", allowed);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) matrix.add(i, j, whole.at(i, j));
    return matrix;
  }
  if (!reader_.array(place, "a matrix (" + shape + "): an array of rows")) return matrix;
  bool fits = place.size() == index(n);
  for (std::size_t i = 0; i < place.size(); ++i)
    fits = fits && (*place)[i].is_array() && (*place)[i].size() == index(n);
  if (!fits) {
    std::string rows;
    for (const Json& row : *place)
      rows += (rows.empty() ? "" : ", ") + (row.is_array() ? std::to_string(row.size()) : "no row");
    reader_.fail("PH113", place, "rows of lengths " + rows, "a " + shape + " matrix",
                 "one row and column for each velocity, in their order");
    return matrix;
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) matrix.add(i, j, read(place[index(i)][index(j)], allowed));
  return matrix;
}

}  // namespace porthos::model
