//! The table of engines: documented as it is, and obeyed.

use gmc_model::ContextBound;
use gmc_search::{
    Budget, CAPABILITIES, Engine, Feature, Reductions, Refusal, Search, Store, Walks, engines_table,
    exclusions_table,
};
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

fn search() -> Search {
    Search {
        engine: None,
        engine_option: "--engine",
        score: None,
        target: None,
        walks: Walks { runs: 1, orders: 1, seed: 1 },
        workers: NonZeroUsize::MIN,
        deterministic: false,
        all: false,
        store: Store::Fingerprints128,
        reductions: Reductions { ample: true, data: true, locks: true, unlock: true, symmetry: true },
        bound: None,
        budget: Budget { time: None, memory: 1 << 30, states: None, depth: None },
        every_state: false,
        audit: None,
        checkpoint: None,
    }
}

#[test]
fn the_table_is_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/engines.md");
    let text = fs::read_to_string(path).expect("docs/engines.md");
    for table in [engines_table(), exclusions_table()] {
        assert!(text.contains(&table), "docs/engines.md does not have this table:\n{table}");
    }
}

#[test]
fn every_feature_has_one_row() {
    for row in CAPABILITIES {
        assert_eq!(CAPABILITIES.iter().filter(|it| it.feature == row.feature).count(), 1, "{row:?}");
        for excluded in row.excludes {
            let other = CAPABILITIES.iter().find(|it| it.feature == *excluded).expect("a row");
            assert!(!other.excludes.contains(&row.feature), "{row:?} and {other:?} both say it");
        }
    }
}

#[test]
fn engines_refuse_what_they_cannot_do() {
    let asked = Search { bound: Some(ContextBound::Switches(1)), ..search() };
    assert_eq!(asked.check(), Ok(()));
    for engine in Engine::ALL {
        let named = Search { engine: Some(engine), ..asked.clone() };
        let can = matches!(engine, Engine::Dfs | Engine::Bfs | Engine::Best);
        assert_eq!(named.check().is_ok(), can, "{engine:?}");
    }
    let workers =
        Search { workers: NonZeroUsize::new(2).expect("two"), engine: Some(Engine::Best), ..search() };
    let refused = workers.check().expect_err("one worker only");
    assert_eq!(
        refused.to_string(),
        "--engine best and --jobs do not go together: --jobs is for --engine dfs"
    );
}

#[test]
fn features_exclude_each_other() {
    let asked = Search { store: Store::Exact, bound: Some(ContextBound::Preemptions(1)), ..search() };
    let Err(Refusal::Together(one, other)) = asked.check() else { panic!("not refused") };
    assert_eq!((one.feature, other.feature), (Feature::Preemptions, Feature::Exact));
}
