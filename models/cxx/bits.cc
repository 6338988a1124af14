/* vector<bool> changes words of memory bit by bit before they have been set: they begin as zero. */

#include <stddef.h>
#include <string.h>

#define ALLOCATE(size_letter) "_ZNSt13_Bvector_baseISaIbEE11_M_allocateE" size_letter
#ifdef __LP64__
#define SIZE "m"
#else
#define SIZE "j"
#endif

unsigned long *allocate(void *, size_t) asm(ALLOCATE(SIZE));
extern "C" unsigned long *zeroed(void *, size_t) asm("__gmc_in_place_of_" ALLOCATE(SIZE));

/* Is called in place of the program's own function. */
unsigned long *zeroed(void *self, size_t bits)
{
    const size_t word = 8 * sizeof(unsigned long);
    unsigned long *words = allocate(self, bits);
    memset(words, 0, (bits + word - 1) / word * sizeof *words);
    return words;
}
