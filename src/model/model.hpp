#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/component.hpp"
#include "model/json_text.hpp"
#include "model/recording.hpp"

namespace porthos::model {

/// The files behind the names in "use".
struct Files {
  /// A file that exists but is not read, with the reason; the reason follows its name.
  struct Refusal {
    std::string why, expected, hint;
  };
  std::map<std::string, std::string> texts;
  std::map<std::string, Refusal> refused;
};

/// Reads a model and the files that it uses. The component is complete only if no problem is an
/// error; places in a used file read "file#/pointer". With `recording` it also keeps the data of
/// the texts that a diagram needs.
std::shared_ptr<const Component> read_model(const Json& json, const Files& files,
                                            Problems& problems, Recording* recording = nullptr);

/// PH105: the budget of formulas is spent (expr::Budget).
void report_too_much(Problems& to);

/// The port behind a name that a model or a part shows, as "component.port"; the name itself if
/// there is no such port. Two names with the same answer mean the same port.
std::string find_port_name(const Component& component, const std::string& name);

/// The file names in the "use" keys of one text, in their order, each once.
std::vector<std::string> find_references(const Json& json);

}  // namespace porthos::model
