//! What stops a thread: errors of the program, and what the machine cannot do.

use gmc_mem::{AccessError, Fault as AccessFault, FreeError, FreeFault, PointerError, Question};
use gmc_model::{Kind, Stopped, Violation};

/// Why an operation was not done.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
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
        kind: Kind,
        /// The message.
        message: String,
    },
    /// Two threads access the same memory at the same time.
    Race(Box<Violation>),
    /// Not an error: the program assumes that this cannot happen.
    Assumption,
    /// Not an error: a value matters that is not decided yet, with this number.
    Open(u32),
    /// Not an error: it matters how two objects lie, which is not decided yet.
    Where(Question),
    /// Not an error: a limit came first.
    Stopped(Stopped),
    /// Not an error of the program: the machine cannot go on.
    Unsupported(String),
}

impl Fault {
    /// The kind of error; none when it is not the program's.
    pub fn kind(&self) -> Option<Kind> {
        let named = |name: &str| name.parse().ok();
        match self {
            // Bytes of what is not decided yet: nothing that the program does wrong.
            Fault::Access(error) if error.fault == AccessFault::Mixed => None,
            Fault::Access(error) => named(error.kind()),
            Fault::Pointer(error) => named(error.kind()),
            Fault::Free(error) => named(error.kind()),
            Fault::Undefined => Some(Kind::UninitializedRead),
            Fault::Overflow { .. } => Some(Kind::SignedOverflow),
            Fault::DivisionByZero => Some(Kind::DivisionByZero),
            Fault::Shift { .. } => Some(Kind::InvalidShift),
            Fault::FloatConversion { .. } => Some(Kind::FloatConversion),
            Fault::NotBool { .. } => Some(Kind::InvalidValue),
            Fault::Index { .. } => Some(Kind::OutOfBounds),
            Fault::Other { kind, .. } => Some(*kind),
            Fault::Race(violation) => Some(violation.kind),
            Fault::Assumption
            | Fault::Open(_)
            | Fault::Where(_)
            | Fault::Stopped(_)
            | Fault::Unsupported(_) => None,
        }
    }

    /// The object that it is about.
    pub(crate) fn object(&self) -> Option<gmc_mem::ObjId> {
        let object = match self {
            Fault::Access(error) => &error.object,
            Fault::Pointer(error) => &error.object,
            Fault::Free(error) => &error.object,
            _ => return None,
        };
        object.as_ref().map(|it| it.id)
    }

    /// Whether it is no error: the end of an object that others can reach was not done, as they have to be asked first.
    pub(crate) fn is_refused_end(&self) -> bool {
        matches!(self, Fault::Free(error) if error.fault == FreeFault::Shared)
    }

    /// Likewise, or an access to such an object.
    pub(crate) fn is_refused(&self) -> bool {
        matches!(self, Fault::Access(error) if matches!(error.fault, AccessFault::Shared { .. }))
            || self.is_refused_end()
    }

    /// An error with a message of its own.
    pub fn other(kind: Kind, message: impl Into<String>) -> Box<Fault> {
        Box::new(Fault::Other { kind, message: message.into() })
    }

    /// Something that the machine cannot do.
    pub fn unsupported(what: impl Into<String>) -> Box<Fault> {
        Box::new(Fault::Unsupported(what.into()))
    }
}

impl From<Box<AccessError>> for Box<Fault> {
    fn from(error: Box<AccessError>) -> Box<Fault> {
        Box::new(Fault::Access(error))
    }
}

impl From<Box<PointerError>> for Box<Fault> {
    fn from(error: Box<PointerError>) -> Box<Fault> {
        Box::new(Fault::Pointer(error))
    }
}

impl From<Box<FreeError>> for Box<Fault> {
    fn from(error: Box<FreeError>) -> Box<Fault> {
        Box::new(Fault::Free(error))
    }
}

/// The result of something that the program may be wrong to do.
pub type Outcome<T> = Result<T, Box<Fault>>;
