#include "inspect/composite.hpp"

#include <algorithm>
#include <utility>

namespace porthos::inspect {

using model::Json;
using model::object;

Composite::Composite(const Balance& balance, const system::Assembled& flat,
                     const std::vector<char>& inert)
    : balance_(balance), laws_(balance.laws()), flat_(flat) {
  const Whole& whole = balance.whole();
  std::vector<std::string> z, w, c, mu, u;
  std::vector<Expr> positions, efforts, rates, gradient, gaps, rows, flows, demands;
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
    gaps.push_back(laws_.position_constraints[i].formula);
  }
  for (std::size_t i = 0; i < laws_.velocity_constraints.size(); ++i) {
    mu.push_back(flat.mu[i].name);
    rows.push_back(laws_.velocity_constraints[i].formula);
    demands.push_back(-rest(rows.back()));
  }
  for (std::size_t k = 0; k < laws_.ports.size(); ++k) {
    if (whole.ports[k].empty() || flat.assembly.prescribed[k] >= 0) continue;
    u.push_back(whole.ports[k]);
    flows.push_back(laws_.ports[k].flow);
  }
  std::vector<Expr> resisting(laws_.w.size());
  for (const auto& one : laws_.resistive) {
    add_transposed(one.flow, laws_.w, one.effort, resisting);
    if (one.heats)
      add_transposed(*one.heats, laws_.w, -one.effort * one.flow / *one.heats, resisting);
  }
  add_jacobian("J_z", "J_{z}", rates, efforts, z, z);
  add_jacobian("Z", "Z", rates, laws_.w, z, w);
  add_square("M", laws_.mass, w);
  add_vector("dV/dz", "\\nabla V", gradient, z);
  add_square("G", laws_.gyroscopic, w);
  add_vector("tau_d", "\\tau_{d}", resisting, w);
  add_jacobian("c'", "c'", gaps, positions, c, z);
  add_jacobian("A_z", "A_{z}", rows, efforts, mu, z);
  add_jacobian("A", "A", rows, laws_.w, mu, w);
  add_vector("q", "q", demands, mu);
  add_jacobian("B_z", "B_{z}", flows, efforts, u, z, true);
  add_jacobian("B", "B", flows, laws_.w, u, w, true);
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
  const bool is_moving = balance_.has_moving_mass();
  const bool has_gaps = has("c'"), has_rows_of_efforts = has("A_z");
  add_line(sum("\\dot{z} = ", {{"J_z", "+ J_{z}\\,e"},
                               {"Z", "+ Z\\,w"},
                               {"B_z", "+ B_{z}\\,u"},
                               {"A_z", "- A_{z}^{\\top}\\mu"}}));
  const std::string forces = sum("", {{"dV/dz", "- Z^{\\top}\\nabla V"},
                                      {"c'", "- Z^{\\top}c'^{\\top}\\lambda"},
                                      {"A", "- A^{\\top}\\mu"},
                                      {"tau_d", "- \\tau_{d}"},
                                      {"G", "- G\\,w"},
                                      {"B", "+ B\\,u"}});
  if (is_moving)
    add_line("\\dot{p} = Z^{\\top}\\nabla_{z}T" +
             (forces.empty() || forces[0] == '-' ? " " + forces : " + " + forces));
  else if (has("M"))
    add_line("M\\,\\dot{w} = " + (forces.empty() ? "0" : forces));
  if (is_moving) add_line("p = M\\,w");
  if (has("J_z") || has("B_z") || has_rows_of_efforts)
    add_line(has_gaps ? "e = \\nabla V + c'^{\\top}\\lambda" : "e = \\nabla V");
  // Rows of equations (e), of contacts (u) and of friction and one-way laws (s).
  const auto [gaps, contacts, rows, set_valued] = counts();
  if (gaps > contacts) add_line(contacts > 0 ? "0 = c_{e}(z)" : "0 = c(z)");
  if (contacts > 0)
    add_line(gaps > contacts ? "0 \\le -c_{u}(z) \\perp \\lambda_{u} \\ge 0"
                             : "0 \\le -c(z) \\perp \\lambda \\ge 0");
  const std::string row = sum("", {{"A_z", "+ A_{z}\\,e"}, {"A", "+ A\\,w"}, {"q", "- q"}});
  if (set_valued == 0 && !row.empty()) add_line("0 = " + row);
  if (set_valued > 0 && rows > set_valued) add_line("0 = \\left(" + row + "\\right)_{e}");
  if (set_valued > 0)
    add_line(rows > set_valued ? "\\mu_{s} \\in \\mathcal{F}\\left((" + row + ")_{s}\\right)"
                               : "\\mu \\in \\mathcal{F}\\left(" + row + "\\right)");
  add_line(sum("y = ", {{"B_z", "+ B_{z}^{\\top}e"}, {"B", "+ B^{\\top}w"}}));
  return list;
}

}  // namespace porthos::inspect
