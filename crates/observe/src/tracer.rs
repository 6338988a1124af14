//! Following a run operation by operation: who wrote what where, where the values in registers were read, who took which lock,
//! allocated and freed what. What a violation is explained with (`explain`).
//!
//! The machine runs one operation at a time for a tracer ([`SingleStep`]), which looks at the state before and after it.
//!
//! Invariant: following changes nothing. A run that is followed takes the same steps to the same states. What is too long to be
//! followed runs as ever, and is not known afterwards.

use crate::operation::{act_of_call, acts, atomic_span, native_of, overlap, place, result, stored_at};
use crate::script::Record;
use gmc_mem::{MemoryAccess, ObjId, Pointer, Scalar, Storage, Watch};
use gmc_model::ThreadId;
use gmc_system::observer::Observer;
use gmc_system::{At, Execution};
use gmc_vm::CodeId;
use gmc_vm::IdVec;
use gmc_vm::code::{Code, Op, R};
use gmc_vm::effects::{self, Atomicity, LockKind};
use gmc_vm::exec::SingleStep;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::liveness::{each_read, each_written};
use gmc_vm::machine::{Machine, SliceEnd};
use gmc_vm::native::Native;
use gmc_vm::pending_call::PendingCall;
use gmc_vm::reg::{Meta, Reg};
use gmc_vm::thread::Thread;
use std::any::Any;
use std::collections::{BTreeMap, HashMap};

/// Operations that are followed at most.
const MOST: u64 = 1 << 21;

/// Calls that are followed at most, one in the other: what is known of each takes more memory than the call.
const DEEPEST: usize = 1 << 14;

/// Places that a value is known to come from at most.
const SOURCES: usize = 3;

/// Something that a thread did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Executed {
    pub(crate) thread: ThreadId,
    pub(crate) at: At,
}

/// Memory that a value was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) touch: MemoryAccess,
    /// The operation that read it.
    pub(crate) at: At,
    /// How many writes there had been.
    pub(crate) seen: usize,
}

/// Memory that was written.
struct Written {
    touch: MemoryAccess,
    deed: Executed,
    /// Where the value came from.
    sources: Vec<Source>,
}

/// A branch that was taken.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) at: At,
    /// The values that decided, and where they came from.
    pub(crate) operands: Vec<(Reg, Vec<Source>)>,
}

/// What is known of a piece of heap memory.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    /// Counted from 1, in the order of allocation.
    pub number: usize,
    pub(crate) made: Option<Executed>,
    pub(crate) freed: Vec<Executed>,
    /// Where the last pointer to it was stored, and by whom.
    pub(crate) kept: Option<(Pointer, Executed)>,
    /// Where a pointer to it was overwritten last, and by whom.
    pub(crate) lost: Option<(Pointer, Executed)>,
}

/// What is known of a thread.
#[derive(Clone, Default)]
struct Track {
    /// Where the values of registers come from.
    sources: BTreeMap<usize, Vec<Source>>,
    /// What was last put into registers, by call, number within it, and function: the machine forgets those that nobody will
    /// read again.
    values: BTreeMap<(usize, usize), (CodeId, Reg)>,
    /// How many calls it was in.
    depth: usize,
    branch: Option<Branch>,
    /// What the last operation read: where it compares and the next one branches, that is what decides.
    last: Option<Branch>,
}

impl Track {
    /// A call begins: nothing is known of its registers but the parameters.
    fn enter(&mut self, machine: &Machine, thread: ThreadId) {
        let thread = &machine.threads[thread];
        self.depth = thread.frames.len();
        let Some(frame) = thread.frames.last() else { return };
        self.leave(self.depth - 1);
        for param in &machine.compiled.codes[frame.code].signature.params {
            self.put(thread, self.depth - 1, param.r.into());
        }
    }

    /// Calls from this one on have returned.
    fn leave(&mut self, depth: usize) {
        cut(&mut self.values, &(depth, 0));
    }

    /// Notes what a register of a call holds.
    fn put(&mut self, thread: &Thread, depth: usize, r: usize) {
        let Some(frame) = thread.frames.get(depth) else { return };
        let reg = thread.regs.get(frame.base + r);
        self.values.extend(reg.map(|&reg| ((depth, r), (frame.code, reg))));
    }
}

