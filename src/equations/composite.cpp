#include "equations/composite.hpp"

#include <algorithm>
#include <utility>

#include "base/index.hpp"
#include "expr/query.hpp"

namespace porthos::equations {

using model::Json;
using model::object;

Composite::Composite(const Balance& balance, const system::Assembled& flat,
                     const std::vector<char>& inert)
    : balance_(balance), laws_(balance.laws()), flat_(flat) {
  const Whole& whole = balance.whole();
  std::vector<std::string> z, w, c, mu, u;
  std::vector<Expr> positions, efforts, rates, gradient, rows, flows, demands;
  for (std::size_t i = 0; i < laws_.z.size(); ++i) {
    if (whole.is_clock[i]) continue;
    z.push_back(flat.z[i].name);
    positions.push_back(laws_.z[i]);
    efforts.push_back(laws_.e[i]);
    rates.push_back(laws_.kinematics[i]);
    gradient.push_back(balance.gradient()[i]);
  }
  for (const auto& state : flat.w) w.push_back(state.name);
  for (std::size_t i = 0; i < laws_.position_constraints.size(); ++i) {
    if (i < inert.size() && inert[i]) continue;
    c.push_back(flat.c[i].name);
    gaps_.push_back(laws_.position_constraints[i].formula);
  }
  for (std::size_t i = 0; i < laws_.velocity_constraints.size(); ++i) {
    mu.push_back(flat.mu[i].name);
    rows.push_back(laws_.velocity_constraints[i].formula);
    demands.push_back(-rest(rows.back()));
  }
  for (std::size_t k = 0; k < laws_.ports.size(); ++k) {
    const int row = flat.assembly.prescribed[k];
    if (row >= 0 && !whole.ports[k].empty()) mu[index(row)] = whole.ports[k];
    if (whole.ports[k].empty() || row >= 0) continue;
    u.push_back(whole.ports[k]);
    flows.push_back(laws_.ports[k].flow);
  }
  add_jacobian("J_z", "J_{z}", rates, efforts, z, z);
  add_jacobian("Z", "Z", rates, laws_.w, z, w);
  add_vector("r_z", "r_{z}", resisting(efforts), z);
  add_square("M", laws_.mass, w);
  add_vector("b", "b", laws_.shift, w);
  add_vector("dV/dz", "\\nabla V", gradient, z);
  add_square("G", laws_.gyroscopic, w);
  add_vector("tau_d", "\\tau_{d}", resisting(laws_.w), w);
  add_jacobian("c'", "c'", gaps_, positions, c, z);
  add_jacobian("A_z", "A_{z}", rows, efforts, mu, z);
  add_jacobian("A", "A", rows, laws_.w, mu, w);
  add_vector("q", "q", demands, mu);
  add_jacobian("B_z", "B_{z}", flows, efforts, u, z, true);
  add_jacobian("B", "B", flows, laws_.w, u, w, true);
}

/// What resistive relations and forces take in the rows of `xs`, minus their heat.       theory 4
std::vector<Expr> Composite::resisting(const std::vector<Expr>& xs) const {
  std::vector<Expr> sum(xs.size());
  for (std::size_t k = 0; k < laws_.resistive.size(); ++k) {
    const laws::Resistive& one = laws_.resistive[k];
    if (balance_.is_inertial()[k]) continue;
    add_transposed(one.flow, xs, one.effort, sum);
    if (one.heats) add_transposed(*one.heats, xs, -one.effort * one.flow / *one.heats, sum);
  }
  return sum;
}

void Composite::add(Matrix matrix) {
  if (!matrix.entries.empty()) matrices_.push_back(std::move(matrix));
}

void Composite::add_jacobian(const char* name, const char* tex, const std::vector<Expr>& formulas,
                             const std::vector<Expr>& xs, const std::vector<std::string>& rows,
                             const std::vector<std::string>& columns, bool is_transposed) {
  Matrix made{name, tex, rows, columns, expr::jacobian(formulas, xs).entries};
  if (is_transposed) {
    std::swap(made.rows, made.columns);
    for (auto& entry : made.entries) std::swap(entry.row, entry.col);
  }
  add(std::move(made));
}

void Composite::add_vector(const char* name, const char* tex, const std::vector<Expr>& formulas,
                           const std::vector<std::string>& rows) {
  Matrix made{name, tex, rows, {""}, {}};
  for (std::size_t i = 0; i < formulas.size(); ++i)
    if (!is_zero(formulas[i])) made.entries.push_back({static_cast<int>(i), 0, formulas[i]});
  add(std::move(made));
}

void Composite::add_square(const char* name, const laws::Matrix& matrix,
                           const std::vector<std::string>& names) {
  Matrix made{name, name, names, names, {}};
  for (const auto& [place, formula] : matrix.entries())
    made.entries.push_back({place.first, place.second, formula});
  add(std::move(made));
}

bool Composite::has(const char* name) const {
  return std::ranges::any_of(matrices_, [&](const Matrix& one) { return one.name == name; });
}

/// The formula with all velocities and efforts zero.
Expr Composite::rest(const Expr& formula) const {
  std::vector<std::pair<Expr, Expr>> zero;
  for (const auto* list : {&laws_.w, &laws_.e})
    for (const Expr symbol : *list) zero.emplace_back(symbol, Expr(0.0));
  return expr::substitute(formula, zero, *laws_.graph);
}

Json Composite::matrices() const {
  Json list = Json::array();
  for (const Matrix& matrix : matrices_) {
    Json entries = Json::array();
    for (const auto& [row, column, value] : matrix.entries) {
      const Expr formula = balance_.known(value);
      entries.push_back(object({{"row", row},
                                {"column", column},
                                {"tex", balance_.tex(formula)},
                                {"text", balance_.text(formula)}}));
    }
    list.push_back(object({{"name", matrix.name},
                           {"tex", matrix.tex},
                           {"rows", matrix.rows},
                           {"columns", matrix.columns},
                           {"entries", std::move(entries)}}));
  }
  return list;
}

Json Composite::vectors() const {
  const Whole& whole = balance_.whole();
  Json list = Json::array();
  const auto add_letter = [&](const char* letter, const std::vector<Expr>& symbols,
                              const auto& is_in) {
    Json entries = Json::array();
    for (std::size_t i = 0; i < symbols.size(); ++i)
      if (is_in(i)) entries.push_back(balance_.tex(symbols[i]));
    if (!entries.empty())
      list.push_back(object({{"tex", letter}, {"entries", std::move(entries)}}));
  };
  const auto all = [](std::size_t) { return true; };
  add_letter("z", laws_.z, [&](std::size_t i) { return !whole.is_clock[i]; });
  add_letter("w", laws_.w, all);
  add_letter("\\lambda", laws_.lambda, [&](std::size_t i) { return !is_zero(laws_.lambda[i]); });
  add_letter("\\mu", laws_.mu, all);
  add_letter("u", laws_.u, [&](std::size_t k) {
    return !whole.ports[k].empty() && flat_.assembly.prescribed[k] < 0;
  });
  return list;
}

/// The terms with a nonempty matrix, after `left`; "" if there are none.
std::string Composite::sum(const std::string& left,
                           std::initializer_list<std::pair<const char*, const char*>> terms) const {
  std::string text;
  for (const auto& [name, term] : terms) {
    if (!has(name)) continue;
    const std::string next = term;
    text +=
        text.empty() ? (next[0] == '+' ? next.substr(2) : next[0] + next.substr(2)) : ' ' + next;
  }
  return text.empty() ? text : left + text;
}

/// The right side of M w', or of p' if the mass moves.
std::string Composite::force_terms() const {
  const bool has_Z = has("Z");
  const std::string forces = sum("", {{has_Z ? "dV/dz" : "", "- Z^{\\top}\\nabla V"},
                                      {has_Z ? "c'" : "", "- Z^{\\top}c'^{\\top}\\lambda"},
                                      {"A", "- A^{\\top}\\mu"},
                                      {"tau_d", "- \\tau_{d}"},
                                      {"G", "- G\\,w"},
                                      {"B", "+ B\\,u"}});
  if (!balance_.has_moving_mass() || !has_Z) return forces;
  const std::string first = "Z^{\\top}\\nabla_{z}T";
  if (forces.empty()) return first;
  return first + (forces[0] == '-' ? " - " + forces.substr(1) : " + " + forces);
}

Composite::Counts Composite::counts() const {
  Counts found;
  for (std::size_t i = 0; i < laws_.position_constraints.size(); ++i)
    found.gaps += is_zero(laws_.lambda[i]) ? 0 : 1;
  found.rows = static_cast<int>(laws_.velocity_constraints.size());
  for (const Inclusion& one : balance_.whole().inclusions)
    (one.law.kind == model::SetValued::Kind::kContact ? found.contacts : found.set_valued) +=
        one.law.size;
  return found;
}

Json Composite::form() const {
  Json list = Json::array();
  const auto add_line = [&](const std::string& tex) {
    if (!tex.empty()) list.push_back(tex);
  };
  const bool has_z = balance_.whole().count_positions() > 0, has_w = !laws_.w.empty();
  const auto or_zero = [](const std::string& text) { return text.empty() ? "0" : text; };
  if (has_z)
    add_line("\\dot{z} = " + or_zero(sum("", {{"J_z", "+ J_{z}\\,e"},
                                              {"Z", "+ Z\\,w"},
                                              {"r_z", "- r_{z}"},
                                              {"B_z", "+ B_{z}\\,u"},
                                              {"A_z", "- A_{z}^{\\top}\\mu"}})));
  const std::string forces = force_terms();
  if (balance_.has_moving_mass()) {
    add_line("\\dot{p} = " + or_zero(forces));
    add_line(sum("p = ", {{"M", "+ M\\,w"}, {"b", "+ b"}}));
  } else if (has("M") || (has_w && !forces.empty())) {
    add_line((has("M") ? "M\\,\\dot{w} = " : "0 = ") + or_zero(forces));
  }
  if (has("J_z") || has("B_z") || has("A_z"))
    add_line("e = " + or_zero(sum("", {{"dV/dz", "+ \\nabla V"}, {"c'", "+ c'^{\\top}\\lambda"}})));
  const bool is_of_time = std::ranges::any_of(gaps_, [&](const Expr& gap) {
    return expr::depends_on_any(gap, {&laws_.t, 1});
  });
  const std::string at = is_of_time ? "(z, t)" : "(z)";
  // Rows of equations (e), of contacts (u) and of friction and one-way laws (s).
  const auto [gaps, contacts, rows, set_valued] = counts();
  if (gaps > contacts) add_line(contacts > 0 ? "0 = c_{e}" + at : "0 = c" + at);
  if (contacts > 0)
    add_line(gaps > contacts ? "0 \\le -c_{u}" + at + " \\perp \\lambda_{u} \\ge 0"
                             : "0 \\le -c" + at + " \\perp \\lambda \\ge 0");
  const std::string row = sum("", {{"A_z", "+ A_{z}\\,e"}, {"A", "+ A\\,w"}, {"q", "- q"}});
  if (set_valued == 0 && !row.empty()) add_line("0 = " + row);
  if (set_valued > 0 && rows > set_valued) add_line("0 = \\left(" + row + "\\right)_{e}");
  if (set_valued > 0)
    add_line(rows > set_valued ? "\\mu_{s} \\in \\mathcal{F}\\left((" + row + ")_{s}\\right)"
                               : "\\mu \\in \\mathcal{F}\\left(" + row + "\\right)");
  add_line(sum("y = ", {{"B_z", "+ B_{z}^{\\top}e"}, {"B", "+ B^{\\top}w"}}));
  return list;
}

}  // namespace porthos::equations
