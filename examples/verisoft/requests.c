/* A client asks a server twice, by a queue of one place, and the server answers by another. It may be busy; that it is
   not busy both times, the client takes for granted, unless it is compiled with `-DPATIENT`. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

void create_queue(int number, int capacity);
void send_to_queue(int number, long message);
long rcv_from_queue(int number);
int VS_toss(int n);
void VS_assert(int condition);

enum { REQUESTS, ANSWERS, BUSY = -1, ROUNDS = 2 };

static void server(void) {
    for (int i = 0; i < ROUNDS * 2; i++) {
        long request = rcv_from_queue(REQUESTS);
        send_to_queue(ANSWERS, VS_toss(1) ? BUSY : request);
    }
}

int main(void) {
    create_queue(REQUESTS, 1);
    create_queue(ANSWERS, 1);
    if (fork() == 0) {
        server();
        exit(0);
    }
    for (int i = 0; i < ROUNDS; i++) {
        send_to_queue(REQUESTS, i);
        send_to_queue(REQUESTS, i);
        long first = rcv_from_queue(ANSWERS), second = rcv_from_queue(ANSWERS);
        VS_assert(first == i || first == BUSY);
        VS_assert(second == i || second == BUSY);
#ifndef PATIENT
        VS_assert(first == i || second == i);
#endif
    }
    wait(0);
}
