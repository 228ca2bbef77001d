#include <algorithm>
#include <array>
#include <string_view>

#include "base/index.hpp"
#include "base/suggest.hpp"
#include "expr/functions.hpp"
#include "model/component_reader.hpp"

namespace porthos::model {
namespace {

constexpr std::string_view kShape = "shape_";  // the prefix of the schema's definitions of shapes

std::vector<std::string> shape_types() {
  std::vector<std::string> types;
  for (std::string_view name : definitions())
    if (name.starts_with(kShape)) types.emplace_back(name.substr(kShape.size()));
  return types;
}

/// R = Rz(gamma) Ry(beta) Rx(alpha), column by column.
std::array<Expr, 9> from_euler(const Expr& alpha, const Expr& beta, const Expr& gamma) {
  const Expr ca = cos(alpha), sa = sin(alpha), cb = cos(beta), sb = sin(beta), cg = cos(gamma),
             sg = sin(gamma);
  return {cg * cb,
          sg * cb,
          -sb,  //
          cg * sb * sa - sg * ca,
          sg * sb * sa + cg * ca,
          cb * sa,  //
          cg * sb * ca + sg * sa,
          sg * sb * ca - cg * sa,
          cb * ca};
}

/// The rotation matrix of the quaternion (w, x, y, z) of any nonzero length, column by column.
std::array<Expr, 9> from_quaternion(const Expr& w, const Expr& x, const Expr& y, const Expr& z) {
  const Expr s = 2.0 / (w * w + x * x + y * y + z * z);
  return {1.0 - s * (y * y + z * z), s * (x * y + w * z),       s * (x * z - w * y),
          s * (x * y - w * z),       1.0 - s * (x * x + z * z), s * (y * z + w * x),
          s * (x * z + w * y),       s * (y * z - w * x),       1.0 - s * (x * x + y * y)};
}

}  // namespace

/// Formulas of drawn quantities, which have this unit.
std::vector<Expr> ComponentReader::drawn(Place place, int count, unsigned allowed,
                                         const std::string& unit) {
  std::vector<Expr> read = formulas_.read_array(place, count, allowed);
  expect(read, unit, place, "as it is drawn");
  return read;
}

/// Two or three formulas; the third is zero if it is absent.
std::vector<Expr> ComponentReader::point(Place place, unsigned allowed, const std::string& unit) {
  if (!place) return {Expr(0.0), Expr(0.0), Expr(0.0)};
  std::vector<Expr> read = drawn(place, -1, allowed, unit);
  if (read.size() != 2 && read.size() != 3)
    reader_.fail("PH113", place, describe(*place), "two or three coordinates (m)");
  read.resize(3);
  return read;
}

void ComponentReader::read_view() {
  const Place place = root_["view"];
  if (!reader_.object(place, "view")) return;
  if (place["camera"]) read_camera(place["camera"]);
  if (reader_.array(place["bodies"]))
    for (std::size_t i = 0; i < place["bodies"].size(); ++i) read_body(place["bodies"][i]);
  if (reader_.array(place["trails"])) {
    for (std::size_t i = 0; i < place["trails"].size(); ++i) {
      const Place trail = place["trails"][i];
      if (!reader_.object(trail, "trail") || !trail["body"]) continue;
      const std::string body = reader_.text(trail["body"]);
      std::vector<std::string> names;
      for (const Body& known : component_->view.bodies) names.push_back(known.name);
      if (std::find(names.begin(), names.end(), body) == names.end()) {
        reader_.fail_unknown("PH111", reader_.where(trail) + "/body", body,
                             among("the name of a body", names), names);
        continue;
      }
      component_->view.trails.push_back({body, point(trail["point"], kParameters)});
    }
  }
  if (reader_.array(place["vectors"]))
    for (std::size_t i = 0; i < place["vectors"].size(); ++i) read_vector(place["vectors"][i]);
}

void ComponentReader::read_camera(Place place) {
  if (!reader_.object(place, "camera")) return;
  Camera camera;
  camera.kind = reader_.word(place, key_of("camera", "kind"), "spatial");
  camera.center = point(place["center"], kParameters);
  for (const char* key : {"width", "distance", "azimuth", "elevation"})
    if (place[key])
      camera.numbers[key] =
          drawn(place[key], 1, kParameters, std::string(key_of("camera", key).unit))[0];
  component_->view.camera = camera;
}

void ComponentReader::read_body(Place place) {
  if (!reader_.object(place, "body")) return;
  Body body{.name = reader_.text(place["name"]),
            .role = reader_.word(place, key_of("body", "role"), "body")};
  if (body.name.empty()) body.name = "body" + std::to_string(component_->view.bodies.size() + 1);
  std::vector<Expr> pose = point(place["position"], kReport, "");  // a place or its substitute
  int rotations = 0;
  std::array<Expr, 9> R = from_euler(Expr(0.0), Expr(0.0), Expr(0.0));
  if (place["angle"] && ++rotations)
    R = from_euler(Expr(0.0), Expr(0.0), drawn(place["angle"], 1, kReport, "rad")[0]);
  if (place["euler"] && ++rotations) {
    const auto e = drawn(place["euler"], 3, kReport, "rad");
    R = from_euler(e[0], e[1], e[2]);
  }
  if (place["quaternion"] && ++rotations) {
    const auto q = formulas_.read_array(place["quaternion"], 4, kReport);
    R = from_quaternion(q[0], q[1], q[2], q[3]);
  }
  if (place["rotation_matrix"] && ++rotations) {
    const Place given = place["rotation_matrix"];
    // Nine formulas are columns; a matrix is written row by row.
    const bool is_list = given->is_array() && given.size() == 9;
    const Tensor whole =
        is_list ? Tensor(expr::matrix_of(3, 3), formulas_.read_array(given, 9, kReport))
                : formulas_.read_shaped(given, expr::matrix_of(3, 3), "", kReport);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) R[index(3 * j + i)] = is_list ? whole.at(j, i) : whole.at(i, j);
  }
  if (rotations > 1)
    reader_.fail("PH108", place, "more than one rotation",
                 "one of angle, euler, quaternion, rotation_matrix");
  pose.insert(pose.end(), R.begin(), R.end());
  body.pose = add_readouts(pose);
  if (reader_.array(place["shapes"]))
    for (std::size_t i = 0; i < place["shapes"].size(); ++i)
      body.shapes.push_back(read_shape(place["shapes"][i]));
  component_->view.bodies.push_back(std::move(body));
}

