// What malloc has allocated belongs to free, and what new has allocated to delete.
#include <cstdlib>
#include <new>

int main() {
  int *number = static_cast<int *>(std::malloc(sizeof(int)));
  if (!number)
    return 1;
  new (number) int(7);
  std::free(number);
  return 0;
}
