//! Terms that are deeper than any stack: they are built, evaluated, and solved or given up.

use gmc_term::{Answer, Arena, Binary, Budget, Evaluator, Solver, Symbol, TermId, Terms};
use std::time::Instant;

const DEPTH: usize = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };

/// Applies something many times, evaluates the result, and asks whether it can be a number.
fn deep((name, width, depth): (&str, u8, usize), step: impl Fn(&mut Arena, TermId, usize) -> TermId) {
    let terms = Terms::default();
    let start = Instant::now();
    let mut arena = terms.lock();
    let x = arena.symbol(Symbol { name: 0, width });
    let chain = (0..depth).fold(x, |term, at| step(&mut arena, term, at));
    let built = start.elapsed();
    Evaluator::new(&arena, |_| 5).get(chain);
    let evaluated = start.elapsed() - built;
    let value = arena.constant(77, width);
    let is_it = arena.binary(Binary::Eq, chain, value);
    let below = arena.binary(Binary::Ult, chain, value);
    let low = arena.extract(chain, 0, 4);
    let seven = arena.constant(7, 4);
    let odd = arena.binary(Binary::Eq, low, seven);
    let count = arena.len();
    drop(arena);
    // So many steps of a hash are too much for any solver: it gives up at once.
    let mut solver = Solver::new(Budget { conflicts: 1_000, variables: 4 * DEPTH });
    let answers = [is_it, below, odd].map(|it| match solver.solve(&terms, &[it]) {
        Answer::Sat(_) => "sat",
        Answer::Unsat => "unsat",
        Answer::GaveUp(why) => why,
    });
    let all = start.elapsed();
    println!(
        "{name}: {count} terms, built {built:.1?}, evaluated {evaluated:.1?}, all {all:.1?}: {answers:?}"
    );
}

#[test]
fn sums_and_products() {
    deep(("linear congruence", 32, DEPTH / 8), |arena, term, _| {
        let (a, c) = (arena.constant(1_664_525, 32), arena.constant(1_013_904_223, 32));
        let product = arena.binary(Binary::Mul, term, a);
        arena.binary(Binary::Add, product, c)
    });
}

#[test]
fn hashes() {
    deep(("xor and add", 32, DEPTH), |arena, term, at| {
        let (a, c) = (arena.constant(0x55aa + at as u128 % 1_000, 32), arena.constant(0x1234_5677, 32));
        let mixed = arena.binary(Binary::Xor, term, a);
        arena.binary(Binary::Add, mixed, c)
    });
    deep(("shifts", 64, DEPTH / 8), |arena, term, at| {
        let by = arena.constant(1 + at as u128 % 13, 64);
        let shifted = arena.binary(Binary::LShr, term, by);
        arena.binary(Binary::Xor, term, shifted)
    });
}

#[test]
fn choices() {
    deep(("a chain of numbers", 16, DEPTH / 4), |arena, term, at| {
        let (place, value) = (arena.constant(at as u128, 16), arena.constant(at as u128 * 3, 16));
        let y = arena.symbol(Symbol { name: 1, width: 16 });
        let here = arena.binary(Binary::Ult, y, place);
        arena.ite(here, value, term)
    });
    deep(("a chain of terms", 16, DEPTH / 8), |arena, term, at| {
        let place = arena.constant(at as u128, 16);
        let y = arena.symbol(Symbol { name: 1, width: 16 });
        let here = arena.binary(Binary::Eq, y, place);
        let (one, other) = (arena.binary(Binary::Add, term, place), arena.not(term));
        arena.ite(here, one, other)
    });
}

#[test]
fn conditions() {
    let terms = Terms::default();
    let mut arena = terms.lock();
    let x = arena.symbol(Symbol { name: 0, width: 32 });
    let mut all = arena.truth();
    for at in 0..DEPTH / 8 {
        let value = arena.constant(at as u128 * 7, 32);
        let same = arena.binary(Binary::Eq, x, value);
        let other = arena.not(same);
        all = arena.binary(Binary::And, all, other);
    }
    drop(arena);
    let start = Instant::now();
    let answer = Solver::new(Budget::default()).solve(&terms, &[all]);
    println!("a conjunction: {:.1?}", start.elapsed());
    assert!(!matches!(answer, Answer::Unsat));
}
