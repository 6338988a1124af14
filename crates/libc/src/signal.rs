//! `signal.h`: handlers are remembered, and called when the program raises the signal itself, or a timer or another
//! process does.
//!
//! What other processes send waits in the table of processes (`gmc_world::process`) until a thread that does not hold
//! it back takes notice: before a call that others can notice, after it, or while it waits in it (`arrival`).
//!
//! A signal that its thread holds back waits until it is let through. While a handler runs, its own signal and those of
//! its mask are held back; a frame that returns to [`Then::Signal`] puts the mask back that was there before.

use gmc_model::ThreadId;
mod arrival;
mod wait;

pub(crate) use arrival::{
    comes_first, forget_pending, has_arrived, interrupt_call, take_over, ways_to_interrupt,
};
pub(super) use wait::WAITS;

use super::guest;
use crate::state::{state, state_mut};
use gmc_mem::{Pointer, Site, Storage};
use gmc_model::ErrorKind;
use gmc_vm::code::Arg;
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::lower::class::Class;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, shared};
use gmc_vm::record::Slot;
use gmc_vm::reg::Reg;
use gmc_vm::thread::Then;
use gmc_world::process::{INIT, Sent};
use gmc_world::{Kept, ProcessId, errno};
use std::collections::BTreeMap;

pub(super) const TABLE: &[Native] = &[
    shared("signal", |m, call| signal(m, call, RESTART)).is(Traits::CONCERNS_SIGNALS),
    shared("bsd_signal", |m, call| signal(m, call, RESTART)).is(Traits::CONCERNS_SIGNALS),
    shared("__sysv_signal", |m, call| signal(m, call, ONCE | NESTED)).is(Traits::CONCERNS_SIGNALS),
    shared("sigaction", sigaction).is(Traits::CONCERNS_SIGNALS),
    shared("raise", raise).is(Traits::CONCERNS_SIGNALS),
    shared("kill", |m, call| kill(m, call, false)).is(Traits::CONCERNS_SIGNALS),
    shared("killpg", |m, call| kill(m, call, true)).is(Traits::CONCERNS_SIGNALS),
    shared("sigqueue", sigqueue).is(Traits::CONCERNS_SIGNALS),
    shared("sigemptyset", |m, call| fill(m, call, 0)),
    shared("sigfillset", |m, call| fill(m, call, 0xff)),
    shared("sigaddset", |m, call| member(m, call, Some(true))),
    shared("sigdelset", |m, call| member(m, call, Some(false))),
    shared("sigismember", |m, call| member(m, call, None)),
    shared("sigprocmask", |m, call| set_mask(m, call, false)).is(Traits::CONCERNS_SIGNALS),
    shared("pthread_sigmask", |m, call| set_mask(m, call, true)).is(Traits::CONCERNS_SIGNALS),
    shared("sigpending", sigpending).is(Traits::CONCERNS_SIGNALS),
    shared("siginterrupt", siginterrupt),
];

/// Bytes of a `sigset_t`, and of a `siginfo_t`.
const SET: u64 = 128;
const INFO: u64 = 128;

/// `SIGCHLD`
pub(crate) const CHILD: i32 = 17;

/// `SA_NOCLDSTOP`, `SA_NOCLDWAIT`, `SA_SIGINFO`, `SA_RESTART`, `SA_NODEFER`, `SA_RESETHAND`
const NO_ZOMBIES: u32 = 2;
const INFORMED: u32 = 4;
const RESTART: u32 = 0x1000_0000;
const NESTED: u32 = 0x4000_0000;
const ONCE: u32 = 0x8000_0000;

/// `SI_USER`, `SI_QUEUE`, `SI_TIMER`, `SI_TKILL`
const USER: i32 = 0;
const QUEUE: i32 = -1;
pub(super) const TIMER: i32 = -2;
const THREAD: i32 = -6;
/// `SI_KERNEL`
const KERNEL: i32 = 0x80;

