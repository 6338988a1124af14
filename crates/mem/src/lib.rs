//! The memory of a program under a model checker: objects and pointers with provenance, delta saving, snapshots, and
//! canonical fingerprints, at interpreter speed.
//!
//! A model checker runs a program forward, goes back, runs it another way, and asks again and again: have I been here
//! before? A [`Memory`] is built for that. It holds one live state that an interpreter changes in place. It checks
//! every access, can return to any state it marked, and always has a [`Fingerprint`] that is equal for states the
//! program cannot tell apart. It knows nothing of types or of the language, and it depends on no other crate.
//!
//! ```
//! use gmc_mem::{Config, Layout, Memory, Scalar, Site, Storage};
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
//! # Objects and pointers
//!
//! An object is what the program allocates: a global, a local whose address is taken, a heap block. It has a number
//! ([`ObjId`]), a size, a [`Storage`] and a [`Life`]. A [`Pointer`] is an address and a provenance: the object it may
//! access, whatever the address. So an access one byte past an array is an error even if another object lies there.
//!
//! Addresses are made up, but behave as programs expect: aligned, disjoint with gaps between objects, stable, below
//! 2^47 (2^32 on 32-bit targets). The arena of 64-byte chunks *is* the address space, so an address finds its bytes
//! with a subtraction and a shift. Freed slots are used again lowest first, so the same calls give the same addresses.
//!
//! What the *program* does wrong is data: [`AccessError`], [`PointerError`], [`FreeError`] and [`AllocError`] name the
//! object, the offset and the size, and have a `kind()` in the vocabulary of gmc's reports. What a *caller* does wrong
//! (rewinding to a mark that is gone, rooting a dead object) panics, and says so under "Panics".
//!
//! # Values that are more than their bytes
//!
//! A byte is plain, or part of a pointer or opaque value, or it has no value yet. What is more than bytes lies in an
//! *overlay*: runs that say "bytes 8 to 15 of this chunk are bytes 0 to 7 of that pointer". Overlays are exact.
//! Overwrite half of a pointer, and the other half stays recognisable; copy one byte by byte, and it is a pointer
//! again.
//!
//! An [`Opaque`] value is a handle for something of the caller's, such as a symbolic term; the memory moves it about
//! without knowing what it is.
//!
//! ```
//! use gmc_mem::{Config, Content, Interner, Layout, Memory, Scalar, Site, Storage, Whole};
//!
//! let mut memory = Memory::new(Config::default());
//! let mut values = Interner::new();
//! let block = memory.alloc(Layout::new(8, 4), Storage::Heap, Site(0))?;
//! let (x, y) = (values.intern("x + 1"), values.intern("y * 2"));
//! memory.store_opaque(block, x, 4)?;
//! memory.store_opaque(memory.offset(block, 4)?, y, 4)?;
//! assert_eq!(memory.load_u32(block)?, Scalar::Opaque(x));
//! assert_eq!(values.get(y), Some(&"y * 2"));
//!
//! // A value across both leaves a piece of each.
//! let z = values.intern("z");
//! memory.store_opaque(memory.offset(block, 2)?, z, 4)?;
//! let found = memory.load_overlapping(block, 8)?;
//! assert!(matches!(found[0].content, Content::Piece(piece) if piece.of == Whole::Opaque(x)));
//! assert_eq!((found[1].offset, found[1].content), (2, Content::Whole(Whole::Opaque(z))));
//! assert!(matches!(found[2].content, Content::Piece(piece) if piece.of == Whole::Opaque(y)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Going back: the journal
//!
//! [`Memory::mark`] puts the current state on a stack, and [`Memory::rewind`] returns to it: what a depth-first search
//! does. The first write to a chunk after a mark saves the chunk; the next mark keeps only the words that changed. So a
//! mark costs what the step changed, not what the memory holds.
//!
//! ```
//! use gmc_mem::{Config, Layout, Memory, Scalar, Site, Storage};
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
//!
//! # States as values: snapshots
//!
//! Breadth-first and parallel searches need states in queues. A [`Snapshot`] is an immutable value that shares
//! unchanged pages with the one before, can go to another thread, and can be written as bytes.
//!
//! ```
//! use gmc_mem::{Config, Layout, Memory, Scalar, Site, Snapshot, Storage};
//!
//! let mut memory = Memory::new(Config::default());
//! let counter = memory.alloc(Layout::new(4, 4), Storage::Global, Site(0))?;
//! memory.store_u32(counter, 1)?;
//! let state = memory.snapshot();
//! memory.store_u32(counter, 2)?;
//!
//! let mut elsewhere = Memory::new(Config::default());
//! elsewhere.restore(&Snapshot::from_bytes(&state.to_bytes(), Config::default())?);
//! assert_eq!(elsewhere.load_u32(counter)?, Scalar::Bits(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Have I been here before? Canonical fingerprints
//!
//! Two states that differ only in where `malloc` put things are the same state. So no address is ever hashed. Instead
//! every reachable object has a *name*: a hash of the shortest chain of pointers that leads to it from a root, with
//! ties broken canonically. A pointer is hashed as the name of its target and an offset.
//!
//! ```
//! use gmc_mem::{Config, Layout, Memory, Site, Storage};
//!
//! // The same two-element list, allocated in different orders.
//! let build = |tail_first: bool| {
//!     let mut memory = Memory::new(Config::default());
//!     let list = memory.alloc(Layout::new(8, 8), Storage::Global, Site(0))?;
//!     memory.add_root(list.prov, 0);
//!     let a = memory.alloc(Layout::new(16, 8), Storage::Heap, Site(1))?;
//!     let b = memory.alloc(Layout::new(16, 8), Storage::Heap, Site(1))?;
//!     let (head, tail) = if tail_first { (b, a) } else { (a, b) };
//!     memory.store_pointer(list, head)?;
//!     memory.store_pointer(head, tail)?;
//!     memory.store_u64(tail, 0)?;
//!     Ok::<_, Box<dyn std::error::Error>>(memory.fingerprint())
//! };
//! assert_eq!(build(false)?, build(true)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The names form a shortest-path tree of the heap graph. It is maintained incrementally by the algorithm of G.
//! Ramalingam and T. Reps (*An incremental algorithm for a generalization of the shortest-path problem*, 1996), so a
//! step that relinks one node of a long list pays for the nodes whose names change, not for the heap. The fingerprint
//! is a sum modulo 2^128 of one hash for each object, so it is updated term by term.
//!
//! A hash can collide; an [`ExactStore`] cannot. It stores the states themselves, in canonical order and compressed
//! into a tree of pairs.
//!
//! # Tombstones and leaks
//!
//! A freed object stays as a tombstone while anything points to it: a dangling pointer is recognised, and never equals
//! a pointer to something new. A sweep recycles the others. A heap object that no root reaches and nobody freed is a
//! leak; the shortest-path tree knows these without a search ([`Memory::leaks`]).
//!
//! # Threads: sharing, owners, the watch
//!
//! Threads need to be interleaved only where one can see what another does. [`Memory::share`] marks an object that is
//! handed to another thread, with everything that can be reached from it; a pointer stored in a shared object shares
//! its target. [`Memory::act_as`] says which thread acts, so that an access to what another one made is recognised
//! whichever way the pointer came. [`Memory::watch`] says what happens at such visible accesses: nothing
//! ([`Watch::Off`]), they are refused before they have any effect ([`Watch::Stop`]), or they are logged byte for byte
//! ([`Watch::Log`]). Other accesses cost the same in all modes.
//!
//! ```
//! use gmc_mem::{AccessFault, Config, Layout, Memory, MemoryAccess, Site, Storage, Watch};
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
//! // The search decides that it is this thread's turn.
//! memory.watch(Watch::Log);
//! memory.store_pointer(queue, job)?;
//! let written = MemoryAccess { object: queue.prov, offset: 0, size: 8, write: true, atomic: false };
//! assert_eq!(memory.accesses(), [written]);
//! assert!(memory.is_shared(job.prov));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is wrong with the place of an access (out of bounds, dead, read-only) is reported even under `Stop`. What is
//! wrong with the bytes there (no value yet) depends on other threads, and is found out only when the access happens.
//!
//! # Programs that look at addresses
//!
//! A program may turn a pointer into a number and hide it where pointers are not followed. The object is then *exposed*
//! ([`Memory::note_exposed`]): it stays reachable, and its address becomes part of the state. And a program may compare
//! addresses of different objects, which real allocators place as they like. Under nondeterministic placement
//! ([`Memory::make_placement_nondet`]) such a comparison is a question that a search answers both ways.
//!
//! # For an interpreter
//!
//! * Globals, functions and string literals become objects once; globals are roots under names from the program.
//! * A local whose address is taken becomes a [`Storage::Frame`] object at the call. It ends with
//!   [`Memory::kill_unheld`] at the return (no register of the returned call matters any more), or with
//!   [`Memory::kill`] where registers may still point to it.
//! * Data of the checker that belongs to the state goes into [`Storage::Internal`] objects, with fields at offsets
//!   that the checker chooses.
//! * Registers that are live where a state is saved belong to the state. Copy them into an internal root object of each
//!   thread before [`Memory::fingerprint`] (only what changed costs anything), or hash them outside with
//!   [`Memory::canonical_pointer`]. What only registers reach must be copied, or it counts as unreachable.
//! * When [`Memory::wants_sweep`] says so, call [`Memory::sweep`] with the objects registers point to.
//! * Ask for [`Memory::leaks`] after the fingerprint, when they cost nothing extra.
//!
//! # What operations cost
//!
//! | operation | time |
//! |---|---|
//! | load, store | constant: about 30 instructions on the fast path |
//! | load, store of a shared object | constant: two or three times as many instructions |
//! | alloc | linear in the chunks of the object |
//! | share | linear in the chunks of the objects that were not shared before |
//! | free, kill | linear in the chunks that hold anything |
//! | copy, fill, compare, find | linear in the bytes |
//! | mark | linear in the chunks changed since the last mark |
//! | rewind | linear in what changed since the mark; to the newest mark, where no name changed, without hashing |
//! | fingerprint | linear in the chunks changed, the objects renamed, and the pointers at these |
//! | snapshot, restore | linear in the pages changed since the base (and a byte for each page of the arena) |
//! | leaks | as fingerprint; after one, linear in the objects that changed or became unreachable |
//! | sweep | linear in memory; due after a third of the objects died |
//!
//! `docs/measurements.md` has the figures, and `tests/instructions.rs` guards them.
//!
//! # Invariants
//!
//! * Everything is deterministic: the same calls give the same addresses, numbers, names and fingerprints on every
//!   host.
//! * Every change goes through two gates (`prepare_chunk`, `prepare_object` in `memory`), which serve journal,
//!   fingerprints and snapshots alike.
//! * There is no `unsafe`: the one bounds check left in a load is a compare and a branch. Nothing is shared between
//!   host threads but immutable snapshots.
//!
//! # What is deliberately absent
//!
//! * Types, and with them strict aliasing and restrict.
//! * Addresses in fingerprints: a program that computes with addresses runs on stable ones, but states that differ
//!   only in such numbers count as different.
//! * Concurrency: one memory belongs to one host thread; states travel as snapshots.
//!
//! # Where to find what
//!
//! | files | what |
//! |---|---|
//! | `memory`, `lifetime`, `object`, `occupancy` | live state, life of objects, their records and what follows |
//! | `slots`, `min_set`, `chunk`, `overlay` | addresses, bytes, values that are more than bytes |
//! | `check`, `load`, `store`, `copy`, `scan`, `overlap`, `arithmetic` | checked accesses and pointer arithmetic |
//! | `journal`, `snapshot`, `wire` | going back, states as values, states as bytes |
//! | `graph`, `shortest_paths`, `fingerprint`, `hash` | names and fingerprints |
//! | `exact`, `tree` | states stored without loss |
//! | `sharing`, `owner`, `watch` | threads |
//! | `exposure`, `placement` | programs that look at addresses |
//! | `sweep`, `opaque` | recycling tombstones; all opaque values at once |

mod arithmetic;
mod check;
mod chunk;
mod config;
mod copy;
mod error;
mod exact;
mod exposure;
mod extent;
mod fingerprint;
mod graft;
mod graph;
mod hash;
mod hidden;
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
mod replica;
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
pub use extent::Extent;
pub use fingerprint::{Fingerprint, Leak};
pub use graft::{GraftError, Grafts};
pub use hash::{hash_of_words, hash_with_salt};
pub use hidden::{ElementParts, HiddenParts};
pub use journal::Mark;
pub use memory::Memory;
pub use object::{Life, ObjId, ObjectInfo, Site, Storage};
pub use overlap::{Content, Overlap};
pub use owner::{Owner, ThreadId};
pub use placement::{PlacementQuestion, PlacementSplit, UnknownPlacement};
pub use replica::{ChangedReplicas, REPLICA_PART};
pub use snapshot::Snapshot;
pub use target::{Endian, PointerWidth, Target};
pub use value::{Interner, Opaque, Piece, Pointer, Scalar, Whole};
pub use watch::{MemoryAccess, Watch};
pub use wire::WireError;
