//! Mutexes of all types.

use super::{DESTROYED, deadline, identity, me, misuse, robust, set_word, word};
use crate::checker::always;
use crate::failures;
use crate::guest;
use gmc_mem::{Content, Pointer, Whole};
use gmc_vm::effects::Extent::{Bytes, Longs};
use gmc_vm::effects::{LockKind, Span, TIMESPEC, Traits, WordList, looks_at, operates, reads, writes};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::locks::owner_name;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, sync};
use gmc_vm::symmetry::Naming;
use gmc_world::errno;
use smallvec::smallvec;

/// A mutex that is used: its owner changes, its type stays.
pub(crate) const MUTEX: &[Span] = &[HOLDER, KIND];
pub(crate) const HOLDER: Span = operates(0, Bytes(4));
pub(crate) const KIND: Span = looks_at(0, Bytes(20));

pub(super) const TABLE: &[Native] = &[
    sync("pthread_mutex_init", always, init, &[writes(0, Longs(5)), reads(1, Bytes(4))])
        .fails(&failures::INIT)
        .noted(),
    sync(
        "pthread_mutex_destroy",
        always,
        |m, c| Flow::int(destroy(m, c.pointer(0)?)?),
        &[writes(0, Longs(5))],
    )
    .noted(),
    sync("pthread_mutex_lock", may_lock, |m, c| Flow::int(take(m, c.pointer(0)?)?), MUTEX)
        .locks(LockKind::Mutex, 0)
        .words(words)
        .noted(),
    sync("pthread_mutex_trylock", always, |m, c| Flow::int(try_take(m, c.pointer(0)?)?), MUTEX)
        .tries(LockKind::Mutex, 0)
        .words(words)
        .noted(),
    sync(
        "pthread_mutex_timedlock",
        |m, c| may_lock_until(m, c, deadline::REALTIME, 1),
        |m, c| Flow::int(take_until(m, c, deadline::REALTIME, 1)?),
        &[HOLDER, KIND, reads(1, TIMESPEC)],
    )
    .tries(LockKind::Mutex, 0)
    .noted()
    .is(Traits::TELLS_TIME),
    sync(
        "pthread_mutex_clocklock",
        |m, c| may_lock_until(m, c, guest::int(m, c, 1)?, 2),
        |m, c| Flow::int(take_until(m, c, guest::int(m, c, 1)?, 2)?),
        &[HOLDER, KIND, reads(2, TIMESPEC)],
    )
    .tries(LockKind::Mutex, 0)
    .noted()
    .is(Traits::TELLS_TIME),
    sync("pthread_mutex_unlock", always, |m, c| Flow::int(give(m, c.pointer(0)?)?), MUTEX)
        .unlocks(LockKind::Mutex, 0)
        .words(words)
        .noted(),
    sync("pthread_mutex_consistent", always, consistent, MUTEX).noted(),
    sync("pthread_mutex_getprioceiling", always, ceiling, &[looks_at(0, Bytes(20)), writes(1, Bytes(4))])
        .noted(),
    sync("pthread_mutex_setprioceiling", always, set_ceiling, &[operates(0, Bytes(20)), writes(2, Bytes(4))])
        .noted(),
];

/// Fails where memory is freed in which a thread holds a mutex. Only those are seen that note their place.
pub(crate) fn check_freed(m: &Machine, freed: Pointer) -> InterpResult<()> {
    // How many locks others hold is not known here: only the current thread's frames are those of the state.
    let may_be_held = m.threads.len() > 1 || m.threads[m.current].locks > 0;
    let looked_at = m.memory.object(freed.prov).filter(|it| may_be_held && it.size <= LARGEST_LOOKED_AT);
    let Some(object) = looked_at else {
        return Ok(());
    };
    let Ok(found) = m.memory.load_overlapping(Pointer { addr: object.base, prov: object.id }, object.size)
    else {
        return Ok(());
    };
    for it in found {
        let Content::Whole(Whole::Pointer(mutex)) = it.content else { continue };
        if mutex.prov != object.id || mutex.addr.wrapping_add(PLACE as u64) != object.base + it.offset {
            continue;
        }
        let holder = super::threads::numbered(m, owner(m, mutex).unwrap_or(0).into());
        if let Some(holder) = holder.filter(|_| kind_of(m, mutex).is_ok()) {
            let message = format!("the memory of a mutex is freed while thread {holder} holds it");
            return Err(misuse(message));
        }
    }
    Ok(())
}

