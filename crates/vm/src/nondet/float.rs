//! Which floating-point numbers a comparison holds for, as sets of their bits.
//!
//! Numbers that are not NaN are in order: the negative ones by falling bits, then the others by rising bits. Along this
//! order `x < c` and `x <= c` hold up to some point and then no more, which bisection finds.

use super::IntervalSet;

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Test {
    Eq,
    Ne,
    Lt,
    Le,
}

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Width {
    Single,
    Double,
}

impl Width {
    /// The bits of infinity: the magnitudes of numbers go up to here.
    fn infinity(self) -> u64 {
        match self {
            Width::Single => f32::INFINITY.to_bits().into(),
            Width::Double => f64::INFINITY.to_bits(),
        }
    }

    fn sign(self) -> u64 {
        match self {
            Width::Single => 1 << 31,
            Width::Double => 1 << 63,
        }
    }

    /// The number with these bits; every `float` is a `double`.
    pub(super) fn number(self, bits: u64) -> f64 {
        match self {
            Width::Single => f32::from_bits(bits as u32).into(),
            Width::Double => f64::from_bits(bits),
        }
    }

    pub(super) fn tell(self, bits: u64) -> String {
        match self {
            Width::Single => f32::from_bits(bits as u32).to_string(),
            Width::Double => f64::from_bits(bits).to_string(),
        }
    }

    /// The first `count` numbers by their order.
    fn first(self, count: u64) -> IntervalSet {
        let (infinity, sign) = (self.infinity(), self.sign());
        let negative = count.min(infinity + 1);
        let low = IntervalSet::range(sign | (infinity + 1 - negative), sign | infinity);
        let low = if negative == 0 { IntervalSet::default() } else { low };
        match count.checked_sub(infinity + 1) {
            Some(rest) if rest > 0 => low.or(&IntervalSet::range(0, rest - 1)),
            _ => low,
        }
    }

    /// All that are numbers.
    fn all(self) -> IntervalSet {
        self.first(2 * (self.infinity() + 1))
    }

    /// Those up to the point where something holds no more.
    fn while_holds(self, holds: impl Fn(f64) -> bool) -> IntervalSet {
        let (infinity, sign) = (self.infinity(), self.sign());
        let at = |place: u64| match place.checked_sub(infinity + 1) {
            Some(magnitude) => magnitude,
            None => sign | (infinity - place),
        };
        let (mut low, mut high) = (0, 2 * (infinity + 1));
        while low < high {
            let middle = low + (high - low) / 2;
            if holds(self.number(at(middle))) { low = middle + 1 } else { high = middle }
        }
        self.first(low)
    }

    /// The bits of all `x` with `x test c`, or `c test x`.
    pub(super) fn solutions(self, test: Test, c: f64, left: bool) -> IntervalSet {
        let every = IntervalSet::range(0, self.sign() | (self.sign() - 1));
        match (test, left) {
            (Test::Ne, _) => every.without(&self.solutions(Test::Eq, c, left)),
            _ if c.is_nan() => IntervalSet::default(),
            (Test::Eq, _) => self.while_holds(|x| x <= c).without(&self.while_holds(|x| x < c)),
            (Test::Lt, true) => self.while_holds(|x| x < c),
            (Test::Le, true) => self.while_holds(|x| x <= c),
            (Test::Lt, false) => self.all().without(&self.while_holds(|x| x <= c)),
            (Test::Le, false) => self.all().without(&self.while_holds(|x| x < c)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(set: &IntervalSet, bits: u64) -> bool {
        !set.and(&IntervalSet::range(bits, bits)).is_empty()
    }

    #[test]
    fn solutions_are_what_they_say() {
        let numbers = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            0.1,
            1e-40,
            -1e-310,
            3.5e38,
            -1e300,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ];
        for width in [Width::Single, Width::Double] {
            for c in numbers {
                for x in numbers {
                    let bits = match width {
                        Width::Single => (x as f32).to_bits().into(),
                        Width::Double => x.to_bits(),
                    };
                    let x = width.number(bits);
                    let is = |test, left| has(&width.solutions(test, c, left), bits);
                    #[expect(clippy::float_cmp, reason = "this is what is asked for")]
                    let (equal, other) = (x == c, x != c);
                    assert_eq!(is(Test::Eq, true), equal, "{x} == {c}");
                    assert_eq!(is(Test::Ne, true), other, "{x} != {c}");
                    assert_eq!(is(Test::Lt, true), x < c, "{x} < {c}");
                    assert_eq!(is(Test::Le, true), x <= c, "{x} <= {c}");
                    assert_eq!(is(Test::Lt, false), c < x, "{c} < {x}");
                    assert_eq!(is(Test::Le, false), c <= x, "{c} <= {x}");
                }
            }
        }
    }
}
