//! A short run of the fuzzer; `examples/fuzz-reader.rs` runs it for long.

use crate::support::fuzz::{Random, Reached, Seed, run};
use crate::support::sample;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

#[test]
fn damaged_units_are_refused_or_printed() {
    let seed = Seed::of(&sample());
    let mut random = Random(2);
    let mut reached: BTreeMap<Reached, u32> = BTreeMap::new();
    let start = Instant::now();
    let mut slowest = Duration::ZERO;
    while start.elapsed() < Duration::from_secs(3) {
        let input = seed.mutate(&mut random);
        let before = Instant::now();
        *reached.entry(run(&input)).or_default() += 1;
        slowest = slowest.max(before.elapsed());
    }
    // Generous, because the machine may be busy; an input is a kilobyte.
    assert!(slowest < Duration::from_secs(2), "an input took {slowest:?}");
    // The mutations are worth their time only if they come through to every stage.
    for stage in [Reached::NoFrame, Reached::NotDecoded, Reached::NotVerified, Reached::Printed] {
        assert!(reached.contains_key(&stage), "no input got as far as {stage:?}: {reached:?}");
    }
}
