//! Formulas of linear temporal logic, each once: a formula is an id, and equal formulas have equal ids.
//!
//! Operands of `And` and `Or` are sorted, without repetition and without constants. A formula's facts (what it is by
//! its form) are computed when it is made. Children are made before their parents, so ids are a topological order.

use std::collections::HashMap;

/// A formula of a [`Formulas`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormulaId(u32);

/// A proposition of a [`Formulas`]: its number is its bit in a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AtomId(pub u32);

/// How a proposition is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomKind {
    /// `{C expression}`
    Expression,
    /// `name` or `"name"`
    Name,
}

/// A proposition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// The text, without braces or quotes.
    pub text: String,
    /// How it is written.
    pub kind: AtomKind,
}

/// A formula's outermost operator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// `true`
    True,
    /// `false`
    False,
    /// A proposition.
    Atom(AtomId),
    /// `!f`
    Not(FormulaId),
    /// `f && g && …`
    And(Box<[FormulaId]>),
    /// `f || g || …`
    Or(Box<[FormulaId]>),
    /// `f -> g`
    Implies(FormulaId, FormulaId),
    /// `f <-> g`
    Iff(FormulaId, FormulaId),
    /// `f xor g`
    Xor(FormulaId, FormulaId),
    /// `X f`
    Next(FormulaId),
    /// `F f`
    Finally(FormulaId),
    /// `G f`
    Globally(FormulaId),
    /// `f U g`: g at some time, and f until then
    Until(FormulaId, FormulaId),
    /// `f W g`: f until g, or for ever
    WeakUntil(FormulaId, FormulaId),
    /// `f R g`: g up to and including the time when f, or for ever
    Release(FormulaId, FormulaId),
    /// `f M g`: f at some time, and g up to and including then
    StrongRelease(FormulaId, FormulaId),
}

/// What a formula is by its form. A form may be of a class that the form does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// No temporal operator.
    pub boolean: bool,
    /// Whatever comes before a word of it makes another word of it: f is F f.
    pub eventual: bool,
    /// Whatever is left of a word of it is a word of it: f is G f.
    pub universal: bool,
    /// No `X`, so the formula cannot count steps.
    pub next_free: bool,
    /// A bad prefix shows every violation.
    pub safety: bool,
    /// A good prefix shows every satisfaction.
    pub guarantee: bool,
    /// A Boolean combination of both.
    pub obligation: bool,
    /// Something happens again and again.
    pub recurrence: bool,
    /// Something holds from some time on.
    pub persistence: bool,
    /// How deep operators are nested.
    pub depth: u32,
}

/// An arena of formulas.
#[derive(Clone, Debug)]
pub struct Formulas {
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    ids: HashMap<Node, FormulaId>,
    atoms: Vec<Atom>,
    atom_ids: HashMap<Atom, AtomId>,
}

impl Default for Formulas {
    fn default() -> Formulas {
        Formulas::new()
    }
}

impl Formulas {
    /// `true`
    pub const TRUE: FormulaId = FormulaId(0);
    /// `false`
    pub const FALSE: FormulaId = FormulaId(1);

    /// The constants, and nothing else.
    #[must_use]
    pub fn new() -> Formulas {
        let mut formulas = Formulas {
            nodes: Vec::new(),
            facts: Vec::new(),
            ids: HashMap::new(),
            atoms: Vec::new(),
            atom_ids: HashMap::new(),
        };
        formulas.intern(Node::True);
        formulas.intern(Node::False);
        formulas
    }

    /// The outermost operator.
    #[must_use]
    pub fn node(&self, formula: FormulaId) -> &Node {
        &self.nodes[formula.0 as usize]
    }

    /// What the formula is by its form.
    #[must_use]
    pub fn facts(&self, formula: FormulaId) -> Facts {
        self.facts[formula.0 as usize]
    }

    /// The propositions, by number.
    #[must_use]
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    /// The number of a proposition, a new one if need be.
    pub fn atom_id(&mut self, atom: Atom) -> AtomId {
        let next =
            AtomId(u32::try_from(self.atoms.len()).expect("fewer than 2^32 propositions fit into memory"));
        let id = *self.atom_ids.entry(atom.clone()).or_insert(next);
        if id == next {
            self.atoms.push(atom);
        }
        id
    }

    /// The formulas that stand directly below the operator.
    #[must_use]
    pub fn children(&self, formula: FormulaId) -> Vec<FormulaId> {
        match self.node(formula) {
            Node::True | Node::False | Node::Atom(_) => Vec::new(),
            Node::Not(f) | Node::Next(f) | Node::Finally(f) | Node::Globally(f) => vec![*f],
            Node::And(all) | Node::Or(all) => all.to_vec(),
            Node::Implies(f, g)
            | Node::Iff(f, g)
            | Node::Xor(f, g)
            | Node::Until(f, g)
            | Node::WeakUntil(f, g)
            | Node::Release(f, g)
            | Node::StrongRelease(f, g) => vec![*f, *g],
        }
    }

