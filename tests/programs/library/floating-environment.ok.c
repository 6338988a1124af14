// fenv.h: what there is of it, rounding to nearest.
#include <fenv.h>

int main(void) {
  fenv_t environment;
  fexcept_t flags;
  if (fegetround() != FE_TONEAREST || fesetround(FE_TONEAREST) != 0) return 1;
  if (fegetenv(&environment) != 0 || fesetenv(&environment) != 0 || fesetenv(FE_DFL_ENV) != 0) return 2;
  if (feholdexcept(&environment) != 0 || feupdateenv(&environment) != 0) return 3;
  if (feclearexcept(FE_ALL_EXCEPT) != 0 || fegetexceptflag(&flags, FE_ALL_EXCEPT) != 0 || fesetexceptflag(&flags, FE_ALL_EXCEPT) != 0) return 4;
  return 0;
}
