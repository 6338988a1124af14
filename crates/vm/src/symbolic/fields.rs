//! Parts of values and of memory as terms: words of wide values, bit-fields, bits of what registers hold.

use super::cells::{Cell, joined};
use super::operation::At;
use super::{Stop, Symbolic};
use crate::code::{Neighbours, R};
use crate::interp_error::InterpError;
use crate::lower::class::Class;
use crate::machine::Machine;
use crate::reg::Reg;
use gmc_mem::{Endian, Pointer};
use gmc_term::TermId;

impl Machine {
    /// The place that a register and an offset name, which must be certain.
    fn place(&self, at: At, a: R, offset: i64) -> Symbolic<Pointer> {
        let reg = self.at(at, a);
        if reg.is_open() {
            return Err(Stop::Number(reg));
        }
        if !reg.meta.is_whole() {
            return Err(Stop::Error(Box::new(InterpError::Undefined)));
        }
        Ok(reg.as_pointer().wrapping_offset(offset))
    }

    pub(super) fn load_words(&mut self, at: At, d: R, a: R, offset: i32, size: u32) -> Symbolic<bool> {
        if self.memory.target().endian == Endian::Big {
            return Ok(false);
        }
        let from = self.place(at, a, offset.into())?;
        for word in 0..size.div_ceil(8) {
            let count = (size - word * 8).min(8) as usize;
            let reg = match self.cell(from.wrapping_offset(i64::from(word * 8)), count)? {
                Cell::Pointer(p) => Reg::pointer(p),
                Cell::Term(term) => self.build(|arena| {
                    let wide = arena.zext(term, 64);
                    self.reg(arena, wide)
                }),
            };
            self.threads[self.current].regs[at.base + usize::from(d) + word as usize] = reg;
        }
        Ok(true)
    }

    pub(super) fn store_words(&mut self, at: At, a: R, b: R, offset: i32, size: u32) -> Symbolic<bool> {
        if self.memory.target().endian == Endian::Big {
            return Ok(false);
        }
        let to = self.place(at, a, offset.into())?;
        for word in 0..size.div_ceil(8) {
            let count = (size - word * 8).min(8) as u8;
            let reg = self.at(at, b + word as R);
            let place = to.wrapping_offset(i64::from(word * 8));
            if reg.is_nondet() {
                let term = self.term(reg)?;
                let low = self.build(|arena| arena.extract(term, 0, count * 8));
                self.store_term(place, low, count.into())?;
            } else if reg.is_open() {
                return Err(Stop::Number(reg));
            } else {
                crate::exec::store(&mut self.memory, place, reg, count.into())?;
            }
        }
        Ok(true)
    }

    /// The bytes that hold a bit-field, as a term, and which bit of it is the field's lowest.
    fn field(&mut self, base: Pointer, first: u32, bits: u32, lenient: bool) -> Symbolic<Option<TermId>> {
        let bytes = (first + bits).div_ceil(8) as usize;
        if bytes > 16 {
            return Ok(None);
        }
        let mut parts = Vec::new();
        for at in (0..bytes).rev() {
            let place = base.wrapping_offset(at as i64);
            let missing = lenient && self.memory.load_lenient(place, 1).is_ok_and(|it| it.1 != 0);
            // The other bits of a byte that has no value yet read as zero.
            let byte = if missing {
                self.build(|arena| arena.constant(0, 8))
            } else {
                match self.cell(place, 1)? {
                    Cell::Term(term) => term,
                    Cell::Pointer(_) => return Ok(None),
                }
            };
            parts.push(byte);
        }
        Ok(Some(self.build(|arena| joined(arena, &parts))))
    }

    pub(super) fn load_field(
        &mut self,
        at: At,
        d: R,
        a: R,
        (position, bits): (u64, u32),
        signed: bool,
        reverse: bool,
    ) -> Symbolic<bool> {
        if (self.memory.target().endian == Endian::Big) != reverse || bits > 64 {
            return Ok(false);
        }
        let base = self.place(at, a, (position / 8) as i64)?;
        let first = (position % 8) as u32;
        let Some(all) = self.field(base, first, bits, false)? else { return Ok(false) };
        let reg = self.build(|arena| {
            let field = arena.extract(all, first as u8, bits as u8);
            let value = if signed { arena.sext(field, 64) } else { arena.zext(field, 64) };
            self.reg(arena, value)
        });
        self.threads[self.current].regs[at.base + usize::from(d)] = reg;
        Ok(true)
    }

    pub(super) fn store_field(
        &mut self,
        at: At,
        a: R,
        b: R,
        (position, bits): (u64, u32),
        reverse: bool,
    ) -> Symbolic<bool> {
        if (self.memory.target().endian == Endian::Big) != reverse || bits > 64 {
            return Ok(false);
        }
        let base = self.place(at, a, (position / 8) as i64)?;
        let (first, bits) = ((position % 8) as u8, bits as u8);
        let value = self.term(self.at(at, b))?;
        let Some(all) = self.field(base, first.into(), bits.into(), true)? else { return Ok(false) };
        let bytes = self.build(|arena| {
            let width = arena.width(all);
            let mut parts = Vec::new();
            if first + bits < width {
                parts.push(arena.extract(all, first + bits, width - first - bits));
            }
            parts.push(arena.extract(value, 0, bits));
            if first > 0 {
                parts.push(arena.extract(all, 0, first));
            }
            let new = joined(arena, &parts);
            (0..width / 8).map(|it| arena.extract(new, it * 8, 8)).collect::<Vec<_>>()
        });
        for (at, byte) in bytes.into_iter().enumerate() {
            self.store_term(base.wrapping_offset(at as i64), byte, 1)?;
        }
        Ok(true)
    }

    /// Neighbouring bit-fields are one memory location: who accesses one of them touches them all.
    pub(super) fn touch_field(
        &mut self,
        at: At,
        a: R,
        position: u64,
        location: Neighbours,
        write: bool,
    ) -> Symbolic<bool> {
        if location.size > 0 {
            let first = (position / 8) as i64 - i64::from(location.before);
            let base = self.place(at, a, first)?;
            self.memory.log_range(base, location.size.into(), write);
        }
        Ok(true)
    }

    /// Bits of a value in registers.
    pub(super) fn extract_part(
        &mut self,
        at: At,
        (d, to): (R, Class),
        (a, from): (R, Class),
        position: u64,
        bits: u32,
    ) -> Symbolic<bool> {
        let words = from.words();
        if self.memory.target().endian == Endian::Big || words > 2 || to.words() > 2 {
            return Ok(false);
        }
        let mut parts = Vec::new();
        for word in (0..words).rev() {
            parts.push(self.term(self.at(at, a + word))?);
        }
        let all = self.build(|arena| joined(arena, &parts));
        if position + u64::from(bits) > u64::from(words) * 64 || self.number(to).is_none() {
            return Ok(false);
        }
        let value = self.build(|arena| arena.extract(all, position as u8, bits as u8));
        self.set_value(at, d, to, value);
        Ok(true)
    }
}
