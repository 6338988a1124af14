//! Every operation on every pair of ranges of small numbers holds every result.

use crate::fold;
use crate::node::{Binary, Unary};
use crate::range::Range;
use crate::tests::circuits::BINARIES;

/// All ranges of numbers of this width.
fn all(width: u8) -> Vec<(Range, Vec<u128>)> {
    let top = 1u128 << width;
    let mut ranges = Vec::new();
    for start in 0..top {
        // A range grows from one number by one after the other.
        let mut range = Range::one(start);
        for more in 0..top {
            range = range.either(Range::one((start + more) % top), width);
            let values: Vec<u128> = (0..top).filter(|&it| range.holds(it, width)).collect();
            assert!((0..=more).all(|it| values.contains(&((start + it) % top))));
            ranges.push((range, values));
        }
    }
    ranges
}

#[test]
fn bounds() {
    for (range, values) in all(4) {
        let ((low, high), (least, most)) = (range.unsigned(4), range.signed(4));
        for value in values {
            let with_sign = fold::unary(Unary::SExt, value, 4, 128) as i128;
            assert!((low..=high).contains(&value) && (least..=most).contains(&with_sign), "{range:?}");
        }
    }
}

#[test]
fn operations_on_one_range() {
    let ops = [Unary::Not, Unary::Neg, Unary::ZExt, Unary::SExt, Unary::Extract(0), Unary::Extract(1)];
    for (range, values) in all(4) {
        for op in ops {
            let widths = match op {
                Unary::Not | Unary::Neg => 4..=4,
                Unary::ZExt | Unary::SExt => 4..=6,
                _ => 1..=3,
            };
            for to in widths {
                let result = range.unary(op, 4, to);
                for &value in &values {
                    assert!(result.holds(fold::unary(op, value, 4, to), to), "{op:?} {range:?} {value}");
                }
            }
        }
    }
}

#[test]
fn operations_on_two_ranges() {
    let width = 3;
    let ranges = all(width);
    for op in BINARIES {
        let to = match op {
            Binary::Concat => 2 * width,
            _ if op.is_comparison() => 1,
            _ => width,
        };
        for (a, left) in &ranges {
            for (b, right) in &ranges {
                let result = Range::binary(op, *a, *b, width);
                for (&x, &y) in left.iter().flat_map(|x| right.iter().map(move |y| (x, y))) {
                    let value = fold::binary(op, x, y, width);
                    assert!(
                        result.holds(value, to),
                        "{op:?} {a:?} {b:?}: {x} {y} is {value}, not in {result:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn either_of_two_ranges() {
    let ranges = all(3);
    for (a, left) in &ranges {
        for (b, right) in &ranges {
            let result = a.either(*b, 3);
            assert!(left.iter().chain(right).all(|&it| result.holds(it, 3)), "{a:?} {b:?}");
        }
    }
}

#[test]
fn concatenation_of_two_ranges() {
    for (a, left) in &all(2) {
        for (b, right) in &all(3) {
            let result = Range::concat((*a, 2), (*b, 3));
            let mut pairs = left.iter().flat_map(|x| right.iter().map(move |y| x << 3 | y));
            assert!(pairs.all(|it| result.holds(it, 5)), "{a:?} {b:?}");
        }
    }
}
