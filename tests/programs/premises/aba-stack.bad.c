// ABA: the head of a stack is compared with a node that was freed meanwhile; a new one at its address passes for it.
//@ check: --addresses any
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static _Atomic(struct node *) head;

static void push(void)
{
    struct node *new = malloc(sizeof *new), *old = atomic_load(&head);
    do
        new->next = old;
    while (!atomic_compare_exchange_strong(&head, &old, new));
}

static void *replace(void *unused)
{
    struct node *all = atomic_exchange(&head, NULL);
    while (all) {
        struct node *next = all->next;
        free(all);
        all = next;
    }
    push();
    return unused;
}

int main(void)
{
    pthread_t thread;
    push();
    push();
    struct node *top = head, *next = top->next;
    pthread_create(&thread, NULL, replace, NULL);
    struct node *expected = top;
    if (atomic_compare_exchange_strong(&head, &expected, next))
        free(top); //~| double-free
    pthread_join(thread, NULL);
    for (struct node *it = head; it; it = next) {
        next = it->next; //~| use-after-free
        free(it);
    }
    return 0;
}
