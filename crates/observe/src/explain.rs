//! Why it came to a violation, as far as the run tells: where the values came from that decided, who allocated and freed, who took
//! the locks that others wait for. Notes that are added to those that the last state tells by itself.

use crate::tracer::{Executed, Source, Tracer};
use gmc_ir::body::StmtKind;
use gmc_ir::expr::{BinaryOp, Expr};
use gmc_ir::id::ExprId;
use gmc_ir::types::Size;
use gmc_mem::{MemoryAccess, ObjId, Pointer, Storage};
use gmc_model::ThreadId;
use gmc_model::{ErrorKind, Location, Note, Violation};
use gmc_system::Execution;
use gmc_system::pending::Pending;
use gmc_vm::CodeId;
use gmc_vm::code::Op;
use gmc_vm::diagnose::{self, leaf};
use gmc_vm::library::Blocker;
use gmc_vm::liveness::each_read;
use gmc_vm::locks;
use gmc_vm::reg::Reg;

/// Values that are told of, and places that each came from.
const MOST: usize = 4;

/// Adds to a violation what the run tells of it, if the run was followed.
pub(crate) fn explain(execution: &Execution, violation: &mut Violation) {
    let Some(tracer) = Tracer::of(execution) else { return };
    let story = Story { execution, tracer };
    match violation.kind {
        ErrorKind::DataRace => story.race(violation),
        ErrorKind::Deadlock => story.deadlock(violation),
        ErrorKind::MemoryLeak => story.leak(violation),
        ErrorKind::Assertion | ErrorKind::Abort | ErrorKind::UnreachableReached => story.decision(violation),
        ErrorKind::Invariant | ErrorKind::Livelock | ErrorKind::Ltl => {}
        _ => story.values(violation),
    }
}

struct Story<'s> {
    execution: &'s Execution,
    tracer: &'s Tracer,
}

