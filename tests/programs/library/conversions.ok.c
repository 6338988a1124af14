// strtol, atoi, strtod with their edges.
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
  char *end;
  if (atoi(" -42x") != -42 || strtol("0x1fz", &end, 0) != 31 || *end != 'z')
    return 2;
  if (strtol("777", NULL, 8) != 511 || strtoul("zz", NULL, 36) != 1295)
    return 3;
  errno = 0;
  if (strtol("99999999999999999999", NULL, 10) != LONG_MAX || errno != ERANGE)
    return 4;
  if (strtod("1.5e3abc", &end) != 1500.0 || *end != 'a' || atof("0x1p4") != 16.0)
    return 5;
  return strtol("none", &end, 10) == 0 && *end == 'n' ? 0 : 6;
}
