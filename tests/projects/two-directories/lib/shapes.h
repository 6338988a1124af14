/* The library's interface, with functions in it: each unit that uses one has its own copy. */
#ifndef SHAPES_H
#define SHAPES_H

#ifdef __cplusplus
extern "C" {
#endif

static inline int square(int x) { return x * x; }

int area(int width, int height);
void report(int value);
int fallback(void);
int first(void);
int second(void);

#ifdef __cplusplus
}
#endif

#endif
