//! What stops a thread: errors of the program, and what the machine cannot do.

use crate::nondet::Split;
use crate::reg::Reg;
use crate::symbolic::Stop;
use gmc_mem::{AccessError, AccessFault, FreeError, FreeFault, PlacementSplit, PointerError};
use gmc_model::{ErrorKind, Stopped, Violation};
use std::rc::Rc;

/// Why an operation was not done.
#[derive(Clone, Debug, PartialEq)]
pub enum InterpError {
    /// An access to memory.
    Access(Box<AccessError>),
    /// Pointer arithmetic or comparison.
    Pointer(Box<PointerError>),
    /// `free` and its kin.
    Free(Box<FreeError>),
    /// A value that was never set.
    Undefined,
    /// Signed arithmetic that does not fit.
    Overflow {
        /// The operation, as C writes it.
        operation: &'static str,
        /// Left operand.
        left: i128,
        /// Right operand; absent for unary operations.
        right: Option<i128>,
        /// Width of the type.
        bits: u32,
    },
    /// Division by zero.
    DivisionByZero,
    /// A shift by too much.
    Shift {
        /// The count.
        count: i64,
        /// Width of the type.
        bits: u32,
    },
    /// A floating-point value outside of the integer type.
    FloatConversion {
        /// The value.
        value: f64,
        /// Width of the type.
        bits: u32,
    },
    /// A boolean that is neither.
    NotBool {
        /// The byte found.
        value: u64,
    },
    /// An index outside of its array.
    Index {
        /// The index.
        index: i64,
        /// How many elements there are.
        count: u64,
    },
    /// Any other error, told by the function that found it.
    Other {
        /// What kind.
        kind: ErrorKind,
        /// The message.
        message: String,
    },
    /// Two threads access the same memory at the same time.
    Race(Box<Violation>),
    /// Not an error: the program assumes that this cannot happen.
    Assumption,
    /// Not an error: a value matters that is not decided yet, which a register holds so.
    Nondet(Reg),
    /// Not an error: it matters which of several cases is so, which is not decided yet.
    Undecided(Rc<Split>),
    /// Not an error: it matters how two objects lie, which is not decided yet.
    Placement(PlacementSplit),
    /// Not an error: a limit came first.
    Stopped(Stopped),
    /// Not an error: a debugger stops the thread before this statement.
    Breakpoint,
    /// Not an error of the program: the machine cannot go on.
    Unsupported(String),
}

impl InterpError {
    /// The kind of error; none when it is not the program's.
    pub fn kind(&self) -> Option<ErrorKind> {
        let named = |name: &str| name.parse().ok();
        match self {
            // Bytes of what is not decided yet: nothing that the program does wrong.
            InterpError::Access(error) if error.fault == AccessFault::Mixed => None,
            InterpError::Access(error) => named(error.kind()),
            InterpError::Pointer(error) => named(error.kind()),
            InterpError::Free(error) => named(error.kind()),
            InterpError::Undefined => Some(ErrorKind::UninitializedRead),
            InterpError::Overflow { .. } => Some(ErrorKind::SignedOverflow),
            InterpError::DivisionByZero => Some(ErrorKind::DivisionByZero),
            InterpError::Shift { .. } => Some(ErrorKind::InvalidShift),
            InterpError::FloatConversion { .. } => Some(ErrorKind::FloatConversion),
            InterpError::NotBool { .. } => Some(ErrorKind::InvalidValue),
            InterpError::Index { .. } => Some(ErrorKind::OutOfBounds),
            InterpError::Other { kind, .. } => Some(*kind),
            InterpError::Race(violation) => Some(violation.kind),
            InterpError::Assumption
            | InterpError::Nondet(_)
            | InterpError::Undecided(_)
            | InterpError::Placement(_)
            | InterpError::Stopped(_)
            | InterpError::Breakpoint
            | InterpError::Unsupported(_) => None,
        }
    }

    /// The object that it is about.
    pub fn object(&self) -> Option<gmc_mem::ObjId> {
        let object = match self {
            InterpError::Access(error) => &error.object,
            InterpError::Pointer(error) => &error.object,
            InterpError::Free(error) => &error.object,
            _ => return None,
        };
        object.as_ref().map(|it| it.id)
    }

    /// Whether it is no error: the end of an object that others can reach was not done, as they have to be asked first.
    pub fn is_refused_end(&self) -> bool {
        matches!(self, InterpError::Free(error) if error.fault == FreeFault::Shared)
    }

    /// Likewise, or an access to such an object.
    pub fn is_refused(&self) -> bool {
        matches!(self, InterpError::Access(error) if matches!(error.fault, AccessFault::Shared { .. }))
            || self.is_refused_end()
    }

    /// An error with a message of its own.
    pub fn other(kind: ErrorKind, message: impl Into<String>) -> Box<InterpError> {
        Box::new(InterpError::Other { kind, message: message.into() })
    }

    /// Something that the machine cannot do.
    pub fn unsupported(what: impl Into<String>) -> Box<InterpError> {
        Box::new(InterpError::Unsupported(what.into()))
    }
}

/// A function of the library that is taken back where it stops may ask anywhere.
impl From<Stop> for Box<InterpError> {
    fn from(stop: Stop) -> Box<InterpError> {
        match stop {
            Stop::Split(split) => Box::new(InterpError::Undecided(Rc::new(Split::Term(split)))),
            Stop::Number(reg) => Box::new(InterpError::Nondet(reg)),
            Stop::Error(error) => error,
        }
    }
}

impl From<Box<AccessError>> for Box<InterpError> {
    fn from(error: Box<AccessError>) -> Box<InterpError> {
        Box::new(InterpError::Access(error))
    }
}

impl From<Box<PointerError>> for Box<InterpError> {
    fn from(error: Box<PointerError>) -> Box<InterpError> {
        Box::new(InterpError::Pointer(error))
    }
}

impl From<Box<FreeError>> for Box<InterpError> {
    fn from(error: Box<FreeError>) -> Box<InterpError> {
        Box::new(InterpError::Free(error))
    }
}

/// The result of something that the program may be wrong to do.
pub type InterpResult<T> = Result<T, Box<InterpError>>;
