//! A violation on a terminal: one line that programs can read, then the source with the violation and its notes marked,
//! and the calls that led there.
//!
//! ```text
//! list.c:30:16: use-after-free: `list->next` reads 8 bytes at offset 8 of heap memory (16 bytes, freed)
//!   --> list.c:30:16
//!    |
//! 29 |     free(list);
//!    |     ---- it was freed here
//! 30 |     list = list->next;
//!    |                ^
//!    = calls: main() at list.c:30:16
//! ```

mod chart;
mod columns;
mod escape;
mod profile;
mod snippet;
mod steps;
mod verdict;

pub use escape::{escaped, escaped_report};
pub use steps::{chart, steps};
pub use verdict::{Style, answer};

use escape::{Escaping, escape, escaped_name};
use gmc_model::{Call, Location, Violation, without_parameters};
use snippet::Label;
use std::collections::HashMap;
use std::fmt::{self, Write};

/// The calls shown at either end of a long stack.
const CALLS: usize = 12;

/// Where source lines come from: a file as the compiler was given it, to its text.
pub trait Sources {
    /// The text; none when it cannot be read.
    fn text(&self, file: &str) -> Option<String>;
}

impl<F: Fn(&str) -> Option<String>> Sources for F {
    fn text(&self, file: &str) -> Option<String> {
        self(file)
    }
}

/// Writes a violation.
///
/// # Errors
/// Those of `out`.
pub fn violation(
    out: &mut dyn Write,
    violation: &Violation,
    sources: &dyn Sources,
    colour: bool,
) -> fmt::Result {
    Printer::new(out, sources, colour).violation(violation)
}

const RED: &str = "\x1b[1;31m";
const BLUE: &str = "\x1b[1;34m";
const GREEN: &str = "\x1b[1;32m";
const YELLOW: &str = "\x1b[1;33m";
const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const PLAIN: &str = "\x1b[0m";

/// Writes an error that does not count, and that users are told of.
///
/// # Errors
/// Those of `out`.
pub fn warning(out: &mut dyn Write, it: &Violation, sources: &dyn Sources, colour: bool) -> fmt::Result {
    Printer::new(out, sources, colour).warning(it)
}

struct Printer<'o> {
    out: Escaping<'o>,
    sources: &'o dyn Sources,
    colour: bool,
    /// Texts are wrapped to this many characters.
    width: usize,
    /// The lines of files that have been read.
    files: HashMap<String, Vec<String>>,
}

impl<'o> Printer<'o> {
    fn new(out: &'o mut dyn Write, sources: &'o dyn Sources, colour: bool) -> Printer<'o> {
        Printer { out: Escaping { out, colour }, sources, colour, width: usize::MAX, files: HashMap::new() }
    }

    fn violation(&mut self, violation: &Violation) -> fmt::Result {
        self.head(violation.location.as_ref(), violation.kind.name(), RED, &violation.message)?;
        let of_note = |note: &'_ gmc_model::Note| note.location.clone().map(|at| (at, note.message.clone()));
        let located: Vec<_> = violation.notes.iter().filter_map(of_note).collect();
        let primary = violation.location.iter().map(|at| Label { at, text: "", primary: true });
        let secondary = located.iter().map(|(at, text)| Label { at, text, primary: false });
        let labels: Vec<Label<'_>> = primary.chain(secondary).collect();
        let labels = merged(labels);
        self.snippet(&labels, RED)?;
        let margin = snippet::margin(&labels);
        for note in violation.notes.iter().filter(|note| note.location.is_none()) {
            self.remark(margin, &note.message)?;
        }
        self.calls(&violation.stack)
    }

    /// An error that users are only warned of.
    fn warning(&mut self, violation: &Violation) -> fmt::Result {
        let message = format!("{}: {}", violation.kind, violation.message);
        self.head(violation.location.as_ref(), "warning", YELLOW, &message)?;
        violation.location.as_ref().map_or(Ok(()), |at| self.excerpt(at, YELLOW))
    }

    fn paint(&self, style: &'static str) -> &'static str {
        if self.colour { style } else { "" }
    }

    /// `FILE:LINE:COL: WORD: message`
    fn head(&mut self, at: Option<&Location>, word: &str, style: &'static str, message: &str) -> fmt::Result {
        let (style, bold, plain) = (self.paint(style), self.paint(BOLD), self.paint(PLAIN));
        if let Some(at) = at {
            write!(self.out, "{bold}{}: {plain}", Position(at))?;
        }
        writeln!(self.out, "{style}{word}{plain}{bold}: {message}{plain}")
    }

    fn line(&mut self, file: &str, number: u32) -> Option<String> {
        let sources = self.sources;
        if !self.files.contains_key(file) {
            let text = sources.text(file).unwrap_or_default();
            self.files.insert(file.to_owned(), text.lines().map(str::to_owned).collect());
        }
        let line = self.files[file].get(usize::try_from(number.checked_sub(1)?).ok()?)?;
        (!line.trim().is_empty()).then(|| line.clone())
    }

    /// The line as it is shown, without blanks at its ends.
    fn shown_line(&mut self, file: &str, number: u32) -> Option<String> {
        self.line(file, number).map(|line| escaped_name(line.trim()).into_owned())
    }

    /// The line with a mark below.
    fn excerpt(&mut self, at: &Location, style: &'static str) -> fmt::Result {
        let Some(line) = self.line(&at.file, at.line) else { return Ok(()) };
        let (style, frame, plain) = (self.paint(style), self.paint(BLUE), self.paint(PLAIN));
        let number = at.line.to_string();
        let margin = " ".repeat(number.len());
        writeln!(self.out, "{frame}{margin} |{plain}")?;
        writeln!(self.out, "{frame}{number} |{plain} {}", line.trim_end())?;
        if let Some((before, width)) = mark(&line, at.column) {
            writeln!(self.out, "{frame}{margin} |{plain} {before}{style}{}{plain}", "^".repeat(width))?;
        }
        Ok(())
    }

    fn calls(&mut self, stack: &[Call]) -> fmt::Result {
        if stack.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "calls, the last one first:")?;
        let hidden = stack.len().saturating_sub(2 * CALLS);
        let (first, last) =
            if hidden == 0 { (stack, &stack[..0]) } else { (&stack[..CALLS], &stack[stack.len() - CALLS..]) };
        for call in first {
            self.call(call)?;
        }
        if hidden > 0 {
            writeln!(self.out, "  … {hidden} more")?;
        }
        for call in last {
            self.call(call)?;
        }
        Ok(())
    }

    fn call(&mut self, call: &Call) -> fmt::Result {
        let arguments: Vec<String> =
            call.arguments.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let (bold, plain) = (self.paint(BOLD), self.paint(PLAIN));
        let function = without_parameters(&call.location.function);
        let arguments = arguments.join(", ");
        writeln!(self.out, "  {bold}{function}{plain}({arguments}) at {}", Position(&call.location))
    }
}

