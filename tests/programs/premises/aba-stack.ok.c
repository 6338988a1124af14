// The head of a stack counts its changes: a new node at the address of one that was freed meanwhile does not pass for it.
//@ check: --addresses any
//@ flags: -latomic
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

struct top {
    struct node *first;
    unsigned long changes;
};

static _Atomic struct top head;

static void push(void)
{
    struct node *new = malloc(sizeof *new);
    struct top old = atomic_load(&head), next;
    do {
        new->next = old.first;
        next = (struct top){new, old.changes + 1};
    } while (!atomic_compare_exchange_strong(&head, &old, next));
}

static void *replace(void *unused)
{
    struct top old = atomic_load(&head);
    while (!atomic_compare_exchange_strong(&head, &old, ((struct top){NULL, old.changes + 1})))
        ;
    while (old.first) {
        struct node *next = old.first->next;
        free(old.first);
        old.first = next;
    }
    push();
    return unused;
}

int main(void)
{
    pthread_t thread;
    push();
    push();
    struct top old = atomic_load(&head);
    struct node *next = old.first->next;
    pthread_create(&thread, NULL, replace, NULL);
    struct top expected = old;
    if (atomic_compare_exchange_strong(&head, &expected, ((struct top){next, old.changes + 1})))
        free(old.first);
    pthread_join(thread, NULL);
    old = atomic_load(&head);
    for (struct node *it = old.first; it; it = next) {
        next = it->next;
        free(it);
    }
    return 0;
}
