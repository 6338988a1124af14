//! The uncommon cases of common operations: provenance, missing values, errors.

use super::mixed::{exposed, one};
use super::{Window, anywhere};
use crate::allocate::no_room;
use crate::allow::converted;
use crate::code::{Code, Extent, R, Rare, SwitchTable};
use crate::interp_error::{InterpError, InterpResult};
use crate::lower::class::Class;
use crate::nondet::{self, Form};
use crate::reg::{Meta, Reg};
use crate::thread::MOST_STACK;
use gmc_mem::{AccessError, AccessResult, Layout, Memory, Pointer, Scalar, Storage};
use gmc_model::ErrorKind;
use std::cmp::Ordering;

/// A conversion of something that is not a plain number. What has no value keeps having none.
#[cold]
#[inline(never)]
pub(super) fn extend(memory: &Memory, x: Reg, sh: u8, signed: bool) -> InterpResult<Reg> {
    if x.is_undef() {
        return Ok(Reg::UNDEF);
    }
    known(x)?;
    let bits = x.plain_bits(memory.target());
    let extended = if signed { (((bits << sh) as i64) >> sh) as u64 } else { (bits << sh) >> sh };
    // What fits stays what it was: a pointer, or a byte of one.
    if extended == bits {
        return Ok(x);
    }
    if x.meta.is_whole() {
        if memory.has_nondet_placement() {
            return anywhere::lowest(memory, x, sh);
        }
        memory.set_address_dependent(true);
    }
    memory.note_exposed(x.meta.prov());
    Ok(Reg::number(extended))
}

#[cold]
#[inline(never)]
pub(super) fn overflow(operation: &'static str, x: i64, y: i64, sh: u8) -> Box<InterpError> {
    let bits = 64 - u32::from(sh);
    Box::new(InterpError::Overflow { operation, left: x.into(), right: Some(y.into()), bits })
}

#[cold]
#[inline(never)]
pub(super) fn negation(x: i64, sh: u8) -> Box<InterpError> {
    Box::new(InterpError::Overflow { operation: "-", left: x.into(), right: None, bits: 64 - u32::from(sh) })
}

#[inline]
pub(super) fn divide(x: i64, y: i64, sh: u8) -> InterpResult<i64> {
    if y == 0 {
        return Err(Box::new(InterpError::DivisionByZero));
    }
    let value = x.wrapping_div(y);
    if y == -1 && ((value << sh) >> sh != value || value == x && x != 0) {
        return Err(overflow("/", x, y, sh));
    }
    Ok(value)
}

#[inline]
pub(super) fn remainder(x: i64, y: i64, sh: u8) -> InterpResult<i64> {
    if y == -1 {
        divide(x, y, sh)?;
    }
    if y == 0 { Err(Box::new(InterpError::DivisionByZero)) } else { Ok(x.wrapping_rem(y)) }
}

#[inline]
pub(super) fn shift_count(count: u64, sh: u8) -> InterpResult<u32> {
    let bits = 64 - u32::from(sh);
    if count < u64::from(bits) {
        return Ok(count as u32);
    }
    Err(Box::new(InterpError::Shift { count: count as i64, bits }))
}

#[cold]
#[inline(never)]
pub(super) fn index(i: u64, bound: u32, end: bool) -> Box<InterpError> {
    Box::new(InterpError::Index { index: i as i64, count: u64::from(bound) - u64::from(end) })
}

/// An access to an address that its alignment does not divide.
#[cold]
#[inline(never)]
pub fn misaligned(memory: &Memory, p: Pointer, mask: u8, size: usize) -> Box<InterpError> {
    // A pointer that may not be accessed at all is a worse mistake than its alignment.
    if let Err(error) = memory.check_readable(p, size as u64) {
        return error.into();
    }
    match memory.check_aligned(p, u64::from(mask) + 1, size as u64) {
        Err(error) => error.into(),
        Ok(()) => Box::new(InterpError::Undefined),
    }
}

/// A word of bits, which has a value as a whole as soon as one of them has.
#[cold]
#[inline(never)]
pub(super) fn unset_word(
    code: &Code,
    memory: &Memory,
    p: Pointer,
    n: usize,
    error: Box<AccessError>,
) -> AccessResult<Reg> {
    if code.allow.words_of_bits
        && matches!(error.fault, gmc_mem::AccessFault::Uninitialised { .. })
        && let (Scalar::Bits(bits), _) = memory.load_lenient(p, n)?
    {
        return Ok(Reg::number(bits));
    }
    unset(code, error)
}

/// A scalar of which a byte was never set may be copied: it has no value, and using it is an error.
#[cold]
#[inline(never)]
pub(super) fn unset(code: &Code, error: Box<AccessError>) -> AccessResult<Reg> {
    if matches!(error.fault, gmc_mem::AccessFault::Uninitialised { .. }) && !code.allow.undecided {
        Ok(Reg::UNDEF)
    } else {
        Err(error)
    }
}

