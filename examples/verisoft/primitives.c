/* The primitives of VeriSoft (P. Godefroid: Model checking for programming languages using VeriSoft, POPL 1997) in terms
   of POSIX, for programs that are written for it: processes made by fork, which share semaphores, queues and variables
   by number, and toss coins.

       gmc check philosophers.c primitives.c

   A program that calls them by other names gets a file that passes its calls on, or a mapping file (docs/threads.md). */
#include <errno.h>
#include <gmc.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/mman.h>

#define OBJECTS 32
#define MESSAGES 16

struct queue {
    sem_t room, filled;
    pthread_mutex_t mutex;
    unsigned capacity, first, used;
    long messages[MESSAGES];
};

/* What all processes share. */
static struct {
    sem_t semaphores[OBJECTS];
    struct queue queues[OBJECTS];
    long variables[OBJECTS];
} *shared;

/* Before main, so that every process has it. */
__attribute__((constructor)) static void share(void) {
    shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        abort();
}

/* 0, 1, … or n. */
int VS_toss(int n) {
    return gmc_choose(n + 1);
}

void VS_assert(int condition) {
    gmc_assert(condition);
}

/* The run is of no interest. */
void VS_abort(void) {
    gmc_assume(0);
}

void semcreate(int number, int value) {
    sem_init(&shared->semaphores[number], 1, value);
}

void semwait(int number) {
    while (sem_wait(&shared->semaphores[number]) && errno == EINTR) {
    }
}

void semsignal(int number) {
    sem_post(&shared->semaphores[number]);
}

void create_queue(int number, int capacity) {
    struct queue *queue = &shared->queues[number];
    gmc_assert(capacity > 0 && capacity <= MESSAGES);
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&queue->mutex, &attributes);
    sem_init(&queue->room, 1, capacity);
    sem_init(&queue->filled, 1, 0);
    queue->capacity = capacity;
}

/* Waits until there is room. */
void send_to_queue(int number, long message) {
    struct queue *queue = &shared->queues[number];
    sem_wait(&queue->room);
    pthread_mutex_lock(&queue->mutex);
    queue->messages[(queue->first + queue->used++) % queue->capacity] = message;
    pthread_mutex_unlock(&queue->mutex);
    sem_post(&queue->filled);
}

/* Waits until there is a message. */
long rcv_from_queue(int number) {
    struct queue *queue = &shared->queues[number];
    sem_wait(&queue->filled);
    pthread_mutex_lock(&queue->mutex);
    long message = queue->messages[queue->first];
    queue->first = (queue->first + 1) % queue->capacity;
    queue->used--;
    pthread_mutex_unlock(&queue->mutex);
    sem_post(&queue->room);
    return message;
}

void write_to_shared(int number, long value) {
    __atomic_store_n(&shared->variables[number], value, __ATOMIC_SEQ_CST);
}

long read_from_shared(int number) {
    return __atomic_load_n(&shared->variables[number], __ATOMIC_SEQ_CST);
}
