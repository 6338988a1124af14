//! The functions of the machine, by header.
//!
//! To add one: a handler in the file of its header, and a row in that file's table, which also says all that others depend on
//! (`effects`): nothing outside of these files knows a function by its name. A file for a new header needs a line in [`TABLES`].

mod assert;
mod assumed;
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
mod errno;
mod exits;
pub mod failures;
mod fcntl;
mod fenv;
mod float;
mod guest;
pub mod jump;
mod libm;
mod locale;
mod long_double;
mod math;
pub mod mman;
mod overflow;
mod print;
mod pthread;
mod pwd;
mod random;
pub mod record;
mod resource;
mod scan;
mod semaphore;
pub mod signal;
mod stat;
mod stdio;
mod stdlib;
mod string;
#[cfg(test)]
mod table;
mod threads;
mod time;
pub mod timers;
mod unistd;
pub mod variables;

use crate::code::Arg;
use crate::fault::{InterpError, InterpResult};
use crate::held::PendingCall;
use crate::lower::class::Class;
use crate::machine::Machine;
use crate::native::{Call, Native};
use crate::reg::Reg;
use crate::thread::{Then, own};
use gmc_mem::{Pointer, Site, Storage};
use std::collections::BTreeMap;

pub use pthread::locks;

/// All functions, by header.
pub(crate) const TABLES: &[&[&[Native]]] = &[
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
        checker::LOCAL,
        checker::NONDET,
        complex::COMPLEX,
        complex::LONG,
        complex::TABLE,
        cxxabi::TABLE,
        dirent::TABLE,
        environment::TABLE,
        errno::TABLE,
        exits::TABLE,
        exits::ENDS,
        fcntl::TABLE,
        fenv::TABLE,
        float::FORMATS,
        float::TABLE,
        jump::TABLE,
        locale::TABLE,
        math::ONE,
        math::TWO,
        math::TABLE,
        mman::TABLE,
        overflow::TABLE,
        print::TABLE,
        print::OUTPUT_TABLE,
        pwd::TABLE,
        random::TABLE,
        resource::TABLE,
        scan::TABLE,
        scan::STRINGS,
        signal::TABLE,
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
        semaphore::TABLE,
        signal::WAITS,
        threads::TABLE,
        threads::LOCAL,
        time::WAITS,
    ],
    pthread::TABLES,
];

/// What functions of the library remember, as far as it does not point into memory: for that there is the [`record`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    directories: Vec<Option<dirent::Listing>>,
    /// The program's own variables that point to the environment.
    environment: Vec<Pointer>,
    pub signals: signal::State,
    timers: Vec<Option<timers::Timer>>,
    mappings: Vec<mman::Mapping>,
    /// Where an operation turned to another mapping of a file last.
    pub(crate) viewed_at: Option<(u32, u32)>,
    random: random::Random,
    linear: u64,
    /// What `setrlimit` was told, by number.
    limits: BTreeMap<i32, [i64; 2]>,
    /// Which keys there are, by number.
    keys: Vec<bool>,
    semaphores: Vec<Option<semaphore::Named>>,
}

/// Before anything runs: variables of the library get their values.
pub(crate) fn start(machine: &mut Machine) -> InterpResult<()> {
    record::start(machine)?;
    stdio::start(machine)?;
    math::start(machine)?;
    environment::start(machine)?;
    variables::start(machine)
}

/// Before there is more than one thread: what functions of the library return or remember is there, so that it is one object
/// for all threads whoever comes first.
pub(crate) fn make_statics(machine: &mut Machine) -> InterpResult<()> {
    string::make_statics(machine)?;
    time::make_statics(machine)
}

/// Whether what a call of a function that writes does goes nowhere, and nobody can tell.
pub(crate) fn goes_nowhere(machine: &Machine, native: &Native, call: &Call) -> bool {
    stdio::goes_nowhere(machine, native, call)
}

