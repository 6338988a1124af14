//! The library, as the machine sees it: a table of functions, and what it is asked at moments that the machine brings
//! about.
//!
//! The machine knows no function of C by name. A program is compiled against a [`Library`] (`lower::Options`), which
//! stands in [`crate::Compiled`] from then on. The functions are rows of its table; all else that the machine needs
//! comes through the traits here, because it belongs to no single call: the start and the end of the program and of
//! threads, signals and timers, files that are mapped, locks.
//!
//! Invariant: all traits together have no state. What the library remembers is in [`LibraryState`] and in memory
//! (`record`), so it is a part of every state of the program.

use gmc_model::ThreadId;
mod state;

pub use state::LibraryState;

use crate::code::Arg;
use crate::effects::{LockKind, Traits};
use crate::failures::Failure;
use crate::interp_error::{InterpError, InterpResult};
use crate::locks::Used;
use crate::machine::Machine;
use crate::native::{Call, Flow, Native};
use crate::pending_call::PendingCall;
use crate::reg::Reg;
use gmc_mem::{AccessError, ObjId, Pointer};
use gmc_world::{Outside, ProcessId};
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use xxhash_rust::xxh3::xxh3_64;

/// A library.
pub struct Library {
    rows: Vec<&'static Native>,
    ids: HashMap<&'static str, u32, BuildHasherDefault<NameHasher>>,
    /// The functions between which no other thread runs.
    pub atomic_section: AtomicSection,
    /// What exceptions need.
    pub exceptions: ExceptionFunctions,
    /// The start and the end of the program.
    pub program: &'static dyn ProgramHooks,
    /// The end of threads.
    pub threads: &'static dyn ThreadHooks,
    /// Signals and timers.
    pub interruptions: &'static dyn Interruptions,
    /// Memory that shares files.
    pub mapped_files: &'static dyn MappedFiles,
    /// Memory that shares files.
    pub shared_memory: &'static dyn SharedMemory,
    /// What depends on a single call.
    pub calls: &'static dyn CallRules,
}

/// The functions that begin and end a section of a thread during which no other thread runs, by name.
#[derive(Clone, Copy, Debug)]
pub struct AtomicSection {
    /// Begins it.
    pub begin: &'static str,
    /// Ends it.
    pub end: &'static str,
}

/// The functions that code with exceptions calls where the program does not say so, by name.
#[derive(Clone, Copy, Debug)]
pub struct ExceptionFunctions {
    /// Returns the exception that has arrived at a landing pad.
    pub landed: &'static str,
    /// Takes an exception and types: which of these is the first that it is of, from 1; 0 for none.
    pub chooses: &'static str,
    /// Takes an exception, which goes on to the caller.
    pub resume: &'static str,
}

impl Library {
    /// A library with these functions.
    pub fn new(
        rows: Vec<&'static Native>,
        (atomic_section, exceptions): (AtomicSection, ExceptionFunctions),
        program: &'static dyn ProgramHooks,
        threads: &'static dyn ThreadHooks,
        interruptions: &'static dyn Interruptions,
        (mapped_files, shared_memory): (&'static dyn MappedFiles, &'static dyn SharedMemory),
        calls: &'static dyn CallRules,
    ) -> Library {
        let ids = (0u32..).zip(&rows).map(|(id, native)| (native.name, id)).collect();
        Library {
            rows,
            ids,
            atomic_section,
            exceptions,
            program,
            threads,
            interruptions,
            mapped_files,
            shared_memory,
            calls,
        }
    }

    /// All functions.
    pub fn rows(&self) -> impl Iterator<Item = &'static Native> {
        self.rows.iter().copied()
    }

    /// The number of a function, by its name or by GCC's own name for it.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.ids.get(name).or_else(|| self.ids.get(name.strip_prefix("__builtin_")?)).copied()
    }

    /// The number of the function of which something is so.
    pub fn having(&self, traits: Traits) -> Option<u32> {
        self.rows.iter().position(|row| row.has(traits)).map(|id| id as u32)
    }

    /// The function with a number that [`Library::find`] gave.
    #[inline]
    pub fn get(&self, id: u32) -> &'static Native {
        self.rows[id as usize]
    }

    /// The function with this name.
    pub fn named(&self, name: &str) -> Option<&'static Native> {
        self.find(name).map(|id| self.get(id))
    }
}

