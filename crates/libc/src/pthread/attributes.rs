//! Attributes of threads, mutexes, condition variables, read-write locks and barriers.
//!
//! Attributes that mean nothing to one process without priorities are stored all the same: a program gets back what it
//! has set.

use super::{DESTROYED, misuse, mutex, set_word, threads, word};
use crate::guest;
use gmc_mem::Pointer;
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory, shared};
use gmc_world::errno;

/// What names a thread, which may have ended.
pub(super) const OF_THREADS: &[Native] = &[shared("pthread_getattr_np", of_thread).is(Traits::ASKS_FOR_ENDS)];

pub(super) const TABLE: &[Native] = &[
    memory("pthread_attr_init", |m, c| init_thread(m, c.pointer(0)?, false)),
    memory("pthread_attr_destroy", destroy),
    memory("pthread_attr_getdetachstate", |m, c| get(m, c, DETACHED)),
    memory("pthread_attr_setdetachstate", |m, c| set(m, c, DETACHED)).is(Traits::INTRICATE),
    // The structure has one field.
    memory("pthread_attr_getschedparam", |m, c| get(m, c, PRIORITY)),
    memory("pthread_attr_setschedparam", set_priority),
    memory("pthread_attr_getstack", get_stack),
    memory("pthread_attr_setstack", set_stack),
    memory("pthread_mutexattr_init", |m, c| init(m, c, 1)),
    memory("pthread_mutexattr_destroy", destroy),
    memory("pthread_condattr_init", |m, c| init(m, c, 1)),
    memory("pthread_condattr_destroy", destroy),
    memory("pthread_rwlockattr_init", |m, c| init(m, c, 2)),
    memory("pthread_rwlockattr_destroy", destroy),
    memory("pthread_barrierattr_init", |m, c| init(m, c, 1)),
    memory("pthread_barrierattr_destroy", destroy),
];

/// Pairs of functions that get and set one attribute.
macro_rules! accessors {
    ($get:ident, $set:ident: $($getter:literal $setter:literal $field:expr;)*) => {
        &[$(memory($getter, |m, c| $get(m, c, $field)), memory($setter, |m, c| $set(m, c, $field)),)*]
    };
}

pub(super) const FIELDS: &[Native] = accessors! { get, set:
    "pthread_attr_getschedpolicy" "pthread_attr_setschedpolicy" POLICY;
    "pthread_attr_getinheritsched" "pthread_attr_setinheritsched" INHERIT;
    "pthread_attr_getscope" "pthread_attr_setscope" SCOPE;
    "pthread_mutexattr_gettype" "pthread_mutexattr_settype" TYPE;
    "pthread_mutexattr_getprotocol" "pthread_mutexattr_setprotocol" PROTOCOL;
    "pthread_mutexattr_getrobust" "pthread_mutexattr_setrobust" ROBUST;
    "pthread_mutexattr_getpshared" "pthread_mutexattr_setpshared" MUTEX_SHARED;
    "pthread_mutexattr_getprioceiling" "pthread_mutexattr_setprioceiling" CEILING;
    "pthread_condattr_getpshared" "pthread_condattr_setpshared" SHARED;
    "pthread_condattr_getclock" "pthread_condattr_setclock" CLOCK;
    "pthread_rwlockattr_getpshared" "pthread_rwlockattr_setpshared" SHARED;
    "pthread_rwlockattr_getkind_np" "pthread_rwlockattr_setkind_np" PREFERENCE;
    "pthread_barrierattr_getpshared" "pthread_barrierattr_setpshared" SHARED;
};

pub(super) const SIZES: &[Native] = accessors! { get_only_size, set_only_size:
    "pthread_attr_getguardsize" "pthread_attr_setguardsize" Size::Guard;
    "pthread_attr_getstacksize" "pthread_attr_setstacksize" Size::Stack;
    "pthread_attr_getstackaddr" "pthread_attr_setstackaddr" Size::StackAddress;
};

/// Some bits of a word.
#[derive(Clone, Copy)]
struct Field {
    /// Where the word is.
    at: i64,
    /// The first bit.
    shift: u32,
    /// How many bits.
    bits: u32,
    /// The values that it can have.
    values: (i32, i32),
}

const fn field(at: i64, shift: u32, bits: u32, values: (i32, i32)) -> Field {
    Field { at, shift, bits, values }
}

const DETACHED: Field = field(0, 0, 1, (0, 1));
const POLICY: Field = field(4, 0, 32, (0, 2));
const PRIORITY: Field = field(8, 0, 32, (0, 99));
const INHERIT: Field = field(12, 0, 1, (0, 1));
const SCOPE: Field = field(12, 1, 1, (0, 0));

/// Where sizes and addresses start, behind those.
const SIZES_AT: i64 = 16;

/// An attribute as wide as a pointer, in the order in which they stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    Guard,
    Stack,
    StackAddress,
}

const TYPE: Field = field(0, 0, 2, (0, 3));
const PROTOCOL: Field = field(0, 2, 2, (0, 2));
const ROBUST: Field = field(0, mutex::ROBUST.trailing_zeros(), 1, (0, 1));
const MUTEX_SHARED: Field = field(0, 5, 1, (0, 1));
const CEILING: Field = field(0, mutex::CEILING, 7, (1, 99));

const SHARED: Field = field(0, 0, 1, (0, 1));
const CLOCK: Field = field(0, 1, 1, (0, 1));
const PREFERENCE: Field = field(4, 0, 2, (0, 2));

const WHAT: &str = "attributes object";

