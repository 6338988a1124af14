//! The files that a script may touch: it reads those that the user named, and writes into the directory for its output.
//!
//! A script has no other way to files, unless the user trusts it (`--script-unsafe`).

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Component, Path, PathBuf};

/// What a script may read and write.
#[derive(Clone, Default)]
pub struct Files {
    /// Files that it may read.
    pub named: Vec<PathBuf>,
    /// The directory that it may write to.
    pub output: Option<PathBuf>,
}

impl Files {
    /// The contents of a file that the user named.
    pub(crate) fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let path = Path::new(name);
        let in_output = || Some(self.output.as_ref()?.join(inside(name)?));
        let path = match self.named.iter().any(|it| it == path) {
            true => path.to_owned(),
            false => in_output().filter(|it| it.exists()).ok_or_else(|| {
                format!("a script may only read files that its arguments name: `{name}` is none of them")
            })?,
        };
        std::fs::read(&path).map_err(|error| format!("`{name}` cannot be read: {error}"))
    }

    /// Writes a file of the output directory, or adds to it.
    pub(crate) fn write(&self, name: &str, contents: &[u8], append: bool) -> Result<(), String> {
        let Some(directory) = &self.output else {
            return Err(format!(
                "a script may only write into the directory for its output (--script-out): there is none for `{name}`"
            ));
        };
        let inside = inside(name).ok_or_else(|| {
            format!("`{name}` is not in the directory for the script's output (--script-out)")
        })?;
        let path = directory.join(inside);
        let written = || -> std::io::Result<()> {
            std::fs::create_dir_all(path.parent().unwrap_or(directory))?;
            if !append {
                return std::fs::write(&path, contents);
            }
            let mut file: File = OpenOptions::new().create(true).append(true).open(&path)?;
            // Several compilations may add to it at once: each piece stays whole.
            file.lock()?;
            file.write_all(contents)
        };
        written().map_err(|error| format!("`{}` cannot be written: {error}", path.display()))
    }
}

/// A name that leads nowhere else.
fn inside(name: &str) -> Option<&Path> {
    let path = Path::new(name);
    let mut parts = path.components();
    (!name.is_empty() && parts.all(|it| matches!(it, Component::Normal(_)))).then_some(path)
}
