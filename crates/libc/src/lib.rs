//! The library of C, POSIX and Linux that programs under check call: a table of functions for each header.
//!
//! The machine (`gmc-vm`) knows nothing of these functions but their rows. To add one: a handler in the file of its
//! header, and a row in that file's table, which also says all that others depend on (`gmc_vm::effects`). A file for a
//! new header needs a line in [`TABLES`]. Functions that need neither speed nor the host are written in C instead, in
//! `models/`.
//!
//! Invariants: no function is known by its name outside of the tables (`names` checks that for all crates). All that a
//! function remembers from one call to the next is in memory (`gmc_vm::record`) or in [`state::State`], so it is a part
//! of the state of the program.

mod assert;
pub mod assumed;
mod at;
mod atomic;
mod bits;
mod builtin;
mod channels;
mod checker;
mod complex;
mod ctype;
mod cxxabi;
mod dirent;
mod environment;
mod epoll;
mod errno;
mod events;
mod exceptions;
mod exec;
mod exits;
pub mod failures;
mod fcntl;
mod fenv;
mod float;
mod guest;
mod hooks;
mod inputs;
mod jump;
mod libm;
mod locale;
mod long_double;
mod math;
mod mman;
mod overflow;
mod print;
mod process;
mod pthread;
mod pwd;
mod random;
mod resource;
mod scan;
mod semaphore;
mod signal;
mod sockets;
mod stat;
mod state;
mod stdio;
mod stdlib;
mod string;
mod symbolic;
mod threads;
mod time;
mod timers;
mod typeinfo;
mod unistd;
mod variables;
mod x86;

use gmc_vm::library::Library;
use gmc_vm::native::Native;
use std::sync::OnceLock;

/// All functions, by header.
const TABLES: &[&[&[Native]]] = &[
    &[
        builtin::TABLE,
        assert::TABLE,
        assumed::TABLE,
        at::TABLE,
        atomic::SIZED,
        atomic::TABLE,
        bits::COUNTS,
        bits::SWAPS,
        channels::TABLE,
        ctype::TABLE,
        ctype::TESTS,
        ctype::MAPS,
        x86::TABLE,
        checker::LOCAL,
        checker::NONDET,
        complex::COMPLEX,
        complex::LONG,
        complex::TABLE,
        cxxabi::TABLE,
        dirent::TABLE,
        exceptions::TABLE,
        typeinfo::TABLE,
        environment::TABLE,
        epoll::TABLE,
        errno::TABLE,
        events::TABLE,
        exits::TABLE,
        exits::ENDS,
        fcntl::TABLE,
        fenv::TABLE,
        float::FORMATS,
        float::SORTS,
        float::TABLE,
        inputs::TABLE,
        jump::TABLE,
        locale::TABLE,
        math::EXACT,
        math::ONE,
        math::TWO,
        math::TABLE,
        mman::TABLE,
        overflow::TABLE,
        print::TABLE,
        print::OUTPUT_TABLE,
        process::TABLE,
        exec::TABLE,
        pwd::TABLE,
        random::TABLE,
        resource::TABLE,
        scan::TABLE,
        scan::STRINGS,
        signal::TABLE,
        sockets::MESSAGES,
        sockets::OPTIONS,
        sockets::INTERFACES,
        sockets::TABLE,
        timers::TABLE,
        stat::TABLE,
        stdio::TABLE,
        stdio::WRITERS,
        stdio::WAITS,
        stdlib::TABLE,
        string::TABLE,
        string::STATEFUL,
        time::TABLE,
        unistd::TABLE,
        unistd::OTHER,
        unistd::WRITE,
        channels::WAITS,
        checker::TABLE,
        process::WAITS,
        semaphore::TABLE,
        signal::WAITS,
        threads::TABLE,
        threads::LOCAL,
        time::WAITS,
    ],
    pthread::TABLES,
];

/// The library: there is one, for all programs.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let rows = TABLES.iter().copied().flatten().copied().flatten().collect();
        Library::new(
            rows,
            (checker::ATOMIC_SECTION, exceptions::FUNCTIONS),
            &hooks::Program,
            &hooks::Threads,
            &hooks::Signals,
            (&hooks::Mappings, &hooks::Mappings),
            &hooks::Calls,
        )
    })
}
