// A file that is there cannot be opened, which nobody looks at.
//@ check: --fail open=1
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("/dev/zero", "r");
    int byte = getc(file); //~ null-dereference
    fclose(file);
    return byte;
}
