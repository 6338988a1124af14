//! Threads themselves: creation, end, and waiting for the end.

use super::{attributes, cancel, cleanup, deadline};
use crate::checker::always;
use crate::failures;
use crate::guest;
use crate::state::state;
use gmc_mem::{Pointer, Site, Storage};
use gmc_model::{ErrorKind, ThreadId};
use gmc_vm::code::Arg;
use gmc_vm::effects::Extent::{Argument, Longs, Text};
use gmc_vm::effects::{Awaited, TIMESPEC, Traits, reads, writes};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::lower::class::Class;
use gmc_vm::machine::{Machine, Mode};
use gmc_vm::native::{Call, Flow, Native, memory, sync};
use gmc_vm::reg::{Meta, Reg};
use gmc_vm::thread::{Phase, Then, own, owner, record};
use gmc_world::errno;

pub(super) const TABLE: &[Native] = &[
    sync("pthread_create", always, create, &[writes(0, Longs(1)), reads(1, Longs(7))])
        .fails(&failures::CREATE)
        .noted()
        .keeps(3)
        .takes_terms(3, 3)
        .is(Traits::CREATES),
    sync("pthread_join", may_join, wait_for_end, &[writes(1, Longs(1))])
        .awaits(Awaited::End(0))
        .noted()
        .is(Traits::SUSPENDS),
    sync(
        "pthread_tryjoin_np",
        always,
        |m, c| join_or(m, c, |_| Ok(errno::EBUSY.into())),
        &[writes(1, Longs(1))],
    )
    .is(Traits::ASKS_FOR_ENDS),
    sync(
        "pthread_timedjoin_np",
        |m, c| may_join_until(m, c, deadline::REALTIME, 2),
        |m, c| join_or(m, c, |m| deadline::status(m, c, deadline::REALTIME, 2)),
        &[writes(1, Longs(1)), reads(2, TIMESPEC)],
    )
    .is(Traits::ASKS_FOR_ENDS)
    .is(Traits::SUSPENDS),
    sync(
        "pthread_clockjoin_np",
        |m, c| may_join_until(m, c, guest::int(m, c, 2)?, 3),
        |m, c| join_or(m, c, |m| deadline::status(m, c, guest::int(m, c, 2)?, 3)),
        &[writes(1, Longs(1)), reads(3, TIMESPEC)],
    )
    .is(Traits::ASKS_FOR_ENDS)
    .is(Traits::SUSPENDS),
    sync("pthread_detach", always, |m, c| Flow::int(detach(m, c)?), &[]).noted().is(Traits::INTRICATE),
    sync("pthread_exit", always, |m, c| leave(m, c.reg(0)?), &[]).noted().keeps(0).takes_terms(0, 0),
    sync("pthread_setname_np", always, set_name, &[reads(1, Text)]).is(Traits::ASKS_FOR_ENDS),
    sync("pthread_getname_np", always, name, &[writes(1, Argument(2))]).is(Traits::ASKS_FOR_ENDS),
    sync("pthread_kill", always, kill, &[]).is(Traits::ASKS_FOR_ENDS).is(Traits::INTRICATE),
];

/// What concerns the thread alone.
pub(super) const LOCAL: &[Native] = &[
    memory("pthread_self", own_name),
    memory("pthread_equal", |m, c| Flow::int((c.number(m, 0)? == c.number(m, 1)?).into())),
];

/// What names the current thread.
pub(crate) fn own_name(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    m.note_own_name()?;
    Flow::number(u64::from(m.current.0) + 1)
}

/// The thread that a `pthread_t` names.
pub(crate) fn named(m: &Machine, call: &Call, at: usize) -> InterpResult<Option<ThreadId>> {
    let number = call.number(m, at)?;
    Ok(numbered(m, number).filter(|&thread| !m.is_gone(thread)))
}

/// The thread that a `pthread_t` or the owner word of a lock names: its number plus one.
pub(crate) fn numbered(m: &Machine, number: u64) -> Option<ThreadId> {
    let thread = ThreadId(u32::try_from(number.checked_sub(1)?).ok()?);
    m.threads.has(thread).then_some(thread)
}

