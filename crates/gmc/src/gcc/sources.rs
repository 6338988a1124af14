//! The source of the GCC plugin: all files of the directory `gcc/`, as they were when gmc was built.
//!
//! A test compares the list with the directory. `unit-format.h`, generated from the reader's types, joins them when the
//! plugin is compiled.

/// Each file with its contents.
pub(super) const SOURCES: &[(&str, &str)] = &[
    ("body.cc", include_str!("../../../../gcc/body.cc")),
    ("body.h", include_str!("../../../../gcc/body.h")),
    ("checks.h", include_str!("../../../../gcc/checks.h")),
    ("duplicate.cc", include_str!("../../../../gcc/duplicate.cc")),
    ("editor.cc", include_str!("../../../../gcc/editor.cc")),
    ("editor.h", include_str!("../../../../gcc/editor.h")),
    ("exceptions.cc", include_str!("../../../../gcc/exceptions.cc")),
    ("exporter.cc", include_str!("../../../../gcc/exporter.cc")),
    ("exporter.h", include_str!("../../../../gcc/exporter.h")),
    ("expressions.cc", include_str!("../../../../gcc/expressions.cc")),
    ("failing.h", include_str!("../../../../gcc/failing.h")),
    ("gcc-api.h", include_str!("../../../../gcc/gcc-api.h")),
    ("initializer.cc", include_str!("../../../../gcc/initializer.cc")),
    ("marks.cc", include_str!("../../../../gcc/marks.cc")),
    ("marks.h", include_str!("../../../../gcc/marks.h")),
    ("plugin.cc", include_str!("../../../../gcc/plugin.cc")),
    ("plugin.map", include_str!("../../../../gcc/plugin.map")),
    ("preserve.cc", include_str!("../../../../gcc/preserve.cc")),
    ("preserve.h", include_str!("../../../../gcc/preserve.h")),
    ("script.cc", include_str!("../../../../gcc/script.cc")),
    ("script.h", include_str!("../../../../gcc/script.h")),
    ("section.cc", include_str!("../../../../gcc/section.cc")),
    ("section.h", include_str!("../../../../gcc/section.h")),
    ("statements.cc", include_str!("../../../../gcc/statements.cc")),
    ("symbols.cc", include_str!("../../../../gcc/symbols.cc")),
    ("types.cc", include_str!("../../../../gcc/types.cc")),
    ("wire.h", include_str!("../../../../gcc/wire.h")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn the_list_is_the_directory() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gcc");
        let files: BTreeSet<String> = std::fs::read_dir(directory)
            .expect("the plugin's directory")
            .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
            .collect();
        let listed: BTreeSet<String> = SOURCES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(files, listed);
    }
}
