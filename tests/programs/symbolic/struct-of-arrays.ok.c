// Arrays within a structure within an array.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

struct Row {
  short key;
  unsigned char values[3];
};
int main(void) {
  struct Row rows[4] = {{1, {2, 3, 4}}, {5, {6, 7, 8}}, {9, {10, 11, 12}}, {13, {14, 15, 16}}};
  unsigned char i = __VERIFIER_nondet_uchar() & 3, j = __VERIFIER_nondet_uchar() % 3;
  if (rows[i].key + 1 + j != rows[i].values[j])
    reach_error();
  rows[i].values[j] = rows[i].key;
  struct Row copy = rows[i];
  if (copy.values[j] != 4 * i + 1)
    reach_error();
  return 0;
}
