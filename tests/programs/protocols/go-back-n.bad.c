// Go back N with a window of two and numbers modulo two: an old message is taken for a new one.
//@ check: --lose 1 --clock ordered
#include "link.h"

enum { COUNT = 3, WINDOW = 2, NUMBERS = 2 };
static int delivered;

static void *receiver(void *unused)
{
    char data[2];
    while (message(right)) {
        get(right, data, 2);
        if (data[0] == delivered % NUMBERS) {
            assert(data[1] == delivered); //~ assertion
            delivered++;
        }
        data[0] = delivered % NUMBERS;
        put(right, data, 1);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int first = 0, next = 0;
    open_link();
    pthread_create(&thread, NULL, receiver, NULL);
    for (int rounds = 0; rounds < 3 && first < COUNT; rounds++) {
        char answer;
        for (; next < COUNT && next < first + WINDOW; next++) {
            char data[2] = { next % NUMBERS, next };
            put(left, data, 2);
        }
        if (!waits(left, 100)) {
            next = first;
            continue;
        }
        get(left, &answer, 1);
        while (first < next && first % NUMBERS != answer)
            first++;
    }
    tell_over();
    pthread_join(thread, NULL);
    close_link();
    return 0;
}
