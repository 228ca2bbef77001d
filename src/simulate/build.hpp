#pragma once

#include <map>
#include <memory>
#include <string>

#include "model/model.hpp"
#include "simulate/start.hpp"

namespace porthos::simulate {

/// A model that is ready to be run or inspected, as far as it could be built.
struct Built {
  bool is_assembled = false;                     // without errors
  std::shared_ptr<system::Assembled> assembled;  // incomplete if the model is faulty
  std::shared_ptr<system::System> system;        // nullptr if there is none
  Start start;
  /// For a model with fixed modes: the modes in words, by the names of the laws.
  std::map<std::string, std::string> modes = {};
};

/// Assembles a component with these values of parameters, and finds its consistent start from the
/// values of the text, which `starts` override. Problems go to `to`.
Built build(const model::Component& component, const std::map<std::string, double>& set,
            const std::map<std::string, double>& starts, system::TypeCache& types, Problems& to);

/// The files of a model from a JSON object, file name -> text, or {why, expected, hint} for a file
/// that could not be read.
model::Files read_files(const std::string& json);

/// The text of a model with these inputs, and with the number of parts that these parameter values
/// give; null where the text stays the same.
model::Json with_options(const model::Json& text, const model::Component& model,
                         const model::Json& inputs, const std::map<std::string, double>& set);

}  // namespace porthos::simulate
