#include "support/claim.hpp"

#include <cctype>
#include <cmath>
#include <cstdlib>

namespace porthos::test {

namespace {

using Symbol = std::function<long double(const std::string&)>;

class ClaimReader {
 public:
  ClaimReader(const std::string& text, const Symbol& symbol) : symbol_(symbol) {
    for (const char c : text)
      if (c != ' ') text_ += c;
  }

  ClaimValue sum() {
    ClaimValue made;
    int sign = 1;
    if (take('-')) sign = -1;
    for (;;) {
      const long double term = product();
      made.value += static_cast<long double>(sign) * term;
      made.size += std::abs(term);
      if (take('+'))
        sign = 1;
      else if (take('-'))
        sign = -1;
      else
        return made;
    }
  }
  bool is_done() const { return at_ == text_.size(); }

 private:
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  long double product() {
    long double made = power();
    for (;;) {
      if (take('*'))
        made *= power();
      else if (take('/'))
        made /= power();
      else
        return made;
    }
  }
  long double power() {
    const long double base = atom();
    return take('^') ? std::pow(base, atom()) : base;
  }
  long double atom() {
    if (take('(')) {
      const long double made = sum().value;
      take(')');
      return made;
    }
    if (take('-')) return -atom();
    if (std::isdigit(static_cast<unsigned char>(text_[at_]))) {
      char* end = nullptr;
      const long double made = std::strtold(text_.c_str() + at_, &end);
      at_ = static_cast<std::size_t>(end - text_.c_str());
      return made;
    }
    std::string name;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) ||
                                  text_[at_] == '_' || text_[at_] == '.'))
      name += text_[at_++];
    if (name == "momentum" || name == "effort") {
      const auto end = text_.find(')', at_);
      name += text_.substr(at_, end + 1 - at_);
      at_ = end + 1;
      return symbol_(name);
    }
    if (name == "sin" || name == "cos") {
      take('(');
      const long double inner = sum().value;
      take(')');
      return name == "sin" ? std::sin(inner) : std::cos(inner);
    }
    if (name.empty()) ++at_;
    return symbol_(name);
  }

  const Symbol& symbol_;
  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace

ClaimValue value_of_claim(const std::string& claim, const Symbol& symbol) {
  ClaimReader reader(claim, symbol);
  ClaimValue made = reader.sum();
  if (!reader.is_done()) made.value = std::nanl("");
  return made;
}

}  // namespace porthos::test
