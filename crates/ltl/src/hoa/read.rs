//! Reads an automaton in the Hanoi format.

use super::scan::{Word, words};
use crate::automaton::Automaton;
use crate::bdd::{Bdd, Diagrams};
use crate::formula::{Atom, AtomKind};
use crate::graph::{Edge, Graph};
use crate::parse::{MAX_DEPTH, MAX_PROPOSITIONS};
use std::collections::HashMap;
use std::fmt;

/// More states are refused.
const MAX_STATES: u64 = 1_000_000;

/// What is wrong with a text, or beyond what is supported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoaError {
    /// The line.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl HoaError {
    pub(super) fn new(line: usize, message: &str) -> HoaError {
        HoaError { line, message: message.to_owned() }
    }
}

impl fmt::Display for HoaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for HoaError {}

/// Reads the first automaton of a text.
pub fn read(text: &str) -> Result<Automaton, HoaError> {
    let words = words(text)?;
    let mut reader = Reader {
        words,
        next: 0,
        diagrams: Diagrams::new(),
        propositions: Vec::new(),
        aliases: HashMap::new(),
        states: None,
        initial: Vec::new(),
        sets: None,
        edges: Vec::new(),
    };
    reader.header()?;
    reader.body()?;
    reader.finish()
}

struct Reader {
    words: Vec<(Word, usize)>,
    next: usize,
    diagrams: Diagrams,
    propositions: Vec<Atom>,
    aliases: HashMap<String, Bdd>,
    states: Option<usize>,
    initial: Vec<usize>,
    /// For each set of the file, its number among those that have to be passed infinitely often.
    sets: Option<HashMap<u64, u32>>,
    /// By state; marks are on edges.
    edges: Vec<Option<Vec<Edge>>>,
}

impl Reader {
    fn peek(&self) -> Option<&Word> {
        self.words.get(self.next).map(|(word, _)| word)
    }

    fn error<T>(&self, message: &str) -> Result<T, HoaError> {
        let line = self.words.get(self.next).or(self.words.last()).map_or(1, |(_, line)| *line);
        Err(HoaError::new(line, message))
    }

    fn take(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(&Word::Sign(sign));
        self.next += usize::from(found);
        found
    }

    fn number(&mut self) -> Result<u64, HoaError> {
        match self.peek() {
            Some(&Word::Number(number)) => {
                self.next += 1;
                Ok(number)
            }
            _ => self.error("a number is missing here"),
        }
    }

    /// The number of a state or set, which is small.
    fn index(&mut self, limit: u64) -> Result<usize, HoaError> {
        let number = self.number()?;
        if number >= limit {
            self.next -= 1;
            return self.error(&format!("{number} is too large here"));
        }
        Ok(usize::try_from(number).expect("below a small limit"))
    }

    fn header(&mut self) -> Result<(), HoaError> {
        if self.peek() != Some(&Word::Header("HOA".to_owned())) {
            return self.error("an automaton begins with `HOA: v1`");
        }
        self.next += 1;
        if self.peek() != Some(&Word::Identifier("v1".to_owned())) {
            return self.error("only version v1 of the format is supported");
        }
        self.next += 1;
        loop {
            match self.words.get(self.next).map(|(word, _)| word.clone()) {
                Some(Word::Marker(marker)) if marker == "BODY" => {
                    self.next += 1;
                    return Ok(());
                }
                Some(Word::Header(name)) => {
                    self.next += 1;
                    self.item(&name)?;
                }
                _ => return self.error("a header or `--BODY--` is missing here"),
            }
        }
    }

