//! What a program does without gmc: it is compiled with plain GCC and run.
//!
//! The result does not depend on gmc, so later runs of the tests use it again: it is kept in Cargo's directory for test files.
//!
//! Invariant: the key of a kept result covers source, flags, arguments, input, compiler and C library; and a test never fails
//! because of a kept result: the program is run again first ([`Native::again`]).

use crate::annotations::Expected;
use crate::process::{Ran, run};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use xxhash_rust::xxh3::Xxh3;

/// A program to be compiled and run in a directory.
pub(crate) struct Native<'a> {
    path: &'a Path,
    expected: &'a Expected,
    scratch: &'a Path,
    /// Where the result is kept; none if it depends on something that the key does not cover.
    kept: Option<PathBuf>,
}

impl<'a> Native<'a> {
    pub(crate) fn new(path: &'a Path, text: &str, expected: &'a Expected, scratch: &'a Path) -> Native<'a> {
        // The key does not cover files that the program uses, nor headers beside it.
        let is_covered = expected.files.is_none() && !text.contains("#include \"");
        let kept = is_covered.then(|| {
            let mut hash = Xxh3::new();
            let mut add = |bytes: &[u8]| {
                hash.update(&(bytes.len() as u64).to_le_bytes());
                hash.update(bytes);
            };
            add(compiler(path).identity.as_bytes());
            // The program may print its own path, as a failed assertion does.
            add(path.as_os_str().as_encoded_bytes());
            add(text.as_bytes());
            add(expected.stdin.as_bytes());
            for list in [&expected.flags, &expected.args] {
                add(&list.len().to_le_bytes());
                list.iter().for_each(|it| add(it.as_bytes()));
            }
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("native").join(format!("{:032x}", hash.digest128()))
        });
        Native { path, expected, scratch, kept }
    }

    /// The kept result, or a new one.
    pub(crate) fn ran(&self) -> Result<Ran, String> {
        match self.kept.as_deref().and_then(recall) {
            Some(ran) => Ok(ran),
            None => self.again(),
        }
    }

    /// Compiles and runs the program, and keeps the result.
    pub(crate) fn again(&self) -> Result<Ran, String> {
        let executable = self.scratch.join("program");
        let mut gcc = Command::new(&compiler(self.path).name);
        gcc.args(["-O0", "-w"])
            .args(&self.expected.flags)
            .arg(self.path)
            .arg("-o")
            .arg(&executable)
            .args(["-lm", "-latomic"]);
        let compiled = run(gcc, "")?;
        if compiled.code != Some(0) {
            return Err(format!("GCC cannot compile it:\n{}", compiled.stderr));
        }
        let mut command = Command::new(&executable);
        command.current_dir(self.scratch).args(&self.expected.args);
        let ran = run(command, &self.expected.stdin)?;
        if let Some(path) = &self.kept {
            remember(path, &ran).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(ran)
    }
}

struct Compiler {
    name: OsString,
    /// Version, and the stamps of compiler and libraries.
    identity: String,
}

static C: LazyLock<Compiler> = LazyLock::new(|| Compiler::ask("GMC_GCC", "gcc"));
static CXX: LazyLock<Compiler> = LazyLock::new(|| Compiler::ask("GMC_GXX", "g++"));

fn compiler(path: &Path) -> &'static Compiler {
    if path.extension().is_some_and(|it| it == "cc") { &CXX } else { &C }
}

impl Compiler {
    fn ask(variable: &str, default: &str) -> Compiler {
        let name = std::env::var_os(variable).unwrap_or(default.into());
        let answer = |option: &str| {
            let output = Command::new(&name).arg(option).output().expect("GCC runs");
            String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
        };
        let mut identity = answer("-v");
        for file in ["cc1", "cc1plus", "libc.so.6", "libstdc++.so.6", "libm.so.6"] {
            let program = if file.starts_with("cc1") { "-print-prog-name=" } else { "-print-file-name=" };
            let path = answer(&format!("{program}{file}"));
            let stamp = fs::metadata(path.trim()).map(|it| (it.size(), it.mtime(), it.mtime_nsec()));
            identity += &format!("{path}{:?}\n", stamp.ok());
        }
        Compiler { name, identity }
    }
}

fn recall(path: &Path) -> Option<Ran> {
    let kept: Value = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    let code = i32::try_from(kept["code"].as_i64()?).ok()?;
    Some(Ran { code: Some(code), stdout: kept["stdout"].as_str()?.to_owned(), stderr: String::new() })
}

/// Keeps a result, unless a signal ended the program.
fn remember(path: &Path, ran: &Ran) -> std::io::Result<()> {
    let Some(code) = ran.code else { return Ok(()) };
    let directory = path.parent().expect("it is in a directory");
    fs::create_dir_all(directory)?;
    // Renaming makes the file appear whole, even if two test runs write it.
    let unfinished = tempfile::NamedTempFile::new_in(directory)?;
    fs::write(unfinished.path(), json!({ "code": code, "stdout": ran.stdout }).to_string())?;
    unfinished.persist(path)?;
    Ok(())
}
