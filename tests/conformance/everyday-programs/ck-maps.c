// Concurrency Kit's hash sets, hash table and array, in one thread.
#include <assert.h>
#include <ck_array.h>
#include <ck_bitmap.h>
#include <ck_hs.h>
#include <ck_ht.h>
#include <ck_rhs.h>
#include <stdlib.h>
#include <string.h>
static void *ck_malloc(size_t n) { return malloc(n); }
static void *ck_realloc(void *p, size_t a, size_t b, bool d) {
  (void)a, (void)d;
  return realloc(p, b);
}
static void ck_free(void *p, size_t n, bool d) {
  (void)n, (void)d;
  free(p);
}
static struct ck_malloc m = {.malloc = ck_malloc, .free = ck_free, .realloc = ck_realloc};
static unsigned long hash(const void *o, unsigned long seed) {
  const unsigned char *s = o;
  unsigned long h = seed;
  while (*s)
    h = h * 31 + *s++;
  return h;
}
static bool same(const void *a, const void *b) { return !strcmp(a, b); }
int main(void) {
  ck_hs_t hs;
  ck_rhs_t rhs;
  assert(ck_hs_init(&hs, CK_HS_MODE_SPMC | CK_HS_MODE_OBJECT, hash, same, &m, 8, 6602834));
  assert(ck_rhs_init(&rhs, CK_RHS_MODE_SPMC | CK_RHS_MODE_OBJECT, hash, same, &m, 8, 6602834));
  static char words[40][8];
  for (int i = 0; i < 40; i++) {
    words[i][0] = 'a' + i % 26;
    words[i][1] = 'A' + i / 26;
    assert(ck_hs_put(&hs, CK_HS_HASH(&hs, hash, words[i]), words[i]));
    assert(ck_rhs_put(&rhs, CK_RHS_HASH(&rhs, hash, words[i]), words[i]));
  }
  for (int i = 0; i < 40; i++) {
    assert(ck_hs_get(&hs, CK_HS_HASH(&hs, hash, words[i]), words[i]) == words[i]);
    assert(ck_rhs_get(&rhs, CK_RHS_HASH(&rhs, hash, words[i]), words[i]) == words[i]);
  }
  ck_hs_destroy(&hs);
  ck_rhs_destroy(&rhs);
  ck_array_t arr;
  assert(ck_array_init(&arr, CK_ARRAY_MODE_SPMC, &m, 4));
  for (int i = 0; i < 6; i++)
    ck_array_put(&arr, words[i]);
  ck_array_commit(&arr);
  assert(ck_array_length(&arr) == 6);
  ck_array_deinit(&arr, false);
  ck_ht_t ht;
  assert(ck_ht_init(&ht, CK_HT_MODE_BYTESTRING, NULL, &m, 8, 6602834));
  ck_ht_entry_t en;
  ck_ht_hash_t h;
  for (int i = 0; i < 20; i++) {
    ck_ht_hash(&h, &ht, words[i], 2);
    ck_ht_entry_set(&en, h, words[i], 2, words[i]);
    assert(ck_ht_put_spmc(&ht, h, &en));
  }
  ck_ht_hash(&h, &ht, words[3], 2);
  ck_ht_entry_key_set(&en, words[3], 2);
  assert(ck_ht_get_spmc(&ht, h, &en) && ck_ht_entry_value(&en) == words[3]);
  ck_ht_destroy(&ht);
  return 0;
}
