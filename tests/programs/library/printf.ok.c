// What printf prints, conversion by conversion.
#include <stdio.h>

int main(void) {
  printf("%d %5d|%-5d|%05d|%+d|% d\n", 1, 2, 3, 4, 5, 6);
  printf("%u %x %X %#x %o %#o %c %%\n", 42u, 255u, 255u, 255u, 8u, 8u, 'z');
  printf("%ld %lld %hhd %hd %zu %jd\n", 1l << 40, -1ll, 300, 70000, sizeof(int), (long)7);
  printf("%s|%10s|%-10s|%.2s|%*.*s\n", "text", "right", "left", "cut", 6, 3, "abcdef");
  printf("%f %.2f %10.3f %e %g %g %G\n", 3.5, 2.675, -1.0, 12345.678, 0.0001, 1e10, 1e-10);
  printf("%a %Lf %.0f\n", 1.0, 2.5L, 0.5);
  int n = 0;
  printf("%s%n", "four", &n);
  printf(" %d %p\n", n, (void *)0);
  return 0;
}
