//! A source file, split into code, comments and strings by hand.
//!
//! It knows just enough of Rust and C++ to tell these apart and to find items by their keywords and brackets. Code
//! keeps its lines: where a comment or the text of a string stood there are blanks.

use std::ops::Range;

/// One file.
pub(crate) struct Source {
    /// Its path in the repository.
    pub name: String,
    /// All of it.
    pub text: String,
    /// What is left without comments and without what stands between quotes; as many lines as the text.
    pub code: String,
    /// Every string literal as it is written, with the line that it starts on.
    pub strings: Vec<(usize, String)>,
}

/// An item that a keyword starts.
pub(crate) struct Item<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where its keyword stands in the code.
    pub start: usize,
    /// What stands between its braces, as a range of the code.
    pub body: Range<usize>,
}

impl Source {
    /// Splits a file.
    pub(crate) fn new(name: String, text: String) -> Source {
        let is_rust = name.ends_with(".rs");
        let bytes = text.as_bytes();
        let (mut code, mut strings) = (bytes.to_vec(), Vec::new());
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let (hidden, end) = if rest.starts_with(b"//") {
                (0, find(bytes, at, b"\n").unwrap_or(bytes.len()))
            } else if rest.starts_with(b"/*") {
                (0, block_comment(bytes, at, is_rust))
            } else if let Some((quote, end)) = string(bytes, at) {
                let last = text[..end].rfind('"').unwrap_or(quote).max(quote + 1);
                strings.push((line_of(&text, quote), text[quote + 1..last].to_owned()));
                (quote + 1 - at, end - 1)
            } else if let Some(end) = character(bytes, at, is_rust) {
                (1, end - 1)
            } else if is_name(rest[0]) {
                at += rest.iter().take_while(|it| is_name(**it)).count();
                continue;
            } else {
                at += 1;
                continue;
            };
            for byte in &mut code[at + hidden..end] {
                if *byte != b'\n' {
                    *byte = b' ';
                }
            }
            at = end.max(at + hidden);
            // The closing quote.
            if hidden > 0 {
                at += 1;
            }
        }
        // Only comments and literals were cut, at the borders of characters.
        let code = String::from_utf8(code).expect("whole characters");
        Source { name, text, code, strings }
    }

    /// The lines of code: neither blank nor only a comment.
    pub(crate) fn code_lines(&self, range: Range<usize>) -> usize {
        self.code[range].lines().filter(|line| !line.trim().is_empty()).count()
    }

    /// The line of a place in the code, counted from 1.
    pub(crate) fn line(&self, at: usize) -> usize {
        line_of(&self.code, at)
    }

    /// The items with a body that this keyword starts.
    pub(crate) fn items<'a>(&'a self, keyword: &'a str) -> impl Iterator<Item = Item<'a>> {
        words(&self.code).filter(move |it| it.1 == keyword).filter_map(|(start, keyword)| {
            let rest = &self.code[start + keyword.len()..];
            let name_at = start + keyword.len() + (rest.len() - rest.trim_start().len());
            let name = words(&self.code[name_at..]).next().filter(|it| it.0 == 0)?.1;
            let body = body(&self.code, name_at + name.len())?;
            Some(Item { name, start, body })
        })
    }

    /// Where this keyword stands before a name.
    pub(crate) fn keywords<'a>(&'a self, keyword: &'a str) -> impl Iterator<Item = usize> {
        let named =
            |at: usize| self.code[at..].trim_start().starts_with(|c: char| c.is_alphabetic() || c == '_');
        words(&self.code).filter(move |it| it.1 == keyword && named(it.0 + keyword.len())).map(|it| it.0)
    }

    /// The `impl` blocks: what stands between the keyword and the brace, and the body.
    pub(crate) fn impls(&self) -> impl Iterator<Item = (&str, Item<'_>)> {
        words(&self.code).filter(|it| it.1 == "impl").filter_map(|(start, _)| {
            let line = self.code[..start].rfind('\n').map_or(0, |it| it + 1);
            let starts = self.code[line..start].trim();
            let body = body(&self.code, start).filter(|_| starts.is_empty() || starts == "unsafe")?;
            let head = &self.code[start + 4..body.start - 1];
            Some((head.trim(), Item { name: "impl", start, body }))
        })
    }

    /// What stands between the braces of the item whose head goes on here; none if it ends without.
    pub(crate) fn body(&self, from: usize) -> Option<Range<usize>> {
        body(&self.code, from)
    }

    /// The reason written beside an item: `// tidy: …` among the comments and attributes directly above it, or the
    /// reason for which clippy is to expect that it is too long.
    pub(crate) fn reason(&self, start: usize) -> Option<String> {
        let first = self.line(start) - 1;
        let lines: Vec<(&str, &str)> = self.text.lines().zip(self.code.lines()).take(first).collect();
        let ends = |(text, code): &(&str, &str)| {
            text.trim().is_empty() || code.trim_end().ends_with([';', '}', '{'])
        };
        let above = &lines[lines.iter().rposition(ends).map_or(0, |it| it + 1)..];
        above.iter().find_map(|it| written(it.0)).or_else(|| {
            let above: String = above.iter().map(|it| it.0).collect();
            let attribute = above.split_once("clippy::too_many_lines")?.1.split(")]").next()?;
            let reason = attribute.split_once("reason = \"")?.1.split('"').next()?;
            (!reason.is_empty()).then(|| reason.to_owned())
        })
    }

    /// The reason written at the top of a file, between what the file says of itself and its first line of code.
    pub(crate) fn file_reason(&self) -> Option<String> {
        let top = self.text.lines().zip(self.code.lines()).take_while(|it| it.1.trim().is_empty());
        top.filter(|it| it.0.starts_with("// tidy: ")).find_map(|it| written(it.0))
    }
}

