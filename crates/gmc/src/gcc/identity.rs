//! Which GCC a driver belongs to: version, target, how it was configured.
//!
//! A plugin fits one build of GCC only, so this is what the cached plugin is filed under. Asking costs a process; the
//! answer is kept in the cache under the driver's path, size and time of change, so that each compilation pays a
//! `stat`.

use super::driver::Driver;
use crate::child;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use xxhash_rust::xxh3::Xxh3;

/// The oldest GCC whose interface the plugin knows.
const OLDEST: u32 = 10;

/// A build of GCC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// What `gcc -v` says of version, target and configuration.
    lines: String,
    /// The major version.
    pub(super) major: u32,
}

/// Why a compiler cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum IdentityError {
    #[error("cannot run `{name}`: {error}")]
    Run { name: String, error: io::Error },
    #[error(
        "`{name}` is Clang under another name: gmc needs GCC {OLDEST} or newer; name one with --gcc or GMC_GCC"
    )]
    Clang { name: String },
    #[error("`{name}` does not say that it is GCC (`{name} -v`): name a GCC with --gcc or GMC_GCC")]
    NotGcc { name: String },
    #[error(
        "`{name}` is GCC {major}, which is too old for gmc: install GCC {OLDEST} or newer, or name one with --gcc or \
         GMC_GCC"
    )]
    TooOld { name: String, major: u32 },
}

impl Identity {
    /// Asks a driver.
    pub(super) fn ask(driver: &Driver) -> Result<Identity, IdentityError> {
        let name = driver.name.to_string_lossy().into_owned();
        let answer = child::output(query(driver).arg("-v").stdin(Stdio::null()));
        let answer = answer.map_err(|error| IdentityError::Run { name: name.clone(), error })?;
        Identity::parse(&name, &String::from_utf8_lossy(&answer.stderr))
    }

    fn parse(name: &str, answer: &str) -> Result<Identity, IdentityError> {
        let name = || name.to_owned();
        let lines: String = answer
            .lines()
            .filter(|line| {
                ["Target: ", "Configured with: ", "gcc version "].iter().any(|it| line.starts_with(it))
            })
            .flat_map(|line| [line, "\n"])
            .collect();
        if answer.contains("clang version") {
            return Err(IdentityError::Clang { name: name() });
        }
        let version = lines.lines().find_map(|line| line.strip_prefix("gcc version "));
        let major = version.and_then(|version| version.split('.').next()?.parse().ok());
        let major = major.ok_or_else(|| IdentityError::NotGcc { name: name() })?;
        if major < OLDEST {
            return Err(IdentityError::TooOld { name: name(), major });
        }
        Ok(Identity { lines, major })
    }

    /// The whole of it, as text.
    pub(super) fn text(&self) -> &str {
        &self.lines
    }

    /// The answer that was kept for this driver, if the driver is still the same file.
    pub(super) fn recall(directory: &Path, driver: &Driver) -> Option<Identity> {
        let kept = fs::read_to_string(note(directory, driver)?).ok()?;
        Identity::parse("", &kept).ok()
    }

    /// Keeps the answer. A cache that cannot be written costs time, nothing else.
    pub(super) fn remember(&self, directory: &Path, driver: &Driver) {
        let written = |path: PathBuf| {
            let unfinished = path.with_extension(format!("{}.new", std::process::id()));
            let kept = fs::write(&unfinished, &self.lines).and_then(|()| fs::rename(&unfinished, &path));
            // Nothing may be there to be removed.
            kept.inspect_err(|_| drop(fs::remove_file(&unfinished))).is_ok()
        };
        let _kept = note(directory, driver).is_some_and(written);
    }
}

/// A driver, ready to be asked about itself in English.
pub(super) fn query(driver: &Driver) -> Command {
    let mut command = Command::new(&driver.path);
    command.env("LC_ALL", "C");
    command
}

/// Where the answer of a driver is kept. The path counts beside the file that it leads to: one program may serve as
/// many compilers, as ccache does.
fn note(directory: &Path, driver: &Driver) -> Option<PathBuf> {
    let target = fs::canonicalize(&driver.path).ok()?;
    let found = fs::metadata(&target).ok()?;
    let mut hash = Xxh3::new();
    for path in [driver.path.as_path(), &target] {
        hash.update(path.as_os_str().as_bytes());
        hash.update(&[0]);
    }
    for number in
        [found.ino(), found.size(), found.mtime().cast_unsigned(), found.mtime_nsec().cast_unsigned()]
    {
        hash.update(&number.to_le_bytes());
    }
    Some(directory.join(format!("gcc-{:032x}", hash.digest128())))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEBIAN: &str = "Using built-in specs.\nCOLLECT_GCC=gcc\nTarget: x86_64-linux-gnu\nConfigured with: \
                          ../src/configure -v\nThread model: posix\ngcc version 12.2.0 (Debian 12.2.0-14)\n";

    #[test]
    fn parse() {
        let identity = Identity::parse("gcc", DEBIAN).expect("a GCC");
        assert_eq!(identity.major, 12);
        assert_eq!(Identity::parse("g++", identity.text()).expect("a GCC"), identity);
        let old = DEBIAN.replace("12.2.0 ", "9.4.0 ");
        assert!(matches!(Identity::parse("gcc", &old), Err(IdentityError::TooOld { major: 9, .. })));
        let clang = "Apple clang version 15.0.0\nTarget: arm64\n";
        assert!(matches!(Identity::parse("gcc", clang), Err(IdentityError::Clang { .. })));
        assert!(matches!(Identity::parse("tcc", "tcc 0.9"), Err(IdentityError::NotGcc { .. })));
    }
}
