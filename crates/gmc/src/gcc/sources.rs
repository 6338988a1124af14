//! The source of the GCC plugin: all files of the directory `gcc/`, as they were when gmc was built.
//!
//! A test compares the list with the directory. `unit-format.h`, generated from the reader's types, joins them when the
//! plugin is compiled.

/// Each file with its contents.
pub(super) const SOURCES: &[(&str, &str)] = &[
    ("plugin.cc", include_str!("../../../../gcc/plugin.cc")),
    ("wire.h", include_str!("../../../../gcc/wire.h")),
];
