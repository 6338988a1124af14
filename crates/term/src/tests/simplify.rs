//! Every constructor gives a term that means what it should, whatever it is simplified to.

use super::generator::{Generator, shown};
use crate::samples::Random;
use crate::{Arena, Evaluator, Symbol};

fn run(seed: u64, widths: &[u8], steps: usize) {
    let mut random = Random(seed);
    let symbols: Vec<Symbol> =
        widths.iter().enumerate().map(|(at, &width)| Symbol { name: at as u32, width }).collect();
    let assignments: Vec<Vec<(Symbol, u128)>> =
        (0..16).map(|_| symbols.iter().map(|&it| (it, random.bits(it.width))).collect()).collect();
    let mut arena = Arena::default();
    let mut generator = Generator::new(&mut arena, random, assignments, widths);
    for step in 0..steps {
        let item = generator.step(&mut arena);
        assert_eq!(arena.width(item.term), item.width, "seed {seed}, step {step}");
        for (assignment, &value) in generator.assignments.iter().zip(&item.values) {
            let get = |symbol: Symbol| assignment.iter().find(|it| it.0 == symbol).map_or(0, |it| it.1);
            let got = Evaluator::new(&arena, get).get(item.term);
            let (what, is) = (&item.what, shown(&arena, &item));
            assert_eq!(got, value, "seed {seed}, step {step}: {what} is not {is} with {assignment:x?}");
        }
    }
}

/// Short runs: terms stay shallow, so that a wrong rule shows with what it was applied to.
#[test]
fn constructors_mean_what_they_say() {
    let rounds = if cfg!(debug_assertions) { 20 } else { 120 };
    for width in [1, 2, 7, 8, 16, 31, 32, 33, 63, 64, 65, 127, 128] {
        for round in 0..rounds {
            let narrow = u8::div_ceil(width, 2);
            run(u64::from(width) << 32 | round, &[width, width, 1, narrow], 80);
        }
    }
}

/// Many widths at once.
#[test]
fn widths_meet() {
    let rounds = if cfg!(debug_assertions) { 20 } else { 300 };
    for round in 0..rounds {
        run(round, &[1, 8, 16, 31, 32, 33, 64, 65, 128], 100);
    }
}
