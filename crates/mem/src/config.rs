//! How a memory is set up, and what is asked of a new object.

use crate::slots::{PAGE, PAGE_CHUNKS};
use crate::target::Target;

/// How a memory is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// The machine the program was compiled for.
    pub target: Target,
    /// Bytes of program memory, dead objects and gaps included, beyond which allocation fails. The host needs about
    /// twice as many.
    pub limit: u64,
}

impl Default for Config {
    /// A 64-bit little-endian target with at most 1 GiB.
    fn default() -> Config {
        Config { target: Target::LP64, limit: 1 << 30 }
    }
}

impl Config {
    /// The most pages the arena may have: chunk numbers have 32 bits.
    pub(crate) fn page_limit(&self) -> u32 {
        let bytes = self.limit.min(self.target.address_space());
        (bytes / PAGE).min(u64::from(u32::MAX) / PAGE_CHUNKS as u64 - 1) as u32
    }
}

/// What is asked of a new object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes: a power of two, at most 4096.
    pub align: u64,
    /// Largest size the object may [grow](crate::Memory::grow) to; at most `size` for objects that keep their size.
    pub capacity: u64,
}

impl Layout {
    /// An object of fixed size.
    pub fn new(size: u64, align: u64) -> Layout {
        Layout { size, align, capacity: size }
    }

    /// An object that may grow up to `capacity` bytes.
    pub fn expanding(size: u64, capacity: u64, align: u64) -> Layout {
        Layout { size, align, capacity: capacity.max(size) }
    }
}
