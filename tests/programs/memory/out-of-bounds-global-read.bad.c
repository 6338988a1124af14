// Reads behind a global array.
static const int table[] = {2, 3, 5, 7};

static int look(unsigned i) {
  return table[i]; //~ out-of-bounds: index 4
}

int main(void) { return look(4) - 7; }
