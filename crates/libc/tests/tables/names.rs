//! No function of the library is known by its name outside of the library's tables.
//!
//! A fact that depends on a function's name in a second place is a bug to come: somebody adds a function that behaves alike, and the
//! second place does not know it. Such a fact belongs into the function's row. So no file of any crate has a string that is the
//! name of a function, or begins the names of several; tests may.

use crate::sources::{root, sources};
use gmc_libc::library;
use std::collections::BTreeSet;
use std::fs;

/// Strings that may stand where they do although functions have the same name, and why.
const EXCEPTIONS: &[(&str, &[&str], &str)] = &[
    ("crates/arith/src/parse.rs", &["inf", "nan"], "numbers as text"),
    ("crates/explore/src/layer/audit/identity.rs", &["read", "rewind"], "words of a report"),
    (
        "crates/gmc/src/command/debug/dap/server.rs",
        &["pause", "write"],
        "words of the debug adapter protocol",
    ),
    (
        "crates/gmc/src/command/reproducer.rs",
        &["gmc_"],
        "a program that uses anything of gmc.h includes it, and the functions' names in it all begin so",
    ),
    ("crates/ir/src/text/function.rs", &["exit"], "the edge out of a function"),
    ("crates/ir/src/text/number.rs", &["inf", "nan"], "numbers as text"),
    ("crates/model/src/kind.rs", &["abort"], "a kind of error"),
    ("crates/observe/src/scene.rs", &["free"], "a lock that nobody holds"),
    ("crates/report/src/answer.rs", &["time", "random"], "reasons why an answer is not complete"),
    (
        "crates/report/src/reproducer.rs",
        &["__VERIFIER_nondet_"],
        "the C runtime of reproducers defines these by a macro that takes the rest of the name",
    ),
    ("crates/vm/src/diagnose/leaf.rs", &["pthread_"], "names of types"),
    ("crates/vm/src/exec/wide.rs", &["abs"], "an operation of GIMPLE"),
    ("crates/vm/src/library.rs", &["__builtin_"], "GCC's own names for functions of the library begin so"),
    ("crates/vm/src/lower/asm.rs", &["pause"], "an instruction of the processor"),
    (
        "crates/vm/src/lower/body.rs",
        &["__VERIFIER_atomic_"],
        "functions of the program, not of the library, are atomic by their names, as SV-COMP has it",
    ),
];

/// The string literals of a line of code.
fn literals(line: &str) -> impl Iterator<Item = &str> {
    let code = if line.trim_start().starts_with("//") { "" } else { line };
    code.split('"').skip(1).step_by(2)
}

/// Whether a string names a function, or begins the names of functions as only a comparison with names does.
fn is_name(known: &BTreeSet<&str>, text: &str) -> bool {
    let begins = || known.range(text..).next().is_some_and(|it| it.starts_with(text));
    known.contains(text) || text.len() > 3 && text.ends_with('_') && begins()
}

/// All strings in the crates that name functions: where, on which line, and what.
fn found() -> Vec<(String, usize, String)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join("crates")).expect("readable") {
        let directory = entry.expect("readable").path().join("src");
        if directory.is_dir() {
            sources(&directory, "rs", &mut files);
        }
    }
    files.sort();
    let known: BTreeSet<&str> = library().rows().map(|it| it.name).collect();
    let mut found = Vec::new();
    for (name, text) in files.iter().filter(|it| !it.0.starts_with("crates/libc/src/")) {
        let is_test = name.ends_with("/tests.rs") || name.contains("/tests/");
        let code = text.split("#[cfg(test)]").next().filter(|_| !is_test).unwrap_or_default();
        for (number, line) in (1..).zip(code.lines()) {
            let names = literals(line).filter(|it| is_name(&known, it));
            found.extend(names.map(|it| (name.clone(), number, it.to_owned())));
        }
    }
    found
}

#[test]
fn functions_are_known_by_their_rows() {
    let excused = |file: &str, text: &str| EXCEPTIONS.iter().any(|it| it.0 == file && it.1.contains(&text));
    let guilty: Vec<String> = found()
        .iter()
        .filter(|(file, _, text)| !excused(file, text))
        .map(|(file, line, text)| format!("{file}:{line}: `{text}`"))
        .collect();
    assert!(
        guilty.is_empty(),
        "what these lines know of functions belongs into their rows (or into EXCEPTIONS, with a reason):\n{}",
        guilty.join("\n")
    );
}

#[test]
fn exceptions_are_needed() {
    let found = found();
    for (file, texts, reason) in EXCEPTIONS {
        assert!(!reason.is_empty());
        for text in *texts {
            let is_there = found.iter().any(|it| it.0 == *file && it.2 == *text);
            assert!(is_there, "{file} does not have `{text}` any more");
        }
    }
}
