//! What TSan's tests call of TSan: a barrier that orders nothing, which a search does not need.
void __tsan_testonly_barrier_init(unsigned long long *barrier, unsigned count) { (void)barrier, (void)count; }
void __tsan_testonly_barrier_wait(unsigned long long *barrier) { (void)barrier; }
unsigned long __tsan_testonly_shadow_stack_current_size(void) { return 0; }
