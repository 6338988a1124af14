// A sum over the bytes tells that one of them has changed.
//@ check: --corrupt 1
#include "link.h"

int main(void)
{
    unsigned char data[3] = { 'a', 'b', 'a' ^ 'b' };
    open_link();
    put(left, (char *)data, 3);
    get(right, (char *)data, 3);
    if ((data[0] ^ data[1]) == data[2])
        assert(data[0] == 'a' && data[1] == 'b');
    close_link();
    return 0;
}
