//! What of a program a search has executed.

use std::collections::BTreeMap;

/// What was executed, by file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Files, as the compiler was given them.
    pub files: BTreeMap<String, FileCoverage>,
}

/// What of a file was executed: 0 where nothing was; how often it was counts runs, not steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCoverage {
    /// Lines with statements.
    pub lines: BTreeMap<u32, u64>,
    /// Functions, with the line of their definition.
    pub functions: BTreeMap<(u32, String), u64>,
    /// The ways that branches can go: by line, number of the branch there, and way.
    pub branches: BTreeMap<(u32, u32, u32), u64>,
}

impl Coverage {
    /// Adds what another run has executed.
    pub fn merge(&mut self, other: &Coverage) {
        for (name, file) in &other.files {
            let known = self.files.entry(name.clone()).or_default();
            add(&mut known.lines, &file.lines);
            add(&mut known.functions, &file.functions);
            add(&mut known.branches, &file.branches);
        }
    }
}

fn add<K: Ord + Clone>(to: &mut BTreeMap<K, u64>, from: &BTreeMap<K, u64>) {
    for (key, count) in from {
        *to.entry(key.clone()).or_default() += count;
    }
}
