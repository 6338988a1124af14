//! The rules of the repository that a program can check. `./x lint` runs them.

mod identity;
mod names;
mod sizes;
mod source;
mod words;

use source::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// The files of the repository with these extensions, as git knows them (new ones included), with their contents.
fn files(extensions: &[&str]) -> Vec<(String, String)> {
    let mut git = Command::new("git");
    git.current_dir(repository()).args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    let list = git.output().expect("git");
    assert!(list.status.success(), "git ls-files: {}", String::from_utf8_lossy(&list.stderr));
    let list = String::from_utf8(list.stdout).expect("names in UTF-8");
    let wanted = list.lines().filter(|name| {
        let extension = Path::new(name).extension().and_then(|it| it.to_str()).unwrap_or_default();
        extensions.contains(&extension)
    });
    // A file that was just removed is still known.
    wanted
        .filter_map(|name| Some((name.to_owned(), fs::read_to_string(repository().join(name)).ok()?)))
        .collect()
}

/// The same, split into code and comments.
fn sources(extensions: &[&str]) -> Vec<Source> {
    files(extensions).into_iter().map(|(name, text)| Source::new(name, text)).collect()
}

/// The Rust files under `crates/*/src`.
fn crate_sources() -> Vec<Source> {
    let is_source = |name: &str| name.starts_with("crates/") && name.split('/').nth(2) == Some("src");
    files(&["rs"])
        .into_iter()
        .filter(|it| is_source(&it.0))
        .map(|(name, text)| Source::new(name, text))
        .collect()
}

#[track_caller]
fn none(what: &str, guilty: &[String]) {
    assert!(guilty.is_empty(), "{what}:\n  {}", guilty.join("\n  "));
}

#[test]
fn every_file_opens_with_what_it_is() {
    let opens = |name: &str, text: &str| {
        let start = text.trim_start();
        if name.ends_with(".rs") {
            start.starts_with("//!")
        } else {
            start.starts_with("//") || start.starts_with("/*")
        }
    };
    let mut guilty = Vec::new();
    for (name, text) in files(&["rs", "cc", "h"]) {
        if !opens(&name, &text) {
            guilty.push(name);
        }
    }
    none("these files do not open with a comment that says what they are", &guilty);
}

#[test]
fn nothing_is_left_to_do() {
    // Written so that this file does not find itself.
    let marks =
        [concat!("todo", "!("), concat!("unimplemented", "!("), concat!("FIX", "ME"), concat!("XX", "X:")];
    let mut guilty = Vec::new();
    for (name, text) in files(&["rs", "cc", "h"]) {
        for (line, content) in (1..).zip(text.lines()) {
            if marks.iter().any(|mark| content.contains(mark)) {
                guilty.push(format!("{name}:{line}: {}", content.trim()));
            }
        }
    }
    none("these lines promise something", &guilty);
}

/// The crates that each crate's manifest asks for.
fn manifests() -> BTreeMap<String, BTreeSet<String>> {
    let mut crates = BTreeMap::new();
    for entry in fs::read_dir(repository().join("crates")).expect("crates") {
        let path = entry.expect("readable").path();
        let manifest = fs::read_to_string(path.join("Cargo.toml")).expect("a manifest");
        let own =
            manifest.split("\n[").find(|section| section.starts_with("dependencies]")).unwrap_or_default();
        let used = own.lines().filter_map(|line| {
            let name = line.split(['=', '.', ' ']).next()?;
            name.strip_prefix("gmc-").map(str::to_owned)
        });
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        crates.insert(name, used.collect());
    }
    crates
}

/// The crates that the table in ARCHITECTURE.md lets each crate use.
fn table() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(repository().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let rows = text.lines().skip_while(|line| !line.starts_with("| crate ")).skip(2);
    let mut crates = BTreeMap::new();
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let used = cells[3].split(',').map(|name| name.trim().trim_matches('`').to_owned());
        let used = used.filter(|name| !["–", "nothing"].contains(&name.as_str()));
        crates.insert(cells[1].trim_matches('`').to_owned(), used.collect());
    }
    crates
}

#[test]
fn crates_use_what_the_architecture_lets_them() {
    let (manifests, table) = (manifests(), table());
    let names = |crates: &BTreeMap<String, _>| crates.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&manifests), names(&table), "left: the crates, right: the table in ARCHITECTURE.md");
    let mut guilty = Vec::new();
    for (name, used) in &manifests {
        let beyond = used.difference(&table[name]);
        guilty.extend(beyond.map(|used| format!("{name} uses {used}")));
    }
    none("the table in ARCHITECTURE.md does not allow this", &guilty);
}

/// What is built here is built everywhere: no path of the machine that it was written on.
#[test]
fn no_path_of_this_machine() {
    let home = concat!("/ro", "ot/");
    let root = repository().to_string_lossy().into_owned();
    let mut guilty = Vec::new();
    for (name, text) in files(&["rs", "cc", "h", "md", "toml", "sh"]) {
        if text.contains(home) || text.contains(&root) {
            guilty.push(name);
        }
    }
    none("these files name directories of this machine", &guilty);
}
