#include "simulate/report.hpp"

namespace porthos::simulate {

using model::Json;
using model::object;

Json to_json(const Problems& problems) {
  Json list = Json::array();
  for (const Problem& problem : problems) {
    Json entry =
        object({{"severity", problem.severity == Problem::Severity::kError ? "error" : "warning"},
                {"code", problem.code},
                {"where", problem.where},
                {"found", problem.found},
                {"expected", problem.expected}});
    if (!problem.hint.empty()) entry["hint"] = problem.hint;
    if (problem.position) entry["position"] = *problem.position;
    if (problem.line) entry["line"] = *problem.line;
    if (problem.column) entry["column"] = *problem.column;
    list.push_back(std::move(entry));
  }
  return list;
}

Json to_json(const std::vector<system::Named>& columns) {
  Json list = Json::array();
  for (const auto& column : columns)
    list.push_back(object({{"name", column.name}, {"unit", column.unit}}));
  return list;
}

Json to_json(const system::Scene& scene) {
  Json camera = object({{"kind", scene.camera}, {"center", scene.center}});
  for (const auto& [key, value] : scene.camera_numbers) camera[key] = value;
  int moving = 0;
  Json bodies = Json::array();
  for (const auto& body : scene.bodies) {
    Json shapes = Json::array();
    for (const auto& shape : body.shapes) {
      Json drawn = object({{"type", shape.declared->type}});
      for (const auto& [key, text] : shape.declared->texts) drawn[key] = text;
      for (const auto& [key, flag] : shape.declared->flags) drawn[key] = flag;
      for (const auto& number : shape.declared->numbers) {
        const auto& values = shape.numbers.at(number.key);
        if (number.is_array)
          drawn[number.key] = values;
        else
          drawn[number.key] = values.at(0);
      }
      if (shape.moving >= 0) drawn["moving"] = moving++;
      shapes.push_back(std::move(drawn));
    }
    bodies.push_back(
        object({{"name", body.name}, {"role", body.role}, {"shapes", std::move(shapes)}}));
  }
  Json trails = Json::array(), vectors = Json::array();
  for (const auto& trail : scene.trails)
    trails.push_back(object({{"body", trail.body}, {"point", trail.point}}));
  for (const auto& vector : scene.vectors)
    vectors.push_back(
        object({{"name", vector.name}, {"kind", vector.kind}, {"scale", vector.scale}}));
  return object({{"camera", camera},
                 {"bodies", bodies},
                 {"trails", trails},
                 {"vectors", vectors},
                 {"moving", moving}});
}

Json to_json(const Start& start) {
  Json gaps = Json::array();
  for (const StartGap& gap : start.gaps)
    gaps.push_back(object({{"constraint", gap.name},
                           {"level", gap.level},
                           {"before", gap.before},
                           {"after", gap.after}}));
  return object({{"degreesOfFreedom", start.degrees_of_freedom},
                 {"rank", start.rank},
                 {"dependent", start.dependent},
                 {"gaps", gaps}});
}

Json events_to_json(const Run& run, std::size_t first) {
  Json list = Json::array();
  for (std::size_t i = first; i < run.events(); ++i)
    list.push_back(object({{"t", run.time_of(i)}, {"name", run.name_of(i)}}));
  return list;
}

}  // namespace porthos::simulate
