// Arrays of changing length in a loop: each ends with its round, and together they would not fit.
#include <string.h>
int main(void) {
  int sum = 0;
  for (int i = 0; i < 200; i++) {
    char room[100000 + i];
    memset(room, i, sizeof room);
    sum += room[i] != (char)i;
  }
  return sum;
}