/// An error that the program has made with a thread.
pub(crate) fn misuse(message: impl Into<String>) -> Box<InterpError> {
    InterpError::other(ErrorKind::ThreadMisuse, message)
}

fn create(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let detached = attributes::is_detached(m, call.pointer(1)?)?;
    start(m, call.pointer(0)?, call.pointer(2)?, call.reg(3)?, detached)?;
    Flow::int(0)
}

/// A new thread, whose number goes to `to`.
pub(crate) fn start(
    m: &mut Machine,
    to: Pointer,
    function: Pointer,
    argument: Reg,
    detached: bool,
) -> InterpResult<()> {
    let creator = m.current;
    let thread = m.new_thread()?;
    // To change the state is to have it told again.
    if !state(m).signals.are_nobodys(creator, thread) {
        crate::signal::inherit(m, creator, thread)?;
    }
    let width = m.memory.target().pointer_size();
    m.memory.store_sized(to, u64::from(thread.0) + 1, width)?;
    if m.mode != Mode::Run || m.turns.random.asked_for {
        m.share_variables()?;
        // A nested function leads to the call that it belongs to.
        m.memory.share(function.prov);
        m.memory.share(argument.meta.prov());
    }
    if detached {
        m.set_marks(thread, record::DETACHED)?;
    }
    m.current = thread;
    // What is left of an earlier thread with this number, or of another course of events.
    m.threads[thread].frames.clear();
    m.threads[thread].regs.truncate(0);
    m.threads[thread].locks = 0;
    // Its arguments are its own.
    m.begin_acting();
    let arranged =
        m.call_pointer(function, &[Arg { r: 0, class: Class::Pointer }], &[argument], Then::Finish);
    m.current = creator;
    m.begin_acting();
    arranged?;
    m.enlist(thread, function, argument)?;
    m.step.created.push(thread);
    Ok(())
}

/// Whether a thread that can be joined has ended; so has one that cannot be.
fn has_ended(m: &Machine, call: &Call) -> InterpResult<bool> {
    let Some(thread) = named(m, call, 0)? else { return Ok(true) };
    Ok(thread == m.current || m.is_detached(thread) || m.is_over(thread))
}

pub(crate) fn may_join(m: &Machine, call: &Call) -> InterpResult<u32> {
    let Some(thread) = named(m, call, 0)? else { return Ok(1) };
    let goes_on = thread == m.current || m.is_detached(thread);
    // A cancelled thread can go on before the other one ends, so that end is no gate for it.
    Ok((goes_on || if cancel::is_due(m) { m.is_over(thread) } else { m.lets_go(thread) }).into())
}

fn may_join_until(m: &Machine, call: &Call, clock: i32, at: usize) -> InterpResult<u32> {
    Ok((has_ended(m, call)? || deadline::is_over(m, call, clock, at)?).into())
}

fn wait_for_end(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    may_join(m, call)?;
    let value = join(m, call)?;
    put_result(m, call.pointer(1)?, value)
}

fn join_or(
    m: &mut Machine,
    call: &Call,
    otherwise: impl FnOnce(&Machine) -> InterpResult<i64>,
) -> InterpResult<Flow> {
    if !has_ended(m, call)? {
        return Flow::int(otherwise(m)?);
    }
    let value = join(m, call)?;
    put_result(m, call.pointer(1)?, value)
}

fn put_result(m: &mut Machine, to: Pointer, value: Reg) -> InterpResult<Flow> {
    if !to.is_null() {
        let width = m.memory.target().pointer_size();
        if value.is_undef() {
            m.memory.uninitialise(to, width as u64)?;
        } else {
            m.memory.store_sized(to, value.to_scalar(), width)?;
        }
    }
    Flow::int(0)
}

