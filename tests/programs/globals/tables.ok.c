// Larger constant tables, nested, with negative and floating values.
//@ exit: 38
static const struct {
  const char *name;
  short codes[3];
  double weight;
} table[] = {
    {"alpha", {1, -1, 32767}, 0.5},
    {"beta", {-32768}, -2.25},
    {"gamma", {[2] = 3}, 1e10},
};
static const unsigned char bits[2][8] = {{1, 2, 4, 8, 16, 32, 64, 128}, {255}};

int main(void) {
  int s = 0;
  double w = 0;
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++) {
    for (const char *p = table[i].name; *p; p++)
      s += *p;
    for (int j = 0; j < 3; j++)
      s += table[i].codes[j];
    w += table[i].weight;
  }
  for (int i = 0; i < 8; i++)
    s += bits[0][i] + bits[1][i];
  return (s + (int)(w == 1e10 - 1.75)) & 127;
}
