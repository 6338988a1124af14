// syslog: a message that nobody reads is formatted nevertheless.
#include <syslog.h>

int main(void)
{
    char unset[8];
    unset[0] = 'a';
    unset[1] = 'b';
    syslog(LOG_INFO, "%s", unset); //~ uninitialized-read
    return 0;
}
