//! Numbers for tests: at every border, and at random where errors of rounding show.

use crate::node::mask;

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// A place in a list of so many.
    pub(crate) fn index(&mut self, count: usize) -> usize {
        self.below(count as u64) as usize
    }

    /// One of these.
    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.index(from.len())]
    }

    /// A number of this width: small, a corner, or any.
    pub(crate) fn bits(&mut self, width: u8) -> u128 {
        let any = self.wide();
        let value = match self.below(8) {
            0 => 0,
            1 => u128::MAX,
            2 => mask(width) >> 1,
            3 => (mask(width) >> 1) + 1,
            4 => any & 15,
            5 => 1 << self.below(width.into()),
            6 => (any & 3).wrapping_neg(),
            _ => any,
        };
        value & mask(width)
    }

    pub(crate) fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }
}

/// Exponent and fraction bits.
fn shape(width: u8) -> (u8, u8) {
    if width == 32 { (8, 23) } else { (11, 52) }
}

/// A number from its stored parts.
pub(crate) fn number(width: u8, sign: u64, exponent: u64, fraction: u64) -> u128 {
    let (e, f) = shape(width);
    let (exponent, fraction) = (exponent & ((1 << e) - 1), fraction & ((1 << f) - 1));
    u128::from(sign & 1) << (width - 1) | u128::from(exponent) << f | u128::from(fraction)
}

/// Numbers at every border there is.
pub(crate) fn corners(width: u8) -> Vec<u128> {
    let (e, f) = shape(width);
    let (bias, all) = ((1u64 << (e - 1)) - 1, (1u64 << f) - 1);
    let mut exponents = vec![0, 1, 2, f.into(), bias - 2, bias - 1, bias, bias + 1, bias + 2];
    exponents.extend([bias + u64::from(f) - 1, bias + u64::from(f), bias + u64::from(f) + 1]);
    exponents.extend([7, 8, 15, 16, 30, 31, 32, 62, 63, 64, 126, 127, 128].map(|it| bias + it));
    exponents.extend([2 * bias - 1, 2 * bias, 2 * bias + 1]);
    // The borders of the other format.
    exponents.extend([127, 126, 149, 150].map(|it| bias.wrapping_sub(it)));
    let fractions = [0, 1, 2, all, all - 1, 1 << (f - 1), (1 << (f - 1)) + 1, (1 << (f - 1)) - 1];
    let mut found: Vec<u128> = Vec::new();
    for &exponent in &exponents {
        for fraction in fractions {
            found.extend([0, 1].map(|sign| number(width, sign, exponent, fraction)));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// A number of a kind that rounding errors show in: few bits, long carries, exponents near a border or another's.
pub(crate) fn some(random: &mut Random, width: u8, near: Option<u128>) -> u128 {
    let (e, f) = shape(width);
    let bias = (1u64 << (e - 1)) - 1;
    let fraction = match random.below(6) {
        0 => random.next() & random.next() & random.next(),
        1 => random.next() | random.next() | random.next(),
        2 => u64::MAX << random.below(f.into()),
        3 => 1 << random.below(f.into()),
        4 => (1 << random.below(f.into())) - 1,
        _ => random.next(),
    };
    let spread = random.below(2 * u64::from(f) + 8);
    let exponent = match (random.below(7), near) {
        (0, _) => random.below(4),
        (1, _) => 2 * bias + 1 - random.below(4),
        (2, _) => bias + spread,
        (3, _) => bias.wrapping_sub(spread),
        // Sums, products and quotients near the borders of the format.
        (4, Some(other)) => ((other >> f) as u64 + spread).wrapping_sub(f.into()),
        (5, Some(other)) => {
            let other = (other >> f) as u64 & ((1 << e) - 1);
            let border = if random.below(2) == 0 { bias + 1 } else { 3 * bias };
            let product = border.wrapping_sub(other).wrapping_add(spread / 2).wrapping_sub(2);
            if random.below(2) == 0 { product } else { (2 * bias).wrapping_sub(product) }
        }
        _ => random.next(),
    };
    number(width, random.next(), exponent, fraction)
}

/// An integer: any, a power of two and its neighbours, one that is halfway between two floating-point numbers.
pub(crate) fn integer(random: &mut Random, width: u8) -> u128 {
    let power = 1u128 << random.below(width.into());
    let value = match random.below(5) {
        0 => power.wrapping_add(random.below(5).into()).wrapping_sub(2),
        1 => power.wrapping_neg().wrapping_add(random.below(5).into()).wrapping_sub(2),
        2 => power | power >> 24 | power >> random.below(64),
        3 => (power | power >> 53 | power >> random.below(64)).wrapping_neg(),
        _ => random.wide() >> random.below(width.into()),
    };
    value & mask(width)
}
