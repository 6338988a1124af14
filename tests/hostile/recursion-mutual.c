// Two functions that call each other for ever, through pointers.
static int even(unsigned n);
static int odd(unsigned n);
static int (*next[2])(unsigned) = {odd, even};
static int even(unsigned n) { return 1 - next[0](n + 1); }
static int odd(unsigned n) { return 1 - next[1](n + 1); }
int main(void) { return even(0); }