/// What was loaded in some form, and is neither a number nor a pointer.
#[cold]
#[inline(never)]
pub(super) fn piece(scalar: Scalar, form: Form) -> InterpResult<Reg> {
    nondet::loaded(Reg::from_scalar(scalar), form)
}

#[cold]
#[inline(never)]
pub(super) fn unreachable() -> Box<InterpError> {
    InterpError::other(
        ErrorKind::UnreachableReached,
        "control reaches a place that it was promised never to reach",
    )
}

/// Stores what is not a plain number.
#[inline(never)]
pub fn store(memory: &mut Memory, p: Pointer, value: Reg, size: usize) -> InterpResult<()> {
    if value.is_undef() {
        return Ok(memory.uninitialise(p, size as u64)?);
    }
    if value.is_open() && !nondet::is_stored_as_is(value) {
        return Err(nondet::matters(value));
    }
    if value.meta.is_whole() {
        if size == memory.target().pointer_size() {
            return Ok(memory.store_pointer(p, value.as_pointer())?);
        }
        memory.note_exposed(value.meta.prov());
        return Ok(memory.store_sized(p, value.bits, size)?);
    }
    Ok(memory.store_sized(p, value.to_scalar(), size)?)
}

pub(super) fn known(x: Reg) -> InterpResult<()> {
    if x.meta.0 & (Meta::UNDEF.0 | Meta::UNBORN.0) != 0 {
        return Err(Box::new(InterpError::Undefined));
    }
    if x.is_open() { Err(nondet::matters(x)) } else { Ok(()) }
}

/// A pointer moved within its object. A number that never was a pointer is just added to: it cannot be accessed anyway.
#[inline(always)]
pub(super) fn pointer_add(memory: &Memory, p: Reg, by: Reg) -> InterpResult<Reg> {
    if p.meta.0 >> 32 != 0 || by.meta.0 != 0 {
        known(p)?;
        known(by)?;
    }
    if p.meta.0 == 0 && p.bits == 0 && by.bits != 0 {
        return Err(null_add(by.bits as i64));
    }
    member(memory, p, by.bits as i64)
}

#[cold]
fn null_add(by: i64) -> Box<InterpError> {
    InterpError::other(
        ErrorKind::InvalidPointerOperation,
        format!("{by} bytes are added to a null pointer, which points into no object"),
    )
}

/// No object has as many elements, whichever way the product is cut short.
#[cold]
pub fn too_far(elements: i64) -> Box<InterpError> {
    let message = format!("a pointer is moved by {elements} elements, further than any object reaches");
    InterpError::other(ErrorKind::InvalidPointerOperation, message)
}

/// Likewise, by a number.
#[inline(always)]
pub(super) fn member(memory: &Memory, p: Reg, by: i64) -> InterpResult<Reg> {
    if p.meta.0 == 0 || p.meta.0 >> 32 != 0 {
        return number_add(memory, p, by);
    }
    Ok(Reg::pointer(memory.offset(p.as_pointer(), by)?))
}

#[inline(never)]
fn number_add(memory: &Memory, p: Reg, by: i64) -> InterpResult<Reg> {
    known(p)?;
    if p.meta.0 != 0 {
        return Ok(Reg::pointer(memory.offset(p.as_pointer(), by)?));
    }
    let mask = if memory.target().pointer_size() == 4 { u64::from(u32::MAX) } else { u64::MAX };
    Ok(Reg::number(p.bits.wrapping_add_signed(by) & mask))
}

/// The last address that processors give to programs.
const LAST_ADDRESS: u64 = (1 << 47) - 1;

/// Pointers outside of objects, where they may be computed: they keep their object, so that they can come back to it,
/// and no access goes through them meanwhile. What is added to a null pointer is a number, like a counter of
/// generations that is declared as a pointer.
#[cold]
#[inline(never)]
pub(super) fn wild_add(
    code: &Code,
    memory: &Memory,
    fault: Box<InterpError>,
    p: Reg,
    by: Reg,
) -> InterpResult<Reg> {
    let mask = if memory.target().pointer_size() == 4 { u64::from(u32::MAX) } else { u64::MAX };
    let is_null = p.meta.0 == 0 && p.bits == 0;
    let strays = || {
        let sum = p.bits.checked_add_signed(by.bits as i64);
        code.allow.stray_pointers
            && (is_null
                || matches!(*fault, InterpError::Pointer(_))
                    && sum.is_some_and(|it| it <= mask & LAST_ADDRESS))
    };
    if fault.kind() != Some(ErrorKind::InvalidPointerOperation) || !(code.allow.wild_pointers || strays()) {
        return Err(fault);
    }
    Ok(Reg { bits: p.bits.wrapping_add(by.bits) & mask, meta: p.meta })
}

