//! Sets hold what they must, and boxes answer as evaluation does.

use super::*;
use crate::node::Rounding;
use crate::samples::{Random, corners, some};

const BINARIES: [Binary; 13] = [
    Binary::FAdd,
    Binary::FSub,
    Binary::FMul,
    Binary::FDiv,
    Binary::FEq,
    Binary::FLt,
    Binary::FLe,
    Binary::Eq,
    Binary::Ult,
    Binary::Slt,
    Binary::And,
    Binary::Xor,
    Binary::Add,
];

const UNARIES: [Unary; 10] = [
    Unary::Not,
    Unary::Sqrt,
    Unary::Round(Rounding::Zero),
    Unary::Round(Rounding::Down),
    Unary::Round(Rounding::Up),
    Unary::Round(Rounding::Even),
    Unary::Round(Rounding::Away),
    Unary::ToSigned,
    Unary::ToUnsigned,
    Unary::FromSigned,
];

/// An interval of bits, and some numbers of it.
fn interval(random: &mut Random, width: u8) -> (Set, Vec<u128>) {
    let all = corners(width);
    let mut end = |near| match random.below(3) {
        0 => all[random.below(all.len() as u64) as usize],
        _ => some(random, width, near),
    };
    let first = end(None);
    let second = end(Some(first));
    let (low, high) = (first.min(second), first.max(second));
    let mut values = vec![low, high];
    for _ in 0..6 {
        values.push(low + random.wide() % (high - low + 1));
    }
    values.extend(all.into_iter().filter(|it| (low..=high).contains(it)).take(6));
    (Set::Bits(Range::between(low, high)), values)
}

#[test]
fn sets_hold_all_results() {
    let mut random = Random(7);
    for round in 0..6000 {
        let width = if round % 2 == 0 { 32 } else { 64 };
        let ((a, xs), (mut b, mut ys)) = (interval(&mut random, width), interval(&mut random, width));
        if random.below(4) == 0 {
            // Signs are changed and removed by masks.
            let mask = if random.below(2) == 0 { 1 << (width - 1) } else { mask(width) >> 1 };
            (b, ys) = (Set::Bits(Range::one(mask)), vec![mask]);
        }
        for op in BINARIES {
            let set = Set::binary(op, (a, width), (b, width));
            let to = if op.is_comparison() { 1 } else { width };
            for &x in &xs {
                for &y in &ys {
                    let value = fold::binary(op, x, y, width);
                    assert!(set.holds(value, to), "{op:?} {width} {x:x} {y:x}: {value:x} in {set:?}");
                    if to == width {
                        // Sets of floating-point numbers are operands, too.
                        let next = set.unary(Unary::Not, width, width);
                        assert!(next.holds(fold::unary(Unary::Not, value, width, width), width));
                        let sum = Set::binary(Binary::FMul, (set, width), (b, width));
                        let exact = fold::binary(Binary::FMul, value, y, width);
                        assert!(sum.holds(exact, width), "{op:?} {width} {x:x} {y:x}: {exact:x} in {sum:?}");
                        let either = set.either(b, width);
                        assert!(either.holds(value, width) && either.holds(y, width));
                    }
                }
            }
        }
        for op in UNARIES {
            let set = a.unary(op, width, width);
            for &x in &xs {
                let value = fold::unary(op, x, width, width);
                assert!(set.holds(value, width), "{op:?} {width} {x:x}: {value:x} in {set:?}");
            }
        }
        let other = 96 - width;
        let set = a.unary(Unary::Convert, width, other);
        for &x in &xs {
            assert!(set.holds(fold::unary(Unary::Convert, x, width, other), other), "{width} {x:x} {set:?}");
        }
    }
}

/// That `x` is from 0 to 1, and an approximation of the square root of `1 + x` is not below a bound.
fn root(arena: &mut Arena, bound: f32) -> Vec<TermId> {
    let number = |arena: &mut Arena, value: f32| arena.constant(value.to_bits().into(), 32);
    let x = arena.symbol(Symbol { name: 0, width: 32 });
    let (zero, one) = (number(arena, 0.0), number(arena, 1.0));
    let (mut power, mut sum) = (one, one);
    for factor in [0.5, -0.125, 0.0625, -0.039_062_5] {
        power = arena.binary(Binary::FMul, power, x);
        let factor = number(arena, factor);
        let part = arena.binary(Binary::FMul, factor, power);
        sum = arena.binary(Binary::FAdd, sum, part);
    }
    let bound = number(arena, bound);
    let (low, high) = (arena.binary(Binary::FLe, zero, x), arena.binary(Binary::FLt, x, one));
    let below = arena.binary(Binary::FLt, sum, bound);
    vec![low, high, arena.not(below)]
}

#[test]
fn a_polynomial_is_bounded() {
    let mut arena = Arena::default();
    let conditions = root(&mut arena, 1.399);
    assert!(matches!(decide(&arena, &conditions), Some(Decided::Unsat)));
    let conditions = root(&mut arena, 1.398);
    let Some(Decided::Sat(model)) = decide(&arena, &conditions) else { panic!("there is such a number") };
    let mut evaluator = crate::Evaluator::new(&arena, |symbol| model.get(symbol));
    assert!(conditions.iter().all(|&it| evaluator.holds(it)));
}

#[test]
fn integers_are_left_to_others() {
    let mut arena = Arena::default();
    let (x, one) = (arena.symbol(Symbol { name: 0, width: 32 }), arena.constant(1, 32));
    let sum = arena.binary(Binary::Add, x, one);
    let above = arena.binary(Binary::Ult, x, sum);
    assert!(decide(&arena, &[above]).is_none());
}
