// A date is told that it has more room than it has.
#include <time.h>

int main(void) {
  char text[8];
  time_t then = 0;
  size_t length = strftime(text, 80, "%Y-%m-%d", gmtime(&then)); //~ out-of-bounds: strftime
  return length != 0;
}
