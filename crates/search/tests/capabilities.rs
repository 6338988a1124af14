//! The table of engines: documented as it is, and obeyed.

use gmc_model::ContextBound;
use gmc_search::{
    Asked, Bounds, Budget, CAPABILITIES, Engine, Feature, Reductions, Refusal, Search, Store, WalkOptions,
    engines_table, exclusions_table,
};
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

fn search() -> Search {
    Search {
        engine: None,
        engine_reason: "--engine asks for it",
        score: None,
        target: None,
        walks: WalkOptions::default(),
        workers: NonZeroUsize::MIN,
        deterministic: false,
        all: false,
        store: Store::Fingerprints128,
        reductions: Reductions { ample: true, data: true, locks: true, unlock: true, symmetry: true },
        bounds: Bounds::default(),
        budget: Budget { time: None, memory: 1 << 30, states: None, depth: None },
        asked: Asked::default(),
        audit: None,
        checkpoint: None,
    }
}

fn bounds(of: ContextBound) -> Bounds {
    Bounds { context: Some(of), ..Bounds::default() }
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
    let asked = Search { bounds: bounds(ContextBound::Switches(1)), ..search() };
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
        "--engine best and --jobs do not go together: --jobs is for --engine dfs or lassos"
    );
}

#[test]
fn options_of_random_runs_need_them() {
    let asked = [
        (WalkOptions { runs: Some(5), ..WalkOptions::default() }, "--walks"),
        (WalkOptions { orders: Some(5), ..WalkOptions::default() }, "--orders"),
        (WalkOptions { seed: Some(5), ..WalkOptions::default() }, "--seed"),
    ];
    for (walks, option) in asked {
        for engine in Engine::ALL.map(Some).into_iter().chain([None]) {
            let checked = Search { walks, engine, ..search() }.check();
            let draws = engine == Some(Engine::Walk) || engine == Some(Engine::Lassos) && option == "--seed";
            assert_eq!(checked, if draws { Ok(()) } else { Err(Refusal::WalkOnly(option)) }, "{engine:?}");
        }
    }
}

/// What a search at its limit of memory is told to do is what it can do.
#[test]
fn advice_on_memory_can_be_followed() {
    let advised = |engine, store| {
        let advice = Search { engine, store, ..search() }.memory_advice();
        ["--fingerprint", "--disk", "--bitstate"].map(|it| advice.contains(it))
    };
    assert_eq!(advised(None, Store::Fingerprints128), [true, true, true]);
    assert_eq!(advised(None, Store::Fingerprints64), [false, true, true]);
    assert_eq!(advised(Some(Engine::Bfs), Store::Disk("d".into())), [false, false, true]);
    assert_eq!(advised(None, Store::Bitstate(1)), [false, false, false]);
    assert_eq!(advised(Some(Engine::Walk), Store::Fingerprints128), [false, false, false]);
    assert_eq!(advised(Some(Engine::Dpor), Store::Fingerprints128), [false, false, false]);
    assert_eq!(advised(Some(Engine::Livelock), Store::Exact), [true, true, false]);
}

#[test]
fn features_exclude_each_other() {
    let asked = Search { store: Store::Exact, bounds: bounds(ContextBound::Preemptions(1)), ..search() };
    let Err(Refusal::Together(one, other)) = asked.check() else { panic!("not refused") };
    assert_eq!((one.feature, other.feature), (Feature::Preemptions, Feature::Exact));
}
