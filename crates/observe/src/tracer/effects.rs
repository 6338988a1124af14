//! What an operation has done, as a tracer notes it: writes and their sources, calls and returns, locks, allocations.

use super::{Before, HeapHistory, Source, ThreadOp, Tracer, Write};
use crate::operation::{accessed, atomic_span};
use gmc_mem::{MemoryAccess, Pointer, Scalar, Storage};
use gmc_model::ThreadId;
use gmc_vm::code::Op;
use gmc_vm::effects::{Atomicity, LockAction};
use gmc_vm::liveness::each_written;
use gmc_vm::machine::Machine;
use gmc_vm::native::Native;
use gmc_vm::reg::{Meta, Reg};

/// A call of a function of the machine, as it was before it was made.
#[derive(Clone)]
pub(super) struct NativeCall {
    pub(super) native: &'static Native,
    pub(super) arguments: Vec<Reg>,
}

/// The pointer at an address, if there is one.
pub(super) fn pointer_at(machine: &Machine, at: Pointer, size: usize) -> Option<Pointer> {
    match machine.memory.load_lenient(at, size) {
        Ok((Scalar::Pointer(pointer), 0)) => Some(pointer),
        _ => None,
    }
}

impl NativeCall {
    fn pointer(&self, at: usize) -> Option<Pointer> {
        self.arguments.get(at).filter(|it| !it.is_undef()).map(|it| it.as_pointer())
    }

    /// The pointer that an atomic operation would overwrite, if there is one.
    pub(super) fn overwritten(&self, machine: &Machine) -> Option<Pointer> {
        let at = self.pointer(atomic_span(self.native)?.at)?;
        pointer_at(machine, at, machine.memory.target().pointer_size())
    }
}

impl Tracer {
    /// Notes what an operation has done.
    pub(super) fn after(&mut self, machine: &Machine, thread: ThreadId, before: &Before) {
        let code = &machine.compiled.codes[before.at.code];
        let by = ThreadOp { thread, at: before.at };
        if let Some(call) = &before.call {
            self.called(machine, by, before.base, call, before.overwritten);
            return;
        }
        let depth = machine.threads[thread].frames.len();
        if depth != before.depth {
            self.changed_depth(machine, thread, before, depth);
            return;
        }
        let accessed = accessed(machine, thread, code, before.base, &before.op);
        let sources = match accessed {
            Some((_, access)) if !access.write => {
                vec![Source { access, at: before.at, writes: self.writes.len() }]
            }
            _ => before.sources.clone(),
        };
        let trace = self.thread_mut(thread);
        each_written(code, &before.op, |first, words| {
            for r in first..first + words {
                trace.sources.insert(before.base + r, sources.clone());
                trace.put(&machine.threads[thread], before.depth - 1, r);
            }
        });
        if let Some((at, access)) = accessed.filter(|it| it.1.write) {
            let write = Write { access, by, sources: before.sources.clone() };
            self.wrote(machine, at, before.overwritten, write);
        }
    }

    /// Memory was written, where there was this pointer before.
    fn wrote(&mut self, machine: &Machine, at: Pointer, overwritten: Option<Pointer>, write: Write) {
        let (by, size) = (write.by, write.access.size.min(8) as usize);
        self.writes.push(write);
        let stored = pointer_at(machine, at, size);
        if overwritten.map(|it| it.prov) == stored.map(|it| it.prov) {
            return;
        }
        if let Some(overwritten) = overwritten {
            self.heap.entry(overwritten.prov).or_default().overwritten = Some((at, by));
        }
        if let Some(stored) = stored {
            self.heap.entry(stored.prov).or_default().stored = Some((at, by));
        }
    }

