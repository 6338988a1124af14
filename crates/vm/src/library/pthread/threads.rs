//! Threads themselves: creation, end, and waiting for the end.

use crate::code::Arg;
use crate::fault::{Fault, Outcome};
use crate::library::checker::always;
use crate::lower::class::Class;
use crate::machine::{Machine, Mode};
use crate::native::{Call, Flow, Sync};
use crate::reg::Reg;
use crate::thread::{Phase, Then};
use crate::world::errno;
use gmc_model::Kind;

pub(super) const TABLE: &[Sync] = &[
    Sync { name: "pthread_create", outcomes: always, run: create },
    Sync { name: "pthread_join", outcomes: may_join, run: join },
    Sync { name: "pthread_detach", outcomes: always, run: detach },
    Sync { name: "pthread_exit", outcomes: always, run: exit },
];

/// The thread that a `pthread_t` names.
fn named(m: &Machine<'_>, call: &Call, at: usize) -> Outcome<Option<usize>> {
    let number = call.number(m, at)?;
    let index = (number as usize).wrapping_sub(1);
    Ok((index < m.threads.len() && m.phase(index) != Phase::Free).then_some(index))
}

fn misuse(message: impl Into<String>) -> Box<Fault> {
    Fault::other(Kind::ThreadMisuse, message)
}

fn create(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let (to, attributes, start) = (call.pointer(0)?, call.pointer(1)?, call.pointer(2)?);
    let argument = call.reg(3)?;
    let creator = m.current;
    let thread = m.new_thread()?;
    let width = m.memory.target().pointer_size();
    m.memory.store_sized(to, thread as u64 + 1, width)?;
    if m.mode != Mode::Run {
        m.share_variables();
        m.memory.share(argument.meta.prov());
    }
    if !attributes.is_null() && super::word(m, attributes, 0, "attributes object")? != 0 {
        m.detach(thread)?;
    }
    m.current = thread;
    m.threads[thread].regs.truncate(0);
    let arranged = m.call_pointer(start, &[Arg { r: 0, class: Class::Pointer }], &[argument], Then::Finish);
    m.current = creator;
    arranged?;
    m.born.push(thread);
    Flow::int(0)
}

fn may_join(m: &Machine<'_>, call: &Call) -> Outcome<u32> {
    let Some(thread) = named(m, call, 0)? else { return Ok(1) };
    let waits = thread != m.current && !m.is_detached(thread) && m.phase(thread) != Phase::Finished;
    Ok(u32::from(!waits))
}

fn join(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let Some(thread) = named(m, call, 0)? else {
        return Err(misuse("the thread to join does not exist, or was joined before"));
    };
    if thread == m.current {
        return Err(misuse("a thread joins itself"));
    }
    if m.is_detached(thread) {
        return Err(misuse("the thread to join is detached"));
    }
    let value = m.wait_of(thread);
    let to = call.pointer(1)?;
    if !to.is_null() {
        if value.is_undef() {
            m.memory.uninitialise(to, m.memory.target().pointer_size() as u64)?;
        } else {
            m.memory.store_sized(to, value.to_scalar(), m.memory.target().pointer_size())?;
        }
    }
    m.set_wait(thread, Reg::ZERO)?;
    m.set_phase(thread, Phase::Free)?;
    Flow::int(0)
}

fn detach(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    match named(m, call, 0)? {
        None => Err(misuse("the thread to detach does not exist, or was joined before")),
        Some(thread) if m.is_detached(thread) => Err(misuse("the thread is detached already")),
        Some(thread) if m.phase(thread) == Phase::Finished => {
            m.set_wait(thread, Reg::ZERO)?;
            m.set_phase(thread, Phase::Free)?;
            Flow::int(0)
        }
        Some(thread) => {
            m.detach(thread)?;
            Flow::int(0)
        }
    }
}

/// The current thread ends as if its start function returned this.
fn exit(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let value = call.reg(0)?;
    m.unwind_to(0)?;
    m.threads[m.current].regs.truncate(0);
    if m.current != 0 {
        m.set_wait(m.current, value)?;
    } else {
        m.process.main_left();
    }
    Ok(Flow::Arranged)
}

/// Before a thread ends: whether there is something to do for it yet, which has been arranged.
pub(in crate::library) fn finish(m: &mut Machine<'_>) -> Outcome<bool> {
    let _ = (m, errno::EINVAL);
    Ok(false)
}
