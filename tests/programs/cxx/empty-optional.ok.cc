// A value that is not there.
#include <optional>

static std::optional<int> half(int number) {
  if (number % 2)
    return std::nullopt;
  return number / 2;
}

int main() { return half(4).value() - 2 + half(3).value_or(0); }
