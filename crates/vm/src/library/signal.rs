//! `signal.h`: handlers are remembered, and called when the program raises the signal itself.

use super::guest;
use crate::code::Arg;
use crate::fault::{Fault, Outcome};
use crate::lower::class::Class;
use crate::machine::Machine;
use crate::native::{Call, Flow, Native};
use crate::reg::Reg;
use crate::thread::Then;
use crate::world::errno;
use gmc_mem::Pointer;
use gmc_model::Kind;

pub(super) const TABLE: &[Native] = &[
    Native { name: "signal", run: signal },
    Native { name: "__sysv_signal", run: signal },
    Native { name: "bsd_signal", run: signal },
    Native { name: "sigaction", run: sigaction },
    Native { name: "raise", run: raise },
    Native { name: "kill", run: kill },
    Native { name: "sigemptyset", run: |m, call| fill(m, call, 0) },
    Native { name: "sigfillset", run: |m, call| fill(m, call, 0xff) },
    Native { name: "sigaddset", run: |m, call| member(m, call, Some(true)) },
    Native { name: "sigdelset", run: |m, call| member(m, call, Some(false)) },
    Native { name: "sigismember", run: |m, call| member(m, call, None) },
    Native { name: "sigprocmask", run: sigprocmask },
    Native { name: "pthread_sigmask", run: sigprocmask },
    Native { name: "siginterrupt", run: |_, _| Flow::int(0) },
    Native { name: "alarm", run: |_, _| Flow::int(0) },
];

/// Bytes of a `sigset_t`.
const SET: u64 = 128;

fn is_signal(number: i32) -> bool {
    (1..=64).contains(&number)
}

/// `SIGKILL` and `SIGSTOP` have no handlers.
fn is_fixed(number: i32) -> bool {
    matches!(number, 9 | 19)
}

fn signal(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let (number, handler) = (guest::int(m, call, 0)?, call.pointer(1)?);
    if !is_signal(number) || is_fixed(number) {
        return guest::status(m, Err(errno::EINVAL));
    }
    let before = m.library.handlers.insert(number, handler);
    Flow::pointer(before.unwrap_or(Pointer::NULL))
}

/// The handler is the first field, on x86.
fn sigaction(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let (number, new, old) = (guest::int(m, call, 0)?, call.pointer(1)?, call.pointer(2)?);
    if !is_signal(number) || is_fixed(number) && !new.is_null() {
        return guest::status(m, Err(errno::EINVAL));
    }
    let width = m.memory.target().pointer_size() as u64;
    let before = m.library.handlers.get(&number).copied().unwrap_or(Pointer::NULL);
    if !new.is_null() {
        let handler = m.memory.load_pointer(new)?;
        m.library.handlers.insert(number, handler);
    }
    if !old.is_null() {
        m.memory.fill(old, 0, SET + 3 * width)?;
        m.memory.store_pointer(old, before)?;
    }
    Flow::int(0)
}

fn raise(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let number = guest::int(m, call, 0)?;
    deliver(m, number)
}

fn kill(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let (process, number) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?);
    match (process, number) {
        (super::unistd::PROCESS, 0) => Flow::int(0),
        (super::unistd::PROCESS, _) => deliver(m, number),
        _ => guest::status(m, Err(errno::EPERM)),
    }
}

pub(super) fn deliver(m: &mut Machine<'_>, number: i32) -> Outcome<Flow> {
    if !is_signal(number) {
        return guest::status(m, Err(errno::EINVAL));
    }
    let handler = m.library.handlers.get(&number).copied().unwrap_or(Pointer::NULL);
    match handler.addr {
        // SIG_IGN
        1 => Flow::int(0),
        // SIG_DFL: these are ignored, or there is nobody to go on with.
        0 if matches!(number, 17 | 18 | 23 | 28) => Flow::int(0),
        0 => Err(Fault::other(Kind::Abort, format!("the program raises signal {number}, which ends it"))),
        _ => {
            m.set_native_result(Reg::ZERO);
            let int = Class::Int { bits: 32, signed: true, size: 4 };
            let args = [Arg { r: 0, class: int }];
            m.call_pointer(handler, &args, &[Reg::number(number as u64)], Then::Discard)?;
            Ok(Flow::Arranged)
        }
    }
}

fn fill(m: &mut Machine<'_>, call: &Call, byte: u8) -> Outcome<Flow> {
    m.memory.fill(call.pointer(0)?, byte, SET)?;
    Flow::int(0)
}

/// Adds a signal to a set, takes it out, or asks for it.
fn member(m: &mut Machine<'_>, call: &Call, change: Option<bool>) -> Outcome<Flow> {
    let (set, number) = (call.pointer(0)?, guest::int(m, call, 1)?);
    if !is_signal(number) {
        return guest::status(m, Err(errno::EINVAL));
    }
    let at = set.wrapping_offset(i64::from(number - 1) / 8);
    let mask = 1 << ((number - 1) % 8);
    let byte = guest::load(m, at, 1)?;
    let Some(add) = change else { return Flow::int((byte & mask != 0).into()) };
    guest::store(m, at, if add { byte | mask } else { byte & !mask }, 1)?;
    Flow::int(0)
}

/// No signal arrives by itself, so that none has to be held back.
fn sigprocmask(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let old = call.pointer(2)?;
    if !old.is_null() {
        m.memory.fill(old, 0, SET)?;
    }
    Flow::int(0)
}
