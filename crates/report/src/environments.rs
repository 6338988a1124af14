//! Coverage by environment: what checks of one program in several environments have executed, states and findings, as a
//! table (after table 5.1 of Musuvathi's thesis on CMC). `gmc check --environment NAME@FILE` adds a check to the file.
//!
//! An environment is a name for the options under which a program was checked. Checks under one name count as one:
//! their lines and findings are joined, their states and steps added up. Lines of a *reference model*, which stands for
//! what the program should do (`--coverage-of`), are counted by themselves: the share of them that was executed says
//! how much of the protocol was seen.
//!
//! Invariant: lines that some check knows and did not execute count as missed in every environment.

use crate::answer::Answer;
use gmc_model::{Coverage, FileCoverage, Stats, names_function};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// What was checked in each environment, the first one first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Environments {
    environments: Vec<Environment>,
}

/// What was checked in an environment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Environment {
    name: String,
    /// Lines with code, by file, and whether they were executed.
    program: Lines,
    /// Likewise, of the reference model.
    model: Lines,
    /// Ways out of branches of the program: all, and those that were taken.
    branches: BTreeMap<String, bool>,
    states: u64,
    transitions: u64,
    /// States whose choices were tried.
    expanded: u64,
    /// Kind and place of each error.
    findings: BTreeSet<String>,
}

type Lines = BTreeMap<String, BTreeMap<u32, bool>>;

/// How many there are, and how many were executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Executed.
    pub hit: usize,
    /// All.
    pub all: usize,
}

impl Share {
    /// In percent; 100 where there is nothing.
    pub fn percent(self) -> f64 {
        if self.all == 0 { 100.0 } else { 100.0 * self.hit as f64 / self.all as f64 }
    }

    fn of<'a>(hits: impl Iterator<Item = &'a bool>) -> Share {
        hits.fold(Share::default(), |sum, &hit| Share { hit: sum.hit + usize::from(hit), all: sum.all + 1 })
    }

    fn text(self) -> String {
        if self.all == 0 { "–".to_owned() } else { format!("{:.1} %", self.percent()) }
    }
}

/// The lines of a part of a program, `model.c` or `model.c:step`, in what was executed.
pub fn share_of(coverage: &Coverage, parts: &[String]) -> Share {
    let chosen = coverage.files.iter().flat_map(|(name, file)| {
        file.lines.iter().filter(|it| is_in(name, file, *it.0, parts)).map(|it| *it.1 > 0)
    });
    let hits: Vec<bool> = chosen.collect();
    Share::of(hits.iter())
}

/// Whether a line belongs to one of the parts: files by the end of their path, or functions in them.
fn is_in(name: &str, file: &FileCoverage, line: u32, parts: &[String]) -> bool {
    let ends =
        |part: &str| name.strip_suffix(part).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
    let function = || file.functions.keys().rev().find(|it| it.0 <= line).map(|it| it.1.as_str());
    parts.iter().any(|part| match part.rsplit_once(':') {
        Some((own, wanted)) if ends(own) => function().is_some_and(|it| names_function(wanted, it)),
        _ => ends(part),
    })
}

/// How many choices a state has on average, of those whose choices were tried.
pub fn branching(stats: &Stats) -> f64 {
    match expanded(stats) {
        0 => 0.0,
        expanded => stats.transitions as f64 / expanded as f64,
    }
}

fn expanded(stats: &Stats) -> u64 {
    stats.states.saturating_sub(stats.ended + stats.cut + stats.frontier)
}

impl Environments {
    /// Reads what [`Environments::write`] has written.
    ///
    /// # Errors
    /// Where it is something else.
    pub fn read(text: &str) -> Result<Environments, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// As text, for [`Environments::read`].
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).map_or(String::new(), |it| it + "\n")
    }

    /// Adds a check. Parts are the reference model.
    pub fn add(&mut self, name: &str, answer: &Answer, parts: &[String]) {
        let at = self.environments.iter().position(|it| it.name == name).unwrap_or_else(|| {
            self.environments.push(Environment { name: name.to_owned(), ..Environment::default() });
            self.environments.len() - 1
        });
        let to = &mut self.environments[at];
        for (name, file) in answer.coverage.iter().flat_map(|it| &it.files) {
            for (&line, &count) in &file.lines {
                let lines = if is_in(name, file, line, parts) { &mut to.model } else { &mut to.program };
                *lines.entry(name.clone()).or_default().entry(line).or_default() |= count > 0;
            }
            for (&(line, condition, side), &count) in &file.branches {
                if !is_in(name, file, line, parts) {
                    *to.branches.entry(format!("{name}:{line}:{condition}:{side}")).or_default() |= count > 0;
                }
            }
        }
        to.states += answer.stats.states;
        to.transitions += answer.stats.transitions;
        to.expanded += expanded(&answer.stats);
        to.findings.extend(answer.findings.iter().map(|it| {
            let violation = &it.finding.violation;
            let at =
                violation.location.as_ref().map_or(String::new(), |it| format!(" {}:{}", it.file, it.line));
            format!("{}{at}", violation.kind)
        }));
    }

    /// The table: a line for each environment, and one for all of them together. Findings are those that no environment
    /// above has.
    pub fn table(&self) -> String {
        let mut rows = vec![
            ["environment", "lines", "branches", "protocol", "branching", "states", "new findings"]
                .map(str::to_owned),
        ];
        let all = self.joined();
        let mut known = BTreeSet::new();
        for it in &self.environments {
            let new = it.findings.iter().filter(|it| known.insert(it.as_str())).count();
            rows.push(it.row(&all, it.name.clone(), new));
        }
        if self.environments.len() > 1 {
            rows.push(all.row(&all, "all together".to_owned(), known.len()));
        }
        let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
        let mut out = String::new();
        for row in &rows {
            let mut line = String::new();
            for (at, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                // Writing to a string cannot fail.
                let _ = match at {
                    0 => write!(line, "{cell:<width$}"),
                    _ => write!(line, "  {cell:>width$}"),
                };
            }
            out += line.trim_end();
            out.push('\n');
        }
        out
    }

    /// All environments as one.
    fn joined(&self) -> Environment {
        let mut all = Environment::default();
        for it in &self.environments {
            for (to, from) in [(&mut all.program, &it.program), (&mut all.model, &it.model)] {
                for (name, lines) in from {
                    let to = to.entry(name.clone()).or_default();
                    lines.iter().for_each(|(&line, &hit)| *to.entry(line).or_default() |= hit);
                }
            }
            it.branches.iter().for_each(|(key, &hit)| *all.branches.entry(key.clone()).or_default() |= hit);
            all.states += it.states;
            all.transitions += it.transitions;
            all.expanded += it.expanded;
            all.findings.extend(it.findings.iter().cloned());
        }
        all
    }
}

