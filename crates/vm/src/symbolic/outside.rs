//! Terms that leave memory and come back: bytes of files, pipes, buffers and standard input.
//!
//! The world holds them as memory does, by their handle (`gmc_world::TermByte`); what is settled is settled there, too,
//! and what is only there is live. Functions of the library ask of a byte what they need to know of it, anywhere on
//! their way: a question with several answers ends the call, which is taken back and made again.

use super::cells::Cell;
use super::{member, opaque_of};
use crate::interp_error::{InterpError, InterpResult};
use crate::lower::class::Class;
use crate::machine::{Machine, Mode};
use crate::nondet::{IntervalSet, Origin, Source, Split, Term, ValueSplit};
use crate::observations::GivenByte;
use crate::reg::Reg;
use crate::symbolic::Can;
use gmc_mem::{AccessFault, Opaque, Pointer, Scalar};
use gmc_term::{Arena, Binary, TermId};
use gmc_world::{Byte, Bytes, TermByte};
use std::rc::Rc;

/// A term of the world, as memory holds it.
pub(crate) fn opaque_byte(byte: TermByte) -> Opaque {
    Opaque { id: byte.id, hash: byte.hash }
}

/// What memory holds, as a term of the world.
pub(super) fn term_byte(value: Opaque) -> Byte {
    Byte::Term(TermByte { id: value.id, hash: value.hash })
}

impl Machine {
    /// Whether anything outside of memory is a term.
    pub(crate) fn world_has_terms(&self) -> bool {
        let mut any = false;
        self.world.each_term(|_| any = true);
        any
    }

