//! What GCC's driver takes a file for, by its name or by `-x`.
//!
//! The tables are GCC's own (gcc.cc and the `lang-specs.h` of its languages). A name that they do not have goes to the
//! linker, as it does in GCC.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The languages that gmc tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Language {
    /// C and Objective-C, preprocessed or not.
    C,
    /// C++ and Objective-C++, preprocessed or not.
    Cxx,
    /// Fortran, fixed or free form.
    Fortran,
    /// Assembly, which has no GIMPLE.
    Assembly,
    /// A language that GCC knows and gmc does not (Ada, D, Go, …).
    Foreign,
}

impl Language {
    /// The language of a file, unless it is one for the linker.
    pub(crate) fn of_file(path: &Path) -> Option<Language> {
        match path.extension()?.as_bytes() {
            b"c" | b"i" | b"h" | b"m" | b"mi" => Some(Language::C),
            b"cc" | b"cp" | b"cxx" | b"cpp" | b"CPP" | b"c++" | b"C" | b"ii" | b"hh" | b"H" | b"hp"
            | b"hxx" | b"hpp" | b"HPP" | b"h++" | b"tcc" | b"mm" | b"M" | b"mii" => Some(Language::Cxx),
            b"f" | b"for" | b"ftn" | b"F" | b"FOR" | b"FTN" | b"fpp" | b"FPP" | b"f90" | b"f95" | b"f03"
            | b"f08" | b"F90" | b"F95" | b"F03" | b"F08" => Some(Language::Fortran),
            b"s" | b"S" | b"sx" => Some(Language::Assembly),
            b"ads" | b"adb" | b"d" | b"di" | b"dd" | b"go" | b"mod" => Some(Language::Foreign),
            _ => None,
        }
    }

    /// The language that `-x NAME` asks for; `-x none` asks for none.
    pub(crate) fn named(name: &OsStr) -> Option<Language> {
        match name.as_bytes() {
            b"none" => None,
            b"c"
            | b"c-header"
            | b"cpp-output"
            | b"objective-c"
            | b"objective-c-header"
            | b"objective-c-cpp-output"
            | b"objc-cpp-output" => Some(Language::C),
            b"f77" | b"f77-cpp-input" | b"f95" | b"f95-cpp-input" => Some(Language::Fortran),
            b"assembler" | b"assembler-with-cpp" => Some(Language::Assembly),
            name if name.starts_with(b"c++") || name.starts_with(b"objective-c++") => Some(Language::Cxx),
            _ => Some(Language::Foreign),
        }
    }

    /// The plugin exports what is written in this language.
    pub(crate) fn is_exported(self) -> bool {
        matches!(self, Language::C | Language::Cxx | Language::Fortran)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_gcc_reads_them() {
        let of = |name: &str| Language::of_file(Path::new(name));
        assert_eq!(of("a.c"), Some(Language::C));
        assert_eq!(of("dir.c/a.C"), Some(Language::Cxx));
        assert_eq!(of("a.F90"), Some(Language::Fortran));
        assert_eq!(of("a.S"), Some(Language::Assembly));
        assert_eq!(of("a.o"), None);
        assert_eq!(of("c"), None);
    }
}
