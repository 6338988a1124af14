// A vector instruction that is not known is named.
//@ flags: -msse4.2
//@ unknown: __builtin_ia32_pcmpistri128
#include <nmmintrin.h>

int main(void) {
  const __m128i text = _mm_setr_epi8('a', 'b', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  return _mm_cmpistri(text, text, 0);
}
