// The edges of every signed type are reached without overflow.
#include <limits.h>

int main(void) {
  int i = INT_MAX;
  long l = LONG_MAX;
  signed char c = SCHAR_MIN;
  short s = SHRT_MAX;
  __int128 w = (__int128)(~(unsigned __int128)0 >> 1);
  if (-i - 1 != INT_MIN || -l - 1 != LONG_MIN || c != -128 || s != 32767)
    return 2;
  if (i + INT_MIN != -1 || l + LONG_MIN != -1)
    return 3;
  if (INT_MIN / 1 != INT_MIN || i / -1 != -INT_MAX || i % 10 != 7 || INT_MIN % 10 != -8)
    return 4;
  if (i - i || l - l || w - w || -w - 1 >= 0)
    return 5;
  if ((INT_MIN + i) * -1 != 1)
    return 6;
  return 0;
}
