#include "model/formulas.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.hpp"
#include "expr/query.hpp"
#include "expr/text.hpp"

namespace porthos::model {
namespace {

/// "battery.voltage.effort", in quotes: the names of a run for the effort, flow and power of a
/// port.
bool is_column_of_port(const std::string& quoted) {
  return quoted.ends_with(".effort\"") || quoted.ends_with(".flow\"") ||
         quoted.ends_with(".power\"");
}

void fail_no_formula(Reader& reader, Place place) {
  const bool is_quantity = place->is_object() && place["value"];  // its unit is declared elsewhere
  reader.fail(
      "PH102", place, describe(*place), "a formula (a text) or a number",
      is_quantity ? "write the value alone, in the unit with which the quantity is declared" : "");
}

Tensor tensor_of(const StateEntries& state, const std::vector<Expr>& symbols) {
  std::vector<Expr> entries;
  for (const int i : state.indices) entries.push_back(symbols[index(i)]);
  return {state.shape, std::move(entries)};
}

/// False if a formula contains anything that is not allowed (PH114), or numbers that are not finite
/// (PH104).
bool check_allowed(const Tensor& formula, Place place, unsigned allowed, const SymbolKinds& kinds,
                   Reader& reader) {
  for (const Expr& entry : formula.entries) {
    if (const std::string more = kinds.excess(entry, allowed); !more.empty()) {
      std::string may = "a formula of parameters";
      if (allowed & kPositions) may += ", positions";
      if (allowed & kVelocities) may += ", velocities";
      if (allowed & kEfforts) may += ", effort(position)";
      if (allowed & kMomenta) may += ", momentum(velocity)";
      if (allowed & kMultipliers) may += ", multiplier(constraint)";
      if (allowed & kTime) may += ", time t";
      if (allowed & kRates) may += ", rate(velocity)";
      reader.fail("PH114", place, "a formula that depends on " + more, may + " alone");
      return false;
    }
    if (const auto value = constant(entry); value && !std::isfinite(*value)) {
      reader.fail("PH104", place, "a formula without a finite value", "a finite number");
      return false;
    }
  }
  return true;
}

}  // namespace

bool Formulas::declare(const std::string& name, Place place, bool is_in_formulas) {
  if (!reader_.name(name, place, is_in_formulas)) return false;
  if (names_.declared.insert(name).second) return true;
  reader_.fail("PH106", place, "the name \"" + name + "\" a second time",
               "each name once among parameters, definitions, positions, velocities and components",
               "rename one of the two");
  return false;
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
  if (names_.broken.count(vector)) return whole ? Expr(0.0) : whole;
  const int entry = whole ? entry_index(whole->shape, indices) : -1;
  return entry < 0 ? std::nullopt : std::optional<Tensor>(whole->entries[index(entry)]);
}

std::optional<Tensor> Formulas::whole_variable(const std::string& name) {
  if (name == "t") return component_.laws.t;
  uses_broken_ = uses_broken_ || names_.broken.count(name) != 0;
  if (auto value = names_.find_value(name)) return value;
  if (const StateEntries* state = names_.find_position(name))
    return tensor_of(*state, component_.laws.z);
  if (const StateEntries* state = names_.find_velocity(name))
    return tensor_of(*state, component_.laws.w);
  if (const auto found = names_.expanded.find(name); found != names_.expanded.end())
    return found->second;
  const auto definition = names_.definitions.find(name);
  if (definition == names_.definitions.end()) {
    if (name.find('.') == std::string::npos || !find_offered || !find_offered(name))
      return std::nullopt;
    uses_broken_ = uses_broken_ || names_.broken.count(name) != 0;
    return names_.values.at(name);
  }
  if (!names_.expanding.insert(name).second) {
    reader_.fail("PH115", definition->second, "\"" + name + "\" defined through itself",
                 "a definition that does not lead back to itself", "break the circle");
    names_.broken.insert(name);
    uses_broken_ = true;
    return names_.expanded[name] = Expr(0.0);
  }
  const std::size_t before = reader_.problems().size();
  const Tensor value = read_tensor(definition->second, ~0U);
  component_.laws.graph->budget()->spend(value.entries.size());  // the values are stored
  if (reader_.problems().size() != before) names_.broken.insert(name);
  uses_broken_ = uses_broken_ || names_.broken.count(name) != 0;
  names_.expanding.erase(name);
  return names_.expanded[name] = value;
}

/// Reads the definitions that a text needs, and before them those that they need. So even a long
/// chain of definitions does not nest the reader.
void Formulas::read_needed(Place place) {
  struct Open {
    std::string name;
    std::vector<std::string> needs;
  };
  std::vector<Open> open{{"", names_.unread_definitions(place)}};
  std::set<std::string> met;
  while (!open.empty()) {
    Open& last = open.back();
    if (last.needs.empty()) {
      const std::string name = std::move(last.name);
      open.pop_back();
      if (!name.empty()) variable(name);
      continue;
    }
    const std::string name = std::move(last.needs.back());
    last.needs.pop_back();
    // A circle is met a second time here; the reader reports it.
    if (names_.expanding.count(name) || !met.insert(name).second) continue;
    open.push_back({name, names_.unread_definitions(names_.definitions.at(name))});
  }
}

void Formulas::read_definitions() {
  for (const auto& [name, place] : names_.definitions) variable(name);
}

std::optional<Tensor> Formulas::accessor(std::string_view function, const std::string& name) {
  if (function == "multiplier") {
    const auto found = names_.multipliers.find(name);
    if (names_.broken.count("multiplier(" + split_entry(name).first + ")")) return Expr(0.0);
    if (found != names_.multipliers.end()) return found->second;
    if (names_.left_out.count(name)) {
      const expr::Shape shape = read_tensor(names_.left_out.at(name), ~0U).shape;
      const std::vector<Expr> zeros(static_cast<std::size_t>(shape.size()), Expr(0.0));
      return Tensor(shape, zeros);
    }
    const bool is_entry = names_.left_out.count(split_entry(name).first) != 0;
    return is_entry ? std::optional<Tensor>(0.0) : std::nullopt;
  }
  const bool is_effort = function == "effort";
  const StateEntries* state = is_effort ? names_.find_position(name) : names_.find_velocity(name);
  if (!state) return std::nullopt;
  const Laws& laws = component_.laws;
  return tensor_of(*state, is_effort ? laws.e : function == "rate" ? laws.w_rate : laws.p);
}

void Formulas::report(const std::vector<expr::ParseError>& errors, Place place) {
  const auto is_law = [&](const std::string& name) { return names_.multipliers.count(name) != 0; };
  for (const expr::ParseError& error : errors) {
    if (error.is_shape && uses_broken_) continue;
    const bool is_unknown = error.expected.rfind("a known", 0) == 0;
    const bool is_quoted = is_unknown && error.found.size() > 2;
    const bool is_output =
        is_quoted && names_.reported.count(error.found.substr(1, error.found.size() - 2));
    std::string hint = error.hint;
    if (is_output)
      hint = "formulas cannot use outputs: write it as a definition";
    else if (error.found == "a condition" && reader_.where(place).ends_with("/gap"))
      hint = "the gap of a >= b is a - (b)";
    else if (is_quoted && is_law(error.found.substr(1, error.found.size() - 2)))
      hint = "a formula reads its force, as multiplier(" +
             error.found.substr(1, error.found.size() - 2) +
             "); its gap and its mode are columns of a run";
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
    fail_no_formula(reader_, place);
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
    fail_no_formula(reader_, place);
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
  scope.require = [&](const std::string& sentence, const Expr& condition) {
    if (const std::string more = kinds_.excess(condition, kParameters); more.empty())
      component_.requirements.push_back({sentence, condition, reader_.where(place)});
    else
      reader_.fail("PH114", place, "points of a table that depend on " + more,
                   "points of parameters alone");
  };
  scope.is_condition = allowed == kCondition;
  scope.accessors = {"effort", "momentum", "multiplier", "rate"};
  scope.names = [this] {
    return reader_.gives_hints() ? names_.all() : std::vector<std::string>();
  };
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
  if (check_allowed(formula, place, allowed, kinds_, reader_)) return formula;
  return {formula.shape, std::vector<Expr>(formula.entries.size())};
}

bool Formulas::check_linear(const Expr& formula, Place place, bool with_rest) {
  const std::vector<Expr> xs = kinds_.symbols(formula, kVelocities | kEfforts);
  Expr rest(0.0);
  if (with_rest) {
    rest = kinds_.rest(formula);
    if (const std::string more = kinds_.excess(rest, kTime); !more.empty()) {
      reader_.fail("PH112", place, "a part without velocities that depends on " + more,
                   "velocities times formulas of the positions, plus a formula of time alone",
                   "a law between positions alone belongs under position_constraints");
      return false;
    }
  }
  if (expr::linear_coefficients(formula - rest, xs)) return true;
  const bool is_affine =
      !with_rest && !xs.empty() && expr::linear_coefficients(formula - kinds_.rest(formula), xs);
  reader_.fail("PH112", place, expr::text(formula, 200),
               "a formula that is linear in the velocities and efforts",
               is_affine
                   ? "the speed of a belt or floor is a velocity of its own: add w, hold it by the "
                     "velocity constraint w - (its speed), and write v - w here"
                   : "products and powers of velocities, and terms without one, are not linear; "
                     "choose velocities in which the formula is linear");
  return false;
}

}  // namespace porthos::model
