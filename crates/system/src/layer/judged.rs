//! Properties that somebody outside of this crate decides, such as a script: they are asked after every step, and told
//! before it what it is about to do. The same somebody may say which choices are worth trying.

use super::{Program, layer, pass_on};
use crate::judge::Wrong;
use crate::{Execution, ProcessSnapshot};
use gmc_model::{Choice, Choices, Obstacle, Step, System, Violation};
use gmc_vm::diagnose;

/// Reports what a judge finds wrong.
pub(crate) struct Judged<S> {
    pub(super) inner: S,
}

impl<S: Program> Judged<S> {
    pub(super) fn new(inner: S) -> Judged<S> {
        Judged { inner }
    }

    #[cold]
    #[inline(never)]
    fn judged_step(&mut self, choice: Choice) -> Step {
        let execution = self.execution_mut();
        let Some(mut judge) = execution.judge.take() else { return self.inner.step(choice) };
        execution.load_registers(choice.thread);
        let location = diagnose::before(&execution.machine, choice.thread);
        judge.before(execution, choice);
        // The step must see that it is judged: it depends on all others then.
        execution.judge = Some(judge);
        let step = self.inner.step(choice);
        if !matches!(step, Step::Moved { .. }) {
            return step;
        }
        let execution = self.execution_mut();
        let Some(mut judge) = execution.judge.take() else { return step };
        let found = judge.after(execution, choice);
        execution.judge = Some(judge);
        match found {
            Ok(None) => step,
            Ok(Some(Wrong { kind, message })) => Step::Violated(Box::new(Violation {
                kind,
                message,
                location,
                thread: choice.thread,
                stack: Vec::new(),
                notes: Vec::new(),
                about: Vec::new(),
            })),
            Err(what) => Step::Unknown(Box::new(Obstacle { what, location })),
        }
    }
}

impl<S: Program> Judged<S> {
    #[cold]
    #[inline(never)]
    fn let_choose(&mut self, out: &mut Choices) {
        let execution = self.execution_mut();
        if let Some(mut judge) = execution.judge.take() {
            judge.choose(execution, out);
            execution.judge = Some(judge);
        }
    }
}

layer!(Judged);

impl<S: Program> System for Judged<S> {
    pass_on!(states);
    pass_on!(fingerprint);

    #[inline]
    fn choices(&mut self, out: &mut Choices) {
        self.inner.choices(out);
        if self.execution().judge.is_some() && out.len() > 1 {
            self.let_choose(out);
        }
    }

    #[inline]
    fn step(&mut self, choice: Choice) -> Step {
        if self.execution().judge.is_none() {
            return self.inner.step(choice);
        }
        self.judged_step(choice)
    }
}
