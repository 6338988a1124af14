//! Answers to random questions, against trying all values of all symbols.

use super::generator::{Generator, Item};
use crate::samples::Random;
use crate::{Answer, Budget, Evaluator, Model, SecondSolver, Solver, Symbol, TermId, Terms};

/// Steps of the second solver.
const EFFORT: u64 = 100_000_000;

/// All assignments of symbols with these widths.
fn all(widths: &[u8]) -> Vec<Vec<(Symbol, u128)>> {
    let bits: u32 = widths.iter().map(|&it| u32::from(it)).sum();
    let one = |mut number: u128| {
        let one = |(name, &width): (u32, &u8)| {
            let value = number & ((1 << width) - 1);
            number >>= width;
            (Symbol { name, width }, value)
        };
        (0..).zip(widths).map(one).collect()
    };
    (0..1 << bits).map(one).collect()
}

/// Whether some assignment makes all conditions true.
fn possible(conditions: &[Item]) -> bool {
    let count = conditions.first().map_or(1, |it| it.values.len());
    (0..count).any(|at| conditions.iter().all(|it| it.values[at] == 1))
}

fn terms_of(conditions: &[Item]) -> Vec<TermId> {
    conditions.iter().map(|it| it.term).collect()
}

fn check_model(terms: &Terms, model: &Model, conditions: &[TermId]) {
    let arena = terms.lock();
    let mut evaluator = Evaluator::new(&arena, |symbol| model.get(symbol));
    assert!(conditions.iter().all(|&it| evaluator.holds(it)));
}

/// Questions over small symbols, to one solver after the other.
fn round(seed: u64, widths: &[u8], z3: Option<&SecondSolver>) -> [usize; 2] {
    let terms = Terms::default();
    let mut generator = Generator::new(&mut terms.lock(), Random(seed), all(widths), &[1, 2, 3, 4]);
    let mut solver = Solver::new(Budget::default());
    let mut counts = [0, 0];
    for _ in 0..12 {
        let conditions: Vec<Item> = {
            let mut arena = terms.lock();
            (0..1 + generator.random.index(6)).map(|_| generator.condition(&mut arena)).collect()
        };
        let asked = terms_of(&conditions);
        let answer = solver.solve(&terms, &asked);
        let expected = possible(&conditions);
        counts[usize::from(expected)] += 1;
        match answer {
            Answer::Sat(model) => {
                assert!(expected, "seed {seed}: sat");
                check_model(&terms, &model, &asked);
            }
            Answer::Unsat => {
                assert!(!expected, "seed {seed}: unsat");
                let other = z3.map(|it| it.solve(&terms.lock(), &asked, EFFORT));
                assert!(other.is_none_or(|it| it == Answer::Unsat), "seed {seed}: unsat, not for Z3");
                check_core(&terms, &mut solver, &conditions, seed);
            }
            Answer::GaveUp(why) => panic!("seed {seed}: gave up on {why}"),
        }
        let of = generator.pool[generator.random.index(generator.pool.len())].clone();
        check_values(&terms, &mut solver, &conditions, &of, seed);
    }
    counts
}

/// A core cannot hold, and without one of its conditions it can.
fn check_core(terms: &Terms, solver: &mut Solver, conditions: &[Item], seed: u64) {
    let core = solver.core(terms, &terms_of(conditions));
    let of = |term: TermId| conditions.iter().find(|it| it.term == term).expect("a condition").clone();
    let core: Vec<Item> = core.into_iter().map(of).collect();
    assert!(!possible(&core) && !core.is_empty(), "seed {seed}: a core");
    for at in 0..core.len() {
        let mut fewer = core.clone();
        fewer.remove(at);
        assert!(possible(&fewer), "seed {seed}: a minimal core");
    }
}

fn check_values(terms: &Terms, solver: &mut Solver, conditions: &[Item], of: &Item, seed: u64) {
    let count = of.values.len();
    let is_possible = |at: usize| conditions.iter().all(|it| it.values[at] == 1);
    let mut expected: Vec<u128> = (0..count).filter(|&at| is_possible(at)).map(|at| of.values[at]).collect();
    expected.sort_unstable();
    expected.dedup();
    let found = solver.values(terms, &terms_of(conditions), of.term, 6);
    assert_eq!(found, (expected.len() <= 6).then_some(expected), "seed {seed}: values");
}

#[test]
fn answers_are_those_of_trying_everything() {
    let z3 = crate::z3::z3();
    let mut counts = [0, 0];
    for seed in 0..if cfg!(debug_assertions) { 12 } else { 120 } {
        // It takes much longer than trying everything, which judges all answers.
        let z3 = z3.as_ref().filter(|_| seed % 8 == 0);
        for widths in [&[3, 3, 2][..], &[4, 4], &[1, 1, 2, 2, 3], &[2, 2, 2, 2]] {
            let [unsat, sat] = round(seed << 8 | widths.len() as u64, widths, z3);
            counts = [counts[0] + unsat, counts[1] + sat];
        }
    }
    println!("{} unsat, {} sat", counts[0], counts[1]);
    assert!(counts.iter().all(|&it| it > 50), "questions of both kinds: {counts:?}");
}
