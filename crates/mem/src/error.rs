//! What can go wrong when a program uses memory: typed, and naming the object, the offset and the size.
//!
//! These are errors *of the checked program* and therefore data: each names the kind of violation it is (`kind()`, in
//! the vocabulary of gmc's reports) and carries what a message needs. They are boxed so that results stay small.

use crate::object::{Life, ObjectInfo};
use std::fmt;

/// What is wrong with an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessFault {
    /// Through a null pointer, or an address below 4096.
    Null,
    /// Through an address that is in no object.
    NoObject,
    /// Outside the object the pointer belongs to.
    OutOfBounds,
    /// The object has been freed.
    Freed,
    /// The object's scope has ended.
    OutOfScope,
    /// A part of the object that was given back, as after `munmap` of some of its pages.
    GivenBack,
    /// A byte has no value yet.
    Uninitialised {
        /// Offset in the object of the first such byte.
        first: u64,
    },
    /// A write to read-only storage.
    ReadOnly,
    /// The object may not be accessed for now, as after `mprotect` with `PROT_NONE`.
    Barred,
    /// A data access to a function.
    Function,
    /// Not aligned as its type requires.
    Misaligned {
        /// The alignment it should have.
        required: u64,
    },
    /// Source and destination of a copy overlap.
    Overlap,
    /// The bytes belong to different opaque values, or to one and something else; no scalar stands for them.
    Mixed,
    /// Not an error: the access is visible to other threads, and the mode is [`Watch::Stop`](crate::Watch::Stop).
    Shared {
        /// Whether it is written.
        write: bool,
    },
}

/// An access that cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessError {
    /// What is wrong.
    pub fault: AccessFault,
    /// The address used.
    pub addr: u64,
    /// Bytes accessed.
    pub size: u64,
    /// Where in the object, in bytes; meaningful when there is an object.
    pub offset: i64,
    /// The object the pointer belongs to.
    pub object: Option<ObjectInfo>,
}

/// The result of an access.
pub type AccessResult<T> = Result<T, Box<AccessError>>;

impl AccessError {
    /// The kind of violation, as gmc's reports name it.
    pub fn kind(&self) -> &'static str {
        match self.fault {
            AccessFault::Null => "null-dereference",
            AccessFault::NoObject | AccessFault::Function | AccessFault::Barred => "invalid-dereference",
            AccessFault::OutOfBounds => "out-of-bounds",
            AccessFault::Freed => "use-after-free",
            AccessFault::OutOfScope | AccessFault::GivenBack => "use-after-scope",
            AccessFault::Uninitialised { .. } => "uninitialized-read",
            AccessFault::ReadOnly => "read-only-write",
            AccessFault::Misaligned { .. } => "misaligned-access",
            AccessFault::Overlap => "overlapping-copy",
            AccessFault::Mixed => "invalid-value",
            AccessFault::Shared { .. } => "shared",
        }
    }
}

impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: access of {} bytes at ", self.kind(), self.size)?;
        match &self.object {
            None => write!(f, "address {:#x}", self.addr),
            Some(o) => {
                write!(f, "offset {} of {} ({} bytes, {})", self.offset, o.id, o.size, Was(o.life))?;
                match self.fault {
                    AccessFault::Uninitialised { first } => write!(f, "; byte {first} has no value yet"),
                    AccessFault::Misaligned { required } => {
                        write!(f, "; {required}-byte alignment is required")
                    }
                    AccessFault::Mixed => f.write_str("; the bytes belong to different opaque values"),
                    _ => Ok(()),
                }
            }
        }
    }
}

impl std::error::Error for AccessError {}

/// What is wrong with pointer arithmetic or comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointerFault {
    /// The result would leave the object (one past the end is inside).
    OutOfBounds,
    /// The operands belong to different objects.
    DifferentObjects,
    /// An operand belongs to no object.
    NoObject,
}

