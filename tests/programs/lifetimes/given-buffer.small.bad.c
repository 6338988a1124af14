// The buffer is smaller than the stream is told.
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("/tmp/text", "w");
    char buffer[16];
    setvbuf(file, buffer, _IOFBF, 64);
    fputs("text", file); //~ out-of-bounds
    fclose(file);
    return 0;
}
