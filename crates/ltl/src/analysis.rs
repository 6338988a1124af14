//! What a formula says: its automaton, where it stands in the hierarchy of properties, and a word that satisfies it.
//!
//! Manna, Pnueli: A hierarchy of temporal properties (PODC 1990). Safety, guarantee and obligation are decided by
//! automata of the formula and of its negation; recurrence and persistence by the form of the formula or by a
//! deterministic automaton, so they may stay unknown.

use crate::automaton::{Automaton, StateId, Successor};
use crate::bdd::{Bdd, Diagrams};
use crate::build::Builder;
use crate::formula::{FormulaId, Formulas};
use crate::graph::{Edge, Graph, Limits, TooLarge};
use crate::lasso;
use crate::product::are_disjoint;
use crate::stutter;
use crate::weak;
use crate::word::Word;

/// A larger powerset, and whether a property is an obligation is left open.
const MAX_POWERSET: usize = 5000;

/// Which classes a property belongs to; nothing where that is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Class {
    /// Every violation shows in a finite prefix.
    pub safety: Option<bool>,
    /// Every satisfaction shows in a finite prefix.
    pub guarantee: Option<bool>,
    /// A Boolean combination of both.
    pub obligation: Option<bool>,
    /// Something happens again and again.
    pub recurrence: Option<bool>,
    /// Something holds from some time on.
    pub persistence: Option<bool>,
}

impl Class {
    /// The smallest class that the property is known to belong to.
    #[must_use]
    pub fn name(&self) -> &'static str {
        let known = Some(true);
        if self.safety == known && self.guarantee == known {
            "safety and guarantee"
        } else if self.safety == known {
            "safety"
        } else if self.guarantee == known {
            "guarantee"
        } else if self.obligation == known {
            "obligation"
        } else if self.recurrence == known {
            "recurrence"
        } else if self.persistence == known {
            "persistence"
        } else {
            "reactivity"
        }
    }

    /// What the name means, in plain words.
    #[must_use]
    pub fn meaning(&self) -> &'static str {
        match self.name() {
            "safety and guarantee" => "the first steps decide",
            "safety" => "every violation shows after finitely many steps",
            "guarantee" => "every satisfaction shows after finitely many steps",
            "obligation" => "a Boolean combination of safety and guarantee",
            "recurrence" => "something happens again and again",
            "persistence" => "something holds for good from some time on",
            _ => "no smaller class is known",
        }
    }
}

/// What is known of a formula.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// An automaton that accepts exactly what satisfies it.
    pub automaton: Automaton,
    /// The formula that was translated: in negation normal form, and simplified. Nothing, if it is too long to read.
    pub simplified: Option<String>,
    /// Where it stands in the hierarchy.
    pub class: Class,
    /// Whether it cannot tell how often a letter is repeated; nothing if that is not known.
    pub stutter_invariant: Option<bool>,
    /// A word that satisfies it; nothing if there is none.
    pub example: Option<Word>,
}

/// The automaton of a formula.
pub fn automaton(formulas: &Formulas, formula: FormulaId, limits: Limits) -> Result<Automaton, TooLarge> {
    let mut builder = Builder::new(formulas.clone(), limits);
    let graph = builder.build(formula)?;
    Automaton::new(&mut builder.diagrams, &graph, formulas.atoms().to_vec())
}

