// What comes is believed.
//@ check: --corrupt 1
#include "link.h"

int main(void)
{
    char data[2];
    open_link();
    put(left, "ab", 2);
    get(right, data, 2);
    assert(data[0] == 'a' && data[1] == 'b'); //~ assertion
    close_link();
    return 0;
}
