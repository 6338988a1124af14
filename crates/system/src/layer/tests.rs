//! The recipe of docs/adding.md for a property of programs, followed: a layer that fits at any place of the order.

use super::{Invariants, Program, Races, layer, pass_on};
use crate::{Execution, ProcessSnapshot};
use gmc_model::{Choice, Choices, Step, System};

/// Lets a run take so many steps.
struct Steps<S> {
    inner: S,
    left: u64,
}

layer!(Steps);

impl<S: Program> System for Steps<S> {
    pass_on!(states);
    pass_on!(choices);
    pass_on!(fingerprint);

    fn step(&mut self, choice: Choice) -> Step {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 { Step::Pruned } else { self.inner.step(choice) }
    }
}

#[test]
fn a_layer_fits_everywhere() {
    fn is_program<S: Program>() {}
    is_program::<Steps<Execution>>();
    is_program::<Invariants<Steps<Races<Execution>>>>();
}
