// The ways in which programs grow and shrink what they own.
#include <stdlib.h>
#include <string.h>

struct vector {
  int *data;
  size_t used, room;
};

static void push(struct vector *v, int x) {
  if (v->used == v->room) {
    size_t room = v->room ? v->room * 2 : 1;
    int *data = realloc(v->data, room * sizeof *data);
    if (!data)
      exit(2);
    v->data = data;
    v->room = room;
  }
  v->data[v->used++] = x;
}

int main(void) {
  struct vector v = {0};
  for (int i = 0; i < 100; i++)
    push(&v, i * i);
  for (int i = 0; i < 100; i++)
    if (v.data[i] != i * i)
      return 3;
  v.data = realloc(v.data, 3 * sizeof *v.data);
  if (!v.data || v.data[2] != 4)
    return 4;
  free(v.data);
  free(NULL);

  char *s = NULL;
  size_t n = 0;
  for (const char *w = "growing by one"; *w; w++) {
    s = realloc(s, n + 2);
    if (!s)
      return 5;
    s[n++] = *w;
    s[n] = 0;
  }
  int different = strcmp(s, "growing by one");
  free(s);
  void *aligned = aligned_alloc(64, 128);
  int bad = (unsigned long)aligned % 64 != 0;
  free(aligned);
  return different || bad ? 6 : 0;
}
