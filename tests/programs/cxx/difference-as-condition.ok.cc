// A difference is a condition: its sign is not that of a negation.
#include <cstdio>

int main() {
  volatile int least = -2147483647;
  int a = least;
  unsigned char b = 254;
  b ^= (((a ? a : a) - (31 || a)) || (~b / (a / 40LU)));
  std::printf("%d\n", b);
}
