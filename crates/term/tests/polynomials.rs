//! Equalities of sums and products: random polynomials are expanded, and compared with the evaluator.

use gmc_term::{Arena, Binary, Evaluator, Symbol, TermId};

/// Numbers that look random (Marsaglia: Xorshift RNGs, 2003).
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

/// A sum, product, negation, symbol or number of this depth.
fn term(arena: &mut Arena, draw: &mut Draw, width: u8, depth: u32) -> TermId {
    if depth == 0 {
        let name = draw.below(4) as u32;
        return match name {
            3 => {
                let value = draw.below(1 << 20).into();
                arena.constant(value, width)
            }
            _ => arena.symbol(Symbol { name, width }),
        };
    }
    let a = term(arena, draw, width, depth - 1);
    match draw.below(5) {
        0 => arena.unary(gmc_term::Unary::Neg, a, width),
        1 | 2 => {
            let b = term(arena, draw, width, depth - 1);
            arena.binary(Binary::Mul, a, b)
        }
        _ => {
            let b = term(arena, draw, width, depth - 1);
            arena.binary(Binary::Add, a, b)
        }
    }
}

#[test]
fn what_is_said_of_sums_and_products_is_true() {
    let mut draw = Draw(88_172_645_463_325_252);
    let (mut same, mut different) = (0, 0);
    for _ in 0..20_000 {
        let arena = &mut Arena::default();
        let width = [8, 16, 32, 64][draw.below(4) as usize];
        let depth = 1 + draw.below(2) as u32;
        let [x, y, z] = [(); 3].map(|()| term(arena, &mut draw, width, depth));
        // x · (y + z) beside x·y + x·z, and now and then something else.
        let sum = arena.binary(Binary::Add, y, z);
        let factored = arena.binary(Binary::Mul, x, sum);
        let (xy, xz) = (arena.binary(Binary::Mul, x, y), arena.binary(Binary::Mul, x, z));
        let mut expanded = arena.binary(Binary::Add, xy, xz);
        if draw.below(3) == 0 {
            let more = term(arena, &mut draw, width, 1);
            expanded = arena.binary(Binary::Add, expanded, more);
        }
        let equal = arena.binary(Binary::Eq, factored, expanded);
        match arena.number(equal) {
            Some(1) => same += 1,
            Some(_) => different += 1,
            None => {}
        }
        for _ in 0..4 {
            let values = [(); 3].map(|()| u128::from(draw.below(u64::MAX)) & (u128::MAX >> (128 - width)));
            let mut evaluator = Evaluator::new(arena, |it| values[it.name as usize]);
            let truth = evaluator.get(factored) == evaluator.get(expanded);
            assert_eq!(evaluator.get(equal), u128::from(truth));
        }
    }
    assert!(same > 8_000, "most that are equal are seen to be: {same}");
    assert!(different > 100, "and some that differ by a number: {different}");
}

#[test]
fn identities() {
    let arena = &mut Arena::default();
    let [x, y] = [0, 1].map(|name| arena.symbol(Symbol { name, width: 32 }));
    let (sum, difference) = (arena.binary(Binary::Add, x, y), arena.sub(x, y));
    let (xx, yy) = (arena.binary(Binary::Mul, x, x), arena.binary(Binary::Mul, y, y));
    let product = arena.binary(Binary::Mul, sum, difference);
    let squares = arena.sub(xx, yy);
    let equal = arena.binary(Binary::Eq, product, squares);
    assert_eq!(arena.number(equal), Some(1));
    // x² + x is even, but no polynomial says so.
    let even = arena.binary(Binary::Add, xx, x);
    let low = arena.extract(even, 0, 1);
    assert_eq!(arena.number(low), None);
}
