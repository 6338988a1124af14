//! Which functions can fail through no fault of the program's, and how: what `--fail` tries.
//!
//! The errors are those that POSIX documents for the function and that a program meets in practice. Where a function has
//! several that programs cannot but treat alike, one stands for all.

use super::{errno, guest};
use crate::fault::{Fault, Outcome};
use crate::machine::Machine;
use crate::native::{Call, Entry, Flow};
use crate::world::Mishap;
use crate::world::errno::{EACCES, EAGAIN, EINTR, EIO, EMFILE, ENOMEM, ENOSPC, Errno, name};
use std::fmt;

/// A way to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// With this error.
    Error(Errno),
    /// Only so many bytes are transferred.
    Short(usize),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Error(code) => write!(f, "fails: {}", name(*code).unwrap_or("an error")),
            Failure::Short(1) => write!(f, "transfers 1 byte only"),
            Failure::Short(count) => write!(f, "transfers {count} bytes only"),
        }
    }
}

/// How a function tells that it has failed.
#[derive(Clone, Copy)]
enum Told {
    /// A null pointer, and `errno`.
    Null,
    /// -1, and `errno`.
    MinusOne,
    /// `MAP_FAILED`, which is the same, and `errno`.
    Code,
    /// As C11's threads do.
    Thread,
    /// What it does with the file fails.
    Transfer,
    /// It does what it should all the same, and then says -1.
    Afterwards,
    /// As `sleep`: what is left of the time.
    Remaining,
}

/// Functions that are named together.
struct Group {
    name: &'static str,
    functions: &'static [&'static str],
    errors: &'static [Errno],
    told: Told,
}

const fn group(
    name: &'static str,
    told: Told,
    errors: &'static [Errno],
    functions: &'static [&'static str],
) -> Group {
    Group { name, functions, errors, told }
}

const GROUPS: &[Group] = &[
    group(
        "malloc",
        Told::Null,
        &[ENOMEM],
        &[
            "malloc",
            "calloc",
            "realloc",
            "reallocarray",
            "aligned_alloc",
            "memalign",
            "valloc",
            "strdup",
            "strndup",
            "__strdup",
        ],
    ),
    group("malloc", Told::Code, &[ENOMEM], &["posix_memalign"]),
    group(
        "malloc",
        Told::MinusOne,
        &[ENOMEM],
        &["asprintf", "vasprintf", "__asprintf_chk", "__vasprintf_chk"],
    ),
    group(
        "open",
        Told::MinusOne,
        &[EACCES, EMFILE, EINTR],
        &["open", "open64", "__open_2", "__open64_2", "openat", "openat64", "creat", "creat64"],
    ),
    group("open", Told::Null, &[EACCES, EMFILE], &["fopen", "fopen64", "opendir"]),
    group("open", Told::Null, &[EMFILE, ENOSPC], &["tmpfile", "tmpfile64"]),
    group("open", Told::MinusOne, &[EMFILE], &["pipe", "pipe2", "socketpair", "dup"]),
    group("read", Told::Transfer, &[EIO, EINTR], &["read", "recv"]),
    group("read", Told::Transfer, &[EIO], &["pread", "pread64"]),
    group(
        "read",
        Told::Transfer,
        &[EIO],
        &[
            "fread",
            "fread_unlocked",
            "fgetc",
            "getc",
            "_IO_getc",
            "fgetc_unlocked",
            "getc_unlocked",
            "getchar",
            "getchar_unlocked",
            "fgets",
            "fgets_unlocked",
            "getline",
            "getdelim",
            "__getdelim",
            "scanf",
            "fscanf",
            "vscanf",
            "vfscanf",
            "__isoc99_scanf",
            "__isoc99_fscanf",
            "__isoc99_vscanf",
            "__isoc99_vfscanf",
        ],
    ),
    group("write", Told::Transfer, &[ENOSPC, EINTR], &["write", "send"]),
    group("write", Told::Transfer, &[ENOSPC], &["pwrite", "pwrite64"]),
    group(
        "write",
        Told::Transfer,
        &[ENOSPC],
        &[
            "fwrite",
            "fwrite_unlocked",
            "fputc",
            "putc",
            "_IO_putc",
            "fputc_unlocked",
            "putc_unlocked",
            "putchar",
            "putchar_unlocked",
            "fputs",
            "fputs_unlocked",
            "puts",
            "fflush",
            "fflush_unlocked",
            "fclose",
            "printf",
            "vprintf",
            "fprintf",
            "vfprintf",
            "dprintf",
            "vdprintf",
            "__printf_chk",
            "__vprintf_chk",
            "__fprintf_chk",
            "__vfprintf_chk",
        ],
    ),
    group("close", Told::Afterwards, &[EIO], &["close"]),
    group("mmap", Told::MinusOne, &[ENOMEM], &["mmap", "mmap64", "mremap"]),
    group("mkdir", Told::MinusOne, &[EACCES, ENOSPC], &["mkdir", "link", "symlink", "rename"]),
    group("unlink", Told::MinusOne, &[EACCES], &["unlink", "rmdir", "remove"]),
    group("stat", Told::MinusOne, &[EACCES], &["stat", "stat64", "lstat", "lstat64", "access", "chdir"]),
    group("pthread_create", Told::Code, &[EAGAIN], &["pthread_create"]),
    group("pthread_create", Told::Thread, &[ENOMEM, EAGAIN], &["thrd_create"]),
    group(
        "pthread_init",
        Told::Code,
        &[ENOMEM],
        &["pthread_mutex_init", "pthread_cond_init", "pthread_rwlock_init"],
    ),
    group("pthread_init", Told::Code, &[EAGAIN], &["pthread_barrier_init", "pthread_key_create"]),
    group("pthread_init", Told::Thread, &[ENOMEM], &["mtx_init", "cnd_init", "tss_create"]),
    group(
        "wait",
        Told::MinusOne,
        &[EINTR],
        &["sem_wait", "sem_timedwait", "sem_clockwait", "poll", "select"],
    ),
    group("sleep", Told::MinusOne, &[EINTR], &["nanosleep", "usleep"]),
    group("sleep", Told::Code, &[EINTR], &["clock_nanosleep"]),
    group("sleep", Told::Remaining, &[EINTR], &["sleep"]),
];

