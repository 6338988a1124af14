// The null signal is none: nothing is sent.
#include <signal.h>
int main(void) { return raise(0) != 0 || raise(-1) == 0; }
