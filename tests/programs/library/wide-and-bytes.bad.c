// A stream is for bytes or for wide characters.
#include <stdio.h>
#include <wchar.h>

int main(void) {
  wprintf(L"wide\n");
  printf("bytes\n"); //~ bad-call: in use for wide characters
  return 0;
}