/// How a signal is handled, beside by whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Manner {
    flags: u32,
    mask: u64,
}

/// What is sent with a signal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    /// This.
    Word(Reg),
    /// A `union sigval` that stands in memory.
    At(Pointer),
}

impl Value {
    const NONE: Value = Value::Word(Reg::ZERO);
}

/// The handler of a signal: a function, 0 for the default, 1 for ignoring it.
pub(crate) fn handler(m: &Machine, number: i32) -> Pointer {
    m.kept_at(Slot::Handlers, number as usize).as_pointer()
}

fn set_handler(m: &mut Machine, number: i32, handler: Pointer, manner: Manner) -> InterpResult<()> {
    if number == CHILD && m.compiled.uses.processes {
        let ignores = handler.addr == 1 || manner.flags & NO_ZOMBIES != 0;
        let own = m.world.process;
        m.world.processes_mut().set_ignores_children(own, ignores);
    }
    state_mut(m).signals.set_manner(number, manner);
    m.keep_at(Slot::Handlers, number as usize, Reg::pointer(handler))
}

/// What is remembered about signals. Sets are bits, the lowest for signal 1; threads that hold nothing back have none.
/// Handlers, and what is sent with signals, are in the library's record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct State {
    manners: BTreeMap<i32, Manner>,
    masks: BTreeMap<ThreadId, u64>,
    /// Signals that wait for a thread, and where they come from.
    pending: BTreeMap<(ThreadId, i32), Sent>,
    /// The masks before handlers that run: of which thread, with how many frames below them.
    before: Vec<(ThreadId, usize, u64)>,
}

impl State {
    fn manner(&self, number: i32) -> Manner {
        self.manners.get(&number).copied().unwrap_or_default()
    }

    fn set_manner(&mut self, number: i32, manner: Manner) {
        if manner == Manner::default() {
            self.manners.remove(&number);
        } else {
            self.manners.insert(number, manner);
        }
    }

    /// Whether a thread holds a signal back.
    pub(super) fn holds_back(&self, thread: ThreadId, number: i32) -> bool {
        self.mask(thread) & bit(number) != 0
    }

    fn mask(&self, thread: ThreadId) -> u64 {
        self.masks.get(&thread).copied().unwrap_or(0)
    }

    fn hold(&mut self, thread: ThreadId, mask: u64) {
        // Nobody holds SIGKILL and SIGSTOP back.
        match mask & !(bit(9) | bit(19)) {
            0 => self.masks.remove(&thread),
            mask => self.masks.insert(thread, mask),
        };
    }

    /// Whether a new thread inherits nothing new: so it is in most programs, which do not use signals.
    pub(super) fn are_nobodys(&self, from: ThreadId, to: ThreadId) -> bool {
        self.mask(from) == self.mask(to) && !self.pending.keys().any(|it| it.0 == to)
    }

    /// Whether a signal of a set waits for a thread.
    pub(super) fn has_any(&self, set: u64) -> bool {
        self.pending.keys().any(|it| set & bit(it.1) != 0)
    }

    /// Whether nothing is remembered of any single thread.
    pub(crate) fn concern_nobody(&self) -> bool {
        self.masks.is_empty() && self.pending.is_empty() && self.before.is_empty()
    }

    /// The first signal that waits for a thread, of those in a set.
    fn first(&self, thread: ThreadId, set: u64) -> Option<i32> {
        let mut mine = self.pending.keys().filter(|it| it.0 == thread && bit(it.1) & set != 0);
        mine.next().map(|it| it.1)
    }

