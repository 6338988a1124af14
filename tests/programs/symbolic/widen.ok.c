// A sign is extended, or there is none.
//@ native: no
extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  signed char c = __VERIFIER_nondet_char();
  unsigned u = __VERIFIER_nondet_uint();
  if ((unsigned long)c != (unsigned long)(long)c || (c < 0) != ((unsigned long)c > 255))
    reach_error();
  if ((long)u != (u | 0l) || (unsigned __int128)u >> 32 != 0)
    reach_error();
  if ((__int128)c >> 8 != (c < 0 ? -1 : 0))
    reach_error();
  return 0;
}
