//! Records a run: each operation, and what it takes to undo it.
//!
//! The recorder is an observer of the execution and the witness of its operations. It sees an operation before it is
//! done, with the registers of its call alone; which call that is follows from the operations before. Where that does
//! not fit (a signal, `longjmp`, a function of the library that calls back), the run counts as not understood.
//!
//! Invariant: a run that is not understood has no reason but itself.

use super::flow::Flows;
use super::hand::{Handed, handed, result};
use super::kept::Kept;
use super::state::{self, Extent, Frame, access};
use crate::observer::Observer;
use gmc_mem::{Memory, ObjId, Pointer, Watch};
use gmc_model::ThreadId;
use gmc_vm::code::{CallSite, CalleeRef, Code, Op, Rare};
use gmc_vm::effects::Traits;
use gmc_vm::exec::Witness;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::liveness::{each_read, each_written};
use gmc_vm::machine::{Machine, SliceEnd};
use gmc_vm::native::Native;
use gmc_vm::pending_call::PendingCall;
use gmc_vm::reg::{Meta, Reg};
use gmc_vm::stack::Registers;
use gmc_vm::{CodeId, Compiled};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A run with more operations is not analysed.
const MOST_EVENTS: usize = 1 << 22;

/// Of a larger object that ends, the bytes are not kept.
const MOST_BYTES: u64 = 1 << 12;

/// An operation that was executed.
#[derive(Clone, Copy)]
pub(super) struct Event {
    pub(super) code: CodeId,
    pub(super) pc: u32,
    /// The first register of its call.
    pub(super) base: u32,
    pub(super) what: What,
    /// What it overwrote: a register, or up to eight bytes of memory. No value where that is not known.
    pub(super) old: Reg,
    /// Its operands, if it is simple.
    pub(super) operands: [Reg; 2],
    /// Whether what it overwrote depended on choices.
    pub(super) old_taint: bool,
    /// The machine itself made the call that begins here.
    pub(super) is_first: bool,
}

/// What else is known of an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// Nothing.
    Plain,
    /// It has called a function of the program, and handed over what stands here, in [`Record::ended`].
    Enters(u32),
    /// It takes the alternative of a choice.
    Chooses(u32),
    /// What it has read stands here, in [`Record::ended`].
    Reads(u32),
    /// What has ended with it stands here, in [`Record::ended`].
    Ends(u32),
}

/// What has ended with a call or a scope; what was handed over, where a call begins; what a rare operation has read.
#[derive(Default)]
pub(super) struct Ended {
    pub(super) frame: Option<Frame>,
    pub(super) regs: Vec<Reg>,
    pub(super) tainted: Vec<bool>,
    pub(super) objects: Vec<(ObjId, Extent, Vec<Option<u8>>)>,
}

/// A recorded run.
#[derive(Default)]
pub(super) struct Record {
    pub(super) events: Vec<Event>,
    pub(super) ended: Vec<Ended>,
    pub(super) frames: Vec<Frame>,
    /// The registers of all calls but the innermost, as they were when they called.
    pub(super) callers: Vec<Vec<Reg>>,
    /// The registers of the innermost call, when it was last left.
    pub(super) last: Vec<Reg>,
    pub(super) tainted: Vec<bool>,
    pub(super) tainted_bytes: HashSet<u64>,
    /// Bytes that the run has stored to.
    pub(super) written: HashSet<u64>,
    /// What each choice took, and the registers of all calls before it. A search does not keep those that are dead.
    pub(super) taken: Vec<(u32, Vec<Reg>)>,
    /// The choice of the step under way, until an operation takes it.
    choice: Option<u32>,
    /// A function of the library was called that nothing is known of.
    pub(super) is_opaque: bool,
    /// Something happened that is not understood at all.
    pub(super) is_broken: bool,
    /// The run was stopped before this operation: a label that was kept says that it is safe.
    pub(super) stopped: Option<(usize, u32)>,
    /// The machine has made a call of which no operation is recorded yet.
    begins: bool,
    /// Memory was written that kept labels take for as it was at the start.
    pub(super) is_clobbered: bool,
}

/// Records runs.
pub(super) struct Recorder {
    pub(super) compiled: Arc<Compiled>,
    pub(super) record: Record,
    pub(super) kept: Kept,
    pub(super) flows: Flows,
}

impl Recorder {
    pub(super) fn new(compiled: Arc<Compiled>) -> Recorder {
        let flows = Flows::new(&compiled);
        Recorder { compiled, record: Record::default(), kept: Kept::default(), flows }
    }

