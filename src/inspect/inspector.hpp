#pragma once

#include <string>

namespace porthos::inspect {

/// What structure a model has, and which theorem says so: the report of docs/inspect.md, JSON.
///
/// text, files  as of Session
/// options      {set, starts, only, samples}, each optional: values and starts as of a run; names
/// of
///              checks ("T-13"), all of them otherwise; how many states are tried
std::string inspect(const std::string& text, const std::string& files, const std::string& options);

}  // namespace porthos::inspect
