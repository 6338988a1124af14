//! The user's source files, read when a line of them is to be shown.

use gmc_ir::text::Source;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Lines of files, each file read once. A file that is not there (any more) has none.
#[derive(Default)]
pub(super) struct SourceFiles {
    read: RefCell<HashMap<PathBuf, Vec<String>>>,
}

impl Source for SourceFiles {
    fn line(&self, directory: &str, file: &str, line: u32) -> Option<String> {
        let path = Path::new(directory).join(file);
        let mut read = self.read.borrow_mut();
        let lines = read.entry(path).or_insert_with_key(|path| lines(path));
        lines.get(usize::try_from(line).ok()?.checked_sub(1)?).cloned()
    }
}

fn lines(path: &Path) -> Vec<String> {
    let bytes = fs::read(path).unwrap_or_default();
    String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
}
