//! Formulas in a file: one in a line, with or without a name in front (`name: formula`).

/// A formula of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<'a> {
    /// Its name, if it has one.
    pub name: Option<&'a str>,
    /// The formula.
    pub text: &'a str,
    /// Its line, from 1.
    pub line: usize,
}

/// The formulas of a file. Empty lines, and those that begin with `#`, are left out.
#[must_use]
pub fn list(text: &str) -> Vec<Listed<'_>> {
    let lines = text.lines().enumerate().filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let listed = lines.map(|(number, line)| match named(line) {
        Some((name, text)) => Listed { name: Some(name), text, line: number + 1 },
        None => Listed { name: None, text: line.trim(), line: number + 1 },
    });
    listed.collect()
}

/// The name in front of a formula, and the formula.
fn named(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.split_once(':')?;
    let name = name.trim();
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-' || c == '.';
    (!name.is_empty() && name.chars().all(plain) && !rest.starts_with(':')).then(|| (name, rest.trim()))
}
