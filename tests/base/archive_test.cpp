#include "base/archive.hpp"

#include <catch_amalgamated.hpp>
#include <limits>

namespace porthos::archive_test {

namespace {

enum class Colour { kRed, kBlue };

struct Part {
  double x = 0;
  VecX list = VecX::Zero(2);

  void describe(Archive& archive) { archive(x, list); }
};

struct Whole {
  bool is_on = false;
  long steps = 0;
  Colour colour = Colour::kRed;
  std::vector<double> any;
  std::vector<char> flags;
  int count = 0;
  Part part;

  void describe(Archive& archive) {
    archive(is_on, steps, colour, any);
    archive.flags(flags);
    archive.count(count, -1, 5);
    archive(part);
  }
};

Whole example() {
  Whole made{true, -7, Colour::kBlue, {1, 0.1, -3}, {1, 0}, -1, {}};
  made.part.x = std::numeric_limits<double>::denorm_min();
  made.part.list << 0.25, -0.0;
  return made;
}

}  // namespace

TEST_CASE("archive: a value that is read back writes the same numbers", "[base]") {
  Whole value = example();
  const std::vector<double> numbers = written(value);
  Whole read;
  REQUIRE(read_back(numbers, read));
  CHECK(written(read) == numbers);
  CHECK(read.steps == -7);
  CHECK(read.colour == Colour::kBlue);
  CHECK(read.flags == value.flags);
  CHECK(read.part.x == value.part.x);
}

TEST_CASE("archive: numbers that do not fit the value are refused", "[base]") {
  Whole value = example();
  const std::vector<double> numbers = written(value);
  const auto is_read = [](const std::vector<double>& from) {
    Whole read;
    return read_back(from, read);
  };
  REQUIRE(is_read(numbers));
  SECTION("too few or too many") {
    for (std::size_t count = 0; count < numbers.size(); ++count) {
      INFO(count);
      CHECK_FALSE(is_read({numbers.begin(), numbers.begin() + static_cast<long>(count)}));
    }
    std::vector<double> more = numbers;
    more.push_back(0);
    CHECK_FALSE(is_read(more));
  }
  SECTION("no flag, no whole number, no index, another length") {
    const auto [place, wrong] =
        GENERATE(table<std::size_t, double>({{0, 0.5},    // is_on
                                             {1, 1.5},    // steps
                                             {1, 1e300},  // steps
                                             {3, -1},     // the length of any
                                             {3, 2.5},    // the length of any
                                             {8, 2},      // a flag
                                             {10, -2},    // count
                                             {10, 6},     // count
                                             {12, 1}}));  // the length of part.list
    CAPTURE(place, wrong);
    std::vector<double> changed = numbers;
    changed.at(place) = wrong;
    CHECK_FALSE(is_read(changed));
  }
}

}  // namespace porthos::archive_test
