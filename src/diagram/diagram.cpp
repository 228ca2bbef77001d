#include "diagram/diagram.hpp"

#include <set>

#include "diagram/pattern.hpp"
#include "model/model.hpp"
#include "simulate/opened.hpp"
#include "simulate/report.hpp"
#include "simulate/session.hpp"

namespace porthos::diagram {
namespace {

using model::object;

/// The states that move the drawing of a body: positions, and the velocities that drive them.
std::vector<std::string> states_of(const Text& text, Place body) {
  std::vector<std::string> names;
  for (const Meaning& meaning : text.meanings(body)) {
    if (meaning.kind == Meaning::Kind::kComponent)
      add_once(names, text.scope() + meaning.name + "." + meaning.rest);
    if (meaning.kind != Meaning::Kind::kPosition) continue;
    add_once(names, text.scope() + meaning.name);
    for (const Meaning& speed : text.rate_of(meaning.name))
      if (speed.kind == Meaning::Kind::kVelocity) add_once(names, text.scope() + speed.name);
  }
  return names;
}

/// The bodies that a text draws, and those of its components.
void add_bodies(const Text& text, Json& to) {
  const Place list = text.value("view", "bodies");
  if (list && list->is_array())
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!list[i]->is_object()) continue;
      const Place name = list[i]["name"];
      const std::string own = name && name->is_string() ? name->get<std::string>() : "";
      to.push_back(object({{"name", text.scope() + own}, {"states", states_of(text, list[i])}}));
    }
  for (const model::Part& part : text.component().parts)
    if (part.component)
      add_bodies(Text(*part.component, text.recording(), text.scope() + part.name + "."), to);
}

}  // namespace

std::string diagram(const std::string& text, const std::string& files) {
  const Session session(text, files);
  const Opened opened = session.opened();
  Problems problems = opened.problems;
  Json answer = object({{"problems", simulate::to_json(problems)}});
  if (has_errors(problems) || !opened.component) return model::dump(answer);
  std::set<std::string> inert;
  for (std::size_t i = 0; i < opened.inert.size(); ++i)
    if (opened.inert[i]) inert.insert(whole_of(opened.assembled->c[i].name));
  model::Recording recording;
  const auto component = model::read_model(opened.text, opened.files, problems, &recording);
  const Text outermost(*component, recording, "");
  Json bodies = Json::array();
  add_bodies(outermost, bodies);
  const IsInert is_inert = [&](const std::string& name) { return inert.count(name) != 0; };
  answer["graph"] = Pattern(outermost, "", nullptr, is_inert).build().graph.json;
  answer["bodies"] = std::move(bodies);
  return model::dump(answer);
}

}  // namespace porthos::diagram