/// What may fail, and how often in one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mishaps {
    /// Names of groups and of functions.
    names: Vec<String>,
    /// So many calls of all of them together.
    pub most: u32,
}

impl Mishaps {
    /// What may fail, by names of groups or functions.
    ///
    /// # Errors
    /// With the first name that is neither.
    pub fn new(names: Vec<String>, most: u32) -> Result<Mishaps, String> {
        let known = |name: &&String| {
            GROUPS.iter().any(|group| group.name == **name || group.functions.contains(&name.as_str()))
        };
        match names.iter().find(|name| !known(name)) {
            Some(unknown) => Err(unknown.clone()),
            None => Ok(Mishaps { names, most }),
        }
    }

    /// The names that stand for several functions.
    pub fn groups() -> Vec<&'static str> {
        let mut names: Vec<_> = GROUPS.iter().map(|group| group.name).collect();
        names.dedup();
        names
    }

    /// The functions of a group, and the errors that each fails with.
    pub fn functions(group: &str) -> Vec<(&'static str, Vec<&'static str>)> {
        let of = GROUPS.iter().filter(|it| it.name == group);
        of.flat_map(|it| {
            let errors: Vec<_> = it.errors.iter().filter_map(|&code| name(code)).collect();
            it.functions.iter().map(move |&function| (function, errors.clone()))
        })
        .collect()
    }

    /// Whether a function may fail.
    pub fn concerns(&self, function: &str) -> bool {
        let Some(group) = find(function) else { return false };
        self.names.iter().any(|name| name == group.name || name == function)
    }
}

fn find(function: &str) -> Option<&'static Group> {
    GROUPS.iter().find(|group| group.functions.contains(&function))
}

/// The ways in which a call can fail.
pub(crate) fn of(m: &Machine<'_>, function: &str, call: &Call) -> Vec<Failure> {
    let Some(group) = find(function) else { return Vec::new() };
    let mut out: Vec<Failure> = group.errors.iter().map(|&code| Failure::Error(code)).collect();
    match (group.told, function) {
        // Freeing and asking for nothing do not fail.
        (Told::Null, "realloc") if call.number(m, 1) == Ok(0) => out.clear(),
        (
            Told::Transfer,
            "read" | "write" | "pread" | "pwrite" | "pread64" | "pwrite64" | "recv" | "send",
        ) => {
            let count = call.number(m, 2).unwrap_or(0) as usize;
            match count {
                0 => out.clear(),
                1 => {}
                2 => out.push(Failure::Short(1)),
                _ => out.extend([Failure::Short(1), Failure::Short(count - 1)]),
            }
        }
        _ => {}
    }
    out
}

/// The call fails.
pub(crate) fn fail(m: &mut Machine<'_>, native: &Entry, call: &Call, how: Failure) -> Outcome<Flow> {
    let group = find(native.name).expect("only what is listed fails");
    let code = match (how, group.told) {
        (_, Told::Transfer) => {
            let mishap = match how {
                Failure::Error(code) => Mishap::Error(code),
                Failure::Short(count) => Mishap::Short(count),
            };
            m.world.files.set_mishap(Some(mishap));
            let flow = m.attempt(native, call)?;
            // It did not come to transferring anything, so nothing has failed: that is another run.
            if m.world.files.set_mishap(None).is_some() {
                return Err(Box::new(Fault::Assumption));
            }
            return flow.ok_or_else(|| Box::new(Fault::Assumption));
        }
        (Failure::Error(code), _) => code,
        (Failure::Short(_), _) => EIO,
    };
    match group.told {
        Told::Null => guest::null(m, code),
        Told::MinusOne | Told::Transfer => guest::status(m, Err(code)),
        Told::Code => Flow::int(code.into()),
        // thrd_nomem and thrd_error
        Told::Thread => Flow::int(if code == ENOMEM { 3 } else { 2 }),
        Told::Afterwards => {
            (native.run)(m, call)?;
            guest::status(m, Err(code))
        }
        Told::Remaining => {
            errno::set(m, code)?;
            let left = call.number(m, 0)?;
            Flow::number(left)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_can_fail_is_modelled() {
        for group in GROUPS {
            for function in group.functions {
                assert!(crate::native::find(function).is_some(), "{function}");
            }
        }
    }

    #[test]
    fn no_function_is_in_two_groups() {
        let mut all: Vec<&str> = GROUPS.iter().flat_map(|group| group.functions).copied().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
