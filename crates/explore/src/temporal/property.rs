//! A temporal property: a formula, and the automaton that accepts the runs that violate it; or that automaton alone.

use super::STUTTER;
use super::explain::why;
use gmc_ltl::{
    Acceptance, Atom, Automaton, Class, FormulaId, Formulas, Limits, ParseError, StateId, TooLarge, Word,
    analyse, hoa,
};
use gmc_model::{Choice, PropositionId};

/// A temporal property.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// As the user writes it.
    pub text: String,
    /// What kind of property it is.
    pub class: Class,
    /// Whether repeated states make no difference; nothing if that is not known.
    pub stutter_invariant: Option<bool>,
    /// Accepts what violates the formula.
    pub(crate) negation: Automaton,
    /// The propositions of the system that the letters are made of, in the order of their bits.
    pub(crate) propositions: Vec<PropositionId>,
    /// For each state of the automaton, whether it accepts whatever comes.
    accepts_all: Vec<bool>,
    /// The most successors that a state has for one letter; at least 1.
    pub(crate) branching: u32,
    meaning: Meaning,
}

/// What says which runs are wrong.
#[derive(Clone, Debug)]
enum Meaning {
    /// A formula, which they do not satisfy.
    Formula { formulas: Formulas, formula: FormulaId },
    /// An automaton, which accepts them.
    Automaton,
}

/// Why a formula cannot be a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertyError {
    /// It is no formula.
    Parse(ParseError),
    /// Its automaton is too large.
    TooLarge(TooLarge),
    /// It begins as an automaton, and is none.
    Automaton(hoa::HoaError),
}

impl Property {
    /// A property: a formula, or an automaton in the Hanoi format that accepts the runs that are wrong. Its atoms get
    /// the numbers 0, 1, … of propositions; [`Property::number`] gives them others.
    ///
    /// # Errors
    /// When the text is neither, or the formula's automaton is too large.
    pub fn new(name: &str, text: &str) -> Result<Property, PropertyError> {
        if text.trim_start().starts_with("HOA:") {
            let automaton = hoa::read(text).map_err(PropertyError::Automaton)?;
            let states = (0..automaton.states() as u32).map(StateId);
            // Once it is on an accepting cycle, it accepts whatever comes.
            let is_shown = |state: StateId| accepts_all(&automaton, state);
            let is_safety = states.clone().all(|it| !automaton.is_on_accepting_cycle(it) || is_shown(it));
            let class = Class { safety: is_safety.then_some(true), ..Class::default() };
            return Ok(Property::of(name, text, automaton, class, None, Meaning::Automaton));
        }
        let mut formulas = Formulas::new();
        let formula = gmc_ltl::parse(&mut formulas, text).map_err(PropertyError::Parse)?;
        let too_large = PropertyError::TooLarge;
        let analysis = analyse(&formulas, formula, Limits::default()).map_err(too_large)?;
        let mut negated = formulas.clone();
        let not = negated.not(formula);
        let negation = gmc_ltl::automaton(&negated, not, Limits::default()).map_err(too_large)?;
        let meaning = Meaning::Formula { formulas, formula };
        Ok(Property::of(name, text, negation, analysis.class, analysis.stutter_invariant, meaning))
    }

    fn of(
        name: &str,
        text: &str,
        negation: Automaton,
        class: Class,
        stutter_invariant: Option<bool>,
        meaning: Meaning,
    ) -> Property {
        let states = (0..negation.states() as u32).map(StateId);
        Property {
            name: name.to_owned(),
            text: text.to_owned(),
            class,
            stutter_invariant,
            propositions: (0..negation.propositions().len() as u32).map(PropositionId).collect(),
            accepts_all: states.map(|it| accepts_all(&negation, it)).collect(),
            branching: negation.branching().max(1),
            negation,
            meaning,
        }
    }

    /// The property for a reader.
    pub fn shown(&self) -> &str {
        match self.meaning {
            Meaning::Formula { .. } => &self.text,
            Meaning::Automaton => "no run is one that the automaton accepts (--never)",
        }
    }

    /// A property that no run violates, so that samples of runs show errors alone. Its automaton goes on for ever.
    pub fn nothing() -> Property {
        let automaton = "HOA: v1\nStates: 1\nStart: 0\nAP: 0\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n--BODY--\n\
                         State: 0\n[t] 0\n--END--\n";
        Property::new("nothing", automaton).expect("an automaton")
    }

