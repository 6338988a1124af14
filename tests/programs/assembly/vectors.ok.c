// Intrinsics of SSE2 to SSE4.2 that headers do not write as operators.
//@ flags: -msse4.2
#include <nmmintrin.h>
#include <stdio.h>
#include <string.h>

static void show(const char *name, __m128i value) {
  unsigned int words[4];
  memcpy(words, &value, sizeof words);
  printf("%s %08x %08x %08x %08x\n", name, words[0], words[1], words[2], words[3]);
}

static void show_floats(const char *name, __m128 value) {
  show(name, _mm_castps_si128(value));
}

int main(void) {
  const __m128i a = _mm_set_epi32(0x7fff8001, -2, 0x00ff7f80, 12345678), b = _mm_set_epi32(-1, 0x80007fff, 77, 0x01020304);
  show("adds", _mm_adds_epi16(a, b));
  show("addsu", _mm_adds_epu8(a, b));
  show("avg", _mm_avg_epu8(a, b));
  show("min", _mm_min_epu8(a, b));
  show("max", _mm_max_epi32(a, b));
  show("mulhi", _mm_mulhi_epi16(a, b));
  show("madd", _mm_madd_epi16(a, b));
  show("maddubs", _mm_maddubs_epi16(a, b));
  show("mul", _mm_mul_epu32(a, b));
  show("sad", _mm_sad_epu8(a, b));
  show("packs", _mm_packs_epi32(a, b));
  show("packus", _mm_packus_epi16(a, b));
  show("unpack", _mm_unpackhi_epi8(a, b));
  show("shuffle", _mm_shuffle_epi32(a, _MM_SHUFFLE(0, 2, 1, 3)));
  show("bytes", _mm_shuffle_epi8(a, b));
  show("align", _mm_alignr_epi8(a, b, 5));
  show("shift", _mm_srai_epi16(_mm_slli_epi32(a, 3), 2));
  show("whole", _mm_srli_si128(a, 7));
  show("abs", _mm_abs_epi16(a));
  show("blend", _mm_blendv_epi8(a, b, _mm_cmpgt_epi8(a, b)));
  show("wide", _mm_cvtepu8_epi16(a));
  show("insert", _mm_insert_epi16(a, 99, 5));
  printf("%x %d %d %x\n", _mm_movemask_epi8(_mm_cmpeq_epi8(a, b)), _mm_testz_si128(a, b), _mm_extract_epi16(b, 2),
         _mm_crc32_u32(1, 0xdeadbeef));
  const __m128 x = _mm_set_ps(-1.5f, 2.5f, 1e9f, 0.25f), y = _mm_set_ps(3, -2, 1e10f, 0.5f);
  show_floats("min", _mm_min_ps(x, y));
  show_floats("cmp", _mm_cmplt_ps(x, y));
  show_floats("shuffle", _mm_shuffle_ps(x, y, _MM_SHUFFLE(1, 0, 3, 2)));
  show_floats("sqrt", _mm_sqrt_ps(y));
  show_floats("hadd", _mm_hadd_ps(x, y));
  show_floats("floor", _mm_floor_ps(x));
  show("cvt", _mm_cvtps_epi32(y));
  printf("%x %d %d\n", _mm_movemask_ps(x), _mm_comilt_ss(x, y), _mm_cvttss_si32(y));
  return 0;
}
