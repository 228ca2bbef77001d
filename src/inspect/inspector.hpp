#pragma once

#include <functional>
#include <memory>
#include <string>

namespace porthos::inspect {

/// What structure a model has, and which theorem says so: the report of docs/inspect.md, made step
/// by step, so that its caller may stop between two checks.
class Inspection {
 public:
  /// text, files  as of Session
  /// options      {set, starts, inputs, only, samples, budget}, each optional: values as of a run,
  ///              numbers of checks ("T-13"), states beside the start, and seconds after which no
  ///              further check begins
  /// clock        seconds from any moment on; without one the budget is not looked at
  Inspection(const std::string& text, const std::string& files, const std::string& options,
             std::function<double()> clock = nullptr);
  ~Inspection();
  Inspection(Inspection&&) noexcept;

  /// The next part of the report; false where nothing is left.
  bool step();
  /// The report as far as it came, JSON. What was left out is in `leftOut`.
  std::string report() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// The whole report.
std::string inspect(const std::string& text, const std::string& files, const std::string& options,
                    std::function<double()> clock = nullptr);

}  // namespace porthos::inspect
