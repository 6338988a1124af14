//! `unistd.h`, `sys/wait.h`: processes that are made, end and are waited for.
//!
//! `fork` returns twice: whoever runs the processes makes the call in the parent first, which enters the child in the
//! table of processes, and then in a copy of the parent, which becomes the child (`gmc_vm::fork`).

use super::guest;
use crate::failures;
use crate::state::{state, state_mut};
use crate::{mman, pthread};
use gmc_mem::Pointer;
use gmc_model::Premise;
use gmc_vm::effects::{Extent, Span, Traits, WAITS_CANCELLABLY, writes};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::{Machine, Mode};
use gmc_vm::native::{Call, Flow, Native, memory, outside, sync};
use gmc_vm::nondet::IntervalSet;
use gmc_world::errno::{self, Errno};
use gmc_world::process::{Children, INIT, Which};
use gmc_world::{ProcessId, Status};

/// What makes processes and tells about them.
pub(super) const TABLE: &[Native] = &[
    sync("fork", |_, _| Ok(1), fork, &[]).fails(&failures::FORK).is(Traits::FORKS),
    sync("vfork", may_return, vfork, &[]).fails(&failures::FORK).is(Traits::FORKS),
    memory("getpid", |m, c| id(m, c, m.world.process.number().into(), 1)),
    memory("gettid", thread_number),
    outside("getppid", |m, c| id(m, c, m.world.processes().parent_number(m.world.process).into(), 0)),
    outside("getpgrp", |m, c| {
        let group = m.world.processes().group_of(m.world.process, 0);
        id(m, c, group.unwrap_or(INIT).into(), 1)
    }),
    outside("getpgid", getpgid),
    outside("getsid", getsid),
    outside("setpgid", setpgid),
    outside("setsid", setsid),
];

/// `int *status` of `wait` and `waitpid`; `struct rusage *` of the others.
const STATUS: Extent = Extent::Bytes(4);
const USAGE: Extent = Extent::Bytes(RUSAGE);
const RUSAGE: u64 = 144;
const WAIT: &[Span] = &[writes(0, STATUS)];
const WAITPID: &[Span] = &[writes(1, STATUS)];
const WAIT3: &[Span] = &[writes(0, STATUS), writes(2, USAGE)];
const WAIT4: &[Span] = &[writes(1, STATUS), writes(3, USAGE)];
const WAITID: &[Span] = &[writes(2, Extent::Bytes(128))];

/// Who waits may be interrupted.
const WAITS_FOR_CHILDREN: Traits = WAITS_CANCELLABLY.and(Traits::INTERRUPTIBLE).and(Traits::RESTS);

/// What waits for processes.
pub(super) const WAITS: &[Native] = &[
    sync("wait", |m, c| may_go_on(m, c, Form::Wait), |m, c| wait(m, c, Form::Wait), WAIT)
        .fails(&failures::WAIT)
        .is(WAITS_FOR_CHILDREN),
    sync("waitpid", |m, c| may_go_on(m, c, Form::Pid), |m, c| wait(m, c, Form::Pid), WAITPID)
        .fails(&failures::WAIT)
        .is(WAITS_FOR_CHILDREN),
    sync("wait3", |m, c| may_go_on(m, c, Form::Wait3), |m, c| wait(m, c, Form::Wait3), WAIT3)
        .is(WAITS_FOR_CHILDREN),
    sync("wait4", |m, c| may_go_on(m, c, Form::Wait4), |m, c| wait(m, c, Form::Wait4), WAIT4)
        .is(WAITS_FOR_CHILDREN),
    sync("waitid", |m, c| may_go_on(m, c, Form::Id), |m, c| wait(m, c, Form::Id), WAITID)
        .is(WAITS_FOR_CHILDREN),
];

/// The number of a process, a user or a group, which is not smaller than `least`.
pub(super) fn id(m: &mut Machine, call: &Call, number: i64, least: u64) -> InterpResult<Flow> {
    if m.rules.nondet_inputs.ids {
        if m.compiled.uses.processes {
            return Err(InterpError::unsupported(format!(
                "`{}` with --ids any, in a program that makes processes",
                call.name
            )));
        }
        return m.new_nondet(call, Some(&IntervalSet::range(least, i32::MAX as u64)));
    }
    m.rely_on(Premise::Ids);
    Flow::int(number)
}

/// The number of a thread in Linux: the first one has that of its process.
fn thread_number(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if m.current.index() != 0 {
        return Err(InterpError::unsupported("`gettid` in a thread that is not the first of its process"));
    }
    id(m, call, m.world.process.number().into(), 1)
}

