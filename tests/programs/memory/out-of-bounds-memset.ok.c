// memset is held to the size of the object.
#include <string.h>

int main(void) {
  int a[4];
  memset(a, 0, sizeof a );
  return a[3];
}
