// Undoing what the front ends throw away before anybody can look.
#ifndef GMC_CURES_H
#define GMC_CURES_H

// Before the front end declares its builtins: printf stays printf, and memcpy a call. This is -fno-builtin, which f951
// warns of when it stands in a command line that compiles Fortran as well.
void keep_library_calls();

// PLUGIN_FINISH_DECL: `g - g`, `g == g`, a bare `g;` are folded even at -O0, unless `g` is volatile.
void keep_loads_of_globals(void *decl, void *);

// PLUGIN_FINISH_DECL: `void *memcpy (…) asm ("other")` is about __builtin_memcpy as well, which GCC sees to only where
// memcpy is a builtin.
void rename_builtin(void *declaration, void *);

// PLUGIN_PRE_GENERICIZE: a variable without initialiser becomes indeterminate each time its declaration is reached
// (C11 6.2.4p6), but GIMPLE does not say so.
void mark_declarations(void *function, void *);

#endif
