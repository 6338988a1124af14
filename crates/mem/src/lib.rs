//! gmc-mem
mod access;
mod arithmetic;
mod bulk;
mod canon;
mod chunk;
mod error;
mod fingerprint;
mod hash;
mod journal;
mod lowest;
mod memory;
mod object;
mod overlay;
mod places;
mod shortest;
mod snapshot;
mod sweep;
mod target;
mod value;

pub use bulk::{Content, Overlap};
pub use error::{Access, AccessError, AllocError, Fault, FreeError, FreeFault, PointerError, PointerFault};
pub use fingerprint::{Fingerprint, Leak};
pub use journal::Mark;
pub use memory::{Config, Layout, Memory};
pub use object::{Kind, Life, ObjId, ObjectInfo, Site};
pub use target::{Endian, PointerWidth, Target};
pub use value::{Interner, Opaque, Piece, Pointer, Scalar, Whole};
