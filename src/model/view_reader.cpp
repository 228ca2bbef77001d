#include <algorithm>
#include <array>
#include <string_view>

#include "base/index.hpp"
#include "base/suggest.hpp"
#include "expr/functions.hpp"
#include "model/draft.hpp"

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

/// Formulas of drawn quantities, which have this unit.
std::vector<Expr> read_drawn(Draft& draft, Place place, int count, unsigned allowed,
                             const std::string& unit) {
  std::vector<Expr> read = draft.formulas.read_array(place, count, allowed);
  expect_unit(draft, read, unit, place, "as it is drawn");
  return read;
}

/// Two or three formulas; the third is zero if it is absent.
std::vector<Expr> read_point(Draft& draft, Place place, unsigned allowed,
                             const std::string& unit = "m") {
  if (!place) return {Expr(0.0), Expr(0.0), Expr(0.0)};
  std::vector<Expr> read = read_drawn(draft, place, -1, allowed, unit);
  if (read.size() != 2 && read.size() != 3)
    draft.reader.fail("PH113", place, describe(*place), "two or three coordinates (m)");
  read.resize(3);
  return read;
}

void read_camera(Draft& draft, Place place) {
  if (!draft.reader.object(place, "camera")) return;
  Camera camera;
  camera.kind = draft.reader.word(place, key_of("camera", "kind"), "spatial");
  camera.center = read_point(draft, place["center"], kParameters);
  for (const char* key : {"width", "distance", "azimuth", "elevation"})
    if (place[key])
      camera.numbers[key] =
          read_drawn(draft, place[key], 1, kParameters, std::string(key_of("camera", key).unit))[0];
  draft.component->view.camera = camera;
}

Shape read_shape(Draft& draft, Place place) {
  Shape shape;
  if (!draft.reader.object(place)) return shape;
  shape.type = draft.reader.text(place["type"]);
  const std::string definition = std::string(kShape) + shape.type;
  const std::span<const Key> keys = keys_of(definition);
  if (keys.empty()) {
    const std::vector<std::string> known = shape_types();
    draft.reader.fail_unknown("PH109", draft.reader.where(place) + "/type", shape.type,
                              one_of(known), known);
    return shape;
  }
  draft.reader.object(place, definition);
  std::vector<Expr> ends;
  for (const Key& key : keys) {
    const std::string name(key.name);
    const Place value = place[name];
    if (!value || name == "at" || name == "type") continue;
    if (!key.choices.empty()) {
      shape.texts[name] = draft.reader.word(place, key, "");
    } else if (key.kind == "boolean") {
      shape.flags[name] = draft.reader.flag(value, false);
    } else if (name == "from" || name == "to") {
      shape.numbers.push_back({name, read_point(draft, value, kReport), true});
      const std::vector<Expr>& end = shape.numbers.back().values;
      ends.insert(ends.end(), end.begin(), end.end());
    } else {
      const bool is_point = key.kind == "point";
      shape.numbers.push_back(
          {name, read_drawn(draft, value, is_point ? 3 : 1, kParameters, std::string(key.unit)),
           is_point});
    }
  }
  const bool moves = std::any_of(ends.begin(), ends.end(), [&](const Expr& end) {
    return !draft.kinds.excess(end, kParameters).empty();
  });
  if (moves && ends.size() == 6) shape.moving = add_readouts(draft, ends);
  if (moves)
    std::erase_if(shape.numbers,
                  [](const ShapeNumber& n) { return n.key == "from" || n.key == "to"; });
  if (place["at"])
    shape.numbers.push_back({"at", read_point(draft, place["at"], kParameters), true});
  return shape;
}

