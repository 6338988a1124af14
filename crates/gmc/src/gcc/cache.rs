//! Where built plugins and what else travels in the binary are kept, safely under `make -j`.
//!
//! A file appears in the cache by one atomic rename, and ends with a seal: a hash of the rest. So a file that
//! something has cut off or changed since (a crash of the machine, a full disk, a copy) is noticed, and made again.
//! What loads shared objects does not look behind their sections, where the seal is. Whoever wants to build holds an
//! exclusive lock meanwhile; the others wait for it and then find the result. A directory that cannot be used
//! (read-only, full, not there) is replaced by a private temporary one, with a warning.
//!
//! Invariant: a file that is about to be loaded into a compiler lies in a directory that only the user can write.

use std::env;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::PathBuf;
use xxhash_rust::xxh3::xxh3_128;

/// Names the directory to use instead of the usual one.
pub(super) const VARIABLE: &str = "GMC_CACHE_DIR";

/// What is appended a line to for each plugin that was built.
const LOG: &str = "builds.log";

/// A directory that built plugins are kept in.
#[derive(Debug)]
pub(super) struct Cache {
    pub(super) directory: PathBuf,
    /// Anybody may have made the directory, whose name is easily guessed: it counts only if it is this user's alone. In
    /// a directory of temporary files nobody can replace it then.
    owner: Option<u32>,
}

/// Why a directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CacheError {
    #[error("the cache directory {} cannot be written ({error})", .path.display())]
    Unwritable { path: PathBuf, error: io::Error },
    #[error(
        "the cache directory {} is a link, belongs to somebody else, or lets others in (its mode is not 0700)",
        .0.display()
    )]
    Exposed(PathBuf),
    #[error("there is no cache directory (neither GMC_CACHE_DIR nor HOME is set)")]
    NoHome,
}

/// A file of the cache that is whole.
pub(super) struct Found {
    pub(super) path: PathBuf,
    /// Without the seal.
    pub(super) contents: Vec<u8>,
}

/// What the end of a file with these contents is.
fn seal(contents: &[u8]) -> [u8; 16] {
    xxh3_128(contents).to_le_bytes()
}

/// While it lives, no other gmc builds.
pub(super) struct Lock {
    _file: File,
}

impl Cache {
    /// The user's cache directory.
    pub(super) fn of_user() -> Result<Cache, CacheError> {
        let set = |variable| env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
        let absolute = |path: &PathBuf| path.is_absolute();
        let directory = set(VARIABLE)
            .and_then(|path| std::path::absolute(path).ok())
            .or_else(|| set("XDG_CACHE_HOME").filter(absolute).map(|path| path.join("gmc")))
            .or_else(|| set("HOME").filter(absolute).map(|path| path.join(".cache/gmc")));
        directory.map(|directory| Cache { directory, owner: None }).ok_or(CacheError::NoHome)
    }

    /// The directory that stands in for it, among the temporary files.
    pub(super) fn temporary() -> Result<Cache, CacheError> {
        let user = fs::metadata("/proc/self").map(|process| process.uid());
        let user = user.map_err(|error| CacheError::Unwritable { path: "/proc/self".into(), error })?;
        Ok(Cache { directory: env::temp_dir().join(format!("gmc-{user}")), owner: Some(user) })
    }

    /// A file of this name, if it was built before and is whole.
    pub(super) fn find(&self, name: &str) -> Option<Found> {
        let path = self.directory.join(name);
        let mut contents = self.read(&path)?;
        let (rest, end) = contents.split_last_chunk()?;
        let size = (*end == seal(rest)).then_some(rest.len())?;
        contents.truncate(size);
        Some(Found { path, contents })
    }

    /// Whether there is a file of this name with these contents, without a seal.
    pub(super) fn has(&self, name: &str, contents: &[u8]) -> bool {
        self.read(&self.directory.join(name)).is_some_and(|it| it == contents)
    }

    fn read(&self, path: &PathBuf) -> Option<Vec<u8>> {
        // A pipe in its place would block.
        (self.is_private() && path.is_file()).then(|| fs::read(path).ok())?
    }

    /// Waits until no other gmc builds a file of this name.
    pub(super) fn lock(&self, name: &str) -> Result<Lock, CacheError> {
        self.create()?;
        let path = self.directory.join(format!("{name}.lock"));
        let file = File::create(path).map_err(|error| self.unwritable(error))?;
        match file.lock() {
            Ok(()) => {}
            // Some network file systems have no locks. Then two may build, and the later one wins.
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(error) => return Err(self.unwritable(error)),
        }
        Ok(Lock { _file: file })
    }

    /// Puts a file that was built elsewhere into the cache, with a seal.
    pub(super) fn install(&self, contents: &[u8], name: &str) -> Result<PathBuf, CacheError> {
        self.appear(name, &[contents, &seal(contents)])
    }

    /// Puts a small file into the cache, in a directory of its own. Whoever else writes it writes the same.
    pub(super) fn write(&self, contents: &[u8], name: &str) -> Result<PathBuf, CacheError> {
        self.create()?;
        if let Some(parent) = self.directory.join(name).parent() {
            fs::create_dir_all(parent).map_err(|error| self.unwritable(error))?;
        }
        self.appear(name, &[contents])
    }

    fn appear(&self, name: &str, parts: &[&[u8]]) -> Result<PathBuf, CacheError> {
        let unfinished = self.directory.join(format!("{name}.{}.new", std::process::id()));
        let path = self.directory.join(name);
        let made = File::create(&unfinished)
            .and_then(|mut file| parts.iter().try_for_each(|part| file.write_all(part)))
            .and_then(|()| fs::rename(&unfinished, &path));
        if let Err(error) = made {
            // Nothing may be there to be removed.
            let _ = fs::remove_file(&unfinished);
            return Err(self.unwritable(error));
        }
        Ok(path)
    }

    /// Notes that a plugin was built: the answer to "why was this compilation slow".
    pub(super) fn log(&self, line: &str) {
        let file = File::options().append(true).create(true).open(self.directory.join(LOG));
        // The log is a convenience, and the cache has been written to a moment ago.
        let _ = file.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
    }

    fn create(&self) -> Result<(), CacheError> {
        let created = DirBuilder::new().recursive(true).mode(0o700).create(&self.directory);
        created.map_err(|error| self.unwritable(error))?;
        if self.is_private() { Ok(()) } else { Err(CacheError::Exposed(self.directory.clone())) }
    }

    fn is_private(&self) -> bool {
        let Some(owner) = self.owner else { return true };
        fs::symlink_metadata(&self.directory)
            .is_ok_and(|found| found.is_dir() && found.uid() == owner && found.mode() & 0o077 == 0)
    }

    fn unwritable(&self, error: io::Error) -> CacheError {
        CacheError::Unwritable { path: self.directory.clone(), error }
    }
}
