// Streams that nobody shares lead to one file that both threads write to, in either order.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *write_line(void *text)
{
    FILE *file = fopen("/tmp/gmc-log", "a");
    fputs(text, file);
    fclose(file);
    return NULL;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, write_line, "b");
    write_line("a");
    pthread_join(other, NULL);
    FILE *file = fopen("/tmp/gmc-log", "r");
    int first = getc(file), second = getc(file);
    assert(getc(file) == EOF && feof(file));
    fclose(file);
    assert(first + second == 'a' + 'b');
    return 0;
}