    /// Bytes of the program's, some of which may be terms.
    pub fn read_data(&self, at: Pointer, count: u64) -> InterpResult<Bytes> {
        // Before room is made for them: the count may be any number.
        self.memory.check_readable(at, count)?;
        self.look_at_own_room(count)?;
        let mut plain = vec![0; count as usize];
        match self.memory.read_bytes(at, &mut plain) {
            Ok(()) => Ok(plain.into()),
            Err(error) if error.fault == AccessFault::Mixed && self.rules.symbolic => {
                let mut bytes = Bytes::new();
                for offset in 0..count as i64 {
                    bytes.push(self.data_byte(at.wrapping_offset(offset))?);
                }
                Ok(bytes)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// A byte of the program's, which may be a term.
    pub fn data_byte(&self, at: Pointer) -> InterpResult<Byte> {
        match self.memory.load_sized(at, 1)? {
            Scalar::Bits(byte) => Ok(Byte::Plain(byte as u8)),
            _ => Ok(self.byte_of(self.byte_term(at)?)),
        }
    }

    /// Writes bytes, some of which may be terms.
    pub fn write_data(&mut self, to: Pointer, bytes: &Bytes) -> InterpResult<()> {
        self.memory.write_bytes(to, bytes.plain())?;
        for (at, term) in bytes.terms() {
            self.memory.store_sized(to.wrapping_offset(at as i64), Scalar::Opaque(opaque_byte(term)), 1)?;
        }
        Ok(())
    }

    /// What some bytes (1 to 8) of the program's hold: a term, where that is not decided.
    pub fn load_open(&self, p: Pointer, size: usize) -> InterpResult<Reg> {
        let found = self.memory.load_sized(p, size).map(Reg::from_scalar);
        let is_open = match &found {
            Ok(reg) => reg.is_nondet(),
            Err(error) => error.fault == AccessFault::Mixed,
        };
        if !is_open || !self.rules.symbolic {
            let reg = found?;
            return if reg.is_nondet() { Err(crate::nondet::matters(reg)) } else { Ok(reg) };
        }
        match self.look(p, size)? {
            Cell::Term(term) => Ok(self.unsigned_reg(term)),
            Cell::Pointer(pointer) => Ok(Reg::pointer(pointer)),
        }
    }

    /// A term of 8 bits as a byte.
    pub fn byte_of(&self, term: TermId) -> Byte {
        self.build(|arena| match (arena.number(term), self.plain(arena, term, false)) {
            (Some(number), _) => Byte::Plain(number as u8),
            (None, Some(value)) => value.reg().opaque().map_or(Byte::Plain(0), term_byte),
            (None, None) => term_byte(opaque_of(arena, term)),
        })
    }

    /// A byte as a term of 8 bits.
    pub fn term_of_byte(&self, byte: Byte) -> InterpResult<TermId> {
        let term = self.build(|arena| match byte {
            Byte::Plain(byte) => Some(arena.constant(byte.into(), 8)),
            Byte::Term(byte) => {
                let term = self.opaque_term(arena, opaque_byte(byte))?;
                Some(arena.extract(term, 0, 8))
            }
        });
        term.ok_or_else(crate::nondet::part)
    }

    /// A byte in a register, extended by zeros.
    pub fn byte_reg(&self, byte: Byte) -> InterpResult<Reg> {
        match byte {
            Byte::Plain(byte) => Ok(Reg::number(byte.into())),
            Byte::Term(_) => Ok(self.unsigned_reg(self.term_of_byte(byte)?)),
        }
    }

    /// The low byte of a register.
    pub fn low_byte(&self, reg: Reg) -> InterpResult<Byte> {
        if !reg.is_open() {
            return Ok(Byte::Plain(crate::exec::number_of(&self.memory, reg)? as u8));
        }
        let term = self.term(reg)?;
        let low = self.build(|arena| arena.extract(term, 0, 8));
        Ok(self.byte_of(low))
    }

    /// The number that a byte is; each that it can be, where that is not decided.
    pub fn byte_number(&self, byte: Byte) -> InterpResult<u8> {
        match byte {
            Byte::Plain(byte) => Ok(byte),
            Byte::Term(_) => {
                let term = self.term_of_byte(byte)?;
                Ok(self.numbers(term)? as u8)
            }
        }
    }

    /// Bytes as the outside takes them: that of a single run is the host, which takes numbers.
    pub fn outgoing(&self, bytes: Bytes) -> InterpResult<Bytes> {
        if self.mode != Mode::Run || bytes.is_plain() {
            return Ok(bytes);
        }
        let numbers: InterpResult<Vec<u8>> = bytes.iter().map(|it| self.byte_number(it)).collect();
        Ok(numbers?.into())
    }

    /// Whether a byte is one of some.
    pub fn byte_is(&self, byte: Byte, among: impl Fn(u8) -> bool) -> InterpResult<bool> {
        let term = match byte {
            Byte::Plain(byte) => return Ok(among(byte)),
            Byte::Term(term) => term,
        };
        let set = (0..=u8::MAX)
            .filter(|&it| among(it))
            .fold(IntervalSet::default(), |set, it| set.or(&IntervalSet::range(it.into(), it.into())));
        if let Some(value) = Term::of_opaque(opaque_byte(term))
            && let Some(yes) = self.value_is(value, &set)
        {
            return yes;
        }
        let term = self.term_of_byte(byte)?;
        let condition = self.build(|arena| is_among(arena, term, &set));
        Ok(self.holds(condition)?)
    }

    /// Whether a byte is among others, some of which may be terms.
    pub fn byte_is_in(&self, byte: Byte, others: &Bytes) -> InterpResult<bool> {
        if others.is_plain() {
            return self.byte_is(byte, |byte| others.plain().contains(&byte));
        }
        let term = self.term_of_byte(byte)?;
        let mut any = self.build(Arena::falsity);
        for other in others.iter() {
            let other = self.term_of_byte(other)?;
            let same = self.equal_terms(term, other);
            any = self.build(|arena| arena.binary(Binary::Or, any, same));
        }
        Ok(self.holds(any)?)
    }

    /// Whether a nondeterministic value is in a set. Nothing where the term is more than the value.
    fn value_is(&self, term: Term, set: &IntervalSet) -> Option<InterpResult<bool>> {
        let value = self.process.nondet.get(term.name)?;
        if term.negated || term.by != 0 || value.signed || value.width != 8 {
            return None;
        }
        let (yes, no) = (value.set.and(set), value.set.without(set));
        let can = |part: &IntervalSet| {
            !part.is_empty() && (!value.has_condition || self.can(self.is_in(term.name, part)) != Can::No)
        };
        Some(match (can(&yes), can(&no)) {
            (true, true) => {
                let split = Split::Value(ValueSplit::new(term.name, vec![yes, no]));
                Err(Box::new(InterpError::Undecided(Rc::new(split))))
            }
            (yes, _) => Ok(yes),
        })
    }

    /// A new byte from outside that is not decided.
    pub fn new_byte(&mut self, source: Source, at: u32, among: Option<&IntervalSet>) -> InterpResult<Byte> {
        let class = Class::Int { bits: 8, signed: false, size: 1 };
        let from = self.process.given;
        let reg = self.new_value(Origin::Input(source, at), class, among)?;
        let opaque = reg.opaque();
        let given = GivenByte { value: from, byte: opaque.is_none().then_some(reg.bits as u8) };
        let all = self.begin_input(source);
        all.truncate(at as usize);
        all.push(given);
        Ok(opaque.map_or(Byte::Plain(reg.bits as u8), term_byte))
    }

    /// Something from outside can be anything, and may be empty.
    pub fn begin_input(&mut self, source: Source) -> &mut Vec<GivenByte> {
        self.observed.given.entry(source).or_default()
    }

    /// What the next value is, where all of them are known.
    pub(crate) fn next_number(&self) -> Option<u64> {
        self.rules.numbers.as_ref()?.get(self.process.given).copied()
    }
}

/// That a term of 8 bits is in a set.
fn is_among(arena: &mut Arena, term: TermId, set: &IntervalSet) -> TermId {
    let wide = arena.zext(term, 64);
    member(arena, wide, set)
}
