//! Guards the instruction counts of the hot paths, with some slack, where valgrind is installed.
//!
//! Only optimised code is counted: `cargo test --release -p gmc-mem --test instructions`. The counts include the loop
//! around the measured calls.

mod scenarios;

use scenarios::Scenario;
use std::collections::{BTreeMap, BTreeSet};

/// Most instructions per iteration, a little above what is measured (`docs/measurements.md`).
const LIMITS: &[(&str, f64)] = &[
    ("load", 33.0),
    ("load-pointer", 125.0),
    ("store", 36.0),
    ("load-shared", 64.0),
    ("store-shared", 80.0),
    ("step-3", 1_750.0),
    ("search-step", 1_550.0),
    ("search-step-pointers", 1_800.0),
    ("search-step-relinking", 3_250.0),
    ("alloc-kill", 660.0),
    ("alloc-kill-unheld", 640.0),
];

/// Pairs of scenarios and how many times the first the second may cost.
const RATIOS: &[(&str, &str, f64)] = &[
    ("objects-10", "objects-1000", 1.5),
    ("objects-10", "objects-100000", 1.5),
    ("array-1k", "array-1m", 2.0),
    ("relink-alone", "relink-among-100000", 1.1),
];

/// The counts of scenarios, by their names.
fn counts<'a>(names: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, f64> {
    let names: Vec<&str> = names.collect::<BTreeSet<_>>().into_iter().collect();
    let all = scenarios::SCENARIOS;
    let scenario = |name: &&str| all.iter().find(|s| s.name == *name).expect("a known scenario");
    let scenarios: Vec<&Scenario> = names.iter().map(scenario).collect();
    let me = std::env::current_exe().expect("this program has a path");
    let counts = scenarios::instructions(&scenarios, &|command| {
        command.arg(&me).args(["--exact", "some_scenarios", "--ignored", "--test-threads=1"]);
    });
    names.into_iter().zip(counts.expect("callgrind counts")).collect()
}

fn can_count() -> bool {
    if cfg!(debug_assertions) {
        println!("not counted: the code is not optimised (use --release)");
        return false;
    }
    let found = std::process::Command::new("valgrind").arg("--version").output().is_ok();
    if !found {
        println!("not counted: valgrind is not installed");
    }
    found
}

#[test]
fn hot_paths_stay_short() {
    if !can_count() {
        return;
    }
    let counts = counts(LIMITS.iter().map(|it| it.0));
    for &(name, limit) in LIMITS {
        let count = counts[name];
        println!("{name}: {count:.1} instructions, limit {limit}");
        assert!(count <= limit, "{name} takes {count:.1} instructions, more than {limit}");
    }
}

#[test]
fn cost_follows_change() {
    if !can_count() {
        return;
    }
    let counts = counts(RATIOS.iter().flat_map(|it| [it.0, it.1]));
    for &(small, large, limit) in RATIOS {
        let (small_count, large_count) = (counts[small], counts[large]);
        let ratio = large_count / small_count;
        println!("{large} / {small}: {large_count:.0} / {small_count:.0} = {ratio:.2}, limit {limit}");
        assert!(ratio <= limit, "{large} costs {ratio:.2} times {small}");
    }
}

#[test]
#[ignore = "the measured program: run by the tests above under valgrind"]
fn some_scenarios() {
    if !scenarios::run_from_environment() {
        println!("nothing to run: the environment names no scenario");
    }
}
