#include "inspect/structures.hpp"

#include <utility>

#include "base/index.hpp"
#include "inspect/structure_questions.hpp"
#include "inspect/structure_reader.hpp"
#include "simulate/report.hpp"
#include "structure/distributions.hpp"
#include "structure/representations.hpp"

namespace porthos::inspect {

using model::Json;
using model::object;
using structure::Dirac;

namespace {

Json to_json(const MatX& a) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < a.cols(); ++j) row.push_back(a(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json to_json(const structure::Image& r) {
  return object({{"K", to_json(r.K)}, {"L", to_json(r.L)}});
}
Json to_json(const structure::Kernel& r) {
  return object({{"F", to_json(r.F)}, {"E", to_json(r.E)}});
}
Json to_json(const structure::Constrained& r) {
  return object({{"J", to_json(r.J)}, {"g", to_json(r.g)}});
}
Json to_json(const structure::Presymplectic& r) {
  return object({{"omega", to_json(r.omega)}, {"p", to_json(r.p)}});
}
Json to_json(const structure::InputOutput& r) {
  return object({{"isInverse", r.is_inverse}, {"J", to_json(r.J)}});
}
Json to_json(const structure::Hybrid& r) {
  return object({{"a", r.a}, {"b", r.b}, {"J", to_json(r.J)}, {"condition", r.condition}});
}
Json to_json(const structure::Distributions& all) {
  if (!all.doubt.empty()) return object({{"why", all.doubt}});
  return object({{"G0", to_json(all.G0)},
                 {"G1", to_json(all.G1)},
                 {"P0", to_json(all.P0)},
                 {"P1", to_json(all.P1)}});
}
Json to_json(const structure::CanonicalSizes& sizes) {
  return object(
      {{"pairs", sizes.pairs}, {"casimirs", sizes.casimirs}, {"constraints", sizes.constraints}});
}

/// Data from which a structure can be restored without loss: its skew matrix, or a basis.
Json to_text(const Dirac& dirac) {
  if (!dirac.form()) return object({{"image", to_json(structure::to_image(dirac))}});
  const structure::SkewForm& form = *dirac.form();
  structure::Ports a, b;
  for (Eigen::Index i = 0; i < form.size(); ++i) (form.gives_flow[index(i)] ? b : a).push_back(i);
  structure::Ports order = a;
  order.insert(order.end(), b.begin(), b.end());
  const structure::SkewForm sorted = structure::part_of(form, order);
  Json made =
      object({{"a", a}, {"b", b}, {"J", to_json(sorted.J)}, {"error", to_json(sorted.error)}});
  if (!form.doubt.empty()) made["doubt"] = form.doubt;
  return object({{"hybrid", std::move(made)}});
}

template <class T>
Json to_json(const structure::Available<T>& representation) {
  return representation ? to_json(*representation) : object({{"why", representation.why}});
}

/// A question about a structure.
struct Question {
  const char* word;
  Json (*answer)(const Dirac&);
};

constexpr Question kQuestions[] = {
    {"text", to_text},
    {"check", [](const Dirac& d) { return inspect::to_json(d.check()); }},
    {"image", [](const Dirac& d) { return to_json(structure::to_image(d)); }},
    {"kernel", [](const Dirac& d) { return to_json(structure::to_kernel(d)); }},
    {"constrained", [](const Dirac& d) { return to_json(structure::to_constrained(d)); }},
    {"presymplectic", [](const Dirac& d) { return to_json(structure::to_presymplectic(d)); }},
    {"inputOutput", [](const Dirac& d) { return to_json(structure::to_input_output(d)); }},
    {"hybrid", [](const Dirac& d) { return to_json(structure::to_hybrid(d)); }},
    {"distributions", [](const Dirac& d) { return to_json(structure::find_distributions(d)); }},
    {"sizes", [](const Dirac& d) { return to_json(structure::canonical_sizes(d)); }},
};

void answer(const Json& request, model::Reader& reader, Json& to) {
  const model::Place of(request);
  if (!reader.object(of)) return;
  reader.check_keys(of, {"structure", "ask", "equals", "bracket", "verify"});
  if (of["verify"]) {
    StructureReader structures(reader);
    if (const auto checks = StructureQuestions(reader, structures).answer(of["verify"]))
      to["checks"] = inspect::to_json(*checks);
    return;
  }
  if (!of["structure"]) {
    reader.fail("PH103", of, "no \"structure\"", "an object that describes one");
    return;
  }
  StructureReader structures(reader);
  const std::optional<Dirac> dirac = structures.structure(of["structure"]);
  if (!dirac) return;
  to["size"] = dirac->size();
  to["dimension"] = dirac->dimension();
  to["uncertainty"] = dirac->uncertainty();
  if (of["equals"])
    if (const auto other = structures.structure(of["equals"]))
      to["equals"] = inspect::to_json(structure::equality(*dirac, *other));
  if (const model::Place two = of["bracket"]) {
    const auto gradients = structures.matrix(two, 2, dirac->size());
    if (!gradients) return;
    const auto value = structure::bracket(*dirac, gradients->row(0), gradients->row(1));
    to["bracket"] = value ? Json(*value) : Json();
  }
  if (!of["ask"] || !reader.array(of["ask"], "a list of words")) return;
  std::vector<std::string> known;
  for (const Question& question : kQuestions) known.emplace_back(question.word);
  for (std::size_t i = 0; i < of["ask"].size(); ++i) {
    const model::Place place = of["ask"][i];
    const std::string word = reader.text(place);
    bool is_known = false;
    for (const Question& question : kQuestions)
      if (word == question.word) {
        to[word] = question.answer(*dirac);
        is_known = true;
      }
    if (!is_known && place->is_string())
      reader.fail_unknown("PH109", place, "\"" + word + "\"", model::one_of(known), known);
  }
}

}  // namespace

Json to_json(const structure::Check& check) {
  return object({{"name", check.name},
                 {"theorem", check.theorem},
                 {"check", check.check},
                 {"residual", check.residual},
                 {"tolerance", check.tolerance},
                 {"verdict", std::string(name(check.verdict))},
                 {"where", check.where},
                 {"responsible", check.responsible},
                 {"note", check.note}});
}

Json to_json(const structure::Checks& checks) {
  Json list = Json::array();
  for (const structure::Check& check : checks) list.push_back(to_json(check));
  return list;
}

std::string structures(const std::string& request) {
  Problems problems;
  Json made = Json::object();
  if (const auto json = model::parse_json(request, problems)) {
    model::Reader reader(*json, "", problems);
    answer(*json, reader, made);
  }
  Json result = object({{"problems", simulate::to_json(problems)}});
  if (problems.empty())
    for (auto& [key, value] : made.items()) result[key] = std::move(value);
  return model::dump(result);
}

}  // namespace porthos::inspect
