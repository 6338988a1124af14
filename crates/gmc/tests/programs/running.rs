//! A program under `gmc run`: one execution, compared with what the program says and with what it does natively.

use crate::annotations::{Expected, Mark};
use crate::native::Native;
use crate::problems::{code, difference, indented, outcome};
use crate::process::{Ran, gmc, run};
use std::fmt::Write as _;
use std::path::Path;

/// Runs one program, and says what is different from what it says.
pub(crate) fn test(path: &Path, text: &str, expected: &Expected) -> Result<(), String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut command = gmc(scratch.path());
    command
        .args(["run", "--cflag=-w"])
        .arg(path)
        .args(expected.flags.iter().map(|flag| format!("--cflag={flag}")));
    command.args(&expected.options);
    if let Some(access) = &expected.files {
        command.args(["--files", access]);
    }
    command.arg("--").args(&expected.args);
    let ran = run(command, &expected.stdin)?;
    let mut problems = String::new();
    if ran.code != Some(expected.exit) {
        difference(&mut problems, "exit code", &expected.exit.to_string(), &code(ran.code));
    }
    compare_report(expected, path, &ran, &mut problems);
    if let Some(stdout) = &expected.stdout
        && *stdout != ran.stdout
    {
        difference(&mut problems, "standard output", stdout, &ran.stdout);
    }
    if expected.exit != 3 && !expected.is_wrong() && expected.native {
        let program = Native::new(path, text, expected, scratch.path());
        let mut native = program.ran()?;
        if !is_same(&native, &ran) {
            native = program.again()?;
        }
        if native.code != ran.code {
            difference(&mut problems, "exit code (expected: native)", &code(native.code), &code(ran.code));
        }
        if native.stdout != ran.stdout {
            difference(&mut problems, "standard output (expected: native)", &native.stdout, &ran.stdout);
        }
    }
    if !problems.is_empty() && !ran.stderr.is_empty() {
        let _ = write!(problems, "standard error of gmc:\n{}", indented("    ", &ran.stderr));
    }
    outcome(problems, expected.missed.as_deref())
}

fn is_same(native: &Ran, ran: &Ran) -> bool {
    native.code == ran.code && native.stdout == ran.stdout
}

/// Compares what gmc reported with the marks of the program.
fn compare_report(expected: &Expected, path: &Path, ran: &Ran, problems: &mut String) {
    let first = ran.stderr.lines().next().unwrap_or_default();
    if !expected.guilty.is_empty() {
        let found: Vec<_> = expected.guilty.iter().map(|mark| compare_mark(mark, path, first)).collect();
        if found.iter().all(|problem| !problem.is_empty()) {
            problems.push_str(&found.concat());
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

/// Compares the first line of a report with a mark.
fn compare_mark(mark: &Mark, path: &Path, first: &str) -> String {
    let Mark { line, kind, part } = mark;
    let mut problems = String::new();
    let place = format!("{}:{line}:", path.display());
    match first.strip_prefix(&place).and_then(|rest| rest.split_once(": ")) {
        Some((_, rest)) => {
            let (name, message) = rest.split_once(": ").unwrap_or((rest, ""));
            if name != kind {
                difference(&mut problems, "kind", kind, name);
            } else if !message.contains(part.as_str()) {
                difference(&mut problems, "message", &format!("…{part}…"), message);
            }
        }
        None => difference(&mut problems, "guilty line", &format!("{place} {kind}: {part}"), first),
    }
    problems
}
