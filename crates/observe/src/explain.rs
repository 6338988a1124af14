//! Explains a violation by the run that led to it: where the deciding values came from, who allocated and freed memory,
//! who took the locks that others wait for. It adds notes to those that the last state gives by itself.
//!
//! Invariant: an explanation only adds notes; kind, message and location of the violation stay.

use crate::tracer::{Source, ThreadOp, Tracer};
use crate::view::{View, loaded};
use gmc_ir::body::StmtKind;
use gmc_ir::expr::{BinaryOp, Expr};
use gmc_ir::id::ExprId;
use gmc_ir::types::Size;
use gmc_mem::{MemoryAccess, ObjId, Pointer, Storage};
use gmc_model::{ErrorKind, Location, Note, ThreadId, Violation};
use gmc_system::At;
use gmc_vm::code::Op;
use gmc_vm::diagnose::leaf::{self, Leaf};
use gmc_vm::liveness::each_read;
use gmc_vm::reg::Reg;

/// Values that are explained at most, and sources of each.
const MAX_SOURCES: usize = 4;

/// Adds to a violation what the run says about it, if the run was traced.
pub(crate) fn explain(view: &View<'_>, violation: &mut Violation) {
    let Some(tracer) = view.tracer() else { return };
    let explainer = Explainer { view, tracer };
    match violation.kind {
        ErrorKind::DataRace => explainer.race(violation),
        ErrorKind::Deadlock => explainer.deadlock(violation),
        ErrorKind::MemoryLeak => explainer.leak(violation),
        ErrorKind::Assertion | ErrorKind::Abort | ErrorKind::UnreachableReached => {
            explainer.decision(violation);
        }
        ErrorKind::Invariant | ErrorKind::Livelock | ErrorKind::Ltl => {}
        _ => explainer.values(violation),
    }
}

struct Explainer<'v> {
    view: &'v View<'v>,
    tracer: &'v Tracer,
}

