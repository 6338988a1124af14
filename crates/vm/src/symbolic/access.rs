//! Loads and stores of terms, and through pointers whose offset is a term.
//!
//! A load through such a pointer is a choice among the cells that it can reach, made by a term: a tree of comparisons
//! with the position. A store changes each of them under the condition that it is the one. Where a cell holds more than
//! a number (a pointer, or nothing yet), or there are too many cells, the offset becomes a number.

use super::cells::Cell;
use super::operation::{At, Way};
use super::pointer::Beyond;
use super::{Stop, Symbolic};
use crate::code::Op;
use crate::exec;
use crate::interp_error::InterpError;
use crate::machine::Machine;
use crate::reg::Reg;
use gmc_mem::Pointer;
use gmc_term::{Arena, Binary, Node, TermId, Unary};

/// So many cells are looked at by one access.
const MOST_CELLS: u64 = 1024;

/// An access: its size, and what alignment it needs, less one.
#[derive(Clone, Copy)]
struct Span {
    offset: i32,
    size: u8,
    mask: u8,
}

impl Machine {
    pub(crate) fn access(&mut self, at: At, op: Op) -> Symbolic<Option<Way>> {
        let span = |offset, size, mask| Span { offset, size, mask };
        let (d, a, span, signed) = match op {
            Op::LoadS8 { d, a, offset } => (d, a, span(offset, 1, 0), true),
            Op::LoadU8 { d, a, offset } | Op::LoadBool { d, a, offset } => (d, a, span(offset, 1, 0), false),
            Op::LoadS16 { d, a, offset, mask } => (d, a, span(offset, 2, mask), true),
            Op::LoadU16 { d, a, offset, mask } => (d, a, span(offset, 2, mask), false),
            Op::LoadS32 { d, a, offset, mask } => (d, a, span(offset, 4, mask), true),
            Op::LoadU32 { d, a, offset, mask } => (d, a, span(offset, 4, mask), false),
            Op::Load64 { d, a, offset, mask } => (d, a, span(offset, 8, mask), false),
            Op::Store8 { a, b, offset } => return self.store_at(at, a, b, span(offset, 1, 0)).map(Some),
            Op::Store16 { a, b, offset, mask } => {
                return self.store_at(at, a, b, span(offset, 2, mask)).map(Some);
            }
            Op::Store32 { a, b, offset, mask } => {
                return self.store_at(at, a, b, span(offset, 4, mask)).map(Some);
            }
            Op::Store64 { a, b, offset, mask } => {
                return self.store_at(at, a, b, span(offset, 8, mask)).map(Some);
            }
            _ => return Ok(None),
        };
        let reg = match self.load_at(self.at(at, a), span)? {
            Cell::Pointer(p) => Reg::pointer(p),
            Cell::Term(term) => {
                if matches!(op, Op::LoadBool { .. }) {
                    self.check_bool(term)?;
                }
                self.build(|arena| {
                    let value = if signed { arena.sext(term, 64) } else { arena.zext(term, 64) };
                    self.reg(arena, value)
                })
            }
        };
        Ok(Some(Way::Result(d, reg)))
    }

    /// A byte that is read as a boolean must be 0 or 1.
    fn check_bool(&self, byte: TermId) -> Symbolic<()> {
        let wrong = self.build(|arena| {
            let one = arena.constant(1, 8);
            arena.binary(Binary::Ult, one, byte)
        });
        self.forbid(wrong, |m, model| {
            Box::new(InterpError::NotBool { value: m.value_in(model, byte) as u64 })
        })
    }

    fn load_at(&mut self, pointer: Reg, span: Span) -> Symbolic<Cell> {
        let it = self.beyond(pointer)?;
        if let Some(place) = self.certain(it, span) {
            return self.cell(place, span.size.into());
        }
        self.number_among_threads(pointer)?;
        let cells = self.reachable(pointer, it, span)?;
        let mut terms = Vec::with_capacity(cells.places.len());
        for &position in &cells.places {
            match self.cell(cells.at(position), span.size.into()) {
                Ok(Cell::Term(term)) => terms.push((position, term)),
                _ => return Err(Stop::Number(pointer)),
            }
        }
        Ok(Cell::Term(self.build(|arena| select(arena, cells.position, &terms))))
    }

