// Floating-point numbers of <charconv>, and complex ones in streams.
#include <cassert>
#include <charconv>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <string>

template <class... Form> static std::string text(double value, Form... form) {
  char to[400];
  auto [end, error] = std::to_chars(to, to + sizeof to, value, form...);
  assert(error == std::errc{});
  return std::string(to, end);
}

static double number(const char *from, size_t length, std::chars_format form = std::chars_format::general) {
  double value = -1;
  auto [end, error] = std::from_chars(from, from + std::strlen(from), value, form);
  assert(static_cast<size_t>(end - from) == length && (length > 0) == (error != std::errc::invalid_argument));
  return value;
}

int main() {
  using Form = std::chars_format;
  assert(text(0.1) == "0.1" && text(1e22) == "1e+22" && text(5e-324) == "5e-324" && text(123456789.0) == "123456789");
  assert(text(0.1, Form::fixed, 3) == "0.100" && text(1.0, Form::scientific) == "1e+00" && text(1.5, Form::hex) == "1.8p+0");
  assert(text(1e6, Form::general) == "1e+06" && text(-HUGE_VAL) == "-inf");
  char small[2];
  assert(std::to_chars(small, small + 2, 0.125).ec == std::errc::value_too_large);
  assert(number("1.5e2x", 5) == 150 && number("+1", 0) == -1 && number("1e400", 5) == -1);
  assert(number("1.5e2", 3, Form::fixed) == 1.5 && number("1.8p1", 5, Form::hex) == 3);
  std::stringstream stream;
  stream << std::complex<double>(1, -2);
  std::complex<double> read;
  stream >> read;
  assert(stream.str() == "(1,-2)" && read.imag() == -2);
}
