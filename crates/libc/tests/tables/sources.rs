//! The files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// Where the repository is.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Adds the files under a directory with this extension, each with its name in the repository and its text.
pub(crate) fn sources(directory: &Path, extension: &str, out: &mut Vec<(String, String)>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(directory).expect("readable").map(|it| it.expect("readable").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, extension, out);
        } else if path.extension().is_some_and(|it| it == extension) {
            let name = path.strip_prefix(root()).expect("in the repository").display().to_string();
            out.push((name, fs::read_to_string(&path).expect("readable")));
        }
    }
}
