//! Control characters of the program's texts (its source lines, file names, messages) as escapes: a terminal obeys them
//! otherwise.
//!
//! Invariant: no control character reaches the output but ends of lines, tabs and gmc's own colours.

use super::{BLUE, BOLD, DIM, GREEN, PLAIN, RED, YELLOW};
use std::borrow::Cow;
use std::fmt::{self, Write};

/// A text of several lines whose other control characters are escaped.
pub fn escaped(text: &str) -> Cow<'_, str> {
    escaped_but(text, |c| matches!(c, '\n' | '\t'))
}

/// The same for a text that may have the colours of reports in it.
pub fn escaped_report(text: &str, colour: bool) -> String {
    let mut out = String::new();
    let written = Escaping { out: &mut out, colour }.write_str(text);
    written.expect("a string takes everything");
    out
}

/// A name or line, in which ends of lines are escaped as well.
pub(super) fn escaped_name(text: &str) -> Cow<'_, str> {
    escaped_but(text, |c| c == '\t')
}

fn escaped_but(text: &str, is_fine: impl Fn(char) -> bool) -> Cow<'_, str> {
    if text.chars().all(|c| !c.is_control() || is_fine(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    for c in text.chars() {
        if c.is_control() && !is_fine(c) {
            out += &escape(c);
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// How a control character is shown.
pub(super) fn escape(c: char) -> String {
    let code = u32::from(c);
    if code < 0x80 { format!("\\x{code:02x}") } else { format!("\\u{code:04x}") }
}

/// Escapes what is written, except for the colours of reports.
pub(super) struct Escaping<'o> {
    pub(super) out: &'o mut dyn Write,
    pub(super) colour: bool,
}

impl Write for Escaping<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some(at) = rest.find('\x1b').filter(|_| self.colour) {
            let (before, from) = rest.split_at(at);
            self.out.write_str(&escaped(before))?;
            let own =
                [RED, BLUE, GREEN, YELLOW, BOLD, DIM, PLAIN].into_iter().find(|it| from.starts_with(it));
            match own {
                Some(own) => self.out.write_str(own)?,
                None => self.out.write_str(&escape('\x1b'))?,
            }
            rest = &from[own.map_or(1, str::len)..];
        }
        self.out.write_str(&escaped(rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_colours_remain() {
        let text = format!("{RED}a\t\x1b[2J\x07{PLAIN}\x1b]0;t\u{9b}\r\n");
        assert_eq!(
            escaped_report(&text, true),
            format!("{RED}a\t\\x1b[2J\\x07{PLAIN}\\x1b]0;t\\u009b\\x0d\n")
        );
        assert_eq!(escaped_report("\x1b[1mé\n", false), "\\x1b[1mé\n");
        assert_eq!(escaped_name("a\nb"), "a\\x0ab");
    }
}
