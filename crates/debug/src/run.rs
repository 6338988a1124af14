//! The run of a session: its choices, what each step does, all its statements in order, and how it ends.
//!
//! A place of the run is the number of a statement, its moment. Behind the last statement there is one more moment: the
//! end.
//!
//! Invariant: `starts` has an entry for each choice, and the last moment is the end.

use super::motion::Moment;
use gmc_model::{Choice, Event, Location, Violation};
use gmc_system::At;
use std::collections::HashMap;

/// How a run ends, as far as it is known.
#[derive(Clone, Debug)]
pub enum Ending {
    /// It can go on.
    Open,
    /// The program has ended.
    Finished,
    /// The program has done something wrong.
    Violated(Box<Violation>),
    /// An assumption of the program does not hold.
    Assumption,
    /// The machine cannot go on.
    Unknown(String),
}

/// A run, as far as it is known.
pub(crate) struct Run {
    pub(crate) choices: Vec<Choice>,
    /// What each step does.
    pub(crate) events: Vec<Event>,
    pub(crate) ending: Ending,
    /// Whether the last step was not completed.
    pub(crate) is_last_incomplete: bool,
    /// All statements, and the end.
    pub(crate) moments: Vec<Moment>,
    /// Where each step begins among them.
    pub(crate) starts: Vec<usize>,
}

impl Run {
    /// A run without steps. Its end has to be pushed.
    pub(crate) fn new() -> Run {
        Run {
            choices: Vec::new(),
            events: Vec::new(),
            ending: Ending::Open,
            is_last_incomplete: false,
            moments: Vec::new(),
            starts: Vec::new(),
        }
    }

    /// The last moment.
    pub(crate) fn end(&self) -> usize {
        self.moments.len() - 1
    }

    /// The moments of a step: the first one, and the first one after it.
    pub(crate) fn moments_of(&self, step: usize) -> std::ops::Range<usize> {
        self.starts[step]..self.starts.get(step + 1).copied().unwrap_or(self.end())
    }

    /// Forgets the steps from this one on, and the end.
    pub(crate) fn truncate(&mut self, step: usize) {
        self.moments.truncate(self.starts[step]);
        self.starts.truncate(step);
        self.choices.truncate(step);
        self.events.truncate(step);
        (self.ending, self.is_last_incomplete) = (Ending::Open, false);
    }
}

/// Numbers the lines of the source that the run comes by, from 1; 0 stands for no line.
pub(crate) struct Lines {
    lines: Vec<(String, u32)>,
    numbers: HashMap<(String, u32), usize>,
    /// The lines of operations that were looked up.
    known: HashMap<At, usize>,
}

impl Lines {
    pub(crate) fn new() -> Lines {
        Lines { lines: vec![(String::new(), 0)], numbers: HashMap::new(), known: HashMap::new() }
    }

    /// The file and line of a number.
    pub(crate) fn get(&self, number: usize) -> (&str, u32) {
        let (file, line) = &self.lines[number];
        (file, *line)
    }

    /// The number of a line.
    pub(crate) fn number(&mut self, at: Location) -> usize {
        if at.line == 0 {
            return 0;
        }
        let lines = &mut self.lines;
        *self.numbers.entry((at.file, at.line)).or_insert_with_key(|new| {
            lines.push(new.clone());
            lines.len() - 1
        })
    }

    /// The number of the line of an operation; `locate` looks it up the first time.
    pub(crate) fn number_of(&mut self, at: At, locate: impl FnOnce() -> Option<Location>) -> usize {
        if let Some(&number) = self.known.get(&at) {
            return number;
        }
        let number = locate().map_or(0, |it| self.number(it));
        self.known.insert(at, number);
        number
    }
}
