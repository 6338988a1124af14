// wcstoimax reads on while there are digits.
#include <inttypes.h>
#include <stddef.h>

int main(void) {
  wchar_t digits[3] = {L'1', L'2', L'3'};
  return wcstoimax(digits, NULL, 10) != 12; //~ out-of-bounds
}
