// In a search time stands still, and a timer's signal could come anywhere.
//@ check
//@ unknown: a timer
#include <unistd.h>

int main(void) {
  alarm(1);
  return 0;
}
