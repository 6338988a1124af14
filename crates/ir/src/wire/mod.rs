//! The unit format: how a [`Unit`](crate::unit::Unit) stands in an ELF section.
//!
//! The payload is the unit in [postcard]'s encoding, compressed with zstd. The Rust types are the one description of
//! it: the reader is derived from them by serde, and the header that the GCC plugin is compiled against is generated
//! from the same types by [`cpp::header`]. A field that one side has and the other has not is a compile error.
//! `docs/unit-format.md` holds the description for people; a test keeps it equal to the types.
//!
//! A section holds any number of units (`ld -r` and the final link concatenate them), each behind a header:
//!
//! | offset | size | what |
//! |---|---|---|
//! | 0 | 8 | `GMCUNIT\n` |
//! | 8 | 4 | version of the format |
//! | 12 | 4 | checksum of all that follows (CRC-32) |
//! | 16 | 8 | the unit's identity |
//! | 24 | 8 | length of the payload |
//! | 32 | 8 | length of the payload when decompressed |
//! | 40 | | payload, zero-padded to a multiple of 8 |
//!
//! Numbers are little-endian on every target.

mod budget;
mod bytes;
mod container;
pub mod cpp;
pub mod document;
mod strings;

pub use bytes::Bytes;
pub use container::{
    Bounds, Frame, ReadError, UnitId, decode, decode_raw, encode, encode_payload, encode_raw, frames,
};
pub use strings::Strings;

/// The version of the unit format. It changes whenever any type below [`crate::unit::Unit`] does; a unit of another
/// version is refused with advice to recompile.
pub const VERSION: u32 = 5;

/// The section that holds units.
pub const UNIT_SECTION: &str = ".gmc";

/// The section that holds the addresses which the linker gave to a unit's symbols. Its name makes linkers treat it as
/// debug information: references to code that was dropped become zero instead of errors.
pub const ADDRESS_SECTION: &str = ".debug_gmc";