fn fork(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if let Some(child) = m.step.child {
        become_child(m, child)?;
        return Flow::int(0);
    }
    check_forkable(m, call)?;
    match m.world.fork() {
        Some(child) => {
            m.step.forked = Some(child);
            mman::hold_for_child(m);
            m.rely_on(Premise::Ids);
            Flow::int(child.number().into())
        }
        None => {
            m.rely_on(Premise::Processes);
            guest::status(m, Err(errno::EAGAIN))
        }
    }
}

/// Whether no child has the memory on loan, or it has ended.
fn may_return(m: &Machine, _: &Call) -> InterpResult<u32> {
    let child = m.world.lent_to(m.current);
    Ok(child.is_none_or(|it| !m.world.processes().borrows(it)).into())
}

/// As `fork`, but the parent waits until the child has ended. What the child writes, which it must not, goes to a copy.
fn vfork(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let current = m.current;
    if let Some(child) = m.world.lent_to(current) {
        m.world.lend(current, None);
        return Flow::int(child.number().into());
    }
    let flow = fork(m, call)?;
    match m.step.forked {
        Some(child) => {
            m.world.lend(current, Some(child));
            m.world.processes_mut().set_borrows(child, true);
            Ok(Flow::Again)
        }
        None => Ok(flow),
    }
}

/// What a copy of the process would not share with it as it should.
fn check_forkable(m: &Machine, call: &Call) -> InterpResult<()> {
    let what = if !m.process.nondet.is_empty() {
        "while values of the program are not decided yet, which would be the same in both processes"
    } else if state(m).has_fork_handlers {
        "in a program with handlers of `pthread_atfork`"
    } else if m.process.atomic.is_some() {
        "in an atomic section"
    } else if m.mode == Mode::Run && m.threads.len() > 1 {
        "in a program with several threads, under `gmc run`"
    } else {
        return Ok(());
    };
    Err(InterpError::unsupported(format!("`{}` {what}", call.name)))
}

/// This is a copy of the process that has called `fork`, and becomes the child.
fn become_child(m: &mut Machine, child: ProcessId) -> InterpResult<()> {
    m.world.become_child(child);
    // A child need not free what its parent has allocated, and has forgotten it as soon as it does not use it.
    m.memory.forgive_leaks();
    crate::signal::forget_pending(m)?;
    if !state(m).timers.is_empty() {
        state_mut(m).timers.clear();
    }
    Ok(())
}

/// The process ends: others are told of the robust mutexes that its threads hold, and share its memory no longer.
fn leave_memory(m: &mut Machine) -> InterpResult<()> {
    if !mman::shares(m) {
        return Ok(());
    }
    let current = m.current;
    let done = m.threads.ids().try_for_each(|thread| {
        m.current = thread;
        pthread::robust::abandon(m)
    });
    m.current = current;
    done?;
    mman::release_all(m)
}

/// The process ends, and its parent can ask how.
pub(crate) fn end(m: &mut Machine) -> InterpResult<()> {
    leave_memory(m)?;
    if m.world.processes().are_several() {
        let code = m.process.exit_code.unwrap_or(0);
        m.world.end(Status::Exited(code));
    }
    Ok(())
}

/// A signal ends the process at once.
pub(crate) fn die(m: &mut Machine, signal: i32) -> InterpResult<Flow> {
    leave_memory(m)?;
    m.end_at_once();
    m.world.end(Status::Killed(signal));
    Ok(Flow::Arranged)
}

/// The functions that wait, by what their arguments are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `wait(status)`
    Wait,
    /// `waitpid(process, status, options)`
    Pid,
    /// `wait3(status, options, usage)`
    Wait3,
    /// `wait4(process, status, options, usage)`
    Wait4,
    /// `waitid(type, id, info, options)`
    Id,
}

/// `WNOHANG`, `WUNTRACED`, `WCONTINUED`, `WEXITED`, `WNOWAIT`
const NO_WAIT: i32 = 1;
const STOPPED: i32 = 2;
const CONTINUED: i32 = 8;
const EXITED: i32 = 4;
const LEAVE: i32 = 0x0100_0000;

/// What a call asks for.
struct Asked {
    which: Which,
    options: i32,
    status: Pointer,
    usage: Pointer,
}

