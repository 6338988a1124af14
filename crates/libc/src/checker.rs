//! `gmc.h`: what a program can tell and ask its checker, and the names that SV-COMP has for the same.

use super::guest;
use gmc_mem::{Pointer, Watch, hash_of_words};
use gmc_model::{ErrorKind, InputType};
use gmc_vm::effects::Extent::Argument;
use gmc_vm::effects::{Commutes, Traits, reads, writes};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::library::AtomicSection;
use gmc_vm::lower::class::Class;
use gmc_vm::machine::{Machine, Mode};
use gmc_vm::native::{Call, Flow, Native, memory, sync};
use gmc_vm::nondet::IntervalSet;
use gmc_vm::symbolic::{Stop, Symbolic};
use gmc_world::ProcessId;
use gmc_world::process::MOST;

/// What concerns the thread alone.
pub(super) const LOCAL: &[Native] = &[
    memory("gmc_assume", assume).symbolic(assume_term).is(Traits::ASSUMES),
    memory("__VERIFIER_assume", assume).symbolic(assume_term).is(Traits::ASSUMES),
    memory("gmc_assert_", assertion).symbolic(assert_term).is(Traits::ASSERTS),
    memory("gmc_any", any_bytes).spans(&[writes(0, Argument(1))]),
    memory("gmc_ignore_", ignore).is(Traits::IGNORES),
    memory("gmc_abstract_bytes", abstract_bytes).spans(&[reads(0, Argument(1))]),
    memory("gmc_processes", processes).is(Traits::LOOKS_AT_PROCESSES),
    memory("gmc_process", process).is(Traits::LOOKS_AT_PROCESSES),
    memory("gmc_of_", of_process).is(Traits::LOOKS_AT_PROCESSES),
    memory("gmc_static_of_", static_of_process).is(Traits::LOOKS_AT_PROCESSES),
    memory("gmc_label", label).is(Traits::LABELS),
    memory("reach_error", reach_error),
    memory("__VERIFIER_error", reach_error),
    // A search cannot go on here; in a single run, the model says what happens.
    memory("__gmc_not_modelled", not_modelled),
    // A model complains about how it is called.
    memory("__gmc_bad_call", |m, call| guest::bad_call(String::from_utf8_lossy(&guest::text(m, call, 0)?))),
];

/// Values of any type. A single run draws those of small types, as it draws other outcomes; larger ones are for a
/// search.
pub(super) const NONDET: &[Native] = &[
    memory("__VERIFIER_nondet_bool", |m, c| small(m, c, 0, 1)).draws(0, 1),
    memory("__VERIFIER_nondet__Bool", |m, c| small(m, c, 0, 1)).draws(0, 1),
    memory("__VERIFIER_nondet_uchar", |m, c| small(m, c, 0, UCHAR)).draws(0, UCHAR),
    memory("__VERIFIER_nondet_char", |m, c| small(m, c, CHAR.0, CHAR.1)).draws(CHAR.0, CHAR.1),
    memory("__VERIFIER_nondet_short", |m, c| small(m, c, SHORT.0, SHORT.1)).draws(SHORT.0, SHORT.1),
    memory("__VERIFIER_nondet_ushort", |m, c| small(m, c, 0, USHORT)).draws(0, USHORT),
    memory("__VERIFIER_nondet_int", any),
    memory("__VERIFIER_nondet_uint", any),
    memory("__VERIFIER_nondet_unsigned", any),
    memory("__VERIFIER_nondet_long", any),
    memory("__VERIFIER_nondet_ulong", any),
    memory("__VERIFIER_nondet_longlong", any),
    memory("__VERIFIER_nondet_ulonglong", any),
    memory("__VERIFIER_nondet_size_t", any),
    memory("__VERIFIER_nondet_float", any),
    memory("__VERIFIER_nondet_double", any),
    memory("__VERIFIER_nondet_pointer", any),
    memory("__VERIFIER_nondet_charp", any),
    memory("__VERIFIER_nondet_pchar", any),
    memory("__VERIFIER_nondet_loff_t", any),
    memory("__VERIFIER_nondet_sector_t", any),
    memory("__VERIFIER_nondet_u8", any),
    memory("__VERIFIER_nondet_u16", any),
    memory("__VERIFIER_nondet_u32", any),
    memory("__VERIFIER_nondet_u64", any),
];