fn first(m: &Machine, attributes: Pointer) -> InterpResult<u32> {
    match word(m, attributes, 0, WHAT)? {
        DESTROYED => Err(misuse("the attributes object was destroyed before")),
        other => Ok(other),
    }
}

fn init(m: &mut Machine, call: &Call, words: i64) -> InterpResult<Flow> {
    for at in 0..words {
        set_word(m, call.pointer(0)?, 4 * at, 0)?;
    }
    Flow::int(0)
}

fn destroy(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let attributes = call.pointer(0)?;
    first(m, attributes)?;
    set_word(m, attributes, 0, DESTROYED)?;
    Flow::int(0)
}

fn read(m: &Machine, attributes: Pointer, field: Field) -> InterpResult<u32> {
    first(m, attributes)?;
    let word = word(m, attributes, field.at, WHAT)?;
    Ok(word >> field.shift & mask(field))
}

fn mask(field: Field) -> u32 {
    u32::MAX >> (32 - field.bits)
}

fn write(m: &mut Machine, attributes: Pointer, field: Field, value: i32) -> InterpResult<Flow> {
    first(m, attributes)?;
    if value < field.values.0 || value > field.values.1 {
        return Flow::int(errno::EINVAL.into());
    }
    let word = word(m, attributes, field.at, WHAT)? & !(mask(field) << field.shift);
    set_word(m, attributes, field.at, word | (value as u32) << field.shift)?;
    Flow::int(0)
}

fn get(m: &mut Machine, call: &Call, field: Field) -> InterpResult<Flow> {
    let value = read(m, call.pointer(0)?, field)?;
    guest::store(m, call.pointer(1)?, value.into(), 4)?;
    Flow::int(0)
}

fn set(m: &mut Machine, call: &Call, field: Field) -> InterpResult<Flow> {
    let value = guest::int(m, call, 1)?;
    write(m, call.pointer(0)?, field, value)
}

fn set_priority(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let value = guest::load(m, call.pointer(1)?, 4)? as i32;
    write(m, call.pointer(0)?, PRIORITY, value)
}

/// Where a size or an address is.
fn size_at(m: &Machine, attributes: Pointer, which: Size) -> Pointer {
    attributes.wrapping_offset(SIZES_AT + which as i64 * m.memory.target().pointer_size() as i64)
}

fn get_size(m: &mut Machine, call: &Call, which: Size, to: usize) -> InterpResult<Flow> {
    let (attributes, width) = (call.pointer(0)?, m.memory.target().pointer_size());
    first(m, attributes)?;
    let value = m.memory.load_sized(size_at(m, attributes, which), width)?;
    m.memory.store_sized(call.pointer(to)?, value, width)?;
    Flow::int(0)
}

fn set_size(m: &mut Machine, call: &Call, which: Size, from: usize) -> InterpResult<Flow> {
    let (attributes, width) = (call.pointer(0)?, m.memory.target().pointer_size());
    first(m, attributes)?;
    // PTHREAD_STACK_MIN
    if which == Size::Stack && call.number(m, from)? < 16384 {
        return Flow::int(errno::EINVAL.into());
    }
    m.memory.store_sized(size_at(m, attributes, which), call.reg(from)?.to_scalar(), width)?;
    Flow::int(0)
}

fn get_only_size(m: &mut Machine, call: &Call, which: Size) -> InterpResult<Flow> {
    get_size(m, call, which, 1)
}

fn set_only_size(m: &mut Machine, call: &Call, which: Size) -> InterpResult<Flow> {
    set_size(m, call, which, 1)
}

fn get_stack(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    get_size(m, call, Size::StackAddress, 1)?;
    get_size(m, call, Size::Stack, 2)
}

fn set_stack(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    set_size(m, call, Size::StackAddress, 1)?;
    set_size(m, call, Size::Stack, 2)
}

fn init_thread(m: &mut Machine, attributes: Pointer, detached: bool) -> InterpResult<Flow> {
    for at in [DETACHED.at, POLICY.at, PRIORITY.at, INHERIT.at] {
        set_word(m, attributes, at, 0)?;
    }
    set_word(m, attributes, DETACHED.at, detached.into())?;
    let width = m.memory.target().pointer_size();
    for (which, value) in [(Size::Guard, 4096u64), (Size::Stack, 8 << 20), (Size::StackAddress, 0)] {
        m.memory.store_sized(size_at(m, attributes, which), value, width)?;
    }
    Flow::int(0)
}

fn of_thread(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let Some(thread) = threads::named(m, call, 0)? else { return Flow::int(errno::ESRCH.into()) };
    init_thread(m, call.pointer(1)?, m.is_detached(thread))
}

/// Whom a read-write lock is to prefer; no attributes prefer readers.
pub(super) fn preference(m: &Machine, attributes: Pointer) -> InterpResult<u32> {
    if attributes.is_null() {
        return Ok(0);
    }
    first(m, attributes)?;
    word(m, attributes, PREFERENCE.at, WHAT)
}

/// Whether a thread with these attributes is detached from the start.
pub(super) fn is_detached(m: &Machine, attributes: Pointer) -> InterpResult<bool> {
    Ok(!attributes.is_null() && read(m, attributes, DETACHED)? != 0)
}

/// What a mutex with these attributes has for its type.
pub(super) fn mutex_kind(m: &Machine, attributes: Pointer) -> InterpResult<u32> {
    if attributes.is_null() { Ok(0) } else { first(m, attributes) }
}

/// The clock of a condition variable with these attributes.
pub(super) fn condition_clock(m: &Machine, attributes: Pointer) -> InterpResult<u32> {
    if attributes.is_null() { Ok(0) } else { read(m, attributes, CLOCK) }
}
