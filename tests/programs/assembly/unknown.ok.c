// An instruction that gmc does not know is named.
//@ unknown: the instruction `aesenc` in inline assembly
//@ native: no
#include <emmintrin.h>

int main(void) {
  __m128i a = _mm_set1_epi32(1), b = _mm_set1_epi32(2);
  __asm__ volatile("aesenc %1, %0" : "+x"(a) : "x"(b));
  return 0;
}