/// Bytes of memory that is looked through for mutexes when it is freed: larger pieces are hardly ones with a lock.
const LARGEST_LOOKED_AT: u64 = 1 << 12;

/// The owner: a thread's number plus one, 0 for none, or one of the next two.
const OWNER: i64 = 0;
/// The thread that had it has ended.
pub(super) const ORPHAN: u32 = u32::MAX;
/// Likewise, and the thread that took it then gave it back without making it consistent.
const LOST: u32 = u32::MAX - 1;

/// How many times a thread has it, if it can have it several times.
const COUNT: i64 = 4;
/// Its owner has taken it from a thread that had ended, and has not said yet that all is well.
const INCONSISTENT: u32 = 1 << 31;

/// Where it notes its place.
pub(super) const PLACE: i64 = 8;
const WHAT: &str = "mutex";

/// Where the type stands, also in initialisers.
fn kind_at(m: &Machine) -> i64 {
    if m.memory.target().pointer_size() == 8 { 16 } else { 12 }
}

/// Bytes that hold the owner and the type.
pub(super) fn size(m: &Machine) -> u64 {
    kind_at(m) as u64 + 4
}

/// The part of the type that says what happens when its owner takes it again.
const AGAIN: u32 = 3;
pub(crate) const RECURSIVE: u32 = 1;
const ERROR_CHECKING: u32 = 2;
/// Whoever takes it learns of its last owner's death.
pub(super) const ROBUST: u32 = 16;
/// Made by `mtx_init`, where C leaves undefined what POSIX makes an error or a deadlock.
pub(crate) const STANDARD: u32 = 1 << 8;
/// Made with `mtx_timed`.
pub(crate) const TIMED: u32 = 1 << 9;
/// It notes its place: a function has initialised it.
const PLACED: u32 = 1 << 10;
/// From here on, the ceiling of its priority.
pub(super) const CEILING: u32 = 19;

/// The mutex's owner, plus one.
pub(super) fn owner(m: &Machine, mutex: Pointer) -> InterpResult<u32> {
    word(m, mutex, OWNER, WHAT)
}

pub(super) fn set_owner(m: &mut Machine, mutex: Pointer, owner: u32) -> InterpResult<()> {
    set_word(m, mutex, OWNER, owner)
}

/// The type and what else it was made with.
pub(crate) fn kind_of(m: &Machine, mutex: Pointer) -> InterpResult<u32> {
    match word(m, mutex, kind_at(m), WHAT)? {
        DESTROYED => Err(misuse("the mutex was destroyed before")),
        other => Ok(other),
    }
}

/// Fails for a copy of a mutex of this type.
#[inline]
fn check_place(m: &Machine, mutex: Pointer, kind: u32) -> InterpResult<()> {
    if kind & PLACED == 0 { Ok(()) } else { identity::check(m, mutex, PLACE, WHAT) }
}

/// What taking it and giving it back read and write.
pub(crate) fn words(m: &Machine, call: &Call) -> Option<WordList> {
    words_of(m, call.pointer(0).ok()?)
}

pub(super) fn words_of(m: &Machine, mutex: Pointer) -> Option<WordList> {
    let kind = kind_of(m, mutex).ok()?;
    if kind & ROBUST != 0 {
        return None; // It stands in a list.
    }
    // The number follows the owner.
    let mut words: WordList =
        smallvec![(mutex.wrapping_offset(OWNER), 8), (mutex.wrapping_offset(kind_at(m)), 4)];
    if kind & PLACED != 0 {
        words.push((mutex.wrapping_offset(PLACE), m.memory.target().pointer_size()));
    }
    Some(words)
}