    /// A run is about to begin.
    pub(super) fn begin(&mut self) {
        let Record { mut events, mut ended, .. } = std::mem::take(&mut self.record);
        events.clear();
        ended.clear();
        self.record = Record { events, ended, ..Record::default() };
    }

    /// The next step takes an alternative.
    pub(super) fn at_choice(&mut self, choice: usize, alternative: u32) {
        self.record.taken.truncate(choice);
        self.record.taken.push((alternative, Vec::new()));
        self.record.is_broken |= self.record.taken.len() != choice + 1 || self.record.choice.is_some();
        self.record.choice = Some(choice as u32);
    }

    /// Nothing is said of a run in which this is so.
    fn check(&mut self, machine: &Machine) {
        let process = &*machine.process;
        self.record.is_broken |= machine.threads.len() > 1
            || !process.nondet.is_empty()
            || !process.invariants.is_empty()
            || process.atomic.is_some()
            || self.record.choice.is_some();
        if self.record.is_broken {
            self.record.events.clear();
            self.record.ended.clear();
        }
    }

    /// Finds out which call an operation belongs to, by the operation before it. False where that makes no sense.
    fn follow(&mut self, code: &Code, at: usize) -> bool {
        let record = &mut self.record;
        let Some(last) = record.events.last_mut().filter(|_| !record.frames.is_empty()) else {
            return at == 0 && self.enter(code, None, true);
        };
        let before = &self.compiled.codes[last.code];
        let same = last.code == code.id;
        match &before.ops[last.pc as usize] {
            Op::Call { call } if at == 0 && before.tables.calls[*call as usize].direct.is_some() => {
                self.enter_called(code)
            }
            _ if same && last.pc as usize == at && !matches!(last.what, What::Chooses(_)) => {
                // It could not be done, and is tried again.
                record.begins = last.is_first;
                record.events.pop();
                true
            }
            Op::Call { .. } if same && at == last.pc as usize + 1 => true,
            Op::Call { .. } => at == 0 && self.enter_called(code),
            Op::Return => {
                let ended = record.frames.pop().expect("it has returned");
                let Some(caller) = record.frames.last() else {
                    record.tainted.clear();
                    return at == 0 && self.enter(code, None, true);
                };
                if let Some((from, to)) = ended.result {
                    let tainted = record.tainted[ended.base + usize::from(from)];
                    record.tainted[caller.base + usize::from(to)] = tainted;
                }
                record.tainted.truncate(ended.base);
                record.callers.pop();
                caller.code == code.id && caller.then as usize == at
            }
            _ => same,
        }
    }

    /// The function that the last operation calls begins.
    fn enter_called(&mut self, code: &Code) -> bool {
        let compiled = self.compiled.clone();
        let record = &mut self.record;
        let (Some(last), Some(caller)) = (record.events.last_mut(), record.frames.last_mut()) else {
            return false;
        };
        let before = &compiled.codes[last.code];
        let Op::Call { call } = before.ops[last.pc as usize] else { return false };
        let site = &before.tables.calls[call as usize];
        last.what = What::Enters(record.ended.len() as u32);
        caller.then = last.pc + 1;
        let regs = std::mem::take(&mut record.last);
        let handed = handed(site, code).unwrap_or_default();
        let handed = handed.iter().map(|it| regs[usize::from(it.from)]).collect();
        record.ended.push(Ended { regs: handed, ..Ended::default() });
        record.callers.push(regs);
        self.enter(code, Some(site), false)
    }

    /// A call of a function of the program begins.
    fn enter(&mut self, code: &Code, site: Option<&CallSite>, is_first: bool) -> bool {
        let record = &mut self.record;
        let base = record.tainted.len();
        let caller = record.frames.last().map_or(0, |it| it.base);
        record.tainted.resize(base + code.frame.len(), false);
        let result = match site {
            None => None,
            Some(site) => {
                for Handed { from, to, .. } in handed(site, code).unwrap_or_default() {
                    record.tainted[base + usize::from(to)] = record.tainted[caller + usize::from(from)];
                }
                result(site, code)
            }
        };
        record.frames.push(Frame { code: code.id, base, then: 0, result });
        record.begins = is_first;
        true
    }

