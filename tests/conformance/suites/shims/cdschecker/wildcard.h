//! Orders that CDSChecker infers are the strongest here.
#define wildcard(number) memory_order_seq_cst
