//! How tests link a program themselves, as gmc links what is not linked (`crates/gmc/src/pipeline/link.rs`), so that it is not linked
//! again by every command that reads it. C++ needs hidden names that only its library defines, which gmc provides: leave it to gmc.

/// Flags for `gmc cc`.
pub(crate) const LINK: [&str; 7] = [
    "-nostdlib",
    "-nostartfiles",
    "-no-pie",
    "-fno-lto",
    "-Wl,--unresolved-symbols=ignore-all",
    "-Wl,-e,0",
    "-Wl,-z,noexecstack",
];
