//! Condition variables.
//!
//! A wait has three parts, each a step of its own: the mutex is given back and the thread waits; another thread wakes
//! it, or its time is up; it takes the mutex again.

use super::{
    DESTROYED, attributes, cancel, deadline, get_up, identity, misuse, mutex, phase_of, set_word,
    shared_place, sleep, waiting, word,
};
use crate::checker::always;
use crate::failures;
use crate::guest;
use gmc_mem::Pointer;
use gmc_model::Premise;
use gmc_model::ThreadId;
use gmc_vm::effects::Extent::Bytes;
use gmc_vm::effects::{LockKind, Span, TIMESPEC, Traits, WordList, looks_at, operates, reads, writes};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, sync};
use gmc_vm::thread::{Phase, record};
use gmc_world::errno;
use smallvec::smallvec;

/// A condition variable that is used.
pub(crate) const CONDITION: &[Span] = &[USED];
pub(crate) const USED: Span = looks_at(0, Bytes(4));

/// Likewise, with the mutex that is given back meanwhile.
pub(crate) const WAIT: &[Span] = &[USED, HOLDER, KIND];
pub(crate) const HOLDER: Span = operates(1, Bytes(4));
pub(crate) const KIND: Span = looks_at(1, Bytes(20));

pub(super) const TABLE: &[Native] = &[
    sync("pthread_cond_init", always, init, &[writes(0, Bytes(48)), reads(1, Bytes(4))])
        .fails(&failures::INIT)
        .noted(),
    sync(
        "pthread_cond_destroy",
        always,
        |m, c| Flow::int(destroy(m, c.pointer(0)?)?),
        &[writes(0, Bytes(48))],
    )
    .noted(),
    sync("pthread_cond_wait", |m, c| may_wait(m, c, None), |m, c| wait(m, c, None), WAIT)
        .lends(LockKind::Mutex, 1)
        .words(words_of_wait)
        .noted(),
    sync(
        "pthread_cond_timedwait",
        |m, c| may_wait(m, c, Some((clock_of(m, c)?, 2))),
        |m, c| wait(m, c, Some((clock_of(m, c)?, 2))),
        &[USED, HOLDER, KIND, reads(2, TIMESPEC)],
    )
    .lends(LockKind::Mutex, 1)
    .noted()
    .is(Traits::TELLS_TIME),
    sync(
        "pthread_cond_clockwait",
        |m, c| may_wait(m, c, Some((guest::int(m, c, 2)?, 3))),
        |m, c| wait(m, c, Some((guest::int(m, c, 2)?, 3))),
        &[USED, HOLDER, KIND, reads(3, TIMESPEC)],
    )
    .lends(LockKind::Mutex, 1)
    .noted()
    .is(Traits::TELLS_TIME),
    sync("pthread_cond_signal", whom, signal, CONDITION).words(words).noted(),
    sync("pthread_cond_broadcast", always, broadcast, CONDITION).words(words).noted(),
];

/// Whether it has been destroyed.
const STATE: i64 = 0;
/// The clock that waiting goes by.
const CLOCK: i64 = 4;
/// The mutex that all waiting threads have given back.
const MUTEX: i64 = 8;

/// Where it notes its place.
const PLACE: i64 = 16;
const WHAT: &str = "condition variable";

/// Until when a thread waits: a clock, and the argument with the time.
pub(crate) type Until = Option<(i32, usize)>;

/// Whether threads of other processes may wait for it: who waits is not in memory then.
fn is_among_processes(m: &Machine, condition: Pointer) -> bool {
    m.place_among_processes(condition.prov).is_some()
}

/// What waking a thread reads and writes.
pub(crate) fn words(m: &Machine, call: &Call) -> Option<WordList> {
    let condition = call.pointer(0).ok()?;
    if is_among_processes(m, condition) {
        return None;
    }
    let mut words: WordList = smallvec![(condition.wrapping_offset(STATE), 4)];
    add_those_who_wait(m, condition, &mut words)?;
    Some(words)
}

