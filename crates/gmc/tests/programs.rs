//! Runs the annotated programs of `tests/programs` under `gmc run` and compares with what they say of themselves.
//!
//! A program states at its top what must happen (`//@` lines) and marks the guilty line (`//~ KIND`); `docs/testing.md`
//! has the list. One that does nothing wrong is also compiled by GCC and run natively, and must do the same. Each
//! directory is one test, which goes through all its programs before it fails. `GMC_PROGRAMS` selects by a part of the
//! path.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// No program runs longer than this.
const LIMIT: Duration = Duration::from_secs(60);

macro_rules! areas {
    ($($name:ident)*) => {
        const AREAS: &[&str] = &[$(stringify!($name)),*];
        $(#[test] fn $name() { area(stringify!($name)); })*
    };
}

areas! {
    aggregates arithmetic atomics bitfields calls control cxx floats globals library machine memory pointers preprocess scopes
    types
}

#[test]
fn every_directory_is_an_area() {
    let mut names: Vec<String> = fs::read_dir(root())
        .expect("tests/programs")
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, AREAS);
}

/// Every wrong program has a right twin, so that what is reported is the difference between the two.
#[test]
fn every_wrong_program_has_a_right_twin() {
    let mut alone = Vec::new();
    for area in AREAS {
        for path in programs(&root().join(area)) {
            let name = path.to_string_lossy().into_owned();
            if let Some(at) = name.find(".bad.") {
                let twin = format!("{}.ok.{}", &name[..at], &name[at + 5..]);
                if !Path::new(&twin).exists() {
                    alone.push(name);
                }
            }
        }
    }
    assert!(alone.is_empty(), "these have no right twin:\n  {}", alone.join("\n  "));
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").canonicalize().expect("tests/programs")
}

/// The programs under a directory, sorted.
fn programs(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            found.extend(programs(&path));
        } else if path.extension().is_some_and(|it| it == "c" || it == "cc") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Runs the programs of an area and fails with all that went wrong.
