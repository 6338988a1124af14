// A stream is for bytes or for wide characters.
#include <stdio.h>
#include <wchar.h>

int main(void) {
  wprintf(L"wide\n");
  wprintf(L"bytes\n");
  return 0;
}
