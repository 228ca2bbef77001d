#pragma once

#include <array>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "expr/code.hpp"

namespace porthos {

struct Opened;

/// JSON array of the file names in the `use` keys of this text alone; [] for a malformed text.
std::string references(const std::string& text);

/// JSON array of the integration methods: [{name, summary, order, traits: {...}}].
std::string methods();

/// The version of the library, "major.minor.patch".
std::string version();

/// A model and its runs, as texts and numbers: the interface for the bindings (docs/library.md has
/// the shapes of the JSON texts). Nothing throws for a faulty model: problems are answers.
class Session {
 public:
  /// text   the model, JSON
  /// files  JSON object, file name -> text, of the files in its `use` keys (transitively); in place
  ///        of the text {why, expected, hint} for a file that is not read linker how the host
  ///        compiles formulas of a run that turns out long; without it none are
  Session(const std::string& text, const std::string& files, expr::Linker linker = {});
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  /// The model: problems, names, parameters, ports, states, constraints, report.
  std::string describe() const;

  /// The model as it is until the next start.
  Opened opened() const;

  /// Makes the model smooth: from now on each set-valued law stays in the mode in which a run with
  /// these options begins (theory 13). Answers these modes, in words, by the names of the laws;
  /// nothing for a model without such laws.
  std::map<std::string, std::string> fix_modes(const std::string& options);

  /// Begins a new run at t = 0. options: {until, step, method, tolerance, set, starts, inputs,
  /// outputEvery}, each optional. Answers {problems, outcome, message, columns, scene, start}.
  std::string start(const std::string& options);

  /// Advances by up to max_steps steps, in at most `attempts` internal steps of the method. Answers
  /// {t, steps, done, outcome, message, events}: the events of these steps, [{t, name}].
  std::string advance(int max_steps, int attempts = std::numeric_limits<int>::max());

  /// The same without a text, for callers that take few steps at a time: reached() has the numbers,
  /// status() the texts.
  void go_on(int max_steps, int attempts);

  /// The result of go_on(): t (s), steps, the Outcome as a number (-1: there is no run), the number
  /// of listed events before and after it, the number of values that wait for take_rows(). The
  /// address stays the same during the life of the session.
  const std::array<double, 6>& reached() const;

  /// {outcome, message, events}: the events from number `first` on, [{t, name}].
  std::string status(int first) const;

  /// Gives parameters new values from the end of the present step on. values: {name: number}.
  /// Answers {steps, problems}: the steps before the change, or the reasons against it. A run with
  /// the same changes after the same steps has the same bits.
  std::string change(const std::string& values);

  /// Table rows since the last call, row-major; the first column is t. Valid until the next call.
  const std::vector<double>& take_rows();

  /// The scene's numbers for the same rows.
  const std::vector<double>& take_poses();

  /// The run so far: the output of `porthos run --json`.
  std::string summary() const;

  /// The state of the run, bit-exact, as text; and back into a session with the same model and
  /// options. False, without effect, if the text does not fit.
  std::string snapshot() const;
  bool restore(const std::string& snapshot);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace porthos
