// The protocol of Needham and Schroeder as Lowe repaired it: the second message says who sends it.
//@ check: --allow deadlock --allow data-race
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

// Agents, and nonces of each.
enum agent { ALICE, BOB, INTRUDER };

struct message {
    int kind;          // 1, 2 or 3, as in the protocol
    enum agent key;    // who can read it
    enum agent first;  // a nonce
    int second;        // kind 1: who sends it; kind 2: a nonce
    enum agent sender; // kind 2: who says so
};

// What is on the way to each agent, in order.
static struct message mail[3][8];
static int sent[3];
static sem_t arrived[3];

atomic_int alice_talks_to = -1, bob_talks_to = -1, bob_is_sure;

gmc_ltl("authentic", "G({bob_is_sure && bob_talks_to == ALICE} -> {alice_talks_to == BOB})");

static void send(enum agent to, struct message message) {
    mail[to][sent[to]] = message;
    sent[to]++;
    sem_post(&arrived[to]);
}

// All mail of the others goes through the intruder's hands.
static void *alice(void *unused) {
    enum agent partner = 1 + gmc_choose(2);
    alice_talks_to = partner;
    send(INTRUDER, (struct message){1, partner, ALICE, ALICE, ALICE});
    sem_wait(&arrived[ALICE]);
    struct message answer = mail[ALICE][0];
    if (answer.kind == 2 && answer.key == ALICE && answer.first == ALICE && answer.sender == partner)
        send(INTRUDER, (struct message){3, partner, answer.second, 0, ALICE});
    return unused;
}

static void *bob(void *unused) {
    sem_wait(&arrived[BOB]);
    struct message hello = mail[BOB][0];
    if (hello.kind != 1 || hello.key != BOB)
        return unused;
    bob_talks_to = hello.second;
    send(INTRUDER, (struct message){2, hello.second, hello.first, BOB, BOB});
    sem_wait(&arrived[BOB]);
    struct message answer = mail[BOB][1];
    if (answer.kind == 3 && answer.key == BOB && answer.first == BOB)
        bob_is_sure = 1;
    return unused;
}

static void *intruder(void *unused) {
    int known[3] = {0, 0, 1}, read = 0;
    struct message last = {0};
    for (int step = 0; step < 6; step++) {
        // In turns: it takes what comes, and sends something.
        if (step % 2 == 0) {
            sem_wait(&arrived[INTRUDER]);
            last = mail[INTRUDER][read++];
            if (last.key == INTRUDER) {
                known[last.first] = 1;
                if (last.kind == 2)
                    known[last.second] = 1;
            }
            continue;
        }
        enum agent to = gmc_choose(2), first = gmc_choose(3);
        struct message message = {3, to, first, 0, INTRUDER};
        if (gmc_choose(2)) {
            // What it cannot read it can pass on.
            message = last;
        } else {
            gmc_assume(known[first]);
            if (to == ALICE) {
                message.kind = 2;
                message.second = gmc_choose(3);
                message.sender = gmc_choose(2) ? BOB : INTRUDER;
                gmc_assume(known[message.second]);
            } else if (gmc_choose(2)) {
                message.kind = 1;
                message.second = gmc_choose(2) ? ALICE : INTRUDER;
            }
        }
        send(to, message);
    }
    return unused;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        sem_init(&arrived[i], 0, 0);
    pthread_create(&threads[0], 0, alice, 0);
    pthread_create(&threads[1], 0, bob, 0);
    pthread_create(&threads[2], 0, intruder, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
}
