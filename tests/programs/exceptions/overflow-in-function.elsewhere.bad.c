// Arithmetic may wrap in one function, and in no other.
//@ check: --allow signed-overflow@mix
#include <limits.h>

static int mix(int x) { return x + x; }

static int add(int x) { return x + 1; } //~ signed-overflow

int main(void) { return mix(INT_MAX) + 2 + add(INT_MAX); }
