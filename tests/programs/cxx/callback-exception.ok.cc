// What a comparison throws leaves qsort, which the caller must be prepared for.
#include <cstdlib>

static int compare(const void *a, const void *b) {
  int x = *static_cast<const int *>(a), y = *static_cast<const int *>(b);
  if (x < 0 || y < 0)
    throw x;
  return (x > y) - (x < y);
}

static bool sort(int *numbers, int count)  {
  try {
    std::qsort(numbers, count, sizeof *numbers, compare);
  } catch (int) {
    return false;
  }
  return true;
}

int main() {
  int numbers[] = {3, -1, 2};
  return sort(numbers, 3);
}