fn init(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (mutex, attributes) = (call.pointer(0)?, call.pointer(1)?);
    let kind = super::attributes::mutex_kind(m, attributes)?;
    make(m, mutex, kind)?;
    Flow::int(0)
}

/// A new mutex.
pub(crate) fn make(m: &mut Machine, mutex: Pointer, kind: u32) -> InterpResult<()> {
    identity::begin(m, mutex, PLACE, WHAT)?;
    set_word(m, mutex, OWNER, 0)?;
    set_word(m, mutex, COUNT, 0)?;
    set_word(m, mutex, kind_at(m), kind | PLACED)
}

pub(crate) fn destroy(m: &mut Machine, mutex: Pointer) -> InterpResult<i64> {
    kind_of(m, mutex)?;
    match owner(m, mutex)? {
        0 | ORPHAN | LOST => {}
        owner => {
            let holder = owner_name(m, owner);
            return Err(misuse(format!("the mutex is destroyed while {holder} holds it")));
        }
    }
    identity::end(m, mutex, PLACE)?;
    set_word(m, mutex, kind_at(m), DESTROYED)?;
    Ok(0)
}

/// Whether the current thread need not wait for it.
fn is_open(m: &Machine, mutex: Pointer) -> InterpResult<bool> {
    let owner = owner(m, mutex)?;
    if owner != me(m, mutex) {
        return Ok(matches!(owner, 0 | ORPHAN | LOST));
    }
    let kind = kind_of(m, mutex)?;
    Ok(matches!(kind & AGAIN, RECURSIVE | ERROR_CHECKING) || kind & STANDARD != 0)
}

/// How many outcomes locking has: none while another thread holds it.
pub(crate) fn may_lock(m: &Machine, call: &Call) -> InterpResult<u32> {
    Ok(is_open(m, call.pointer(0)?)?.into())
}

/// Likewise, for a thread that waits until some time.
pub(crate) fn may_lock_until(m: &Machine, call: &Call, clock: i32, at: usize) -> InterpResult<u32> {
    Ok((is_open(m, call.pointer(0)?)? || deadline::is_over(m, call, clock, at)?).into())
}

/// Whether no thread has it.
pub(super) fn is_free(m: &Machine, mutex: Pointer) -> InterpResult<bool> {
    Ok(matches!(owner(m, mutex)?, 0 | ORPHAN | LOST))
}

/// Whether the current thread has it.
pub(crate) fn is_mine(m: &Machine, mutex: Pointer) -> InterpResult<bool> {
    Ok(owner(m, mutex)? == me(m, mutex))
}

/// Takes it; what the function returns.
pub(crate) fn take(m: &mut Machine, mutex: Pointer) -> InterpResult<i64> {
    let kind = kind_of(m, mutex)?;
    check_place(m, mutex, kind)?;
    let owner = owner(m, mutex)?;
    if owner == 0 || owner == ORPHAN {
        set_owner(m, mutex, me(m, mutex))?;
        m.add_lock();
        m.note_naming(Naming::Owner(mutex.wrapping_offset(OWNER)));
        let count = u32::from(kind & AGAIN == RECURSIVE) | if owner == ORPHAN { INCONSISTENT } else { 0 };
        if count != 0 {
            set_word(m, mutex, COUNT, count)?;
        }
        if kind & ROBUST != 0 {
            robust::add(m, mutex)?;
        }
        return Ok(if owner == ORPHAN { errno::EOWNERDEAD.into() } else { 0 });
    }
    if owner == LOST {
        return Ok(errno::ENOTRECOVERABLE.into());
    }
    if owner != me(m, mutex) {
        return Ok(errno::EBUSY.into());
    }
    match kind & AGAIN {
        RECURSIVE => {
            let count = word(m, mutex, COUNT, WHAT)?;
            set_word(m, mutex, COUNT, count + 1)?;
            Ok(0)
        }
        ERROR_CHECKING => Ok(errno::EDEADLK.into()),
        _ => Ok(errno::EBUSY.into()),
    }
}