    /// What the property talks about, in the order of the letters' bits.
    pub fn atoms(&self) -> &[Atom] {
        self.negation.propositions()
    }

    /// Says which propositions of the system the atoms are.
    pub fn number(&mut self, propositions: Vec<PropositionId>) {
        assert_eq!(propositions.len(), self.atoms().len(), "a number for each atom");
        self.propositions = propositions;
    }

    /// The choices of the system that choices of its product with the automaton stand for; repetitions of a state are
    /// left out.
    pub fn decoded(&self, choices: &[Choice]) -> Vec<Choice> {
        let of_system = choices.iter().filter(|it| it.thread != STUTTER);
        of_system.map(|&it| self.inner_choice(it)).collect()
    }

    pub(crate) fn inner_choice(&self, choice: Choice) -> Choice {
        Choice { alternative: choice.alternative / self.branching, ..choice }
    }

    /// Whether every violation shows after finitely many steps, in a state of the automaton that accepts whatever
    /// comes: then no cycles are looked for.
    pub fn is_monitored(&self) -> bool {
        let negation = &self.negation;
        let states = (0..negation.states() as u32).map(StateId);
        // States on cycles that are accepting are those that accept everything.
        self.class.safety == Some(true)
            && states.clone().all(|state| self.accepts_all(state) || !negation.is_on_accepting_cycle(state))
    }

    /// Whether the automaton has at most one successor for each letter.
    pub fn is_deterministic(&self) -> bool {
        self.branching == 1
    }

    /// Whether the automaton accepts whatever comes after this state.
    pub(crate) fn accepts_all(&self, state: StateId) -> bool {
        self.accepts_all[state.0 as usize]
    }

    /// Whether the property holds of a word, by its definition. The letters from `cycle` on are repeated for ever;
    /// where there are none, the last letter is.
    pub fn holds_of(&self, letters: &[u64], cycle: usize) -> bool {
        let word = word(letters, cycle);
        match &self.meaning {
            Meaning::Formula { formulas, formula } => word.satisfies(formulas, *formula),
            Meaning::Automaton => !self.negation.accepts(&word),
        }
    }

    /// Why the property does not hold of a word, in sentences.
    pub(crate) fn why_not(&self, letters: &[u64], cycle: usize) -> Vec<String> {
        match &self.meaning {
            Meaning::Formula { formulas, formula } => why(formulas, *formula, &word(letters, cycle)),
            Meaning::Automaton => vec!["the automaton accepts this run".to_owned()],
        }
    }

    /// What the atoms do in the letters from here on, which are repeated for ever.
    pub(crate) fn in_the_cycle(&self, letters: &[u64], cycle: usize) -> String {
        let cycle = &word(letters, cycle).cycle;
        let what = |(bit, atom): (usize, &Atom)| {
            let holds = cycle.iter().filter(|it| **it >> bit & 1 == 1).count();
            let how = match holds {
                0 => "never holds",
                all if all == cycle.len() => "holds all the time",
                _ => "holds now and then",
            };
            format!("{{{}}} {how}", atom.text)
        };
        self.atoms().iter().enumerate().map(what).collect::<Vec<_>>().join(", ")
    }

    /// The letter in words: which atoms hold.
    pub fn describe(&self, letter: u64) -> String {
        let holds = |(bit, atom): (usize, &Atom)| {
            let sign = if letter >> bit & 1 == 1 { "" } else { "!" };
            format!("{sign}{{{}}}", atom.text)
        };
        self.atoms().iter().enumerate().map(holds).collect::<Vec<_>>().join(" ")
    }
}

/// The word whose letters from `cycle` on are repeated for ever; the last one, where that is none.
fn word(letters: &[u64], cycle: usize) -> Word {
    let cycle = cycle.min(letters.len().saturating_sub(1));
    let (prefix, cycle) = letters.split_at(cycle);
    Word { prefix: prefix.to_vec(), cycle: cycle.to_vec() }
}

/// Whether a state has an edge to itself that every letter can take and that is in all acceptance sets.
fn accepts_all(automaton: &Automaton, state: StateId) -> bool {
    automaton.edges(state).iter().any(|edge| {
        let all = Acceptance(edge.acceptance.0 & automaton.all_sets().0) == automaton.all_sets();
        let every = automaton.label(edge).iter().any(|cube| cube.positive == 0 && cube.negative == 0);
        edge.target == state && all && every
    })
}
