// A server's name in the file system outlives a crash: who does not remove it cannot bind it again.
//@ check: --restart 1
//@ native: no
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(void)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "/tmp/server"};
    int server = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(bind(server, (struct sockaddr *)&name, sizeof name) == 0); //~ assertion
    assert(listen(server, 1) == 0);
    close(server);
    unlink("/tmp/server");
    return 0;
}
