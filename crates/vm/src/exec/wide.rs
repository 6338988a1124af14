//! Values wider than a register, and arithmetic that is rare: byte images in and out of `arith`.

use super::Window;
use super::mixed::{exposed, one};
use crate::code::R;
use crate::interp_error::{InterpError, InterpResult};
use crate::lower::class::Class;
use crate::nondet::{self, Form};
use crate::reg::Reg;
use gmc_arith::{Format, Operand, Rules, Scalar as Plain, Trap};
use gmc_ir::expr::{BinaryOp, TernaryOp, UnaryOp};
use gmc_mem::{Endian, Memory, Pointer};

/// A value's bytes, as they stand in memory.
pub fn to_image(memory: &Memory, regs: &[Reg], r: R, class: Class) -> InterpResult<Vec<u8>> {
    let size = class.size(memory.target().pointer_size() as u32).unwrap_or(0) as usize;
    let first = usize::from(r);
    let mut bytes = Vec::with_capacity(size.next_multiple_of(8));
    for &reg in &regs[first..first + usize::from(class.words())] {
        bytes.extend(exposed(memory, reg)?.to_le_bytes());
    }
    bytes.truncate(size);
    if !matches!(class, Class::Wide { .. }) && memory.target().endian == Endian::Big {
        bytes.reverse();
    }
    Ok(bytes)
}

/// Likewise; what has no value is zero.
fn to_image_leniently(memory: &Memory, regs: &[Reg], r: R, class: Class) -> InterpResult<Vec<u8>> {
    let first = usize::from(r);
    let words: Vec<Reg> = regs[first..first + usize::from(class.words())]
        .iter()
        .map(|&reg| if reg.is_undef() { Reg::ZERO } else { reg })
        .collect();
    to_image(memory, &words, 0, class)
}

/// The registers of a value, from its bytes.
fn set_image(memory: &Memory, regs: &mut [Reg], r: R, class: Class, bytes: &[u8]) {
    let first = usize::from(r);
    if let Class::Wide { .. } = class {
        for (reg, chunk) in regs[first..first + usize::from(class.words())].iter_mut().zip(bytes.chunks(8)) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            *reg = Reg::number(u64::from_le_bytes(word));
        }
        return;
    }
    let mut word = [0; 8];
    let count = bytes.len().min(8);
    word[..count].copy_from_slice(&bytes[..count]);
    if memory.target().endian == Endian::Big {
        word[..count].reverse();
    }
    let sh = class.shift(memory.target().pointer_size() as u32 * 8);
    let bits = u64::from_le_bytes(word) << sh;
    regs[first] = Reg::number(if class.is_signed() { ((bits as i64) >> sh) as u64 } else { bits >> sh });
}

/// Loads a value of some class into registers; of an aggregate, nothing.
pub fn load_class(memory: &Memory, regs: &mut [Reg], r: R, class: Class, from: Pointer) -> InterpResult<()> {
    let size = class.size(memory.target().pointer_size() as u32).unwrap_or(0) as usize;
    if class.words() == 1 && matches!(size, 1 | 2 | 4 | 8) {
        let reg = nondet::loaded(Reg::from_scalar(memory.load_sized(from, size)?), Form::of(class, size))?;
        let sh = class.shift(memory.target().pointer_size() as u32 * 8);
        regs[usize::from(r)] = if reg.meta.0 == 0 && class.is_signed() {
            Reg::number((((reg.bits << sh) as i64) >> sh) as u64)
        } else {
            reg
        };
        return Ok(());
    }
    let mut bytes = vec![0; size];
    memory.read_bytes(from, &mut bytes)?;
    set_image(memory, regs, r, class, &bytes);
    Ok(())
}

/// Stores a value of some class.
pub fn store_class(memory: &mut Memory, regs: &[Reg], r: R, class: Class, to: Pointer) -> InterpResult<()> {
    let size = class.size(memory.target().pointer_size() as u32).unwrap_or(0) as usize;
    let reg = regs[usize::from(r)];
    if class.words() == 1 && (1..=8).contains(&size) {
        return super::slow::store(memory, to, reg, size);
    }
    let bytes = to_image(memory, regs, r, class)?;
    memory.write_bytes(to, &bytes)?;
    Ok(())
}

