// The member behind the array is not a part of it.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);

struct Row {
  unsigned char values[3];
  unsigned char key;
};
int main(void) {
  struct Row rows[4] = {{{2, 3, 4}, 1}};
  unsigned char i = __VERIFIER_nondet_uchar() & 3, j = __VERIFIER_nondet_uchar() & 3;
  return rows[i].values[j] == 9; //~ out-of-bounds
}
