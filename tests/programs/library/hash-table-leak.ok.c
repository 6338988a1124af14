// A table of hcreate_r is there until hdestroy_r.
//@ check
#define _GNU_SOURCE
#include <search.h>
#include <string.h>

int main(void) {
  struct hsearch_data table;
  memset(&table, 0, sizeof table);
  if (!hcreate_r(4, &table))
    return 0;
  hdestroy_r(&table);
  return 0;
}
