# The texts of src/elements/*.porthos.json as a source file, so that the library has them wherever it
# runs, without descriptions and spaces that nobody reads there. Raw strings of at most 8000 characters each: compilers
# limit their length.
function(porthos_embed_elements folder output)
  file(GLOB files CONFIGURE_DEPENDS "${folder}/*.porthos.json")
  list(SORT files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(rows "")
  foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME)
    string(REPLACE ".porthos.json" "" name ${name})
    file(READ ${file} text)
    string(REGEX REPLACE "\n *\"description\": [^\n]*," "" text "${text}")
    string(REGEX REPLACE "\n *" "" text "${text}")
    string(REPLACE "\": " "\":" text "${text}")
    string(REPLACE ", \"" ",\"" text "${text}")
    string(REPLACE "{ \"" "{\"" text "${text}")
    string(REPLACE " }" "}" text "${text}")
    string(APPEND rows "    {\"${name}\", R\"element(${text})element\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [[#include "model/shipped.hpp"

#include <utility>

namespace porthos::model {
namespace {

constexpr std::pair<std::string_view, std::string_view> kElements[] = {
@rows@};

}  // namespace

std::optional<std::string_view> shipped_element(std::string_view name) {
  if (!name.starts_with(kShippedPrefix)) return std::nullopt;
  for (const auto& [known, text] : kElements)
    if (known == name.substr(kShippedPrefix.size())) return text;
  return std::nullopt;
}

std::vector<std::string> shipped_names() {
  std::vector<std::string> names;
  for (const auto& [known, text] : kElements) names.push_back(std::string(kShippedPrefix) + std::string(known));
  return names;
}

}  // namespace porthos::model
]])
endfunction()
