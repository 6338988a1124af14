// What comes twice is counted twice.
//@ check: --duplicate 1
#include "link.h"

int main(void)
{
    int sum = 0;
    char data;
    open_link();
    put(left, "1", 1);
    put(left, "2", 1);
    while (recv(right, &data, 1, MSG_DONTWAIT) == 1)
        sum += data - '0';
    assert(sum == 3); //~ assertion
    close_link();
    return 0;
}
