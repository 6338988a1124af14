//! Cells of memory as terms: a load puts bytes together, whatever they belong to.

use super::{Stop, Symbolic, opaque_of};
use crate::interp_error::InterpError;
use crate::machine::Machine;
use gmc_mem::{AccessFault, Endian, Opaque, Piece, Pointer, Scalar, Watch, Whole};
use gmc_term::{Arena, Binary, TermId};

/// What some bytes are.
#[derive(Clone, Copy)]
pub(crate) enum Cell {
    /// A term of as many bits.
    Term(TermId),
    /// A pointer.
    Pointer(Pointer),
}

impl Machine {
    /// What `size` bytes (1 to 8) are. The access is checked, but not watched: whoever asks has been let in.
    pub(crate) fn cell(&mut self, p: Pointer, size: usize) -> Symbolic<Cell> {
        let watch = self.memory.watch(Watch::Off);
        let cell = self.look(p, size);
        self.memory.watch(watch);
        cell
    }

    /// Bytes (1 to 8) that are not decided, as a term of as many bits.
    pub fn open_cell(&self, p: Pointer, size: usize) -> Symbolic<TermId> {
        match self.look(p, size)? {
            Cell::Term(term) => Ok(term),
            Cell::Pointer(_) => Err(Stop::Error(crate::nondet::part())),
        }
    }

    pub(crate) fn look(&self, p: Pointer, size: usize) -> Symbolic<Cell> {
        match self.memory.load_sized(p, size) {
            Ok(Scalar::Pointer(pointer)) => Ok(Cell::Pointer(pointer)),
            Ok(scalar) => self.scalar_term(scalar, size).map(Cell::Term),
            Err(error) if error.fault == AccessFault::Mixed => {
                let mut bytes = Vec::with_capacity(size);
                for at in 0..size {
                    let scalar = self.memory.load_sized(p.wrapping_offset(at as i64), 1);
                    let scalar = scalar.map_err(Box::<InterpError>::from)?;
                    bytes.push(self.scalar_term(scalar, 1)?);
                }
                if self.memory.target().endian == Endian::Little {
                    bytes.reverse();
                }
                // The highest byte first.
                Ok(Cell::Term(self.build(|arena| joined(arena, &bytes))))
            }
            Err(error) => Err(Stop::Error(error.into())),
        }
    }

    /// What was loaded, as a term of so many bytes.
    fn scalar_term(&self, scalar: Scalar, size: usize) -> Symbolic<TermId> {
        let width = size as u8 * 8;
        let whole = |opaque: Opaque, total: usize| -> Symbolic<TermId> {
            let term = self.build(|arena| {
                let term = self.opaque_term(arena, opaque)?;
                Some(arena.extract(term, 0, total as u8 * 8))
            });
            term.ok_or_else(|| Stop::Error(crate::nondet::part()))
        };
        match scalar {
            Scalar::Opaque(opaque) => whole(opaque, size),
            Scalar::Piece(Piece { of: Whole::Opaque(opaque), first, len, total }) => {
                let all = whole(opaque, total.into())?;
                let skip = match self.memory.target().endian {
                    Endian::Little => first,
                    Endian::Big => total - first - len,
                };
                Ok(self.build(|arena| arena.extract(all, skip * 8, len * 8)))
            }
            other => {
                let bits = other.bits(self.memory.target()).unwrap_or(0);
                if let Scalar::Pointer(p) | Scalar::Piece(Piece { of: Whole::Pointer(p), .. }) = other {
                    self.memory.note_exposed(p.prov);
                }
                Ok(self.build(|arena| arena.constant(bits.into(), width)))
            }
        }
    }

    /// A term as memory holds it, in as many bytes as it has.
    pub(crate) fn scalar(&self, arena: &Arena, term: TermId) -> Scalar {
        match (arena.number(term), self.plain(arena, term, false)) {
            (Some(number), _) => Scalar::Bits(number as u64),
            (None, Some(value)) => value.reg().to_scalar(),
            (None, None) => Scalar::Opaque(opaque_of(arena, term)),
        }
    }

    /// Stores a term, which has as many bits as the cell.
    pub fn store_term(&mut self, p: Pointer, term: TermId, size: usize) -> Symbolic<()> {
        let scalar = self.build(|arena| self.scalar(arena, term));
        self.memory.store_sized(p, scalar, size).map_err(|error| Stop::Error(error.into()))
    }
}

/// Terms next to each other, the highest bits first.
pub(crate) fn joined(arena: &mut Arena, parts: &[TermId]) -> TermId {
    let (&first, rest) = parts.split_first().expect("at least one part");
    rest.iter().fold(first, |all, &part| arena.binary(Binary::Concat, all, part))
}
