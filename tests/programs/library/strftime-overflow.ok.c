// A date is told how much room it has.
#include <time.h>

int main(void) {
  char text[8];
  time_t then = 0;
  size_t length = strftime(text, sizeof text, "%Y-%m-%d", gmtime(&then));
  return length != 0;
}
