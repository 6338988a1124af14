// A conversion gets what it asks for.
#include <wchar.h>

int main(void) {
  wchar_t text[20];
  swprintf(text, 20, L"%d", 1L); //~ bad-call
  return 0;
}