/// What the machine calls around functions that are atomic as a whole.
pub(super) const ATOMIC_SECTION: AtomicSection =
    AtomicSection { begin: "gmc_atomic_begin", end: "gmc_atomic_end" };

pub(super) const TABLE: &[Native] = &[
    sync("gmc_choose", how_many, choose, &[]).noted().commutes(Commutes::Always).is(Traits::CHOOSES),
    sync("gmc_abstract", always, abstract_by, &[]),
    sync("gmc_yield", always, give_way, &[]).noted().commutes(Commutes::Always).is(Traits::RESTS),
    sync("gmc_progress", always, progress, &[]).noted(),
    sync("gmc_atomic_begin", may_begin, atomic_begin, &[]).noted().is(Traits::BEGINS_SECTION),
    sync("gmc_atomic_end", always, atomic_end, &[]).noted(),
    sync("__VERIFIER_atomic_begin", may_begin, atomic_begin, &[]).noted().is(Traits::BEGINS_SECTION),
    sync("__VERIFIER_atomic_end", always, atomic_end, &[]).noted(),
    sync("gmc_invariant", always, invariant, &[]).is(Traits::ADDS_INVARIANTS),
    sync("gmc_on_message", always, on_message, &[]).is(Traits::ADDS_INVARIANTS.and(Traits::SEES_MESSAGES)),
    sync("gmc_start", always, start, &[]),
    sync("gmc_end", always, end, &[]),
    sync("gmc_watch", never, |_, _| Ok(Flow::Void), &[]).is(Traits::WATCHES),
    sync("sched_yield", always, |m, c| give_way(m, c).and_then(|_| Flow::int(0)), &[])
        .noted()
        .commutes(Commutes::Always)
        .is(Traits::RESTS),
    sync("pthread_yield", always, |m, c| give_way(m, c).and_then(|_| Flow::int(0)), &[])
        .noted()
        .commutes(Commutes::Always)
        .is(Traits::RESTS),
    sync("thrd_yield", always, give_way, &[]).noted().commutes(Commutes::Always).is(Traits::RESTS),
];

/// It never waits and has one outcome.
pub(super) fn always(_: &Machine, _: &Call) -> InterpResult<u32> {
    Ok(1)
}

/// Who only watches does nothing more.
fn never(_: &Machine, _: &Call) -> InterpResult<u32> {
    Ok(0)
}

fn not_modelled(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if m.mode == Mode::Run {
        return Ok(Flow::Void);
    }
    Err(InterpError::unsupported(String::from_utf8_lossy(&guest::text(m, call, 0)?).into_owned()))
}

fn assume(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if call.number(m, 0)? as u32 == 0 { Err(Box::new(InterpError::Assumption)) } else { Ok(Flow::Void) }
}

/// The truth of the first argument, an `int`.
fn truth(m: &mut Machine, call: &Call) -> Symbolic<Option<bool>> {
    let argument = call.reg(0)?;
    if !argument.is_open() {
        return Ok(None);
    }
    let condition = m.is_nonzero(argument, 32)?;
    m.holds(condition).map(Some)
}

fn assume_term(m: &mut Machine, call: &Call) -> Symbolic<Option<Flow>> {
    match truth(m, call)? {
        None => Ok(None),
        Some(true) => Ok(Some(Flow::Void)),
        Some(false) => Err(Stop::Error(Box::new(InterpError::Assumption))),
    }
}

fn assert_term(m: &mut Machine, call: &Call) -> Symbolic<Option<Flow>> {
    match truth(m, call)? {
        None => Ok(None),
        Some(true) => Ok(Some(Flow::Void)),
        Some(false) => Err(Stop::Error(failed(m, call)?)),
    }
}

fn assertion(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if call.number(m, 0)? as u32 != 0 {
        return Ok(Flow::Void);
    }
    Err(failed(m, call)?)
}

fn failed(m: &mut Machine, call: &Call) -> InterpResult<Box<InterpError>> {
    let text = guest::string(m, call.pointer(1)?)?;
    let text = String::from_utf8_lossy(&text).into_owned();
    Ok(InterpError::other(ErrorKind::Assertion, format!("`{text}` does not hold")))
}

