//! `signal.h`: handlers are remembered, and called when the program raises the signal itself, or a timer does.
//!
//! A signal that its thread holds back waits until it is let through. While a handler runs, its own signal and those of its mask are
//! held back; a frame that returns to [`Then::Signal`] puts the mask back that was there before.

mod wait;

pub(super) use wait::WAITS;

use super::guest;
use crate::code::Arg;
use crate::fault::{Fault, Outcome};
use crate::lower::class::Class;
use crate::machine::Machine;
use crate::native::{Call, Flow, Native, shared};
use crate::reg::Reg;
use crate::thread::Then;
use crate::world::errno;
use gmc_mem::{Kind as Storage, Pointer, Site};
use gmc_model::Kind;
use std::collections::BTreeMap;

pub(super) const TABLE: &[Native] = &[
    shared("signal", |m, call| signal(m, call, 0)),
    shared("bsd_signal", |m, call| signal(m, call, 0)),
    shared("__sysv_signal", |m, call| signal(m, call, ONCE | NESTED)),
    shared("sigaction", sigaction),
    shared("raise", raise),
    shared("kill", |m, call| kill(m, call, None)),
    shared("killpg", |m, call| kill(m, call, None)),
    shared("sigqueue", |m, call| kill(m, call, Some(value(m, call, 2)?))),
    shared("sigemptyset", |m, call| fill(m, call, 0)),
    shared("sigfillset", |m, call| fill(m, call, 0xff)),
    shared("sigaddset", |m, call| member(m, call, Some(true))),
    shared("sigdelset", |m, call| member(m, call, Some(false))),
    shared("sigismember", |m, call| member(m, call, None)),
    shared("sigprocmask", |m, call| set_mask(m, call, false)),
    shared("pthread_sigmask", |m, call| set_mask(m, call, true)),
    shared("sigpending", sigpending),
    shared("siginterrupt", siginterrupt),
];

/// Bytes of a `sigset_t`.
const SET: u64 = 128;

/// `SA_SIGINFO`, `SA_NODEFER`, `SA_RESETHAND`
const INFORMED: u32 = 4;
const NESTED: u32 = 0x4000_0000;
const ONCE: u32 = 0x8000_0000;

/// `SI_USER`, `SI_QUEUE`, `SI_TIMER`, `SI_TKILL`
const USER: i32 = 0;
const QUEUE: i32 = -1;
pub(super) const TIMER: i32 = -2;
const THREAD: i32 = -6;

/// What is to happen when a signal arrives.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Action {
    /// A function; or 0 for what happens anyway, 1 for nothing.
    pub(crate) handler: Pointer,
    flags: u32,
    mask: u64,
}

/// Where a signal comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    code: i32,
    value: u64,
}

impl Origin {
    pub(super) const fn timer(value: u64) -> Origin {
        Origin { code: TIMER, value }
    }
}

/// What is remembered about signals. Sets are bits, the lowest for signal 1; threads that hold nothing back have none.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    actions: BTreeMap<i32, Action>,
    masks: BTreeMap<usize, u64>,
    pending: BTreeMap<(usize, i32), Origin>,
    /// The masks before handlers that run: of which thread, with how many frames below them.
    before: Vec<(usize, usize, u64)>,
    /// What handlers are told about their signal.
    info: Pointer,
}

impl State {
    /// What is to happen when a signal arrives.
    pub(crate) fn action(&self, number: i32) -> Action {
        self.actions.get(&number).copied().unwrap_or_default()
    }

    /// What later calls depend on, as text.
    pub(super) fn remembered(&self) -> String {
        let State { actions, masks, pending, before, .. } = self;
        format!("{actions:?} {masks:?} {pending:?} {before:?}")
    }

    /// Whether a thread holds a signal back.
    pub(super) fn holds_back(&self, thread: usize, number: i32) -> bool {
        self.mask(thread) & bit(number) != 0
    }

