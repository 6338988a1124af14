// stdlib.h: memory that is aligned, and arrays whose size would be too big to multiply.
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  void *place = NULL;
  for (size_t alignment = sizeof(void *); alignment <= 4096; alignment *= 2) {
    if (posix_memalign(&place, alignment, 24) != 0 || (uintptr_t)place % alignment)
      return 1;
    memset(place, 1, 24);
    free(place);
  }
  place = NULL;
  if (posix_memalign(&place, 3, 8) != EINVAL || posix_memalign(&place, 1, 8) != EINVAL || place)
    return 2;
  char *page = valloc(10);
  if (!page || (uintptr_t)page % (size_t)sysconf(_SC_PAGESIZE))
    return 3;
  page[9] = 'x';
  free(page);
  int *array = reallocarray(NULL, 4, sizeof *array);
  if (!array)
    return 4;
  for (int i = 0; i < 4; i++)
    array[i] = i * i;
  int *more = reallocarray(array, 8, sizeof *array);
  if (!more || more[3] != 9)
    return 5;
  more[7] = 49;
  volatile size_t many = SIZE_MAX / 2;
  errno = 0;
  if (reallocarray(more, many, 4) || errno != ENOMEM || more[7] != 49)
    return 6;
  free(more);
  printf("done\n");
  return 0;
}
