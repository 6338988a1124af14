//! What a call of a library function does that others depend on, as data: a part of the function's row in the library's
//! tables. Dependence, races, blocking, fault injection, explanations and reproducers read it, and nothing of the kind
//! is known by a function's name anywhere else.
//!
//! What is not said is taken for the worst: a function depends on all that the library and the world remember, commutes
//! with nothing, and has to say what its arguments point to if it synchronises. Forgetting costs speed, never an
//! answer.
//!
//! What functions that do not synchronise read and write is not listed, but seen: they are called, the memory's log is
//! read, and they are taken back. A function that synchronises may have to wait, so it cannot be tried; its row lists
//! the memory.

use crate::failures::Failing;
use crate::interp_error::InterpResult;
use crate::machine::Machine;
use crate::native::Call;
use crate::native::SymbolicHandler;
use gmc_mem::{MemoryAccess, Pointer};
use smallvec::SmallVec;

/// What a function touches: what other threads can notice of it.
#[derive(Clone, Copy)]
pub enum Visibility {
    /// Memory that its arguments point to, and what only its own thread sees.
    Memory,
    /// Likewise, in one indivisible operation that synchronises.
    Atomic,
    /// Something that all threads share.
    Shared,
    /// Files, and what else lies outside of the program.
    Outside,
    /// Likewise, unless what it writes is never read: then memory only.
    Output,
    /// Other threads.
    Sync(Alternatives),
}

/// How many alternatives a call has now; 0 when it must wait. What cannot be told from its arguments is for the
/// handler to complain about.
pub type Alternatives = fn(&Machine, &Call) -> InterpResult<u32>;

/// The words of memory on which what a function does depends and which it may change, if that is all that it does
/// beside looking at its arguments and returning something; none where it is more.
pub type Words = fn(&Machine, &Call) -> Option<WordList>;

/// Words, each with its size, in an order in which what is in them says which are the next.
pub type WordList = SmallVec<[(Pointer, usize); 4]>;

/// What a function does with a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockAction {
    /// Waits until it is free, and takes it.
    Take,
    /// Gives it back.
    Give,
    /// Gives it back for a while.
    Lend,
    /// Takes it if it is free, and does something else otherwise.
    Try,
}

/// The kinds of locks that threads hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockKind {
    /// One thread at a time.
    Mutex,
    /// One thread that writes, or several that read.
    ReadWrite,
    /// One thread at a time; waiting threads do not sleep.
    Spin,
}

/// A lock among the arguments of a function.
#[derive(Clone, Copy, Debug)]
pub struct LockUse {
    /// What is done with it.
    pub action: LockAction,
    /// What lock it is.
    pub kind: LockKind,
    /// The argument that points to it.
    pub at: usize,
}

/// What a function waits for, beside a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// The end of the thread whose number is this argument.
    End(usize),
    /// That the function is over which somebody calls once for all, with the flag that this argument points to.
    Once(usize),
}

/// When a call commutes with whatever others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commutes {
    /// It may depend on anything.
    Never,
    /// It depends on nothing that others do.
    Always,
    /// Where the program cancels no thread and never asks for the time.
    Uncancelled,
    /// When the thread was woken, and only leaves the function.
    Woken,
}

/// How memory is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atomicity {
    /// As any variable.
    Plain,
    /// In one operation that synchronises.
    Atomic,
}

/// How many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// So many.
    Bytes(u64),
    /// So many pointers, or numbers of type `long`.
    Longs(u64),
    /// As this argument says.
    Argument(usize),
    /// A part of each element of an array.
    Elements {
        /// The argument that says how many elements there are.
        count: usize,
        /// Bytes of each.
        size: u64,
        /// The part of each: from one offset to another.
        part: (u64, u64),
    },
    /// As many bits as the argument says, in whole `long`s.
    Bits(usize),
    /// A string with its end.
    Text,
}

/// Memory that an argument points to, if it is not null.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The argument.
    pub at: usize,
    /// How many bytes.
    pub extent: Extent,
    /// Whether they are written.
    pub write: bool,
    /// How they are accessed.
    pub atomicity: Atomicity,
}

/// Memory that is read as any variable is, when the call begins.
pub const fn reads(at: usize, extent: Extent) -> Span {
    Span { at, extent, write: false, atomicity: Atomicity::Plain }
}

/// Memory that is written as any variable is, when the call is over: a thread that waits writes nothing yet.
pub const fn writes(at: usize, extent: Extent) -> Span {
    Span { at, extent, write: true, atomicity: Atomicity::Plain }
}

/// What an operation works on that synchronises: a lock, an atomic variable.
pub const fn operates(at: usize, extent: Extent) -> Span {
    Span { at, extent, write: true, atomicity: Atomicity::Atomic }
}

/// Likewise, if it changes nothing.
pub const fn looks_at(at: usize, extent: Extent) -> Span {
    Span { at, extent, write: false, atomicity: Atomicity::Atomic }
}

