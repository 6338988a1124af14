// float, double and long double, with special values; division by zero is fine.
#include <float.h>
#include <math.h>

int main(void) {
  double zero = 0.0, inf = 1 / zero, nan = zero / zero;
  if (!(inf > DBL_MAX) || nan == nan || !(nan != nan) || -inf != -1 / zero || nan < 1 || nan > 1)
    return 2;
  if (1 / -zero != -inf || zero != -zero || !signbit(-zero))
    return 3;
  float f = 16777216.0f;
  if (f + 1.0f != f || 0.1f + 0.2f == 0.3 || 0.1 + 0.2 == 0.3)
    return 4;
  long double l = 1.0L + LDBL_EPSILON;
  if (l == 1.0L || (double)l != 1.0 || sizeof l != 16)
    return 5;
  if (DBL_MAX * 2 != inf || DBL_MIN / 4 == 0 || DBL_TRUE_MIN / 2 != 0)
    return 6;
  double s = 0;
  for (int i = 1; i <= 1000; i++)
    s += 1.0 / i;
  return s > 7.485470 && s < 7.485471 && 7.0 / 2 == 3.5 && -7.5f * 2 == -15 ? 0 : 7;
}
