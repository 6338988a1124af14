//! Flags with which a test links a program once, instead of gmc for every command that reads it.
//!
//! They are those of `crates/gmc/src/pipeline/link.rs`. Not for C++: it refers to hidden names of its library, which gmc provides.

/// For `gmc cc`.
pub(crate) const LINK: [&str; 7] = [
    "-nostdlib",
    "-nostartfiles",
    "-no-pie",
    "-fno-lto",
    "-Wl,--unresolved-symbols=ignore-all",
    "-Wl,-e,0",
    "-Wl,-z,noexecstack",
];
