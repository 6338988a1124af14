// Complex numbers, floating and integer.
#include <complex.h>

int main(void) {
  double complex z = 3.0 + 4.0 * I, w = conj(z);
  if (creal(z * w) != 25.0 || cimag(z * w) != 0.0)
    return 2;
  if (__real__ z != 3.0 || __imag__ w != -4.0 || z == w || z + w != 6.0)
    return 3;
  double complex q = z / (1.0 + 1.0 * I);
  if (creal(q) != 3.5 || cimag(q) != 0.5)
    return 4;
  __real__ z = 7;
  float complex f = (float complex)z;
  _Complex int i = 2 + 3i;
  i = i * i;
  return crealf(f) == 7.0f && __real__ i == -5 && __imag__ i == 12 && ~i == -5 - 12i ? 0 : 5;
}
