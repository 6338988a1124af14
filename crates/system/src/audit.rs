//! Access for audits, which check what reductions and caches claim of a program.
//!
//! During a rehearsal everything that learns from steps is suspended: data usage, symmetry, observers. Footprints
//! are on, so every step is executed and none is taken from the cache.

use crate::Execution;
use crate::data_usage::DataUsage;
use crate::execution::UNKNOWN_COUNT;
use crate::footprint::FootprintTracker;
use crate::observer::Observer;
use gmc_model::{Audited, Choice, Claims, System, ThreadId, ThreadOrder};
use gmc_vm::hypotheses::Hypotheses;
use gmc_vm::symmetry::Heard;
use gmc_world::state::print_of;
use std::sync::Arc;

/// What is suspended during a rehearsal.
pub struct Suspended {
    usage: DataUsage,
    hypotheses: Option<Arc<Hypotheses>>,
    classes: Option<Heard>,
    footprint: FootprintTracker,
    observer: Option<Box<dyn Observer>>,
    progress: bool,
    asks_time: bool,
}

impl Execution {
    /// The fingerprint without names of values and without classes; of the canonical state if `in_order`.
    fn fingerprint_for_audit(&mut self, in_order: bool) -> u128 {
        let has_nondet = !self.machine.process.nondet.is_empty();
        if !has_nondet && self.machine.thread_classes.is_none() {
            return self.plain_fingerprint();
        }
        self.mark();
        if has_nondet {
            self.machine.rename_nondet();
        }
        let fingerprint = self.fingerprint_without_classes(in_order);
        self.rewind();
        self.forget();
        fingerprint
    }
}

impl Audited for Execution {
    type Suspended = Suspended;

    fn begin_rehearsal(&mut self) -> Suspended {
        Suspended {
            usage: std::mem::take(&mut self.reductions.usage),
            hypotheses: self.reductions.hypotheses.take(),
            classes: self.machine.thread_classes.as_mut().map(|it| it.set_aside()),
            footprint: std::mem::replace(&mut self.footprint, FootprintTracker::switched_on()),
            observer: self.observer.take(),
            progress: self.machine.step.progress,
            asks_time: self.machine.step.asks_time,
        }
    }

    fn end_rehearsal(&mut self, suspended: Suspended) {
        self.reductions.usage = suspended.usage;
        self.reductions.hypotheses = suspended.hypotheses;
        if let (Some(classes), Some(heard)) = (&mut self.machine.thread_classes, suspended.classes) {
            classes.take_up(heard);
        }
        self.footprint = suspended.footprint;
        self.observer = suspended.observer;
        self.machine.step.progress = suspended.progress;
        self.machine.step.asks_time = suspended.asks_time;
    }

    fn claims(&self) -> Claims {
        if self.reductions.hypotheses.as_ref().is_some_and(|it| it.is_refuted()) {
            Claims::Refuted
        } else if self.machine.rules.halt.asked().is_some() {
            Claims::Stopped
        } else {
            Claims::Count
        }
    }

    fn canonical(&mut self, order: ThreadOrder) -> u128 {
        self.fingerprint_for_audit(order == ThreadOrder::Canonical)
    }

    fn permutation(&mut self, out: &mut Vec<ThreadId>) {
        out.extend(self.canonical_permutation().unwrap_or_default());
    }

    fn symmetric_pairs(&mut self, out: &mut Vec<(ThreadId, ThreadId)>) {
        self.collect_interchangeable(out);
    }

    fn recheck_caches(&mut self) -> Option<String> {
        let memory = &mut self.machine.memory;
        let (cached, fresh) = (memory.fingerprint(), memory.fingerprint_from_scratch());
        if cached != fresh {
            return Some(format!("the memory's fingerprint is {fresh:?}, but {cached:?} was kept"));
        }
        let machine = &self.machine;
        let outside = machine.world.files.outside();
        let parts = [
            ("the process", machine.process.print(), print_of(&*machine.process)),
            ("the library", machine.library.print(), print_of(&*machine.library)),
            ("the world", machine.world.print(), print_of(&*machine.world)),
            ("what processes share", outside.print(), print_of(&**outside)),
        ];
        if let Some((what, cached, fresh)) = parts.into_iter().find(|it| it.1 != it.2) {
            return Some(format!("the hash of {what} is {fresh:032x}, but {cached:032x} was kept"));
        }
        self.drop_stale_alternatives();
        for thread in self.threads.ids() {
            let cached = self.threads[thread].alternatives;
            let fresh = self.alternatives(thread);
            if cached != UNKNOWN_COUNT && cached != fresh {
                return Some(format!("thread {thread} has {fresh} alternatives, but {cached} were kept"));
            }
        }
        None
    }

    fn describe(&mut self, thread: ThreadId) -> String {
        let event = self.action(Choice { thread, alternative: 0 });
        match event.location {
            Some(at) => format!("{}:{}: {}", at.file, at.line, event.action),
            None => event.action,
        }
    }
}
