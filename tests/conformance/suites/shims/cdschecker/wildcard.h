//! Orders that CDSChecker infers are the strongest here.
#define memory_order_wildcard(number) memory_order_seq_cst