fn reach_error(_: &mut Machine, call: &Call) -> InterpResult<Flow> {
    Err(InterpError::other(ErrorKind::Assertion, format!("`{}` is called", call.name)))
}

fn how_many(m: &Machine, call: &Call) -> InterpResult<u32> {
    Ok((call.number(m, 0)? as u32).max(1))
}

fn choose(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    // Nothing to choose from: nothing can happen.
    if call.number(m, 0)? as u32 == 0 {
        return Err(Box::new(InterpError::Assumption));
    }
    let answer = u64::from(m.step.alternative);
    m.log_chosen(call.name, InputType::Unsigned(32), answer);
    Flow::number(answer)
}

/// The numbers of small types.
const UCHAR: i64 = u8::MAX as i64;
const USHORT: i64 = u16::MAX as i64;
const CHAR: (i64, i64) = (i8::MIN as i64, i8::MAX as i64);
const SHORT: (i64, i64) = (i16::MIN as i64, i16::MAX as i64);

/// A value of a small type, which has the numbers between these.
fn small(m: &mut Machine, call: &Call, first: i64, last: i64) -> InterpResult<Flow> {
    let count = last - first + 1;
    let Some(most) = m.rules.most_choices else {
        let at = m.draw(count as u64) as i64;
        // As it always was: from 0 on, and then those below.
        return Flow::int(if at <= last { at } else { first + (at - last - 1) });
    };
    if m.rules.early_choices && count <= most.into() {
        let number = first + i64::from(m.step.alternative);
        let ty = if first < 0 { InputType::Signed } else { InputType::Unsigned };
        m.log_chosen(call.name, ty(if last > UCHAR { 16 } else { 8 }), number as u64);
        return Flow::int(number);
    }
    m.new_nondet(call, Some(&IntervalSet::signed(first.into(), last.into())))
}

/// Bytes that can be anything. An object of a size that numbers have is one value, others are bytes.
fn any_bytes(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (to, size) = (call.pointer(0)?, call.number(m, 1)?);
    let width = if matches!(size, 2 | 4 | 8) { size } else { 1 };
    let class = Class::Int { bits: width as u8 * 8, signed: false, size: width as u8 };
    let name = m.logs_inputs().then(|| unwatched_text(m, call, 2)).flatten();
    for at in (0..size).step_by(width as usize) {
        let value = m.nondet_value(call, class, None)?;
        if let Some(name) = &name {
            m.name_input(name);
        }
        m.memory.store_sized(to.wrapping_offset(at as i64), value.to_scalar(), width as usize)?;
    }
    Ok(Flow::Void)
}

/// Bytes that make no difference between states.
fn ignore(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (at, size) = (call.pointer(0)?, call.number(m, 1)?);
    m.ignore(at, size)?;
    Ok(Flow::Void)
}

/// A value of any type.
fn any(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if m.rules.most_choices.is_none() {
        return Err(InterpError::unsupported(format!(
            "`{}` has too many values to try each of them: `gmc check` can, or bound it with `gmc_choose(n)`",
            call.name
        )));
    }
    m.new_nondet(call, None)
}

/// A message for the reader of the run: to the program, nothing happens.
fn label(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if m.step.labels.is_some() {
        let text = unwatched_text(m, call, 0);
        if let (Some(labels), Some(text)) = (&mut m.step.labels, text) {
            labels.push((m.current, text));
        }
    }
    Ok(Flow::Void)
}

/// A text for readers, which is no access of the program.
fn unwatched_text(m: &mut Machine, call: &Call, at: usize) -> Option<String> {
    let watch = m.memory.watch(Watch::Off);
    let text = guest::text(m, call, at);
    m.memory.watch(watch);
    text.ok().map(|it| String::from_utf8_lossy(&it).into_owned())
}

fn progress(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    m.step.progress = true;
    Ok(Flow::Void)
}

/// Others may go first; a search tries that anyway.
fn give_way(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    m.turns.yielded = true;
    Ok(Flow::Void)
}

/// Not while another thread, which must wait for something there, is in the middle of an atomic section.
fn may_begin(m: &Machine, _: &Call) -> InterpResult<u32> {
    Ok(m.process.atomic.is_none_or(|(thread, _)| thread == m.current).into())
}