/// A `struct timespec` or `struct timeval`.
pub const TIMESPEC: Extent = Extent::Longs(2);

impl Span {
    /// Calls `each` with the memory, as far as it is there. What lies beyond its object is an error of its own.
    pub fn touches(&self, m: &Machine, call: &Call, each: impl FnMut(MemoryAccess)) {
        let Ok(pointer) = call.pointer(self.at) else { return };
        self.touches_at(m, pointer, |at| call.number(m, at).unwrap_or(0), each);
    }

    /// Likewise, where the argument is this pointer and others are these numbers.
    pub fn touches_at(
        &self,
        m: &Machine,
        pointer: Pointer,
        number: impl Fn(usize) -> u64,
        mut each: impl FnMut(MemoryAccess),
    ) {
        let Some(object) = m.memory.object(pointer.prov).filter(|_| !pointer.is_null()) else { return };
        let long = m.memory.target().pointer_size() as u64;
        let start = pointer.addr.wrapping_sub(object.base);
        let rest = object.size.saturating_sub(start);
        let mut touch = |from: u64, to: u64| {
            let (offset, size) = (start + from, to.min(rest).saturating_sub(from));
            if size > 0 {
                each(MemoryAccess { object: object.id, offset, size, write: self.write, atomic: false });
            }
        };
        match self.extent {
            Extent::Bytes(size) => touch(0, size),
            Extent::Longs(count) => touch(0, count * long),
            Extent::Argument(at) => touch(0, number(at)),
            Extent::Bits(at) => touch(0, u64::from(number(at) as u32).div_ceil(long * 8) * long),
            Extent::Text => touch(0, length(m, pointer, rest)),
            Extent::Elements { count, size, part } => {
                for at in 0..number(count).min(rest / size) {
                    touch(at * size + part.0, at * size + part.1);
                }
            }
        }
    }
}

/// Bytes of a string with its end, at most `rest`.
fn length(m: &Machine, text: Pointer, rest: u64) -> u64 {
    let byte = |at: u64| m.memory.load_lenient(text.wrapping_offset(at as i64), 1);
    let is_end = |at: &u64| matches!(byte(*at), Ok((it, 0)) if it.bits(m.memory.target()) == Some(0));
    (0..rest).find(is_end).map_or(rest, |end| end + 1)
}

/// Where a function of conduct [`Visibility::Output`] writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// To the stream among its arguments; to standard output or errors if there is none.
    Stream,
    /// To the stream among its arguments; to all streams if there is none.
    Streams,
    /// To the file whose number this argument is.
    File(usize),
}

/// Functions that free what the others allocate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `malloc`, `free` and the like.
    Malloc,
    /// `new`, `delete`.
    Single,
    /// `new[]`, `delete[]`.
    Array,
}

impl Family {
    /// What allocates, and what frees, as programs write it.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Family::Malloc => ("malloc", "free"),
            Family::Single => ("new", "delete"),
            Family::Array => ("new[]", "delete[]"),
        }
    }
}

/// What a function makes of terms: in its arguments, or where these point to.
#[derive(Clone, Copy)]
pub struct OnTerms {
    /// What it does instead, where nobody can notice it. It changes nothing before all is decided.
    pub handler: Option<SymbolicHandler>,
    /// Arguments that the ordinary handler takes as terms, a bit for each. It may ask what it needs to know anywhere.
    pub arguments: u32,
}

/// What a function does beside what its conduct says.
#[derive(Clone, Copy)]
pub struct Effects {
    /// What its arguments point to. If it synchronises, all that it reads and writes of the program's variables.
    pub spans: &'static [Span],
    /// No more bytes than that are looked at of what an argument points to, to know whether the call has to wait.
    pub reach: u64,
    /// What it does with a lock.
    pub lock: Option<LockUse>,
    /// What it waits for.
    pub awaits: Option<Awaited>,
    /// All that it reads and writes, where that is known.
    pub words: Option<Words>,
    /// Whether all that it depends on and changes is in memory, or noted (`notes`).
    pub noted: bool,
    /// When it commutes with whatever others do.
    pub commutes: Commutes,
    /// Arguments whose memory somebody may access after the call is over, a bit for each.
    pub keeps: u8,
    /// The argument whose memory it frees.
    pub frees: Option<usize>,
    /// It returns memory that it has allocated, which something of this family has to free.
    pub makes: Option<Family>,
    /// Where it writes, if it writes to files.
    pub target: Target,
    /// How it fails through no fault of the program's.
    pub failing: Option<&'static Failing>,
    /// What else is to be known of it.
    pub traits: Traits,
    /// What it makes of terms.
    pub terms: OnTerms,
    /// Its result is any number between these, and it does nothing else.
    pub draws: Option<(i64, i64)>,
}

