// The exit code is main's result, modulo 256.
//@ exit: 44
int main(void) { return 300; }