/// Whether a branch asks for the outcome of a comparison of two numbers or pointers, which the operation before it was.
fn decides(branch: &Op, code: &Code, last: &Op) -> bool {
    let Op::Br { a, .. } = *branch else { return false };
    let mut outcome = false;
    each_written(code, last, |r, _| outcome |= r == usize::from(a));
    outcome && !matches!(last, Op::Rare { .. } | Op::Call { .. } | Op::Move { .. })
}

/// Removes what comes from here on: in time for what is removed, not for what there is.
fn cut<K: Ord, V>(map: &mut BTreeMap<K, V>, from: &K) {
    while let Some(last) = map.last_entry()
        && last.key() >= from
    {
        last.remove();
    }
}

/// Looks at a run statement by statement: a debugger.
pub trait Statements: Any {
    /// The current thread is about to execute a statement, in so many calls. Whether it is to stop there.
    fn reaches(&mut self, machine: &Machine, tracer: &Tracer, at: At, depth: usize) -> bool;
}

/// Follows a run.
pub struct Tracer {
    left: u64,
    threads: IdVec<ThreadId, Track>,
    writes: Vec<Written>,
    heap: HashMap<ObjId, Heap>,
    /// How many pieces of heap memory there have been.
    made: usize,
    /// Calls that take locks.
    locks: Vec<(Pointer, LockKind, Executed)>,
    /// The operations of the step under way that begin statements.
    path: Vec<Executed>,
    /// The object that the error is about.
    pub(crate) guilty: Option<ObjId>,
    /// The threads whose accesses race.
    pub(crate) racing: Option<(ThreadId, ThreadId)>,
    /// All that threads have done that can be recognised from outside, if somebody wants to know.
    pub(crate) record: Option<Record>,
    /// Looks at each statement, for a debugger.
    pub statements: Option<Box<dyn Statements>>,
}

/// What a tracer knew at some time: it can be taken back to it.
#[derive(Clone)]
pub struct Origins {
    left: u64,
    threads: IdVec<ThreadId, Track>,
    writes: usize,
    heap: HashMap<ObjId, Heap>,
    made: usize,
    locks: usize,
}

/// An operation, as it stands before it is done.
struct Before {
    at: At,
    op: Op,
    depth: usize,
    base: usize,
    /// Where the values that it reads come from.
    sources: Vec<Source>,
    /// The pointer that it overwrites.
    old: Option<Pointer>,
    call: Option<(&'static Native, Vec<Reg>)>,
}

impl Tracer {
    pub fn new() -> Tracer {
        Tracer {
            left: MOST,
            threads: IdVec::default(),
            writes: Vec::new(),
            heap: HashMap::new(),
            made: 0,
            locks: Vec::new(),
            path: Vec::new(),
            guilty: None,
            racing: None,
            record: None,
            statements: None,
        }
    }

    /// What is known now.
    pub fn known(&self) -> Origins {
        Origins {
            left: self.left,
            threads: self.threads.clone(),
            writes: self.writes.len(),
            heap: self.heap.clone(),
            made: self.made,
            locks: self.locks.len(),
        }
    }

    /// Forgets all that came after a time of the same run.
    pub fn forget_since(&mut self, known: &Origins) {
        let Origins { left, threads, heap, made, .. } = known.clone();
        (self.left, self.threads, self.heap, self.made) = (left, threads, heap, made);
        self.writes.truncate(known.writes);
        self.locks.truncate(known.locks);
        self.path.clear();
        (self.guilty, self.racing) = (None, None);
    }

    /// Whether what is still to come can be followed.
    pub fn is_tired(&self) -> bool {
        self.left == 0
    }

    /// What was last put into a register of a call, which is one of this function.
    pub fn held(&self, thread: ThreadId, depth: usize, r: usize, code: CodeId) -> Option<Reg> {
        let &(by, reg) = self.threads.get(thread)?.values.get(&(depth, r))?;
        (by == code).then_some(reg)
    }

