//! The memory of a program under a model checker: objects and pointers with provenance, delta saving, snapshots, and
//! canonical fingerprints, at interpreter speed.
//!
//! A [`Memory`] holds one live state that an interpreter changes in place. It checks every access, can go back to any state
//! it marked, and has at any time a [`Fingerprint`] that is equal for states a program cannot tell apart. It knows nothing of
//! types, threads or the language; it stands alone and can be used by anybody who executes programs step by step.
//!
//! ```
//! use gmc_mem::{Config, Storage, Layout, Memory, Scalar, Site};
//!
//! let mut memory = Memory::new(Config::default());
//! let list = memory.alloc(Layout::new(8, 8), Storage::Global, Site(1))?;
//! memory.add_root(list.prov, 0);
//! let node = memory.alloc(Layout::new(16, 8), Storage::Heap, Site(2))?;
//! memory.store_pointer(list, node)?;
//! memory.store_u32(node, 42)?;
//! assert_eq!(memory.load_u32(node)?, Scalar::Bits(42));
//!
//! // The rest of the node has no value yet, and beyond it there is nothing.
//! assert_eq!(memory.load_u64(node.wrapping_offset(8)).unwrap_err().kind(), "uninitialized-read");
//! assert_eq!(memory.load_u64(node.wrapping_offset(12)).unwrap_err().kind(), "out-of-bounds");
//!
//! // Try something, and take it back.
//! let before = memory.fingerprint();
//! let mark = memory.mark();
//! memory.free(node, Site(3))?;
//! assert_eq!(memory.load_u32(node).unwrap_err().kind(), "use-after-free");
//! assert_ne!(memory.fingerprint(), before);
//! memory.rewind(mark);
//! assert_eq!(memory.fingerprint(), before);
//!
//! // A node that nothing reaches any more is a leak.
//! memory.store_u64(list, 0)?;
//! assert_eq!(memory.leaks()[0].site, Site(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! * **SlotAllocator** (`places`): the arena of 64-byte chunks is the address space. Made-up addresses are aligned, disjoint with
//!   gaps, stable, below 2^47 (2^32 on 32-bit targets), reused lowest first, and lead back to their object.
//! * **Values** (`chunk`, `overlay`): a byte is plain, part of a pointer or opaque value, or uninitialised. Pieces of pointers
//!   are exact: overwrite half of one and the other half remains; copy one byte by byte and it is a pointer again.
//! * **Accesses** (`access`, `bulk`, `place`, `arithmetic`): a checked load looks at one record and takes
//!   28 instructions, the loop around it included.
//! * **Deltas** (`journal`): the first write to a chunk after a mark saves it; the next mark keeps only the words that
//!   changed. **Snapshots** (`snapshot`, `wire`) are values that share unchanged pages and can be written to disk.
//! * **Names** (`canon`, `shortest`): an object's name is a hash of its shortest access chain from the roots, kept up to date
//!   by an incremental shortest-path algorithm. **Fingerprints** (`fingerprint`, `hash`) sum hashes of contents under names.
//! * **Exact mode** (`exact`, `tree`) stores states without loss in a tree database.
//! * **Tombstones** (`sweep`): freed objects stay recognisable while anything points to them.
//! * **Threads** (`sharing`, `owner`, `watch`): what more than one of them may reach, who touches what another one has made, and
//!   which bytes an operation touches. **Exposure** (`exposure`): objects that may be found by other ways than pointers.
//! * **Placement** (`placement`): how objects lie to each other, decided when somebody asks, where nothing is taken for granted.
//!
//! What goes wrong in the *program* is data: [`AccessError`], [`PointerError`], [`FreeError`], [`AllocError`], each with the
//! object, offset and size, and a `kind()` in the vocabulary of gmc's reports. What a *caller* does wrong (rewinding to a mark
//! that is gone, rooting a dead object) panics, and says so under "Panics".
//!
//! Everything is deterministic: the same calls give the same addresses, numbers, names and fingerprints on every host.
//! There is no `unsafe`: the one bounds check left on the way of a load is a compare and a branch. Nothing is shared
//! between threads but immutable snapshots behind `Arc`, so there is nothing for a checker of concurrent code to explore.
//!
//! # For an interpreter
//!
//! * Globals, functions and string literals become objects once; globals are roots under names from the program.
//! * A local whose address is taken becomes a [`Storage::Frame`] object at the call and ends with [`Memory::kill_unheld`] at the
//!   return (no register of the returned call matters any more) or [`Memory::kill`] where registers may still point to it.
//! * Registers that are live where a state is saved belong to the state. Mirror them into an internal root object per
//!   thread before [`Memory::fingerprint`] (only what changed costs anything), or hash them outside with
//!   [`Memory::canonical_pointer`]; what only registers reach must be mirrored, or it counts as unreachable.
//! * When [`Memory::wants_sweep`] says so, call [`Memory::sweep`] with the objects registers point to.
//! * Depth first: [`Memory::mark`] at a state, [`Memory::rewind`] before each further choice, [`Memory::forget`] in the end.
//!   Breadth first, or in parallel: [`Memory::snapshot`] and [`Memory::restore`].
//! * Ask for [`Memory::leaks`] where states are saved, after the fingerprint, when they cost nothing extra.
//!
//! What operations cost (compare the seed's tables 3.5 and 3.6):
//!
//! | operation | time |
//! |---|---|
//! | load, store, alloc | constant; alloc linear in the chunks of the object |
//! | load, store of a shared object | constant: two or three times as many instructions |
//! | share | linear in the chunks of the objects that were not shared before |
//! | free, kill | linear in the chunks that hold anything |
//! | copy, fill, compare, scan | linear in the bytes |
//! | mark | linear in the chunks changed since the last mark |
//! | rewind | linear in what changed since the mark; to the newest mark, where no object changed its name, without hashing |
//! | fingerprint | linear in the chunks changed, the objects renamed, and the pointers at these; plain bytes beside pointers do not make it look at these |
//! | snapshot, restore | linear in the pages changed since the base (and a byte per page of the arena) |
//! | leaks | as fingerprint; once that is known, linear in the objects that changed or became unreachable |
//! | sweep | linear in memory; due after a third of the objects died |
//!
//! # Sharing and watching
//!
//! Threads need to be interleaved only where one can see what another does. [`Memory::share`] marks an object that is handed
//! to another thread, with everything that can be reached from it; a pointer stored in a shared object shares its target.
//! [`Memory::watch`] says what happens at accesses to shared objects: nothing ([`Watch::Off`]), they are refused before
//! they have any effect ([`Watch::Stop`]), or they are noted byte for byte ([`Watch::Log`]). Accesses to other objects,
//! internal ones and sealed constants are never watched, and cost what they cost without.
//!
//! ```
//! use gmc_mem::{Config, AccessFault, Storage, Layout, Memory, Site, MemoryAccess, Watch};
//!
//! let mut memory = Memory::new(Config::default());
//! let queue = memory.alloc(Layout::new(8, 8), Storage::Global, Site(1))?;
//! let job = memory.alloc(Layout::new(16, 8), Storage::Heap, Site(2))?;
//! memory.share(queue.prov);
//!
//! // The thread prepares its job alone, and runs on until it is about to hand it over.
//! memory.watch(Watch::Stop);
//! memory.store_u32(job, 42)?;
//! let stopped = memory.store_pointer(queue, job).unwrap_err();
//! assert_eq!(stopped.fault, AccessFault::Shared { write: true });
//!
//! // Once it has been decided that it is this thread's turn:
//! memory.watch(Watch::Log);
//! memory.store_pointer(queue, job)?;
//! assert_eq!(memory.accesses(), [MemoryAccess { object: queue.prov, offset: 0, size: 8, write: true }]);
//! assert!(memory.is_shared(job.prov));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is wrong with the place of an access (out of bounds, dead, read-only) is said rather than that it is shared. What is
//! wrong with the bytes there (no value yet) depends on what other threads do, and is found out only when the access
//! happens.
//!
//! # What is deliberately absent
//!
//! * Types, and with them strict aliasing and restrict.
//! * Addresses in fingerprints: a program whose *behaviour* depends on where objects are (it hashes addresses into plain
//!   integers) is executed on stable addresses, but states that differ only in such integers count as different.
//! * Concurrency: one memory belongs to one thread; states travel as snapshots.
//!
//! # From the seed's memory module to this one
//!
//! The design continues the memory module (MM) of GMC. Each function and exception of its interface has a counterpart.
//!
//! | MM (tables 3.1, 3.2) | here |
//! |---|---|
//! | `Ptr alloc(size)`, `Ref<T> alloc<T>()` | [`Memory::alloc`] with a [`Layout`]; typed objects are caller's layouts |
//! | `void free(Ptr)`, `void free(Ref<T>)` | [`Memory::free`] (heap), [`Memory::kill`] (end of scope), [`Memory::kill_unheld`] |
//! | `void setRootArea(Ptr)` | [`Memory::add_root`], any number of them, each under a stable name |
//! | `void store(Ptr, AP<Content>)`, `store(Ref, field, v)` | [`Memory::store`] (bits), [`Memory::store_pointer`], [`Memory::store_opaque`] (anything interned) |
//! | `const Content* load(Ptr)`, `load(Ref, field)` | [`Memory::load`], [`Memory::load_pointer`], [`Memory::load_lenient`] |
//! | `loadOverlapping(Ptr, size)` | [`Memory::load_overlapping`] |
//! | `size_t getSize(Ptr)` | [`Memory::object`]`(id).size` |
//! | `Ptr` operators `+ -` | [`Memory::offset`]; `== !=`: [`Memory::equal`]; `< <= > >=`: [`Memory::order`]; difference: [`Memory::difference`] |
//! | `Content::getUnitSize`, `getHash`, `getTypeHash` | the size given to the store; [`Opaque::hash`] |
//!
//! | MM (table 3.3) | here |
//! |---|---|
//! | `void push()` | [`Memory::mark`] |
//! | `void pop()` | [`Memory::forget`] |
//! | `void backtrack()` | [`Memory::rewind`], to any mark |
//! | `Hash hash()` | [`Memory::fingerprint`], of the current state, no mark needed |
//! | `bool hasSavedState()`, `size_t savedStateCount()` | [`Memory::last_mark`], [`Memory::marks`] |
//! | `MemoryAccessListener::unreachableArea()` | [`Memory::leaks`] |
//!
//! | MM (table 3.4) | here |
//! |---|---|
//! | `NullPointerException` | [`AccessFault::Null`] |
//! | `DeletedAreaAccessException` | [`AccessFault::Freed`], [`AccessFault::OutOfScope`] |
//! | `NotAreaBeginException` | [`FreeFault::NotStart`] |
//! | `OutOfBoundsException` | [`AccessFault::OutOfBounds`], [`PointerFault::OutOfBounds`] |
//! | `UndefinedMemoryLoadException` | [`AccessFault::Uninitialised`], byte-exact |
//! | `UndefinedPtrOperationException` | [`PointerFault::DifferentObjects`] |
//!
//! ## The seed's first example: values of any kind
//!
//! In the seed a partly overwritten value disappears; here its remaining bytes stay recognisable as pieces.
//!
//! ```
//! use gmc_mem::{Config, Content, Interner, Storage, Layout, Memory, Scalar, Site, Whole};
//!
//! let mut memory = Memory::new(Config::default());
//! let mut values = Interner::new();
//! let area = memory.alloc(Layout::new(8, 4), Storage::Heap, Site(0))?;
//! let (eleven, twelve) = (values.intern("integer 11"), values.intern("integer 12"));
//! memory.store_opaque(area, eleven, 4)?;
//! memory.store_opaque(memory.offset(area, 4)?, twelve, 4)?;
//! assert_eq!(memory.load_u32(area)?, Scalar::Opaque(eleven));
//! assert_eq!(values.get(twelve), Some(&"integer 12"));
//!
//! // Everything in the area, in order.
//! let size = memory.object(area.prov).unwrap().size;
//! let found = memory.load_overlapping(area, size)?;
//! assert_eq!(found[0].content, Content::Whole(Whole::Opaque(eleven)));
//! assert_eq!((found[1].offset, found[1].content), (4, Content::Whole(Whole::Opaque(twelve))));
//!
//! // A value across both leaves a piece of each.
//! let thirteen = values.intern("integer 13");
//! memory.store_opaque(memory.offset(area, 2)?, thirteen, 4)?;
//! let found = memory.load_overlapping(area, size)?;
//! assert!(matches!(found[0].content, Content::Piece(piece) if piece.of == Whole::Opaque(eleven)));
//! assert_eq!((found[1].offset, found[1].content), (2, Content::Whole(Whole::Opaque(thirteen))));
//! assert!(matches!(found[2].content, Content::Piece(piece) if piece.of == Whole::Opaque(twelve)));
//! memory.free(area, Site(0))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## The seed's second example: data of the checker in the state
//!
//! Where the seed has references to C++ structures, an internal object has fields at offsets the checker chooses.
//!
//! ```
//! use gmc_mem::{Config, Storage, Layout, Memory, Pointer, Scalar, Site};
//!
//! /// Where the fields of a thread's record are.
//! const COUNTER: i64 = 0;
//! const LIMIT: i64 = 8;
//!
//! let mut memory = Memory::new(Config::default());
//! let thread = memory.alloc(Layout::new(16, 8), Storage::Internal, Site(0))?;
//! let field = |at| memory.offset(thread, at);
//! let (counter, limit) = (field(COUNTER)?, field(LIMIT)?);
//! memory.store_u64(counter, 1)?;
//! memory.store_u64(limit, 11)?;
//! assert_eq!(memory.load_u64(counter)?, Scalar::Bits(1));
//! memory.store_u64(limit, 12)?;
//! memory.store_u64(counter, 2)?;
//! assert_eq!((memory.load_u64(counter)?, memory.load_u64(limit)?), (Scalar::Bits(2), Scalar::Bits(12)));
//! memory.kill(thread.prov, Site(0))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## The seed's third example: saved states
//!
//! ```
//! use gmc_mem::{Config, Storage, Layout, Memory, Scalar, Site};
//!
//! let mut memory = Memory::new(Config::default());
//! let root = memory.alloc(Layout::new(8, 4), Storage::Global, Site(0))?;
//! memory.add_root(root.prov, 0);
//! let (first, second) = (root, memory.offset(root, 4)?);
//! memory.store_u32(first, 1)?;
//! memory.store_u32(second, 2)?;
//! let start = memory.mark();
//! let h1 = memory.fingerprint();
//!
//! memory.store_u32(first, 11)?;
//! memory.mark();
//! let h2 = memory.fingerprint();
//! assert_ne!(h1, h2);
//!
//! memory.store_u32(second, 12)?;
//! memory.mark();
//! assert_ne!(memory.fingerprint(), h2);
//! assert_eq!(memory.marks(), 3);
//!
//! memory.rewind(start);
//! assert_eq!((memory.load_u32(first)?, memory.load_u32(second)?), (Scalar::Bits(1), Scalar::Bits(2)));
//! assert_eq!(memory.marks(), 1);
//! assert_eq!(memory.fingerprint(), h1);
//!
//! // The same change leads to the same state.
//! memory.store_u32(first, 11)?;
//! assert_eq!(memory.fingerprint(), h2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arithmetic;
mod check;
mod chunk;
mod config;
mod copy;
mod error;
mod exact;
mod exposure;
mod fingerprint;
mod graph;
mod hash;
mod journal;
mod lifetime;
mod load;
mod memory;
mod min_set;
mod object;
mod occupancy;
mod opaque;
mod overlap;
mod overlay;
mod owner;
mod placement;
mod scan;
mod sharing;
mod shortest_paths;
mod slots;
mod snapshot;
mod store;
mod sweep;
mod target;
mod tree;
mod value;
mod watch;
mod wire;

pub use config::{Config, Layout};
pub use error::{
    AccessError, AccessFault, AccessResult, AllocError, FreeError, FreeFault, PointerError, PointerFault,
};
pub use exact::{ExactStore, StateId};
pub use fingerprint::{Fingerprint, Leak};
pub use hash::{hash_of_words, hash_with_salt};
pub use journal::Mark;
pub use memory::Memory;
pub use object::{Life, ObjId, ObjectInfo, Site, Storage};
pub use overlap::{Content, Overlap};
pub use owner::{Owner, ThreadId};
pub use placement::{PlacementQuestion, PlacementSplit, UnknownPlacement};
pub use snapshot::Snapshot;
pub use target::{Endian, PointerWidth, Target};
pub use value::{Interner, Opaque, Piece, Pointer, Scalar, Whole};
pub use watch::{MemoryAccess, Watch};
pub use wire::WireError;