    fn mask(&self, thread: usize) -> u64 {
        self.masks.get(&thread).copied().unwrap_or(0)
    }

    fn hold(&mut self, thread: usize, mask: u64) {
        // Nobody holds SIGKILL and SIGSTOP back.
        match mask & !(bit(9) | bit(19)) {
            0 => self.masks.remove(&thread),
            mask => self.masks.insert(thread, mask),
        };
    }

    /// Whether a thread that is made now finds things as they are: mostly nobody has to do with signals.
    pub(super) fn are_nobodys(&self, from: usize, to: usize) -> bool {
        self.mask(from) == self.mask(to) && !self.pending.keys().any(|it| it.0 == to)
    }

    /// Whether nothing is remembered of any single thread.
    pub(crate) fn concern_nobody(&self) -> bool {
        self.masks.is_empty() && self.pending.is_empty() && self.before.is_empty()
    }

    /// A new thread holds back what the one holds back that makes it.
    pub(super) fn inherit(&mut self, from: usize, to: usize) {
        self.hold(to, self.mask(from));
        self.pending.retain(|&(thread, _), _| thread != to);
    }

    /// The first signal that waits for a thread, of those in a set.
    fn first(&self, thread: usize, set: u64) -> Option<(i32, Origin)> {
        let mine = self.pending.iter().filter(|it| it.0.0 == thread && bit(it.0.1) & set != 0);
        mine.map(|(&(_, number), &origin)| (number, origin)).next()
    }

    /// The first signal that a thread has to handle now.
    fn due(&self, thread: usize) -> Option<(i32, Origin)> {
        self.first(thread, !self.mask(thread))
    }
}

fn bit(number: i32) -> u64 {
    1 << (number - 1)
}

fn is_signal(number: i32) -> bool {
    (1..=64).contains(&number)
}

/// `SIGKILL` and `SIGSTOP` have no handlers.
fn is_fixed(number: i32) -> bool {
    matches!(number, 9 | 19)
}

/// A set from the program's memory.
fn load_set(m: &Machine<'_>, from: Pointer) -> Outcome<u64> {
    Ok(guest::load(m, from, 8)? as u64)
}

fn store_set(m: &mut Machine<'_>, to: Pointer, set: u64) -> Outcome<()> {
    m.memory.fill(to, 0, SET)?;
    guest::store(m, to, set as i64, 8)
}

fn signal(m: &mut Machine<'_>, call: &Call, flags: u32) -> Outcome<Flow> {
    let (number, handler) = (guest::int(m, call, 0)?, call.pointer(1)?);
    if !is_signal(number) || is_fixed(number) {
        return guest::status(m, Err(errno::EINVAL));
    }
    let before = m.library.signals.action(number);
    m.library.signals.actions.insert(number, Action { handler, flags, mask: 0 });
    Flow::pointer(before.handler)
}

/// On x86, the handler comes first, then the mask and the flags.
fn sigaction(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let (number, new, old) = (guest::int(m, call, 0)?, call.pointer(1)?, call.pointer(2)?);
    if !is_signal(number) || is_fixed(number) && !new.is_null() {
        return guest::status(m, Err(errno::EINVAL));
    }
    let width = m.memory.target().pointer_size() as i64;
    let (mask_at, flags_at) = (width, width + SET as i64);
    let before = m.library.signals.action(number);
    if !new.is_null() {
        let handler = m.memory.load_pointer(new)?;
        let mask = load_set(m, new.wrapping_offset(mask_at))?;
        let flags = guest::load(m, new.wrapping_offset(flags_at), 4)? as u32;
        m.library.signals.actions.insert(number, Action { handler, flags, mask });
    }
    if !old.is_null() {
        m.memory.fill(old, 0, SET + 3 * width as u64)?;
        m.memory.store_pointer(old, before.handler)?;
        guest::store(m, old.wrapping_offset(mask_at), before.mask as i64, 8)?;
        guest::store(m, old.wrapping_offset(flags_at), before.flags.into(), 4)?;
    }
    Flow::int(0)
}

