//! Lowered operations beside the host's: thousands of operands for each operation and format, bit for bit.

use super::lower;
use crate::arena::Arena;
use crate::evaluate::Evaluator;
use crate::node::{Binary, Node, Rounding, Symbol, TermId, Unary, mask};
use crate::samples::{Random, corners, integer, number, some};

const ROUNDINGS: [Rounding; 5] =
    [Rounding::Zero, Rounding::Down, Rounding::Up, Rounding::Even, Rounding::Away];
const ARITHMETIC: [Binary; 4] = [Binary::FAdd, Binary::FSub, Binary::FMul, Binary::FDiv];
const COMPARISONS: [Binary; 3] = [Binary::FEq, Binary::FLt, Binary::FLe];

fn symbol(arena: &mut Arena, name: u32, width: u8) -> TermId {
    arena.symbol(Symbol { name, width })
}

fn evaluate(arena: &Arena, term: TermId, operands: [u128; 2]) -> u128 {
    Evaluator::new(arena, |symbol| operands[symbol.name as usize]).get(term)
}

/// Whether a term has no floating-point operation.
fn is_plain(arena: &Arena, term: TermId) -> bool {
    let (mut work, mut seen) = (vec![term], std::collections::BTreeSet::new());
    while let Some(top) = work.pop() {
        if seen.insert(top) {
            if lower_is_for(arena.node(top)) {
                return false;
            }
            work.extend(arena.node(top).operands());
        }
    }
    true
}

fn lower_is_for(node: Node) -> bool {
    match node {
        Node::Unary(op, _) => {
            !matches!(op, Unary::Not | Unary::Neg | Unary::ZExt | Unary::SExt | Unary::Extract(_))
        }
        Node::Binary(op, ..) => ARITHMETIC.contains(&op) || COMPARISONS.contains(&op),
        _ => false,
    }
}

/// Compares an operation and what it is lowered to.
fn same(arena: &Arena, (term, lowered): (TermId, TermId), operands: [u128; 2]) {
    let (native, found) = (evaluate(arena, term, operands), evaluate(arena, lowered, operands));
    assert!(
        native == found,
        "{:?}, {} bits, of {:#x} and {:#x}: {native:#x}, lowered {found:#x}",
        arena.node(term),
        arena.width(term),
        operands[0],
        operands[1]
    );
}

fn lowered(arena: &mut Arena, term: TermId) -> (TermId, TermId) {
    let other = lower(arena, term).expect("a floating-point operation");
    assert!(is_plain(arena, other), "{:?}", arena.node(term));
    assert_eq!(arena.width(term), arena.width(other));
    (term, other)
}

fn binary_operations(ops: &[Binary], rounds: u64) {
    for width in [32, 64] {
        let corners = corners(width);
        for (seed, &op) in ops.iter().enumerate() {
            let mut arena = Arena::default();
            let (a, b) = (symbol(&mut arena, 0, width), symbol(&mut arena, 1, width));
            let term = arena.binary(op, a, b);
            let both = lowered(&mut arena, term);
            let mut random = Random(seed as u64);
            for &x in &corners {
                for _ in 0..8 {
                    let y = corners[random.below(corners.len() as u64) as usize];
                    same(&arena, both, [x, y]);
                }
                same(&arena, both, [x, x]);
                same(&arena, both, [x, x ^ 1 << (width - 1)]);
            }
            for _ in 0..rounds {
                let x = some(&mut random, width, None);
                let y = some(&mut random, width, Some(x));
                same(&arena, both, [x, y]);
                same(&arena, both, [y, x]);
                same(&arena, both, [x, x ^ u128::from(random.below(8))]);
            }
        }
    }
}

#[test]
fn sums_and_products_are_those_of_the_host() {
    binary_operations(&ARITHMETIC[..3], 2000);
}

#[test]
fn quotients_are_those_of_the_host() {
    binary_operations(&ARITHMETIC[3..], 1500);
}

#[test]
fn comparisons_are_those_of_the_host() {
    binary_operations(&COMPARISONS, 2000);
}

/// Numbers among the operands make smaller terms, which are others.
#[test]
fn operations_on_a_number_are_those_of_the_host() {
    let mut random = Random(7);
    for width in [32, 64] {
        let corners = corners(width);
        for &op in ARITHMETIC.iter().chain(&COMPARISONS) {
            for &x in &corners {
                let mut arena = Arena::default();
                let a = symbol(&mut arena, 0, width);
                let c = arena.constant(x, width);
                for term in [arena.binary(op, a, c), arena.binary(op, c, a)] {
                    let both = lowered(&mut arena, term);
                    let y = some(&mut random, width, Some(x));
                    same(&arena, both, [y, 0]);
                }
            }
        }
    }
}

