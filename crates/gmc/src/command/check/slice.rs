//! `--slice`: a short search before the search, which finds numbers that multiply states and steer nothing.
//!
//! The short search is made twice (see [`gmc_observe::slice`]). What it finds is said, and with `--slice auto` ignored
//! by the search proper. That the short search saw only a part of the states makes the list shorter or longer, never an
//! answer wrong: what is ignored is a gap.

use super::search::search_with;
use crate::cli::Slice;
use crate::command::Error;
use crate::command::loaded::Loaded;
use gmc_observe::slice::{Changes, Measure, Multiplier, ValueWatch};
use gmc_search::{Budget, Engine, Search, Store};
use std::num::NonZeroUsize;
use std::time::Duration;

/// The states that each short search visits at most, and its time.
const STATES: u64 = 10_000;
const TIME: Duration = Duration::from_secs(20);

/// Finds what to ignore, says so, and ignores it if that is asked for.
pub(super) fn slice(loaded: &mut Loaded, search: &Search, how: Slice) -> Result<(), Error> {
    let compiled = loaded.compiled()?.clone();
    let short = Search {
        engine: Some(Engine::Dfs),
        engine_reason: "it is what --slice looks at",
        score: None,
        target: None,
        workers: NonZeroUsize::MIN,
        all: true,
        store: Store::Fingerprints128,
        checkpoint: None,
        budget: Budget {
            time: Some(search.budget.time.map_or(TIME, |time| (time / 8).min(TIME))),
            memory: search.budget.memory / 2,
            states: Some(STATES),
            depth: search.budget.depth,
        },
        ..search.clone()
    };
    let watch = ValueWatch::default();
    search_with(loaded, &short, None, None, &|execution| execution.observer = Some(watch.observer()))?;
    let candidates = watch.candidates(&compiled);
    let measure = Measure::new(&compiled, candidates);
    search_with(loaded, &short, None, None, &|execution| execution.observer = Some(measure.observer()))?;
    let found = measure.multipliers();
    for it in &found {
        eprintln!("gmc: slice: {}", line(it, how));
    }
    if found.is_empty() {
        eprintln!("gmc: slice: no number was found that multiplies states and steers nothing");
    }
    if how == Slice::Auto {
        let names = found.into_iter().filter(|it| it.steers.is_none()).map(|it| it.name);
        loaded.approximate.also_ignore(names);
    }
    Ok(())
}

/// What is said of a number.
fn line(it: &Multiplier, how: Slice) -> String {
    let Multiplier { name, values, changes, steers, states: (with, without) } = it;
    let changes = match changes {
        Changes::Grows => "it only grows",
        Changes::Falls => "it only falls",
        Changes::Both => "it grows and falls",
    };
    let seen = format!("{changes}, {values} values, {with} states with it and {without} without");
    match (steers, how) {
        (None, Slice::Auto) => format!("{name} is ignored: no branch reads it, {seen}"),
        (None, Slice::Report) => {
            format!("{name} can be ignored (--ignore '{name}'): no branch reads it, {seen}")
        }
        (Some((file, line)), _) => {
            format!(
                "{name} is not ignored, as {file}:{line} depends on it: {seen}; --values '{name}=N' bounds it, --ignore '{name}' \
                 may miss errors"
            )
        }
    }
}