/// The reason on a line.
fn written(line: &str) -> Option<String> {
    let reason = line.trim().strip_prefix("// tidy: ")?.trim();
    (!reason.is_empty()).then(|| reason.to_owned())
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// All names and keywords with their places.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let bytes = text.as_bytes();
        at += bytes[at..].iter().take_while(|it| !is_name(**it)).count();
        let length = bytes[at..].iter().take_while(|it| is_name(**it)).count();
        let start = at;
        at += length;
        (length > 0).then(|| (start, &text[start..at]))
    })
}

/// The line of a place in a text, counted from 1.
pub(crate) fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes()[..at].iter().filter(|it| **it == b'\n').count() + 1
}

/// What stands between the braces of the item whose head goes on here; none if it ends without.
fn body(code: &str, from: usize) -> Option<Range<usize>> {
    let bytes = code.as_bytes();
    let mut depth = 0;
    let mut open = from;
    loop {
        match bytes.get(open)? {
            b'(' | b'[' => depth += 1,
            b')' | b']' if depth == 0 => return None,
            b')' | b']' => depth -= 1,
            b';' | b'}' if depth == 0 => return None,
            b'{' if depth == 0 => break,
            _ => {}
        }
        open += 1;
    }
    let mut depth = 0;
    for (at, byte) in bytes.iter().enumerate().skip(open) {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(open + 1..at),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    bytes[from..].windows(what.len()).position(|it| it == what).map(|it| from + it)
}

/// The end of a comment in `/*` and `*/`; in Rust there may be others in it.
fn block_comment(bytes: &[u8], from: usize, nests: bool) -> usize {
    let (mut depth, mut at) = (0, from);
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") && (nests || depth == 0) {
            (depth, at) = (depth + 1, at + 2);
        } else if bytes[at..].starts_with(b"*/") {
            (depth, at) = (depth - 1, at + 2);
        } else {
            at += 1;
        }
        if depth == 0 {
            return at;
        }
    }
    bytes.len()
}

/// The place of the first quote of the string literal here, and its end.
fn string(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let prefix = bytes[at..].iter().take_while(|it| b"bcruLUR8".contains(it)).count();
    let hashes = bytes[at + prefix..].iter().take_while(|it| **it == b'#').count();
    let quote = at + prefix + hashes;
    if bytes.get(quote) != Some(&b'"') {
        return None;
    }
    let prefix = &bytes[at..at + prefix];
    if prefix.contains(&b'R') {
        let open = find(bytes, quote, b"(")?;
        let close = [b")", &bytes[quote + 1..open], b"\""].concat();
        return Some((quote, find(bytes, open, &close)? + close.len()));
    }
    if prefix.contains(&b'r') {
        let close = [b"\"", &*vec![b'#'; hashes]].concat();
        return Some((quote, find(bytes, quote + 1, &close)? + close.len()));
    }
    if hashes > 0 {
        return None;
    }
    let mut end = quote + 1;
    while *bytes.get(end)? != b'"' {
        end += if bytes[end] == b'\\' { 2 } else { 1 };
    }
    Some((quote, end + 1))
}

/// The end of the character literal here. In Rust a quote may also start the name of a lifetime, in C++ part digits.
fn character(bytes: &[u8], at: usize, is_rust: bool) -> Option<usize> {
    if bytes[at] != b'\'' || !is_rust && at > 0 && is_name(bytes[at - 1]) {
        return None;
    }
    let first = *bytes.get(at + 1)?;
    if first == b'\\' {
        return Some(find(bytes, at + 3, b"'")? + 1);
    }
    let length = match first {
        0..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    };
    let end = at + 1 + length;
    (bytes.get(end) == Some(&b'\'')).then_some(end + 1)
}

#[test]
fn code_is_told_from_comments_and_strings() {
    let text = r##"
/// A "comment" with 'quotes'.
fn first<'a>(it: &'a str) -> char { /* fn no() {} /* */ { */ let x = r#"fn "no" {"#; '"' }
struct Second { a: [u8; 2], b: fn(u8) -> u8 }
// tidy: a reason
#[must_use]
pub trait Third { fn a(&self); fn b(&self) { "}\"{"; '\''; } }
"##;
    let source = Source::new("a.rs".to_owned(), text.to_owned());
    let names = |keyword: &'static str| source.items(keyword).map(|it| it.name).collect::<Vec<_>>();
    assert_eq!(names("fn"), ["first", "b"]);
    assert_eq!(names("struct"), ["Second"]);
    let strings: Vec<&str> = source.strings.iter().map(|it| &*it.1).collect();
    assert_eq!(strings, ["fn \"no\" {", "}\\\"{"]);
    let third = source.items("trait").next().expect("there");
    assert_eq!(source.reason(third.start).as_deref(), Some("a reason"));
    assert_eq!(source.line(third.start), 7);
    assert_eq!(source.reason(source.items("struct").next().expect("there").start), None);
}
