// strtok_r goes on where its third argument says, which the first call sets.
#define _POSIX_C_SOURCE 200809L
#include <string.h>

int main(void) {
  char text[] = "a b", *place;
  char *word = strtok_r(NULL, " ", &place); //~ uninitialized-read
  return !word || *word != 'a';
}
