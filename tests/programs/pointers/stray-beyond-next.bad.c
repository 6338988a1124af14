// A pointer that leaves its object never gets to another one, wherever that lies.
static int a[4], b[4] = {7, 7, 7, 7};

int main(void) {
  int *p = a;
  for (int i = 0; i < 64; i++) {
    p++;
    if (p == b) return *p; //~| out-of-bounds
  }
  return *p; //~| out-of-bounds
}
