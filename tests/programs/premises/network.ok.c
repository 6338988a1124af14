// There is no network to be had.
//@ unknown: `socket`
#include <stdlib.h>
#include <sys/socket.h>

int main(void)
{
    if (socket(AF_INET, SOCK_STREAM, 0) < 0)
        abort();
    return 0;
}