    fn store_at(&mut self, at: At, a: u16, b: u16, span: Span) -> Symbolic<Way> {
        let (pointer, value) = (self.at(at, a), self.at(at, b));
        let it = self.beyond(pointer)?;
        if value.as_open_pointer().is_some() {
            return Err(Stop::Number(value));
        }
        if let Some(place) = self.certain(it, span) {
            if place.addr & u64::from(span.mask) != 0 {
                return Err(Stop::Error(exec::misaligned(&self.memory, place, span.mask, span.size.into())));
            }
            let term = self.low(value, span.size)?;
            self.store_term(place, term, span.size.into())?;
            return Ok(Way::Done);
        }
        self.number_among_threads(pointer)?;
        let cells = self.reachable(pointer, it, span)?;
        // An address stays one only where it is certain to be stored.
        if value.meta.is_whole() && value.meta.0 != 0 || value.is_undef() {
            return Err(Stop::Number(pointer));
        }
        let term = self.low(value, span.size)?;
        let mut new = Vec::with_capacity(cells.places.len());
        for &position in &cells.places {
            let Ok(Cell::Term(old)) = self.cell(cells.at(position), span.size.into()) else {
                return Err(Stop::Number(pointer));
            };
            let changed = self.build(|arena| {
                let here = arena.constant(position.into(), 64);
                let is = arena.binary(Binary::Eq, cells.position, here);
                arena.ite(is, term, old)
            });
            new.push((cells.at(position), changed));
        }
        for (place, term) in new {
            self.store_term(place, term, span.size.into())?;
        }
        Ok(Way::Done)
    }

    /// The low bytes of a register.
    fn low(&self, value: Reg, size: u8) -> Symbolic<TermId> {
        let term = self.term(value)?;
        Ok(self.build(|arena| arena.extract(term, 0, size * 8)))
    }

    /// The place that is accessed, if it is certain.
    fn certain(&self, it: Beyond, span: Span) -> Option<Pointer> {
        let bytes = self.build(|arena| arena.number(it.by))?;
        Some(it.from.wrapping_offset(bytes as u64 as i64).wrapping_offset(span.offset.into()))
    }

    /// The cells that an access can reach; all of them lie in the object.
    fn reachable(&mut self, pointer: Reg, it: Beyond, span: Span) -> Symbolic<Cells> {
        let offset = self.build(|arena| arena.constant(i128::from(span.offset) as u128, 64));
        let it = Beyond { by: self.build(|arena| arena.binary(Binary::Add, it.by, offset)), ..it };
        let Some((position, size)) = self.position(it) else { return Err(Stop::Number(pointer)) };
        let object = self.memory.object(it.from.prov).ok_or(Stop::Number(pointer))?;
        let (certain, bytes) = (object.size, u64::from(span.size));
        let start = Pointer { addr: object.base, prov: it.from.prov };
        // What cannot be accessed at all is an error wherever the access is.
        if certain < bytes || !self.memory.is_live(it.from.prov) {
            return Err(Stop::Number(pointer));
        }
        let (outside, crooked, beyond) = self.build(|arena| {
            // An object has at least what it certainly has, so nothing goes round the end.
            let count = arena.constant(bytes.into(), 64);
            let last = arena.sub(size, count);
            let certainly_last = arena.constant((certain - bytes).into(), 64);
            let mask = arena.constant(span.mask.into(), 64);
            let base = arena.constant(object.base.into(), 64);
            let address = arena.binary(Binary::Add, base, position);
            let (rest, zero) = (arena.binary(Binary::And, address, mask), arena.constant(0, 64));
            let aligned = arena.binary(Binary::Eq, rest, zero);
            let outside = arena.binary(Binary::Ult, last, position);
            (outside, arena.not(aligned), arena.binary(Binary::Ult, certainly_last, position))
        });
        let place = move |m: &Machine, model: &gmc_term::Model| {
            start.wrapping_offset(m.value_in(model, position) as u64 as i64)
        };
        self.forbid(outside, |m, model| match m.memory.check_readable(place(m, model), bytes) {
            Err(error) => error.into(),
            Ok(()) => Box::new(InterpError::Undefined),
        })?;
        self.forbid(crooked, |m, model| {
            exec::misaligned(&m.memory, place(m, model), span.mask, span.size.into())
        })?;
        if self.memory.extent(it.from.prov).is_some() && self.holds(beyond)? {
            return Err(Stop::Number(pointer));
        }
        let (step, first) = self.build(|arena| stride(arena, position));
        let step = step.max(1);
        if (certain - bytes) / step >= MOST_CELLS {
            return Err(Stop::Number(pointer));
        }
        // The constant may be negative, and a step need not divide what addresses wrap at.
        let first = (first as i64).rem_euclid(step as i64) as u64;
        let places: Vec<u64> = (first..=certain - bytes).step_by(step as usize).collect();
        let aligned = |it: &u64| (object.base + it) & u64::from(span.mask) == 0;
        let places: Vec<u64> = places.into_iter().filter(aligned).collect();
        if places.is_empty() {
            return Err(Stop::Number(pointer));
        }
        Ok(Cells { start, position, places })
    }
}

