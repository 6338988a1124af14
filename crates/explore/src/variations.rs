//! Variations of a run that may be shorter: what shortening a run tries (`minimise`, `temporal::shorten`).
//!
//! Nothing here executes anything. A variation need not be a run of the system.

use gmc_model::Choice;
use std::collections::HashMap;
use std::ops::Range;

/// How often a run changes from one thread to another.
pub fn switches(trace: &[Choice]) -> usize {
    trace.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count()
}

/// What each thread does without interruption.
fn turns(trace: &[Choice]) -> Vec<Range<usize>> {
    let mut start = 0;
    let turns = trace.chunk_by(|a, b| a.thread == b.thread).map(|turn| {
        start += turn.len();
        start - turn.len()..start
    });
    turns.collect()
}

/// Two turns of a thread brought together: the later one first, or the earlier one later.
pub(crate) fn together(trace: &[Choice]) -> impl Iterator<Item = Vec<Choice>> {
    let turns = turns(trace);
    let pairs: Vec<(Range<usize>, Range<usize>)> = turns
        .iter()
        .enumerate()
        .filter_map(|(at, early)| {
            let thread = trace[early.start].thread;
            let late = turns[at + 1..].iter().find(|it| trace[it.start].thread == thread)?;
            Some((early.clone(), late.clone()))
        })
        .collect();
    pairs.into_iter().flat_map(move |(early, late)| {
        let between = &trace[early.end..late.start];
        let sooner = [&trace[..early.end], &trace[late.clone()], between, &trace[late.end..]].concat();
        let later = [&trace[..early.start], between, &trace[early], &trace[late.start..]].concat();
        [sooner, later]
    })
}

/// The run without a whole turn, without a part of one (large parts first), and without a single step; the last ones
/// first.
pub(crate) fn without_a_part(trace: &[Choice]) -> impl Iterator<Item = Vec<Choice>> {
    let turns = turns(trace);
    let longest = turns.iter().map(Range::len).max().unwrap_or(0);
    let mut parts: Vec<Range<usize>> = turns.iter().rev().cloned().collect();
    let mut size = longest / 2;
    while size > 1 {
        for turn in turns.iter().rev().filter(|it| it.len() > size) {
            let starts = turn.clone().step_by(size).rev();
            parts.extend(starts.map(|start| start..(start + size).min(turn.end)));
        }
        size /= 2;
    }
    parts.extend((0..trace.len()).rev().map(|at| at..at + 1));
    parts.into_iter().map(move |gone| [&trace[..gone.start], &trace[gone.end..]].concat())
}

/// The run without what leads from a state to the same state again. `states` are those before each step and after the
/// last one.
pub(crate) fn without_repetitions(trace: &[Choice], states: &[u128]) -> Vec<Choice> {
    let last: HashMap<u128, usize> = states.iter().enumerate().map(|(at, state)| (*state, at)).collect();
    let (mut at, mut out) = (0, Vec::new());
    while let Some(state) = states.get(at) {
        at = last[state];
        out.extend(trace.get(at));
        at += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use gmc_model::ThreadId;

    fn trace(threads: &[u32]) -> Vec<Choice> {
        threads.iter().map(|it| Choice { thread: ThreadId(*it), alternative: 0 }).collect()
    }

    fn threads(trace: &[Choice]) -> Vec<u32> {
        trace.iter().map(|it| it.thread.0).collect()
    }

    #[test]
    fn repetitions_go() {
        let run = trace(&[1, 2, 3, 4]);
        assert_eq!(threads(&without_repetitions(&run, &[10, 11, 12, 11, 13])), [1, 4]);
        assert_eq!(threads(&without_repetitions(&run, &[10, 11, 12, 13, 10])), [0_u32; 0]);
        assert_eq!(threads(&without_repetitions(&run, &[10, 11, 12, 13, 14])), [1, 2, 3, 4]);
    }

    #[test]
    fn turns_come_together() {
        let run = trace(&[1, 2, 1]);
        let variations: Vec<_> = together(&run).map(|it| threads(&it)).collect();
        assert_eq!(variations, [[1, 1, 2], [2, 1, 1]]);
    }

    #[test]
    fn parts_go_the_large_ones_first() {
        let run = trace(&[1, 1, 1, 1, 2]);
        let variations: Vec<usize> = without_a_part(&run).map(|it| it.len()).collect();
        assert_eq!(variations, [4, 1, 3, 3, 4, 4, 4, 4, 4]);
    }
}