    /// A value that was open may be a number now, in the registers of a thread.
    pub(crate) fn decided(&mut self, machine: &Machine, thread: ThreadId) {
        let it = &machine.threads[thread];
        for (&(depth, r), (_, held)) in &mut self.track(thread).values {
            let reg = it.frames.get(depth).and_then(|frame| it.regs.get(frame.base + r));
            if let Some(reg) = reg.filter(|reg| held.is_nondet() && reg.meta == Meta::PLAIN) {
                *held = *reg;
            }
        }
    }

    /// Whether memory was written, after so many writes; and how many there have been.
    pub fn wrote_since(&self, seen: usize, touch: Option<&MemoryAccess>) -> (bool, usize) {
        let new = self.writes.get(seen..).unwrap_or_default();
        (touch.is_some_and(|touch| new.iter().any(|it| overlap(&it.touch, touch))), self.writes.len())
    }

    /// Does what [`Machine::slice`] does, one operation at a time.
    fn run(&mut self, machine: &mut Machine, left: &mut u64) -> InterpResult<SliceEnd> {
        let thread = machine.current;
        let depth = machine.threads[thread].frames.len();
        if depth > DEEPEST {
            self.left = 0;
        }
        if self.left == 0 || depth == 0 {
            return machine.slice(left);
        }
        loop {
            // Looking is not accessing.
            let watch = machine.memory.watch(Watch::Off);
            let before = self.before(machine);
            let stops = self.stops(machine, &before);
            machine.memory.watch(watch);
            if stops {
                return Err(Box::new(InterpError::Breakpoint));
            }
            let simple = !matches!(before.op, Op::Call { .. } | Op::Return | Op::Rare { .. });
            if let Some(record) = &mut self.record {
                let code = &machine.compiled.codes[before.at.code];
                record.attempt(machine, thread, before.at, acts(machine, code, before.base, &before.op));
            }
            let turn = machine.slice_with(left, &mut SingleStep::default());
            self.left -= 1;
            if let Ok(SliceEnd::Went | SliceEnd::Finished) = turn {
                let watch = machine.memory.watch(Watch::Off);
                self.after(machine, thread, &before);
                machine.memory.watch(watch);
                if let Some(record) = &mut self.record {
                    record.done(machine, thread, result(machine, before.at, before.op, before.base));
                }
            }
            // After anything that is not simple the caller looks at the machine.
            if !simple || *left == 0 || self.left == 0 || !matches!(turn, Ok(SliceEnd::Went)) {
                return turn;
            }
        }
    }

    /// Whether a debugger wants to look at the program before this operation.
    fn stops(&mut self, machine: &Machine, it: &Before) -> bool {
        let begins = machine.compiled.codes[it.at.code].source.statements[it.at.pc as usize] > 0;
        if !begins {
            return false;
        }
        let Some(mut statements) = self.statements.take() else { return false };
        let stops = statements.reaches(machine, self, it.at, it.depth);
        self.statements = Some(statements);
        stops
    }

    fn track(&mut self, thread: ThreadId) -> &mut Track {
        if !self.threads.has(thread) {
            self.threads.resize_with(thread.index() + 1, Track::default);
        }
        &mut self.threads[thread]
    }

