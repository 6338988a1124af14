// A function that calls itself for ever.
static int f(int n) { return f(n + 1) + 1; }
int main(void) { return f(0); }
