#include <catch_amalgamated.hpp>

#include "base/unit.hpp"

namespace unit_test {
using porthos::are_alike;
using porthos::describe;
using porthos::read_unit;

TEST_CASE("units are read, not compared as texts", "[units]") {
  for (const auto& [a, b] : {std::pair{"N m", "J"}, {"N*m", "N m"},     {"J/rad", "N m"},
                             {"kg m^2/s^2", "J"},   {"kg*m/s^2", "N"},  {"J/(kg K)", "m^2/(s^2 K)"},
                             {"V s", "Wb"},         {"V/A", "Ohm"},     {"\u03A9", "Ohm"},
                             {"1/s", "Hz"},         {"rad/s", "s^-1"},  {"N/m/s", "kg/s^3"},
                             {"kPa m^2", "kN"},     {"g/cm^3", "kg/l"}, {"rev/min", "rpm"},
                             {"\u00B5m", "um"},     {"m\u00B2", "m^2"}, {"m^(1/2) m^0.5", "m"},
                             {"rad", "1"},          {"W/K", "J/(s K)"}}) {
    CAPTURE(a, b);
    CHECK(are_alike(a, b));
  }
  CHECK_FALSE(are_alike("N", "N m"));
  CHECK_FALSE(are_alike("mm", "m"));
  CHECK_FALSE(are_alike("deg", "rad"));
  CHECK_FALSE(are_alike("rpm", "rad/s"));
  CHECK_FALSE(are_alike("m", ""));
  CHECK(are_alike("apples", "apples"));
  CHECK_FALSE(are_alike("apples", "pears"));
}

TEST_CASE("what is no unit, or could be two, is none", "[units]") {
  for (const char* text : {"", " ", "apples", "m^", "m^x", "(m", "m)", "J/kg K", "m//s", "/s", "m2",
                           "m^(1/0)", "m^999", "((((((((((((((((((((((((((m"})
    CHECK_FALSE(read_unit(text).has_value());
}

TEST_CASE("dimensions have the names that people know", "[units]") {
  for (const char* text :
       {"m", "N", "J", "W", "V", "Ohm", "Pa", "kg m/s", "kg/s", "1/s", "m/s^2", "J/(kg K)", "K"})
    CHECK(are_alike(describe(*read_unit(text)), text));
  CHECK(describe(*read_unit("kg m^2/s^2")) == "J");
  CHECK(describe(*read_unit("kg m/s")) == "kg m/s");
  CHECK(describe(*read_unit("J/(kg K)")) == "m^2/(s^2 K)");
  CHECK(describe(*read_unit("rad")) == "no unit");
}

TEST_CASE("powers without bounds are described, and equal to nothing", "[units]") {
  for (const char* text : {"C", "cm", "m^2"}) {
    const auto endless = read_unit(text)->power(1e308).power(10);
    CHECK(describe(endless) == "a unit to an infinite power");
    CHECK(describe(endless * endless.power(-1)) == "a unit to an infinite power");
    CHECK_FALSE(endless == *read_unit(text));
  }
}

TEST_CASE("what differs from SI by a factor is described with it", "[units]") {
  for (const char* text : {"cm", "deg", "rpm", "kN", "bar", "g", "min", "mV", "uF"})
    CHECK(are_alike(describe(*read_unit(text)), text));
  CHECK(describe(*read_unit("cm")) == "cm");
  CHECK(describe(*read_unit("cm/s")) == "0.01 m/s");
  CHECK(describe(*read_unit("km/h")) == "0.2778 m/s");
  // 1 g/cm^3 = 1000 kg/m^3, 1 kN mm = 1 J
  CHECK(describe(*read_unit("g/cm^3")) == "1000 kg/m^3");
  CHECK(describe(*read_unit("kN mm")) == "J");
}

}  // namespace unit_test