fn area(name: &str) {
    let filter = std::env::var("GMC_PROGRAMS").unwrap_or_default();
    let mut todo = programs(&root().join(name));
    todo.retain(|path| path.to_string_lossy().contains(&filter));
    let count = todo.len();
    let queue = Mutex::new(todo.into_iter());
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..parallelism().min(count) {
            scope.spawn(|| {
                loop {
                    let Some(path) = queue.lock().expect("no panic").next() else { return };
                    let _slot = Slot::take();
                    if let Err(text) = check(&path) {
                        failures.lock().expect("no panic").push((path, text));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no panic");
    failures.sort();
    if !failures.is_empty() {
        let mut text = format!("{} of {count} programs in {name} fail\n", failures.len());
        for (path, problem) in &failures {
            let shown = path.strip_prefix(root()).unwrap_or(path).display();
            let _ = writeln!(text, "\n--- tests/programs/{shown}\n{}", problem.trim_end());
        }
        panic!("{text}");
    }
}

fn parallelism() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The right to run a program: there are as many as processors, whatever the number of areas tested at a time.
struct Slot;

static TAKEN: Mutex<usize> = Mutex::new(0);
static GIVEN_BACK: Condvar = Condvar::new();

impl Slot {
    fn take() -> Slot {
        let taken = TAKEN.lock().expect("no panic");
        let mut taken = GIVEN_BACK.wait_while(taken, |taken| *taken >= parallelism()).expect("no panic");
        *taken += 1;
        Slot
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        *TAKEN.lock().expect("no panic") -= 1;
        GIVEN_BACK.notify_one();
    }
}

/// What a program says of itself.
#[derive(Debug, Default)]
struct Expected {
    exit: i32,
    /// A kind, without a guilty line (for errors that have none).
    violation: Option<String>,
    /// The guilty line, the kind, and a part of the message.
    guilty: Option<(u32, String, String)>,
    /// A part of the reason why nothing is known.
    unknown: Option<String>,
    /// Parts of the report.
    notes: Vec<String>,
    stdout: Option<String>,
    stdin: String,
    args: Vec<String>,
    flags: Vec<String>,
    native: bool,
    /// Why gmc does not do yet what the program says.
    missed: Option<String>,
}

impl Expected {
    fn read(path: &Path, text: &str) -> Result<Expected, String> {
        let beside = |extension: &str| fs::read_to_string(path.with_extension(extension)).ok();
        let mut it = Expected {
            native: true,
            stdout: beside("out"),
            stdin: beside("in").unwrap_or_default(),
            ..Expected::default()
        };
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(annotation) = line.strip_prefix("//@ ") {
                it.annotate(annotation).map_err(|why| format!("line {number}: {why}"))?;
            } else if line.starts_with("//@") {
                return Err(format!("line {number}: an annotation is `//@ NAME: VALUE`"));
            }
            if let Some((_, mark)) = line.split_once("//~ ") {
                let (kind, part) = mark.split_once(": ").unwrap_or((mark, ""));
                let mark = (number, kind.trim().to_owned(), part.trim().to_owned());
                if it.guilty.replace(mark).is_some() {
                    return Err(format!("line {number}: there is only one guilty line"));
                }
            }
        }
        if it.violation.is_some() || it.guilty.is_some() {
            it.exit = 1;
        } else if it.unknown.is_some() {
            it.exit = 3;
        }
        let path = path.to_string_lossy();
        if path.contains(".bad.") != (it.violation.is_some() || it.guilty.is_some()) {
            return Err("a program named .bad, and no other, states a violation".to_owned());
        }
        Ok(it)
    }

    fn annotate(&mut self, annotation: &str) -> Result<(), String> {
        let (name, value) = annotation.split_once(':').unwrap_or((annotation, ""));
        let value = value.trim();
        let words = || value.split_whitespace().map(str::to_owned).collect();
        match name {
            "exit" => self.exit = value.parse().map_err(|_| format!("`{value}` is no exit code"))?,
            "violation" => self.violation = Some(value.to_owned()),
            "unknown" => self.unknown = Some(value.to_owned()),
            "note" => self.notes.push(value.to_owned()),
            "args" => self.args = words(),
            "flags" => self.flags = words(),
            "stdin" => self.stdin.push_str(&unquote(value)?),
            "stdout" => self.stdout.get_or_insert_default().push_str(&unquote(value)?),
            "missed" => self.missed = Some(value.to_owned()),
            "native" if value == "no" => self.native = false,
            _ => return Err(format!("there is no annotation `{annotation}`")),
        }
        Ok(())
    }
}

/// `"…"` with the escapes of C, or the line as it is.
fn unquote(text: &str) -> Result<String, String> {
    let Some(inner) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return Ok(format!("{text}\n"));
    };
    let mut out = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('n')) => out.push('\n'),
            ('\\', Some('t')) => out.push('\t'),
            ('\\', Some('0')) => out.push('\0'),
            ('\\', Some(it @ ('\\' | '"'))) => out.push(it),
            ('\\', other) => return Err(format!("there is no escape `\\{}`", other.unwrap_or(' '))),
            (c, _) => out.push(c),
        }
    }
    Ok(out)
}

/// What a program did.
struct Ran {
    /// The exit code; none when a signal ended it.
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

fn run(mut command: Command, stdin: &str) -> Result<Ran, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |error: io::Error| format!("{name}: {error}");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    // A program that does not read its input is no error.
    let _ = child.stdin.take().expect("piped").write_all(stdin.as_bytes());
    let drain = |mut from: Box<dyn io::Read + Send>| {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            from.read_to_end(&mut bytes).map(|_| String::from_utf8_lossy(&bytes).into_owned())
        })
    };
    let stdout = drain(Box::new(child.stdout.take().expect("piped")));
    let stderr = drain(Box::new(child.stderr.take().expect("piped")));
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            break status;
        }
        if start.elapsed() > LIMIT {
            child.kill().map_err(failed)?;
            return Err(format!("{name}: still running after {LIMIT:?}"));
        }
        thread::sleep(Duration::from_millis(2));
    };
    Ok(Ran {
        code: status.code(),
        stdout: stdout.join().expect("no panic").map_err(failed)?,
        stderr: stderr.join().expect("no panic").map_err(failed)?,
    })
}

