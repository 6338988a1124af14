//! `semaphore.h`: semaphores, with and without a name.

mod shared;

use super::checker::always;
use super::guest;
use super::pthread::{check_mark, deadline, identity, misuse, set_word, word};
use crate::failures;
use crate::state::{state, state_mut};
use gmc_mem::{Pointer, Site, Storage};
use gmc_vm::effects::Extent::{Bytes, Longs, Text};
use gmc_vm::effects::{Span, TIMESPEC, Traits, WAITS_CANCELLABLY, looks_at, operates, reads, writes};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, sync};
use gmc_vm::record::Slot;
use gmc_vm::reg::Reg;
use gmc_world::errno::{self, Errno};

/// A semaphore that is used.
const SEMAPHORE: &[Span] = &[COUNT, WHOLE];
const COUNT: Span = operates(0, Bytes(4));
const WHOLE: Span = looks_at(0, Bytes(16));

pub(super) const TABLE: &[Native] = &[
    sync("sem_init", always, init, &[writes(0, Longs(4))]).noted(),
    sync("sem_destroy", always, destroy, &[writes(0, Longs(4))]).noted(),
    sync("sem_wait", may_take, |m, c| take(m, c, |_| Ok(errno::EAGAIN)), SEMAPHORE)
        .fails(&failures::WAIT)
        .noted()
        .is(WAITS_CANCELLABLY),
    sync("sem_trywait", always, |m, c| take(m, c, |_| Ok(errno::EAGAIN)), SEMAPHORE).noted(),
    sync(
        "sem_timedwait",
        |m, c| may_take_until(m, c, deadline::REALTIME, 1),
        |m, c| take(m, c, |m| Ok(deadline::status(m, c, deadline::REALTIME, 1)? as Errno)),
        &[COUNT, WHOLE, reads(1, TIMESPEC)],
    )
    .fails(&failures::WAIT)
    .is(Traits::TELLS_TIME.and(WAITS_CANCELLABLY)),
    sync(
        "sem_clockwait",
        |m, c| may_take_until(m, c, guest::int(m, c, 1)?, 2),
        |m, c| take(m, c, |m| Ok(deadline::status(m, c, guest::int(m, c, 1)?, 2)? as Errno)),
        &[COUNT, WHOLE, reads(2, TIMESPEC)],
    )
    .fails(&failures::WAIT)
    .is(Traits::TELLS_TIME.and(WAITS_CANCELLABLY)),
    sync("sem_post", always, post, SEMAPHORE).noted(),
    sync("sem_getvalue", always, value_of, &[looks_at(0, Bytes(16)), writes(1, Bytes(4))]).noted(),
    sync("sem_open", always, open, &[reads(0, Text)]).is(Traits::MAPS_FILES),
    sync("sem_close", always, close, &[]).frees(0),
    sync("sem_unlink", always, unlink, &[reads(0, Text)]),
];

/// How many may still pass.
const VALUE: i64 = 0;
/// Set by `sem_init` and `sem_open`, which nothing can replace.
const MARK: i64 = 4;
/// Where one without a name notes its place.
const PLACE: i64 = 8;
const UNNAMED: u32 = 0x7365_6d31;
const NAMED: u32 = 0x7365_6d32;
const DESTROYED: u32 = super::pthread::DESTROYED;
/// `SEM_VALUE_MAX`
const MOST: u32 = i32::MAX as u32;
const WHAT: &str = "semaphore";

/// A semaphore that a program has opened by its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Named {
    /// None after `sem_unlink`.
    name: Option<Vec<u8>>,
    /// How many times it is open.
    opened: u32,
    /// How many may pass when it is opened again.
    value: u32,
}

fn value(m: &Machine, semaphore: Pointer) -> InterpResult<u32> {
    if word(m, semaphore, MARK, WHAT)? != NAMED {
        check_mark(m, semaphore, MARK, UNNAMED, WHAT)?;
        identity::check(m, semaphore, PLACE, WHAT)?;
    }
    word(m, semaphore, VALUE, WHAT)
}

fn init(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (semaphore, value) = (call.pointer(0)?, call.number(m, 2)? as u32);
    if value > MOST {
        return guest::status(m, Err(errno::EINVAL));
    }
    identity::begin(m, semaphore, PLACE, WHAT)?;
    set_word(m, semaphore, VALUE, value)?;
    set_word(m, semaphore, MARK, UNNAMED)?;
    Flow::int(0)
}

fn destroy(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let semaphore = call.pointer(0)?;
    value(m, semaphore)?;
    if word(m, semaphore, MARK, WHAT)? == NAMED {
        return Err(misuse("a semaphore with a name is destroyed: `sem_close` is for those"));
    }
    identity::end(m, semaphore, PLACE)?;
    set_word(m, semaphore, VALUE, 0)?;
    set_word(m, semaphore, MARK, DESTROYED)?;
    Flow::int(0)
}

fn may_take(m: &Machine, call: &Call) -> InterpResult<u32> {
    Ok((value(m, call.pointer(0)?)? > 0).into())
}

fn may_take_until(m: &Machine, call: &Call, clock: i32, at: usize) -> InterpResult<u32> {
    Ok((may_take(m, call)? > 0 || deadline::is_over(m, call, clock, at)?).into())
}

