//! A directory of its own for each test, and commands run in it.
//!
//! All sandboxes share one plugin cache under Cargo's directory for test files, so the plugin is built once and the
//! user's own cache is not touched.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use tempfile::TempDir;

/// The binary under test.
pub(crate) const GMC: &str = env!("CARGO_BIN_EXE_gmc");

/// A directory that a test may do what it likes in.
pub(crate) struct Sandbox {
    directory: TempDir,
}

/// What a command did.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    pub(crate) fn code(&self) -> Option<i32> {
        self.status.code()
    }

    /// Fails the test unless the command succeeded.
    #[track_caller]
    pub(crate) fn succeeded(self) -> Ran {
        assert!(self.status.success(), "{}\n{}{}", self.status, self.stdout, self.stderr);
        self
    }

    /// Fails the test unless gmc refused with exit code 2, one line and these words in it.
    #[track_caller]
    pub(crate) fn refused(self, words: &[&str]) -> Ran {
        assert_eq!(self.code(), Some(2), "{}{}", self.stdout, self.stderr);
        assert!(self.stderr.starts_with("gmc: error: "), "{}", self.stderr);
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        for word in words {
            assert!(self.stderr.contains(word), "no “{word}” in: {}", self.stderr);
        }
        self
    }
}

impl Sandbox {
    pub(crate) fn new() -> Sandbox {
        Sandbox { directory: tempfile::tempdir().expect("a temporary directory") }
    }

    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }

    pub(crate) fn join(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path().join(name)
    }

    /// Writes a file, its directories included.
    pub(crate) fn write(&self, name: impl AsRef<Path>, text: &str) -> PathBuf {
        let path = self.join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(&path, text).expect("written");
        path
    }

    /// Writes a shell script that can be run.
    pub(crate) fn script(&self, name: &str, text: &str) -> PathBuf {
        let path = self.write(name, &format!("#!/bin/sh\n{text}\n"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("made executable");
        path
    }

    /// Copies a directory of the repository.
    pub(crate) fn copy(&self, from: &str) {
        let from = repository().join(from);
        self.command("cp").arg("-r").arg(from.join(".")).arg(self.path()).run().succeeded();
    }

    /// A command that is run in the sandbox.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.path()).stdin(Stdio::null());
        command.env("GMC_CACHE_DIR", shared_plugins());
        for variable in ["GMC_GCC", "GMC_GXX", "GMC_GFORTRAN", "LD_LIBRARY_PATH", "MAKEFLAGS", "LANGUAGE"] {
            command.env_remove(variable);
        }
        command.env("LC_ALL", "C.UTF-8");
        command
    }

    /// gmc, run in the sandbox.
    pub(crate) fn gmc<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Command {
        let mut command = self.command(GMC);
        command.args(arguments);
        command
    }

    /// The files in the sandbox.
    pub(crate) fn files(&self) -> BTreeSet<String> {
        fn walk(directory: &Path, root: &Path, files: &mut BTreeSet<String>) {
            for entry in fs::read_dir(directory).expect("readable") {
                let path = entry.expect("readable").path();
                if path.is_dir() {
                    walk(&path, root, files);
                } else {
                    let name = path.strip_prefix(root).expect("below it");
                    files.insert(name.to_string_lossy().into_owned());
                }
            }
        }
        let mut files = BTreeSet::new();
        walk(self.path(), self.path(), &mut files);
        files
    }
}

/// Running a command to its end.
pub(crate) trait Run {
    fn run(&mut self) -> Ran;
    fn run_with_input(&mut self, input: &str) -> Ran;
}

impl Run for Command {
    fn run(&mut self) -> Ran {
        ran(&self.output().unwrap_or_else(|error| panic!("{:?}: {error}", self.get_program())))
    }

    fn run_with_input(&mut self, input: &str) -> Ran {
        let child = self.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("it starts");
        // A command that fails early does not read.
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        ran(&child.wait_with_output().expect("it ends"))
    }
}

fn ran(output: &std::process::Output) -> Ran {
    Ran {
        status: output.status,
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The plugin cache of all tests.
pub(crate) fn shared_plugins() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("plugins")
}

/// The root of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// Whether a tool is there; a test that is skipped for the lack of one says so, whatever the test runner captures.
pub(crate) fn has(tool: &str, what: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|directory| directory.join(tool).is_file());
    if !found {
        skip(&format!("{tool} is not installed, so {what} is not tested"));
    }
    found
}

/// Says what is not tested.
pub(crate) fn skip(why: &str) {
    std::io::stderr().write_all(format!("SKIPPED: {why}\n").as_bytes()).expect("standard error");
}