pub(crate) fn try_take(m: &mut Machine, mutex: Pointer) -> InterpResult<i64> {
    let status = take(m, mutex)?;
    Ok(if status == i64::from(errno::EDEADLK) { errno::EBUSY.into() } else { status })
}

/// Whoever cannot have it now is told that time is up; to go on waiting is not to come here.
pub(crate) fn take_until(m: &mut Machine, call: &Call, clock: i32, at: usize) -> InterpResult<i64> {
    let status = take(m, call.pointer(0)?)?;
    if status == i64::from(errno::EBUSY) { deadline::status(m, call, clock, at) } else { Ok(status) }
}

/// Gives it back; what the function returns.
pub(crate) fn give(m: &mut Machine, mutex: Pointer) -> InterpResult<i64> {
    let kind = kind_of(m, mutex)?;
    check_place(m, mutex, kind)?;
    let owner = owner(m, mutex)?;
    if owner != me(m, mutex) {
        let told = matches!(kind & AGAIN, RECURSIVE | ERROR_CHECKING) || kind & ROBUST != 0;
        if told && kind & STANDARD == 0 {
            return Ok(errno::EPERM.into());
        }
        return Err(misuse(if owner == 0 {
            "the mutex is unlocked, but nobody has locked it".to_owned()
        } else {
            let holder = owner_name(m, owner);
            format!("the mutex is unlocked by a thread that does not hold it: {holder} does")
        }));
    }
    let count = word(m, mutex, COUNT, WHAT)?;
    if kind & AGAIN == RECURSIVE && count & !INCONSISTENT > 1 {
        set_word(m, mutex, COUNT, count - 1)?;
        return Ok(0);
    }
    if count != 0 {
        set_word(m, mutex, COUNT, 0)?;
    }
    if kind & ROBUST != 0 {
        robust::remove(m, mutex)?;
    }
    set_owner(m, mutex, if count & INCONSISTENT != 0 { LOST } else { 0 })?;
    m.remove_lock();
    Ok(0)
}

/// The state that the mutex protects is well again.
fn consistent(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let mutex = call.pointer(0)?;
    let robust = kind_of(m, mutex)? & ROBUST != 0;
    let count = word(m, mutex, COUNT, WHAT)?;
    if !robust || !is_mine(m, mutex)? || count & INCONSISTENT == 0 {
        return Flow::int(errno::EINVAL.into());
    }
    set_word(m, mutex, COUNT, count & !INCONSISTENT)?;
    Flow::int(0)
}

/// Whether its protocol has a ceiling, `PTHREAD_PRIO_PROTECT`.
fn has_ceiling(kind: u32) -> bool {
    kind >> 2 & 3 == 2
}

fn ceiling(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let kind = kind_of(m, call.pointer(0)?)?;
    if !has_ceiling(kind) {
        return Flow::int(errno::EINVAL.into());
    }
    let ceiling = kind >> CEILING;
    guest::store(m, call.pointer(1)?, ceiling.into(), 4)?;
    Flow::int(0)
}

fn set_ceiling(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (mutex, new, old) = (call.pointer(0)?, guest::int(m, call, 1)?, call.pointer(2)?);
    let kind = kind_of(m, mutex)?;
    if !has_ceiling(kind) || !(1..=99).contains(&new) {
        return Flow::int(errno::EINVAL.into());
    }
    if !old.is_null() {
        guest::store(m, old, (kind >> CEILING).into(), 4)?;
    }
    set_word(m, mutex, kind_at(m), kind & ((1 << CEILING) - 1) | (new as u32) << CEILING)?;
    Flow::int(0)
}
