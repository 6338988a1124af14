// A question over a network that loses a datagram is answered, as it is asked twice.
//@ check: --lose 1
//@ native: no
#include <arpa/inet.h>
#include <gmc.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int asked, answered;

gmc_ltl("answered", "G({asked} -> F {answered})");
gmc_ltl("heard", "F {2: asked}");

int main(void) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(7)}, from;
    socklen_t length = sizeof from;
    char c = '?';
    int own = socket(AF_INET, SOCK_DGRAM, 0), child;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(own, (struct sockaddr *)&to, sizeof to)) return 1;
    if ((child = fork()) == 0) {
        for (;;) {
            if (recvfrom(own, &c, 1, 0, (struct sockaddr *)&from, &length) != 1) _exit(1);
            asked = 1;
            sendto(own, "!", 1, 0, (struct sockaddr *)&from, length);
        }
    }
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    asked = 1;
    sendto(s, &c, 1, 0, (struct sockaddr *)&to, sizeof to);
    sendto(s, &c, 1, 0, (struct sockaddr *)&to, sizeof to);
    if (recv(s, &c, 1, 0) == 1) answered = 1;
    kill(child, SIGKILL);
    wait(NULL);
    return 0;
}
