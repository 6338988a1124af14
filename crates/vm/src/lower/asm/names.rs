//! The names of the instructions that are understood, with and without a size behind them.

/// Those that can have a size behind their name.
const SIZED: &[&str] = &[
    "mov", "xchg", "xadd", "cmpxchg", "add", "sub", "and", "or", "xor", "inc", "dec", "neg", "not", "bt",
    "bts", "btr", "btc", "bswap", "shl", "sal", "shr", "sar", "rol", "ror", "cmp", "test", "bsf", "bsr",
    "tzcnt", "lzcnt", "popcnt", "lea",
];

/// Those that have none, and what ends in a condition.
const UNSIZED: &[&str] = &[
    "cmpxchg8b",
    "cmpxchg16b",
    "nop",
    "pause",
    "mfence",
    "lfence",
    "sfence",
    "rdtsc",
    "rdtscp",
    "cpuid",
    "cld",
    "prefetcht0",
    "prefetcht1",
    "prefetcht2",
    "prefetchnta",
    "prefetchw",
    "clflush",
    "movzbl",
    "movzwl",
    "movzbq",
    "movzwq",
    "movsbl",
    "movswl",
    "movslq",
];

/// The instruction and the bytes that its name says.
pub(super) fn split_name(name: &str) -> Option<(&str, Option<u8>)> {
    if UNSIZED.contains(&name) || SIZED.contains(&name) {
        return Some((name, None));
    }
    for prefix in ["set", "cmov"] {
        if name.strip_prefix(prefix).is_some_and(|it| CONDITIONS.contains(&it)) {
            return Some((name, None));
        }
    }
    let (front, last) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let size = match last {
        "b" => 1,
        "w" => 2,
        "l" => 4,
        "q" => 8,
        _ => return None,
    };
    SIZED.contains(&front).then_some((front, Some(size)))
}

/// Conditions of `set…` and `cmov…`.
const CONDITIONS: &[&str] = &[
    "e", "z", "ne", "nz", "c", "b", "nae", "nc", "ae", "nb", "a", "nbe", "be", "na", "l", "nge", "ge", "nl",
    "g", "nle", "le", "ng", "s", "ns",
];
