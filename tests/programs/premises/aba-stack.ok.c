// The head of a stack counts its changes in its lowest bits: a new node at the address of one that was freed meanwhile does not
// pass for it.
//@ check: --addresses any
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static _Atomic uintptr_t head;

static struct node *first(uintptr_t top)
{
    return (struct node *)(top & ~(uintptr_t)15);
}

/* The head after a change. */
static uintptr_t changed(uintptr_t top, struct node *node)
{
    return (uintptr_t)node | (((top & 15) + 1) & 15);
}

static void push(void)
{
    struct node *new = malloc(sizeof *new);
    uintptr_t old = atomic_load(&head);
    do
        new->next = first(old);
    while (!atomic_compare_exchange_strong(&head, &old, changed(old, new)));
}

static void *replace(void *unused)
{
    uintptr_t old = atomic_load(&head);
    while (!atomic_compare_exchange_strong(&head, &old, changed(old, NULL)))
        ;
    struct node *all = first(old);
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
    uintptr_t top = head, expected = top;
    struct node *next = first(top)->next;
    pthread_create(&thread, NULL, replace, NULL);
    if (atomic_compare_exchange_strong(&head, &expected, changed(top, next)))
        free(first(top));
    pthread_join(thread, NULL);
    for (struct node *it = first(head); it; it = next) {
        next = it->next;
        free(it);
    }
    return 0;
}