/// The cells that an access can reach: positions in an object.
struct Cells {
    start: Pointer,
    position: TermId,
    places: Vec<u64>,
}

impl Cells {
    fn at(&self, position: u64) -> Pointer {
        self.start.wrapping_offset(position as i64)
    }
}

/// The term at a position, which is one of these: a tree of comparisons.
fn select(arena: &mut Arena, position: TermId, cells: &[(u64, TermId)]) -> TermId {
    let first = cells[0].1;
    if cells.iter().all(|it| it.1 == first) {
        return first;
    }
    let (left, right) = cells.split_at(cells.len() / 2);
    let border = arena.constant(right[0].0.into(), 64);
    let below = arena.binary(Binary::Ult, position, border);
    let (left, right) = (select(arena, position, left), select(arena, position, right));
    arena.ite(below, left, right)
}

/// A number that divides a term less some constant, and the constant: `(step, rest)`.
fn stride(arena: &Arena, term: TermId) -> (u64, u64) {
    match arena.node(term) {
        Node::Binary(Binary::Add, a, b) => match arena.number(b) {
            Some(by) => {
                let (step, rest) = stride(arena, a);
                (step, rest.wrapping_add(by as u64))
            }
            None => (power(step_of(arena, a)).min(power(step_of(arena, b))), 0),
        },
        _ => (step_of(arena, term), 0),
    }
}

/// The largest power of two that divides a number.
fn power(step: u64) -> u64 {
    if step == 0 { 1 } else { 1 << step.trailing_zeros() }
}

/// A number that divides a term of 64 bits, whatever its symbols are.
fn step_of(arena: &Arena, term: TermId) -> u64 {
    match arena.node(term) {
        Node::Const(_) => arena.number(term).map_or(1, |it| if it == 0 { 1 << 62 } else { power(it as u64) }),
        Node::Binary(Binary::Mul, x, c) => match arena.number(c) {
            Some(c) => {
                let bits = match arena.node(x) {
                    Node::Unary(Unary::ZExt | Unary::SExt, inner) => arena.width(inner),
                    _ => 64,
                };
                // A product that never goes round the end is divided by all of the factor.
                let small = u32::from(bits) + (128 - c.leading_zeros()) < 64;
                if small { c as u64 } else { power(c as u64) }
            }
            None => 1,
        },
        Node::Binary(Binary::Add, a, b) => power(step_of(arena, a)).min(power(step_of(arena, b))),
        Node::Binary(Binary::Concat, _, low) if arena.number(low) == Some(0) => {
            1 << u32::from(arena.width(low)).min(62)
        }
        Node::Unary(Unary::ZExt | Unary::SExt, x) => power(step_of(arena, x)),
        Node::Unary(Unary::Neg, x) => power(step_of(arena, x)),
        _ => 1,
    }
}