/// What the next part of waiting reads and writes.
pub(crate) fn words_of_wait(m: &Machine, call: &Call) -> Option<WordList> {
    let (condition, lock) = (call.pointer(0).ok()?, call.pointer(1).ok()?);
    if is_among_processes(m, condition) {
        return None;
    }
    let mut words: WordList = words_of_record(m, m.current).into_iter().collect();
    let (phase, marks) = m.status(m.current);
    if record::is_cancelled(marks) {
        return None; // It does much else.
    }
    if phase != Phase::Waiting {
        words.extend(mutex::words_of(m, lock)?);
    }
    if !matches!(phase, Phase::Woken | Phase::TimedOut) {
        words.push((condition.wrapping_offset(STATE), 4));
        add_those_who_wait(m, condition, &mut words)?;
    }
    Some(words)
}

/// What it takes to see who waits for a condition variable, and with which mutex.
fn add_those_who_wait(m: &Machine, condition: Pointer, words: &mut WordList) -> Option<()> {
    // A link is a word or a pointer.
    if m.memory.target().pointer_size() != 8 {
        return None;
    }
    words.push((condition.wrapping_offset(MUTEX), 8));
    words.extend(m.threads.ids().filter(|&it| it != m.current).flat_map(|it| words_of_record(m, it)));
    if !words.iter().any(|it| it.0 == m.threads[m.current].record) {
        words.extend(words_of_record(m, m.current));
    }
    Some(())
}

/// What a thread does, and what it waits for.
fn words_of_record(m: &Machine, thread: ThreadId) -> [(Pointer, usize); 2] {
    let record = m.threads[thread].record;
    [(record, 8), (record.wrapping_offset(record::VALUE), 8)]
}

fn check(m: &Machine, condition: Pointer) -> InterpResult<()> {
    match word(m, condition, STATE, WHAT)? {
        DESTROYED => Err(misuse("the condition variable was destroyed before")),
        _ => Ok(()),
    }
}

fn clock_of(m: &Machine, call: &Call) -> InterpResult<i32> {
    Ok(word(m, call.pointer(0)?, CLOCK, WHAT)? as i32)
}

fn init(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let condition = call.pointer(0)?;
    let clock = attributes::condition_clock(m, call.pointer(1)?)?;
    if let Some(it) = waiting(m, condition).first() {
        return Err(misuse(format!(
            "the condition variable is initialised while {} waits for it",
            it.name(m)
        )));
    }
    make(m, condition, clock)?;
    Flow::int(0)
}

/// A new condition variable.
pub(crate) fn make(m: &mut Machine, condition: Pointer, clock: u32) -> InterpResult<()> {
    identity::begin(m, condition, PLACE, WHAT)?;
    set_word(m, condition, STATE, 0)?;
    set_word(m, condition, CLOCK, clock)?;
    m.store_link(condition.wrapping_offset(MUTEX), Pointer::NULL)
}

pub(crate) fn destroy(m: &mut Machine, condition: Pointer) -> InterpResult<i64> {
    check(m, condition)?;
    if let Some(it) = waiting(m, condition).first() {
        return Err(misuse(format!("the condition variable is destroyed while {} waits for it", it.name(m))));
    }
    identity::end(m, condition, PLACE)?;
    set_word(m, condition, STATE, DESTROYED)?;
    Ok(0)
}

/// Whether the time is up that a call waits until.
fn is_over(m: &Machine, call: &Call, until: Until) -> InterpResult<bool> {
    until.map_or(Ok(false), |(clock, at)| deadline::is_over(m, call, clock, at))
}

/// How many outcomes waiting has now: none until another thread wakes the thread, cancels it, or time is up.
///
/// A thread that was cancelled may end or go on: before it waits, because glibc does not always test there; and after
/// it was woken or its time was up, because POSIX allows both.
pub(crate) fn may_wait(m: &Machine, call: &Call, until: Until) -> InterpResult<u32> {
    let (phase, marks) = (phase_of(m, m.current), m.status(m.current).1);
    match phase {
        Phase::Waiting => {
            let over = is_over(m, call, until)?;
            Ok(u32::from(over) + u32::from(record::is_cancelled(marks)) + u32::from(m.rules.spurious_wakeups))
        }
        Phase::Woken | Phase::TimedOut | Phase::Cancelled if !mutex::is_free(m, call.pointer(1)?)? => Ok(0),
        Phase::Woken if record::is_cancelled(marks) => Ok(1 + whom(m, call)?),
        Phase::Cancelled => Ok(1),
        _ => Ok(1 + u32::from(record::is_cancelled(marks))),
    }
}

