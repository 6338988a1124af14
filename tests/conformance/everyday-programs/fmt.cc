// Numbers, ranges, times and errors, as {fmt} prints them.
#include <cassert>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

int main() {
  std::vector<int> numbers{1, 2, 3};
  assert(fmt::format("{:>8.3f}|{:#x}|{}|{}", 3.14159, 255, "abc", numbers) == "   3.142|0xff|abc|[1, 2, 3]");
  fmt::print("{:%H:%M:%S} {:e} {} {:.20g}\n", std::chrono::seconds(3723), 1e300, 0.1, 1.0 / 3);
  try {
    (void)fmt::format(fmt::runtime("{:d}"), "x");
  } catch (const fmt::format_error &error) {
    fmt::print("{}\n", error.what());
  }
}