    /// The first signal that a thread has to handle now.
    fn due(&self, thread: ThreadId) -> Option<i32> {
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
pub(super) fn load_set(m: &Machine, from: Pointer) -> InterpResult<u64> {
    Ok(guest::load(m, from, 8)? as u64)
}

fn store_set(m: &mut Machine, to: Pointer, set: u64) -> InterpResult<()> {
    m.memory.fill(to, 0, SET)?;
    guest::store(m, to, set as i64, 8)
}

fn signal(m: &mut Machine, call: &Call, flags: u32) -> InterpResult<Flow> {
    let (number, handler) = (guest::int(m, call, 0)?, call.pointer(1)?);
    if !is_signal(number) || is_fixed(number) {
        return guest::status(m, Err(errno::EINVAL));
    }
    let before = self::handler(m, number);
    set_handler(m, number, handler, Manner { flags, mask: 0 })?;
    Flow::pointer(before)
}

/// On x86, the handler comes first, then the mask and the flags.
fn sigaction(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (number, new, old) = (guest::int(m, call, 0)?, call.pointer(1)?, call.pointer(2)?);
    if !is_signal(number) || is_fixed(number) && !new.is_null() {
        return guest::status(m, Err(errno::EINVAL));
    }
    let width = m.memory.target().pointer_size() as i64;
    let (mask_at, flags_at) = (width, width + SET as i64);
    let (before, manner) = (handler(m, number), state(m).signals.manner(number));
    if !new.is_null() {
        let handler = m.memory.load_pointer(new)?;
        let mask = load_set(m, new.wrapping_offset(mask_at))?;
        let flags = guest::load(m, new.wrapping_offset(flags_at), 4)? as u32;
        set_handler(m, number, handler, Manner { flags, mask })?;
    }
    if !old.is_null() {
        m.memory.fill(old, 0, SET + 3 * width as u64)?;
        m.memory.store_pointer(old, before)?;
        guest::store(m, old.wrapping_offset(mask_at), manner.mask as i64, 8)?;
        guest::store(m, old.wrapping_offset(flags_at), manner.flags.into(), 4)?;
    }
    Flow::int(0)
}

fn raise(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    match guest::int(m, call, 0)? {
        // The null signal: nothing is sent.
        0 => Flow::int(0),
        number => deliver(m, number),
    }
}

/// A `union sigval`, which is passed as it stands in memory.
fn value(call: &Call, at: usize) -> InterpResult<Value> {
    match call.class(at)? {
        Class::Aggregate { .. } => Ok(Value::At(call.pointer(at)?)),
        _ => Ok(Value::Word(call.reg(at)?)),
    }
}

/// `kill`, and `killpg`, which names a group.
fn kill(m: &mut Machine, call: &Call, group: bool) -> InterpResult<Flow> {
    let (process, number) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?);
    kill_process(m, if group { -process } else { process }, number, None)
}

fn sigqueue(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (process, number) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?);
    kill_process(m, process, number, Some(value(call, 2)?))
}

fn kill_process(m: &mut Machine, process: i32, number: i32, value: Option<Value>) -> InterpResult<Flow> {
    if number != 0 && !is_signal(number) {
        return guest::status(m, Err(errno::EINVAL));
    }
    let own = m.world.process;
    let targets = m.world.processes().targets(own, process);
    if targets.is_empty() {
        // That of the one who started the program is not its own.
        return guest::status(m, Err(if process == INIT { errno::EPERM } else { errno::ESRCH }));
    }
    if number == 0 {
        return Flow::int(0);
    }
    let code = if value.is_some() { QUEUE } else { USER };
    for &target in targets.iter().filter(|it| **it != own) {
        if matches!(number, 19..=22) {
            return Err(InterpError::unsupported(format!("signal {number}, which stops a process")));
        }
        if value.is_some() {
            return Err(InterpError::unsupported("a signal with a value to another process"));
        }
        m.world.processes_mut().send(target, number, Sent { code, from: own.number() });
    }
    if !targets.contains(&own) {
        return Flow::int(0);
    }
    // It waits for the process then, and whichever thread lets it through gets it.
    if m.threads.len() > 1 && state(m).signals.holds_back(m.current, number) {
        return Err(InterpError::unsupported(
            "a signal to the process that its sender holds back, where there are other threads",
        ));
    }
    if value.is_some() && m.world.files.reads_signal(number) {
        return Err(InterpError::unsupported("a signal with a value that is read by `signalfd`"));
    }
    send(m, number, (code, value.unwrap_or(Value::NONE)), 0)
}

