# The keys that the schema of the model text declares, as tables for the reader (src/model/keys.hpp).
function(porthos_embed_keys schema output)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${schema}")
  file(READ "${schema}" text)
  string(JSON definitions GET "${text}" "$defs")
  string(JSON count LENGTH "${definitions}")
  math(EXPR last "${count} - 1")
  set(tables "")
  set(rows "")
  foreach(i RANGE ${last})
    string(JSON name MEMBER "${definitions}" ${i})
    string(JSON definition GET "${definitions}" "${name}")
    string(JSON properties ERROR_VARIABLE none GET "${definition}" properties)
    if(none)
      continue()
    endif()
    _porthos_required("${definition}" required)
    string(APPEND tables "constexpr Key k_${name}[] = {\n")
    string(JSON keys LENGTH "${properties}")
    math(EXPR last_key "${keys} - 1")
    foreach(k RANGE ${last_key})
      string(JSON key MEMBER "${properties}" ${k})
      string(JSON declared GET "${properties}" "${key}")
      _porthos_key("${key}" "${declared}" "${required}" row)
      string(APPEND tables "    ${row},\n")
    endforeach()
    string(APPEND tables "};\n")
    string(APPEND rows "    {\"${name}\", k_${name}},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [[#include "model/keys.hpp"

#include <utility>

namespace porthos::model {
namespace {

@tables@
constexpr std::pair<std::string_view, std::span<const Key>> kDefinitions[] = {
@rows@};

}  // namespace

std::span<const Key> keys_of(std::string_view definition) {
  for (const auto& [name, keys] : kDefinitions)
    if (name == definition) return keys;
  return {};
}

std::vector<std::string_view> definitions() {
  std::vector<std::string_view> names;
  for (const auto& definition : kDefinitions) names.push_back(definition.first);
  return names;
}

}  // namespace porthos::model
]])
endfunction()

# The list of the required keys of a definition.
function(_porthos_required definition output)
  set(names "")
  string(JSON count ERROR_VARIABLE none LENGTH "${definition}" required)
  if(NOT none)
    math(EXPR last "${count} - 1")
    foreach(i RANGE ${last})
      string(JSON name GET "${definition}" required ${i})
      list(APPEND names "${name}")
    endforeach()
  endif()
  set(${output} "${names}" PARENT_SCOPE)
endfunction()

# One row of a table: {.name = "step", .kind = "number", .unit = "s"}.
function(_porthos_key key declared required output)
  set(row "{.name = \"${key}\"")
  string(JSON kind ERROR_VARIABLE none GET "${declared}" "$ref")
  if(none)
    string(JSON kind ERROR_VARIABLE none GET "${declared}" type)
  endif()
  string(REGEX REPLACE ".*/" "" kind "${kind}")
  if(NOT none)
    string(APPEND row ", .kind = \"${kind}\"")
  endif()
  string(JSON unit ERROR_VARIABLE none GET "${declared}" unit)
  if(NOT none)
    string(APPEND row ", .unit = \"${unit}\"")
  endif()
  string(JSON count ERROR_VARIABLE none LENGTH "${declared}" enum)
  if(NOT none)
    set(words "")
    math(EXPR last "${count} - 1")
    foreach(i RANGE ${last})
      string(JSON word GET "${declared}" enum ${i})
      list(APPEND words "${word}")
    endforeach()
    list(JOIN words "|" words)
    string(APPEND row ", .choices = \"${words}\"")
  endif()
  string(JSON min ERROR_VARIABLE none GET "${declared}" minimum)
  if(NOT none)
    string(APPEND row ", .min = ${min}")
  endif()
  string(JSON max ERROR_VARIABLE none GET "${declared}" maximum)
  if(NOT none)
    string(APPEND row ", .max = ${max}")
  endif()
  if("${key}" IN_LIST required)
    string(APPEND row ", .is_required = true")
  endif()
  set(${output} "${row}}" PARENT_SCOPE)
endfunction()