impl Story<'_> {
    fn location(&self, deed: Executed) -> Option<Location> {
        diagnose::at(&self.execution.machine, deed.at.code, deed.at.pc).filter(|at| at.line > 0)
    }

    fn note(&self, message: String, deed: Executed) -> Note {
        Note { message, location: self.location(deed) }
    }

    /// Who did something: nothing worth a word where there is only one thread.
    fn who(&self, thread: ThreadId) -> String {
        if self.execution.machine.threads.len() > 1 {
            format!("thread {thread}")
        } else {
            "the program".to_owned()
        }
    }

    /// The locks that a thread holds, and where it took each.
    fn held(&self, thread: ThreadId) -> Vec<(Pointer, Executed)> {
        let mut out: Vec<(Pointer, Executed)> = Vec::new();
        for &(lock, sort, deed) in self.tracer.locks().iter().rev() {
            let known = out.iter().any(|it| it.0 == lock);
            if !known
                && deed.thread == thread
                && locks::holder(&self.execution.machine, sort, lock) == Some(thread)
            {
                out.push((lock, deed));
            }
        }
        out.reverse();
        out
    }

    fn race(&self, violation: &mut Violation) {
        let Some((one, other)) = self.tracer.racing else { return };
        for thread in [one, other] {
            let held = self.held(thread);
            if held.is_empty() {
                violation
                    .notes
                    .push(Note { message: format!("thread {thread} holds no lock"), location: None });
            }
            for (lock, deed) in held {
                let lock = leaf::target(&self.execution.machine, lock);
                violation
                    .notes
                    .push(self.note(format!("thread {thread} holds `{lock}`, which it took here"), deed));
            }
        }
    }

    fn deadlock(&self, violation: &mut Violation) {
        let execution = self.execution;
        for (waiting, state) in execution.threads.entries() {
            let Pending::Call(held) = &state.pending else { continue };
            let Some(Blocker::Holder(holder)) =
                execution.machine.compiled.library.calls.blocker(&execution.machine, waiting, held)
            else {
                continue;
            };
            let lock = held.native.effects.lock.and_then(|it| held.call.pointer(it.at).ok());
            let Some(lock) = lock else { continue };
            let taken = self.tracer.locks().iter().rev().find(|it| it.0 == lock && it.2.thread == holder);
            let Some((_, _, deed)) = taken else { continue };
            let lock = leaf::target(&execution.machine, lock);
            let note = self.note(format!("thread {holder} took `{lock}` here"), *deed);
            // Behind what the waiting thread is said to wait for.
            let prefix = format!("thread {waiting} waits");
            let at = violation.notes.iter().position(|it| it.message.starts_with(&prefix));
            violation.notes.insert(at.map_or(violation.notes.len(), |at| at + 1), note);
        }
    }

    fn leak(&self, violation: &mut Violation) {
        let Some(heap) = self.tracer.guilty.and_then(|it| self.tracer.heap(it)) else { return };
        let mut notes = Vec::new();
        if let Some((at, deed)) = heap.kept.filter(|it| !self.is_made_up(it.0)) {
            let message =
                format!("{} kept the last pointer to it in `{}` here", self.who(deed.thread), self.place(at));
            notes.push(self.note(message, deed));
        }
        if heap.kept.is_none() {
            let message = "no pointer to it was ever kept but in local variables".to_owned();
            notes.push(Note { message, location: None });
        }
        if let Some((at, deed)) = heap.lost.filter(|it| !self.is_made_up(it.0)) {
            let message =
                format!("{} overwrote a pointer to it in `{}` here", self.who(deed.thread), self.place(at));
            notes.push(self.note(message, deed));
        }
        violation.notes.splice(0..0, notes);
    }

    /// What was compared in the last branch before the error.
    fn decision(&self, violation: &mut Violation) {
        let Some(branch) = self.tracer.branch(violation.thread) else { return };
        let exprs = self.compared(branch.at.code, branch.at.pc);
        let mut notes = Vec::new();
        for (at, (reg, sources)) in branch.operands.iter().enumerate().take(MOST) {
            let what = exprs.get(at).and_then(|&expr| self.valued(branch.at.code, expr, *reg));
            self.tell("value", what, sources, &mut notes);
        }
        violation.notes.splice(0..0, notes);
    }

    /// Where the values come from that the guilty operation works with, and whose memory it is about.
    fn values(&self, violation: &mut Violation) {
        let machine = &self.execution.machine;
        let mut notes = Vec::new();
        if let Some(heap) = self.tracer.guilty.and_then(|it| self.tracer.heap(it)) {
            self.say_who(heap.made, "it was allocated here", violation);
            self.say_who(heap.freed.first().copied(), "it was freed here", violation);
        }
        let thread = violation.thread;
        if let Some(frame) = machine.threads.get(thread).and_then(|it| it.frames.last())
            && let Some(at) = frame.pc.checked_sub(1)
        {
            let code = &machine.compiled.codes[frame.code];
            let mut sources: Vec<Source> = Vec::new();
            each_read(code, &code.ops[at as usize], |r, _| {
                for it in self.tracer.sources(thread, frame.base + r) {
                    if !sources.contains(it) {
                        sources.push(*it);
                    }
                }
            });
            sources.truncate(MOST);
            let what = if self.tracer.guilty.is_some() || violation.kind == ErrorKind::NullDereference {
                "pointer"
            } else {
                "value"
            };
            self.tell(what, None, &sources, &mut notes);
        }
        violation.notes.extend(notes.into_iter().filter(|it| it.location.is_some()));
    }

    /// Adds to a note who did what it tells.
    fn say_who(&self, deed: Option<Executed>, message: &str, violation: &mut Violation) {
        let Some(deed) = deed.filter(|_| self.execution.machine.threads.len() > 1) else { return };
        let location = self.location(deed);
        if let Some(note) =
            violation.notes.iter_mut().find(|it| it.message == message && it.location == location)
        {
            note.message = format!("{message}, by thread {}", deed.thread);
        }
    }

    /// What a value is, and where it comes from.
    fn tell(&self, thing: &str, what: Option<(String, String)>, sources: &[Source], notes: &mut Vec<Note>) {
        let known = what.as_ref().map(|(name, _)| name.clone());
        let start = what.map(|(name, value)| format!("`{name}` is {value}"));
        if sources.is_empty() {
            notes.extend(start.map(|message| Note { message, location: None }));
            return;
        }
        for source in self.origins(sources) {
            let source = &source;
            let name = self.name(source);
            let same = known.as_ref() == Some(&name);
            let read = match &start {
                Some(start) if same => start.clone(),
                Some(start) => format!("{start}, which comes from `{name}`"),
                None => format!("the {thing} comes from `{name}`"),
            };
            match self.tracer.last_write(&source.touch, source.seen) {
                Some((deed, _)) => {
                    let who = self.who(deed.thread);
                    notes.push(self.note(format!("{read}: {who} wrote it here"), deed));
                }
                None => {
                    let read_here = Executed { thread: ThreadId::FIRST, at: source.at };
                    notes.push(self.note(
                        format!("{read}, which nobody has written before it was read here"),
                        read_here,
                    ));
                }
            }
        }
    }

    /// Where values come from beyond the local variables that they went through.
    fn origins(&self, sources: &[Source]) -> Vec<Source> {
        let mut out: Vec<Source> = Vec::new();
        for source in sources {
            let mut at = vec![*source];
            for _ in 0..MOST {
                let [one] = at[..] else { break };
                let local = self
                    .execution
                    .machine
                    .memory
                    .object(one.touch.object)
                    .is_some_and(|it| it.kind == Storage::Frame);
                match self.tracer.last_write(&one.touch, one.seen) {
                    Some((_, beyond)) if local && !beyond.is_empty() => at = beyond.to_vec(),
                    _ => break,
                }
            }
            for it in at {
                if !out.iter().any(|known| known.touch == it.touch) && out.len() < MOST {
                    out.push(it);
                }
            }
        }
        out
    }

    /// The two sides of a comparison that decides where to go on; none where it is not clear which comparison it is.
    fn compared(&self, code: CodeId, pc: u32) -> Vec<ExprId> {
        let compiled = &self.execution.machine.compiled;
        let code = &compiled.codes[code];
        let Some(origin) = code.source.origins.get(pc as usize) else { return Vec::new() };
        let (Some(side), Some(function)) = (origin.expr, code.body(&compiled.program)) else {
            return Vec::new();
        };
        let stmts = function.blocks.iter().flat_map(|block| &block.stmts);
        let swaps = |op| matches!(op, BinaryOp::Greater | BinaryOp::GreaterEqual);
        let sides = stmts.filter(|stmt| stmt.place == origin.place).filter_map(|stmt| match stmt.kind {
            // The machine has no `>`.
            StmtKind::Cond { op, left, right } if left == side && swaps(op) => Some(vec![right, left]),
            StmtKind::Cond { left, right, .. } if left == side => Some(vec![left, right]),
            _ => None,
        });
        let mut sides: Vec<Vec<ExprId>> = sides.collect();
        sides.dedup();
        // A branch that does not compare looks at the outcome of something else, which is none of the sides.
        let compares = code.ops.get(pc as usize).is_some_and(|op| !matches!(op, Op::Br { .. }));
        match &mut sides[..] {
            [only] if compares => std::mem::take(only),
            _ => Vec::new(),
        }
    }

    /// An expression's text and value, unless it is a constant.
    fn valued(&self, code: CodeId, expr: ExprId, reg: Reg) -> Option<(String, String)> {
        let machine = &self.execution.machine;
        let program = &machine.compiled.program;
        let code = &machine.compiled.codes[code];
        let function = code.body(program)?;
        if matches!(function.exprs[expr.index()], Expr::Integer { .. } | Expr::Real { .. }) {
            return None;
        }
        let unit = program.unit(code.global.unit);
        let text = diagnose::text_of(machine, code.global, expr)?;
        let ty = unit.type_of(function, expr)?;
        let Size::Bytes(size @ 1..=8) = unit.types[ty.index()].size else { return None };
        let leaf = leaf::Leaf { path: String::new(), offset: 0, size: size as usize, bits: None, ty };
        let missing = if reg.is_undef() { u8::MAX } else { 0 };
        Some((text, leaf::value(machine, unit, &leaf, (reg.to_scalar(), missing))))
    }

    /// The memory that a value was read from, as the program names it.
    fn name(&self, source: &Source) -> String {
        self.named(&source.touch).unwrap_or_else(|| {
            let machine = &self.execution.machine;
            let code = &machine.compiled.codes[source.at.code];
            let expr = code.source.origins.get(source.at.pc as usize).and_then(|it| it.expr);
            let text = expr.and_then(|expr| diagnose::text_of(machine, code.global, expr));
            text.unwrap_or_else(|| self.anonymous(source.touch.object))
        })
    }

    /// The name of memory that belongs to a variable.
    fn named(&self, touch: &MemoryAccess) -> Option<String> {
        let machine = &self.execution.machine;
        let object = machine.memory.object(touch.object)?;
        let (unit, ty) = leaf::type_of(machine, &object)?;
        let range = touch.offset..touch.offset + touch.size;
        let leaves = leaf::leaves(machine.compiled.program.unit(unit), ty, range, 1);
        Some(format!("{}{}", diagnose::name_of(machine, &object), leaves.first()?.path))
    }

    /// Whether a place belongs to a variable of the compiler's or a header's.
    fn is_made_up(&self, at: Pointer) -> bool {
        let name = self.place(at);
        name.starts_with("__") || name.starts_with("D.")
    }

    fn anonymous(&self, object: ObjId) -> String {
        let heap = self.execution.machine.memory.object(object).is_some_and(|it| it.kind == Storage::Heap);
        if heap { "heap memory".to_owned() } else { "memory".to_owned() }
    }

    /// Where a pointer was kept.
    fn place(&self, at: Pointer) -> String {
        let machine = &self.execution.machine;
        let Some(object) = machine.memory.object(at.prov) else { return "memory".to_owned() };
        let touch = MemoryAccess {
            object: at.prov,
            offset: at.addr.wrapping_sub(object.base),
            size: 1,
            write: false,
        };
        self.named(&touch).unwrap_or_else(|| leaf::pointer(machine, at))
    }
}