/// Yes or no, of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits(u64);

/// Gives each trait a bit of its own, by its place in the list.
macro_rules! traits {
    ($($(#[$doc:meta])+ $name:ident,)+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Bit { $($name),+ }
        impl Traits { $($(#[$doc])+ pub const $name: Traits = Traits(1 << Bit::$name as u64);)+ }
    };
}

traits! {
    /// `longjmp` makes it return again.
    RETURNS_TWICE,
    /// It gets to files by name, or is there to open them.
    NAMES_FILES,
    /// It may find out that a thread has ended without waiting for it.
    ASKS_FOR_ENDS,
    /// It cancels another thread.
    CANCELS,
    /// After it, what a thread does may depend on more than its registers and memory.
    INTRICATE,
    /// It makes a thread.
    CREATES,
    /// What it answers depends on time.
    TELLS_TIME,
    /// A thread that is cancelled while it waits in it may end, or get what it waits for first.
    SUSPENDS,
    /// It tells the time, or how much of it has passed.
    READS_CLOCK,
    /// It locks a stream.
    LOCKS_STREAMS,
    /// It may allocate or free memory otherwise than by an argument or its result.
    ALLOCATES,
    /// A thread that was cancelled before ends instead of calling it.
    ENDS_CANCELLED,
    /// It is no cancellation point, though it accesses files.
    GOES_ON,
    /// It may map a file into memory.
    MAPS_FILES,
    /// It may set a timer.
    SETS_TIMERS,
    /// It begins an atomic section.
    BEGINS_SECTION,
    /// It names a function that must hold in every state.
    ADDS_INVARIANTS,
    /// Its result is the number of the alternative that is chosen, and it does nothing else.
    CHOOSES,
    /// It ends the run without an error where its first argument is 0, and does nothing otherwise.
    ASSUMES,
    /// It tells the reader where the thread is, and does nothing otherwise.
    LABELS,
    /// It is an error where its first argument is 0, and does nothing otherwise.
    ASSERTS,
    /// It makes inputs that can be anything, before the program starts.
    MAKES_INPUTS,
    /// It makes a process: it returns in this one and in the new one.
    FORKS,
    /// It may put another program in the place of this one.
    EXECUTES,
    /// What it does depends on what signals come, or decides what becomes of them.
    CONCERNS_SIGNALS,
    /// A signal makes it return with `EINTR` while it waits.
    INTERRUPTIBLE,
    /// The open file whose number is its first argument is all that it touches outside of its process.
    ONE_FILE,
    /// A thread does nothing in it but let time pass. Where a signal interrupts it, it returns what is left of that.
    SLEEPS,
    /// It looks at other processes.
    LOOKS_AT_PROCESSES,
    /// The handler of an event is over when it is called: it waits for what comes next, or gives way.
    RESTS,
    /// It names bytes that make no difference between states.
    IGNORES,
    /// It names a function that is called with messages.
    SEES_MESSAGES,
    /// Who is in it only watches others: nobody waits for its end.
    WATCHES,
}

impl Traits {
    /// Nothing of all that.
    pub const NONE: Traits = Traits(0);
    /// All of both.
    pub const fn and(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }

    /// Whether all of these are so.
    pub const fn has(self, other: Traits) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Both: who was cancelled before ends, and who is cancelled while waiting may.
pub const WAITS_CANCELLABLY: Traits = Traits::ENDS_CANCELLED.and(Traits::SUSPENDS);

impl Effects {
    /// What is known of a function that says nothing of itself.
    pub const UNKNOWN: Effects = Effects {
        spans: &[],
        reach: u64::MAX,
        lock: None,
        awaits: None,
        words: None,
        noted: false,
        commutes: Commutes::Never,
        keeps: 0,
        frees: None,
        makes: None,
        target: Target::Stream,
        failing: None,
        traits: Traits::NONE,
        terms: OnTerms { handler: None, arguments: 0 },
        draws: None,
    };

    /// What its arguments point to.
    pub const fn of(self, spans: &'static [Span]) -> Effects {
        // No lock is larger than that.
        let (mut at, mut reach) = (0, 64);
        while at < spans.len() {
            let most = match spans[at].extent {
                Extent::Bytes(size) => size,
                Extent::Longs(count) => 8 * count,
                _ => u64::MAX,
            };
            if most > reach {
                reach = most;
            }
            at += 1;
        }
        Effects { spans, reach, ..self }
    }

    /// Whether it may allocate or free memory, by which a place may be used again.
    pub fn moves(&self) -> bool {
        self.makes.is_some() || self.frees.is_some() || self.traits.has(Traits::ALLOCATES)
    }

    /// What of that is accessed as any variable is.
    pub fn plain_spans(&self) -> impl Iterator<Item = &'static Span> {
        self.spans.iter().filter(|it| it.atomicity == Atomicity::Plain)
    }
}