Shape ComponentReader::read_shape(Place place) {
  Shape shape;
  if (!reader_.object(place)) return shape;
  shape.type = reader_.text(place["type"]);
  const std::string definition = std::string(kShape) + shape.type;
  const std::span<const Key> keys = keys_of(definition);
  if (keys.empty()) {
    const std::vector<std::string> known = shape_types();
    reader_.fail_unknown("PH109", reader_.where(place) + "/type", shape.type, one_of(known), known);
    return shape;
  }
  reader_.object(place, definition);
  std::vector<Expr> ends;
  for (const Key& key : keys) {
    const std::string name(key.name);
    const Place value = place[name];
    if (!value || name == "at" || name == "type") continue;
    if (!key.choices.empty()) {
      shape.texts[name] = reader_.word(place, key, "");
    } else if (key.kind == "boolean") {
      shape.flags[name] = reader_.flag(value, false);
    } else if (name == "from" || name == "to") {
      shape.numbers.push_back({name, point(value, kReport), true});
      const std::vector<Expr>& end = shape.numbers.back().values;
      ends.insert(ends.end(), end.begin(), end.end());
    } else {
      const bool is_point = key.kind == "point";
      shape.numbers.push_back(
          {name, drawn(value, is_point ? 3 : 1, kParameters, std::string(key.unit)), is_point});
    }
  }
  const bool moves = std::any_of(ends.begin(), ends.end(), [&](const Expr& end) {
    return !formulas_.excess(end, kParameters).empty();
  });
  if (moves && ends.size() == 6) shape.moving = add_readouts(ends);
  if (moves)
    std::erase_if(shape.numbers,
                  [](const ShapeNumber& n) { return n.key == "from" || n.key == "to"; });
  if (place["at"]) shape.numbers.push_back({"at", point(place["at"], kParameters), true});
  return shape;
}

void ComponentReader::read_vector(Place place) {
  if (!reader_.object(place, "vector")) return;
  Vector vector{.name = reader_.text(place["name"]),
                .kind = reader_.word(place, key_of("vector", "kind"), "force"),
                .scale = Expr(1.0)};
  std::vector<Expr> both = point(place["at"], kReport, "");
  const std::vector<Expr> value = point(place["value"], kReport, "");  // of any unit, see "scale"
  both.insert(both.end(), value.begin(), value.end());
  vector.first = add_readouts(both);
  if (place["scale"]) vector.scale = formulas_.read(place["scale"], kParameters);
  component_->view.vectors.push_back(vector);
}

}  // namespace porthos::model