/// The current thread raises a signal, by a call that returns 0.
pub(super) fn deliver(m: &mut Machine, number: i32) -> InterpResult<Flow> {
    deliver_and_return(m, number, 0)
}

/// The current thread raises a signal, by a call that returns something else.
pub(super) fn deliver_and_return(m: &mut Machine, number: i32, result: i64) -> InterpResult<Flow> {
    send(m, number, (THREAD, Value::NONE), result)
}

/// The current thread gets a signal. A function of the machine that returns `result` is under way: that is said before
/// the handler has a frame of its own.
fn send(m: &mut Machine, number: i32, (code, value): (i32, Value), result: i64) -> InterpResult<Flow> {
    if !is_signal(number) {
        return guest::status(m, Err(errno::EINVAL));
    }
    let own = m.world.process;
    let sent = Sent { code, from: own.number() };
    if m.world.files.reads_signal(number) && state(m).signals.holds_back(m.current, number) {
        if code == THREAD && m.threads.len() > 1 {
            let what = "a signal to a thread that is read by `signalfd`, where there are other threads";
            return Err(InterpError::unsupported(what));
        }
        m.world.processes_mut().send(own, number, sent);
        return Flow::int(result);
    }
    add(m, m.current, number, sent, value)?;
    m.set_native_result(Reg::number(result.cast_unsigned()));
    if handle(m)? { Ok(Flow::Arranged) } else { Flow::int(result) }
}

/// Where the library's record has what was sent with a signal to a thread.
fn value_at(thread: ThreadId, number: i32) -> usize {
    64 * thread.index() + number as usize - 1
}

/// A signal waits for a thread, unless it is ignored.
pub(super) fn add(
    m: &mut Machine,
    thread: ThreadId,
    number: i32,
    sent: Sent,
    value: Value,
) -> InterpResult<()> {
    if handler(m, number).addr == 1 {
        return Ok(());
    }
    state_mut(m).signals.pending.insert((thread, number), sent);
    let at = value_at(thread, number);
    match value {
        Value::Word(word) => m.keep_at(Slot::SignalValues, at, word),
        Value::At(from) => {
            let place = m.make_place(Slot::SignalValues, at)?;
            let width = m.memory.target().pointer_size() as u64;
            Ok(m.memory.copy(place, from, width)?)
        }
    }
}

/// A signal is not pending any more; `info`, if there is one, is filled in.
fn take(m: &mut Machine, number: i32, info: Option<Pointer>) -> InterpResult<()> {
    let thread = m.current;
    let own = Sent { code: USER, from: m.world.process.number() };
    let sent = state_mut(m).signals.pending.remove(&(thread, number)).unwrap_or(own);
    let at = value_at(thread, number);
    if let Some(info) = info {
        store_info(m, info, number, sent, at)?;
    }
    m.keep_at(Slot::SignalValues, at, Reg::ZERO)
}

/// A new thread holds back what the one holds back that makes it.
pub(super) fn inherit(m: &mut Machine, from: ThreadId, to: ThreadId) -> InterpResult<()> {
    let signals = &mut state_mut(m).signals;
    signals.hold(to, signals.mask(from));
    let old: Vec<i32> = signals.pending.keys().filter(|it| it.0 == to).map(|it| it.1).collect();
    signals.pending.retain(|&(thread, _), _| thread != to);
    old.into_iter().try_for_each(|number| m.keep_at(Slot::SignalValues, value_at(to, number), Reg::ZERO))
}

/// Whether the current thread has a signal to handle now.
pub(super) fn is_due(m: &Machine) -> bool {
    state(m).signals.due(m.current).is_some()
}