    /// Looks at the operation that the current thread stands before.
    fn before(&mut self, machine: &Machine) -> Before {
        let thread = &machine.threads[machine.current];
        let frame = thread.frames.last().expect("the caller saw it");
        let code = &machine.compiled.codes[frame.code];
        let at = At { code: frame.code, pc: frame.pc };
        let (op, base) = (code.ops[frame.pc as usize], frame.base);
        let deed = Executed { thread: machine.current, at };
        if code.source.statements[frame.pc as usize] > 0 && self.path.last() != Some(&deed) {
            self.path.push(deed);
        }
        let track = self.track(machine.current);
        if thread.frames.len() > track.depth {
            track.enter(machine, machine.current);
        }
        track.depth = thread.frames.len();
        let mut sources = Vec::new();
        let mut operands = Vec::new();
        let address = stored_at(&op);
        each_read(code, &op, |first, _| {
            let known = track.sources.get(&(base + first)).cloned().unwrap_or_default();
            operands.push((thread.regs.get(base + first).copied().unwrap_or(Reg::UNDEF), known.clone()));
            for it in known.into_iter().filter(|_| address != Some(first)) {
                if sources.len() < SOURCES && !sources.contains(&it) {
                    sources.push(it);
                }
            }
        });
        let this = Branch { at, operands };
        let last = track.last.replace(this.clone());
        if op.is_branch() {
            let before = At { pc: at.pc.wrapping_sub(1), ..at };
            let compared =
                last.filter(|it| it.at == before && decides(&op, code, &code.ops[before.pc as usize]));
            self.track(machine.current).branch = Some(compared.unwrap_or(this));
        }
        let old = place(machine, code, base, &op).filter(|it| it.1.write && it.1.size >= 4).and_then(
            |(at, touch)| match machine.memory.load_lenient(at, touch.size.min(8) as usize) {
                Ok((Scalar::Pointer(old), 0)) => Some(old),
                _ => None,
            },
        );
        let call = native_of(machine, code, &op).map(|(native, args)| {
            let value = |r: &R| thread.regs.get(base + usize::from(*r)).copied().unwrap_or(Reg::UNDEF);
            (native, args.iter().map(value).collect::<Vec<_>>())
        });
        let old = old.or_else(|| call.as_ref().and_then(|it| Tracer::overwritten(machine, it.0, &it.1)));
        Before { at, op, depth: thread.frames.len(), base, sources, old, call }
    }

    /// Notes what an operation did.
    fn after(&mut self, machine: &Machine, thread: ThreadId, it: &Before) {
        let code = &machine.compiled.codes[it.at.code];
        let deed = Executed { thread, at: it.at };
        if let Some((native, arguments)) = &it.call {
            self.called(machine, deed, it.op, it.base, (native, arguments, it.old));
            return;
        }
        let depth = machine.threads[thread].frames.len();
        if depth != it.depth {
            self.moved(machine, thread, it, depth);
            return;
        }
        let touched = place(machine, code, it.base, &it.op);
        let seen = self.writes.len();
        let sources = match touched {
            Some((_, touch)) if !touch.write => vec![Source { touch, at: it.at, seen }],
            _ => it.sources.clone(),
        };
        let track = self.track(thread);
        each_written(code, &it.op, |first, words| {
            for r in first..first + words {
                track.sources.insert(it.base + r, sources.clone());
                track.put(&machine.threads[thread], it.depth - 1, r);
            }
        });
        if let Some((at, touch)) = touched.filter(|it| it.1.write) {
            self.wrote(machine, touch, at, it.old, deed, it.sources.clone());
        }
    }

    fn wrote(
        &mut self,
        machine: &Machine,
        touch: MemoryAccess,
        at: Pointer,
        old: Option<Pointer>,
        deed: Executed,
        sources: Vec<Source>,
    ) {
        self.writes.push(Written { touch, deed, sources });
        let new = match machine.memory.load_lenient(at, touch.size.min(8) as usize) {
            Ok((Scalar::Pointer(new), 0)) => Some(new),
            _ => None,
        };
        if old.map(|it| it.prov) == new.map(|it| it.prov) {
            return;
        }
        if let Some(old) = old {
            self.heap.entry(old.prov).or_default().lost = Some((at, deed));
        }
        if let Some(new) = new {
            self.heap.entry(new.prov).or_default().kept = Some((at, deed));
        }
    }