/// Hashes a name. Every start of gmc hashes all of them, and nobody chooses them to collide.
#[derive(Default)]
struct NameHasher(u64);

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0 ^= xxh3_64(bytes);
    }

    // What ends a string is the same for all.
    fn write_u8(&mut self, _: u8) {}

    fn finish(&self) -> u64 {
        self.0
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a library of {} functions", self.rows.len())
    }
}

/// What the library does when the program starts and ends.
pub trait ProgramHooks: Sync {
    /// What the library remembers before the program starts.
    fn new_state(&self) -> LibraryState;

    /// Before anything runs: variables of the library get their values.
    fn start(&self, machine: &mut Machine) -> InterpResult<()>;

    /// Before there is a second thread: makes the objects that functions of the library return or remember, so that all
    /// threads have the same ones, whichever calls first.
    fn make_statics(&self, machine: &mut Machine) -> InterpResult<()>;

    /// `argc`, `argv` and `envp`, as far as `main` takes them.
    fn main_arguments(&self, machine: &mut Machine) -> InterpResult<(Vec<Arg>, Vec<Reg>)>;

    /// Before the program ends as `exit` does: fails where a buffer that the program gave to a stream is gone.
    fn finish_streams(&self, machine: &Machine) -> InterpResult<()>;

    /// After everything has run: the process is over.
    fn finish(&self, machine: &mut Machine) -> InterpResult<()>;
}

/// What the library does when a thread ends.
pub trait ThreadHooks: Sync {
    /// Before the current thread ends: arranges for the next destructor to run. False if none is left.
    fn run_destructor(&self, machine: &mut Machine) -> InterpResult<bool>;

    /// Whether other threads can notice what the end of the current thread does.
    fn notices_end(&self, machine: &Machine) -> bool;

    /// The current thread ends.
    fn end(&self, machine: &mut Machine) -> InterpResult<()>;

    /// The current thread, which was cancelled, begins to end.
    fn end_cancelled(&self, machine: &mut Machine) -> InterpResult<Flow>;

    /// Whether destructors may run when a thread ends.
    fn has_destructors(&self, machine: &Machine) -> bool;
}

/// Signals, and the timers that send them.
pub trait Interruptions: Sync {
    /// A handler of a signal has returned.
    fn handler_returned(&self, machine: &mut Machine) -> InterpResult<()>;

    /// Whether a timer has expired, or a signal has come from another process. Asked only where the program uses timers
    /// or makes processes ([`crate::compiled::Uses`]).
    fn is_due(&self, machine: &Machine) -> bool;

    /// Timers that have expired send their signals, and the current thread handles its own. True if a handler was
    /// called, which now runs.
    fn interrupt(&self, machine: &mut Machine) -> InterpResult<bool>;

    /// In how many ways a signal from another process lets the current thread go on before a call, or instead of it;
    /// the call itself can be made if it `goes_on`.
    fn ways(&self, machine: &Machine, held: &PendingCall, goes_on: bool) -> u32;

    /// Whether a signal has come from another process that the current thread does not hold back and that does
    /// something.
    fn comes_first(&self, machine: &Machine) -> bool;

    /// A signal interrupts the current thread in one of these ways.
    fn interrupt_call(
        &self,
        machine: &mut Machine,
        held: &PendingCall,
        way: u32,
        goes_on: bool,
    ) -> InterpResult<Flow>;

    /// The program has computed for long: the clock shows the moment at which the next timer expires.
    fn pass_time(&self, machine: &mut Machine);

    /// Whether no signal is pending for, held back by, or handled in any single thread.
    fn concern_no_thread(&self, machine: &Machine) -> bool;
}

