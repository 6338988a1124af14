// A loop that sleeps until it is late enough ends.
#include <time.h>
#include <unistd.h>

int main(void)
{
    time_t end = time(0) + 3;
    while (time(0) < end)
        sleep(1);
    return 0;
}
