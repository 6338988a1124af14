// A sorting network for four numbers, on all inputs of zeros and ones: that is enough.
// Here it lacks a comparison.
#include <assert.h>
#include <gmc.h>

static int v[4];

static void order(int i, int j) {
  if (v[i] > v[j]) {
    int swap = v[i];
    v[i] = v[j];
    v[j] = swap;
  }
}

int main(void) {
  for (int i = 0; i < 4; i++)
    v[i] = (int)gmc_choose(2);
  order(0, 1);
  order(2, 3);
  order(0, 2);
  order(1, 3);
  assert(v[0] <= v[1] && v[1] <= v[2] && v[2] <= v[3]); //~ assertion
  return 0;
}
