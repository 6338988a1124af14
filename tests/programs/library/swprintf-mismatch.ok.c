// A conversion gets what it asks for.
#include <wchar.h>

int main(void) {
  wchar_t text[20];
  swprintf(text, 20, L"%ld", 1L);
  return 0;
}
