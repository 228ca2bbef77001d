#pragma once

#include <functional>
#include <memory>
#include <string>

namespace porthos::inspect {

/// The structure report of docs/inspect.md, made step by step, so that its caller may stop between
/// two checks.
class Inspection {
 public:
  /// text, files  as in Session
  /// options      {set, starts, inputs, only, samples, budget}, each optional: values as for a run,
  ///              numbers of checks ("T-13"), number of states beside the start, and seconds after
  ///              which no further check starts
  /// clock        seconds since any moment; without a clock there is no budget
  Inspection(const std::string& text, const std::string& files, const std::string& options,
             std::function<double()> clock = nullptr);
  ~Inspection();
  Inspection(Inspection&&) noexcept;

  /// Makes the next part of the report; false if nothing is left.
  bool step();
  /// The report so far, JSON. `leftOut` lists the omitted parts.
  std::string report() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// The whole report.
std::string inspect(const std::string& text, const std::string& files, const std::string& options,
                    std::function<double()> clock = nullptr);

}  // namespace porthos::inspect
