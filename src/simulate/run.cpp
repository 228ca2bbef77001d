#include "simulate/run.hpp"

#include "base/digits.hpp"
#include "simulate/archive.hpp"

namespace porthos::simulate {

std::string Run::message() const {
  std::string text(sentence(now_.outcome));
  if (now_.outcome == Outcome::kRunning || now_.outcome == Outcome::kFinished) return text;
  std::string told = "At t = " + rounded_digits(now_.state.t, 6) + " s: " + text + now_.culprit;
  if (now_.acting >= 0)
    told += " The event is \"" +
            now_.assembled->events[static_cast<std::size_t>(now_.acting)].name + "\".";
  return told;
}

std::vector<double> Run::snapshot() const { return write(now_); }

bool Run::restore(const std::vector<double>& numbers) {
  if (!read(numbers, now_)) return false;
  events_.resume();
  recorder_.touch();
  recorder_.record();
  recorder_.clear();
  return true;
}

}  // namespace porthos::simulate
