//! Runs the annotated programs of `tests/programs` and compares with what they say of themselves.
//!
//! A program states at its top what must happen (`//@` lines) and marks the guilty line (`//~ KIND`); `docs/testing.md`
//! has the list. Sequential programs are for `gmc run`; one that does nothing wrong is also compiled by GCC and run
//! natively, and must do the same. Concurrent ones are for `gmc check`, with every engine. Each directory is one test,
//! which goes through all its programs before it fails. `GMC_PROGRAMS` selects by a part of the path;
//! `GMC_BINARY` and `GMC_CHECK_OPTIONS` are for `./x conformance audit`.

mod annotations;
mod checking;
#[path = "../linking/mod.rs"]
mod linking;
mod native;
mod problems;
mod process;
mod running;

use annotations::Expected;
use process::{Slot, parallelism};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

/// A list of areas, and a test for each.
macro_rules! areas {
    ($list:ident: $($name:ident)*) => {
        const $list: &[&str] = &[$(stringify!($name)),*];
        $(#[test] fn $name() { area(stringify!($name)); })*
    };
}

areas! {
    RUN_AREAS:
    aggregates arithmetic assembly atomics bitfields calls control cxx floats globals library machine memory network_runs pointers preprocess scopes
    process_runs threads_api types
}

areas! {
    CHECK_AREAS:
    assumptions barriers c11_threads choices clock conditions directed exceptions exclusion exit explosion faults files lifetimes lockfree misuse mutexes network once philosophers
    pools premises processes protocols races readers_writers semaphores sharing states svcomp symbolic symbolic_inputs symbolic_library
    symmetry temporal
}

fn all_areas() -> impl Iterator<Item = &'static str> {
    RUN_AREAS.iter().chain(CHECK_AREAS).copied()
}

#[test]
fn every_directory_is_an_area() {
    let mut names: Vec<String> = fs::read_dir(root())
        .expect("tests/programs")
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let mut areas: Vec<&str> = all_areas().collect();
    areas.sort_unstable();
    assert_eq!(names, areas);
}

/// Every wrong program has a right twin, so that what is reported is the difference between the two. There may be several
/// wrong ones to a right one: `NAME.bad.c` and `NAME.WHAT.bad.c` are twins of `NAME.ok.c`.
#[test]
fn every_wrong_program_has_a_right_twin() {
    let mut alone = Vec::new();
    for path in all_areas().flat_map(|area| programs(&root().join(area))) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some((what, extension)) = name.split_once(".bad.") else { continue };
        let plain = what.split_once('.').map(|(name, _)| name);
        let is_there = |name: &str| path.with_file_name(format!("{name}.ok.{extension}")).exists();
        if !is_there(what) && !plain.is_some_and(is_there) {
            alone.push(path.display().to_string());
        }
    }
    assert!(alone.is_empty(), "these have no right twin:\n  {}", alone.join("\n  "));
}

#[test]
fn every_program_opens_with_what_it_shows_and_is_well_annotated() {
    let mut wrong = Vec::new();
    for path in all_areas().flat_map(|area| programs(&root().join(area))) {
        let text = fs::read_to_string(&path).expect("readable");
        if !text.starts_with("// ") && !text.starts_with("/* ") && !text.starts_with("//@ ") {
            wrong.push(format!("{}: it does not open with a comment", path.display()));
        }
        if let Err(why) = Expected::read(&path, &text) {
            wrong.push(format!("{}: {why}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").canonicalize().expect("tests/programs")
}

/// The programs under a directory, sorted.
fn programs(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            found.extend(programs(&path));
        } else if path.extension().is_some_and(|it| it == "c" || it == "cc") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Runs the programs of an area and fails with all that went wrong.
fn area(name: &str) {
    let filter = std::env::var("GMC_PROGRAMS").unwrap_or_default();
    let mut todo = programs(&root().join(name));
    todo.retain(|path| path.to_string_lossy().contains(&filter));
    let count = todo.len();
    let queue = Mutex::new(todo.into_iter());
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..parallelism().min(count) {
            scope.spawn(|| {
                loop {
                    let Some(path) = queue.lock().expect("no panic").next() else { return };
                    let _slot = Slot::take();
                    if let Err(text) = test(&path, CHECK_AREAS.contains(&name)) {
                        failures.lock().expect("no panic").push((path, text));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no panic");
    failures.sort();
    if !failures.is_empty() {
        let mut text = format!("{} of {count} programs in {name} fail\n", failures.len());
        for (path, problem) in &failures {
            let shown = path.strip_prefix(root()).unwrap_or(path).display();
            let _ = writeln!(text, "\n--- tests/programs/{shown}\n{}", problem.trim_end());
        }
        panic!("{text}");
    }
}

/// Tests one program, under `gmc check` if it asks for it or is of an area where all are, otherwise under `gmc run`.
fn test(path: &Path, is_checked: bool) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let expected = Expected::read(path, &text)?;
    if is_checked || expected.check.is_some() {
        checking::test(path, &expected)
    } else if process::check_options().is_some() {
        Ok(())
    } else {
        running::test(path, &text, &expected)
    }
}
