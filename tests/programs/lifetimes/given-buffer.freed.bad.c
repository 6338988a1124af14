// The buffer is freed before the stream writes it.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    FILE *file = fopen("/tmp/text", "w");
    char *buffer = malloc(64);
    setvbuf(file, buffer, _IOFBF, 64);
    fputs("text", file);
    free(buffer);
    fclose(file); //~ use-after-free
    return 0;
}
