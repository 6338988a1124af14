//! Response files: `@FILE` stands for the arguments written in FILE.
//!
//! gmc looks into them to learn what GCC is asked to do, and hands the original on. The rules are libiberty's
//! (`buildargv`, `expandargv`): white space separates, quotes of both kinds and backslashes protect, a file may name
//! others, and an `@FILE` that cannot be read is an argument like any other.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// Files in files deeper than this are a circle; libiberty gives up too.
const MAX_DEPTH: u32 = 64;

/// The arguments with every response file written out.
pub(crate) fn expand(arguments: &[OsString]) -> Vec<OsString> {
    let mut out = Vec::with_capacity(arguments.len());
    for argument in arguments {
        expand_into(argument, MAX_DEPTH, &mut out);
    }
    out
}

fn expand_into(argument: &OsStr, depth: u32, out: &mut Vec<OsString>) {
    let contents = match argument.as_bytes().strip_prefix(b"@") {
        Some(file) if depth > 0 => std::fs::read(OsStr::from_bytes(file)).ok(),
        _ => None,
    };
    match contents {
        Some(text) => {
            split(&text).iter().for_each(|argument| expand_into(argument, depth - 1, out));
        }
        None => out.push(argument.to_owned()),
    }
}

/// Splits a text into arguments.
pub(crate) fn split(text: &[u8]) -> Vec<OsString> {
    let mut out = Vec::new();
    let mut current: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (quote, byte) {
            (None, byte) if byte.is_ascii_whitespace() => out.extend(current.take()),
            (_, b'\\') => current.get_or_insert_default().extend(bytes.next()),
            (None, b'\'' | b'"') => {
                quote = Some(byte);
                current.get_or_insert_default();
            }
            (Some(open), byte) if byte == open => quote = None,
            (_, byte) => current.get_or_insert_default().push(byte),
        }
    }
    out.extend(current);
    out.into_iter().map(OsString::from_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_backslashes() {
        assert_eq!(split(b" -c  'a b.c'\n-DX=\"1 2\" a\\ b '' "), ["-c", "a b.c", "-DX=1 2", "a b", ""]);
    }

    #[test]
    fn a_file_in_a_file() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let inner = dir.path().join("inner");
        std::fs::write(&inner, "-c a.c").expect("written");
        let outer = dir.path().join("outer");
        std::fs::write(&outer, format!("-O2 @{}", inner.display())).expect("written");
        let circle = dir.path().join("circle");
        std::fs::write(&circle, format!("@{}", circle.display())).expect("written");
        let at = |path: &std::path::Path| OsString::from(format!("@{}", path.display()));
        assert_eq!(expand(&[at(&outer), "@nowhere".into()]), ["-O2", "-c", "a.c", "@nowhere"]);
        assert_eq!(expand(&[at(&circle)]).len(), 1);
    }
}
