// It takes as long as asked for, and no longer.
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    time_t start = time(0);
    sleep(2);
    assert(time(0) - start > 3); //~ assertion
    return 0;
}
