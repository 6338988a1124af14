// Barriers, hints and the clock of the x86, by GCC's names.
//@ flags: -mavx
#include <immintrin.h>
#include <x86intrin.h>

int main(void) {
  static int word;
  unsigned core;
  _mm_pause();
  _mm_mfence();
  _mm_lfence();
  _mm_sfence();
  _mm_clflush(&word);
  _mm256_zeroall();
  _mm256_zeroupper();
  __builtin_ia32_pause();
  __builtin_ia32_mfence();
  __builtin_ia32_lfence();
  __builtin_ia32_sfence();
  __builtin_ia32_clflush(&word);
  __builtin_ia32_vzeroall();
  __builtin_ia32_vzeroupper();
  unsigned long long before = __builtin_ia32_rdtsc(), after = __builtin_ia32_rdtscp(&core);
  if (after < before) return 1;
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return __builtin_thread_pointer() == 0;
}
