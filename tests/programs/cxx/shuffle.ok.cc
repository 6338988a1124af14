// Intrinsics whose last argument must be a constant, made of shifts and divisions of constants; an empty global object
// in a constant expression.
#include <emmintrin.h>

struct Tag {
  constexpr operator int() const { return 3; }
};
Tag tag;
static_assert(tag == 3);

int main() {
  __m128i numbers = _mm_set_epi32(4, 3, 2, 1);
  __m128i turned = _mm_shuffle_epi32(numbers, _MM_SHUFFLE(0, 1, 2, 3));
  int first = _mm_cvtsi128_si32(turned), last = _mm_cvtsi128_si32(_mm_srli_si128(turned, (1 << 5) / 2 - 4));
  __m128 floats = _mm_set_ps(4, 3, 2, 1);
  floats = _mm_shuffle_ps(floats, floats, _MM_SHUFFLE(3, 3, 3, 3));
  return first == 4 && last == 1 && _mm_cvtss_f32(floats) == 4 ? 0 : 1;
}
