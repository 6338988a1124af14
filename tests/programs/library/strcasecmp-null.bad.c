// strcasecmp compares strings, and a null pointer is none.
#include <stddef.h>
#include <strings.h>

int main(void) {
  const char *other = NULL;
  return strcasecmp("wORD", other); //~ null-dereference
}
