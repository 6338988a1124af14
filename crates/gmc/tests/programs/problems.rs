//! What is wrong with a program's outcome, written as differences.

use std::fmt::Write as _;

/// Notes what was expected and what was found.
pub(crate) fn difference(problems: &mut String, what: &str, expected: &str, found: &str) {
    let _ = write!(problems, "{what}:\n{}{}", indented("  - ", expected), indented("  + ", found));
}

pub(crate) fn indented(prefix: &str, text: &str) -> String {
    let lines = if text.is_empty() { vec![""] } else { text.lines().collect() };
    lines.iter().map(|line| format!("{prefix}{line}\n")).collect()
}

/// An exit code for a reader.
pub(crate) fn code(code: Option<i32>) -> String {
    code.map_or_else(|| "killed by a signal".to_owned(), |code| code.to_string())
}

/// The outcome of a program, given what is wrong with it and whether gmc is known to miss it.
pub(crate) fn outcome(problems: String, missed: Option<&str>) -> Result<(), String> {
    match (missed, problems.is_empty()) {
        (Some(why), true) => Err(format!("it does what it should, but says that gmc misses it: {why}")),
        (Some(_), false) | (None, true) => Ok(()),
        (None, false) => Err(problems),
    }
}
