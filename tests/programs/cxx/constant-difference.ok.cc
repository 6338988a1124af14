// Differences of pointers in constant expressions, and templates that are chosen by their type.
#include <cassert>
#include <cstddef>
#include <type_traits>

constexpr std::size_t length(const char *text) {
  const char *end = text;
  while (*end)
    ++end;
  return end - text;
}

constexpr bool is_at(const char *text, char wanted, int place) {
  const char *at = text;
  while (*at != wanted)
    ++at;
  return at - text == place && text - at == -place;
}

static_assert(length("three") == 5);
static_assert(is_at("hello", 'l', 2));

static constexpr int numbers[] = {1, 2, 3};
static_assert(&numbers[2] - numbers == 2);

template <class T> constexpr int which(T) { return 0; }
template <> constexpr int which(long) { return 1; }
template <> constexpr int which(int) { return 2; }
int chosen(long) { return 1; }
int chosen(int) { return 2; }
int chosen(long long) { return 3; }

int main() {
  constexpr auto between = &numbers[2] - &numbers[0];
  static_assert(std::is_same_v<decltype(between), const std::ptrdiff_t> && between == 2);
  int local[4] = {};
  int *start = local, *end = local + 4;
  auto count = end - start;
  static_assert(std::is_same_v<decltype(count), std::ptrdiff_t>);
  assert(count == 4 && which(end - start) == which(count) && chosen(end - start) == chosen(count));
  long sum = (end - start) + 3 - 3;
  return sum == 4 ? 0 : 1;
}