/// Before the program ends as `exit` does: the buffers that it has given to streams must still be there.
pub(crate) fn finish_streams(machine: &Machine) -> InterpResult<()> {
    stdio::finish(machine).map_err(|fault| match fault.kind() {
        Some(kind) => InterpError::other(
            kind,
            "at its end the program writes what a stream has buffered, but the buffer that it has given the stream \
             is gone: close the stream before, or give it another one",
        ),
        None => fault,
    })
}

/// After everything has run: what is buffered is written.
pub(crate) fn finish(machine: &mut Machine) -> InterpResult<()> {
    if mman::shares(machine) {
        mman::write_back(machine)?;
    }
    // A program that does not look whether its output arrives does not find out here either.
    let _ = machine.world.flush();
    Ok(())
}

/// Before a thread ends: whether there is something to do for it yet, which has been arranged.
pub(crate) fn finish_thread(machine: &mut Machine) -> InterpResult<bool> {
    let slot = machine.own_slot(own::DESTRUCTORS);
    Ok(machine.run_handler(slot, Then::Discard)? || pthread::keys::teardown(machine)?)
}

/// Whether others can notice what a thread's end does.
pub(crate) fn notices_end(machine: &Machine) -> bool {
    pthread::robust::has_any(machine)
}

/// A thread ends.
pub(crate) fn end_thread(machine: &mut Machine) -> InterpResult<()> {
    pthread::robust::abandon(machine)
}

/// Whether the current thread is to end where it can be cancelled.
pub(crate) fn is_cancelled(machine: &Machine) -> bool {
    pthread::is_cancelled(machine)
}

/// It ends.
pub(crate) fn end_cancelled(machine: &mut Machine) -> InterpResult<crate::native::Flow> {
    pthread::threads::cancelled(machine)
}

/// What keeps a thread from going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// This thread has the lock.
    Holder(usize),
    /// This thread runs what must be done first.
    Runner(usize),
    /// This thread has not ended.
    End(usize),
}

/// What keeps a thread from making a call.
pub fn blocker(machine: &Machine, thread: usize, held: &PendingCall) -> Option<Blocker> {
    pthread::blocker(machine, thread, held)
}

impl State {
    /// Whether threads have something to do at their end.
    pub fn has_keys(&self) -> bool {
        !self.keys.is_empty()
    }
}

/// `argc`, `argv` and `envp`, as far as `main` takes them.
pub(crate) fn main_arguments(machine: &mut Machine) -> InterpResult<(Vec<Arg>, Vec<Reg>)> {
    environment::look_at_main(machine)?;
    let arguments = machine.world.arguments.clone();
    let argv = strings(machine, &arguments)?;
    let envp = environment::array(machine)?;
    let int = Class::Int { bits: 32, signed: true, size: 4 };
    let regs = vec![Reg::number(arguments.len() as u64), Reg::pointer(argv), Reg::pointer(envp)];
    let args = vec![
        Arg { r: 0, class: int },
        Arg { r: 1, class: Class::Pointer },
        Arg { r: 2, class: Class::Pointer },
    ];
    Ok((args, regs))
}

/// A null-terminated array of strings.
fn strings(machine: &mut Machine, texts: &[Vec<u8>]) -> InterpResult<Pointer> {
    let width = machine.memory.target().pointer_size() as u64;
    let array = machine.allocate((texts.len() as u64 + 1) * width, width, Storage::Global, Site(0))?;
    for (at, text) in texts.iter().enumerate() {
        let string = machine.allocate(text.len() as u64 + 1, 1, Storage::Global, Site(0))?;
        guest::put_string(machine, string, text)?;
        machine.memory.store_pointer(array.wrapping_offset(at as i64 * width as i64), string)?;
    }
    machine.memory.store_pointer(array.wrapping_offset(texts.len() as i64 * width as i64), Pointer::NULL)?;
    Ok(array)
}
