// A table that hdestroy_r has taken away finds nothing any more.
#define _GNU_SOURCE
#include <search.h>
#include <string.h>

int main(void) {
  struct hsearch_data table;
  memset(&table, 0, sizeof table);
  ENTRY *found, entry = {"key", NULL};
  if (!hcreate_r(4, &table))
    return 0;
  hsearch_r(entry, ENTER, &found, &table);
  hdestroy_r(&table);
  int there = !strcmp(found->key, "key"); //~ use-after-free
  return !there;
}
