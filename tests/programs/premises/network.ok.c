// There is a loopback to be had, which the answer says.
//@ note: the network is a loopback
#include <stdlib.h>
#include <sys/socket.h>

int main(void)
{
    if (socket(AF_INET, SOCK_STREAM, 0) < 0)
        abort();
    return 0;
}