/// Moves the text of a note about the violation's own location to the primary label, which has none.
fn merged(mut labels: Vec<Label<'_>>) -> Vec<Label<'_>> {
    let Some(Label { at, text: "", primary: true }) = labels.first() else { return labels };
    let at = *at;
    let same = labels.iter().skip(1).position(|it| it.at == at);
    if let Some(same) = same {
        let text = labels.remove(same + 1).text;
        labels[0].text = text;
    }
    labels
}

/// The blanks before a mark below a line, and the mark's length: a whole word or number, one character otherwise.
/// Tabs stay tabs, so that the mark stands below its word whatever a tab's width; other control characters are shown as
/// escapes. Columns count bytes, as GCC's do.
fn mark(line: &str, column: u32) -> Option<(String, usize)> {
    let at = usize::try_from(column.checked_sub(1)?).ok()?;
    let (before, rest) = (line.get(..at)?, line.get(at..)?);
    let blanks = |c: char| match c {
        '\t' => "\t".to_owned(),
        c if c.is_control() => " ".repeat(escape(c).len()),
        _ => " ".to_owned(),
    };
    let indent = before.chars().map(blanks).collect();
    let word = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').count();
    Some((indent, word.max(1)))
}

/// `FILE:LINE:COLUMN`
struct Position<'l>(&'l Location);

impl fmt::Display for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", escaped_name(&self.0.file), self.0.line, self.0.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gmc_model::{ErrorKind, Note};

    fn at(line: u32, column: u32, function: &str) -> Location {
        Location { file: "a.c".to_owned(), line, column, function: function.to_owned() }
    }

    fn told(stack: Vec<Call>) -> String {
        let text = "int f(int *p) {\n\treturn *p + 1;\n}\n";
        let it = Violation {
            kind: ErrorKind::NullDereference,
            message: "`*p` reads 4 bytes through a null pointer".to_owned(),
            location: Some(at(2, 9, "f")),
            thread: gmc_model::ThreadId::FIRST,
            stack,
            notes: vec![Note { message: "declared".to_owned(), location: Some(at(1, 5, "f")) }],
            about: Vec::new(),
        };
        let sources = |file: &str| (file == "a.c").then(|| text.to_owned());
        let mut out = String::new();
        violation(&mut out, &it, &sources, false).expect("a string");
        out
    }

    #[test]
    fn excerpts_are_marked_and_tabs_kept() {
        let call = Call { location: at(2, 9, "f"), arguments: vec![("p".to_owned(), "NULL".to_owned())] };
        assert_eq!(
            told(vec![call]),
            "a.c:2:9: null-dereference: `*p` reads 4 bytes through a null pointer\n --> a.c:2:9\n  |\n\
             1 | int f(int *p) {\n  |     - declared\n2 | \treturn *p + 1;\n  | \t       ^\n\
             calls, the last one first:\n  f(p = NULL) at a.c:2:9\n"
        );
    }

    #[test]
    fn long_stacks_lose_their_middle() {
        let calls = (0..100).map(|n| Call { location: at(n, 1, "g"), arguments: Vec::new() }).collect();
        let text = told(calls);
        assert!(text.contains("  … 76 more\n"), "{text}");
        assert_eq!(text.lines().filter(|line| line.contains("g()")).count(), 24);
    }

    #[test]
    fn a_column_outside_of_the_line_has_no_mark() {
        assert_eq!(mark("short", 99), None);
        assert_eq!(mark("short", 0), None);
        assert_eq!(mark("a = value;", 5), Some(("    ".to_owned(), 5)));
    }
}
