// A vector is loaded from beyond the end of an array, which a loop of four elements at a time leaves.
//@ flags: -msse4.2
#include <nmmintrin.h>

static int sum(const int *numbers, int count) {
  __m128i sums = _mm_setzero_si128();
  for (int i = 0; i < count; i += 4)
    sums = _mm_hadd_epi32(sums, _mm_loadu_si128((const __m128i *)(numbers + i))); //~ out-of-bounds
  return _mm_extract_epi32(sums, 0);
}

int main(void) {
  int numbers[6] = {1, 2, 3, 4, 5, 6};
  return sum(numbers, 6);
}
