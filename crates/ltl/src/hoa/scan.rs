//! The words of the Hanoi format, with the lines that they are in.

use super::read::HoaError;

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// `Name:`
    Header(String),
    /// `name`
    Identifier(String),
    /// `@name`
    Alias(String),
    /// `"text"`
    Text(String),
    Number(u64),
    /// One of `[ ] { } ( ) ! & |`
    Sign(char),
    /// `--BODY--`, `--END--`, `--ABORT--`
    Marker(String),
}

/// Cuts a text into words, each with its line.
pub(super) fn words(text: &str) -> Result<Vec<(Word, usize)>, HoaError> {
    let mut words = Vec::new();
    let mut rest = text;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\n' => {
                line += 1;
                1
            }
            c if c.is_whitespace() => c.len_utf8(),
            '/' if rest.starts_with("/*") => {
                let Some(end) = rest.find("*/") else {
                    return Err(HoaError::new(line, "this comment has no end"));
                };
                line += rest[..end].matches('\n').count();
                end + 2
            }
            '"' => {
                let (text, length) =
                    quoted(rest).ok_or_else(|| HoaError::new(line, "this string has no end"))?;
                words.push((Word::Text(text), line));
                line += rest[..length].matches('\n').count();
                length
            }
            '-' if rest.starts_with("--") => {
                let Some(end) = rest[2..].find("--") else {
                    return Err(HoaError::new(line, "`--` is no marker"));
                };
                words.push((Word::Marker(rest[2..end + 2].to_owned()), line));
                end + 4
            }
            '[' | ']' | '{' | '}' | '(' | ')' | '!' | '&' | '|' => {
                words.push((Word::Sign(first), line));
                1
            }
            c if c.is_ascii_digit() => {
                let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let number = rest[..length].parse();
                words.push((
                    Word::Number(number.map_err(|_| HoaError::new(line, "this number is too large"))?),
                    line,
                ));
                length
            }
            '@' => {
                let length = 1 + name_length(&rest[1..]);
                words.push((Word::Alias(rest[1..length].to_owned()), line));
                length
            }
            c if c.is_alphabetic() || c == '_' => {
                let length = name_length(rest);
                let name = rest[..length].to_owned();
                let header = rest[length..].starts_with(':');
                words.push((if header { Word::Header(name) } else { Word::Identifier(name) }, line));
                length + usize::from(header)
            }
            c => return Err(HoaError::new(line, &format!("`{}` has no meaning here", c.escape_default()))),
        };
        rest = &rest[length..];
    }
    Ok(words)
}

fn name_length(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-' && c != '.').unwrap_or(text.len())
}

/// The text in quotes that the rest begins with, and how long it is with them.
fn quoted(rest: &str) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => {
                escaped = false;
                text.push(c);
            }
            '\\' => escaped = true,
            '"' => return Some((text, at + 1)),
            _ => text.push(c),
        }
    }
    None
}