    fn item(&mut self, name: &str) -> Result<(), HoaError> {
        match name {
            "States" => {
                let count = self.index(MAX_STATES)?;
                self.states = Some(count);
            }
            "Start" => {
                let state = self.index(MAX_STATES)?;
                self.initial.push(state);
                if self.peek() == Some(&Word::Sign('&')) {
                    return self.error("alternating automata are not supported");
                }
            }
            "AP" => {
                let count = self.number()?;
                if count > MAX_PROPOSITIONS as u64 {
                    self.next -= 1;
                    return self.error(&format!("at most {MAX_PROPOSITIONS} propositions are supported"));
                }
                for _ in 0..count {
                    let Some(Word::Text(text)) = self.peek().cloned() else {
                        return self.error("the name of a proposition is missing here");
                    };
                    self.next += 1;
                    self.propositions.push(Atom { text, kind: AtomKind::Name });
                }
            }
            "Alias" => {
                let Some(Word::Alias(alias)) = self.peek().cloned() else {
                    return self.error("the name of an alias, such as @a, is missing here");
                };
                self.next += 1;
                let label = self.disjunction(0)?;
                self.aliases.insert(alias, label);
            }
            "Acceptance" => {
                self.number()?;
                self.acceptance()?;
            }
            // What begins with a small letter may be ignored, by the format's rules.
            _ if name.starts_with(|c: char| c.is_lowercase()) => {
                while !matches!(self.peek(), None | Some(Word::Header(_) | Word::Marker(_))) {
                    self.next += 1;
                }
            }
            _ => {
                self.next -= 1;
                return self.error(&format!("the header `{name}:` is not supported"));
            }
        }
        Ok(())
    }

    /// A conjunction of `Inf(n)`, or `t`.
    fn acceptance(&mut self) -> Result<(), HoaError> {
        const SUPPORTED: &str = "only (generalised) Büchi acceptance is supported: Inf(0)&Inf(1)…, or t";
        let mut sets = HashMap::new();
        if self.peek() == Some(&Word::Identifier("t".to_owned())) {
            self.next += 1;
        } else {
            loop {
                if self.take('(') {
                    continue;
                }
                if self.peek() != Some(&Word::Identifier("Inf".to_owned())) {
                    return self.error(SUPPORTED);
                }
                self.next += 1;
                if !self.take('(') || self.peek() == Some(&Word::Sign('!')) {
                    return self.error(SUPPORTED);
                }
                let set = self.number()?;
                let fresh = u32::try_from(sets.len()).expect("counted below");
                sets.entry(set).or_insert(fresh);
                while self.take(')') {}
                if sets.len() > 64 {
                    return self.error("at most 64 acceptance sets are supported");
                }
                if !self.take('&') {
                    break;
                }
            }
        }
        if self.peek() == Some(&Word::Sign('|')) {
            return self.error(SUPPORTED);
        }
        self.sets = Some(sets);
        Ok(())
    }

    /// A label, without its brackets.
    fn disjunction(&mut self, depth: u32) -> Result<Bdd, HoaError> {
        let mut sum = self.conjunction(depth)?;
        while self.take('|') {
            let other = self.conjunction(depth)?;
            sum = self.diagrams.or(sum, other);
        }
        Ok(sum)
    }

    fn conjunction(&mut self, depth: u32) -> Result<Bdd, HoaError> {
        let mut product = self.literal(depth)?;
        while self.take('&') {
            let other = self.literal(depth)?;
            product = self.diagrams.and(product, other);
        }
        Ok(product)
    }

    fn literal(&mut self, depth: u32) -> Result<Bdd, HoaError> {
        if depth > MAX_DEPTH {
            return self.error("this label is nested too deep");
        }
        match self.peek().cloned() {
            Some(Word::Sign('!')) => {
                self.next += 1;
                let inner = self.literal(depth + 1)?;
                Ok(self.diagrams.not(inner))
            }
            Some(Word::Sign('(')) => {
                self.next += 1;
                let inner = self.disjunction(depth + 1)?;
                if self.take(')') { Ok(inner) } else { self.error("a ) is missing here") }
            }
            Some(Word::Identifier(name)) if name == "t" || name == "f" => {
                self.next += 1;
                Ok(if name == "t" { Bdd::TRUE } else { Bdd::FALSE })
            }
            Some(Word::Alias(name)) => match self.aliases.get(&name) {
                Some(&label) => {
                    self.next += 1;
                    Ok(label)
                }
                None => self.error(&format!("the alias @{name} is not defined")),
            },
            Some(Word::Number(_)) => {
                let proposition = self.index(self.propositions.len() as u64)?;
                Ok(self.diagrams.variable(u32::try_from(proposition).expect("at most 64")))
            }
            _ => self.error("a proposition is missing in this label"),
        }
    }

