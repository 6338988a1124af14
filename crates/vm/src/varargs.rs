//! Arguments beyond the named ones, and `va_list`.
//!
//! The arguments stand in an object of the machine's, one slot each: what it is, then the value. A `va_list` holds one
//! pointer to the next slot, in the field where the target's ABI has a pointer too, so that copying it works as the
//! program expects.

use crate::exec;
use crate::interp_error::{InterpError, InterpResult};
use crate::lower::class::Class;
use crate::native::Call;
use crate::reg::Reg;
use gmc_mem::{Layout, Memory, Pointer, Site, Storage};
use gmc_model::ErrorKind;

/// Bytes of a slot: a tag, and room for the largest value in registers that is passed this way.
const SLOT: u64 = 48;
const VALUE: i64 = 16;

/// The tag of the slot behind the last one.
const END: u64 = 0xffff;
/// The tag of an aggregate: the value is a pointer to its copy.
const AGGREGATE: u64 = 0x600;

/// What a slot holds, as a number in its tag.
fn tag(class: Class) -> u64 {
    match class {
        Class::Void => 0,
        Class::Int { size, .. } => 0x100 + u64::from(size),
        Class::Pointer => 0x200,
        Class::Single => 0x300,
        Class::Double => 0x400,
        Class::Wide { size, .. } => 0x500 + u64::from(size),
        Class::Aggregate { .. } => AGGREGATE,
    }
}

/// Puts arguments into an object, and behind them those of `more`, if it is not null.
pub fn pack(
    memory: &mut Memory,
    values: &[(Class, Vec<Reg>)],
    more: Pointer,
    site: Site,
) -> InterpResult<Pointer> {
    let count = values.len() as u64 + count(memory, more)?;
    let size = (count + 1) * SLOT;
    let list = memory
        .alloc(Layout::new(size, 16), Storage::Internal, site)
        .map_err(|error| InterpError::other(ErrorKind::StackOverflow, error.to_string()))?;
    for (at, (class, regs)) in values.iter().enumerate() {
        let slot = list.wrapping_offset(at as i64 * SLOT as i64);
        memory.store_sized(slot, tag(*class), 8)?;
        let value = slot.wrapping_offset(VALUE);
        match class {
            Class::Aggregate { size } => {
                // A copy of its own: the caller may change what it passed.
                let size = size.unwrap_or_else(|| room(memory, regs[0].as_pointer()));
                let copy = memory
                    .alloc(Layout::new(size, 16), Storage::Internal, site)
                    .map_err(|error| InterpError::other(ErrorKind::StackOverflow, error.to_string()))?;
                memory.copy(copy, regs[0].as_pointer(), size)?;
                memory.store_pointer(value, copy)?;
            }
            class => exec::store_class(memory, regs, 0, *class, value)?,
        }
    }
    for at in values.len() as u64..count {
        let slot = list.wrapping_offset((at * SLOT) as i64);
        let from = more.wrapping_offset(((at - values.len() as u64) * SLOT) as i64);
        memory.copy(slot, from, SLOT)?;
        if memory.load_sized(slot, 8)? == gmc_mem::Scalar::Bits(AGGREGATE) {
            let value = memory.load_pointer(slot.wrapping_offset(VALUE))?;
            let size = room(memory, value);
            let copy = memory
                .alloc(Layout::new(size, 16), Storage::Internal, site)
                .map_err(|error| InterpError::other(ErrorKind::StackOverflow, error.to_string()))?;
            memory.copy(copy, value, size)?;
            memory.store_pointer(slot.wrapping_offset(VALUE), copy)?;
        }
    }
    let end = list.wrapping_offset((count * SLOT) as i64);
    memory.store_sized(end, END, 8)?;
    Ok(list)
}

/// How many arguments there are from a slot on; none at a null pointer.
pub fn count(memory: &Memory, mut slot: Pointer) -> InterpResult<u64> {
    let mut count = 0;
    while !slot.is_null() && memory.load_sized(slot, 8)? != gmc_mem::Scalar::Bits(END) {
        count += 1;
        slot = slot.wrapping_offset(SLOT as i64);
    }
    Ok(count)
}

/// Adds the arguments from a slot on to a call of a function of the machine.
pub fn unpack(memory: &Memory, list: Pointer, call: &mut Call) -> InterpResult<()> {
    for at in 0..count(memory, list)? {
        match value_at(memory, list, at as usize)? {
            Some((class @ Class::Wide { .. }, _, bytes)) => {
                let words = bytes.chunks(8).map(|chunk| {
                    let mut word = [0; 8];
                    word[..chunk.len()].copy_from_slice(chunk);
                    Reg::number(u64::from_le_bytes(word))
                });
                call.push(class, &words.collect::<Vec<_>>());
            }
            Some((Class::Aggregate { .. }, ..)) | None => {
                return Err(InterpError::unsupported("a structure passed on by `__builtin_va_arg_pack`"));
            }
            Some((class, reg, _)) => call.push(class, &[reg]),
        }
    }
    Ok(())
}

/// Bytes from a pointer to the end of its object: the size of an aggregate whose type has none.
pub fn room(memory: &Memory, p: Pointer) -> u64 {
    memory.object(p.prov).map_or(0, |info| (info.base + info.size).saturating_sub(p.addr))
}

