// Tables that the library makes when somebody first asks for them are for all threads, and nobody changes them.
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <string.h>

static int found[2];

static void *one(void *unused)
{
    volatile int letter = 'a';
    assert(isalpha(letter) && !isdigit(letter) && strerror(EINTR)[0] == 'I');
    found[0] = toupper(letter);
    return unused;
}

static void *two(void *unused)
{
    volatile int letter = 'b';
    locale_t locale = newlocale(LC_ALL_MASK, "C", 0);
    assert(isalpha(letter) && locale && isalpha_l(letter, locale) && strerror(EINTR)[1] == 'n');
    freelocale(locale);
    found[1] = tolower(letter);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
