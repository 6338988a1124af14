//! Nothing of what valgrind configures is needed.