    fn label(&mut self) -> Result<Option<Bdd>, HoaError> {
        if !self.take('[') {
            return Ok(None);
        }
        let label = self.disjunction(0)?;
        if self.take(']') { Ok(Some(label)) } else { self.error("a ] is missing here") }
    }

    fn marks(&mut self) -> Result<u64, HoaError> {
        let mut marks = 0;
        if self.take('{') {
            while !self.take('}') {
                let set = self.number()?;
                if let Some(bit) = self.sets.as_ref().and_then(|sets| sets.get(&set)) {
                    marks |= 1 << bit;
                }
            }
        }
        Ok(marks)
    }

    fn body(&mut self) -> Result<(), HoaError> {
        if self.sets.is_none() {
            return self.error("the header `Acceptance:` is missing");
        }
        loop {
            match self.peek().cloned() {
                Some(Word::Marker(marker)) if marker == "END" => return Ok(()),
                Some(Word::Marker(marker)) if marker == "ABORT" => {
                    return self.error("the automaton was aborted");
                }
                Some(Word::Header(name)) if name == "State" => {
                    self.next += 1;
                    self.state()?;
                }
                _ => return self.error("`State:` or `--END--` is missing here"),
            }
        }
    }

    fn state(&mut self) -> Result<(), HoaError> {
        let state_label = self.label()?;
        let state = self.index(self.states.map_or(MAX_STATES, |it| it as u64))?;
        if let Some(Word::Text(_)) = self.peek() {
            self.next += 1;
        }
        let state_marks = self.marks()?;
        let mut edges = Vec::new();
        while matches!(self.peek(), Some(Word::Number(_) | Word::Sign('['))) {
            let label = match (self.label()?, state_label) {
                (Some(label), _) | (None, Some(label)) => label,
                (None, None) => self.implicit(edges.len() as u64)?,
            };
            let target = self.index(self.states.map_or(MAX_STATES, |it| it as u64))?;
            if self.peek() == Some(&Word::Sign('&')) {
                return self.error("alternating automata are not supported");
            }
            let marks = state_marks | self.marks()?;
            edges.push(Edge { label, marks, target });
        }
        if self.edges.len() <= state {
            self.edges.resize(state + 1, None);
        }
        if self.edges[state].replace(edges).is_some() {
            return self.error(&format!("state {state} is there twice"));
        }
        Ok(())
    }

    /// The label of an edge that has none: edges come in the order of letters.
    fn implicit(&mut self, letter: u64) -> Result<Bdd, HoaError> {
        let all = u64::MAX
            .checked_shr(64 - u32::try_from(self.propositions.len()).expect("at most 64"))
            .unwrap_or(0);
        if letter > all {
            return self.error("this state has more edges than there are letters");
        }
        Ok(self.diagrams.cube(letter, all & !letter))
    }

    fn finish(mut self) -> Result<Automaton, HoaError> {
        let targets = self.edges.iter().flatten().flatten().map(|edge| edge.target);
        let needed = targets.chain(self.initial.iter().copied()).map(|it| it + 1).max().unwrap_or(1);
        let count = needed.max(self.states.unwrap_or(0)).max(self.edges.len()).max(1);
        self.edges.resize(count, None);
        let edges = std::mem::take(&mut self.edges).into_iter().map(Option::unwrap_or_default).collect();
        let sets = u32::try_from(self.sets.as_ref().map_or(0, HashMap::len)).expect("at most 64");
        let graph = Graph { initial: 0, sets, edges };
        let graph = match &self.initial[..] {
            [] => Graph::empty(),
            initial => graph.with_one_initial(&mut self.diagrams, initial),
        };
        let propositions = std::mem::take(&mut self.propositions);
        let made = Automaton::new(&mut self.diagrams, &graph, propositions);
        made.map_err(|error| HoaError::new(self.words.last().map_or(1, |it| it.1), &error.to_string()))
    }
}
