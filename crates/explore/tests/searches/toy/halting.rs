//! A system that is asked to end in the middle of a step.

use super::Rules;
use gmc_model::{Choice, Step, Stopped, Violation};
use std::cell::Cell;
use std::ops::Range;

/// Does what its rules say for so many steps, and no step afterwards.
#[derive(Clone)]
pub struct Halting<R> {
    pub rules: R,
    pub left: Cell<u64>,
}

impl<R: Rules> Rules for Halting<R> {
    type State = R::State;

    fn initial(&self) -> R::State {
        self.rules.initial()
    }

    fn choices(&self, state: &R::State, out: &mut Vec<Choice>) {
        self.rules.choices(state, out);
    }

    fn ample(&self, state: &R::State, choices: &[Choice]) -> Option<Range<usize>> {
        self.rules.ample(state, choices)
    }

    fn step(&self, state: &mut R::State, choice: Choice) -> Step {
        match self.left.get().checked_sub(1) {
            None => Step::Stopped(Stopped::Memory),
            Some(left) => {
                self.left.set(left);
                self.rules.step(state, choice)
            }
        }
    }

    fn end(&self, state: &R::State) -> Option<Box<Violation>> {
        self.rules.end(state)
    }
}
