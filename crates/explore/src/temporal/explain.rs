//! Why a word does not satisfy a formula: which obligation is open since where.
//!
//! The formula is followed down to what is to blame: for `G p` the first state without p, for `p -> q` a state with p
//! and what is missing of q, for `F p` the state from which on p never comes. Where there is no single thing to blame,
//! the formula itself is named.

use gmc_ltl::{FormulaId, Formulas, Node, Word};
use std::collections::HashMap;

/// Sentences that say why the formula does not hold of a word.
pub(super) fn why(formulas: &Formulas, formula: FormulaId, word: &Word) -> Vec<String> {
    let truth = word.truth(formulas, formula);
    let mut explainer = Explainer { formulas, word, truth, out: Vec::new() };
    explainer.blame(formula, 0);
    explainer.out
}

struct Explainer<'a> {
    formulas: &'a Formulas,
    word: &'a Word,
    truth: HashMap<FormulaId, Vec<bool>>,
    out: Vec<String>,
}

impl Explainer<'_> {
    fn shown(&self, formula: FormulaId) -> String {
        self.formulas.readable(formula).unwrap_or_else(|| "a part of the formula".to_owned())
    }

    fn holds(&self, formula: FormulaId, at: usize) -> bool {
        self.truth[&formula][at]
    }

    /// The position from this one on, in the order of the run, at which a condition holds first.
    fn first(&self, from: usize, is_it: impl Fn(usize) -> bool) -> Option<usize> {
        let mut at = from;
        for _ in 0..=self.word.prefix.len() + self.word.cycle.len() {
            if is_it(at) {
                return Some(at);
            }
            at = self.word.after(at);
        }
        None
    }

    fn say(&mut self, at: usize, what: &str) {
        let place = match at {
            0 => "at the start".to_owned(),
            at => format!("after step {at}"),
        };
        self.out.push(format!("{place}, {what}"));
    }

    /// Says why a formula does not hold at a position.
    fn blame(&mut self, formula: FormulaId, at: usize) {
        let text = self.shown(formula);
        match self.formulas.node(formula).clone() {
            Node::Globally(p) => match self.first(at, |at| !self.holds(p, at)) {
                Some(bad) => self.blame(p, bad),
                None => self.say(at, &format!("{text} does not hold")),
            },
            Node::Implies(p, q) => {
                let condition = self.shown(p);
                self.say(at, &format!("{condition} holds"));
                self.blame(q, at);
            }
            Node::And(parts) => {
                let wrong = parts.iter().copied().find(|it| !self.holds(*it, at));
                wrong.into_iter().for_each(|it| self.blame(it, at));
            }
            Node::Or(parts) => parts.iter().for_each(|it| self.blame(*it, at)),
            Node::Next(p) => self.blame(p, self.word.after(at)),
            Node::Finally(p) => {
                let goal = self.shown(p);
                self.say(at, &format!("{goal} never holds from here on"));
            }
            Node::Until(p, q) | Node::WeakUntil(p, q) => {
                let (hold, goal) = (self.shown(p), self.shown(q));
                match self.first(at, |at| !self.holds(p, at) && !self.holds(q, at)) {
                    Some(bad) => {
                        self.say(bad, &format!("{hold} does not hold, and {goal} did not hold before"));
                    }
                    None => self.say(at, &format!("{goal} never holds from here on")),
                }
            }
            _ => self.say(at, &format!("{text} does not hold")),
        }
    }
}
