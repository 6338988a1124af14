//! Patterns say what their names say: compared with loops over positions.

use crate::random::Random;
use gmc_ltl::{Formulas, Word, parse};

/// A word written out as far as anything can change, with what holds where.
struct Run {
    letters: Vec<u64>,
}

impl Run {
    fn new(word: &Word) -> Run {
        let cycles = word.cycle.iter().cycle().take(4 * (word.cycle.len() + word.prefix.len()));
        Run { letters: word.prefix.iter().chain(cycles).copied().collect() }
    }

    fn has(&self, at: usize, atom: usize) -> bool {
        self.letters[at] >> atom & 1 == 1
    }

    /// The first position from here on, in the first half, that has it. What comes at all comes there.
    fn first(&self, from: usize, atom: usize) -> Option<usize> {
        (from..self.letters.len()).find(|&at| self.has(at, atom))
    }
}

const P: usize = 0;
const S: usize = 1;
const Q: usize = 2;
const R: usize = 3;

/// The stretches of positions in which a pattern is to hold: from, to (exclusive), and whether it goes on for ever.
fn stretches(run: &Run, scope: &str) -> Vec<(usize, usize, bool)> {
    let end = run.letters.len();
    let half = end / 2;
    let opened = (0..half).filter(|&at| run.has(at, Q) && !run.has(at, R));
    match scope {
        "" => vec![(0, end, true)],
        " before r" => run.first(0, R).map(|r| (0, r, false)).into_iter().collect(),
        " after q" => run.first(0, Q).map(|q| (q, end, true)).into_iter().collect(),
        " between q and r" => opened.filter_map(|q| run.first(q, R).map(|r| (q, r, false))).collect(),
        _ => opened.map(|q| run.first(q, R).map_or((q, end, true), |r| (q, r, false))).collect(),
    }
}

/// Whether a pattern holds in a stretch. What has to come in one without end comes before its second half is over.
fn holds(run: &Run, pattern: &str, (from, to, endless): (usize, usize, bool)) -> bool {
    let starts = if endless { from..(from + to) / 2 } else { from..to };
    match pattern {
        "never p" => (from..to).all(|at| !run.has(at, P)),
        "always p" => (from..to).all(|at| run.has(at, P)),
        "eventually p" => (from..to).any(|at| run.has(at, P)),
        "s precedes p" => {
            let first = |atom| (from..to).find(|&at| run.has(at, atom)).unwrap_or(usize::MAX);
            first(P) == usize::MAX || first(S) <= first(P)
        }
        _ => starts.filter(|&at| run.has(at, P)).all(|at| (at..to).any(|k| run.has(k, S))),
    }
}

#[test]
fn patterns_in_scopes() {
    let mut random = Random(19);
    for pattern in ["never p", "always p", "eventually p", "s precedes p", "s responds to p"] {
        for scope in ["", " before r", " after q", " between q and r", " after q until r"] {
            let text = format!("{pattern}{scope}");
            let mut formulas = Formulas::new();
            for name in ["p", "s", "q", "r"] {
                formulas.name(name);
            }
            let formula = parse(&mut formulas, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let mut seen = [0, 0];
            for _ in 0..400 {
                let word = random.word(4);
                let run = Run::new(&word);
                let expected = stretches(&run, scope).into_iter().all(|it| holds(&run, pattern, it));
                seen[usize::from(expected)] += 1;
                assert_eq!(word.satisfies(&formulas, formula), expected, "{text} on {word:?}");
            }
            assert!(seen.iter().all(|&it| it > 0), "{text}: {seen:?}");
        }
    }
}
