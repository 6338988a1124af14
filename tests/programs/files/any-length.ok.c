// A read from standard input gives what there is, and says how much that is.
//@ check: --stdin-any 2
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char pair[2];
    ssize_t count = read(0, pair, 2);
    assert(0 <= count && count <= 2);
    int found = 0;
    for (int i = 0; i < count; i++)
        found |= pair[i] == 'x';
    assert(count == 2 || read(0, pair, 1) == 0);
    return 0;
}