pub(super) fn pointer_difference(code: &Code, memory: &Memory, x: Reg, y: Reg) -> InterpResult<Reg> {
    known(x)?;
    known(y)?;
    if x.meta == y.meta || code.allow.wild_pointers {
        if x.meta != y.meta && memory.has_nondet_placement() {
            anywhere::look(memory)?;
        }
        return Ok(Reg::number(x.bits.wrapping_sub(y.bits)));
    }
    // `p - (char *)0` is how old programs cast pointers to integers.
    if code.allow.stray_pointers && y.meta.0 == 0 && y.bits == 0 {
        return Ok(x);
    }
    Ok(Reg::number(memory.difference(x.as_pointer(), y.as_pointer())? as u64))
}

#[inline]
pub(super) fn pointer_order(code: &Code, memory: &Memory, x: Reg, y: Reg) -> InterpResult<Ordering> {
    if x.meta == y.meta && x.meta.is_whole() {
        return Ok(x.bits.cmp(&y.bits));
    }
    known(x)?;
    known(y)?;
    if code.allow.wild_pointers || code.allow.stray_pointers {
        if x.meta.0 != 0 && y.meta.0 != 0 {
            if memory.has_nondet_placement() {
                return nondet::order(memory, x, y);
            }
            memory.set_address_dependent(true);
        }
        return Ok(x.bits.cmp(&y.bits));
    }
    Ok(memory.order(x.as_pointer(), y.as_pointer())?)
}

pub(super) fn to_signed(code: &Code, x: f64, sh: u8) -> InterpResult<u64> {
    let bits = 64 - u32::from(sh);
    let limit = 2f64.powi(bits as i32 - 1);
    if x.trunc() >= -limit && x.trunc() < limit {
        return Ok(x as i64 as u64);
    }
    if code.allow.float_conversion {
        return Ok(converted(x, bits, true));
    }
    Err(Box::new(InterpError::FloatConversion { value: x, bits }))
}

pub(super) fn to_unsigned(code: &Code, x: f64, sh: u8) -> InterpResult<u64> {
    let bits = 64 - u32::from(sh);
    if x.trunc() >= 0.0 && x.trunc() < 2f64.powi(bits as i32) {
        return Ok(x as u64);
    }
    if code.allow.float_conversion {
        return Ok(converted(x, bits, false));
    }
    Err(Box::new(InterpError::FloatConversion { value: x, bits }))
}