    /// A function was called, or has returned.
    fn moved(&mut self, machine: &Machine, thread: ThreadId, it: &Before, depth: usize) {
        let codes = &machine.compiled.codes;
        let Some(frame) = machine.threads[thread].frames.last() else { return };
        let (code, here) = (&codes[it.at.code], &codes[frame.code]);
        let back = frame.pc.checked_sub(1).map(|pc| here.ops[pc as usize]);
        let track = self.track(thread);
        match depth > it.depth {
            true => track.enter(machine, thread),
            false => track.leave(depth),
        }
        track.depth = depth;
        if depth > it.depth {
            let Op::Call { call } = it.op else { return };
            let known: Vec<_> = code.tables.calls[call as usize]
                .args
                .iter()
                .map(|arg| track.sources.get(&(it.base + usize::from(arg.r))).cloned())
                .collect();
            cut(&mut track.sources, &frame.base);
            for (param, known) in here.signature.params.iter().zip(known) {
                track.sources.extend(known.map(|known| (frame.base + usize::from(param.r), known)));
            }
        } else if let (Some((from, _)), Some(Op::Call { call })) = (code.signature.result, back)
            && let Some((to, _)) = here.tables.calls[call as usize].result
        {
            let known = track.sources.get(&(it.base + usize::from(from))).cloned().unwrap_or_default();
            cut(&mut track.sources, &it.base);
            track.sources.insert(frame.base + usize::from(to), known);
            track.put(&machine.threads[thread], depth - 1, to.into());
        }
    }

