// A loop that waits for time to pass ends natively; a search does not see that.
//@ unknown: enough time has passed
#include <time.h>

int main(void)
{
    time_t end = time(0) + 3;
    while (time(0) < end)
        ;
    return 0;
}
