// A global that is defined const.
 int limit = 10;

static void set(int *p) {
  *p = 20;
}

int main(void) {
  set((int *)&limit);
  return 0;
}
