//! Compiler flags written among gmc's own: `gmc dump -Iinclude -std=c11 a.c`.
//!
//! GCC's flags (one dash, long names) do not fit the usual grammar of command lines, so they are rewritten as
//! `--cflag=…` before that is parsed. Which ones is listed at `--cflag` in the help.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// The arguments with each compiler flag made a `--cflag`.
pub(super) fn mark_compiler_flags(arguments: Vec<OsString>) -> Vec<OsString> {
    let mut out = Vec::with_capacity(arguments.len());
    let mut rest = arguments.into_iter();
    while let Some(argument) = rest.next() {
        if argument == "--" {
            out.push(argument);
            out.extend(rest);
            break;
        }
        match kind(&argument) {
            FlagKind::Other => out.push(argument),
            FlagKind::Marked => {
                out.push(argument);
                out.extend(rest.next());
            }
            FlagKind::Flag => out.push(cflag(&argument)),
            FlagKind::FlagAndNext => {
                out.push(cflag(&argument));
                out.extend(rest.next().map(|next| cflag(&next)));
            }
        }
    }
    out
}

enum FlagKind {
    Other,
    /// What follows is known to be the compiler's.
    Marked,
    Flag,
    FlagAndNext,
}

fn kind(argument: &OsStr) -> FlagKind {
    match argument.as_bytes() {
        b"--cflag" | b"--cflags" => FlagKind::Marked,
        b"-I" | b"-D" | b"-U" | b"-include" | b"-isystem" | b"-iquote" => FlagKind::FlagAndNext,
        b"-imacros" | b"-idirafter" | b"-x" | b"-L" | b"-l" => FlagKind::FlagAndNext,
        b"-w" | b"-ansi" | b"-pedantic" | b"-pedantic-errors" | b"-pipe" | b"-pthread" => FlagKind::Flag,
        flag if [
            &b"-I"[..],
            b"-D",
            b"-U",
            b"-std=",
            b"-f",
            b"-W",
            b"-O",
            b"-m",
            b"-g",
            b"-nostdinc",
            b"-L",
            b"-l",
        ]
        .iter()
        .any(|it| flag.starts_with(it)) =>
        {
            FlagKind::Flag
        }
        _ => FlagKind::Other,
    }
}

fn cflag(flag: &OsStr) -> OsString {
    let mut out = OsString::from("--cflag=");
    out.push(flag);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_among_options() {
        let line = "dump -I inc -DX=1 --cflags -O2 --format json a.c -m32 -o out -- -DY";
        let marked = mark_compiler_flags(line.split(' ').map(OsString::from).collect());
        let expected = "dump --cflag=-I --cflag=inc --cflag=-DX=1 --cflags -O2 --format json a.c --cflag=-m32 -o out \
        -- -DY";
        assert_eq!(marked, expected.split(' ').collect::<Vec<_>>());
    }
}
