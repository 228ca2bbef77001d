#include <algorithm>
#include <cmath>

#include "system/node.hpp"

// Views with the values of their parameters.

namespace porthos::system {
namespace {

using expr::Expr;
using laws::Laws;

class Stage {
 public:
  Stage(const std::vector<int>& first_readouts, Scene& scene, Problems& problems)
      : first_readouts_(first_readouts), scene_(scene), problems_(problems) {}

  void add(const Node& node) {
    const int first = first_readouts_[next_++];
    const model::View& view = node.component->view;
    const Laws& laws = node.component->laws;
    const std::string where = node.component->where + "/view";
    const auto numbers = [&](const std::vector<Expr>& formulas, const std::string& place,
                             const std::string& what) {
      std::vector<double> values = values_of(formulas, laws, node.parameters);
      if (!std::ranges::all_of(values, [](double x) { return std::abs(x) <= 1e100; }))
        report(problems_, "PH104", where + place, what + " that is not a reasonable number",
               "a finite number");
      return values;
    };
    if (view.camera && !scene_.has_camera) {  // the outermost camera is used
      scene_.has_camera = true;
      scene_.camera = view.camera->kind;
      scene_.center = numbers(view.camera->center, "/camera/center", "a centre");
      for (const auto& [key, formula] : view.camera->numbers)
        scene_.camera_numbers[key] = numbers({formula}, "/camera/" + key, "a " + key)[0];
    }
    std::map<std::string, int> body_index;
    for (const model::Body& body : view.bodies) {
      body_index[body.name] = static_cast<int>(scene_.bodies.size());
      SceneBody made{.name = node.prefix + body.name, .role = body.role, .pose = first + body.pose};
      for (const model::Shape& shape : body.shapes) {
        SceneBody::Shape drawn{.declared = &shape};
        if (shape.moving >= 0) drawn.moving = first + shape.moving;
        for (const auto& value : shape.numbers)
          drawn.numbers[value.key] =
              numbers(value.values, "/bodies/" + std::to_string(&body - view.bodies.data()),
                      "a " + value.key + " of a " + shape.type + " of \"" + body.name + "\"");
        made.shapes.push_back(std::move(drawn));
      }
      scene_.bodies.push_back(std::move(made));
    }
    for (const model::Trail& trail : view.trails)
      scene_.trails.push_back(
          {body_index[trail.body], numbers(trail.point, "/trails", "a point of a trail")});
    for (const model::Vector& vector : view.vectors)
      scene_.vectors.push_back(
          {node.prefix + vector.name, vector.kind, first + vector.first,
           numbers({vector.scale}, "/vectors", "a scale of \"" + vector.name + "\"")[0]});
    for (const Node& child : node.children) add(child);
  }

 private:
  const std::vector<int>& first_readouts_;
  Scene& scene_;
  Problems& problems_;
  std::size_t next_ = 0;
};

}  // namespace

void add_scene(const Node& tree, const std::vector<int>& first_readouts, Scene& scene,
               Problems& problems) {
  Stage(first_readouts, scene, problems).add(tree);
}

}  // namespace porthos::system
