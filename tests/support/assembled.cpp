#include "support/assembled.hpp"

#include <catch_amalgamated.hpp>

#include "model/model.hpp"
#include "system/build.hpp"

namespace porthos::test {

namespace {

system::System assembled(const model::Json& json, const model::Files& files, std::size_t fused,
                         system::Assembled* names) {
  Problems problems;
  const auto component = model::read_model(json, files, problems);
  REQUIRE(problems.empty());
  system::TypeCache cache(fused);
  system::Assembled made = system::assemble(*component, {}, cache, problems);
  REQUIRE(problems.empty());
  system::build(made);
  if (names) *names = made;
  return system::System(made.assembly);
}

}  // namespace

system::System assembled(const std::filesystem::path& path, std::size_t fused,
                         system::Assembled* names) {
  Problems problems;
  const auto json = model::parse_json(read_text(path), problems);
  REQUIRE(json);
  model::Files files;
  for (const std::string& file : model::find_references(*json))
    files.texts[file] = read_text(path.parent_path() / file);
  return assembled(*json, files, fused, names);
}

system::System assembled(const std::string& text) {
  Problems problems;
  const auto json = model::parse_json(text, problems);
  REQUIRE(json);
  return assembled(*json, {}, 100, nullptr);
}

}  // namespace porthos::test
