//! How many bytes a function accesses, where that may be a term.
//!
//! A term is known to be at most some number, and each byte below that is accessed under the condition that the term is
//! above its position. So no number of bytes is tried by itself, unless there may be too many.

use super::{Stop, Symbolic, open_argument};
use gmc_mem::{AccessFault, Pointer};
use gmc_term::{Arena, Binary, TermId};
use gmc_vm::interp_error::InterpError;
use gmc_vm::machine::Machine;
use gmc_vm::native::Call;
use gmc_vm::reg::Reg;

/// What a term is compared with to find a number that it is below.
const BOUNDS: [u64; 4] = [8, 64, 256, 1024];

/// So many bytes.
#[derive(Clone, Copy)]
pub(super) struct Limit {
    /// At most so many.
    pub(super) most: u64,
    /// Where it is a term: that, of 64 bits, and the register with it.
    pub(super) open: Option<(TermId, Reg)>,
}

impl Limit {
    /// No limit.
    pub(super) const NONE: Limit = Limit { most: u64::MAX, open: None };

    /// A number of them.
    pub(super) fn number(most: u64) -> Limit {
        Limit { most, open: None }
    }

    /// What an argument says.
    pub(super) fn argument(m: &Machine, call: &Call, at: usize) -> Symbolic<Limit> {
        let width = m.memory.target().pointer_size() as u8 * 8;
        let Some(term) = open_argument(m, call, at, width)? else {
            return Ok(Limit::number(call.number(m, at)?));
        };
        let (term, reg) = (m.build(|arena| arena.zext(term, 64)), call.reg(at)?);
        let is_bound = |&most: &u64| {
            let within = m.build(|arena| {
                let most = arena.constant(most.into(), 64);
                arena.binary(Binary::Ule, term, most)
            });
            m.is_certain(within)
        };
        match BOUNDS.into_iter().find(is_bound) {
            Some(most) => Ok(Limit { most, open: Some((term, reg)) }),
            None => Err(Stop::Number(reg)),
        }
    }

    /// That a position is below it.
    pub(super) fn is_above(self, arena: &mut Arena, at: usize) -> TermId {
        match self.open {
            Some((term, _)) => {
                let at = arena.constant(at as u128, 64);
                arena.binary(Binary::Ult, at, term)
            }
            None => Arena::truth(arena),
        }
    }

    /// The object must have so many bytes from a place on. Where it is known to have fewer than there may be, they
    /// become a number.
    pub(super) fn within(self, m: &Machine, p: Pointer) -> Symbolic<Limit> {
        let Some((term, reg)) = self.open else { return Ok(self) };
        let object = m.memory.object(p.prov).filter(|it| m.memory.is_live(it.id) && !it.sealed && !it.barred);
        let (Some(object), Some(size)) = (object, m.size_term(p.prov)) else { return Err(Stop::Number(reg)) };
        let start = p.addr.wrapping_sub(object.base);
        let Some(rest) = object.size.checked_sub(start) else { return Err(Stop::Number(reg)) };
        let (wrong, known) = m.build(|arena| {
            let (start, known) = (arena.constant(start.into(), 64), arena.constant(rest.into(), 64));
            let rest = arena.sub(size, start);
            (arena.binary(Binary::Ult, rest, term), arena.binary(Binary::Ule, term, known))
        });
        m.forbid(wrong, |m, model| {
            let bytes = m.value_in(model, term) as u64;
            match m.memory.check_readable(p, bytes) {
                Err(error) if error.fault == AccessFault::OutOfBounds => error.into(),
                _ => Box::new(InterpError::Undefined),
            }
        })?;
        if !m.is_certain(known) {
            return Err(Stop::Number(reg));
        }
        Ok(Limit { most: self.most.min(rest), ..self })
    }
}
