/* Votes for a transaction or against it, and does what the coordinator decides. Who has voted against it must not be
   told to commit. */
#include <arpa/inet.h>
#include <assert.h>
#include <gmc.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    struct sockaddr_in own = { .sin_family = AF_INET, .sin_port = htons(99) };
    int on = 1, s = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(s, (struct sockaddr *)&own, sizeof own) != 0 || listen(s, 1) != 0)
        return 2;
    int peer = accept(s, NULL, NULL);
    char question, vote = gmc_choose(2) ? 'y' : 'n', decision;
    if (read(peer, &question, 1) != 1)
        return 3;
    write(peer, &vote, 1);
    if (read(peer, &decision, 1) != 1)
        return 3;
    assert(!(vote == 'n' && decision == 'c'));
    close(peer);
    close(s);
    return 0;
}
