// What a proposition finds behind pointers, as it is at each moment.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
    int value;
} first, second, *head = &first;

gmc_ltl("never negative", "G {head->value >= 0 && (!head->next || head->next->value >= 0)}");

int main(void) {
    struct node *own = &second;
    own->value = 1;
    head->next = own;
    own->value = 3;
    return 0;
}
