//! No function of the library is known by its name outside of the library's tables.
//!
//! A fact that depends on a function's name in a second place is a bug to come: somebody adds a function that behaves
//! alike, and the second place does not know it. Such a fact belongs into the function's row. So no string in any crate
//! is the name of a function, or begins the names of several; those in `crates/libc/src` and in tests may.
//!
//! The names come from `docs/library.md`, which a test of `libc` keeps equal to the tables and the models.

use crate::source::{Source, line_of};
use crate::{crate_sources, none, repository, sources};
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
    ("crates/gmc/src/command/debug/dap/wire.rs", &["error"], "a word of the debug adapter protocol"),
    (
        "crates/gmc/src/command/reproducer.rs",
        &["gmc_"],
        "a program that uses anything of gmc.h includes it, and the functions' names in it all begin so",
    ),
    ("crates/ir/src/text/function.rs", &["exit"], "the edge out of a function"),
    ("crates/ir/src/text/number.rs", &["inf", "nan"], "numbers as text"),
    ("crates/model/src/kind.rs", &["abort"], "a kind of error"),
    ("crates/observe/src/view/variable.rs", &["free"], "a lock that nobody holds"),
    ("crates/report/src/reason.rs", &["time", "random"], "reasons why an answer is not complete"),
    (
        "crates/report/src/reproducer.rs",
        &["__VERIFIER_nondet_"],
        "the C runtime of reproducers defines these by a macro that takes the rest of the name",
    ),
    ("crates/report/src/sarif.rs", &["error"], "a level of SARIF"),
    ("crates/vm/src/diagnose/leaf.rs", &["pthread_"], "names of types"),
    ("crates/vm/src/exec/wide.rs", &["abs"], "an operation of GIMPLE"),
    ("crates/vm/src/symbolic/wide.rs", &["abs"], "an operation of GIMPLE"),
    ("crates/vm/src/library.rs", &["__builtin_"], "GCC's own names for functions of the library begin so"),
    ("crates/gmc/src/cli/exceptions.rs", &["warn"], "a word of files of suppressions"),
    ("crates/vm/src/lower/asm.rs", &["pause"], "an instruction of the processor"),
    ("crates/vm/src/lower/asm/names.rs", &["pause"], "an instruction of the processor"),
    ("crates/vm/src/lower/asm/x86.rs", &["pause", "__builtin_ia32_rdtsc"], "instructions of the processor"),
    (
        "crates/vm/src/lower/body.rs",
        &["__VERIFIER_atomic_"],
        "functions of the program, not of the library, are atomic by their names, as SV-COMP has it",
    ),
    ("gcc/editor.cc", &["remove"], "a verb of edits"),
    ("crates/script/src/block.rs", &["index"], "what scripts call"),
    ("crates/script/src/gcc.rs", &["read", "write"], "what scripts call"),
    ("crates/script/src/gimple.rs", &["remove"], "what scripts call"),
    ("crates/script/src/machine/callbacks.rs", &["write"], "what scripts call"),
    ("crates/script/src/machine/rows.rs", &["exit", "pause", "rewind"], "what scripts call"),
    ("crates/script/src/smt.rs", &["div"], "what scripts call"),
    ("crates/gmc/src/cli.rs", &["system"], "an option"),
    (
        "crates/gmc/src/gcc/cxx_models.rs",
        &[
            "__builtin_ia32_",
            "__cxa_",
            "_Unwind_",
            "_Znwm",
            "_Znam",
            "_Znwj",
            "_Znaj",
            "_ZdlPv",
            "_ZdaPv",
            "_ZnwmSt11align_val_t",
            "_ZnwjSt11align_val_t",
            "_ZdlPvSt11align_val_t",
        ],
        "which files of C++ models may join a program: by what it lacks, or by what it replaces",
    ),
    ("crates/gmc/src/command/externals.rs", &["__gmc_in_place_of_"], "how models name what they replace"),
    (
        "crates/vm/src/lower/mod.rs",
        &["__gmc_out_of_memory"],
        "a function of the models that the machine calls",
    ),
    ("crates/vm/src/effects.rs", &["malloc", "free"], "words for a family of functions"),
    ("gcc/preserve.cc", &["__builtin_"], "GCC's own names for functions begin so"),
];

/// All names of functions.
fn functions() -> BTreeSet<String> {
    let text = fs::read_to_string(repository().join("docs/library.md")).expect("the list of functions");
    let list = text.split_once("<!-- The rest is made by ").expect("the list").1;
    let rows = list.lines().filter(|line| line.starts_with("  - `") || line.starts_with("    `"));
    rows.flat_map(|row| row.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// Whether a string names a function, or begins the names of functions as only a comparison with names does.
fn is_name(known: &BTreeSet<String>, text: &str) -> bool {
    let begins = || known.range(text.to_owned()..).next().is_some_and(|it| it.starts_with(text));
    known.contains(text) || text.starts_with("__gmc") || text.len() > 3 && text.ends_with('_') && begins()
}

/// Whether a line is one of a test.
fn is_test(source: &Source, line: usize) -> bool {
    let name = &source.name;
    let modules = source.code.match_indices("#[cfg(test)]").filter_map(|(at, mark)| {
        let body = source.body(at + mark.len())?;
        Some(line_of(&source.code, at)..line_of(&source.code, body.end) + 1)
    });
    name.ends_with("/tests.rs")
        || name.contains("/tests/")
        || modules.into_iter().any(|it| it.contains(&line))
}

/// All strings that name functions: where, on which line, and what.
fn found() -> Vec<(String, usize, String)> {
    let known = functions();
    assert!(
        known.contains("malloc") && known.contains("pthread_create"),
        "the list of functions is not there"
    );
    let plugin = sources(&["cc", "h"]).into_iter().filter(|it| it.name.starts_with("gcc/"));
    let mut found = Vec::new();
    for source in crate_sources().into_iter().chain(plugin) {
        if source.name.starts_with("crates/libc/src/") {
            continue;
        }
        for (line, text) in &source.strings {
            if is_name(&known, text) && !is_test(&source, *line) {
                found.push((source.name.clone(), *line, text.clone()));
            }
        }
    }
    found
}

#[test]
fn functions_are_known_by_their_rows() {
    let found = found();
    let excused = |file: &str, text: &str| EXCEPTIONS.iter().any(|it| it.0 == file && it.1.contains(&text));
    let guilty = found.iter().filter(|(file, _, text)| !excused(file, text));
    let mut guilty: Vec<String> = guilty
        .map(|(file, line, text)| format!("{file}:{line}: `{text}` belongs into a row, or is an exception"))
        .collect();
    for (file, texts, reason) in EXCEPTIONS {
        assert!(!reason.is_empty());
        let gone = texts.iter().filter(|text| !found.iter().any(|it| it.0 == *file && it.2 == **text));
        guilty
            .extend(gone.map(|text| format!("{file} does not have `{text}` any more: take it off the list")));
    }
    none("names of functions", &guilty);
}
