// One file is waited for, and nothing says which.
#include <poll.h>
#include <stddef.h>

int main(void) { return poll(NULL, 1, 1); } //~ null-dereference
