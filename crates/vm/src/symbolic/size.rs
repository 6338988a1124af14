//! Objects whose size is a term.
//!
//! Memory has the bytes of such an object that the conditions say it has, and refuses what lies beyond
//! (`gmc_mem::Extent`). What is refused there is judged here: where the object must reach so far, it does from then on,
//! and the operation is tried again; where it cannot, the operation is wrong; where both can be, the program has come
//! to cases. So accesses to what an object is known to have cost what they always cost, and no size is tried by number.
//!
//! An object has room for its first [`ROOM`] bytes. An operation beyond these ends its run as something that gmc cannot
//! do, unless it is wrong: a pointer into the object never leaves its room. Where threads interleave, sizes become
//! numbers, as offsets do: what one thread learns of a size would be an access to all of the object.

use super::{Stop, Symbolic, arena_term, opaque_of};
use crate::diagnose;
use crate::interp_error::{InterpError, InterpResult};
use crate::machine::{Machine, Mode, SliceEnd, VisibleOp};
use crate::nondet::Split;
use crate::reg::Reg;
use gmc_mem::{AccessFault, Extent, Layout, ObjId, Opaque, Pointer, PointerFault, Scalar, Site, Storage};
use gmc_term::{Arena, Binary, TermId};
use std::rc::Rc;

/// So many bytes of an object whose size is a term can be accessed.
const ROOM: u64 = 1 << 14;

/// What is asked of a new object whose size is a term.
#[derive(Clone, Copy)]
pub struct OpenLayout {
    /// The size in bytes, of 64 bits.
    pub size: TermId,
    /// The alignment.
    pub align: u64,
    /// What kind of storage it is.
    pub kind: Storage,
    /// All bytes are 0.
    pub zeroed: bool,
}

impl Machine {
    /// Allocates an object whose size is a term; none where no program could have so much.
    pub fn allocate_open(&mut self, layout: OpenLayout, site: Site) -> Symbolic<Option<Pointer>> {
        let OpenLayout { size, align, kind, zeroed } = layout;
        if self.mode == Mode::Interleaved {
            return Err(Stop::Number(self.build(|arena| self.reg(arena, size))));
        }
        let possible = self.build(|arena| at_most(arena, size, self.largest_object()));
        if !self.compiled.allow.endless_memory && !self.holds(possible)? {
            return Ok(None);
        }
        let found = match kind {
            Storage::Heap => self.find_room(Layout::expanding(0, ROOM, align), kind, site)?,
            _ => Some(self.allocate_as(Layout::expanding(0, ROOM, align), kind, site)?),
        };
        if let Some(pointer) = found {
            let size_of_it = self.build(|arena| opaque_of(arena, size));
            self.memory.set_extent(pointer.prov, Some(Extent { size: size_of_it, zeroed }));
            // Numbers that a reader gets should be those of a small object.
            let small = self.build(|arena| at_most(arena, size, ROOM));
            self.log_preference(small);
        }
        Ok(found)
    }

    /// The size of an object, as a term of 64 bits.
    pub fn size_term(&self, object: ObjId) -> Option<TermId> {
        match self.memory.extent(object) {
            Some(extent) => arena_term(extent.size),
            None => {
                let size = self.memory.object(object)?.size;
                Some(self.build(|arena| arena.constant(size.into(), 64)))
            }
        }
    }

    /// A register with the size of an object that is a term.
    pub fn open_size(&self, object: ObjId) -> Option<Reg> {
        let extent = self.memory.extent(object)?;
        Some(Reg::from_scalar(Scalar::Opaque(extent.size)))
    }

    /// The size of an object that one of these points to, where it is a term. What others are asked about first is not
    /// tried again once it has begun, so it needs numbers.
    pub(crate) fn open_sized_argument(&self, regs: &[Reg]) -> Option<Reg> {
        if self.process.nondet.is_empty() {
            return None;
        }
        regs.iter().find_map(|reg| self.open_size(reg.meta.prov()))
    }

