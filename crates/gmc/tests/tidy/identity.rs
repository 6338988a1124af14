//! What makes up a state's identity is derived or names every field.
//!
//! Identity by hand forgets something some day: a field that is added later and that a `..` swallows makes different
//! states equal, and a search skips what it never saw. So comparisons and hashes of states have no `..` in patterns, do
//! not go through `{:?}`, and every `impl` of equality or hashing by hand is listed here with its reason.

use crate::source::Source;
use crate::{crate_sources, none};

/// The crates that hold state, and those that wrap it.
const CRATES: &[&str] = &["explore", "libc", "mem", "model", "observe", "system", "vm", "world"];

/// The traits of identity.
const TRAITS: &[&str] = &["Eq", "Hash", "PartialEq"];

/// Functions with one of these words in their names compare or hash.
const WORDS: &[&str] = &["canonical", "eq", "equals", "fingerprint", "hash", "hashes", "same"];

/// Every implementation by hand, and why it is not derived.
const BY_HAND: &[(&str, &str, &str)] = &[
    (
        "crates/mem/src/snapshot.rs",
        "PartialEq for ObjectPage",
        "pages that differ only in unused records at their ends are equal; `Object::same_state` compares records",
    ),
    (
        "crates/mem/src/snapshot.rs",
        "PartialEq for Pages<P>",
        "what derived equality says, but pages that are shared are not looked into",
    ),
    (
        "crates/vm/src/library/state.rs",
        "PartialEq for LibraryState",
        "a value behind `dyn`, which compares itself",
    ),
    (
        "crates/vm/src/symbolic/path.rs",
        "Hash for Condition",
        "the hash of a term's structure stands for it: numbers of terms differ from one process to the next",
    ),
    (
        "crates/world/src/bytes.rs",
        "Hash for TermByte",
        "the hash of a term's structure stands for it, as in conditions",
    ),
    ("crates/vm/src/library/state.rs", "Eq for LibraryState", "a value behind `dyn`, which compares itself"),
    ("crates/vm/src/library/state.rs", "Hash for LibraryState", "a value behind `dyn`, which hashes itself"),
    (
        "crates/vm/src/lower/class.rs",
        "PartialEq for Class",
        "not state: a class of values, compared as a number, which is cheaper",
    ),
    ("crates/world/src/state.rs", "PartialEq for Hashed<T>", "the hash that it keeps follows from the value"),
    ("crates/world/src/state.rs", "Eq for Hashed<T>", "the hash that it keeps follows from the value"),
    ("crates/world/src/state.rs", "Hash for Hashed<T>", "the hash that it keeps stands for the value"),
    (
        "crates/world/src/state.rs",
        "PartialEq for NotState<T>",
        "what is no state is equal, whatever it holds",
    ),
    ("crates/world/src/state.rs", "Eq for NotState<T>", "what is no state is equal, whatever it holds"),
    ("crates/world/src/state.rs", "Hash for NotState<T>", "what is no state adds nothing to a hash"),
    ("crates/world/src/state.rs", "Hash for Apart<T>", "whoever hashes the rest adds the hash of this part"),
];

/// Functions that look as if they hashed, and why their patterns may leave fields out.
const ELSE: &[(&str, &str, &str)] =
    &[("crates/mem/src/graph.rs", "move_hash", "it moves a hash that is known from one sum to another")];

fn identity_sources() -> Vec<Source> {
    let holds_state = |it: &Source| it.name.split('/').nth(1).is_some_and(|it| CRATES.contains(&it));
    crate_sources().into_iter().filter(holds_state).collect()
}

/// The trait and type of an `impl` of identity by hand, without generics in front.
fn identity(head: &str) -> Option<String> {
    let (front, of) = head.split_once(" for ")?;
    let front = front.trim();
    let path = front.rsplit([' ', '>']).find(|it| !it.is_empty())?;
    let name = path.rsplit("::").next()?;
    let of = of.split(" where").next().unwrap_or(of).trim();
    TRAITS.contains(&name).then(|| format!("{name} for {of}"))
}

/// The places in code of patterns that leave out fields: `..` between a comma or a bracket and a bracket.
fn rests(code: &str) -> impl Iterator<Item = usize> {
    code.match_indices("..").map(|it| it.0).filter(|&at| {
        let (before, after) = (code[..at].trim_end(), code[at + 2..].trim_start());
        before.ends_with(['{', '(', ',']) && after.starts_with(['}', ')', ','])
    })
}

#[test]
fn identity_by_hand_has_a_reason() {
    let mut found = Vec::new();
    for source in identity_sources() {
        let heads = source.impls().filter_map(|it| identity(it.0));
        found.extend(heads.map(|it| (source.name.clone(), it)));
    }
    let is_listed = |(file, head): &&(String, String)| BY_HAND.iter().any(|it| it.0 == file && it.1 == head);
    let new = found.iter().filter(|it| !is_listed(it));
    let mut guilty: Vec<String> =
        new.map(|(file, head)| format!("{file}: `{head}`: derive it, or list it with a reason")).collect();
    for (file, head, reason) in BY_HAND {
        assert!(!reason.is_empty());
        if !found.iter().any(|it| it.0 == *file && it.1 == *head) {
            guilty.push(format!("{file}: `{head}` is gone: take it off the list"));
        }
    }
    none("identity by hand", &guilty);
}

#[test]
fn identity_leaves_nothing_out() {
    let mut guilty = Vec::new();
    for source in identity_sources() {
        let impls = source.impls().filter(|it| identity(it.0).is_some()).map(|it| it.1);
        let compares = |name: &str| name.split('_').any(|word| WORDS.contains(&word));
        let is_else = |name: &str| ELSE.iter().any(|it| it.0 == source.name && it.1 == name);
        let functions = source.items("fn").filter(|it| compares(it.name) && !is_else(it.name));
        for item in impls.chain(functions) {
            let rests = rests(&source.code[item.body.clone()]);
            let lines = rests.map(|at| (source.line(item.body.start + at), "a pattern with `..`"));
            let inside = source.line(item.body.start)..=source.line(item.body.end);
            let printed = source.strings.iter().filter(|it| inside.contains(&it.0) && it.1.contains(":?}"));
            let all = lines.chain(printed.map(|it| (it.0, "identity through `{:?}`")));
            guilty.extend(
                all.map(|(line, what)| format!("{}:{line}: in `{}`: {what}", source.name, item.name)),
            );
        }
    }
    none("identity that leaves something out", &guilty);
}