impl Explainer<'_> {
    fn location(&self, at: At) -> Option<Location> {
        self.view.location_of(at).filter(|at| at.line > 0)
    }

    fn note(&self, message: String, at: At) -> Note {
        Note { message, location: self.location(at) }
    }

    /// A thread as the subject of a sentence; where there is only one, the program.
    fn who(&self, thread: ThreadId) -> String {
        if self.view.is_concurrent() { format!("thread {thread}") } else { "the program".to_owned() }
    }

    /// The locks that a thread holds, and where it took each.
    fn locks_of(&self, thread: ThreadId) -> Vec<(Pointer, ThreadOp)> {
        let mut out: Vec<(Pointer, ThreadOp)> = Vec::new();
        for &(lock, sort, by) in self.tracer.locks().iter().rev() {
            let is_known = out.iter().any(|it| it.0 == lock);
            if !is_known && by.thread == thread && self.view.lock_holder(sort, lock) == Some(thread) {
                out.push((lock, by));
            }
        }
        out.reverse();
        out
    }

    fn race(&self, violation: &mut Violation) {
        let Some((one, other)) = self.tracer.racing else { return };
        for thread in [one, other] {
            let locks = self.locks_of(thread);
            if locks.is_empty() {
                let message = format!("thread {thread} holds no lock");
                violation.notes.push(Note { message, location: None });
            }
            for (lock, by) in locks {
                let lock = self.view.pointee(lock);
                let message = format!("thread {thread} holds `{lock}`, which it took here");
                violation.notes.push(self.note(message, by.at));
            }
        }
    }

    fn deadlock(&self, violation: &mut Violation) {
        for waiting in self.view.threads() {
            let Some((lock, holder)) = self.view.awaited_lock(waiting) else { continue };
            let mut taken = self.tracer.locks().iter().rev();
            let Some((_, _, by)) = taken.find(|it| it.0 == lock && it.2.thread == holder) else { continue };
            let lock = self.view.pointee(lock);
            let note = self.note(format!("thread {holder} took `{lock}` here"), by.at);
            // Behind the note that says what the thread waits for.
            let prefix = format!("thread {waiting} waits");
            let at = violation.notes.iter().position(|it| it.message.starts_with(&prefix));
            violation.notes.insert(at.map_or(violation.notes.len(), |at| at + 1), note);
        }
    }

    fn leak(&self, violation: &mut Violation) {
        let Some(block) = self.tracer.blamed.and_then(|it| self.tracer.heap(it)) else { return };
        let mut notes = Vec::new();
        if let Some((at, by)) = block.stored.filter(|it| !self.is_made_up(it.0)) {
            let (who, place) = (self.who(by.thread), self.place(at));
            notes.push(self.note(format!("{who} kept the last pointer to it in `{place}` here"), by.at));
        }
        if block.stored.is_none() {
            let message = "no pointer to it was ever kept but in local variables".to_owned();
            notes.push(Note { message, location: None });
        }
        if let Some((at, by)) = block.overwritten.filter(|it| !self.is_made_up(it.0)) {
            let (who, place) = (self.who(by.thread), self.place(at));
            notes.push(self.note(format!("{who} overwrote a pointer to it in `{place}` here"), by.at));
        }
        violation.notes.splice(0..0, notes);
    }

    /// What was compared in the last branch before the error.
    fn decision(&self, violation: &mut Violation) {
        let Some(branch) = self.tracer.branch(violation.thread) else { return };
        let exprs = self.compared(branch.at);
        let mut notes = Vec::new();
        for (at, (reg, sources)) in branch.operands.iter().enumerate().take(MAX_SOURCES) {
            let known = exprs.get(at).and_then(|&expr| self.text_and_value(branch.at, expr, *reg));
            self.explain_value("value", known, sources, &mut notes);
        }
        violation.notes.splice(0..0, notes);
    }

    /// Where the values come from that the failing operation works with, and whose memory it is about.
    fn values(&self, violation: &mut Violation) {
        if let Some(block) = self.tracer.blamed.and_then(|it| self.tracer.heap(it)) {
            self.add_thread(block.allocated, "it was allocated here", violation);
            self.add_thread(block.freed.first().copied(), "it was freed here", violation);
        }
        let Some(frame) = self.view.innermost(violation.thread) else { return };
        let Some(tried) = frame.tried() else { return };
        let code = frame.code();
        let mut sources: Vec<Source> = Vec::new();
        each_read(code, &code.ops[tried.pc as usize], |r, _| {
            for it in self.tracer.sources(frame.thread, frame.register_of_thread(r)) {
                if !sources.contains(it) {
                    sources.push(*it);
                }
            }
        });
        sources.truncate(MAX_SOURCES);
        let is_pointer = self.tracer.blamed.is_some() || violation.kind == ErrorKind::NullDereference;
        let mut notes = Vec::new();
        self.explain_value(if is_pointer { "pointer" } else { "value" }, None, &sources, &mut notes);
        violation.notes.extend(notes.into_iter().filter(|it| it.location.is_some()));
    }

    /// Adds to a note which thread did what it says.
    fn add_thread(&self, by: Option<ThreadOp>, message: &str, violation: &mut Violation) {
        let Some(by) = by.filter(|_| self.view.is_concurrent()) else { return };
        let location = self.location(by.at);
        let mut notes = violation.notes.iter_mut();
        if let Some(note) = notes.find(|it| it.message == message && it.location == location) {
            note.message = format!("{message}, by thread {}", by.thread);
        }
    }

    /// Adds notes on where a value comes from; its text and value where they are known.
    fn explain_value(
        &self,
        noun: &str,
        known: Option<(String, String)>,
        sources: &[Source],
        notes: &mut Vec<Note>,
    ) {
        let text = known.as_ref().map(|(text, _)| text.clone());
        let start = known.map(|(text, value)| format!("`{text}` is {value}"));
        if sources.is_empty() {
            notes.extend(start.map(|message| Note { message, location: None }));
            return;
        }
        for source in self.origins(sources) {
            let name = self.source_name(&source);
            let read = match &start {
                Some(start) if text.as_ref() == Some(&name) => start.clone(),
                Some(start) => format!("{start}, which comes from `{name}`"),
                None => format!("the {noun} comes from `{name}`"),
            };
            let shared = self.view.is_shared_by_processes(source.access.object);
            notes.push(match self.tracer.last_write(&source.access, source.writes) {
                Some((by, _)) if !shared => {
                    let who = self.who(by.thread);
                    self.note(format!("{read}: {who} wrote it here"), by.at)
                }
                // Other processes may have written it, which is not known here.
                _ if shared => self.note(read, source.at),
                _ => {
                    self.note(format!("{read}, which nobody has written before it was read here"), source.at)
                }
            });
        }
    }

    /// Where values come from, seen through the local variables that they were copied through.
    fn origins(&self, sources: &[Source]) -> Vec<Source> {
        let mut out: Vec<Source> = Vec::new();
        for source in sources {
            let mut origins = vec![*source];
            for _ in 0..MAX_SOURCES {
                let [one] = origins[..] else { break };
                let is_local =
                    self.view.object(one.access.object).is_some_and(|it| it.kind == Storage::Frame);
                match self.tracer.last_write(&one.access, one.writes) {
                    Some((_, beyond)) if is_local && !beyond.is_empty() => origins = beyond.to_vec(),
                    _ => break,
                }
            }
            for it in origins {
                if !out.iter().any(|known| known.access == it.access) && out.len() < MAX_SOURCES {
                    out.push(it);
                }
            }
        }
        out
    }

    /// The two sides of the comparison that a branch decides by; none where it is not clear which comparison it is.
    fn compared(&self, at: At) -> Vec<ExprId> {
        let compiled = self.view.compiled();
        let code = &compiled.codes[at.code];
        let Some(origin) = code.source.origins.get(at.pc as usize) else { return Vec::new() };
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
        // A branch that does not compare looks at the result of another operation, which is neither side.
        let compares = code.ops.get(at.pc as usize).is_some_and(|op| !matches!(op, Op::Br { .. }));
        match &mut sides[..] {
            [only] if compares => std::mem::take(only),
            _ => Vec::new(),
        }
    }

    /// An expression's text and value, unless it is a constant.
    fn text_and_value(&self, at: At, expr: ExprId, reg: Reg) -> Option<(String, String)> {
        let compiled = self.view.compiled();
        let code = &compiled.codes[at.code];
        let function = code.body(&compiled.program)?;
        if matches!(function.exprs[expr.index()], Expr::Integer { .. } | Expr::Real { .. }) {
            return None;
        }
        let unit = self.view.unit(code.global.unit);
        let text = self.view.text_of(code.global, expr)?;
        let ty = unit.type_of(function, expr)?;
        let Size::Bytes(size @ 1..=8) = unit.types[ty.index()].size else { return None };
        let leaf = Leaf { path: String::new(), offset: 0, size: size as usize, bits: None, ty };
        Some((text, self.view.value(code.global.unit, &leaf, loaded(reg))))
    }

    /// The memory that a value was read from, as the program names it.
    fn source_name(&self, source: &Source) -> String {
        self.variable_name(&source.access).unwrap_or_else(|| {
            let code = &self.view.compiled().codes[source.at.code];
            let expr = code.source.origins.get(source.at.pc as usize).and_then(|it| it.expr);
            let text = expr.and_then(|expr| self.view.text_of(code.global, expr));
            text.unwrap_or_else(|| self.nameless(source.access.object))
        })
    }

    /// The name of memory that belongs to a variable.
    fn variable_name(&self, access: &MemoryAccess) -> Option<String> {
        let object = self.view.object(access.object)?;
        let (unit, ty) = self.view.type_of(&object)?;
        let range = access.offset..access.offset + access.size;
        let leaves = leaf::leaves(self.view.unit(unit), ty, range, 1);
        Some(format!("{}{}", self.view.name_of(&object), leaves.first()?.path))
    }

    /// Whether a place belongs to a variable that the compiler or a header has made up.
    fn is_made_up(&self, at: Pointer) -> bool {
        let name = self.place(at);
        name.starts_with("__") || name.starts_with("D.")
    }

    fn nameless(&self, object: ObjId) -> String {
        if self.view.is_heap(object) { "heap memory".to_owned() } else { "memory".to_owned() }
    }

    /// Where a pointer was stored.
    fn place(&self, at: Pointer) -> String {
        let Some(access) = self.view.access(at, 1, false) else { return "memory".to_owned() };
        self.variable_name(&access).unwrap_or_else(|| self.view.pointer(at))
    }
}