impl Window<'_> {
    /// The pointer in a register that is not a plain pointer: a local that does not exist yet is made.
    #[inline(never)]
    pub fn revive(&mut self, a: R) -> InterpResult<Pointer> {
        let reg = self.regs[usize::from(a)];
        if reg.meta != Meta::UNBORN {
            known(reg)?;
            return Ok(Pointer::from_number(reg.plain_bits(self.memory.target())));
        }
        let object = &self.code.objects[usize::from(a)];
        if object.size > MOST_STACK.into() {
            return Err(InterpError::other(
                ErrorKind::StackOverflow,
                format!(
                    "a local variable takes {} bytes, which is more than the {} MiB that a stack has",
                    object.size,
                    MOST_STACK >> 20
                ),
            ));
        }
        let layout = Layout::new(object.size, u64::from(object.align));
        let pointer = self
            .memory
            .alloc(layout, Storage::Frame, object.site)
            .map_err(|error| no_room(&error, || format!("there is no room for a local variable: {error}")))?;
        self.memory.share_new_objects();
        self.regs[usize::from(a)] = Reg::pointer(pointer);
        Ok(pointer)
    }

    /// The declaration of a local in memory is reached: it has no value.
    #[inline(never)]
    pub fn blank(&mut self, a: R) -> InterpResult<()> {
        let reg = self.regs[usize::from(a)];
        if reg.meta != Meta::UNBORN {
            let size = self.code.objects[usize::from(a)].size;
            self.memory.uninitialise(reg.as_pointer(), size)?;
        }
        Ok(())
    }

    /// The scope of a local in memory ends.
    #[inline(never)]
    pub fn bury(&mut self, a: R) -> InterpResult<()> {
        let reg = self.regs[usize::from(a)];
        if reg.meta != Meta::UNBORN {
            let site = self.code.objects[usize::from(a)].site;
            self.memory.kill(reg.meta.prov(), site)?;
            self.regs[usize::from(a)] = Reg::UNBORN;
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn switch(&mut self, a: R, table: &SwitchTable) -> InterpResult<u32> {
        let value = match table.class {
            Class::Wide { .. } => {
                let low = one(self.memory, self.regs[usize::from(a)])?;
                let high = one(self.memory, self.regs[usize::from(a) + 1])?;
                (i128::from(high as i64) << 64) | i128::from(low)
            }
            _ => {
                let bits = one(self.memory, self.regs[usize::from(a)])?;
                if table.unsigned { i128::from(bits) } else { i128::from(bits as i64) }
            }
        };
        let at = table.cases.partition_point(|&(low, _, _)| low <= value);
        Ok(match at.checked_sub(1).map(|i| table.cases[i]) {
            Some((_, high, to)) if value <= high => to,
            _ => table.default,
        })
    }

    fn extent(&self, size: Extent) -> InterpResult<u64> {
        match size {
            Extent::Fixed(size) => Ok(size),
            Extent::Dynamic(r) => one(self.memory, self.regs[usize::from(r)]),
        }
    }

    pub(super) fn pointer_in(&mut self, a: R) -> InterpResult<Pointer> {
        let reg = self.regs[usize::from(a)];
        if reg.meta.is_whole() { Ok(reg.as_pointer()) } else { self.revive(a) }
    }

    /// Does a rare operation; `false` when it needs the whole machine.
    #[inline(never)]
    pub fn rare(&mut self, rare: &Rare) -> InterpResult<bool> {
        match *rare {
            Rare::Unary { op, d, to, a, from, wrap } => self.unary(op, (d, to), (a, from), wrap)?,
            Rare::Binary { op, d, to, a, left, b, right, wrap } => {
                self.binary(op, (d, to), (a, left), (b, right), wrap)?;
            }
            Rare::Ternary { op, d, to, args } => self.ternary(op, d, to, args)?,
            Rare::LoadWide { d, a, offset, size, align } => self.load_wide(d, a, offset, size, align)?,
            Rare::StoreWide { a, b, offset, size, align } => self.store_wide(a, b, offset, size, align)?,
            Rare::LoadBits { d, a, position, bits, signed, reverse, location } => {
                self.load_bits(d, a, position, bits, signed, reverse)?;
                self.touch_location(a, position, location, false)?;
            }
            Rare::StoreBits { a, b, position, bits, reverse, location } => {
                self.store_bits(a, b, position, bits, reverse)?;
                self.touch_location(a, position, location, true)?;
            }
            Rare::Extract { d, to, a, from, position, bits } => {
                self.extract(d, to, (a, from), position, bits)?;
            }
            Rare::Insert { d, size, a, from, position } => self.insert(d, size, (a, from), position)?,
            Rare::MoveWide { d, a, words } => {
                let (d, a, words) = (usize::from(d), usize::from(a), usize::from(words));
                self.regs.copy_within(a..a + words, d);
            }
            Rare::Copy { to, from, size } => {
                let (to, from, size) = (self.pointer_in(to)?, self.pointer_in(from)?, self.extent(size)?);
                self.memory.assign(to, from, size)?;
            }
            Rare::Zero { to, size } => {
                let (to, size) = (self.pointer_in(to)?, self.extent(size)?);
                self.memory.fill(to, 0, size)?;
            }
            Rare::Uninit { to, size, always } => {
                let (to, size) = (self.pointer_in(to)?, self.extent(size)?);
                let is_static = |id| self.memory.object(id).is_some_and(|it| it.kind == Storage::Global);
                if always || !is_static(to.prov) {
                    // No access of the program: what is wrong with the memory shows in what the program does with it,
                    // such as in the `delete` that follows.
                    let _ = self.memory.uninitialise(to, size);
                }
            }
            Rare::ReturnAggregate { from, size } => {
                let (from, size) = (self.pointer_in(from)?, self.extent(size)?);
                if let Some(r) = self.code.signature.result_pointer {
                    let to = self.regs[usize::from(r)];
                    if to.meta.is_whole() && to.bits != 0 {
                        self.memory.copy_within(to.as_pointer(), from, size)?;
                    }
                }
            }
            Rare::Swap { d, a, size, signed } => {
                let x = self.regs[usize::from(a)];
                if x.is_undef() {
                    self.regs[usize::from(d)] = x;
                    return Ok(true);
                }
                let sh = 64 - u32::from(size.min(8)) * 8;
                let swapped = (exposed(self.memory, x)? << sh).swap_bytes() << sh;
                let value = if signed { ((swapped as i64) >> sh) as u64 } else { swapped >> sh };
                self.regs[usize::from(d)] = Reg::number(value);
            }
            Rare::Goto { .. }
            | Rare::ThreadLocal { .. }
            | Rare::Any { .. }
            | Rare::Object { .. }
            | Rare::Depth { .. }
            | Rare::NoValue => {
                return Ok(false);
            }
            Rare::Unsupported { ref what } => return Err(InterpError::unsupported(what.clone())),
        }
        Ok(true)
    }
}
