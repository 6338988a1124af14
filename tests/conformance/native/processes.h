//! What programs of several processes in `./x conformance outcomes --processes` are made of, natively and under gmc.
//!
//! STEP stands before every operation that other processes can notice. Natively it holds the process up at random (processes.c);
//! under gmc it is nothing. What is seen is kept in memory that all processes share: a number for each of them.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MEMBERS = 6 };

/* What all processes share. */
struct common {
    atomic_ulong seen[MEMBERS]; /* by each process: four bits for each result, the first bit set before them */
    atomic_int cell[2];
    int plain[2];
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    sem_t semaphore;
    atomic_int handled;
};

/* A process keeps what it has seen to itself until it ends (LATE), or tells it at once. */
static unsigned long mine = 1;
#define SEE(value) (mine = mine << 4 | ((unsigned)(value) & 15))
#define TELL(member) atomic_store(&common->seen[member], mine)

/* The program has come to its end and has seen this. */
void ended(unsigned long code);

/* The programs of the file that includes this. */
extern void (*const programs[])(void);
extern const int program_count;

#ifdef NATIVE
void schedule_step(void);
void schedule_member(int member);
#define STEP schedule_step()
#define MEMBER(member) schedule_member(member)
#else
#define STEP ((void)0)
#define MEMBER(member) ((void)0)
#endif

static inline struct common *new_common(void)
{
    return mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

/* Joins what all have seen, where the numbers are short enough to be told apart. */
static inline unsigned long joined(struct common *common)
{
    unsigned long code = 0;
    for (int at = 0; at < MEMBERS; at++)
        code = code * 0x9e3779b97f4a7c15 + atomic_load(&common->seen[at]);
    return code >> 8;
}
