//! What a program says of itself: `//@` lines at its top, and marks on the guilty lines.

use std::fs;
use std::path::Path;

/// What must happen.
#[derive(Debug, Default)]
pub(crate) struct Expected {
    pub(crate) exit: i32,
    /// A kind, without a guilty line (for errors that have none).
    pub(crate) violation: Option<String>,
    /// The guilty line; where there are several, one of them is reported.
    pub(crate) guilty: Vec<Mark>,
    /// A part of the reason why nothing is known.
    pub(crate) unknown: Option<String>,
    /// Parts of the report.
    pub(crate) notes: Vec<String>,
    /// Parts of the report that stand in the trace.
    pub(crate) traces: Vec<String>,
    pub(crate) stdout: Option<String>,
    pub(crate) stdin: String,
    pub(crate) args: Vec<String>,
    pub(crate) flags: Vec<String>,
    /// Options of `gmc run`.
    pub(crate) options: Vec<String>,
    pub(crate) native: bool,
    /// What it may do to files, as `gmc run --files` has it.
    pub(crate) files: Option<String>,
    /// The program is for `gmc check`, with these options.
    pub(crate) check: Option<Vec<String>>,
    /// How many states `gmc check` visits.
    pub(crate) states: Option<u64>,
    /// Why gmc does not do yet what the program says.
    pub(crate) missed: Option<String>,
}

/// A guilty line.
#[derive(Debug)]
pub(crate) struct Mark {
    pub(crate) line: u32,
    pub(crate) kind: String,
    /// A part of the message.
    pub(crate) part: String,
}

/// Marks the guilty line.
const GUILTY: &str = "//~ ";
/// Marks one of several lines, of which one is reported.
const ONE_OF: &str = "//~| ";

impl Expected {
    pub(crate) fn read(path: &Path, text: &str) -> Result<Expected, String> {
        let beside = |extension: &str| fs::read_to_string(path.with_extension(extension)).ok();
        let mut it = Expected {
            native: true,
            stdout: beside("out"),
            stdin: beside("in").unwrap_or_default(),
            ..Expected::default()
        };
        let mut certain = false;
        for (number, line) in (1..).zip(text.lines()) {
            let at = |why: String| format!("line {number}: {why}");
            if let Some(annotation) = line.strip_prefix("//@ ") {
                it.annotate(annotation).map_err(at)?;
            } else if line.starts_with("//@") {
                return Err(at("an annotation is `//@ NAME: VALUE`".to_owned()));
            }
            let only = line.split_once(GUILTY).map(|(_, mark)| mark);
            certain |= only.is_some();
            let marks = only.into_iter().chain(line.split(ONE_OF).skip(1));
            it.guilty.extend(marks.map(|mark| Mark::read(number, mark)));
            if certain && it.guilty.len() > 1 {
                return Err(at("there is only one guilty line (or one of those marked `//~|`)".to_owned()));
            }
        }
        if it.is_wrong() {
            it.exit = 1;
        } else if it.unknown.is_some() {
            it.exit = 3;
        }
        if path.to_string_lossy().contains(".bad.") != it.is_wrong() {
            return Err("a program named .bad, and no other, states a violation".to_owned());
        }
        Ok(it)
    }

    /// It does something wrong.
    pub(crate) fn is_wrong(&self) -> bool {
        self.violation.is_some() || !self.guilty.is_empty()
    }

    fn annotate(&mut self, annotation: &str) -> Result<(), String> {
        let (name, value) = annotation.split_once(':').unwrap_or((annotation, ""));
        let value = value.trim();
        let words = || value.split_whitespace().map(str::to_owned);
        match name {
            "exit" => self.exit = value.parse().map_err(|_| format!("`{value}` is no exit code"))?,
            "violation" => self.violation = Some(value.to_owned()),
            "unknown" => self.unknown = Some(value.to_owned()),
            "note" => self.notes.push(value.to_owned()),
            "trace" => self.traces.push(value.to_owned()),
            "check" => self.check.get_or_insert_default().extend(words()),
            "states" => self.states = Some(value.parse().map_err(|_| format!("`{value}` is no number"))?),
            "args" => self.args = words().collect(),
            "flags" => self.flags = words().collect(),
            "options" => self.options = words().collect(),
            "stdin" => self.stdin.push_str(&unquote(value)?),
            "stdout" => self.stdout.get_or_insert_default().push_str(&unquote(value)?),
            "missed" => self.missed = Some(value.to_owned()),
            "native" if value == "no" => self.native = false,
            "files" => self.files = Some(value.to_owned()),
            _ => return Err(format!("there is no annotation `{annotation}`")),
        }
        Ok(())
    }
}

impl Mark {
    fn read(line: u32, mark: &str) -> Mark {
        let (kind, part) = mark.split_once(": ").unwrap_or((mark, ""));
        Mark { line, kind: kind.trim().to_owned(), part: part.trim().to_owned() }
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
