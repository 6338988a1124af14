// What is not a number is no integer.
//@ native: no
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float d = __VERIFIER_nondet_float();
  if (d < 0.0f || d > 1000.0f)
    return 0;
  int i = d; //~ float-conversion
  return i == 5;
}