    /// A function was called, or has returned.
    fn changed_depth(&mut self, machine: &Machine, thread: ThreadId, before: &Before, depth: usize) {
        let codes = &machine.compiled.codes;
        let state = &machine.threads[thread];
        let Some(frame) = state.frames.last() else { return };
        let (code, here) = (&codes[before.at.code], &codes[frame.code]);
        let call_under_way = frame.pc.checked_sub(1).map(|pc| here.ops[pc as usize]);
        let trace = self.thread_mut(thread);
        let is_call = depth > before.depth;
        if is_call {
            trace.enter(machine, state);
        } else {
            trace.leave(depth);
        }
        trace.depth = depth;
        if is_call {
            let Op::Call { call } = before.op else { return };
            let arguments: Vec<_> = code.tables.calls[call as usize]
                .args
                .iter()
                .map(|arg| trace.sources.get(&(before.base + usize::from(arg.r))).cloned())
                .collect();
            trace.forget_sources(frame.base);
            for (param, sources) in here.signature.params.iter().zip(arguments) {
                trace.sources.extend(sources.map(|it| (frame.base + usize::from(param.r), it)));
            }
        } else if let (Some((from, _)), Some(Op::Call { call })) = (code.signature.result, call_under_way)
            && let Some((to, _)) = here.tables.calls[call as usize].result
        {
            let sources = trace.sources.get(&(before.base + usize::from(from))).cloned().unwrap_or_default();
            trace.forget_sources(before.base);
            trace.sources.insert(frame.base + usize::from(to), sources);
            trace.put(state, depth - 1, to.into());
        }
    }

    /// A function of the machine was called. `base` is where the caller's registers begin.
    pub(super) fn called(
        &mut self,
        machine: &Machine,
        by: ThreadOp,
        base: usize,
        call: &NativeCall,
        overwritten: Option<Pointer>,
    ) {
        let effects = &call.native.effects;
        let taken = effects.lock.filter(|it| it.action != LockAction::Give);
        if let Some((it, lock)) = taken.and_then(|it| Some((it, call.pointer(it.at)?))) {
            self.locks.push((lock, it.kind, by));
        }
        if let Some(freed) = effects.frees.and_then(|at| call.pointer(at)) {
            self.heap.entry(freed.prov).or_default().freed.push(by);
        }
        let sources = self.spans_written(machine, by, call, overwritten);
        let code = &machine.compiled.codes[by.at.code];
        let result = match code.ops[by.at.pc as usize] {
            Op::Call { call } => code.tables.calls[call as usize].result.map(|it| base + usize::from(it.0)),
            _ => None,
        };
        let Some(r) = result else { return };
        let thread = &machine.threads[by.thread];
        let returned = thread.regs.get(r).filter(|it| !it.is_undef()).map(|it| it.as_pointer().prov);
        let is_heap = |it| machine.memory.object(it).is_some_and(|it| it.kind == Storage::Heap);
        if let Some(block) = returned.filter(|it| effects.makes.is_some() && is_heap(*it)) {
            // The object's number may have been that of a block that was freed.
            self.allocations += 1;
            let history =
                HeapHistory { number: self.allocations, allocated: Some(by), ..HeapHistory::default() };
            self.heap.insert(block, history);
        }
        let trace = self.thread_mut(by.thread);
        trace.sources.insert(r, sources);
        if let Some(depth) = thread.frames.iter().rposition(|it| it.base == base) {
            trace.put(thread, depth, r - base);
        }
    }

    /// Notes what a call has written; where the result of an atomic operation comes from.
    fn spans_written(
        &mut self,
        machine: &Machine,
        by: ThreadOp,
        call: &NativeCall,
        overwritten: Option<Pointer>,
    ) -> Vec<Source> {
        let number =
            |at: usize| call.arguments.get(at).filter(|it| it.meta == Meta::PLAIN).map_or(1, |it| it.bits);
        let mut sources = Vec::new();
        for span in call.native.effects.spans {
            let Some(at) = call.pointer(span.at) else { continue };
            let mut accesses: Vec<MemoryAccess> = Vec::new();
            span.touches_at(machine, at, number, |access| accesses.push(access));
            for access in accesses {
                let write = Write { access, by, sources: Vec::new() };
                if atomic_span(call.native).is_some_and(|it| std::ptr::eq(it, span)) {
                    sources.push(Source { access, at: by.at, writes: self.writes.len() });
                    if access.write {
                        self.wrote(machine, at, overwritten, write);
                    }
                } else if access.write && span.atomicity == Atomicity::Plain {
                    self.writes.push(write);
                }
            }
        }
        sources
    }
}
