// Exceptions leave functions of the C library that call back.
#include <cstdlib>
#include <mutex>

static int compare(const void *a, const void *b) {
  int x = *static_cast<const int *>(a), y = *static_cast<const int *>(b);
  if (x == 13 || y == 13)
    throw 13;
  return x < y ? -1 : x > y;
}

int main() {
  int numbers[] = {4, 2, 13, 7};
  try {
    std::qsort(numbers, 4, sizeof *numbers, compare);
    return 1;
  } catch (int n) {
    if (n != 13)
      return 2;
  }
  std::once_flag once;
  int calls = 0, thrown = 0;
  for (int i = 0; i < 4; i++) {
    try {
      std::call_once(once, [&] {
        if (++calls < 3)
          throw calls;
      });
    } catch (int) {
      thrown++;
    }
  }
  return calls == 3 && thrown == 2 ? 0 : 3;
}