void read_body(Draft& draft, Place place) {
  if (!draft.reader.object(place, "body")) return;
  Body body{.name = draft.reader.text(place["name"]),
            .role = draft.reader.word(place, key_of("body", "role"), "body")};
  if (body.name.empty())
    body.name = "body" + std::to_string(draft.component->view.bodies.size() + 1);
  std::vector<Expr> pose =
      read_point(draft, place["position"], kReport, "");  // a place or its substitute
  int rotations = 0;
  std::array<Expr, 9> R = from_euler(Expr(0.0), Expr(0.0), Expr(0.0));
  if (place["angle"] && ++rotations)
    R = from_euler(Expr(0.0), Expr(0.0), read_drawn(draft, place["angle"], 1, kReport, "rad")[0]);
  if (place["euler"] && ++rotations) {
    const auto e = read_drawn(draft, place["euler"], 3, kReport, "rad");
    R = from_euler(e[0], e[1], e[2]);
  }
  if (place["quaternion"] && ++rotations) {
    const auto q = draft.formulas.read_array(place["quaternion"], 4, kReport);
    R = from_quaternion(q[0], q[1], q[2], q[3]);
  }
  if (place["rotation_matrix"] && ++rotations) {
    const Place given = place["rotation_matrix"];
    // Nine formulas are columns; a matrix is written row by row.
    const bool is_list = given->is_array() && given.size() == 9;
    const Tensor whole =
        is_list ? Tensor(expr::matrix_of(3, 3), draft.formulas.read_array(given, 9, kReport))
                : draft.formulas.read_shaped(given, expr::matrix_of(3, 3), "", kReport);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) R[index(3 * j + i)] = is_list ? whole.at(j, i) : whole.at(i, j);
  }
  if (rotations > 1)
    draft.reader.fail("PH108", place, "more than one rotation",
                      "one of angle, euler, quaternion, rotation_matrix");
  pose.insert(pose.end(), R.begin(), R.end());
  body.pose = add_readouts(draft, pose);
  if (draft.reader.array(place["shapes"]))
    for (std::size_t i = 0; i < place["shapes"].size(); ++i)
      body.shapes.push_back(read_shape(draft, place["shapes"][i]));
  draft.component->view.bodies.push_back(std::move(body));
}

void read_vector(Draft& draft, Place place) {
  if (!draft.reader.object(place, "vector")) return;
  Vector vector{.name = draft.reader.text(place["name"]),
                .kind = draft.reader.word(place, key_of("vector", "kind"), "force"),
                .scale = Expr(1.0)};
  std::vector<Expr> both = read_point(draft, place["at"], kReport, "");
  const std::vector<Expr> value =
      read_point(draft, place["value"], kReport, "");  // of any unit, see "scale"
  both.insert(both.end(), value.begin(), value.end());
  vector.first = add_readouts(draft, both);
  if (place["scale"]) vector.scale = draft.formulas.read(place["scale"], kParameters);
  draft.component->view.vectors.push_back(vector);
}

}  // namespace

void read_view(Draft& draft) {
  const Place place = draft.root["view"];
  if (!draft.reader.object(place, "view")) return;
  if (place["camera"]) read_camera(draft, place["camera"]);
  if (draft.reader.array(place["bodies"]))
    for (std::size_t i = 0; i < place["bodies"].size(); ++i) read_body(draft, place["bodies"][i]);
  if (draft.reader.array(place["trails"])) {
    for (std::size_t i = 0; i < place["trails"].size(); ++i) {
      const Place trail = place["trails"][i];
      if (!draft.reader.object(trail, "trail") || !trail["body"]) continue;
      const std::string body = draft.reader.text(trail["body"]);
      std::vector<std::string> names;
      for (const Body& known : draft.component->view.bodies) names.push_back(known.name);
      if (std::find(names.begin(), names.end(), body) == names.end()) {
        draft.reader.fail_unknown("PH111", draft.reader.where(trail) + "/body", body,
                                  among("the name of a body", names), names);
        continue;
      }
      draft.component->view.trails.push_back(
          {body, read_point(draft, trail["point"], kParameters)});
    }
  }
  if (draft.reader.array(place["vectors"]))
    for (std::size_t i = 0; i < place["vectors"].size(); ++i)
      read_vector(draft, place["vectors"][i]);
}

}  // namespace porthos::model
