//! Sets of 64-bit numbers, as they stand in registers: lists of disjoint intervals.

/// A set of numbers.
///
/// Invariant: closed intervals, not empty, in order, none touching the next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct IntervalSet(Vec<(u64, u64)>);

impl IntervalSet {
    /// The numbers from `low` to `high`; none when there are none.
    pub fn range(low: u64, high: u64) -> IntervalSet {
        if low <= high { IntervalSet(vec![(low, high)]) } else { IntervalSet::default() }
    }

    /// The numbers from `low` on, upwards and round the end, to `high`.
    pub fn around(low: u64, high: u64) -> IntervalSet {
        if low <= high {
            IntervalSet::range(low, high)
        } else {
            IntervalSet::from(vec![(0, high), (low, u64::MAX)])
        }
    }

    /// The signed numbers from `low` to `high`; none when there are none.
    pub fn signed(low: i128, high: i128) -> IntervalSet {
        let (low, high) = (low.max(i64::MIN.into()), high.min(i64::MAX.into()));
        if low <= high { IntervalSet::around(low as u64, high as u64) } else { IntervalSet::default() }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub fn count(&self) -> u128 {
        self.0.iter().map(|&(low, high)| u128::from(high - low) + 1).sum()
    }

    /// The only one.
    pub fn single(&self) -> Option<u64> {
        match self.0[..] {
            [(low, high)] if low == high => Some(low),
            _ => None,
        }
    }

    /// The smallest one by the numbers' signed order, so that reports show small numbers; none of an empty set.
    pub fn example(&self) -> Option<u64> {
        let not_negative = self.0.iter().find(|it| it.0 <= i64::MAX as u64).map(|it| it.0);
        not_negative.or_else(|| self.0.last().map(|it| it.1))
    }

    /// The intervals.
    pub fn intervals(&self) -> &[(u64, u64)] {
        &self.0
    }

    /// All of them, in order.
    pub fn values(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().flat_map(|&(low, high)| low..=high)
    }

    /// Those in both.
    pub fn and(&self, other: &IntervalSet) -> IntervalSet {
        let mut out = Vec::new();
        let (mut a, mut b) = (0, 0);
        while let (Some(&(low, high)), Some(&(from, to))) = (self.0.get(a), other.0.get(b)) {
            let (first, last) = (low.max(from), high.min(to));
            if first <= last {
                out.push((first, last));
            }
            if high < to { a += 1 } else { b += 1 }
        }
        IntervalSet(out)
    }

    /// Those that are not in the other one.
    pub fn without(&self, other: &IntervalSet) -> IntervalSet {
        self.and(&other.complement())
    }

    /// All others.
    pub fn complement(&self) -> IntervalSet {
        let mut out = Vec::new();
        let mut next = Some(0);
        for &(low, high) in &self.0 {
            if let Some(from) = next.filter(|&from| from < low) {
                out.push((from, low - 1));
            }
            next = high.checked_add(1);
        }
        out.extend(next.map(|from| (from, u64::MAX)));
        IntervalSet(out)
    }

    /// Those in either.
    pub fn or(&self, other: &IntervalSet) -> IntervalSet {
        IntervalSet::from(self.0.iter().chain(&other.0).copied().collect::<Vec<_>>())
    }

    /// `x + by` for each of them, or `by - x`, round the end.
    pub fn moved(&self, negated: bool, by: u64) -> IntervalSet {
        let moved = self.0.iter().map(|&(low, high)| match negated {
            false => (low.wrapping_add(by), high.wrapping_add(by)),
            true => (by.wrapping_sub(high), by.wrapping_sub(low)),
        });
        moved.fold(IntervalSet::default(), |sum, (low, high)| sum.or(&IntervalSet::around(low, high)))
    }
}

impl From<Vec<(u64, u64)>> for IntervalSet {
    fn from(mut intervals: Vec<(u64, u64)>) -> IntervalSet {
        intervals.sort_unstable();
        let mut out: Vec<(u64, u64)> = Vec::with_capacity(intervals.len());
        for (low, high) in intervals {
            match out.last_mut() {
                Some(last) if last.1.checked_add(1).is_none_or(|next| low <= next) => {
                    last.1 = last.1.max(high);
                }
                _ => out.push((low, high)),
            }
        }
        IntervalSet(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets over a few numbers at both ends, and what they hold.
    fn samples() -> Vec<IntervalSet> {
        let ends = [0, 1, 2, 3, u64::MAX - 2, u64::MAX - 1, u64::MAX];
        let mut out = vec![IntervalSet::default()];
        for (at, &low) in ends.iter().enumerate() {
            out.extend(ends[at..].iter().map(|&high| IntervalSet::range(low, high)));
        }
        let pairs: Vec<IntervalSet> = out.iter().flat_map(|a| out.iter().map(|b| a.or(b))).collect();
        out.extend(pairs);
        out
    }

    const PROBES: [u64; 9] = [0, 1, 2, 3, 4, u64::MAX - 3, u64::MAX - 2, u64::MAX - 1, u64::MAX];

    fn has(set: &IntervalSet, value: u64) -> bool {
        set.0.iter().any(|&(low, high)| low <= value && value <= high)
    }

    #[test]
    fn operations_agree_with_their_definitions() {
        let samples = samples();
        for a in &samples {
            for value in PROBES {
                assert_eq!(has(&a.complement(), value), !has(a, value));
            }
            assert_eq!(a.count() + a.complement().count(), 1 << 64);
            for b in samples.iter().step_by(7) {
                for value in PROBES {
                    assert_eq!(has(&a.and(b), value), has(a, value) && has(b, value));
                    assert_eq!(has(&a.or(b), value), has(a, value) || has(b, value));
                    assert_eq!(has(&a.without(b), value), has(a, value) && !has(b, value));
                }
            }
        }
    }

    #[test]
    fn moving_keeps_what_is_in_it() {
        for set in samples() {
            for by in [0, 1, 5, u64::MAX, 1 << 63] {
                for negated in [false, true] {
                    let moved = set.moved(negated, by);
                    assert_eq!(moved.count(), set.count());
                    for value in PROBES {
                        let to = if negated { by.wrapping_sub(value) } else { value.wrapping_add(by) };
                        assert_eq!(has(&moved, to), has(&set, value));
                    }
                }
            }
        }
    }

    #[test]
    fn signed_ranges() {
        let set = IntervalSet::signed(-2, 3);
        assert_eq!(set.count(), 6);
        assert!(has(&set, u64::MAX) && has(&set, 3) && !has(&set, 4));
        assert_eq!(IntervalSet::signed(i128::MIN, i128::MAX).count(), 1 << 64);
        assert!(IntervalSet::signed(3, 2).is_empty());
        assert_eq!(IntervalSet::signed(-5, -5).single(), Some(-5i64 as u64));
    }
}
