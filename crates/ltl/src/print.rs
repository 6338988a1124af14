//! A formula as text that [`crate::parse`] reads as the same formula.

use crate::formula::{Atom, AtomKind, FormulaId, Formulas, Node};
use std::collections::HashMap;
use std::fmt;

/// A formula that can be printed.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    formulas: &'a Formulas,
    formula: FormulaId,
}

/// A text with more operators is not for reading.
const READABLE: u64 = 2000;

impl Formulas {
    /// The formula, for printing. What occurs often in it is printed as often, so the text may be exponentially longer
    /// than what was read.
    #[must_use]
    pub fn show(&self, formula: FormulaId) -> Shown<'_> {
        Shown { formulas: self, formula }
    }

    /// The formula as text, unless that would be too long to read.
    #[must_use]
    pub fn readable(&self, formula: FormulaId) -> Option<String> {
        let mut sizes: HashMap<FormulaId, u64> = HashMap::new();
        for it in self.subformulas(formula) {
            let below = self.children(it).iter().fold(1_u64, |sum, child| sum.saturating_add(sizes[child]));
            sizes.insert(it, below);
        }
        (sizes[&formula] <= READABLE).then(|| self.show(formula).to_string())
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            AtomKind::Expression => write!(f, "{{{}}}", self.text),
            AtomKind::Name if plain(&self.text) => f.write_str(&self.text),
            AtomKind::Name => write!(f, "\"{}\"", self.text),
        }
    }
}

/// Whether a name needs no quotes.
fn plain(name: &str) -> bool {
    let tokens = crate::token::tokens(name);
    matches!(tokens.as_deref(), Ok([it, _]) if it.token == crate::token::Token::Name(name.to_owned()))
        && !name.starts_with('"')
}

/// How strongly the outermost operator binds; as in [`crate::parse`], with 7 for what needs no parentheses.
fn strength(node: &Node) -> u32 {
    match node {
        Node::Implies(..) => 1,
        Node::Iff(..) => 2,
        Node::Xor(..) => 3,
        Node::Or(_) => 4,
        Node::And(_) => 5,
        Node::Until(..) | Node::WeakUntil(..) | Node::Release(..) | Node::StrongRelease(..) => 6,
        _ => 7,
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let node = self.formulas.node(self.formula);
        let inner = |formula: FormulaId| Shown { formulas: self.formulas, formula };
        let in_front = |f: &mut fmt::Formatter<'_>, sign: &str, formula: FormulaId| {
            f.write_str(sign)?;
            match self.formulas.node(formula) {
                it if strength(it) < 7 => write!(f, "({})", inner(formula)),
                Node::Not(_) | Node::Atom(_) if sign != "!" => write!(f, " {}", inner(formula)),
                _ => write!(f, "{}{}", if sign == "!" { "" } else { " " }, inner(formula)),
            }
        };
        // Both sides in parentheses wherever a reader might wonder.
        let between = |f: &mut fmt::Formatter<'_>, sign: &str, all: &[FormulaId]| {
            for (number, &formula) in all.iter().enumerate() {
                if number > 0 {
                    write!(f, " {sign} ")?;
                }
                let child = self.formulas.node(formula);
                let tight = strength(child) == 7
                    || matches!((node, child), (Node::Implies(..), Node::And(_) | Node::Or(_)));
                if tight { write!(f, "{}", inner(formula))? } else { write!(f, "({})", inner(formula))? }
            }
            Ok(())
        };
        match node {
            Node::True => f.write_str("true"),
            Node::False => f.write_str("false"),
            Node::Atom(atom) => write!(f, "{}", self.formulas.atoms()[atom.0 as usize]),
            Node::Not(g) => in_front(f, "!", *g),
            Node::Next(g) => in_front(f, "X", *g),
            Node::Finally(g) => in_front(f, "F", *g),
            Node::Globally(g) => in_front(f, "G", *g),
            Node::And(all) => between(f, "&&", all),
            Node::Or(all) => between(f, "||", all),
            Node::Implies(g, h) => between(f, "->", &[*g, *h]),
            Node::Iff(g, h) => between(f, "<->", &[*g, *h]),
            Node::Xor(g, h) => between(f, "xor", &[*g, *h]),
            Node::Until(g, h) => between(f, "U", &[*g, *h]),
            Node::WeakUntil(g, h) => between(f, "W", &[*g, *h]),
            Node::Release(g, h) => between(f, "R", &[*g, *h]),
            Node::StrongRelease(g, h) => between(f, "M", &[*g, *h]),
        }
    }
}
