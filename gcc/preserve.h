// Keeps what front ends drop before a plugin can see it, other than operations (marks.h).
#ifndef GMC_PRESERVE_H
#define GMC_PRESERVE_H

// Call before the front end declares its builtins: printf stays printf, and memcpy a call. This is -fno-builtin, about
// which f951 warns when it is in a command line that compiles Fortran as well.
void keep_library_calls();

// PLUGIN_FINISH_DECL: makes globals volatile, because `g - g`, `g == g` and a bare `g;` are folded otherwise, even at
// -O0.
void keep_loads_of_globals(void *decl, void *);

// PLUGIN_FINISH_DECL: `void *memcpy (…) asm ("other")` renames __builtin_memcpy, too. GCC does that only where memcpy
// is a builtin.
void rename_builtin(void *declaration, void *);

// PLUGIN_PRE_GENERICIZE: a variable without initialiser becomes indeterminate each time its declaration is reached
// (C11 6.2.4p6). GIMPLE does not show that, so a clobber is added.
void mark_declarations(void *function, void *);

#endif
