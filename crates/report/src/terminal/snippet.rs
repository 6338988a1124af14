//! Source with labels in the manner of rustc: each file once, its lines in order, with marks below and a text beside
//! each mark.
//!
//! ```text
//!   --> counter.c:20:10
//!    |
//! 12 |   counter++;
//!    |          -- thread 1 reads it here
//! ...
//! 20 |   counter++;
//!    |          ^^ thread 0 writes it
//! ```

use super::{BLUE, BOLD, PLAIN, Position, Printer, mark};
use gmc_model::Location;
use std::fmt::{self, Write as _};

/// A source location with a text about it.
pub(super) struct Label<'l> {
    pub(super) at: &'l Location,
    pub(super) text: &'l str,
    /// It is the violation's own location, not a note's.
    pub(super) primary: bool,
}

/// Texts of labels are not wrapped to fewer characters than this.
const NARROWEST: usize = 24;

impl Printer<'_> {
    /// Writes labels, file by file, in the order in which files first occur.
    pub(super) fn snippet(&mut self, labels: &[Label<'_>], style: &'static str) -> fmt::Result {
        let (frame, plain) = (self.paint(BLUE), self.paint(PLAIN));
        let mut files: Vec<&str> = Vec::new();
        for label in labels {
            if !files.contains(&label.at.file.as_str()) {
                files.push(&label.at.file);
            }
        }
        let margin = labels.iter().map(|it| it.at.line.to_string().len()).max().unwrap_or(1);
        for (number, file) in files.iter().enumerate() {
            let mut here: Vec<&Label<'_>> = labels.iter().filter(|it| it.at.file == *file).collect();
            let arrow = if number == 0 { "-->" } else { ":::" };
            writeln!(self.out, "{frame}{:margin$}{arrow}{plain} {}", "", Position(here[0].at))?;
            here.sort_by_key(|it| it.at.line);
            let mut last = None;
            for line in here.chunk_by(|a, b| a.at.line == b.at.line) {
                let number = line[0].at.line;
                match last {
                    None => writeln!(self.out, "{frame}{:margin$} |{plain}", "")?,
                    Some(before) if before + 1 < number => writeln!(self.out, "{frame}...{plain}")?,
                    Some(_) => {}
                }
                last = Some(number);
                self.labelled(line, margin, style)?;
            }
        }
        Ok(())
    }

    /// A line of source with its labels.
    fn labelled(&mut self, labels: &[&Label<'_>], margin: usize, style: &'static str) -> fmt::Result {
        let (style, frame, plain) = (self.paint(style), self.paint(BLUE), self.paint(PLAIN));
        let at = labels[0].at;
        let Some(line) = self.line(&at.file, at.line) else {
            return labels.iter().try_for_each(|it| self.beside(margin, "", frame, it.text));
        };
        writeln!(self.out, "{frame}{:>margin$} |{plain} {}", at.line, line.trim_end())?;
        let mut columns: Vec<u32> = labels.iter().map(|it| it.at.column).collect();
        columns.sort_unstable();
        columns.dedup();
        for column in columns {
            let mut here = labels.iter().filter(|it| it.at.column == column);
            let primary = here.clone().any(|it| it.primary);
            let (sign, colour) = if primary { ("^", style) } else { ("-", frame) };
            let Some((before, width)) = mark(&line, column) else {
                here.try_for_each(|it| self.beside(margin, "", colour, it.text))?;
                continue;
            };
            let marks = format!("{before}{colour}{} ", sign.repeat(width));
            let room = before.chars().count() + width + 1;
            let first = here.next().map_or("", |it| it.text);
            let mut wrapped = self.wrapped(first, room + margin + 3).into_iter();
            let start = wrapped.next().unwrap_or_default();
            writeln!(
                self.out,
                "{frame}{:margin$} |{plain} {}{plain}",
                "",
                format!("{marks}{start}").trim_end()
            )?;
            let indent: String = before + &" ".repeat(width + 1);
            let others: Vec<String> = here.flat_map(|it| self.wrapped(it.text, room + margin + 3)).collect();
            for text in wrapped.chain(others) {
                writeln!(self.out, "{frame}{:margin$} |{plain} {indent}{colour}{text}{plain}", "")?;
            }
        }
        Ok(())
    }

    /// The text of a label whose line or column cannot be shown.
    fn beside(&mut self, margin: usize, indent: &str, colour: &'static str, text: &str) -> fmt::Result {
        let (frame, plain) = (self.paint(BLUE), self.paint(PLAIN));
        writeln!(self.out, "{frame}{:margin$} |{plain} {indent}{colour}{text}{plain}", "")
    }

    /// A note without a source location.
    pub(super) fn remark(&mut self, margin: usize, text: &str) -> fmt::Result {
        let (frame, bold, plain) = (self.paint(BLUE), self.paint(BOLD), self.paint(PLAIN));
        let lines = self.wrapped(text, margin + 9);
        for (number, line) in lines.iter().enumerate() {
            match number {
                0 => writeln!(self.out, "{frame}{:margin$} = {plain}{bold}note{plain}: {line}", "")?,
                _ => writeln!(self.out, "{:margin$}         {line}", "")?,
            }
        }
        Ok(())
    }

    /// A text in lines that fit into the width, `used` characters of which are taken.
    fn wrapped(&self, text: &str, used: usize) -> Vec<String> {
        let room = self.width.saturating_sub(used).max(NARROWEST);
        let mut lines = vec![String::new()];
        for word in text.split(' ') {
            let line = lines.last_mut().expect("there is always one");
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > room {
                lines.push(word.to_owned());
            } else {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
            }
        }
        lines
    }
}

/// The width of the column of line numbers.
pub(super) fn margin(labels: &[Label<'_>]) -> usize {
    labels.iter().map(|it| it.at.line.to_string().len()).max().unwrap_or(1)
}