    /// A function of the machine was called.
    fn called(
        &mut self,
        machine: &Machine,
        deed: Executed,
        op: Op,
        base: usize,
        (native, arguments, old): (&'static Native, &[Reg], Option<Pointer>),
    ) {
        let pointer = |at: usize| arguments.get(at).filter(|it| !it.is_undef()).map(|it| it.as_pointer());
        let code = &machine.compiled.codes[deed.at.code];
        let result = match op {
            Op::Call { call } => code.tables.calls[call as usize].result.map(|it| base + usize::from(it.0)),
            _ => None,
        };
        let effects = &native.effects;
        let taken = effects.lock.filter(|it| it.action != effects::LockAction::Give);
        if let Some((it, lock)) = taken.and_then(|it| Some((it, pointer(it.at)?))) {
            self.locks.push((lock, it.kind, deed));
        }
        if let Some(freed) = effects.frees.and_then(pointer) {
            self.heap.entry(freed.prov).or_default().freed.push(deed);
        }
        let mut sources = Vec::new();
        let number =
            |at: usize| arguments.get(at).filter(|it| it.meta == Meta::PLAIN).map_or(1, |it| it.bits);
        for span in effects.spans {
            let Some(at) = pointer(span.at) else { continue };
            let mut touched = Vec::new();
            span.touches_at(machine, at, number, |touch| touched.push(touch));
            for touch in touched {
                if atomic_span(native).is_some_and(|it| std::ptr::eq(it, span)) {
                    sources.push(Source { touch, at: deed.at, seen: self.writes.len() });
                    if touch.write {
                        self.wrote(machine, touch, at, old, deed, Vec::new());
                    }
                } else if touch.write && span.atomicity == Atomicity::Plain {
                    self.writes.push(Written { touch, deed, sources: Vec::new() });
                }
            }
        }
        let Some(r) = result else { return };
        let made =
            machine.threads[deed.thread].regs.get(r).filter(|it| !it.is_undef()).map(|it| it.as_pointer());
        let heap = |it: &Pointer| machine.memory.object(it.prov).is_some_and(|it| it.kind == Storage::Heap);
        if let Some(made) = made.filter(heap).filter(|_| effects.makes) {
            // The number may have been another one's before.
            self.made += 1;
            self.heap.insert(made.prov, Heap { number: self.made, made: Some(deed), ..Heap::default() });
        }
        let thread = &machine.threads[deed.thread];
        let track = self.track(deed.thread);
        track.sources.insert(r, sources);
        if let Some(depth) = thread.frames.iter().rposition(|it| it.base == base) {
            track.put(thread, depth, r - base);
        }
    }

    /// What an atomic operation would overwrite, if it is a pointer.
    pub(crate) fn overwritten(machine: &Machine, native: &Native, arguments: &[Reg]) -> Option<Pointer> {
        let at = arguments.get(atomic_span(native)?.at).filter(|it| !it.is_undef())?;
        match machine.memory.load_lenient(at.as_pointer(), machine.memory.target().pointer_size()) {
            Ok((Scalar::Pointer(old), 0)) => Some(old),
            _ => None,
        }
    }

    /// A function that was held back has been called. `base` is its caller's.
    pub(crate) fn released(
        &mut self,
        machine: &Machine,
        at: At,
        base: usize,
        call: (&'static Native, &[Reg], Option<Pointer>),
    ) {
        let op = machine.compiled.codes[at.code].ops[at.pc as usize];
        self.called(machine, Executed { thread: machine.current, at }, op, base, call);
        if let Some(record) = &mut self.record {
            record.done(machine, machine.current, result(machine, at, op, base));
        }
    }

    /// An operation at the start of a step has written memory.
    pub(crate) fn touched(&mut self, thread: ThreadId, at: At, touches: &[MemoryAccess]) {
        let written = touches.iter().filter(|it| it.write);
        let deed = Executed { thread, at };
        self.writes.extend(written.map(|touch| Written { touch: *touch, deed, sources: Vec::new() }));
    }

    /// Who wrote this last, of the first `seen` writes, and where the value came from.
    pub(crate) fn last_write(&self, touch: &MemoryAccess, seen: usize) -> Option<(Executed, &[Source])> {
        let writes = &self.writes[..seen.min(self.writes.len())];
        writes.iter().rev().find(|it| overlap(&it.touch, touch)).map(|it| (it.deed, it.sources.as_slice()))
    }

    /// Where a value in a register comes from.
    pub(crate) fn sources(&self, thread: ThreadId, register: usize) -> &[Source] {
        let track = self.threads.get(thread);
        track.and_then(|it| it.sources.get(&register)).map_or(&[], Vec::as_slice)
    }

    /// The last branch that a thread has taken.
    pub(crate) fn branch(&self, thread: ThreadId) -> Option<&Branch> {
        self.threads.get(thread)?.branch.as_ref()
    }

    pub fn heap(&self, object: ObjId) -> Option<&Heap> {
        self.heap.get(&object)
    }

    /// All locks that somebody took at some time, with the last call by each thread.
    pub(crate) fn locks(&self) -> &[(Pointer, LockKind, Executed)] {
        &self.locks
    }

    /// Whether the run was too long to be followed.
    pub(crate) fn gave_up(&self) -> bool {
        self.left == 0
    }

    /// The statements of the step that has ended.
    pub(crate) fn take_path(&mut self) -> Vec<Executed> {
        std::mem::take(&mut self.path)
    }
}

impl Tracer {
    /// The tracer that follows a program under check.
    pub fn of(execution: &Execution) -> Option<&Tracer> {
        let observer: &dyn Any = execution.observer.as_deref()?;
        observer.downcast_ref()
    }

    /// The same, to be changed.
    pub fn of_mut(execution: &mut Execution) -> Option<&mut Tracer> {
        let observer: &mut dyn Any = execution.observer.as_deref_mut()?;
        observer.downcast_mut()
    }
}

impl Observer for Tracer {
    fn follows_run(&self) -> bool {
        true
    }

    fn slice(&mut self, machine: &mut Machine, left: &mut u64) -> InterpResult<SliceEnd> {
        self.run(machine, left)
    }

    fn call(&mut self, machine: &mut Machine, held: &PendingCall) -> InterpResult<()> {
        let frame = machine.threads[machine.current].frames.last().expect("a call has a caller");
        let (at, base) = (At { code: frame.code, pc: frame.pc }, frame.base);
        let (native, arguments) = (held.native, &held.call.regs);
        // Looking is not accessing.
        let watch = machine.memory.watch(Watch::Off);
        let old = Tracer::overwritten(machine, native, arguments);
        if let Some(record) = &mut self.record {
            let acts = act_of_call(machine, native).into_iter().collect();
            record.attempt(machine, machine.current, at, acts);
        }
        machine.memory.watch(watch);
        machine.release(held)?;
        let watch = machine.memory.watch(Watch::Off);
        self.released(machine, at, base, (native, arguments, old));
        machine.memory.watch(watch);
        Ok(())
    }

    fn split(&mut self, machine: &Machine, thread: ThreadId) {
        self.decided(machine, thread);
    }

    fn blame(&mut self, object: Option<ObjId>) {
        self.guilty = object;
    }

    fn race(&mut self, one: ThreadId, other: ThreadId) {
        self.racing = Some((one, other));
    }
}
