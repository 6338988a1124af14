// A function of the program says what a state is like: the list stays as it is.
//@ violation: ltl
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
    int value;
} nodes[2], *list;

gmc_ltl("sorted in the end", "F G {is_sorted()}");

static int is_sorted(void) {
    for (struct node *it = list; it && it->next; it = it->next)
        if (it->value > it->next->value)
            return 0;
    return 1;
}

int main(void) {
    nodes[0].value = 2;
    nodes[1].value = 1;
    nodes[0].next = &nodes[1];
    list = &nodes[0];
    return is_sorted();
}
