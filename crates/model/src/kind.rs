//! The kinds of errors, each with one name that users see, switch off and search for.

/// Declares the kinds with their names and explanations.
macro_rules! kinds {
    ($($variant:ident, $name:literal, $explanation:literal;)*) => {
        /// A kind of error.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ErrorKind {
            $(#[doc = $explanation] $variant,)*
        }

        impl ErrorKind {
            /// All kinds.
            pub const ALL: &[ErrorKind] = &[$(ErrorKind::$variant,)*];

            /// The name that users see.
            pub fn name(self) -> &'static str {
                match self {
                    $(ErrorKind::$variant => $name,)*
                }
            }

            /// What it means, in a sentence without capital and full stop.
            pub fn explanation(self) -> &'static str {
                match self {
                    $(ErrorKind::$variant => $explanation,)*
                }
            }
        }
    };
}

kinds! {
    Assertion, "assertion", "an assertion of the program does not hold";
    Deadlock, "deadlock", "no thread can go on, and not all have finished";
    DataRace, "data-race",
        "two threads access the same memory at the same time, at least one of them writes, and not both \
         accesses are atomic";
    OutOfBounds, "out-of-bounds",
        "an access outside of the object that the pointer belongs to, or an index outside of its array";
    NullDereference, "null-dereference", "an access through a null pointer";
    UseAfterFree, "use-after-free", "an access to heap memory that was freed";
    UseAfterScope, "use-after-scope", "an access to a local variable whose scope has ended";
    DoubleFree, "double-free", "heap memory is freed a second time";
    InvalidFree, "invalid-free", "something is freed that is not the start of heap memory";
    UninitializedRead, "uninitialized-read", "a value is used that was never set";
    InvalidPointerOperation, "invalid-pointer-operation",
        "pointer arithmetic that leaves the object, or an order or difference of pointers into different \
         objects";
    ResourceLeak, "resource-leak", "a process has more than at its start where it says that it has ended what it did";
    MemoryLeak, "memory-leak", "heap memory that nothing points to any more was not freed";
    SignedOverflow, "signed-overflow", "the result of signed arithmetic does not fit its type";
    DivisionByZero, "division-by-zero", "an integer is divided by zero";
    InvalidShift, "invalid-shift", "a shift by a negative count, or by as many bits as the type has or more";
    MisalignedAccess, "misaligned-access", "an access at an address that is not a multiple of the type's alignment";
    InvalidValue, "invalid-value",
        "a bool that is neither 0 nor 1, bytes that are no value of their type, or the length of an array \
         that is not positive";
    FloatConversion, "float-conversion", "a floating-point value is converted to an integer type that cannot hold it";
    OverlappingCopy, "overlapping-copy", "memcpy and its kin with source and destination that overlap";
    LockMisuse, "lock-misuse", "a lock is used in a way that its type forbids";
    ThreadMisuse, "thread-misuse", "a thread is joined twice, detached twice, or the like";
    Abort, "abort", "the program calls abort";
    UnreachableReached, "unreachable-reached", "__builtin_unreachable is reached";
    StackOverflow, "stack-overflow", "calls are nested too deeply";
    Livelock, "livelock", "the program goes on for ever without progress";
    Invariant, "invariant", "an invariant of the program does not hold";
    Ltl, "ltl", "a temporal property does not hold";
    ReadOnlyWrite, "read-only-write", "a write to a constant or a string literal";
    BadCall, "bad-call",
        "a call through a pointer to something else than a function, with arguments that the function cannot \
         take, or where the function may not be called";
    MissingReturn, "missing-return", "a function ends without a return value, and the caller uses it";
    InvalidDereference, "invalid-dereference", "an access through a number that points into no object";
    UncaughtException, "uncaught-exception",
        "an exception of C++ that nothing catches, or that leaves a function that lets none out";
}

impl ErrorKind {
    /// Whether a run can go on as if there were no such error. Where it is allowed, it is not looked for, and nothing
    /// is left out.
    pub fn can_be_ignored(self) -> bool {
        use ErrorKind::{DataRace, Deadlock, InvalidPointerOperation, MemoryLeak};
        matches!(self, DataRace | Deadlock | InvalidPointerOperation | MemoryLeak)
    }
}

impl std::fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for ErrorKind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<ErrorKind, UnknownKind> {
        ErrorKind::ALL
            .iter()
            .copied()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| UnknownKind(name.to_owned()))
    }
}

/// A name that no kind has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownKind(pub String);

impl std::fmt::Display for UnknownKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no kind of error called '{}': `gmc kinds` lists them", self.0)
    }
}

impl std::error::Error for UnknownKind {}
