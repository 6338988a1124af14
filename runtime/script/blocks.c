/* What `block-profiler` calls: counts how often each basic block is executed, and adds the counts to a file at the end.
 *
 * A block is known by the number of its function and its own. The counts are in a table without locks: a place is taken
 * once and never given back. The file is `gmc-blocks.out`, or what GMC_BLOCKS names; a line is function, block, count.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define PLACES (1u << 20)

static struct place {
  unsigned long function; /* 0: free */
  unsigned long block;    /* one more, so that it is not 0 once it is set */
  unsigned long count;
} places[PLACES];

static unsigned long lost;

void gmc_visit_block(unsigned long function, unsigned long block)
{
  unsigned long hash = (function ^ block * 0x9e3779b97f4a7c15ul) * 0xff51afd7ed558ccdul;
  unsigned at = (unsigned)(hash >> 40) & (PLACES - 1);
  for (unsigned tried = 0; tried < 256; tried++, at = (at + 1) & (PLACES - 1)) {
    struct place *place = &places[at];
    unsigned long known = __atomic_load_n(&place->function, __ATOMIC_ACQUIRE);
    if (known == 0) {
      unsigned long none = 0;
      if (__atomic_compare_exchange_n(&place->function, &none, function, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        __atomic_store_n(&place->block, block + 1, __ATOMIC_RELEASE);
      known = __atomic_load_n(&place->function, __ATOMIC_ACQUIRE);
    }
    if (known != function)
      continue;
    unsigned long own;
    while ((own = __atomic_load_n(&place->block, __ATOMIC_ACQUIRE)) == 0)
      continue;
    if (own == block + 1) {
      __atomic_fetch_add(&place->count, 1, __ATOMIC_RELAXED);
      return;
    }
  }
  __atomic_fetch_add(&lost, 1, __ATOMIC_RELAXED);
}

__attribute__((destructor)) static void save(void)
{
  const char *name = getenv("GMC_BLOCKS");
  int file = open(name && *name ? name : "gmc-blocks.out", O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (file < 0)
    return;
  FILE *out = fdopen(file, "a");
  if (!out) {
    close(file);
    return;
  }
  for (unsigned at = 0; at < PLACES; at++)
    if (places[at].function)
      fprintf(out, "%lu %lu %lu\n", places[at].function, places[at].block - 1, places[at].count);
  if (lost)
    fprintf(out, "lost %lu\n", lost);
  fclose(out);
}
