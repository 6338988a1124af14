//! Dynamic path reduction: on digits that are chosen one after the other.

use crate::toy::{Rules, Toy, violation};
use gmc_explore::{PathStats, Plan, paths};
use gmc_model::{Choice, ChoiceRange, ErrorKind, Reasons, RunEnd, SearchResult, Step, ThreadId, Violation};
use std::ops::Range;

/// Digits below bases, chosen one after the other. The third base depends on the first digit. It is wrong where the
/// first and the last one are within a range.
#[derive(Clone)]
struct Digits {
    bases: Vec<u32>,
    wrong: Range<u32>,
}

impl Digits {
    fn base(&self, digits: &[u32]) -> Option<u32> {
        let base = *self.bases.get(digits.len())?;
        Some(if digits.len() == 2 { base + digits[0] % 2 } else { base })
    }

    fn is_wrong(&self, digits: &[u32]) -> bool {
        digits.len() == self.bases.len()
            && [digits.first(), digits.last()].into_iter().flatten().all(|it| self.wrong.contains(it))
    }

    /// All runs, and those that are wrong.
    fn count(&self, digits: &mut Vec<u32>) -> (u64, u64) {
        let Some(base) = self.base(digits) else { return (1, u64::from(self.is_wrong(digits))) };
        let mut sum = (0, 0);
        for digit in 0..base {
            digits.push(digit);
            let (runs, wrong) = self.count(digits);
            digits.pop();
            sum = (sum.0 + runs, sum.1 + wrong);
        }
        sum
    }
}

impl Rules for Digits {
    type State = Vec<u32>;

    fn initial(&self) -> Vec<u32> {
        Vec::new()
    }

    fn choices(&self, digits: &Vec<u32>, out: &mut Vec<Choice>) {
        let alternatives = 0..self.base(digits).unwrap_or(0);
        out.extend(alternatives.map(|alternative| Choice { thread: ThreadId::FIRST, alternative }));
    }

    fn step(&self, digits: &mut Vec<u32>, choice: Choice) -> Step {
        digits.push(choice.alternative);
        Step::Moved { progress: false }
    }

    fn end(&self, digits: &Vec<u32>) -> Option<Box<Violation>> {
        let message = "wrong digits".to_owned();
        self.is_wrong(digits).then(|| violation(ErrorKind::Assertion, None, ThreadId::FIRST, message))
    }
}

impl Reasons for Toy<Digits> {
    fn record(&mut self, _: bool) {}

    fn at_choice(&mut self, _: usize, _: u32) {}

    /// The first digit that is not within the range, and its side of it.
    fn reason(&mut self, _: RunEnd) -> Option<Vec<ChoiceRange>> {
        let Range { start, end } = self.rules.wrong;
        let decides =
            [0, self.state.len() - 1].into_iter().find(|&it| !self.rules.wrong.contains(&self.state[it]))?;
        let digit = self.state[decides];
        let base = self.rules.base(&self.state[..decides])?;
        if base == 1 {
            return Some(Vec::new());
        }
        let (first, last) = if digit < start { (0, start - 1) } else { (end, base - 1) };
        // Choices with one alternative have no number.
        let alone = (0..decides).filter(|&it| self.rules.base(&self.state[..it]) == Some(1)).count();
        Some(vec![ChoiceRange { choice: decides - alone, first, last }])
    }
}

fn search(rules: &Digits, reduce: bool) -> (SearchResult, PathStats) {
    let mut toy = Toy::new(rules.clone());
    let found = paths(&mut toy, reduce, Plan { all: true, ..Plan::default() });
    assert!(toy.is_untouched());
    found
}

#[test]
fn every_wrong_run_is_followed_and_few_others() {
    for bases in [vec![3, 2, 4, 5], vec![2, 1, 2], vec![9, 1, 3, 1, 8], vec![1, 1], vec![40, 1, 1, 50]] {
        for wrong in [0..1, 1..2, 2..3, 1..3, 5..5, 0..60] {
            let rules = Digits { bases: bases.clone(), wrong };
            let (runs, wrong) = rules.count(&mut Vec::new());
            let (result, stats) = search(&rules, true);
            let found = result.findings.first().map_or(0, |it| it.count);
            assert_eq!(found, wrong, "{:?} {:?}", rules.bases, rules.wrong);
            assert!(result.stopped.is_none());
            // Both sides of the range, for two digits, the second with either base of the third.
            assert!(stats.runs <= wrong + 8, "{} of {runs}, {wrong} wrong", stats.runs);
        }
    }
}

#[test]
fn a_limit_of_states_ends_it() {
    let rules = Digits { bases: vec![2; 20], wrong: 5..5 };
    let mut toy = Toy::new(rules);
    let limits = gmc_explore::Limits { states: Some(100), ..Default::default() };
    let (result, _) = paths(&mut toy, false, Plan { limits, ..Plan::default() });
    assert_eq!(result.stopped, Some(gmc_model::Stopped::States));
    assert!(toy.is_untouched());
}
