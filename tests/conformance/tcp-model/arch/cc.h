/* What lwip wants to know of the compiler and the machine. */
#ifndef ARCH_CC_H
#define ARCH_CC_H

#include <stdio.h>
#include <stdlib.h>

void stack_diagnosis(const char *);

#define LWIP_PLATFORM_DIAG(x) ((void)0)
#define LWIP_PLATFORM_ASSERT(x) stack_diagnosis(x)
#define LWIP_RAND() 1u

#endif