impl Environment {
    fn row(&self, all: &Environment, name: String, new: usize) -> [String; 7] {
        let lines = |own: &Lines, all: &Lines| Share {
            hit: Share::of(own.values().flat_map(BTreeMap::values)).hit,
            all: Share::of(all.values().flat_map(BTreeMap::values)).all,
        };
        let taken = Share::of(self.branches.values()).hit;
        let branches = Share { hit: taken, all: all.branches.len() };
        let branching = match self.expanded {
            0 => "–".to_owned(),
            expanded => format!("{:.2}", self.transitions as f64 / expanded as f64),
        };
        [
            name,
            lines(&self.program, &all.program).text(),
            branches.text(),
            lines(&self.model, &all.model).text(),
            branching,
            self.states.to_string(),
            new.to_string(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gmc_model::{Premises, SearchResult};

    fn coverage(lines: &[(&str, u32, u64)]) -> Coverage {
        let mut out = Coverage::default();
        for (file, line, count) in lines {
            out.files.entry((*file).to_owned()).or_default().lines.insert(*line, *count);
        }
        out
    }

    fn result(stats: Stats) -> SearchResult {
        SearchResult {
            findings: Vec::new(),
            hindrances: Vec::new(),
            stopped: None,
            stats,
            omission: 0.0,
            missed: None,
            premises: Premises::default(),
            left_out: Vec::new(),
        }
    }

    #[test]
    fn parts_are_files_and_functions() {
        let mut it = coverage(&[("src/model.c", 3, 1), ("src/model.c", 9, 0), ("a/xmodel.c", 1, 1)]);
        let file = it.files.get_mut("src/model.c").expect("it is there");
        file.functions.insert((2, "step".to_owned()), 1);
        file.functions.insert((8, "reset(int)".to_owned()), 0);
        let share = |part: &str| share_of(&it, &[part.to_owned()]);
        assert_eq!(share("model.c"), Share { hit: 1, all: 2 });
        assert_eq!(share("model.c:step"), Share { hit: 1, all: 1 });
        assert_eq!(share("src/model.c:reset"), Share { hit: 0, all: 1 });
        assert_eq!(share("odel.c"), Share { hit: 0, all: 0 });
    }

    #[test]
    fn checks_of_an_environment_are_joined() {
        let mut all = Environments::default();
        let parts = ["model.c".to_owned()];
        let mut check = |name: &str, lines: &[(&str, u32, u64)], states: u64| {
            let stats = Stats { states, transitions: 3 * (states - 1), ended: 1, ..Stats::default() };
            let mut answer = Answer::new(&result(stats));
            answer.coverage = Some(coverage(lines));
            all.add(name, &answer, &parts);
        };
        check("one", &[("a.c", 1, 1), ("a.c", 2, 0), ("model.c", 1, 1), ("model.c", 2, 0)], 11);
        check("two", &[("a.c", 1, 1), ("a.c", 2, 1), ("model.c", 1, 0), ("model.c", 2, 1)], 11);
        check("one", &[("a.c", 1, 0), ("a.c", 2, 0), ("a.c", 3, 1)], 6);
        let again = Environments::read(&all.write()).expect("it can be read");
        assert_eq!(again, all);
        assert_eq!(
            all.table(),
            "environment     lines  branches  protocol  branching  states  new findings\n\
             one            66.7 %         –    50.0 %       3.00      17             0\n\
             two            66.7 %         –    50.0 %       3.00      11             0\n\
             all together  100.0 %         –   100.0 %       3.00      28             0\n"
        );
    }
}
