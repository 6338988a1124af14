//! What is known from questions before.
//!
//! Answers are kept for whole questions. Beyond these, a model of one question often is one of the next, and a question
//! that contains a known contradiction is one (Cadar, Dunbar, Engler: KLEE, OSDI 2008, "counter-example cache").
//! Everything that is kept is bounded, and forgotten in an order that depends on the questions alone.

use crate::arena::Arena;
use crate::evaluate::Evaluator;
use crate::hash::{IdMap, IdSet};
use crate::model::Model;
use crate::node::TermId;
use std::collections::VecDeque;
use std::sync::Arc;

/// Models that are tried.
const MODELS: usize = 16;

/// Contradictions that are looked for.
const CORES: usize = 64;

/// Conditions of all questions whose answers are kept.
const CONDITIONS: usize = 4_000_000;

/// Values of terms that are kept with a model.
const VALUES: usize = 200_000;

/// A known answer.
#[derive(Clone)]
pub(crate) enum Known {
    /// They hold with these numbers.
    Sat(Arc<Model>),
    /// These cannot hold at once.
    Unsat(Arc<[TermId]>),
    /// It was too hard.
    GaveUp(&'static str),
}

/// A model, and what terms are under it.
struct Tried {
    model: Arc<Model>,
    values: IdMap<TermId, u128>,
}

/// Known answers, models and contradictions.
#[derive(Default)]
pub(crate) struct Cache {
    answers: IdMap<Box<[TermId]>, Known>,
    /// How many conditions they have.
    conditions: usize,
    /// The newest first.
    models: VecDeque<Tried>,
    /// Likewise.
    cores: VecDeque<Arc<[TermId]>>,
}

impl Cache {
    /// The answer to this question, if it follows from earlier ones.
    pub(crate) fn get(&mut self, arena: &Arena, question: &[TermId]) -> Option<Known> {
        if let Some(known) = self.answers.get(question) {
            return Some(known.clone());
        }
        let known = self.by_core(question).or_else(|| self.by_model(arena, question))?;
        self.put(question, known.clone());
        Some(known)
    }

    fn by_core(&mut self, question: &[TermId]) -> Option<Known> {
        if self.cores.is_empty() {
            return None;
        }
        let all: IdSet<TermId> = question.iter().copied().collect();
        let at = self.cores.iter().position(|core| core.iter().all(|it| all.contains(it)))?;
        let core = self.cores.remove(at)?;
        self.cores.push_front(Arc::clone(&core));
        Some(Known::Unsat(core))
    }

    fn by_model(&mut self, arena: &Arena, question: &[TermId]) -> Option<Known> {
        let holds = |it: &mut Tried| {
            let values = std::mem::take(&mut it.values);
            let mut evaluator = Evaluator::resumed(arena, |symbol| it.model.get(symbol), values);
            let holds = question.iter().all(|&it| evaluator.holds(it));
            it.values = evaluator.into_values();
            if it.values.len() > VALUES {
                it.values = IdMap::default();
            }
            holds
        };
        let at = self.models.iter_mut().position(holds)?;
        let found = self.models.remove(at)?;
        let model = Arc::clone(&found.model);
        self.models.push_front(found);
        Some(Known::Sat(model))
    }

    /// Keeps an answer.
    pub(crate) fn put(&mut self, question: &[TermId], answer: Known) {
        self.conditions += question.len();
        if self.conditions > CONDITIONS {
            self.answers.clear();
            self.conditions = question.len();
        }
        self.answers.insert(question.into(), answer);
    }

    /// Keeps a model that was found.
    pub(crate) fn add_model(&mut self, model: &Arc<Model>) {
        self.models.truncate(MODELS - 1);
        self.models.push_front(Tried { model: Arc::clone(model), values: IdMap::default() });
    }

    /// Keeps a contradiction that was found.
    pub(crate) fn add_core(&mut self, core: &Arc<[TermId]>) {
        self.cores.truncate(CORES - 1);
        self.cores.push_front(Arc::clone(core));
    }
}
