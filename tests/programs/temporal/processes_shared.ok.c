// Two processes set a flag that they share and see at once whether it was set: one of them is first.
//@ native: no
#include <gmc.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int inside;

gmc_ltl("exclusive", "G !({1: inside} && {2: inside})");

int main(void) {
    atomic_int *flag = mmap(NULL, sizeof *flag, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (flag == MAP_FAILED) return 1;
    int child = fork() == 0;
    if (!atomic_exchange(flag, 1)) {
        inside = 1;
        inside = 0;
        atomic_store(flag, 0);
    }
    if (child) _exit(0);
    wait(NULL);
    return 0;
}
