// dlfcn.h: a library that is not there cannot be loaded, and there is a message for it, once.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

#define SHOW(it) printf("%s: %ld\n", #it, (long)(it))

int main(void) {
  Dl_info info;
  int local;
  SHOW(dlerror() == NULL);
  SHOW(dlopen("/no/such/library.so", RTLD_NOW) == NULL);
  SHOW(dlerror() != NULL);
  SHOW(dlerror() == NULL);
  SHOW(dlsym(RTLD_DEFAULT, "no_function_has_this_name") == NULL);
  SHOW(dlerror() != NULL);
  SHOW(dlerror() == NULL);
  SHOW(dladdr(&local, &info));
  SHOW(dlerror() == NULL);
  return 0;
}
