//! `sys/epoll.h`.
//!
//! The word that the program gives with a file, which may be a pointer, is kept in the library's record; the entry
//! knows its place there.

use super::{errno as last_error, guest};
use crate::channels::WAITS_UNTIL_INTERRUPTED;
use crate::failures;
use gmc_mem::Pointer;
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, outside};
use gmc_vm::record::Slot;
use gmc_vm::reg::Reg;
use gmc_world::Control;
use gmc_world::errno;
use std::time::Duration;

pub(super) const TABLE: &[Native] = &[
    outside("epoll_create", epoll_create).fails(&failures::OPEN_MORE).is(Traits::GOES_ON),
    outside("epoll_create1", epoll_create1).fails(&failures::OPEN_MORE).is(Traits::GOES_ON),
    outside("epoll_ctl", epoll_ctl).is(Traits::GOES_ON),
    outside("epoll_wait", epoll_wait).fails(&failures::WAIT).is(WAITS_UNTIL_INTERRUPTED.and(Traits::RESTS)),
];

/// `O_CLOEXEC`
const CLOSE_ON_EXEC: i32 = 0o2_000_000;
/// Bytes of the word in a `struct epoll_event`, of what comes before, and of all: it is packed.
const WORD: u64 = 8;
const BEFORE: i64 = 4;
const SIZE: i64 = BEFORE + WORD as i64;
/// No call gets more events.
const MOST: i32 = i32::MAX / SIZE as i32;

fn epoll_create(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let made = if guest::int(m, call, 0)? > 0 { m.world.files.epoll(0) } else { Err(errno::EINVAL) };
    guest::status(m, made.map(i64::from))
}

fn epoll_create1(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let flags = guest::int(m, call, 0)?;
    let known = flags & !CLOSE_ON_EXEC == 0;
    let made = if known { m.world.files.epoll(flags) } else { Err(errno::EINVAL) };
    guest::status(m, made.map(i64::from))
}

/// Words of the record that a word of the program's takes.
fn words(m: &Machine) -> usize {
    WORD as usize / m.memory.target().pointer_size()
}

fn keep_word(m: &mut Machine, at: u32, from: Pointer) -> InterpResult<()> {
    let words = words(m);
    m.make_place(Slot::EpollWords, (at as usize + 1) * words - 1)?;
    let to = m.make_place(Slot::EpollWords, at as usize * words)?;
    Ok(m.memory.copy(to, from, WORD)?)
}

/// Words of entries that are gone are not kept any longer.
pub(crate) fn forget_words(m: &mut Machine) -> InterpResult<()> {
    let words = words(m);
    for at in m.world.files.take_freed_words() {
        for word in 0..words {
            m.keep_at(Slot::EpollWords, at as usize * words + word, Reg::ZERO)?;
        }
    }
    Ok(())
}

fn epoll_ctl(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (epoll, operation) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?);
    let (file, event) = (guest::int(m, call, 2)?, call.pointer(3)?);
    let word = m.world.files.free_epoll_word();
    let control = match operation {
        1 => Control::Add(word),
        2 => Control::Remove,
        3 => Control::Change,
        _ => return guest::status(m, Err(errno::EINVAL)),
    };
    let events = if control == Control::Remove { 0 } else { guest::load(m, event, 4)? as u32 };
    /// `EPOLLET`
    const EDGES: u32 = 1 << 31;
    if events & EDGES != 0 && m.world.files.is_for_signals(file) {
        return Err(InterpError::unsupported("`epoll` that waits for edges (EPOLLET) of a `signalfd`"));
    }
    let done = m.world.files.epoll_control(epoll, file, control, events);
    if done.is_ok() && control != Control::Remove {
        let word = m.world.files.epoll_word(epoll, file).unwrap_or(word);
        keep_word(m, word, event.wrapping_offset(BEFORE))?;
    }
    forget_words(m)?;
    guest::done(m, done)
}

fn epoll_wait(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (epoll, to) = (guest::int(m, call, 0)?, call.pointer(1)?);
    let (most, time) = (guest::int(m, call, 2)?, guest::int(m, call, 3)?);
    if !(1..=MOST).contains(&most) {
        return guest::status(m, Err(errno::EINVAL));
    }
    m.world.files.look_outside();
    let limit = u64::try_from(time).ok().map(Duration::from_millis);
    let found = match m.world.files.epoll_wait(epoll, most as usize, limit) {
        Ok(found) => found,
        Err(error) => {
            last_error::set(m, error)?;
            return Flow::int(-1);
        }
    };
    let words = words(m);
    for (at, (events, word)) in (0..).zip(&found) {
        let event = to.wrapping_offset(at * SIZE);
        guest::store(m, event, i64::from(*events), 4)?;
        let to = event.wrapping_offset(BEFORE);
        match m.place_of(Slot::EpollWords, *word as usize * words) {
            Some(from) => m.memory.copy(to, from, WORD)?,
            // A list ends with its last word that is not 0.
            None => m.memory.fill(to, 0, WORD)?,
        }
    }
    Flow::int(found.len() as i64)
}