/// Handles the signals of the current thread that it does not hold back. Whether a handler has been called, which now
/// runs.
pub(crate) fn handle(m: &mut Machine) -> InterpResult<bool> {
    while let Some(number) = state(m).signals.due(m.current) {
        let handler = handler(m, number);
        match handler.addr {
            // SIG_IGN
            1 => take(m, number, None)?,
            // SIG_DFL
            0 if is_ignored_by_default(number) => take(m, number, None)?,
            0 if may_die(m, number) => {
                crate::process::die(m, number)?;
                return Ok(true);
            }
            0 => {
                let sent = state(m).signals.pending.get(&(m.current, number)).copied();
                let sender = sent.filter(|it| it.from != m.world.process.number()).map(|it| match it.code {
                    TIMER | KERNEL => "a timer".to_owned(),
                    _ => format!("process {}", it.from),
                });
                let message = match sender {
                    Some(sender) => {
                        format!("{sender} sends the first process signal {number}, which ends it")
                    }
                    None => format!("the program raises signal {number}, which ends it"),
                };
                return Err(InterpError::other(ErrorKind::Abort, message));
            }
            _ => {
                start(m, number, handler)?;
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// `SIGCHLD`, `SIGCONT`, `SIGURG`, `SIGWINCH`: without a handler nothing happens.
fn is_ignored_by_default(number: i32) -> bool {
    matches!(number, CHILD | 18 | 23 | 28)
}

/// Whether a signal without a handler simply ends the process. It is an error where it says that something went wrong
/// (`SIGABRT`, `SIGSEGV` and the like), and in the first process, of which everybody expects that it ends by itself.
pub(crate) fn may_die(m: &Machine, number: i32) -> bool {
    m.world.process != ProcessId::FIRST && !matches!(number, 4..=8 | 11 | 31)
}

fn start(m: &mut Machine, number: i32, handler: Pointer) -> InterpResult<()> {
    let thread = m.current;
    let depth = m.threads[thread].frames.len();
    let signals = &mut state_mut(m).signals;
    let (manner, mask) = (signals.manner(number), signals.mask(thread));
    // Handlers that the thread has jumped out of do not return.
    signals.before.retain(|&(of, at, _)| of != thread || at < depth);
    signals.before.push((thread, depth, mask));
    let own = if manner.flags & NESTED != 0 { 0 } else { bit(number) };
    signals.hold(thread, mask | manner.mask | own);
    if manner.flags & ONCE != 0 {
        set_handler(m, number, Pointer::NULL, Manner::default())?;
    }
    let int = Arg { r: 0, class: Class::Int { bits: 32, signed: true, size: 4 } };
    let pointer = |r| Arg { r, class: Class::Pointer };
    let named = Reg::number(number as u64);
    if manner.flags & INFORMED == 0 {
        take(m, number, None)?;
        return m.call_pointer(handler, &[int], &[named], Then::Signal);
    }
    let info = info(m)?;
    take(m, number, Some(info))?;
    let regs = [named, Reg::pointer(info), Reg::pointer(Pointer::NULL)];
    m.call_pointer(handler, &[int, pointer(1), pointer(2)], &regs, Then::Signal)
}

/// The `siginfo_t` that handlers get.
fn info(m: &mut Machine) -> InterpResult<Pointer> {
    if m.kept(Slot::SignalInfo).is_null() {
        let info = m.allocate(INFO, 8, Storage::Global, Site(0))?;
        m.keep(Slot::SignalInfo, info)?;
    }
    Ok(m.kept(Slot::SignalInfo))
}

/// Fills in a `siginfo_t`, as x86 has it; what was sent stands in the record.
fn store_info(m: &mut Machine, info: Pointer, number: i32, sent: Sent, value: usize) -> InterpResult<()> {
    m.memory.fill(info, 0, INFO)?;
    let width = m.memory.target().pointer_size();
    let body = if width == 4 { 12 } else { 16 };
    guest::store(m, info, number.into(), 4)?;
    guest::store(m, info.wrapping_offset(8), sent.code.into(), 4)?;
    if sent.code != TIMER {
        guest::store(m, info.wrapping_offset(body), sent.from.into(), 4)?;
        guest::store(m, info.wrapping_offset(body + 4), super::unistd::USER, 4)?;
    }
    match m.place_of(Slot::SignalValues, value) {
        Some(place) => Ok(m.memory.copy(info.wrapping_offset(body + 8), place, width as u64)?),
        None => Ok(()),
    }
}

/// A handler has returned: the signals that it held back come through.
pub(crate) fn returned(m: &mut Machine) -> InterpResult<()> {
    let (thread, depth) = (m.current, m.threads[m.current].frames.len());
    let signals = &mut state_mut(m).signals;
    if let Some(at) = signals.before.iter().rposition(|&(of, at, _)| of == thread && at == depth) {
        let mask = signals.before[at].2;
        signals.before.retain(|&(of, at, _)| of != thread || at < depth);
        signals.hold(thread, mask);
    }
    handle(m).map(|_| ())
}

/// What is held back, for a jump to come back to.
pub(super) fn mask(m: &Machine) -> u64 {
    state(m).signals.mask(m.current)
}

/// What a program keeps that takes the process over.
pub(crate) fn kept(m: &Machine) -> Kept {
    let ignored = (1..=64).filter(|&it| handler(m, it).addr == 1).fold(0, |set, it| set | bit(it));
    Kept { ignored, held: mask(m) }
}

/// A program that has taken a process over keeps what the one before it ignored and held back.
pub(crate) fn keep(m: &mut Machine) -> InterpResult<()> {
    let Kept { ignored, held } = m.world.kept;
    for number in (1..=64).filter(|&it| ignored & bit(it) != 0) {
        let ignore = Pointer { addr: 1, ..Pointer::NULL };
        set_handler(m, number, ignore, Manner::default())?;
    }
    if held != 0 {
        let current = m.current;
        state_mut(m).signals.hold(current, held);
    }
    Ok(())
}

/// A jump comes back to what was held back before.
pub(super) fn put_back(m: &mut Machine, mask: u64) -> InterpResult<()> {
    let current = m.current;
    state_mut(m).signals.hold(current, mask);
    handle(m).map(|_| ())
}

/// Calls that wait are not repeated anyway.
fn siginterrupt(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let number = guest::int(m, call, 0)?;
    guest::status(m, if is_signal(number) && !is_fixed(number) { Ok(0) } else { Err(errno::EINVAL) })
}

fn fill(m: &mut Machine, call: &Call, byte: u8) -> InterpResult<Flow> {
    m.memory.fill(call.pointer(0)?, byte, SET)?;
    Flow::int(0)
}

/// Adds a signal to a set, takes it out, or asks for it.
fn member(m: &mut Machine, call: &Call, change: Option<bool>) -> InterpResult<Flow> {
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
fn set_mask(m: &mut Machine, call: &Call, returns: bool) -> InterpResult<Flow> {
    let (how, new, old) = (guest::int(m, call, 0)?, call.pointer(1)?, call.pointer(2)?);
    let mask = state(m).signals.mask(m.current);
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
        state_mut(m).signals.hold(current, changed);
    }
    if !old.is_null() {
        store_set(m, old, mask)?;
    }
    m.set_native_result(Reg::ZERO);
    if handle(m)? { Ok(Flow::Arranged) } else { Flow::int(0) }
}

fn sigpending(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let set = call.pointer(0)?;
    let mine = state(m).signals.pending.keys().filter(|it| it.0 == m.current);
    let sent = m.world.processes().signals(m.world.process);
    let pending = mine.map(|it| it.1).chain(sent).fold(0, |set, it| set | bit(it));
    store_set(m, set, pending)?;
    Flow::int(0)
}