/// The format of a class, for arithmetic.
fn format(class: Class, pointer_size: usize) -> Option<Format> {
    Some(match class {
        Class::Int { bits: 1, signed: false, size } => Plain::Bool { bits: 1, bytes: size.into() }.into(),
        Class::Int { bits, signed, size } => {
            Plain::Int { bits: bits.into(), bytes: size.into(), signed }.into()
        }
        Class::Pointer => Plain::Pointer { bits: pointer_size as u32 * 8 }.into(),
        Class::Single => Plain::float(gmc_arith::Real::Single).into(),
        Class::Double => Plain::float(gmc_arith::Real::Double).into(),
        Class::Wide { format, .. } => format,
        Class::Void | Class::Aggregate { .. } => return None,
    })
}

fn trap(trap: Trap, operation: &'static str, to: Class) -> Box<InterpError> {
    Box::new(match trap {
        Trap::SignedOverflow => {
            return InterpError::other(
                gmc_model::ErrorKind::SignedOverflow,
                match to {
                    Class::Int { bits, .. } => {
                        format!(
                            "the result of `{operation}` does not fit into a signed integer of {bits} bits"
                        )
                    }
                    Class::Wide { size: 16, .. } => {
                        format!("the result of `{operation}` does not fit into a signed integer of 128 bits")
                    }
                    _ => format!("the result of `{operation}` does not fit its type"),
                },
            );
        }
        Trap::DivisionByZero => InterpError::DivisionByZero,
        Trap::InvalidShift { count, width } => InterpError::Shift { count, bits: width },
        Trap::FloatConversion => {
            return InterpError::other(
                gmc_model::ErrorKind::FloatConversion,
                "a floating-point value does not fit the integer type that it is converted to",
            );
        }
        Trap::Unsupported(what) => InterpError::Unsupported(what.to_owned()),
    })
}

