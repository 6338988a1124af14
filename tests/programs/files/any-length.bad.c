// A read from standard input gives what there is, which may be less than asked for.
//@ check: --stdin-any 2
#include <unistd.h>

int main(void)
{
    char pair[2];
    read(0, pair, 2);
    return pair[1] == 'x'; //~ uninitialized-read
}