/// Memory that shares files, as other processes and calls of functions see it.
pub trait SharedMemory: Sync {
    /// Whether any memory shares a file.
    fn shares(&self, machine: &Machine) -> bool;

    /// Files get what the program wrote to memory.
    fn publish(&self, machine: &mut Machine) -> InterpResult<()>;

    /// After a call, before which the outside was this: files and memory show what the call wrote to either.
    fn after_call(&self, machine: &mut Machine, before: &Outside) -> InterpResult<()>;

    /// Memory shows what others wrote to files since the outside was this, or ever.
    fn receive(&self, machine: &mut Machine, before: Option<&Outside>) -> InterpResult<()>;

    /// The memory is a copy of another one: changes are noted here, too.
    fn watch_again(&self, machine: &mut Machine);

    /// The number of the file that an object shares, and where in the file it starts.
    fn place(&self, machine: &Machine, object: ObjId) -> Option<(u32, u64)>;
}

/// Several mappings of one file in a process, of which one at a time can be accessed.
///
/// What the machine asks before and after each call is asked only where the program maps files
/// ([`crate::compiled::Uses::mapped_files`]).
pub trait MappedFiles: Sync {
    /// Before a call: what its arguments point to can be accessed, as far as it shares a file.
    fn turn_to_arguments(&self, machine: &mut Machine, call: &Call) -> InterpResult<()>;

    /// An access to an object was refused. True if the object shares a file and can be accessed from now on.
    fn turn_to(&self, machine: &mut Machine, object: ObjId) -> InterpResult<bool>;

    /// Whether an access was refused only because another mapping of the same file was accessed last.
    fn is_hidden_view(&self, machine: &Machine, error: &AccessError) -> bool;

    /// Whether an object is a mapping.
    fn is_mapped(&self, machine: &Machine, object: ObjId) -> bool;
}

/// What depends on a function and its arguments, beside what the function's row says.
pub trait CallRules: Sync {
    /// Whether nobody can notice what a call of an [output](crate::effects::Visibility::Output) function writes.
    fn goes_nowhere(&self, machine: &Machine, native: &Native, call: &Call) -> bool;

    /// The call fails, through no fault of the program.
    fn fail(&self, machine: &mut Machine, native: &Native, call: &Call, how: Failure) -> InterpResult<Flow>;

    /// What keeps a thread from making a call.
    fn blocker(&self, machine: &Machine, thread: ThreadId, pending: &PendingCall) -> Option<Blocker>;

    /// The lock that a call is about, see [`crate::locks::used`].
    fn lock(&self, machine: &Machine, pending: &PendingCall) -> Option<Used>;

    /// The thread that holds a lock.
    fn holder(&self, machine: &Machine, kind: LockKind, lock: Pointer) -> Option<ThreadId>;
}

/// What keeps a thread from going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// This thread has the lock.
    Holder(ThreadId),
    /// This thread runs what must be done first.
    Runner(ThreadId),
    /// This thread has not ended.
    End(ThreadId),
    /// A thread of another process has the lock.
    Elsewhere(ProcessId, ThreadId),
}

/// Errors about variables that no unit defines are not the program's: nothing is known of such a variable.
#[cold]
pub(crate) fn excuse(machine: &Machine, fault: Box<InterpError>) -> Box<InterpError> {
    let object = fault.object().filter(|_| fault.kind().is_some());
    let known = |id| machine.memory.object(id).is_some_and(|it| !it.barred);
    let variables = &machine.compiled.undefined.variables;
    match object.and_then(|id| variables.iter().find(|it| it.1.prov == id && !known(id))) {
        Some((name, _)) => undefined_variable(name),
        None => fault,
    }
}

/// A variable that no unit defines is used.
pub(crate) fn undefined_variable(name: &str) -> Box<InterpError> {
    let name = gmc_ir::demangle::name(name);
    InterpError::unsupported(format!(
        "variable `{name}`, which no unit defines and gmc does not model: define it in a file that is checked together \
         with the program (--model)"
    ))
}
