// Two processes pass a token to and fro: but they pass it on before they leave.
//@ violation: ltl
//@ native: no
#include <gmc.h>
#include <sys/socket.h>
#include <unistd.h>

static int inside;

gmc_ltl("exclusive", "G !({1: inside} && {2: inside})");
gmc_ltl("again", "G F {1: inside} && G F {2: inside}");

int main(void) {
    int ends[2];
    char token = 't';
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return 1;
    int child = fork() == 0;
    int own = ends[child];
    close(ends[1 - child]);
    if (!child) goto first;
    for (;;) {
        if (read(own, &token, 1) != 1) return 0;
    first:
        inside = 1;
        if (write(own, &token, 1) != 1) return 0;
        inside = 0;
    }
}