    /// The object that an operation was refused for, and how many bytes it would need, where its size is a term.
    pub(crate) fn wants_more(&self, fault: &InterpError) -> Option<(ObjId, u64)> {
        let (object, offset, size) = match fault {
            InterpError::Access(error) if error.fault == AccessFault::OutOfBounds => {
                (error.object?, error.offset, error.size)
            }
            InterpError::Pointer(error) if error.fault == PointerFault::OutOfBounds => {
                (error.object?, error.offset, 0)
            }
            _ => return None,
        };
        self.memory.extent(object.id)?;
        Some((object.id, u64::try_from(offset).ok()?.checked_add(size)?))
    }

    /// The current thread has tried an operation that needs more bytes of an object than it is known to have.
    pub(crate) fn reach(&mut self, fault: Box<InterpError>) -> InterpResult<SliceEnd> {
        let Some((object, bytes)) = self.wants_more(&fault) else { return Err(fault) };
        self.invalidate_read_write_set();
        let split = match self.need(object, bytes, fault) {
            Ok(()) => return Ok(self.again()),
            Err(Stop::Error(error)) => return Err(error),
            Err(Stop::Split(split)) => Split::Term(split),
            Err(Stop::Number(reg)) => match self.split_into_numbers(reg)? {
                Some(split) => split,
                None => return Ok(self.again()),
            },
        };
        Ok(self.held_before(VisibleOp::Split(Rc::new(self.stamped(split)))))
    }

    /// An object must have so many bytes, or the operation is wrong.
    fn need(&mut self, object: ObjId, bytes: u64, fault: Box<InterpError>) -> Symbolic<()> {
        let Some(size) = self.size_term(object) else { return Err(Stop::Error(fault)) };
        if let Some(reg) = self.open_size(object).filter(|_| self.mode == Mode::Interleaved) {
            return Err(Stop::Number(reg));
        }
        let enough = self.build(|arena| {
            let short = below(arena, size, bytes);
            arena.not(short)
        });
        if !self.holds(enough)? {
            return Err(Stop::Error(fault));
        }
        self.memory.reach(object, bytes).map_err(|_| Stop::Error(self.beyond_room()))
    }

    /// A pointer into an object whose size is a term stays in its room.
    pub(crate) fn keep_in_room(&self, object: ObjId, position: TermId) -> Symbolic<()> {
        if self.memory.extent(object).is_none() {
            return Ok(());
        }
        let inside = self.build(|arena| at_most(arena, position, self.memory.capacity(object)));
        match self.holds(inside)? {
            true => Ok(()),
            false => Err(Stop::Error(self.beyond_room())),
        }
    }

    fn beyond_room(&self) -> Box<InterpError> {
        let frame = self.threads[self.current].frames.last().expect("a frame at work");
        let line = diagnose::line(&self.compiled, frame.code, frame.pc);
        let at = if line == 0 { String::new() } else { format!(" in line {line}") };
        InterpError::unsupported(format!(
            "an object of symbolic size, of which more than the first {ROOM} bytes are used{at}: bound its size with \
             an assumption or a condition"
        ))
    }

    /// Sizes that a decision made simpler: those that are numbers now are the objects' sizes.
    pub(crate) fn replace_sizes(&mut self, other: &mut dyn FnMut(Opaque) -> Option<Scalar>) {
        let open: Vec<(ObjId, Extent)> = self.memory.extents().collect();
        for (object, extent) in open {
            let size = match other(extent.size) {
                Some(Scalar::Opaque(size)) => size,
                Some(Scalar::Bits(bytes)) if self.memory.reach(object, bytes).is_ok() => {
                    self.memory.set_extent(object, None);
                    continue;
                }
                // It has no room for them.
                Some(Scalar::Bits(bytes)) => self.build(|arena| {
                    let bytes = arena.constant(bytes.into(), 64);
                    opaque_of(arena, bytes)
                }),
                _ => continue,
            };
            self.memory.set_extent(object, Some(Extent { size, ..extent }));
        }
    }
}

/// That a term is less than a number.
pub(crate) fn below(arena: &mut Arena, term: TermId, number: u64) -> TermId {
    let number = arena.constant(number.into(), 64);
    arena.binary(Binary::Ult, term, number)
}

fn at_most(arena: &mut Arena, term: TermId, number: u64) -> TermId {
    let number = arena.constant(number.into(), 64);
    arena.binary(Binary::Ule, term, number)
}
