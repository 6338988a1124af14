// Room for the terminator, too.
#include <wchar.h>

int main(void) {
  wchar_t a[5];
  wcscpy(a, L"abcd");
  return a[0] != L'a';
}
