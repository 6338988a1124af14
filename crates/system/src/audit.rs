//! The program under check, for those who check what it claims of itself.
//!
//! During a rehearsal everybody who learns from steps is set aside: what variables are used for, what threads have in common, what was
//! executed, what states look like. Steps are executed, since what is followed is never recalled.

use crate::data_usage::DataUsage;
use crate::footprint::Tracker;
use crate::observer::Observer;
use crate::{Execution, UNKNOWN};
use gmc_model::{Audited, Choice, Claims, System, ThreadId, ThreadOrder};
use gmc_vm::hypotheses::Hypotheses;
use gmc_vm::symmetry::Heard;
use gmc_world::state::print_of;
use std::sync::Arc;

/// Those who learn from steps.
pub struct Aside {
    usage: DataUsage,
    hypotheses: Option<Arc<Hypotheses>>,
    twins: Option<Heard>,
    footprint: Tracker,
    observer: Option<Box<dyn Observer>>,
    progress: bool,
}

impl Execution {
    /// A hash of the state without names and classes, perhaps that in which equal threads stand in order.
    fn canonical_under(&mut self, in_order: bool) -> u128 {
        let open = !self.machine.process.nondet.is_empty();
        if !open && self.machine.thread_classes.is_none() {
            return self.print();
        }
        self.mark();
        if open {
            self.machine.rename_nondet();
        }
        let print = self.print_without_classes(in_order);
        self.rewind();
        self.forget();
        print
    }
}

impl Audited for Execution {
    type Suspended = Aside;

    fn begin_rehearsal(&mut self) -> Aside {
        Aside {
            usage: std::mem::take(&mut self.usage),
            hypotheses: self.hypotheses.take(),
            twins: self.machine.thread_classes.as_mut().map(|it| it.set_aside()),
            footprint: std::mem::replace(&mut self.footprint, Tracker::switched_on()),
            observer: self.observer.take(),
            progress: self.machine.step.progress,
        }
    }

    fn end_rehearsal(&mut self, aside: Aside) {
        self.usage = aside.usage;
        self.hypotheses = aside.hypotheses;
        if let (Some(twins), Some(heard)) = (&mut self.machine.thread_classes, aside.twins) {
            twins.take_up(heard);
        }
        self.footprint = aside.footprint;
        self.observer = aside.observer;
        self.machine.step.progress = aside.progress;
    }

    fn claims(&self) -> Claims {
        if self.hypotheses.as_ref().is_some_and(|it| it.is_refuted()) {
            Claims::Refuted
        } else if self.machine.rules.halt.asked().is_some() {
            Claims::Stopped
        } else {
            Claims::Count
        }
    }

    fn canonical(&mut self, order: ThreadOrder) -> u128 {
        self.canonical_under(order == ThreadOrder::Canonical)
    }

    fn permutation(&mut self, out: &mut Vec<ThreadId>) {
        out.extend(self.canonical_numbers().unwrap_or_default());
    }

    fn symmetric_pairs(&mut self, out: &mut Vec<(ThreadId, ThreadId)>) {
        self.interchangeable(out);
    }

    fn recheck_caches(&mut self) -> Option<String> {
        let memory = &mut self.machine.memory;
        let (kept, anew) = (memory.fingerprint(), memory.fingerprint_from_scratch());
        if kept != anew {
            return Some(format!("the memory's fingerprint is {anew:?}, but {kept:?} was kept"));
        }
        let machine = &self.machine;
        let beside = [
            ("the process", machine.process.print(), print_of(&*machine.process)),
            ("the library", machine.library.print(), print_of(&*machine.library)),
            ("the world", machine.world.print(), print_of(&*machine.world)),
        ];
        if let Some((what, kept, anew)) = beside.into_iter().find(|it| it.1 != it.2) {
            return Some(format!("the hash of {what} is {anew:032x}, but {kept:032x} was kept"));
        }
        self.refresh_outcomes();
        for thread in self.threads.ids() {
            let kept = self.threads[thread].outcomes;
            let anew = self.outcomes(thread);
            if kept != UNKNOWN && kept != anew {
                return Some(format!("thread {thread} has {anew} outcomes, but {kept} were kept"));
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
