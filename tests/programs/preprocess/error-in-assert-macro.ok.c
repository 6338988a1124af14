// A macro over several lines, with an error in one of its arguments.
#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition))                                                                                                  \
      return 3;                                                                                                        \
  } while (0)

int main(void) {
  int zero = 1;
  CHECK(1 == 1);
  CHECK(4 / zero);
  return 0;
}
