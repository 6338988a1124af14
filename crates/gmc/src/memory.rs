//! How much memory there is, and how much gmc uses.

use std::fs;

/// What a search may use by default: half of what the machine, or the container, has.
pub(crate) fn default_memory() -> u64 {
    let machine = field("/proc/meminfo", "MemTotal:");
    let container =
        fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|it| it.trim().parse().ok());
    match (machine, container) {
        (Some(machine), Some(container)) => machine.min(container) / 2,
        (Some(it), None) | (None, Some(it)) => it / 2,
        (None, None) => 2 << 30,
    }
}

/// The memory that gmc takes now.
pub(crate) fn used() -> Option<u64> {
    field("/proc/self/status", "VmRSS:")
}

/// The most that it has taken.
pub(crate) fn peak() -> Option<u64> {
    field("/proc/self/status", "VmHWM:")
}

/// A line `NAME   NUMBER kB` of a file of the kernel's, in bytes.
fn field(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}
