// Compound assignment, increments, promotion and comparison of bit-fields, also through pointers.
struct flags {
  unsigned low : 4;
  unsigned : 4;
  unsigned mid : 8;
  unsigned : 0;
  unsigned high : 16;
};

static void bump(struct flags *f) {
  f->low++;
  f->mid |= 0x80;
  f->high <<= 1;
}

int main(void) {
  struct flags f = {15, 1, 0x8001};
  bump(&f);
  if (f.low != 0 || f.mid != 0x81 || f.high != 2 || sizeof f != 8)
    return 2;
  if (f.low - 1 != -1 || f.low - 1 > 0)
    return 3;
  f.low = f.mid = 0x7f;
  int before = f.low++;
  if (before != 15 || f.low != 0 || f.mid != 0x7f)
    return 4;
  struct flags array[3] = {{1}, {2}, {3}};
  unsigned s = 0;
  for (int i = 0; i < 3; i++)
    s += array[i].low ^= 3;
  return s == 3 ? 0 : 5;
}