fn asked(m: &Machine, call: &Call, form: Form) -> InterpResult<Result<Asked, Errno>> {
    let none = Pointer::NULL;
    let own_group = || m.world.processes().group_of(m.world.process, 0).unwrap_or(INIT);
    let named = |number: i32| match number {
        -1 => Which::Any,
        0 => Which::Group(own_group()),
        1.. => Which::Number(number),
        _ => Which::Group(number.wrapping_neg()),
    };
    let (which, options, status, usage) = match form {
        Form::Wait => (Which::Any, 0, call.pointer(0)?, none),
        Form::Pid => (named(guest::int(m, call, 0)?), guest::int(m, call, 2)?, call.pointer(1)?, none),
        Form::Wait3 => (Which::Any, guest::int(m, call, 1)?, call.pointer(0)?, call.pointer(2)?),
        Form::Wait4 => {
            (named(guest::int(m, call, 0)?), guest::int(m, call, 2)?, call.pointer(1)?, call.pointer(3)?)
        }
        Form::Id => {
            let number = guest::int(m, call, 1)?;
            let which = match guest::int(m, call, 0)? {
                0 => Which::Any,
                1 => Which::Number(number),
                2 if number == 0 => Which::Group(own_group()),
                2 => Which::Group(number),
                _ => return Ok(Err(errno::EINVAL)),
            };
            (which, guest::int(m, call, 3)?, call.pointer(2)?, none)
        }
    };
    let known = NO_WAIT | STOPPED | CONTINUED;
    let known = if form == Form::Id { known | EXITED | LEAVE } else { known };
    let wrong = options & !known != 0 || form == Form::Id && options & (EXITED | STOPPED | CONTINUED) == 0;
    Ok(if wrong { Err(errno::EINVAL) } else { Ok(Asked { which, options, status, usage }) })
}

/// What there is of the children that a call asks about. Nobody ever stops, so only those that have ended count.
fn children(m: &Machine, asked: &Asked, form: Form) -> Children {
    let mut found = m.world.processes().children(m.world.process, asked.which);
    if form == Form::Id && asked.options & EXITED == 0 {
        found.running |= !found.ended.is_empty();
        found.ended.clear();
    }
    found
}

/// Which child that has ended comes first is open.
fn may_go_on(m: &Machine, call: &Call, form: Form) -> InterpResult<u32> {
    let Ok(asked) = asked(m, call, form)? else { return Ok(1) };
    let found = children(m, &asked, form);
    Ok(match found.ended.len() as u32 {
        0 if found.running && asked.options & NO_WAIT == 0 => 0,
        count => count.max(1),
    })
}

fn wait(m: &mut Machine, call: &Call, form: Form) -> InterpResult<Flow> {
    let asked = match asked(m, call, form)? {
        Ok(asked) => asked,
        Err(error) => return guest::status(m, Err(error)),
    };
    let found = children(m, &asked, form);
    let Some(&(child, status)) = found.ended.get(m.step.alternative as usize) else {
        if !found.running {
            return guest::status(m, Err(errno::ECHILD));
        }
        if asked.options & NO_WAIT == 0 {
            return Ok(Flow::Again);
        }
        if form == Form::Id && !asked.status.is_null() {
            m.memory.fill(asked.status, 0, 128)?;
        }
        return Flow::int(0);
    };
    if form == Form::Id {
        store_info(m, asked.status, child, status)?;
    } else if !asked.status.is_null() {
        guest::store(m, asked.status, status.to_number().into(), 4)?;
    }
    if !asked.usage.is_null() {
        m.memory.fill(asked.usage, 0, RUSAGE)?;
    }
    if asked.options & LEAVE == 0 {
        m.world.processes_mut().reap(child);
    }
    Flow::int(if form == Form::Id { 0 } else { child.number().into() })
}

/// A `siginfo_t` about a child, as x86 has it.
fn store_info(m: &mut Machine, to: Pointer, child: ProcessId, status: Status) -> InterpResult<()> {
    if to.is_null() {
        return Ok(());
    }
    let (code, value) = match status {
        Status::Exited(code) => (1, code & 0xff),
        Status::Killed(signal) => (2, signal),
    };
    m.memory.fill(to, 0, 128)?;
    let body = if m.memory.target().pointer_size() == 4 { 12 } else { 16 };
    let fields = [
        (0, i64::from(crate::signal::CHILD)),
        (8, code),
        (body, child.number().into()),
        (body + 4, super::unistd::USER),
        (body + 8, value.into()),
    ];
    fields.into_iter().try_for_each(|(at, value)| guest::store(m, to.wrapping_offset(at), value, 4))
}

fn getpgid(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let group = m.world.processes().group_of(m.world.process, guest::int(m, call, 0)?);
    guest::status(m, group.map(i64::from).ok_or(errno::ESRCH))
}

fn getsid(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let session = m.world.processes().session_of(m.world.process, guest::int(m, call, 0)?);
    guest::status(m, session.map(i64::from).ok_or(errno::ESRCH))
}

fn setpgid(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (process, group) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?);
    if group < 0 {
        return guest::status(m, Err(errno::EINVAL));
    }
    let own = m.world.process;
    let set = m.world.processes_mut().set_group(own, process, group);
    guest::done(m, set.ok_or(errno::ESRCH))
}

fn setsid(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    let own = m.world.process;
    let session = m.world.processes_mut().new_session(own);
    guest::status(m, session.map(i64::from).ok_or(errno::EPERM))
}