fn raise(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let number = guest::int(m, call, 0)?;
    deliver(m, number)
}

/// A `union sigval`, which is passed as it stands in memory.
fn value(m: &Machine<'_>, call: &Call, at: usize) -> Outcome<u64> {
    match call.class(at)? {
        Class::Aggregate { .. } => {
            Ok(guest::load(m, call.pointer(at)?, m.memory.target().pointer_size())? as u64)
        }
        _ => call.number(m, at),
    }
}

fn kill(m: &mut Machine<'_>, call: &Call, value: Option<u64>) -> Outcome<Flow> {
    let (process, number) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?);
    let code = if value.is_some() { QUEUE } else { USER };
    match (process, number) {
        (super::unistd::PROCESS | 0, 0) => Flow::int(0),
        (super::unistd::PROCESS | 0, _) => send(m, number, Origin { code, value: value.unwrap_or(0) }),
        _ => guest::status(m, Err(errno::EPERM)),
    }
}

/// The current thread raises a signal.
pub(super) fn deliver(m: &mut Machine<'_>, number: i32) -> Outcome<Flow> {
    send(m, number, Origin { code: THREAD, value: 0 })
}

/// The current thread gets a signal; a function of the machine that returns 0 is under way.
fn send(m: &mut Machine<'_>, number: i32, origin: Origin) -> Outcome<Flow> {
    if !is_signal(number) {
        return guest::status(m, Err(errno::EINVAL));
    }
    add(m, m.current, number, origin);
    m.set_native_result(Reg::ZERO);
    if handle(m)? { Ok(Flow::Arranged) } else { Flow::int(0) }
}

/// A signal waits for a thread, unless it is ignored.
pub(super) fn add(m: &mut Machine<'_>, thread: usize, number: i32, origin: Origin) {
    if m.library.signals.action(number).handler.addr != 1 {
        m.library.signals.pending.insert((thread, number), origin);
    }
}

/// Whether the current thread has a signal to handle now.
pub(super) fn is_due(m: &Machine<'_>) -> bool {
    m.library.signals.due(m.current).is_some()
}