fn unary_operation(op: Unary, from: u8, to: u8, operands: impl Iterator<Item = u128>) {
    let mut arena = Arena::default();
    let a = symbol(&mut arena, 0, from);
    let term = arena.unary(op, a, to);
    let both = lowered(&mut arena, term);
    for x in operands {
        same(&arena, both, [x, 0]);
    }
}

/// Corners of a format, and others.
fn numbers(width: u8, count: usize) -> impl Iterator<Item = u128> {
    let mut random = Random(count as u64);
    corners(width).into_iter().chain((0..count).map(move |_| some(&mut random, width, None)))
}

#[test]
fn roots_and_nearest_integers_are_those_of_the_host() {
    for width in [32, 64] {
        unary_operation(Unary::Sqrt, width, width, numbers(width, 3000).map(|it| it & mask(width - 1)));
        unary_operation(Unary::Sqrt, width, width, numbers(width, 1000));
        for how in ROUNDINGS {
            unary_operation(Unary::Round(how), width, width, numbers(width, 10_000));
            // Halves and their neighbours.
            let halves = (0..400u128).map(|it| match width {
                32 => (((it / 3) as f32 / 2.0).to_bits() as u128 + it % 3).wrapping_sub(1),
                _ => (((it / 3) as f64 / 2.0).to_bits() as u128 + it % 3).wrapping_sub(1),
            });
            let signed = halves.flat_map(|it| [it & mask(width), (it ^ 1 << (width - 1)) & mask(width)]);
            unary_operation(Unary::Round(how), width, width, signed);
        }
    }
}

#[test]
fn conversions_are_those_of_the_host() {
    for (from, to) in [(32, 64), (64, 32)] {
        unary_operation(Unary::Convert, from, to, numbers(from, 10_000));
    }
    // Doubles that are halfway between floats, or next to that, over all of their range.
    let mut random = Random(3);
    let halves = (0..10_000).map(|_| {
        let exponent = 1023 - 152 + random.below(290);
        let fraction = random.next() << (22 + random.below(30));
        (number(64, random.next(), exponent, fraction) + u128::from(random.below(3))).wrapping_sub(1)
    });
    unary_operation(Unary::Convert, 64, 32, halves);
}

#[test]
fn integers_become_the_host_s_numbers_and_back() {
    for float in [32, 64] {
        for width in [1, 2, 8, 13, 16, 24, 25, 32, 33, 53, 54, 64, 100, 127, 128] {
            let mut random = Random(width.into());
            let integers: Vec<u128> = (0..600).map(|_| integer(&mut random, width)).collect();
            let all = [0, 1, mask(width), mask(width) >> 1, 1 << (width - 1)];
            for op in [Unary::FromSigned, Unary::FromUnsigned] {
                unary_operation(op, width, float, integers.iter().copied().chain(all));
            }
            // What integers become, and its neighbours: some do not fit.
            let bits = |value: u128| match float {
                32 => u128::from((value as f32).to_bits()),
                _ => u128::from((value as f64).to_bits()),
            };
            let near = integers.iter().chain(&all).flat_map(|&it| {
                let middle = bits(it);
                let sign = 1 << (float - 1);
                [middle, middle + 1, middle.saturating_sub(1)].into_iter().flat_map(move |x| [x, x ^ sign])
            });
            let operands: Vec<u128> = near.chain(numbers(float, 1000)).collect();
            for op in [Unary::ToSigned, Unary::ToUnsigned] {
                unary_operation(op, float, width, operands.iter().copied());
            }
        }
    }
}

#[test]
fn other_terms_are_left_alone() {
    let mut arena = Arena::default();
    let (a, b) = (symbol(&mut arena, 0, 32), symbol(&mut arena, 1, 32));
    let (sum, part) = (arena.binary(Binary::Add, a, b), arena.extract(a, 3, 5));
    for term in [a, sum, part] {
        assert_eq!(lower(&mut arena, term), None);
    }
}

/// How many terms an operation becomes: as many as the SAT solver's clauses depend on.
#[test]
fn lowered_terms_stay_small() {
    for width in [32, 64] {
        let mut sizes = Vec::new();
        for op in ARITHMETIC.map(Some).into_iter().chain([None]) {
            let mut arena = Arena::default();
            let (a, b) = (symbol(&mut arena, 0, width), symbol(&mut arena, 1, width));
            let term = match op {
                Some(op) => arena.binary(op, a, b),
                None => arena.unary(Unary::Sqrt, a, width),
            };
            let before = arena.len();
            lowered(&mut arena, term);
            sizes.push(arena.len() - before);
        }
        println!("{width} bits: sum, difference, product, quotient, root: {sizes:?} terms");
        assert!(sizes.iter().all(|it| *it < 1000), "{sizes:?}");
    }
}
