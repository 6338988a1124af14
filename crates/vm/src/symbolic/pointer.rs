//! Pointers with symbolic offsets.
//!
//! A pointer stays inside its object, or one past its end, as any pointer must; the solver says whether it can leave.
//! So its object is known, and only the offset is a term. Where several threads run, offsets become numbers: an access
//! is then to one place, which others can be compared with.

use super::operation::{At, Way};
use super::{Stop, Symbolic, arena_term, opaque_of};
use crate::code::Op;
use crate::compiled::Compiled;
use crate::exec;
use crate::interp_error::InterpError;
use crate::machine::{Machine, Mode};
use crate::reg::{Meta, Reg};
use gmc_mem::{Pointer, Scalar};
use gmc_term::{Arena, Binary, Node, TermId, Unary};

/// A pointer: another one, and how many bytes beyond it.
#[derive(Clone, Copy)]
pub(crate) struct Beyond {
    pub(crate) from: Pointer,
    pub(crate) by: TermId,
}

impl Machine {
    /// A register as a pointer into an object.
    pub(crate) fn beyond(&self, reg: Reg) -> Symbolic<Beyond> {
        if let Some((from, by)) = reg.as_open_pointer() {
            return Ok(Beyond { from, by: TermId(by) });
        }
        if reg.is_open() {
            return Err(Stop::Number(reg));
        }
        if reg.is_undef() || reg.meta == Meta::UNBORN {
            return Err(Stop::Error(Box::new(InterpError::Undefined)));
        }
        let by = self.build(|arena| arena.constant(0, 64));
        Ok(Beyond { from: reg.as_pointer(), by })
    }

    /// A register with such a pointer.
    fn pointer_reg(&self, it: Beyond) -> Reg {
        match self.build(|arena| arena.number(it.by)) {
            Some(bytes) => Reg::pointer(it.from.wrapping_offset(bytes as u64 as i64)),
            None => Reg::open_pointer(it.from, it.by.0),
        }
    }

    /// How far from the start of its object a pointer is, and the object's size.
    pub(crate) fn position(&self, it: Beyond) -> Option<(TermId, TermId)> {
        let object = self.memory.object(it.from.prov)?;
        let start = it.from.addr.wrapping_sub(object.base);
        let position = self.build(|arena| {
            let start = arena.constant(start.into(), 64);
            arena.binary(Binary::Add, start, it.by)
        });
        Some((position, self.size_term(it.from.prov)?))
    }

    /// A pointer moved, within its object.
    fn moved(&self, at: At, it: Beyond, by: TermId) -> Symbolic<Beyond> {
        if it.from.prov.is_none() || self.compiled.codes[at.code].allow.wild_pointers {
            return Err(Stop::Number(self.build(|arena| self.reg(arena, by))));
        }
        // What is wrong with the object is wrong wherever the pointer goes.
        self.memory.offset(it.from, 0).map_err(Box::<InterpError>::from)?;
        let sum = Beyond { by: self.build(|arena| arena.binary(Binary::Add, it.by, by)), ..it };
        let Some((position, size)) = self.position(sum) else {
            return Err(Stop::Error(Box::new(InterpError::Undefined)));
        };
        let wrong = self.build(|arena| arena.binary(Binary::Ult, size, position));
        // An access will be told whether it is inside.
        if self.compiled.codes[at.code].allow.stray_pointers {
            self.keep_in_room(it.from.prov, position)?;
            return Ok(sum);
        }
        self.forbid(wrong, |m, model| {
            let bytes = m.value_in(model, sum.by) as u64 as i64;
            match m.memory.offset(sum.from, bytes) {
                Err(error) => error.into(),
                Ok(_) => Box::new(InterpError::Undefined),
            }
        })?;
        self.keep_in_room(it.from.prov, position)?;
        Ok(sum)
    }

    /// The offset must be a number where threads interleave.
    pub(crate) fn number_among_threads(&self, reg: Reg) -> Symbolic<()> {
        if self.mode == Mode::Interleaved && reg.is_open() { Err(Stop::Number(reg)) } else { Ok(()) }
    }