    /// The formula and everything in it, each once, children first.
    #[must_use]
    pub fn subformulas(&self, formula: FormulaId) -> Vec<FormulaId> {
        let mut seen = std::collections::BTreeSet::from([formula]);
        let mut rest = vec![formula];
        while let Some(it) = rest.pop() {
            rest.extend(self.children(it).into_iter().filter(|&child| seen.insert(child)));
        }
        seen.into_iter().collect()
    }

    /// The propositions of a formula, as bits.
    #[must_use]
    pub fn atoms_of(&self, formula: FormulaId) -> Vec<AtomId> {
        let atom = |it: FormulaId| match self.node(it) {
            Node::Atom(atom) => Some(*atom),
            _ => None,
        };
        self.subformulas(formula).into_iter().filter_map(atom).collect()
    }

    fn intern(&mut self, node: Node) -> FormulaId {
        if let Some(&known) = self.ids.get(&node) {
            return known;
        }
        let id =
            FormulaId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 formulas fit into memory"));
        self.facts.push(self.facts_of(&node));
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    fn facts_of(&self, node: &Node) -> Facts {
        let leaf = Facts {
            boolean: true,
            eventual: false,
            universal: false,
            next_free: true,
            safety: true,
            guarantee: true,
            obligation: true,
            recurrence: true,
            persistence: true,
            depth: 0,
        };
        let of = |f: &FormulaId| self.facts(*f);
        let both = |f: &FormulaId, g: &FormulaId| of(f).and(of(g));
        let facts = match node {
            Node::True | Node::False => Facts { eventual: true, universal: true, ..leaf },
            Node::Atom(_) => leaf,
            Node::Not(f) => of(f).negated(),
            Node::And(all) | Node::Or(all) => all.iter().map(of).reduce(Facts::and).unwrap_or(leaf),
            Node::Implies(f, g) => of(f).negated().and(of(g)),
            Node::Iff(f, g) | Node::Xor(f, g) => {
                let all = both(f, g);
                all.and(all.negated())
            }
            Node::Next(f) => Facts { next_free: false, ..of(f) },
            Node::Finally(f) => {
                let f = of(f);
                Facts { eventual: true, safety: false, obligation: f.guarantee, recurrence: f.guarantee, ..f }
            }
            Node::Globally(f) => {
                let f = of(f);
                Facts { universal: true, guarantee: false, obligation: f.safety, persistence: f.safety, ..f }
            }
            Node::Until(f, g) => Facts {
                eventual: of(g).eventual,
                safety: false,
                obligation: of(f).obligation && of(g).guarantee,
                recurrence: of(f).recurrence && of(g).guarantee,
                ..both(f, g)
            },
            Node::WeakUntil(f, g) => Facts {
                guarantee: false,
                obligation: of(f).safety && of(g).obligation,
                persistence: of(f).safety && of(g).persistence,
                ..both(f, g)
            },
            Node::Release(f, g) => Facts {
                universal: of(g).universal,
                guarantee: false,
                obligation: of(f).obligation && of(g).safety,
                persistence: of(f).persistence && of(g).safety,
                ..both(f, g)
            },
            Node::StrongRelease(f, g) => Facts {
                safety: false,
                obligation: of(f).guarantee && of(g).obligation,
                recurrence: of(f).guarantee && of(g).recurrence,
                ..both(f, g)
            },
        };
        let below = |f: &FormulaId| of(f).depth + 1;
        let depth = match node {
            Node::True | Node::False | Node::Atom(_) => 0,
            Node::Not(f) | Node::Next(f) | Node::Finally(f) | Node::Globally(f) => below(f),
            Node::And(all) | Node::Or(all) => all.iter().map(below).max().unwrap_or(0),
            Node::Implies(f, g)
            | Node::Iff(f, g)
            | Node::Xor(f, g)
            | Node::Until(f, g)
            | Node::WeakUntil(f, g)
            | Node::Release(f, g)
            | Node::StrongRelease(f, g) => below(f).max(below(g)),
        };
        let boolean = matches!(
            node,
            Node::True
                | Node::False
                | Node::Atom(_)
                | Node::Not(_)
                | Node::And(_)
                | Node::Or(_)
                | Node::Implies(..)
                | Node::Iff(..)
                | Node::Xor(..)
        ) && facts.boolean;
        Facts { boolean, depth, ..facts }
    }
}

impl Facts {
    /// What a conjunction or disjunction is.
    fn and(self, other: Facts) -> Facts {
        Facts {
            boolean: self.boolean && other.boolean,
            eventual: self.eventual && other.eventual,
            universal: self.universal && other.universal,
            next_free: self.next_free && other.next_free,
            safety: self.safety && other.safety,
            guarantee: self.guarantee && other.guarantee,
            obligation: self.obligation && other.obligation,
            recurrence: self.recurrence && other.recurrence,
            persistence: self.persistence && other.persistence,
            depth: self.depth.max(other.depth),
        }
    }