/// A pointer operation that has no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointerError {
    /// What is wrong.
    pub fault: PointerFault,
    /// Offset of the result (arithmetic) or of the left operand.
    pub offset: i64,
    /// The object of the (left) operand.
    pub object: Option<ObjectInfo>,
    /// The object of the right operand.
    pub other: Option<ObjectInfo>,
}

impl PointerError {
    /// The kind of violation, as gmc's reports name it.
    pub fn kind(&self) -> &'static str {
        "invalid-pointer-operation"
    }
}

impl fmt::Display for PointerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        match (self.fault, &self.object, &self.other) {
            (PointerFault::OutOfBounds, Some(o), _) => {
                write!(f, ": offset {} is outside {} ({} bytes, {})", self.offset, o.id, o.size, Was(o.life))
            }
            (PointerFault::DifferentObjects, Some(a), Some(b)) => {
                write!(
                    f,
                    ": {} ({} bytes) and {} ({} bytes) are different objects",
                    a.id, a.size, b.id, b.size
                )
            }
            _ => f.write_str(": a number that is no pointer into an object"),
        }
    }
}

impl std::error::Error for PointerError {}

/// What is wrong with a `free` or the end of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FreeFault {
    /// Freed before.
    DoubleFree,
    /// Not the start of the object.
    NotStart,
    /// Not storage that can be freed this way: wrong kind, or its scope has ended.
    WrongKind,
    /// No object at all.
    NoObject,
    /// Not an error: the end is visible to other threads, and the mode is [`Watch::Stop`](crate::Watch::Stop).
    Shared,
}

/// A `free` that cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeError {
    /// What is wrong.
    pub fault: FreeFault,
    /// The address given.
    pub addr: u64,
    /// Its offset in the object.
    pub offset: i64,
    /// The object it belongs to.
    pub object: Option<ObjectInfo>,
}

impl FreeError {
    /// The kind of violation, as gmc's reports name it.
    pub fn kind(&self) -> &'static str {
        match self.fault {
            FreeFault::DoubleFree => "double-free",
            FreeFault::NotStart | FreeFault::WrongKind | FreeFault::NoObject => "invalid-free",
            FreeFault::Shared => "shared",
        }
    }
}

impl fmt::Display for FreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.object {
            None => write!(f, "{}: address {:#x} is in no object", self.kind(), self.addr),
            Some(o) => write!(
                f,
                "{}: offset {} of {} ({:?}, {} bytes, {})",
                self.kind(),
                self.offset,
                o.id,
                o.kind,
                o.size,
                Was(o.life)
            ),
        }
    }
}

impl std::error::Error for FreeError {}

/// Why there is no room for an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AllocError {
    /// More than the memory was configured to hold, or than the target can address.
    TooLarge {
        /// The size asked for.
        size: u64,
    },
    /// More than the host has memory for.
    Host {
        /// The size asked for.
        size: u64,
    },
    /// Not a power of two, or more than 4096.
    Alignment {
        /// The alignment asked for.
        align: u64,
    },
    /// The object cannot grow (or shrink) to this size: not live, or beyond its capacity.
    Capacity {
        /// The size asked for.
        size: u64,
        /// The capacity it was allocated with.
        capacity: u64,
    },
}

impl fmt::Display for AllocError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AllocError::TooLarge { size } => write!(f, "no room for an object of {size} bytes"),
            AllocError::Host { size } => write!(f, "the host has no memory for an object of {size} bytes"),
            AllocError::Alignment { align } => write!(f, "an alignment of {align} is not supported"),
            AllocError::Capacity { size, capacity } => {
                write!(f, "an object with a capacity of {capacity} bytes cannot become {size} bytes")
            }
        }
    }
}

impl std::error::Error for AllocError {}

struct Was(Life);

impl fmt::Display for Was {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Life::Unused => "unused",
            Life::Live => "live",
            Life::Freed => "freed",
            Life::OutOfScope => "out of scope",
        })
    }
}
