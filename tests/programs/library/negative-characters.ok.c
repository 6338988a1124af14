// As in glibc, a negative character is changed as its byte without a sign, but for EOF.
#include <ctype.h>

int main(void) {
  volatile int c = -62, end = -1;
  if (toupper(c) != 194 || (toupper)(c) != 194)
    return 1;
  if (tolower(c) != 194 || (tolower)(c) != 194)
    return 2;
  if (toupper(end) != -1 || (tolower)(end) != -1)
    return 3;
  if (isalpha(c) || (isupper)(c))
    return 4;
  return 0;
}
