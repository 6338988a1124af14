// What a function of the library does with one mapping of a file shows in the other one.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/shared", O_RDWR | O_CREAT, 0600);
    ftruncate(file, 4096);
    char *first = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    char *second = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    strcpy(first, "text");
    assert(strcmp(second, "text") == 0);
    memset(second, 'x', 2);
    assert(first[1] == 'x' && first[3] == 't');
    pwrite(file, "zz", 2, 0);
    read(file, first + 10, 2);
    assert(second[11] == 'z' && first[0] == 'z');
    __atomic_fetch_add((int *)(first + 16), 2, __ATOMIC_SEQ_CST);
    assert(__atomic_load_n((int *)(second + 16), __ATOMIC_SEQ_CST) == 2);
    pthread_mutex_init((pthread_mutex_t *)(first + 64), 0);
    pthread_mutex_lock((pthread_mutex_t *)(second + 64));
    assert(pthread_mutex_trylock((pthread_mutex_t *)(first + 64)) == EBUSY);
    return 0;
}