fn take(
    m: &mut Machine,
    call: &Call,
    otherwise: impl FnOnce(&Machine) -> InterpResult<Errno>,
) -> InterpResult<Flow> {
    let semaphore = call.pointer(0)?;
    match value(m, semaphore)? {
        0 => {
            let code = otherwise(m)?;
            guest::status(m, Err(code))
        }
        value => {
            set_word(m, semaphore, VALUE, value - 1)?;
            Flow::int(0)
        }
    }
}

fn post(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let semaphore = call.pointer(0)?;
    let value = value(m, semaphore)?;
    if value == MOST {
        return guest::status(m, Err(errno::EOVERFLOW));
    }
    set_word(m, semaphore, VALUE, value + 1)?;
    Flow::int(0)
}

fn value_of(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let value = value(m, call.pointer(0)?)?;
    guest::store(m, call.pointer(1)?, value.into(), 4)?;
    Flow::int(0)
}

const O_CREAT: i32 = 0o100;
const O_EXCL: i32 = 0o200;

/// Where in the list the semaphore with a name is.
fn called(m: &Machine, name: &[u8]) -> Option<usize> {
    let is_it = |it: &Option<Named>| it.as_ref().is_some_and(|it| it.name.as_deref() == Some(name));
    state(m).semaphores.iter().position(is_it)
}

fn open(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, flags) = (guest::text(m, call, 0)?, guest::int(m, call, 1)?);
    let file = name.strip_prefix(b"/").unwrap_or(&name);
    if file.is_empty() || file.contains(&b'/') {
        return guest::null(m, errno::EINVAL);
    }
    if m.compiled.uses.processes {
        let file = file.to_vec();
        return shared::open(m, call, &file, flags);
    }
    let known = called(m, file);
    if let Some(at) = known {
        if flags & (O_CREAT | O_EXCL) == O_CREAT | O_EXCL {
            return guest::null(m, errno::EEXIST);
        }
        let named = state_mut(m).semaphores[at].as_mut().expect("found");
        named.opened += 1;
        if let Named { opened: 1, value, .. } = *named {
            return map(m, at, value);
        }
        return Flow::pointer(m.kept_at(Slot::Semaphores, at).as_pointer());
    }
    if flags & O_CREAT == 0 {
        return guest::null(m, errno::ENOENT);
    }
    let value = call.number(m, 3)? as u32;
    if value > MOST {
        return guest::null(m, errno::EINVAL);
    }
    let list = &mut state_mut(m).semaphores;
    let at = list.iter().position(Option::is_none).unwrap_or_else(|| {
        list.push(None);
        list.len() - 1
    });
    list[at] = Some(Named { name: Some(file.to_vec()), opened: 1, value });
    map(m, at, value)
}

/// A semaphore that was closed gets memory.
fn map(m: &mut Machine, at: usize, value: u32) -> InterpResult<Flow> {
    let semaphore = m.allocate(32, 16, Storage::Global, Site(0))?;
    m.memory.share(semaphore.prov);
    set_word(m, semaphore, VALUE, value)?;
    set_word(m, semaphore, MARK, NAMED)?;
    m.keep_at(Slot::Semaphores, at, Reg::pointer(semaphore))?;
    Flow::pointer(semaphore)
}

/// What is closed as often as it was opened has no memory any more, and is gone if it has lost its name.
fn forget(m: &mut Machine, at: usize) -> InterpResult<()> {
    let kept = m.kept_at(Slot::Semaphores, at);
    let Some(Named { name, opened: 0, .. }) = &state(m).semaphores[at] else { return Ok(()) };
    let is_gone = name.is_none();
    if kept != Reg::ZERO {
        let value = word(m, kept.as_pointer(), VALUE, WHAT)?;
        state_mut(m).semaphores[at].as_mut().expect("found").value = value;
        m.keep_at(Slot::Semaphores, at, Reg::ZERO)?;
        m.memory.kill(kept.meta.prov(), Site(0))?;
    }
    if is_gone {
        state_mut(m).semaphores[at] = None;
    }
    while state(m).semaphores.last() == Some(&None) {
        state_mut(m).semaphores.pop();
    }
    Ok(())
}

fn close(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let semaphore = call.pointer(0)?;
    let known = m.find_kept(Slot::Semaphores, 1, semaphore.prov);
    let known = known.filter(|&at| m.kept_at(Slot::Semaphores, at) == Reg::pointer(semaphore));
    let is_open = |at: &usize| state(m).semaphores[*at].as_ref().is_some_and(|it| it.opened > 0);
    let Some(at) = known.filter(is_open) else {
        return Err(misuse("`sem_close` of something that is not an open semaphore"));
    };
    let named = state_mut(m).semaphores[at].as_mut().expect("found");
    named.opened -= 1;
    let is_over = named.opened == 0;
    if m.compiled.uses.processes {
        if is_over {
            shared::forget(m, call, at)?;
        }
        return Flow::int(0);
    }
    forget(m, at)?;
    Flow::int(0)
}

fn unlink(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let name = guest::text(m, call, 0)?;
    let file = name.strip_prefix(b"/").unwrap_or(&name);
    if m.compiled.uses.processes {
        let path = shared::path(file);
        let done = m.world.files.remove(&path, false);
        return guest::done(m, done);
    }
    let Some(at) = called(m, file) else {
        return guest::status(m, Err(errno::ENOENT));
    };
    state_mut(m).semaphores[at].as_mut().expect("found").name = None;
    forget(m, at)?;
    Flow::int(0)
}
