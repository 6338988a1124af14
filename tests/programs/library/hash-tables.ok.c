// search.h: hash tables of one's own, two at a time; a full one refuses, and an entry keeps its first value.
#define _GNU_SOURCE
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <string.h>

static char *keys[] = {"one", "two", "three", "four"};

int main(void) {
  struct hsearch_data small, other;
  memset(&small, 0, sizeof small);
  memset(&other, 0, sizeof other);
  if (!hcreate_r(3, &small) || !hcreate_r(10, &other))
    return 1;
  ENTRY *found;
  for (long i = 0; i < 3; i++)
    if (!hsearch_r((ENTRY){keys[i], (void *)(i + 1)}, ENTER, &found, &small) || found->data != (void *)(i + 1))
      return 2;
  if (!hsearch_r((ENTRY){keys[0], (void *)9}, ENTER, &found, &small))
    return 3;
  printf("%ld", (long)found->data);
  for (int i = 0; i < 4; i++) {
    int there = hsearch_r((ENTRY){keys[i], NULL}, FIND, &found, &small);
    printf(" %d %ld", there, there ? (long)found->data : (long)(errno == ESRCH));
  }
  printf(" %d\n", hsearch_r((ENTRY){keys[0], NULL}, FIND, &found, &other));
  hdestroy_r(&small);
  hdestroy_r(&other);
  return 0;
}