    /// What the negation is.
    fn negated(self) -> Facts {
        Facts {
            eventual: self.universal,
            universal: self.eventual,
            safety: self.guarantee,
            guarantee: self.safety,
            recurrence: self.persistence,
            persistence: self.recurrence,
            ..self
        }
    }
}

/// Constructors. They remove constants and nothing else; [`crate::simplify`] does the rest.
impl Formulas {
    /// A proposition.
    pub fn atom(&mut self, atom: Atom) -> FormulaId {
        let id = self.atom_id(atom);
        self.intern(Node::Atom(id))
    }

    /// The proposition with this name.
    pub fn name(&mut self, name: &str) -> FormulaId {
        self.atom(Atom { text: name.to_owned(), kind: AtomKind::Name })
    }

    /// `!f`
    pub fn not(&mut self, f: FormulaId) -> FormulaId {
        match *self.node(f) {
            Node::True => Formulas::FALSE,
            Node::False => Formulas::TRUE,
            Node::Not(inner) => inner,
            _ => self.intern(Node::Not(f)),
        }
    }

    /// `f && g && …`
    pub fn and(&mut self, all: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        let all = all.into_iter().flat_map(|it| match self.node(it) {
            Node::And(inner) => inner.to_vec(),
            Node::True => Vec::new(),
            _ => vec![it],
        });
        let operands = sorted(all.collect());
        match operands[..] {
            [] => Formulas::TRUE,
            [one] => one,
            _ if operands.contains(&Formulas::FALSE) => Formulas::FALSE,
            _ => self.intern(Node::And(operands.into_boxed_slice())),
        }
    }

    /// `f || g || …`
    pub fn or(&mut self, all: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        let all = all.into_iter().flat_map(|it| match self.node(it) {
            Node::Or(inner) => inner.to_vec(),
            Node::False => Vec::new(),
            _ => vec![it],
        });
        let operands = sorted(all.collect());
        match operands[..] {
            [] => Formulas::FALSE,
            [one] => one,
            _ if operands.contains(&Formulas::TRUE) => Formulas::TRUE,
            _ => self.intern(Node::Or(operands.into_boxed_slice())),
        }
    }

    /// `f -> g`
    pub fn implies(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        match (f, g) {
            (Formulas::FALSE, _) | (_, Formulas::TRUE) => Formulas::TRUE,
            (Formulas::TRUE, g) => g,
            (f, Formulas::FALSE) => self.not(f),
            _ => self.intern(Node::Implies(f, g)),
        }
    }

    /// `f <-> g`
    pub fn iff(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        match (f, g) {
            (Formulas::TRUE, it) | (it, Formulas::TRUE) => it,
            (Formulas::FALSE, it) | (it, Formulas::FALSE) => self.not(it),
            _ => self.intern(Node::Iff(f, g)),
        }
    }

    /// `f xor g`
    pub fn xor(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        match (f, g) {
            (Formulas::FALSE, it) | (it, Formulas::FALSE) => it,
            (Formulas::TRUE, it) | (it, Formulas::TRUE) => self.not(it),
            _ => self.intern(Node::Xor(f, g)),
        }
    }

    /// `X f`
    pub fn next(&mut self, f: FormulaId) -> FormulaId {
        if constant(f) { f } else { self.intern(Node::Next(f)) }
    }

    /// `F f`
    pub fn finally(&mut self, f: FormulaId) -> FormulaId {
        if constant(f) || matches!(self.node(f), Node::Finally(_)) {
            f
        } else {
            self.intern(Node::Finally(f))
        }
    }

    /// `G f`
    pub fn globally(&mut self, f: FormulaId) -> FormulaId {
        if constant(f) || matches!(self.node(f), Node::Globally(_)) {
            f
        } else {
            self.intern(Node::Globally(f))
        }
    }

    /// `f U g`
    pub fn until(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        match (f, g) {
            _ if constant(g) || f == g => g,
            (Formulas::FALSE, g) => g,
            (Formulas::TRUE, g) => self.finally(g),
            _ => self.intern(Node::Until(f, g)),
        }
    }

    /// `f W g`
    pub fn weak_until(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        match (f, g) {
            (Formulas::TRUE, _) | (_, Formulas::TRUE) => Formulas::TRUE,
            (Formulas::FALSE, g) => g,
            (f, Formulas::FALSE) => self.globally(f),
            _ if f == g => g,
            _ => self.intern(Node::WeakUntil(f, g)),
        }
    }

    /// `f R g`
    pub fn release(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        match (f, g) {
            _ if constant(g) || f == g => g,
            (Formulas::TRUE, g) => g,
            (Formulas::FALSE, g) => self.globally(g),
            _ => self.intern(Node::Release(f, g)),
        }
    }

    /// `f M g`
    pub fn strong_release(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        match (f, g) {
            (Formulas::FALSE, _) | (_, Formulas::FALSE) => Formulas::FALSE,
            (Formulas::TRUE, g) => g,
            (f, Formulas::TRUE) => self.finally(f),
            _ if f == g => g,
            _ => self.intern(Node::StrongRelease(f, g)),
        }
    }
}

fn constant(formula: FormulaId) -> bool {
    formula == Formulas::TRUE || formula == Formulas::FALSE
}

fn sorted(mut all: Vec<FormulaId>) -> Vec<FormulaId> {
    all.sort_unstable();
    all.dedup();
    all
}
