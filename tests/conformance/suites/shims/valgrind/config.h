//! What valgrind finds out about the system.
#define HAVE_BUILTIN_ATOMIC 1
#define HAVE_PTHREAD_RWLOCK_TIMEDWRLOCK 1
#define HAVE_PTHREAD_RWLOCK_TIMEDRDLOCK 1
#define HAVE_PTHREAD_MUTEX_TIMEDLOCK 1
#define VGO_linux 1
