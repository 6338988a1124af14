//! Why a run was safe: dynamic path reduction for programs with one thread (Yang, Al-Rawi, Sakallah, Huang, Smolka,
//! Grosu: Dynamic path reduction for software model checking, iFM 2009), with labels that hold from run to run (Jaffar,
//! Murali, Navas, Santosa: TRACER, CAV 2012).
//!
//! A recorded run ([`record`]) is gone through backward ([`pass`]). At each position there is a label ([`label`]): what
//! a state there must be like so that it is safe. Demands on the results of choices become ranges of choices; those
//! that are left at the start are the reason.
//!
//! Sound, by induction from the end of the run: at each position, a state with the same calls at the same places that
//! meets the label, followed by choices within the ranges so far, comes to no error.
//! - At the end nothing follows.
//! - An operation does the same to demanded places in every state that meets the label before it, is no error there,
//!   and leads to a state that meets the label behind it ([`transfer`]).
//! - A branch goes the same way, as its condition is kept ([`keep`]); or the other way is safe as well ([`cover`]):
//!   executed from the run's own state it comes to a label that it meets, and the label before the branch demands what
//!   that takes. Labels count choices from the start of the run, so one that depends on later choices serves only where
//!   as many choices were made.
//! - A choice takes an alternative within its range, which makes its result what is demanded.
//! - What is not understood (most functions of the library, wide values) ends the analysis: every choice before it must
//!   be as it was. So all runs within the reason have done the same up to there.
//!
//! Objects are made and ended at the same positions in all these runs, since speculation makes and ends none. A run
//! with several threads, nondeterministic values that are no numbers, heap memory that may leak, or invariants has no
//! reason but itself.

mod cover;
mod evaluate;
mod flow;
mod hand;
mod keep;
mod kept;
mod label;
mod pass;
mod record;
mod state;
mod transfer;

use crate::Execution;
use gmc_mem::{Endian, Memory, Storage};
use gmc_model::{ChoiceRange, RunEnd};
use gmc_vm::code::Op;
use gmc_vm::effects::Traits;
use label::{Demand, Label};
use pass::Pass;
use record::{Recorder, native};
use state::State;
use std::any::Any;
use std::collections::HashMap;

impl Execution {
    /// Begins to record a run, or stops to. Where something else observes the run, nothing is recorded.
    pub(crate) fn record_path(&mut self, on: bool) {
        if on && self.observer.is_none() {
            self.observer = Some(Box::new(Recorder::new(self.machine.compiled.clone())));
        }
        match recorder(self) {
            Some(recorder) if on => recorder.begin(),
            Some(_) => self.observer = None,
            None => {}
        }
    }

    /// The next step takes an alternative of a choice.
    pub(crate) fn at_choice(&mut self, choice: usize, alternative: u32) {
        if let Some(recorder) = recorder(self) {
            recorder.at_choice(choice, alternative);
        }
    }

    /// Why the recorded run is safe, if more is known than the run itself.
    pub(crate) fn path_reason(&mut self, end: RunEnd) -> Option<Vec<ChoiceRange>> {
        let mut observer = self.observer.take()?;
        let it: &mut dyn Any = &mut *observer;
        let reason = it.downcast_mut::<Recorder>().and_then(|it| it.reason(&self.machine.memory, end));
        self.observer = Some(observer);
        reason
    }
}

fn recorder(execution: &mut Execution) -> Option<&mut Recorder> {
    let observer: &mut dyn Any = execution.observer.as_deref_mut()?;
    observer.downcast_mut()
}

impl Recorder {
    fn reason(&mut self, memory: &Memory, end: RunEnd) -> Option<Vec<ChoiceRange>> {
        let has_heap = || memory.objects().any(|it| it.kind == Storage::Heap && memory.is_live(it.id));
        let record = &self.record;
        if record.is_broken || memory.target().endian != Endian::Little || record.is_opaque && has_heap() {
            return None;
        }
        let state = self.state_at_end()?;
        let label = self.label_at_end(end, &state)?;
        let Recorder { compiled, record, kept, flows } = self;
        let choices = record.taken.len();
        let pass = Pass {
            compiled,
            memory,
            ended: std::mem::take(&mut record.ended),
            record,
            kept,
            flows,
            state,
            label,
            reason: Vec::new(),
            choices,
            joins: HashMap::new(),
            stores: Vec::new(),
            is_wrong: false,
            spent: 0,
        };
        Some(pass.run())
    }

    /// The state in which the run has ended.
    fn state_at_end(&self) -> Option<State> {
        let record = &self.record;
        let last = record.events.last()?;
        let is_over = matches!(self.compiled.codes[last.code].ops[last.pc as usize], Op::Return);
        let mut frames = record.frames.clone();
        if is_over && record.stopped.is_none() {
            frames.pop();
        }
        let mut regs = Vec::new();
        for (at, frame) in frames.iter().enumerate() {
            debug_assert_eq!(regs.len(), frame.base);
            regs.extend_from_slice(record.callers.get(at).unwrap_or(&record.last));
        }
        let tainted = record.tainted[..regs.len()].to_vec();
        Some(State::new(regs, tainted, frames))
    }

    /// What the state at the end must be like. An assumption that does not hold ends the run.
    fn label_at_end(&mut self, end: RunEnd, state: &State) -> Option<Label> {
        if let Some((kept, _)) = self.record.stopped {
            return Some(self.kept.get(kept));
        }
        let mut label = Label::default();
        match end {
            RunEnd::Ended => {}
            RunEnd::Other => return None,
            RunEnd::Pruned => {
                let last = self.record.events.pop()?;
                let code = &self.compiled.codes[last.code];
                let Op::Call { call } = code.ops[last.pc as usize] else { return None };
                let site = &code.tables.calls[call as usize];
                native(site, &self.compiled).filter(|it| it.has(Traits::ASSUMES))?;
                let at = last.base as usize + usize::from(site.args.first()?.r);
                label.need(at, Demand::same(state.regs[at]));
            }
        }
        Some(label)
    }
}
