/* gmc's interface for programs under check, in C and C++.

   You do not need it to check a program: gmc understands threads, locks, atomics and assertions as they are. These
   functions add what C cannot express: choices of the environment, assumptions about it, and properties.

   `gmc cc` and `gmc check` find this file by themselves. The functions exist only under gmc. In an executable linked by
   `gmc cc` they are null, so a program that also runs natively can tell where it is:

       unsigned failing = gmc_choose ? gmc_choose(3) : 3;

   `#if __has_include(<gmc.h>)` tells whether it is compiled with gmc. */
#ifndef GMC_H
#define GMC_H

#ifdef __cplusplus
extern "C" {
#endif

/* Weak: null in native runs. */
#define GMC_FUNCTION_ __attribute__((__weak__, __nothrow__))

/* A number from 0 to n - 1; gmc tries each. With n = 0 there is nothing to choose: the run ends as at gmc_assume(0). */
unsigned gmc_choose(unsigned n) GMC_FUNCTION_;

/* Lets the bytes of an object be anything: `struct packet p; gmc_any(&p, sizeof p, "p");`. They stay open until the
   program tells them apart, so it does not matter how many values there are. The name is for readers. */
void gmc_any(void *object, __SIZE_TYPE__ size, const char *name) GMC_FUNCTION_;

/* Ends runs in which the condition does not hold here. Errors before this point still count. Use it to describe the
   environment: `x = gmc_choose(100); gmc_assume(x % 7 == 0);`. Take care not to assume away the behaviour that you want
   to check. */
void gmc_assume(int condition) GMC_FUNCTION_;

/* Like assert, but independent of NDEBUG. A violation has the kind `assertion`. */
#define gmc_assert(condition) gmc_assert_(!!(condition), #condition)
void gmc_assert_(int holds, const char *condition) GMC_FUNCTION_;

/* A point where another thread may run, for code without a visible operation there. It has no other effect. Accesses to
   shared memory, locks and atomics are such points anyway. */
void gmc_yield(void) GMC_FUNCTION_;

/* Between these two calls no other thread runs. They nest. If the thread has to wait for another one in between (for a
   mutex, or to join), the others run until it can go on. gmc still finds races with accesses in between. */
void gmc_atomic_begin(void) GMC_FUNCTION_;
void gmc_atomic_end(void) GMC_FUNCTION_;

/* From now on the function must return non-zero in every state: after each step of any thread, not only of the caller.
   A violation has the kind `invariant`. The function may read all memory; its accesses are not data races, and its
   writes are undone. Several calls add several invariants. `gmc check --invariant FUNCTION` does the same from the
   start of main. */
void gmc_invariant(int (*holds)(void)) GMC_FUNCTION_;

/* Bytes that make no difference between states: states that differ in nothing else are taken for one, and what follows
   from the bytes is examined for one of their values only. For counters, statistics and time stamps, which multiply
   states and steer nothing. The program goes on reading and writing them as before. A violation is one all the same; an
   answer is never `holds`, and names what was ignored.

       gmc_ignore(&statistics);                 an object
       gmc_ignore(&packet->id);                 a field
       gmc_ignore(log, used * sizeof *log);     so many bytes

   It lasts as long as the object does. Memory that is allocated later is ignored by another call. In native runs
   nothing happens. `gmc check --ignore` does the same for sources that must not be changed, `--slice auto` finds what
   to ignore. Searches for cycles (--livelock, temporal properties) and those that remember no states ignore nothing. */
#define gmc_ignore(...) GMC_IGNORE_(__VA_ARGS__, GMC_IGNORE_SIZED_, GMC_IGNORE_OBJECT_, )(__VA_ARGS__)
#define GMC_IGNORE_(object, size, choice, ...) choice
#define GMC_IGNORE_OBJECT_(object) GMC_IGNORE_SIZED_(object, sizeof *(object))
#define GMC_IGNORE_SIZED_(object, size) (gmc_ignore_ ? gmc_ignore_((object), (size)) : (void)0)
void gmc_ignore_(const volatile void *object, __SIZE_TYPE__ size) GMC_FUNCTION_;

/* From now on this function tells the abstract state: the number that it returns, with the bytes that it hands over
   by gmc_abstract_bytes. It picks what is essential, say the state of a protocol without buffers and counters. It
   may read all memory; its writes are undone. `gmc check --engine best --score abstract` goes first where abstract
   states are rare; with --abstract-identity, states are taken for equal if these are, and threads at the same
   places. Otherwise it does nothing. Hand over numbers: pointers differ between states that are equal. */
void gmc_abstract(unsigned long (*state)(void)) GMC_FUNCTION_;
void gmc_abstract_bytes(const void *bytes, __SIZE_TYPE__ size) GMC_FUNCTION_;

/* Properties of all processes of a program that forks, for invariants: these may be in a file of their own, which gmc
   gets beside the program's, and are called after each step of any process. Processes have the numbers of reports, 1, 2
   and so on.

       int at_most_one(void) {
           int inside = 0;
           for (int i = 0; i < gmc_processes(); i++) inside += GMC_OF(gmc_process(i), is_inside);
           return inside <= 1;
       }
*/

/* How many processes run, and the number of one of them: the first has the place 0. Without so many it is 0. */
int gmc_processes(void) GMC_FUNCTION_;
int gmc_process(int place) GMC_FUNCTION_;

/* A variable as a process has it, with its type; a copy to look at. Pointers in it lead to what the process has. */
#define GMC_OF(process, variable) (*(__typeof__(variable) *)gmc_of_(process, &(variable)))
void *gmc_of_(int process, const volatile void *variable) GMC_FUNCTION_;

/* Likewise, a static variable of another file: GMC_STATIC_OF(2, struct table, "routes.c", routes). */
#define GMC_STATIC_OF(process, type, file, name) (*(__typeof__(type) *)gmc_static_of_(process, file, #name))
void *gmc_static_of_(int process, const char *file, const char *name) GMC_FUNCTION_;

/* Gives back what it has taken: gmc_end is an error of the kind `resource-leak` if the process has more than at its last
   gmc_start, heap memory that is still reachable included. The report names what is left and where it was allocated.

       gmc_start();
       serve_one_connection();
       gmc_end(GMC_HEAP);     the rest is as it was; the cache may have grown
*/
enum gmc_resource {
    GMC_HEAP = 1,    /* memory of malloc and its kin */
    GMC_FILES = 2,   /* descriptors: files, sockets, pipes */
    GMC_TIMERS = 4,  /* timers that are set */
    GMC_THREADS = 8, /* threads that were not joined */
    GMC_CHILDREN = 16 /* processes that nobody has waited for */
};
void gmc_start(void) GMC_FUNCTION_;
void gmc_end(unsigned except) GMC_FUNCTION_;

/* What passes over the network, between processes of a program that forks or of a system.

   From now on the function is called with each message and each connection, after the step in which it passes. It may
   check what it sees (assert, gmc_assert) and look at all processes (GMC_OF). What it writes stays written, so it can be
   an automaton that knows what may come next, or a reference that does the same as what is checked. It waits for
   nothing. Several calls add several functions; a child of `fork` does not have its parent's.

       void no_zero(const struct gmc_message *m) {
           if (m->event == GMC_SENT && m->to_port == 69) assert(m->size > 1 && ((const char *)m->bytes)[0] == 0);
       }
*/
enum gmc_message_event {
    GMC_SENT = 1,     /* a process sends it */
    GMC_ARRIVED = 2,  /* it waits at a socket to be read */
    GMC_RECEIVED = 3, /* a process reads it; of a stream, some bytes */
    GMC_LOST = 4,     /* the network loses it, or the host is down */
    GMC_DROPPED = 5,  /* nobody is there who takes it, or there is no room */
    GMC_OPENED = 6,   /* a connection is there, which the sender has asked for */
    GMC_REFUSED = 7,  /* it is refused */
    GMC_FINISHED = 8, /* the sender sends no more over its connection */
    GMC_RESET = 9     /* the connection is given up */
};

struct gmc_message {
    int event;    /* enum gmc_message_event */
    int protocol; /* IPPROTO_UDP, IPPROTO_TCP, …; 0 for UNIX sockets */
    int family;   /* AF_INET, AF_INET6, AF_UNIX */
    int sender;   /* the process that does it; 0 for the network */
    int receiver; /* the process that has the socket; 0 for none */
    int from_port, to_port;
    int hops;                    /* through how many hosts it may go */
    unsigned char from[16], to[16]; /* addresses; of IPv4, the first four bytes */
    const void *bytes;
    __SIZE_TYPE__ size;
};

void gmc_on_message(void (*function)(const struct gmc_message *)) GMC_FUNCTION_;

/* The caller only watches from here on, by what it has given to gmc_on_message and gmc_invariant: it never returns, and
   nobody misses it at the end. For processes that are a `monitor` in a system file, whose other processes begin after
   this call. */
void gmc_watch(void) GMC_FUNCTION_;

/* Adds a line to the trace, at this point of this thread. The text is not copied and does not distinguish states. */
void gmc_label(const char *text) GMC_FUNCTION_;

/* Marks progress for `gmc check --livelock`, which looks for runs that go on for ever without progress. A cycle of
   states without this call is a violation of the kind `livelock`. */
void gmc_progress(void) GMC_FUNCTION_;

/* In functions: errors of these kinds may happen in this line; alone in its line, in the next one. The program goes on
   as it does natively (`gmc check --allow`). gmc reads this where it stands in the source, as it reads the comment

       gmc_allow: data-race

   which also speaks of a function or a variable, if it stands where that is defined. */
#define gmc_allow(...) ((void)0)

#undef GMC_FUNCTION_

/* Outside of functions: a temporal property that every run must satisfy, with a name and a formula as of `gmc check
   --ltl`. In native runs it is a variable that nothing uses. */
#define gmc_ltl(name, formula) GMC_LTL_1_(name, formula, __COUNTER__)
#define GMC_LTL_1_(name, formula, number) GMC_LTL_2_(name, formula, number)
#define GMC_LTL_2_(name, formula, number) \
    __attribute__((used)) static const char gmc_ltl_property_##number[] = name "\0" formula

#ifdef __cplusplus
}
#endif

#endif
