// The scope of the buffer ends before the stream.
#include <stdio.h>

static void give(FILE *file)
{
    char buffer[64];
    setvbuf(file, buffer, _IOFBF, sizeof buffer);
    fputs("text", file);
}

int main(void)
{
    FILE *file = fopen("/tmp/text", "w");
    give(file);
    fclose(file); //~ use-after-scope
    return 0;
}