fn atomic_begin(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    let thread = m.current;
    let depth = m.process.atomic.filter(|it| it.0 == thread).map_or(0, |it| it.1);
    m.process.atomic = Some((thread, depth + 1));
    Ok(Flow::Void)
}

fn atomic_end(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    match m.process.atomic {
        Some((thread, depth)) if thread == m.current => {
            m.process.atomic = (depth > 1).then_some((thread, depth - 1));
            Ok(Flow::Void)
        }
        _ => Err(InterpError::other(
            ErrorKind::ThreadMisuse,
            format!("`{}` without the call that begins the atomic section", call.name),
        )),
    }
}

/// How many processes run.
fn processes(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    Flow::int(running(m).count() as i64)
}

fn running(m: &Machine) -> impl Iterator<Item = ProcessId> + '_ {
    (0..MOST as u32).map(ProcessId).filter(|it| m.world.processes().is_running(*it))
}

/// One of the processes that run, by its place among them; 0 where there are not so many. Reports count them from 1.
fn process(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let at = call.number(m, 0)? as u32 as usize;
    let found = running(m).nth(at);
    Flow::int(found.map_or(0, |it| i64::from(it.0) + 1))
}

/// A variable as a process has it.
fn of_process(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (process, variable) = (call.number(m, 0)? as u32, call.pointer(1)?);
    let Some(process) = process.checked_sub(1) else { return Flow::pointer(Pointer::NULL) };
    let found = m.variable_of(ProcessId(process), variable)?;
    Flow::pointer(found)
}

/// Likewise, a variable that only its file knows by name.
fn static_of_process(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, name) = (guest::text(m, call, 1)?, guest::text(m, call, 2)?);
    let (file, name) = (String::from_utf8_lossy(&file), String::from_utf8_lossy(&name));
    let Some(process) = (call.number(m, 0)? as u32).checked_sub(1) else {
        return Flow::pointer(Pointer::NULL);
    };
    let found = m.variable_in_file_of(ProcessId(process), &file, &name)?;
    Flow::pointer(found)
}

fn invariant(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let function = call.pointer(0)?;
    m.target_of(function)?;
    if !m.process.invariants.contains(&function) {
        m.process.invariants.push(function);
    }
    Ok(Flow::Void)
}

/// A function that is called with each message from now on.
fn on_message(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let function = call.pointer(0)?;
    m.target_of(function)?;
    if m.mode != Mode::Run {
        m.world.files.watch_traffic();
    }
    if !m.process.message_handlers.contains(&function) {
        m.process.message_handlers.push(function);
    }
    Ok(Flow::Void)
}

/// What the process has now is what it is to have at the end.
fn start(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    let holdings = m.holdings();
    m.process.holdings_at_start = Some(holdings);
    Ok(Flow::Void)
}

/// The process has given back what it had acquired since its start, but for what is named.
fn end(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let except = call.number(m, 0)? as u32;
    // That changes the process: the order of this and of what other threads do matters.
    let Some(before) = m.process.holdings_at_start.take() else {
        return guest::bad_call("`gmc_end` without `gmc_start` before it");
    };
    match &m.left_over(&before, except)[..] {
        [] => Ok(Flow::Void),
        left => {
            let message = format!("there is more than at the start: {}", left.join(", "));
            Err(InterpError::other(ErrorKind::ResourceLeak, message))
        }
    }
}

/// The function that tells the abstract state from now on.
fn abstract_by(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let function = call.pointer(0)?;
    m.target_of(function)?;
    m.process.abstraction = Some(function);
    Ok(Flow::Void)
}

/// Bytes that are a part of the abstract state, beside the number that its function returns.
fn abstract_bytes(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let bytes = guest::bytes(m, call.pointer(0)?, call.number(m, 1)?)?;
    let words = bytes.chunks(8).map(|it| it.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
    let before = m.step.abstracted;
    let length = std::iter::once(bytes.len() as u64);
    m.step.abstracted =
        hash_of_words(2, [before as u64, (before >> 64) as u64].into_iter().chain(length).chain(words));
    Ok(Flow::Void)
}