/// Runs one program, and says what is different from what it says.
fn check(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let expected = Expected::read(path, &text)?;
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_gmc"));
    command.current_dir(scratch.path());
    command.env("GMC_CACHE_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("plugins"));
    command
        .args(["run", "--cflag=-w"])
        .arg(path)
        .args(expected.flags.iter().map(|flag| format!("--cflag={flag}")));
    command.arg("--").args(&expected.args);
    let ran = run(command, &expected.stdin)?;
    let mut problems = String::new();
    if ran.code != Some(expected.exit) {
        difference(&mut problems, "exit code", &expected.exit.to_string(), &code(ran.code));
    }
    compare_report(&expected, path, &ran, &mut problems);
    if let Some(stdout) = &expected.stdout
        && *stdout != ran.stdout
    {
        difference(&mut problems, "standard output", stdout, &ran.stdout);
    }
    let right = expected.exit != 3 && expected.violation.is_none() && expected.guilty.is_none();
    if right && expected.native {
        let native = native(path, &expected, scratch.path())?;
        if native.code != ran.code {
            difference(&mut problems, "exit code (expected: native)", &code(native.code), &code(ran.code));
        }
        if native.stdout != ran.stdout {
            difference(&mut problems, "standard output (expected: native)", &native.stdout, &ran.stdout);
        }
    }
    if let Some(why) = &expected.missed {
        return if problems.is_empty() {
            Err(format!("it does what it should, but says that gmc misses it: {why}"))
        } else {
            Ok(())
        };
    }
    if problems.is_empty() {
        return Ok(());
    }
    if !ran.stderr.is_empty() {
        let _ = write!(problems, "standard error of gmc:\n{}", indented("    ", &ran.stderr));
    }
    Err(problems)
}

/// Compares what gmc reported with the marks of the program.
fn compare_report(expected: &Expected, path: &Path, ran: &Ran, problems: &mut String) {
    let first = ran.stderr.lines().next().unwrap_or_default();
    if let Some((line, kind, part)) = &expected.guilty {
        let place = format!("{}:{line}:", path.display());
        let reported = first.strip_prefix(&place).and_then(|rest| rest.split_once(": "));
        match reported {
            Some((_, rest)) => {
                let (name, message) = rest.split_once(": ").unwrap_or((rest, ""));
                if name != kind {
                    difference(problems, "kind", kind, name);
                } else if !message.contains(part.as_str()) {
                    difference(problems, "message", &format!("…{part}…"), message);
                }
            }
            None => difference(problems, "guilty line", &format!("{place} {kind}: {part}"), first),
        }
    }
    if let Some(kind) = &expected.violation
        && !first.contains(&format!("{kind}: "))
    {
        difference(problems, "violation", kind, first);
    }
    if let Some(why) = &expected.unknown
        && !ran.stderr.contains(why.as_str())
    {
        difference(problems, "reason", &format!("…{why}…"), first);
    }
    for note in &expected.notes {
        if !ran.stderr.contains(note.as_str()) {
            difference(problems, "note", &format!("…{note}…"), "(none like it)");
        }
    }
}

/// Compiles the program with GCC as it would be compiled without gmc, and runs it.
fn native(path: &Path, expected: &Expected, scratch: &Path) -> Result<Ran, String> {
    let cxx = path.extension().is_some_and(|it| it == "cc");
    let (variable, default) = if cxx { ("GMC_GXX", "g++") } else { ("GMC_GCC", "gcc") };
    let executable = scratch.join("program");
    let mut gcc = Command::new(std::env::var_os(variable).unwrap_or(default.into()));
    gcc.args(["-O0", "-w"])
        .args(&expected.flags)
        .arg(path)
        .arg("-o")
        .arg(&executable)
        .args(["-lm", "-latomic"]);
    let compiled = run(gcc, "")?;
    if compiled.code != Some(0) {
        return Err(format!("GCC cannot compile it:\n{}", compiled.stderr));
    }
    let mut command = Command::new(&executable);
    command.current_dir(scratch).args(&expected.args);
    run(command, &expected.stdin)
}

fn code(code: Option<i32>) -> String {
    code.map_or_else(|| "killed by a signal".to_owned(), |code| code.to_string())
}

fn difference(problems: &mut String, what: &str, expected: &str, found: &str) {
    let _ = write!(problems, "{what}:\n{}{}", indented("  - ", expected), indented("  + ", found));
}

fn indented(prefix: &str, text: &str) -> String {
    let lines = if text.is_empty() { vec![""] } else { text.lines().collect() };
    lines.iter().map(|line| format!("{prefix}{line}\n")).collect()
}
