// Two threads read one directory: the entry is overwritten.
//@ native: no
#include <dirent.h>
#include <pthread.h>

static DIR *one, *two;

static void *first(void *arg) {
  struct dirent *entry = readdir(one); //~| data-race
  return entry && entry->d_name[0] == '/' ? arg : 0; //~| data-race
}

static void *second(void *arg) {
  readdir(one); //~| data-race
  return 0;
}

int main(void) {
  pthread_t a, b;
  one = opendir("/");
  two = opendir("/");
  if (!one || !two)
    return 1;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  closedir(one);
  closedir(two);
  return 0;
}
