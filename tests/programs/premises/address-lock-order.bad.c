// Who takes two locks takes the one that lies lower first; one thread relies on the order in which they were made.
//@ check: --addresses any
//@ violation: deadlock
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account *one, *two;

static void transfer(struct account *from, struct account *to)
{
    struct account *first = from, *second = to;
    if ((uintptr_t)to < (uintptr_t)from) {
        first = to;
        second = from;
    }
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance--;
    to->balance++;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *forth(void *unused)
{
    pthread_mutex_lock(&one->lock);
    pthread_mutex_lock(&two->lock);
    pthread_mutex_unlock(&two->lock);
    pthread_mutex_unlock(&one->lock);
    return unused;
}

static struct account *account(void)
{
    struct account *new = malloc(sizeof *new);
    pthread_mutex_init(&new->lock, NULL);
    new->balance = 10;
    return new;
}

int main(void)
{
    pthread_t thread;
    one = account();
    two = account();
    pthread_create(&thread, NULL, forth, NULL);
    transfer(two, one);
    pthread_join(thread, NULL);
    int wrong = one->balance != 11 || two->balance != 9;
    free(one);
    free(two);
    return wrong;
}
