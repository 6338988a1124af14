// Counts in variables with static storage, some of them in another thread.
#include <pthread.h>
#include <stdio.h>

static int counter;
static double mean;
static struct point { int x, y; } place;

static void *work(void *argument)
{
    place.x = *(int *)argument;
    place.y = place.x + 1;
    return NULL;
}

int main(void)
{
    int values[] = { 3, 5, 8 };
    for (int i = 0; i < 3; i++) {
        counter = counter + values[i];
        mean = (double)counter / (i + 1);
    }
    printf("%d %.2f\n", counter, mean);
    pthread_t thread;
    pthread_create(&thread, NULL, work, &values[1]);
    pthread_join(thread, NULL);
    for (int i = 0; i < 9; i++) {
        counter++;
    }
    return counter == 25 && place.y == 6 ? 0 : 1;
}