/// The function that got them returns.
pub fn release(memory: &mut Memory, list: Pointer) -> InterpResult<()> {
    let mut slot = list;
    while let Ok(gmc_mem::Scalar::Bits(tag)) = memory.load_sized(slot, 8) {
        if tag == END {
            break;
        }
        if tag == AGGREGATE
            && let Ok(copy) = memory.load_pointer(slot.wrapping_offset(VALUE))
        {
            memory.kill(copy.prov, Site(0))?;
        }
        slot = slot.wrapping_offset(SLOT as i64);
    }
    Ok(memory.kill(list.prov, Site(0))?)
}

/// Where in a `va_list` the pointer is.
fn field(memory: &Memory, list: Pointer) -> Pointer {
    // x86-64 has two offsets before it; the others start with it, or are it.
    if memory.target().pointer_size() == 8 { list.wrapping_offset(8) } else { list }
}

/// `va_start`: `list` is the address of the `va_list`.
pub fn start(memory: &mut Memory, list: Pointer, arguments: Pointer) -> InterpResult<()> {
    if memory.target().pointer_size() == 8 {
        memory.fill(list, 0, 24)?;
    }
    Ok(memory.store_pointer(field(memory, list), arguments)?)
}

/// `va_end`: from now on the list leads nowhere.
pub fn end(memory: &mut Memory, list: Pointer) -> InterpResult<()> {
    Ok(memory.store_pointer(field(memory, list), Pointer::NULL)?)
}

/// `va_copy`
pub fn copy(memory: &mut Memory, to: Pointer, from: Pointer) -> InterpResult<()> {
    let size = if memory.target().pointer_size() == 8 { 24 } else { 4 };
    Ok(memory.copy_within(to, from, size)?)
}

/// The slot that a `va_list`, as it is passed to a function, points to.
pub fn position(memory: &Memory, list: Pointer) -> InterpResult<Pointer> {
    // Where it is an array, what is passed is its address; elsewhere, the pointer itself.
    if memory.target().pointer_size() == 8 { Ok(memory.load_pointer(field(memory, list))?) } else { Ok(list) }
}

/// The class of a slot's value, its register, and its bytes where it takes several; `at` counts from `slot`. None
/// behind the last one.
pub fn value_at(memory: &Memory, slot: Pointer, at: usize) -> InterpResult<Option<(Class, Reg, Vec<u8>)>> {
    // One slot after the other: there may be fewer.
    let mut slot = slot;
    for left in (0..=at).rev() {
        let tag = match memory.load_sized(slot, 8)? {
            gmc_mem::Scalar::Bits(tag) => tag,
            _ => END,
        };
        if tag == END {
            return Ok(None);
        }
        if left == 0 {
            return value_of(memory, tag, slot.wrapping_offset(VALUE)).map(Some);
        }
        slot = slot.wrapping_offset(SLOT as i64);
    }
    Ok(None)
}

fn value_of(memory: &Memory, tag: u64, value: Pointer) -> InterpResult<(Class, Reg, Vec<u8>)> {
    let size = (tag & 0xff) as u8;
    let class = match tag >> 8 {
        1 => Class::Int { bits: size * 8, signed: true, size },
        2 => Class::Pointer,
        3 => Class::Single,
        4 => Class::Double,
        5 => {
            let mut bytes = vec![0; size.into()];
            memory.read_bytes(value, &mut bytes)?;
            let format = gmc_arith::Scalar::int(u32::from(size) * 8, true).into();
            return Ok((Class::Wide { size: size.into(), format }, Reg::UNDEF, bytes));
        }
        _ => return Ok((Class::Aggregate { size: None }, Reg::UNDEF, Vec::new())),
    };
    let mut regs = [Reg::UNDEF];
    exec::load_class(memory, &mut regs, 0, class, value)?;
    Ok((class, regs[0], Vec::new()))
}

/// The slot of the next argument, and what it holds; the list moves on.
pub fn next(memory: &mut Memory, list: Pointer, wanted: Option<Class>) -> InterpResult<Pointer> {
    let at = field(memory, list);
    let slot = memory.load_pointer(at)?;
    if slot.is_null() {
        return Err(InterpError::other(ErrorKind::BadCall, "`va_arg` after `va_end`"));
    }
    let found = match memory.load_sized(slot, 8)? {
        gmc_mem::Scalar::Bits(tag) => tag,
        _ => 0,
    };
    if found == END {
        return Err(InterpError::other(
            ErrorKind::BadCall,
            "`va_arg` asks for more arguments than the function was given",
        ));
    }
    // A result that nobody wants has any type.
    let compatible = wanted.is_none_or(|wanted| {
        found == tag(wanted)
            || matches!((found, wanted), (0x104 | 0x108, Class::Pointer))
            || (found == 0x200 && matches!(wanted, Class::Int { size: 4 | 8, .. }))
    });
    if !compatible {
        return Err(InterpError::other(
            ErrorKind::BadCall,
            "`va_arg` asks for another type than that of the argument that was passed",
        ));
    }
    memory.store_pointer(at, slot.wrapping_offset(SLOT as i64))?;
    let value = slot.wrapping_offset(VALUE);
    if found == AGGREGATE { Ok(memory.load_pointer(value)?) } else { Ok(value) }
}