pub(crate) fn wait(m: &mut Machine, call: &Call, until: Until) -> InterpResult<Flow> {
    let (condition, lock) = (call.pointer(0)?, call.pointer(1)?);
    // All outcomes depend on it, as it decides which there are.
    let is_cancelled = cancel::is_due(m);
    match phase_of(m, m.current) {
        Phase::Waiting => {
            let over = is_over(m, call, until)?;
            let ways = [(over, Phase::TimedOut), (is_cancelled, Phase::Cancelled), (true, Phase::Woken)];
            let mut ways = ways.into_iter().filter(|it| it.0);
            let (_, phase) = ways.nth(m.step.alternative as usize).expect("one of those there are");
            get_up(m, condition, phase)?;
            unbind(m, condition)?;
            Ok(Flow::Again)
        }
        woken @ (Phase::Woken | Phase::TimedOut | Phase::Cancelled) => {
            let ends = woken == Phase::Cancelled || is_cancelled && m.step.alternative > 0;
            m.set_wait(m.current, Phase::Running, Pointer::NULL)?;
            let status = mutex::take(m, lock)?;
            if ends {
                if woken == Phase::Woken {
                    // A thread that ends does not use up the signal.
                    wake(m, condition, m.step.alternative as usize - 1)?;
                }
                return cancel::act(m);
            }
            Flow::int(if woken == Phase::TimedOut && status == 0 { errno::ETIMEDOUT.into() } else { status })
        }
        _ if is_cancelled && m.step.alternative > 0 => cancel::act(m),
        _ => begin(m, call, until, condition, lock),
    }
}

fn begin(
    m: &mut Machine,
    call: &Call,
    until: Until,
    condition: Pointer,
    lock: Pointer,
) -> InterpResult<Flow> {
    check(m, condition)?;
    if !m.rules.spurious_wakeups {
        m.rely_on(Premise::Wakeup);
    }
    if let Some((clock, at)) = until {
        let status = deadline::status(m, call, clock, at)?;
        if status == i64::from(errno::EINVAL) {
            return Flow::int(status);
        }
    }
    let kind = mutex::kind_of(m, lock)?;
    if !mutex::is_mine(m, lock)? && kind & 3 == 0 {
        return Err(misuse("a thread waits with a mutex that it does not hold"));
    }
    let place = condition.wrapping_offset(MUTEX);
    // Processes may have the mutex at different addresses.
    let bound = shared_place(m, condition).is_none();
    if bound && !waiting(m, condition).is_empty() && m.load_link(place)? != lock {
        return Err(misuse("a thread waits with another mutex than those who wait already"));
    }
    let status = mutex::give(m, lock)?;
    if status != 0 {
        return Flow::int(status);
    }
    if bound {
        m.store_link(place, lock)?;
    }
    sleep(m, condition)?;
    Ok(Flow::Again)
}

/// Forgets the mutex when no thread waits any more.
fn unbind(m: &mut Machine, condition: Pointer) -> InterpResult<()> {
    if shared_place(m, condition).is_none() && waiting(m, condition).is_empty() {
        m.store_link(condition.wrapping_offset(MUTEX), Pointer::NULL)?;
    }
    Ok(())
}

pub(crate) fn whom(m: &Machine, call: &Call) -> InterpResult<u32> {
    Ok((waiting(m, call.pointer(0)?).len() as u32).max(1))
}

pub(crate) fn signal(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let condition = call.pointer(0)?;
    check(m, condition)?;
    wake(m, condition, m.step.alternative as usize)?;
    Flow::int(0)
}

/// Wakes one of the waiting threads, if there are any.
fn wake(m: &mut Machine, condition: Pointer, which: usize) -> InterpResult<()> {
    let woken = waiting(m, condition).get(which).copied();
    if let Some(it) = woken {
        it.wake(m, condition)?;
        unbind(m, condition)?;
    }
    Ok(())
}

pub(crate) fn broadcast(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let condition = call.pointer(0)?;
    check(m, condition)?;
    let all = waiting(m, condition);
    for it in &all {
        it.wake(m, condition)?;
    }
    if !all.is_empty() {
        unbind(m, condition)?;
    }
    Flow::int(0)
}
