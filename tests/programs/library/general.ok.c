// stdlib.h, unistd.h: what is left of them.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  if (strcmp(l64a(a64l("zzA1/.")), "zzA1/") != 0 || a64l("./0") != 8256) return 1;
  unsigned short state[3] = {1, 2, 3};
  printf("%f %ld %ld\n", erand48(state), nrand48(state), jrand48(state));
  char options[] = "ro,size=12,bogus", *rest = options, *value;
  char *const tokens[] = {"ro", "size", NULL};
  while (*rest) {
    int which = getsubopt(&rest, tokens, &value);
    printf("%d %s\n", which, value ? value : "-");
  }
  char text[6] = "abcdef", swapped[6];
  swab(text, swapped, 6);
  printf("%.6s\n", swapped);
  if (pathconf("/", _PC_NAME_MAX) != 255 || fpathconf(0, _PC_PATH_MAX) != 4096 || pathconf("/", -5) != -1 || errno != EINVAL) return 2;
  if (confstr(_CS_PATH, NULL, 0) != 14) return 3;
  char *room = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  room[10] = 'x';
  room = mremap(room, 4096, 8192, MREMAP_MAYMOVE);
  if (room == MAP_FAILED || room[10] != 'x' || room[8191] != 0 || munmap(room, 8192) != 0) return 4;
  return 0;
}
