//! Reading a GCC command line: what is compiled, in which language, and how far.
//!
//! GCC has over two thousand options and gmc needs to know few of them: those that take the next argument (which is
//! then no input), those that name a language, those that stop before there is any GIMPLE, and those whose meaning the
//! flags of [`super::flags`] would change. Everything else is GCC's own business.

use super::language::Language;
use super::response;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// What a command line asks GCC for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Request {
    /// The languages of the files to be compiled; what only the linker reads does not count.
    pub(crate) languages: BTreeSet<Language>,
    /// GCC stops before it makes GIMPLE, or only answers a question.
    pub(crate) stops_early: bool,
    /// The user said what signed overflow does.
    pub(crate) sets_overflow: bool,
    /// The last option lacks its argument: whatever is added would become it.
    pub(crate) is_cut_off: bool,
}

impl Request {
    /// Reads a command line, the name of the compiler not included.
    pub(crate) fn read(arguments: &[OsString]) -> Request {
        let mut request = Request::default();
        let mut forced = None;
        let expanded = response::expand(arguments);
        let mut rest = expanded.iter();
        while let Some(argument) = rest.next() {
            let bytes = argument.as_bytes();
            if let Some(name) = joined_language(bytes) {
                forced = Language::named(name);
            } else if bytes == b"-x" || bytes == b"--language" {
                match rest.next() {
                    Some(name) => forced = Language::named(name),
                    None => request.is_cut_off = true,
                }
            } else if TAKES_NEXT.contains(&bytes) {
                request.is_cut_off |= rest.next().is_none();
            } else if bytes.len() > 1 && bytes.starts_with(b"-") {
                request.note_option(bytes);
            } else {
                request.languages.extend(forced.or_else(|| Language::of_file(Path::new(argument))));
            }
        }
        request
    }

    fn note_option(&mut self, option: &[u8]) {
        self.stops_early |= STOPS_EARLY.contains(&option) || ASKS.iter().any(|ask| option.starts_with(ask));
        // The last one wins in GCC.
        match option {
            b"-fwrapv" | b"-fno-trapv" | b"-fno-strict-overflow" => self.sets_overflow = true,
            b"-fno-wrapv" | b"-ftrapv" | b"-fstrict-overflow" => self.sets_overflow = false,
            _ => {}
        }
    }

    /// It reads sources that may include gmc's headers.
    pub(crate) fn includes(&self) -> bool {
        let has_headers = |language: &Language| matches!(language, Language::C | Language::Cxx);
        !self.is_cut_off && self.languages.iter().any(has_headers)
    }

    /// The plugin has something to do in this command line.
    pub(crate) fn is_exported(&self) -> bool {
        !self.stops_early && !self.is_cut_off && self.languages.iter().any(|language| language.is_exported())
    }
}

fn joined_language(option: &[u8]) -> Option<&OsStr> {
    let name = match option.strip_prefix(b"-x") {
        Some(name) if !name.is_empty() => Some(name),
        Some(_) => None,
        None => option.strip_prefix(b"--language="),
    };
    name.map(OsStr::from_bytes)
}

/// Options after which GCC makes no GIMPLE.
const STOPS_EARLY: &[&[u8]] = &[
    b"-E",
    b"--preprocess",
    b"-M",
    b"--dependencies",
    b"-MM",
    b"--user-dependencies",
    b"-fsyntax-only",
    b"--version",
    b"--target-help",
];

/// How options begin that ask GCC about itself.
const ASKS: &[&[u8]] = &[b"-dump", b"-print-", b"--print-", b"--help", b"--dump"];

/// Options whose argument is the next one (those of GCC's `.opt` files that are `Separate`, and long spellings).
const TAKES_NEXT: &[&[u8]] = &[
    b"-o",
    b"--output",
    b"-I",
    b"--include-directory",
    b"-D",
    b"--define-macro",
    b"-U",
    b"--undefine-macro",
    b"-A",
    b"--assert",
    b"-B",
    b"--prefix",
    b"-L",
    b"--library-directory",
    b"-l",
    b"-T",
    b"-Tbss",
    b"-Tdata",
    b"-Ttext",
    b"-u",
    b"--force-link",
    b"-e",
    b"--entry",
    b"-z",
    b"-h",
    b"-R",
    b"-G",
    b"-J",
    b"-F",
    b"-MF",
    b"-MT",
    b"-MQ",
    b"-include",
    b"--include",
    b"-imacros",
    b"--imacros",
    b"-idirafter",
    b"--include-directory-after",
    b"-iprefix",
    b"--include-prefix",
    b"-iwithprefix",
    b"--include-with-prefix",
    b"-iwithprefixbefore",
    b"--include-with-prefix-before",
    b"-isystem",
    b"-isysroot",
    b"--sysroot",
    b"-iquote",
    b"-imultilib",
    b"-imultiarch",
    b"-iplugindir",
    b"-Xlinker",
    b"--for-linker",
    b"-Xassembler",
    b"--for-assembler",
    b"-Xpreprocessor",
    b"-aux-info",
    b"--param",
    b"-dumpbase",
    b"-dumpbase-ext",
    b"-dumpdir",
    b"-wrapper",
    b"-specs",
    b"--specs",
    b"-fintrinsic-modules-path",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Request {
        let arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        Request::read(&arguments)
    }

    #[test]
    fn what_is_exported() {
        for line in [
            "-c a.c",
            "a.c b.o -o prog",
            "-x c -",
            "-xc++ - -o a.o -c",
            "-S a.cc",
            "-MD -MF a.d -c a.c",
            "-c a.s a.c",
            "-x assembler a.x -x none a.c",
            "-### -c a.c",
            "--language=c weird",
            "-v a.f90",
        ] {
            assert!(read(line).is_exported(), "{line}");
        }
    }

    #[test]
    fn what_passes_untouched() {
        for line in [
            "",
            "-v",
            "--version",
            "-dumpmachine",
            "-print-file-name=plugin",
            "-E a.c",
            "-M a.c",
            "-MM -MF d a.c",
            "a.o libb.a -o prog",
            "-shared -o a.c b.o",
            "-c a.S",
            "-x assembler-with-cpp a.c",
            "-fsyntax-only a.c",
            "-c a.c -o",
            "a.c -x",
            "-",
            "-c a.go",
        ] {
            assert!(!read(line).is_exported(), "{line}");
        }
    }

    #[test]
    fn the_last_word_on_overflow() {
        assert!(read("-c a.c -fwrapv").sets_overflow);
        assert!(!read("-c a.c -fwrapv -ftrapv").sets_overflow);
        assert!(!read("-c a.c").sets_overflow);
    }
}
