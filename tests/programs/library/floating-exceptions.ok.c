// fenv.h: nobody knows which exceptions there were.
//@ unknown: fetestexcept
#include <fenv.h>

int main(void) { return fetestexcept(FE_INEXACT); }