/// Everything about a formula.
pub fn analyse(formulas: &Formulas, formula: FormulaId, limits: Limits) -> Result<Analysis, TooLarge> {
    let mut builder = Builder::new(formulas.clone(), limits);
    let graph = builder.build(formula)?;
    let simplified = builder.simplified(formula, false);
    let negation = builder.simplified(formula, true);
    let automaton = Automaton::new(&mut builder.diagrams, &graph, formulas.atoms().to_vec())?;
    let example = lasso::example(&builder.diagrams, &graph);
    let complement = builder.apart(|it| it.reduced(negation, limits)).ok();
    let facts = builder.simplifier.formulas.facts(simplified);
    let diagrams = &mut builder.diagrams;
    let mut class = Class {
        safety: facts.safety.then_some(true),
        guarantee: facts.guarantee.then_some(true),
        obligation: facts.obligation.then_some(true),
        recurrence: (facts.recurrence || graph.is_deterministic(diagrams)).then_some(true),
        persistence: facts.persistence.then_some(true),
    };
    let mut stutter_invariant = facts.next_free.then_some(true);
    if let Some(complement) = &complement {
        class.safety = class.safety.or_else(|| are_disjoint(diagrams, &closure(&graph), complement).ok());
        class.guarantee =
            class.guarantee.or_else(|| are_disjoint(diagrams, &closure(complement), &graph).ok());
        class.obligation = class.obligation.or_else(|| is_obligation(diagrams, &graph, complement));
        if complement.is_deterministic(diagrams) {
            class.persistence = Some(true);
        }
        stutter_invariant = stutter_invariant.or_else(|| stutter::is_invariant(diagrams, &graph, complement));
    }
    Ok(Analysis {
        automaton,
        simplified: builder.simplifier.formulas.readable(simplified),
        class: class.closed(),
        stutter_invariant,
        example,
    })
}

/// Whether the one weak automaton that could be equal is equal.
fn is_obligation(diagrams: &mut Diagrams, graph: &Graph, complement: &Graph) -> Option<bool> {
    let weak = weak::minimal(diagrams, graph, MAX_POWERSET)?;
    let inside = are_disjoint(diagrams, &weak.graph(false), complement).ok()?;
    Some(inside && are_disjoint(diagrams, &weak.graph(true), graph).ok()?)
}

/// All words whose prefixes are prefixes of accepted words: every run counts, since from every state something is
/// accepted.
fn closure(graph: &Graph) -> Graph {
    let mut closure = graph.clone();
    closure.sets = 0;
    closure.edges.iter_mut().flatten().for_each(|edge| edge.marks = 0);
    closure
}

impl Class {
    /// What follows: the classes contain each other, and what is recurrence and persistence is an obligation.
    fn closed(mut self) -> Class {
        let known = Some(true);
        if self.safety == known
            || self.guarantee == known
            || self.recurrence == known && self.persistence == known
        {
            self.obligation = known;
        }
        if self.obligation == known {
            (self.recurrence, self.persistence) = (known, known);
        }
        self
    }
}

impl Automaton {
    /// A word that the automaton accepts.
    #[must_use]
    pub fn example(&self) -> Option<Word> {
        let mut diagrams = Diagrams::new();
        let graph = self.graph(&mut diagrams);
        lasso::example(&diagrams, &graph)
    }

    /// Whether the automaton accepts a word.
    #[must_use]
    pub fn accepts(&self, word: &Word) -> bool {
        let letters = word.letters();
        let positions = letters.len();
        let edges = (0..self.states() * positions).map(|it| {
            let (state, at) = (it / positions, it % positions);
            let state = StateId(u32::try_from(state).expect("counted"));
            let step = |next: &Successor| Edge {
                label: Bdd::TRUE,
                marks: next.acceptance.0,
                target: next.target.0 as usize * positions + word.after(at),
            };
            self.successors(state, letters[at]).iter().map(step).collect()
        });
        let initial = self.initial().0 as usize * positions;
        !lasso::is_empty(&Graph { initial, sets: self.sets(), edges: edges.collect() })
    }

    /// Whether no word is accepted by both, which have the same propositions.
    pub fn is_disjoint_from(&self, other: &Automaton) -> Result<bool, TooLarge> {
        let mut diagrams = Diagrams::new();
        let (left, right) = (self.graph(&mut diagrams), other.graph(&mut diagrams));
        are_disjoint(&mut diagrams, &left, &right)
    }
}
