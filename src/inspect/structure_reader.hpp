#pragma once

#include <optional>

#include "model/reader.hpp"
#include "structure/compose.hpp"
#include "structure/multibody.hpp"

namespace porthos::inspect {

/// Reads structures and their parts; nullopt with problems.
class StructureReader {
 public:
  explicit StructureReader(model::Reader& reader) : reader_(reader) {}

  std::optional<structure::Dirac> structure(model::Place place);

  /// A list of rows, with `rows` rows and `columns` columns if these are known.
  std::optional<MatX> matrix(model::Place list, std::optional<Eigen::Index> rows,
                             std::optional<Eigen::Index> columns);
  /// The same under a key. An absent matrix has size 0 in each unknown dimension.
  std::optional<MatX> matrix(model::Place of, const char* key, std::optional<Eigen::Index> rows,
                             std::optional<Eigen::Index> columns);
  std::optional<MatX> required(model::Place of, const char* key,
                               std::optional<Eigen::Index> rows = {},
                               std::optional<Eigen::Index> columns = {});
  std::optional<MatX> square(model::Place of, const char* key);
  std::optional<structure::Dirac> part(model::Place of, const char* key);

 private:
  using Dirac = structure::Dirac;
  struct Kind;
  static const std::vector<Kind>& kinds();

  std::optional<structure::Ports> ports(model::Place place, Eigen::Index of);
  std::optional<std::vector<Dirac>> several(model::Place place);
  bool same_size(model::Place place, const Dirac& dirac, Eigen::Index size);

  std::optional<Dirac> image(model::Place of);
  std::optional<Dirac> kernel(model::Place of);
  std::optional<Dirac> constrained(model::Place of);
  std::optional<Dirac> presymplectic(model::Place of);
  std::optional<Dirac> graph(model::Place of);
  std::optional<Dirac> interaction(model::Place of);
  std::optional<Dirac> induced(model::Place of);
  std::optional<Dirac> sum(model::Place of);
  std::optional<Dirac> tensor(model::Place of);
  std::optional<Dirac> compose(model::Place of);
  std::optional<Dirac> constrain(model::Place of);
  std::optional<Dirac> interconnect(model::Place of);
  std::optional<Dirac> reorder(model::Place of);
  std::optional<Dirac> hybrid(model::Place of);
  std::optional<Dirac> multibody(model::Place of);
  std::optional<Dirac> port_controlled(model::Place of);
  std::optional<Dirac> pull_back(model::Place of);
  std::optional<Dirac> push_forward(model::Place of);
  std::optional<Dirac> couple(model::Place of);
  std::optional<Dirac> feedback(model::Place of);
  std::optional<structure::Multibody> multibody_system(model::Place of);

  model::Reader& reader_;
};

}  // namespace porthos::inspect
