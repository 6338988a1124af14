//! A private directory for what is made on the way, removed whatever happens: when the value is dropped, and also when
//! the user interrupts gmc.

use crate::interrupt;
use std::io;
use std::path::Path;
use tempfile::TempDir;

/// A private directory.
#[derive(Debug)]
pub(super) struct Scratch {
    directory: TempDir,
}

impl Scratch {
    pub(super) fn new() -> io::Result<Scratch> {
        let directory = tempfile::Builder::new().prefix("gmc-").tempdir()?;
        interrupt::guard(directory.path());
        Ok(Scratch { directory })
    }

    pub(super) fn path(&self) -> &Path {
        self.directory.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        interrupt::release(self.directory.path());
    }
}
