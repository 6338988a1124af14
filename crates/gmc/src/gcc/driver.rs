//! Finding GCC: the driver programs `gcc`, `g++` and `gfortran` of one installation.
//!
//! One name picks all three: `--gcc /opt/bin/gcc-13` means `/opt/bin/g++-13` too. Names without a directory are looked
//! up in `PATH`, and are passed to GCC as they were given, because GCC's messages begin with its name.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Which of GCC's drivers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrontEnd {
    /// `gcc`
    C,
    /// `g++`
    Cxx,
    /// `gfortran`
    Fortran,
}

impl FrontEnd {
    fn variable(self) -> &'static str {
        match self {
            FrontEnd::C => "GMC_GCC",
            FrontEnd::Cxx => "GMC_GXX",
            FrontEnd::Fortran => "GMC_GFORTRAN",
        }
    }

    fn program(self) -> &'static str {
        match self {
            FrontEnd::C => "gcc",
            FrontEnd::Cxx => "g++",
            FrontEnd::Fortran => "gfortran",
        }
    }

    fn language(self) -> &'static str {
        match self {
            FrontEnd::C => "C",
            FrontEnd::Cxx => "C++",
            FrontEnd::Fortran => "Fortran",
        }
    }

    /// Debian's and Fedora's package.
    fn packages(self) -> (&'static str, &'static str) {
        match self {
            FrontEnd::C => ("gcc", "gcc"),
            FrontEnd::Cxx => ("g++", "gcc-c++"),
            FrontEnd::Fortran => ("gfortran", "gcc-gfortran"),
        }
    }
}

/// Why a driver cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DriverError {
    #[error(
        "the {} compiler `{name}` is not there: install it (Debian, Ubuntu: `apt-get install {}`, Fedora: `dnf \
         install {}`), or name another with {}",
        .front_end.language(), .front_end.packages().0, .front_end.packages().1, .front_end.variable()
    )]
    Missing { name: String, front_end: FrontEnd },
    #[error(
        "cannot tell which {} compiler belongs to `{gcc}`, whose name does not end like gcc's: name it with {}",
        .front_end.language(), .front_end.variable()
    )]
    NoSibling { gcc: String, front_end: FrontEnd },
}

/// An installation of GCC, as the user names it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Toolchain {
    gcc: Option<OsString>,
}

/// One of GCC's driver programs.
#[derive(Clone, Debug)]
pub(crate) struct Driver {
    /// As it is to be called.
    pub(crate) name: OsString,
    /// Where it is.
    pub(crate) path: PathBuf,
}

impl Toolchain {
    /// The installation of this `gcc`; by default, that of `GMC_GCC` or else of the `gcc` in `PATH`.
    pub(crate) fn new(gcc: Option<PathBuf>) -> Toolchain {
        Toolchain { gcc: gcc.map(PathBuf::into_os_string) }
    }

    /// Finds a driver of this installation.
    pub(crate) fn driver(&self, front_end: FrontEnd) -> Result<Driver, DriverError> {
        let name = self.name(front_end)?;
        let missing = || DriverError::Missing { name: name.to_string_lossy().into_owned(), front_end };
        let path = find_program(&name).ok_or_else(missing)?;
        Ok(Driver { name, path })
    }

    fn name(&self, front_end: FrontEnd) -> Result<OsString, DriverError> {
        let from_environment = |variable| env::var_os(variable).filter(|value| !value.is_empty());
        let gcc = self.gcc.clone();
        match front_end {
            FrontEnd::C => {
                Ok(gcc.or_else(|| from_environment("GMC_GCC")).unwrap_or_else(|| OsString::from("gcc")))
            }
            FrontEnd::Cxx | FrontEnd::Fortran => {
                // What the command line says outweighs the environment.
                let own = if gcc.is_some() { None } else { from_environment(front_end.variable()) };
                match own {
                    Some(name) => Ok(name),
                    None => sibling(&self.name(FrontEnd::C)?, front_end),
                }
            }
        }
    }
}

/// `/usr/bin/x86_64-linux-gnu-gcc-12` → `/usr/bin/x86_64-linux-gnu-g++-12`
fn sibling(gcc: &OsStr, front_end: FrontEnd) -> Result<OsString, DriverError> {
    let bytes = gcc.as_bytes();
    let base = bytes.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    let ends = |at: usize, len: usize| matches!(bytes.get(at + len), None | Some(b'-' | b'.'));
    let begins = |at: usize| at == base || bytes[at - 1] == b'-';
    let find = |what: &[u8]| {
        (base..bytes.len())
            .rev()
            .find(|&at| bytes[at..].starts_with(what) && begins(at) && ends(at, what.len()))
    };
    let replaced = |at: usize, len: usize, by: &str| {
        OsString::from_vec([&bytes[..at], by.as_bytes(), &bytes[at + len..]].concat())
    };
    match (find(b"gcc"), find(b"cc"), front_end) {
        (Some(at), _, _) => Ok(replaced(at, 3, front_end.program())),
        (None, Some(at), FrontEnd::Cxx) => Ok(replaced(at, 2, "c++")),
        (None, Some(at), FrontEnd::Fortran) => Ok(replaced(at, 2, "gfortran")),
        _ => Err(DriverError::NoSibling { gcc: gcc.to_string_lossy().into_owned(), front_end }),
    }
}

/// Looks a program up as a shell does.
pub(crate) fn find_program(name: &OsStr) -> Option<PathBuf> {
    if name.as_bytes().contains(&b'/') {
        return is_program(Path::new(name)).then(|| PathBuf::from(name));
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|dir| dir.join(name)).find(|candidate| is_program(candidate))
}

fn is_program(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn siblings() {
        let of = |gcc: &str, front_end| sibling(OsStr::new(gcc), front_end).ok();
        let is = |name: &str| Some(OsString::from(name));
        assert_eq!(of("gcc", FrontEnd::Cxx), is("g++"));
        assert_eq!(of("/usr/bin/gcc-11", FrontEnd::Cxx), is("/usr/bin/g++-11"));
        assert_eq!(of("/opt/gcc-13/bin/gcc", FrontEnd::Fortran), is("/opt/gcc-13/bin/gfortran"));
        assert_eq!(of("arm-none-eabi-gcc-12.2", FrontEnd::Cxx), is("arm-none-eabi-g++-12.2"));
        assert_eq!(of("/usr/bin/cc", FrontEnd::Cxx), is("/usr/bin/c++"));
        assert_eq!(of("mycc", FrontEnd::Cxx), None);
        assert_eq!(of("/gcc/tcc", FrontEnd::Cxx), None);
    }
}
