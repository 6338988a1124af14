// Exceptions: thrown through frames with destructors, caught by their base class.
#include <cstdio>
#include <stdexcept>
#include <string>

static int alive;

struct Guard {
  Guard() { alive++; }
  ~Guard() { alive--; }
};

static int descend(int depth, int wanted) {
  Guard guard;
  if (depth == 0) {
    if (wanted % 2)
      throw std::out_of_range("odd");
    throw std::runtime_error(std::to_string(wanted));
  }
  return descend(depth - 1, wanted) + 1;
}

int main() {
  long length = 0;
  for (int i = 0; i < 20000; i++) {
    try {
      descend(i % 10, i);
    } catch (const std::exception &error) {
      length += std::string(error.what()).size();
    }
  }
  std::printf("%ld %d\n", length, alive);
}