    fn record(&mut self, code: &Code, at: usize, regs: &Registers, memory: &mut Memory) {
        let op = &code.ops[at];
        let record = &mut self.record;
        let base = record.frames.last().expect("a call is under way").base;
        let is_first = std::mem::take(&mut record.begins);
        let mut event = Event {
            code: code.id,
            pc: at as u32,
            base: base as u32,
            what: What::Plain,
            old: Reg::UNDEF,
            operands: [Reg::ZERO; 2],
            old_taint: false,
            is_first,
        };
        match op {
            Op::Call { call } => {
                let site = &code.tables.calls[*call as usize];
                record.last.clear();
                record.last.extend_from_slice(&regs[..code.frame.len()]);
                if let Some((d, _)) = site.result {
                    let d = usize::from(d);
                    (event.old, event.old_taint) = (regs[d], record.tainted[base + d]);
                    // Results of the program's functions follow when they return.
                    record.tainted[base + d] = native(site, &self.compiled).is_none_or(|it| {
                        is_choice(it) || site.args.iter().any(|arg| record.tainted[base + usize::from(arg.r)])
                    });
                }
                record.is_opaque |= !is_understood(site, &self.compiled);
            }
            Op::Return => {
                let mut ended = Ended { frame: record.frames.last().copied(), ..Ended::default() };
                ended.regs.extend_from_slice(&regs[..code.frame.len()]);
                ended.tainted.extend_from_slice(&record.tainted[base..]);
                for (object, reg) in code.objects.iter().zip(&regs[..]) {
                    if reg.meta != Meta::UNBORN {
                        ended.objects.push(keep(memory, *reg, object.size));
                    }
                }
                event.what = What::Ends(record.ended.len() as u32);
                record.ended.push(ended);
            }
            Op::Bury { a } | Op::Blank { a } | Op::Born { a } => {
                let reg = regs[usize::from(*a)];
                event.old = reg;
                if reg.meta != Meta::UNBORN && !matches!(op, Op::Born { .. }) {
                    let size = code.objects[usize::from(*a)].size;
                    event.what = What::Ends(record.ended.len() as u32);
                    record.ended.push(Ended { objects: vec![keep(memory, reg, size)], ..Ended::default() });
                }
            }
            Op::Rare { rare } => match computes(code, op, &code.tables.rare[*rare as usize]) {
                None => record.is_opaque = true,
                Some((d, operands)) => {
                    (event.old, event.old_taint) = (regs[d], record.tainted[base + d]);
                    record.tainted[base + d] = operands.iter().any(|&r| record.tainted[base + r]);
                    event.what = What::Reads(record.ended.len() as u32);
                    let read = operands.iter().map(|&r| regs[r]).collect();
                    record.ended.push(Ended { regs: read, ..Ended::default() });
                }
            },
            _ => self.record_simple(op, base, regs, memory, &mut event),
        }
        self.record.events.push(event);
    }

    fn record_simple(
        &mut self,
        op: &Op,
        base: usize,
        regs: &Registers,
        memory: &mut Memory,
        event: &mut Event,
    ) {
        let record = &mut self.record;
        let (d, operands) = op.written_and_read();
        event.operands = operands.map(|it| it.map_or(Reg::ZERO, |r| regs[usize::from(r)]));
        let mut tainted = operands.into_iter().flatten().any(|r| record.tainted[base + usize::from(r)]);
        let word = access(op).and_then(|it| Some((state::word(regs[usize::from(it.a)], &it)?, it)));
        if let Some((word, access)) = word {
            match access.stores {
                None => tainted |= record.tainted_bytes.contains(&word.address),
                Some(b) => {
                    let watch = memory.watch(Watch::Off);
                    let old = state::load(memory, &word).filter(|it| it.meta == Meta::PLAIN);
                    memory.watch(watch);
                    event.old = old.unwrap_or(Reg::UNDEF);
                    if record.tainted[base + usize::from(b)] {
                        record.tainted_bytes.insert(word.address);
                    }
                    for address in word.address..word.address + u64::from(word.size) {
                        record.is_clobbered |= record.written.insert(address) && self.kept.assumes(address);
                    }
                }
            }
        }
        if let Some(d) = d {
            let d = usize::from(d);
            (event.old, event.old_taint) = (regs[d], record.tainted[base + d]);
            record.tainted[base + d] = tainted;
        }
    }

    /// Looks whether a label that was kept says that the run is safe from here.
    fn is_known_safe(&mut self, code: &Code, at: usize, regs: &Registers, memory: &mut Memory) -> bool {
        let record = &mut self.record;
        if record.is_opaque || record.is_clobbered || !self.flows.is_point(code, at) {
            return false;
        }
        let watch = memory.watch(Watch::Off);
        let known = self.kept.find(&record.frames, (code.id, at as u32), &record.callers, regs, memory);
        memory.watch(watch);
        let Some(label) = known else { return false };
        record.stopped = Some((label, at as u32));
        record.last.clear();
        record.last.extend_from_slice(&regs[..code.frame.len()]);
        true
    }
}

