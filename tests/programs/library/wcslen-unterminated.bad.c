// A wide string has an end.
#include <wchar.h>

int main(void) {
  wchar_t a[3] = {L'a', L'b', L'c'};
  return wcslen(a) != 2; //~ out-of-bounds
}
