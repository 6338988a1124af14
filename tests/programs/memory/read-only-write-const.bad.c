// A global that is defined const.
const int limit = 10;

static void set(int *p) {
  *p = 20; //~ read-only-write: `limit`
}

int main(void) {
  set((int *)&limit);
  return 0;
}
