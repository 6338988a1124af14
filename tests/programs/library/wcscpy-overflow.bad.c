// Room for the terminator, too.
#include <wchar.h>

int main(void) {
  wchar_t a[4];
  wcscpy(a, L"abcd"); //~ out-of-bounds: `wcscpy` accesses 20 bytes at offset 0 of local variable `a` (16 bytes)
  return a[0] != L'a';
}