/// Handles the signals of the current thread that it does not hold back. Whether a handler has been called, which now runs.
pub(crate) fn handle(m: &mut Machine<'_>) -> Outcome<bool> {
    while let Some((number, origin)) = m.library.signals.due(m.current) {
        m.library.signals.pending.remove(&(m.current, number));
        let action = m.library.signals.action(number);
        match action.handler.addr {
            // SIG_IGN
            1 => {}
            // SIG_DFL: these are ignored, or there is nobody to go on with.
            0 if matches!(number, 17 | 18 | 23 | 28) => {}
            0 => {
                let message = format!("the program raises signal {number}, which ends it");
                return Err(Fault::other(Kind::Abort, message));
            }
            _ => {
                start(m, number, origin, action)?;
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn start(m: &mut Machine<'_>, number: i32, origin: Origin, action: Action) -> Outcome<()> {
    let thread = m.current;
    let depth = m.threads[thread].frames.len();
    let signals = &mut m.library.signals;
    let mask = signals.mask(thread);
    // Handlers that the thread has jumped out of do not return.
    signals.before.retain(|&(of, at, _)| of != thread || at < depth);
    signals.before.push((thread, depth, mask));
    let own = if action.flags & NESTED != 0 { 0 } else { bit(number) };
    signals.hold(thread, mask | action.mask | own);
    if action.flags & ONCE != 0 {
        signals.actions.remove(&number);
    }
    let int = Arg { r: 0, class: Class::Int { bits: 32, signed: true, size: 4 } };
    let pointer = |r| Arg { r, class: Class::Pointer };
    let number = Reg::number(number as u64);
    if action.flags & INFORMED == 0 {
        return m.call_pointer(action.handler, &[int], &[number], Then::Signal);
    }
    let info = info(m, number.bits as i32, origin)?;
    let regs = [number, Reg::pointer(info), Reg::pointer(Pointer::NULL)];
    m.call_pointer(action.handler, &[int, pointer(1), pointer(2)], &regs, Then::Signal)
}

/// A `siginfo_t`, as x86-64 has it.
pub(super) fn info(m: &mut Machine<'_>, number: i32, origin: Origin) -> Outcome<Pointer> {
    if m.library.signals.info.is_null() {
        m.library.signals.info = m.allocate(128, 8, Storage::Global, Site(0))?;
    }
    let info = m.library.signals.info;
    store_info(m, info, number, origin)?;
    Ok(info)
}

fn store_info(m: &mut Machine<'_>, info: Pointer, number: i32, origin: Origin) -> Outcome<()> {
    m.memory.fill(info, 0, 128)?;
    let narrow = m.memory.target().pointer_size() == 4;
    let body = if narrow { 12 } else { 16 };
    guest::store(m, info, number.into(), 4)?;
    guest::store(m, info.wrapping_offset(8), origin.code.into(), 4)?;
    if origin.code != TIMER {
        guest::store(m, info.wrapping_offset(body), super::unistd::PROCESS.into(), 4)?;
        guest::store(m, info.wrapping_offset(body + 4), super::unistd::USER, 4)?;
    }
    guest::store(m, info.wrapping_offset(body + 8), origin.value as i64, if narrow { 4 } else { 8 })
}

/// A handler has returned: the signals that it held back come through.
pub(crate) fn returned(m: &mut Machine<'_>) -> Outcome<()> {
    let (thread, depth) = (m.current, m.threads[m.current].frames.len());
    let signals = &mut m.library.signals;
    if let Some(at) = signals.before.iter().rposition(|&(of, at, _)| of == thread && at == depth) {
        let mask = signals.before[at].2;
        signals.before.retain(|&(of, at, _)| of != thread || at < depth);
        signals.hold(thread, mask);
    }
    handle(m).map(|_| ())
}

/// What is held back, for a jump to come back to.
pub(super) fn mask(m: &Machine<'_>) -> u64 {
    m.library.signals.mask(m.current)
}

/// A jump comes back to what was held back before.
pub(super) fn put_back(m: &mut Machine<'_>, mask: u64) -> Outcome<()> {
    let current = m.current;
    m.library.signals.hold(current, mask);
    handle(m).map(|_| ())
}

/// Calls that wait are not repeated anyway.
fn siginterrupt(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let number = guest::int(m, call, 0)?;
    guest::status(m, if is_signal(number) && !is_fixed(number) { Ok(0) } else { Err(errno::EINVAL) })
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

/// What is held back changes; `pthread_sigmask` returns its error.
fn set_mask(m: &mut Machine<'_>, call: &Call, returns: bool) -> Outcome<Flow> {
    let (how, new, old) = (guest::int(m, call, 0)?, call.pointer(1)?, call.pointer(2)?);
    let mask = m.library.signals.mask(m.current);
    if !new.is_null() {
        let set = load_set(m, new)?;
        let changed = match how {
            0 => mask | set,
            1 => mask & !set,
            2 => set,
            _ if returns => return Flow::int(errno::EINVAL.into()),
            _ => return guest::status(m, Err(errno::EINVAL)),
        };
        let current = m.current;
        m.library.signals.hold(current, changed);
    }
    if !old.is_null() {
        store_set(m, old, mask)?;
    }
    m.set_native_result(Reg::ZERO);
    if handle(m)? { Ok(Flow::Arranged) } else { Flow::int(0) }
}

fn sigpending(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let set = call.pointer(0)?;
    let mine = m.library.signals.pending.keys().filter(|it| it.0 == m.current);
    let pending = mine.fold(0, |set, it| set | bit(it.1));
    store_set(m, set, pending)?;
    Flow::int(0)
}
