// A file that is there cannot be opened, which is looked at.
//@ check: --fail open=1
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("/dev/zero", "r");
    if (!file)
        return 1;
    int byte = getc(file);
    fclose(file);
    return byte;
}