    pub(crate) fn pointer_operation(&mut self, at: At, op: Op) -> Symbolic<Option<Way>> {
        let result = |d, it| Ok(Some(Way::Result(d, self.pointer_reg(it))));
        match op {
            Op::PtrAdd { d, a, b } => {
                let (p, by) = (self.at(at, a), self.at(at, b));
                self.number_among_threads(by)?;
                if p.meta.0 == 0 && p.bits == 0 {
                    return Err(Stop::Number(by));
                }
                let (p, by) = (self.beyond(p)?, self.term(by)?);
                result(d, self.moved(at, p, by)?)
            }
            Op::Member { d, a, offset } => {
                let p = self.beyond(self.at(at, a))?;
                let by = self.build(|arena| arena.constant(i128::from(offset) as u128, 64));
                result(d, self.moved(at, p, by)?)
            }
            Op::Index { d, a, b, stride, bound, end } => {
                let (p, i) = (self.at(at, a), self.at(at, b));
                self.number_among_threads(i)?;
                let (p, i) = (self.beyond(p)?, self.term(i)?);
                if p.from.prov.is_none() {
                    return Err(Stop::Number(self.at(at, b)));
                }
                if bound != 0 {
                    let wrong = self.build(|arena| {
                        let bound = arena.constant(bound.into(), 64);
                        arena.binary(Binary::Ule, bound, i)
                    });
                    self.forbid(wrong, |m, model| {
                        let index = m.value_in(model, i) as u64 as i64;
                        let count = u64::from(bound) - u64::from(end);
                        Box::new(InterpError::Index { index, count })
                    })?;
                }
                let by = self.build(|arena| {
                    let stride = arena.constant(stride.into(), 64);
                    let bytes = arena.binary(Binary::Mul, i, stride);
                    arena.binary(Binary::Add, p.by, bytes)
                });
                result(d, Beyond { by, ..p })
            }
            Op::Scale { d, a, b } => {
                let (x, y) = (self.term(self.at(at, a))?, self.term(self.at(at, b))?);
                let (wrong, bytes) = self.build(|arena| {
                    let bytes = arena.binary(Binary::Mul, x, y);
                    if never_far(arena, x, y) {
                        return (arena.falsity(), bytes);
                    }
                    let (wide_x, wide_y) = (arena.sext(x, 128), arena.sext(y, 128));
                    let (exact, back) = (arena.binary(Binary::Mul, wide_x, wide_y), arena.sext(bytes, 128));
                    let fits = arena.binary(Binary::Eq, exact, back);
                    (arena.not(fits), bytes)
                });
                self.forbid(wrong, |m, model| exec::too_far(m.value_in(model, x) as u64 as i64))?;
                Ok(Some(Way::Result(d, self.build(|arena| self.reg(arena, bytes)))))
            }
            Op::PtrDiff { d, a, b } => {
                let (x, y) = self.of_one_object(self.at(at, a), self.at(at, b))?;
                let difference = self.build(|arena| arena.sub(x, y));
                Ok(Some(Way::Result(d, self.build(|arena| self.reg(arena, difference)))))
            }
            Op::PtrLt { d, a, b } | Op::PtrLe { d, a, b } => {
                let (x, y) = self.of_one_object(self.at(at, a), self.at(at, b))?;
                let test = if matches!(op, Op::PtrLt { .. }) { Binary::Ult } else { Binary::Ule };
                let value = self.build(|arena| {
                    let less = arena.binary(test, x, y);
                    arena.zext(less, 64)
                });
                Ok(Some(Way::Result(d, self.build(|arena| self.reg(arena, value)))))
            }
            _ => Ok(None),
        }
    }

    /// The addresses of two pointers into one object.
    fn of_one_object(&self, x: Reg, y: Reg) -> Symbolic<(TermId, TermId)> {
        let (p, q) = (self.beyond(x)?, self.beyond(y)?);
        if p.from.prov != q.from.prov || p.from.prov.is_none() {
            return Err(Stop::Number(if x.is_open() { x } else { y }));
        }
        Ok((self.address(p), self.address(q)))
    }

    fn address(&self, it: Beyond) -> TermId {
        self.build(|arena| {
            let from = arena.constant(it.from.addr.into(), 64);
            arena.binary(Binary::Add, from, it.by)
        })
    }

    /// A comparison with a pointer whose offset is a term, if it is one.
    pub(crate) fn compared_pointers(&self, test: Binary, x: Reg, y: Reg) -> Symbolic<Option<TermId>> {
        let (open, other) = match (x.as_open_pointer(), y.as_open_pointer()) {
            (None, None) => return Ok(None),
            (Some(_), _) => (x, y),
            (None, Some(_)) => (y, x),
        };
        let it = self.beyond(open)?;
        if other.meta.0 == 0 && test == Binary::Eq {
            // It points into its object, or one past it.
            let object = self.memory.object(it.from.prov);
            let room = self.memory.capacity(it.from.prov);
            let outside = object.is_some_and(|it| other.bits.wrapping_sub(it.base) > room);
            if outside {
                return Ok(Some(self.build(Arena::falsity)));
            }
        }
        if other.meta.prov() != it.from.prov {
            return Err(Stop::Number(open));
        }
        let (p, q) = (self.address(self.beyond(x)?), self.address(self.beyond(y)?));
        Ok(Some(self.build(|arena| arena.binary(test, p, q))))
    }
}

impl Compiled {
    /// The offset of a pointer, where that is a term: as memory holds it.
    pub fn symbolic_offset(&self, pointer: Reg) -> Option<Reg> {
        let (_, term) = pointer.as_open_pointer()?;
        let offset = opaque_of(&self.terms.lock(), TermId(term));
        Some(Reg::from_scalar(Scalar::Opaque(offset)))
    }
}

/// A pointer moved by what [`Compiled::symbolic_offset`] gave, which may be a number by now.
pub fn moved_by(from: Pointer, offset: Reg) -> Reg {
    match offset.opaque().and_then(arena_term) {
        Some(term) => Reg::open_pointer(from, term.0),
        None => Reg::pointer(from.wrapping_offset(offset.bits as i64)),
    }
}

/// Whether a product of two numbers certainly fits 64 bits.
fn never_far(arena: &Arena, x: TermId, y: TermId) -> bool {
    let bits = |term: TermId| match (arena.node(term), arena.number(term)) {
        (_, Some(number)) => 129 - number.leading_zeros(),
        (Node::Unary(Unary::SExt | Unary::ZExt, inner), _) => u32::from(arena.width(inner)) + 1,
        _ => 64,
    };
    bits(x) + bits(y) <= 64
}
