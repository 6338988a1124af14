// Nobody knows the time zone.
//@ check: --strict
//@ unknown: time zone
#include <time.h>

int main(void)
{
    time_t day = 86400;
    return localtime(&day)->tm_hour;
}