impl Window<'_> {
    fn rules(&self, wrap: bool) -> Rules {
        Rules { big_endian: self.memory.target().endian == Endian::Big, wrap, ..Rules::X86 }
    }

    fn operand(&self, (r, class): (R, Class)) -> InterpResult<(Format, Vec<u8>)> {
        let format = format(class, self.memory.target().pointer_size())
            .ok_or_else(|| InterpError::unsupported("arithmetic on an aggregate"))?;
        Ok((format, to_image(self.memory, self.regs, r, class)?))
    }

    fn result_format(&self, class: Class) -> InterpResult<Format> {
        format(class, self.memory.target().pointer_size())
            .ok_or_else(|| InterpError::unsupported("arithmetic with an aggregate as its result"))
    }

    pub(super) fn unary(
        &mut self,
        op: UnaryOp,
        (d, to): (R, Class),
        a: (R, Class),
        wrap: bool,
    ) -> InterpResult<()> {
        let (format, bytes) = self.operand(a)?;
        let result = self.result_format(to)?;
        let name = if op == UnaryOp::Abs { "abs" } else { "-" };
        let value = gmc_arith::unary(self.rules(wrap), op, result, (format, &bytes))
            .map_err(|t| trap(t, name, to))?;
        set_image(self.memory, self.regs, d, to, &value);
        Ok(())
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        (d, to): (R, Class),
        a: (R, Class),
        b: (R, Class),
        wrap: bool,
    ) -> InterpResult<()> {
        if op == BinaryOp::Complex && self.pair(d, to, a, b)? {
            return Ok(());
        }
        let ((left, x), (right, y)) = (self.operand(a)?, self.operand(b)?);
        let result = self.result_format(to)?;
        let (x, y): (Operand<'_>, Operand<'_>) = ((left, &x), (right, &y));
        let value =
            gmc_arith::binary(self.rules(wrap), op, result, x, y).map_err(|t| trap(t, symbol(op), to))?;
        set_image(self.memory, self.regs, d, to, &value);
        if op == BinaryOp::ShiftLeft && self.code.allow.strict_shifts && !wrap && a.1.is_signed() {
            // Back where they were, the bits are the same if none is lost.
            let back = gmc_arith::binary(self.rules(wrap), BinaryOp::ShiftRight, left, (result, &value), y);
            if back.ok().is_none_or(|it| it[..] != *x.1) {
                return Err(trap(Trap::SignedOverflow, "<<", to));
            }
        }
        Ok(())
    }

    pub(super) fn ternary(
        &mut self,
        op: TernaryOp,
        d: R,
        to: Class,
        args: [(R, Class); 3],
    ) -> InterpResult<()> {
        if op == TernaryOp::Cond {
            let (condition, _) = args[0];
            let taken =
                if one(self.memory, self.regs[usize::from(condition)])? != 0 { args[1] } else { args[2] };
            let (from, words) = (usize::from(taken.0), usize::from(to.words()));
            self.regs.copy_within(from..from + words, usize::from(d));
            return Ok(());
        }
        let [first, second, third] = [self.operand(args[0])?, self.operand(args[1])?, self.operand(args[2])?];
        let result = self.result_format(to)?;
        let value = gmc_arith::ternary(
            self.rules(false),
            op,
            result,
            (first.0, &first.1),
            (second.0, &second.1),
            (third.0, &third.1),
        )
        .map_err(|t| trap(t, "?:", to))?;
        set_image(self.memory, self.regs, d, to, &value);
        Ok(())
    }

    /// A complex number of which parts may have no value yet: GCC writes one part by making the pair anew from the
    /// other. `false` when both have one. Parts that share a register have a value together.
    fn pair(&mut self, d: R, to: Class, a: (R, Class), b: (R, Class)) -> InterpResult<bool> {
        let word = |part: (R, Class)| self.regs[usize::from(part.0)];
        let (x, y) = (word(a), word(b));
        if !x.is_undef() && !y.is_undef() {
            return Ok(false);
        }
        let size = a.1.size(self.memory.target().pointer_size() as u32).unwrap_or(0);
        let d = usize::from(d);
        if size >= 8 {
            let words = usize::from(a.1.words());
            self.regs.copy_within(usize::from(a.0)..usize::from(a.0) + words, d);
            self.regs.copy_within(usize::from(b.0)..usize::from(b.0) + words, d + words);
            return Ok(true);
        }
        let bits = size * 8;
        let part = |reg: Reg| -> InterpResult<u64> {
            if reg.is_undef() { Ok(0) } else { Ok(exposed(self.memory, reg)? & ((1 << bits) - 1)) }
        };
        let both = part(x)? | part(y)? << bits;
        self.regs[d] = if x.is_undef() && y.is_undef() { Reg::UNDEF } else { Reg::number(both) };
        debug_assert_eq!(to.words(), 1);
        Ok(true)
    }

    fn aligned(&self, p: Pointer, align: u32, size: u32) -> InterpResult<()> {
        if p.addr & u64::from(align.max(1) - 1) == 0 {
            return Ok(());
        }
        Err(super::slow::misaligned(self.memory, p, align.saturating_sub(1).min(127) as u8, size as usize))
    }

    pub(super) fn load_wide(&mut self, d: R, a: R, offset: i32, size: u32, align: u32) -> InterpResult<()> {
        let p = self.pointer_in(a)?.wrapping_offset(i64::from(offset));
        self.aligned(p, align, size)?;
        let mut at = 0;
        while at < size {
            let count = (size - at).min(8) as usize;
            let from = p.wrapping_offset(i64::from(at));
            let reg = match self.memory.load_sized(from, count) {
                // A register holds a term of 64 bits.
                Ok(scalar) if nondet::is_narrow(scalar, count) => {
                    return Err(nondet::matters(Reg::from_scalar(scalar)));
                }
                Ok(scalar) => Reg::from_scalar(scalar),
                // Values are copied whatever they are; parts and padding without a value do not spoil the rest.
                Err(error) if matches!(error.fault, gmc_mem::AccessFault::Uninitialised { .. }) => {
                    let (scalar, missing) = self.memory.load_lenient(from, count)?;
                    let none = missing.count_ones() as usize == count;
                    if none { Reg::UNDEF } else { Reg::from_scalar(scalar) }
                }
                Err(error) => return Err(error.into()),
            };
            // Images are little-endian words whatever the target.
            let reg = if self.memory.target().endian == Endian::Big && reg.meta.0 == 0 {
                Reg::number((reg.bits << (64 - count * 8)).swap_bytes())
            } else {
                reg
            };
            self.regs[usize::from(d) + (at / 8) as usize] = reg;
            at += 8;
        }
        Ok(())
    }

    pub(super) fn store_wide(&mut self, a: R, b: R, offset: i32, size: u32, align: u32) -> InterpResult<()> {
        let p = self.pointer_in(a)?.wrapping_offset(i64::from(offset));
        self.aligned(p, align, size)?;
        let mut at = 0;
        while at < size {
            let count = (size - at).min(8) as usize;
            let reg = self.regs[usize::from(b) + (at / 8) as usize];
            let reg = if self.memory.target().endian == Endian::Big && reg.meta.0 == 0 {
                Reg::number(reg.bits.swap_bytes() >> (64 - count * 8))
            } else {
                reg
            };
            super::slow::store(self.memory, p.wrapping_offset(i64::from(at)), reg, count)?;
            at += 8;
        }
        Ok(())
    }

    /// Bits of a value in registers.
    pub(super) fn extract(
        &mut self,
        d: R,
        to: Class,
        a: (R, Class),
        position: u64,
        bits: u32,
    ) -> InterpResult<()> {
        let (r, from) = a;
        if from.words() == 1 && to.words() == 1 && position == 0 {
            let reg = self.regs[usize::from(r)];
            if reg.is_open() {
                return Err(nondet::matters(reg));
            }
            let sh = to.shift(self.memory.target().pointer_size() as u32 * 8);
            let cut = |bits: u64| {
                if to.is_signed() { (((bits << sh) as i64) >> sh) as u64 } else { (bits << sh) >> sh }
            };
            self.regs[usize::from(d)] = if reg.meta.0 == 0 { Reg::number(cut(reg.bits)) } else { reg };
            return Ok(());
        }
        let covered = (position / 64) as usize..(position + u64::from(bits)).div_ceil(64) as usize;
        let first = usize::from(r);
        if matches!(from, Class::Wide { .. }) || position == 0 {
            let words = self.regs.get(first + covered.start..first + covered.end).unwrap_or(&[]);
            let no_value = words.iter().any(|reg| reg.is_undef());
            if no_value {
                let to_first = usize::from(d);
                self.regs[to_first..to_first + usize::from(to.words())].fill(Reg::UNDEF);
                return Ok(());
            }
            // Whole words move as they are, pointers too.
            if position.is_multiple_of(64)
                && bits.is_multiple_of(64)
                && covered.len() == usize::from(to.words())
            {
                self.regs.copy_within(first + covered.start..first + covered.end, usize::from(d));
                return Ok(());
            }
        }
        let bytes = to_image_leniently(self.memory, self.regs, r, from)?;
        if position.is_multiple_of(8) && bits.is_multiple_of(8) {
            let start = (position / 8) as usize;
            let part = bytes
                .get(start..start + bits as usize / 8)
                .ok_or_else(|| InterpError::unsupported("bits beyond the end of a value"))?;
            set_image(self.memory, self.regs, d, to, part);
            return Ok(());
        }
        let big = self.memory.target().endian == Endian::Big;
        let first = (position % 8) as u32;
        let value = super::bits::pick(&bytes[(position / 8) as usize..], first, bits, big);
        let sh = 128 - bits;
        let value = if to.is_signed() { ((value << sh) as i128 >> sh) as u128 } else { value };
        self.regs[usize::from(d)] = Reg::number(value as u64);
        Ok(())
    }

    /// Writes a value into a wide one.
    pub(super) fn insert(&mut self, d: R, size: u16, a: (R, Class), position: u32) -> InterpResult<()> {
        let part = to_image(self.memory, self.regs, a.0, a.1)?;
        let first = usize::from(d);
        let words = usize::from(size).div_ceil(8);
        if let Some(&reg) = self.regs[first..first + words].iter().find(|reg| reg.is_open()) {
            return Err(nondet::matters(reg));
        }
        let mut bytes: Vec<u8> =
            self.regs[first..first + words].iter().flat_map(|reg| reg.bits.to_le_bytes()).collect();
        let at = position as usize;
        if let Some(place) = bytes.get_mut(at..at + part.len()) {
            place.copy_from_slice(&part);
        }
        for (reg, word) in self.regs[first..first + words].iter_mut().zip(bytes.as_chunks::<8>().0) {
            *reg = Reg::number(u64::from_le_bytes(*word));
        }
        Ok(())
    }
}

/// How C writes an operation, for messages.
fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Plus => "+",
        BinaryOp::Minus => "-",
        BinaryOp::Mult | BinaryOp::WidenMult => "*",
        BinaryOp::TruncDiv
        | BinaryOp::CeilDiv
        | BinaryOp::FloorDiv
        | BinaryOp::RoundDiv
        | BinaryOp::ExactDiv => "/",
        BinaryOp::TruncMod | BinaryOp::CeilMod | BinaryOp::FloorMod | BinaryOp::RoundMod => "%",
        _ => "arithmetic",
    }
}