/// The result of a thread that has ended, and is now gone.
pub(crate) fn join(m: &mut Machine, call: &Call) -> InterpResult<Reg> {
    let Some(thread) = named(m, call, 0)? else {
        return Err(misuse("the thread to join does not exist, or was joined before"));
    };
    if thread == m.current {
        return Err(misuse("a thread joins itself"));
    }
    if m.is_detached(thread) {
        return Err(misuse("the thread to join is detached"));
    }
    let value = m.thread_result(thread);
    // A result that no thread asks for may have been the last pointer to something.
    if !call.pointer(1)?.is_null() || value.meta != Meta::PLAIN {
        m.tell_apart(thread);
    }
    gone(m, thread)?;
    // All that it did lies before what comes now.
    m.memory.transfer_ownership(owner(thread), Some(owner(m.current)));
    Ok(value)
}

fn gone(m: &mut Machine, thread: ThreadId) -> InterpResult<()> {
    m.note_end_with_locks(thread);
    m.leave_class(thread)?;
    m.set_thread_result(thread, Reg::ZERO)?;
    m.set_phase(thread, Phase::Free)
}

pub(crate) fn detach(m: &mut Machine, call: &Call) -> InterpResult<i64> {
    match named(m, call, 0)? {
        None => Err(misuse("the thread to detach does not exist, or was joined before")),
        Some(thread) if m.is_detached(thread) => Err(misuse("the thread is detached already")),
        Some(thread) => {
            m.tell_apart(thread);
            if m.is_over(thread) {
                gone(m, thread)?;
                m.memory.transfer_ownership(owner(thread), None);
            } else {
                m.set_marks(thread, m.marks(thread) | record::DETACHED)?;
                m.note_detached(thread)?;
            }
            Ok(0)
        }
    }
}

/// The current thread ends as if its start function returned this.
pub(crate) fn leave(m: &mut Machine, value: Reg) -> InterpResult<Flow> {
    m.set_thread_result(m.current, value)?;
    let marks = m.marks(m.current) & !(record::CANCELLED | record::ENTERED);
    m.set_marks(m.current, marks | record::UNCANCELLABLE)?;
    cleanup::next(m)
}

/// The current thread ends because another one has said so.
pub(crate) fn cancelled(m: &mut Machine) -> InterpResult<Flow> {
    cancel::act(m)
}

/// Bytes that a name takes.
const NAME: u64 = 16;

fn set_name(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let Some(thread) = named(m, call, 0)? else { return Flow::int(errno::ESRCH.into()) };
    let text = guest::text(m, call, 1)?;
    if text.len() as u64 >= NAME {
        return Flow::int(errno::ERANGE.into());
    }
    let slot = m.own_slot_of(thread, own::NAME);
    let mut place = m.memory.load_pointer(slot)?;
    if place.is_null() {
        place = m.allocate(NAME, 1, Storage::Internal, Site(0))?;
        m.memory.store_pointer(slot, place)?;
    }
    m.memory.fill(place, 0, NAME)?;
    m.memory.write_bytes(place, &text)?;
    Flow::int(0)
}

fn name(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let Some(thread) = named(m, call, 0)? else { return Flow::int(errno::ESRCH.into()) };
    let (to, size) = (call.pointer(1)?, call.number(m, 2)?);
    if size < NAME {
        return Flow::int(errno::ERANGE.into());
    }
    let place = m.memory.load_pointer(m.own_slot_of(thread, own::NAME))?;
    let text = if place.is_null() {
        let program = m.world.arguments.first().map_or(&[][..], |it| it);
        let file = program.rsplit(|&byte| byte == b'/').next().unwrap_or(program);
        file[..file.len().min(NAME as usize - 1)].to_vec()
    } else {
        guest::string(m, place)?
    };
    guest::put_string(m, to, &text)?;
    Flow::int(0)
}

fn kill(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let Some(thread) = named(m, call, 0)? else {
        return Err(misuse("the thread to signal does not exist, or was joined before"));
    };
    let number = guest::int(m, call, 1)?;
    match number {
        0 => Flow::int(0),
        1..=64 if thread == m.current => crate::signal::deliver(m, number),
        1..=64 => Err(InterpError::unsupported("a signal to another thread")),
        _ => Flow::int(errno::EINVAL.into()),
    }
}
