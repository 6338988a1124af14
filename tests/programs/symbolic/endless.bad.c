// A loop that reads inputs for ever and tells nobody: what it has read before is forgotten, so it goes round in circles.
//@ native: no
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char sum;
int main(void) {
  for (;;) {
    unsigned char c = __VERIFIER_nondet_uchar(); //~| livelock
    sum = (c * 3) & 1;                           //~| livelock
  }
}