impl Witness for Recorder {
    fn see(&mut self, code: &Code, at: usize, regs: &Registers, memory: &mut Memory) -> ControlFlow<()> {
        if self.record.is_broken {
            return ControlFlow::Continue(());
        }
        if !self.follow(code, at) || self.record.events.len() >= MOST_EVENTS {
            self.record.is_broken = true;
            return ControlFlow::Continue(());
        }
        if self.is_known_safe(code, at, regs, memory) {
            return ControlFlow::Break(());
        }
        self.record(code, at, regs, memory);
        ControlFlow::Continue(())
    }
}

impl Observer for Recorder {
    fn follows_run(&self) -> bool {
        true
    }

    fn slice(&mut self, machine: &mut Machine, left: &mut u64) -> InterpResult<SliceEnd> {
        self.check(machine);
        if self.record.is_broken {
            return machine.slice(left);
        }
        let end = machine.slice_with(left, self);
        if self.record.stopped.is_some() {
            return Err(Box::new(InterpError::Assumption));
        }
        end
    }

    fn call(&mut self, machine: &mut Machine, call: &PendingCall) -> InterpResult<()> {
        if let Some(choice) = self.record.choice.take() {
            let record = &mut self.record;
            match record.events.last_mut() {
                Some(event) if is_choice(call.native) => {
                    event.what = What::Chooses(choice);
                    record.taken[choice as usize].1 = [record.callers.concat(), record.last.clone()].concat();
                }
                _ => record.is_broken = true,
            }
        }
        machine.release(call)
    }

    fn split(&mut self, _: &Machine, _: ThreadId) {
        self.record.choice = None;
        self.record.is_broken = true;
    }
}

/// The bytes of an object that ends.
fn keep(memory: &mut Memory, reg: Reg, size: u64) -> (ObjId, Extent, Vec<Option<u8>>) {
    let watch = memory.watch(Watch::Off);
    let byte = |address| {
        let byte = memory.load_u8(Pointer { addr: address, prov: reg.meta.prov() }).ok()?;
        Reg::from_scalar(byte).meta.eq(&Meta::PLAIN).then(|| Reg::from_scalar(byte).bits as u8)
    };
    let kept = if size > MOST_BYTES { 0 } else { size };
    let bytes = (reg.bits..reg.bits + kept).map(byte).collect();
    memory.watch(watch);
    (reg.meta.prov(), Extent { base: reg.bits, size: kept }, bytes)
}

/// The register that a rare operation computes and those that it reads, if it does nothing else.
pub(super) fn computes(code: &Code, op: &Op, rare: &Rare) -> Option<(usize, Vec<usize>)> {
    let is_pure = matches!(
        rare,
        Rare::Unary { .. }
            | Rare::Binary { .. }
            | Rare::Ternary { .. }
            | Rare::Extract { .. }
            | Rare::MoveWide { .. }
            | Rare::Swap { .. }
    );
    let (mut written, mut read) = (Vec::new(), Vec::new());
    each_written(code, op, |r, words| written.extend(r..r + words));
    each_read(code, op, |r, words| read.extend(r..r + words));
    let [d] = written[..] else { return None };
    is_pure.then_some((d, read))
}

/// The function of the library that a call calls.
pub(super) fn native(site: &CallSite, compiled: &Compiled) -> Option<&'static Native> {
    match site.callee {
        CalleeRef::Native(id) => Some(compiled.library.get(id)),
        _ => None,
    }
}

/// Whether all is known of what a call does.
fn is_understood(site: &CallSite, compiled: &Compiled) -> bool {
    match (&site.callee, native(site, compiled)) {
        (_, Some(it)) => is_known(it),
        (CalleeRef::Code(callee), _) => handed(site, &compiled.codes[*callee]).is_some(),
        _ => false,
    }
}

/// Whether the row of a function of the library says all that it does.
pub(super) fn is_known(native: &Native) -> bool {
    is_choice(native) || native.has(Traits::ASSUMES) || native.has(Traits::ASSERTS)
}

/// Whether a function of the library gives what is chosen, and does nothing else.
pub(super) fn is_choice(native: &Native) -> bool {
    native.has(Traits::CHOOSES) || native.effects.draws.is_some()
}
