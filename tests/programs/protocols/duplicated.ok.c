// What comes twice is known by its number.
//@ check: --duplicate 1
#include "link.h"

int main(void)
{
    int sum = 0, known = 0;
    char data;
    open_link();
    put(left, "1", 1);
    put(left, "2", 1);
    while (recv(right, &data, 1, MSG_DONTWAIT) == 1) {
        if (data - '0' > known) {
            known = data - '0';
            sum += known;
        }
    }
    assert(sum == 3);
    close_link();
    return 0;
}
