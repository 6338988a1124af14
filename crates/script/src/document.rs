//! The table of everything that scripts can call, as text: for `gmc script --help-api` and for `docs/scripts.md`.

use crate::api::{Entry, sections};
use std::fmt::Write as _;

/// Whether a section is a table of functions, not the methods of objects.
fn is_library(section: &str) -> bool {
    !section.contains('_')
}

fn call(section: &str, entry: &Entry) -> String {
    match (is_library(section), entry.is_field) {
        (true, true) => format!("{section}.{}", entry.name),
        (true, false) => format!("{section}.{}({})", entry.name, entry.arguments),
        (false, _) => format!(":{}({})", entry.name, entry.arguments),
    }
}

/// For a terminal.
pub fn help() -> String {
    let mut out = String::new();
    for section in sections() {
        let _ = writeln!(out, "{}: {}\n", section.name, section.says);
        for entry in &section.entries {
            let _ = writeln!(out, "  {:<44} {}", call(section.name, entry), entry.says);
        }
        out.push('\n');
    }
    out
}

/// For Markdown.
pub fn list() -> String {
    let mut out = String::new();
    for section in sections() {
        let _ = writeln!(out, "\n### `{}`: {}\n", section.name, section.says);
        for entry in &section.entries {
            item(&mut out, &format!("`{}`: {}", call(section.name, entry), entry.says));
        }
    }
    out
}

/// Adds an item to a Markdown list, in lines of at most 120 characters.
fn item(out: &mut String, text: &str) {
    let mut line = String::from("-");
    for word in text.split(' ') {
        if line.chars().count() + 1 + word.chars().count() > 120 {
            let _ = writeln!(out, "{line}");
            line = String::from(" ");
        }
        line = line + " " + word;
    }
    let _ = writeln!(out, "{line}");
}
