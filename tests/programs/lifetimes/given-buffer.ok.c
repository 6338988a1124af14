// The buffer that a stream is given is there as long as the stream.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    FILE *file = fopen("/tmp/text", "w");
    char buffer[64];
    setvbuf(file, buffer, _IOFBF, sizeof buffer);
    fputs("text", file);
    fclose(file);
    static char kept[BUFSIZ];
    setbuf(stdout, kept);
    puts("text");
    return 0;
}
