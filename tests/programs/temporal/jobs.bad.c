// A job that is done before it was busy.
//@ violation: ltl
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

enum state { IDLE, BUSY, DONE };

struct job {
    enum state state;
    unsigned tries : 3;
} jobs[2];

gmc_ltl("busy before done", "{jobs[1].state != DONE} W {jobs[1].state == BUSY}");
gmc_ltl("few tries", "G {jobs[1].tries < 2}");

int main(void) {
    struct job *job = &jobs[1];
    job->tries = job->tries + 1;
    job->state = DONE;
    return 0;
}
