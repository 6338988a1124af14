//! The arena: every term once.
//!
//! Invariant: two terms of an arena are equal exactly if their ids are. The hash of a term depends on its structure
//! alone, so it is the same in every arena and every run.

use crate::hash::IdMap;
use crate::node::{Binary, Node, Symbol, TermId, Unary, mask};
use crate::range::Range;
use std::collections::HashMap;

/// The set of symbols that a term mentions, by its number in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Support(u32);

impl Support {
    /// No symbols.
    pub const EMPTY: Support = Support(0);
}

/// What is kept of a term.
#[derive(Clone, Copy, Debug)]
struct Entry {
    node: Node,
    hash: u64,
    support: Support,
    width: u8,
    range: Range,
}

/// All terms.
#[derive(Debug)]
pub struct Arena {
    entries: Vec<Entry>,
    ids: IdMap<(Node, u8), TermId>,
    supports: Vec<Box<[u32]>>,
    support_ids: HashMap<Box<[u32]>, Support>,
    unions: IdMap<(Support, Support), Support>,
    /// How many constructors of two operands are under way, each called by the one before.
    pub(crate) nested: u32,
}

impl Default for Arena {
    fn default() -> Arena {
        Arena {
            entries: Vec::new(),
            ids: IdMap::default(),
            supports: vec![Box::default()],
            support_ids: HashMap::from([(Box::default(), Support::EMPTY)]),
            unions: IdMap::default(),
            nested: 0,
        }
    }
}

impl Arena {
    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no term.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What a term is made of.
    pub fn node(&self, term: TermId) -> Node {
        self.entries[term.0 as usize].node
    }

    /// How many bits a term has.
    pub fn width(&self, term: TermId) -> u8 {
        self.entries[term.0 as usize].width
    }

    /// A hash of the term's structure.
    pub fn hash(&self, term: TermId) -> u64 {
        self.entries[term.0 as usize].hash
    }

    /// What a term can be.
    pub(crate) fn range(&self, term: TermId) -> Range {
        self.entries[term.0 as usize].range
    }

    /// The symbols that a term mentions.
    pub fn support(&self, term: TermId) -> Support {
        self.entries[term.0 as usize].support
    }

    /// Their names, in order.
    pub fn names(&self, support: Support) -> &[u32] {
        &self.supports[support.0 as usize]
    }

    /// Whether a term mentions a symbol with this name.
    pub fn mentions(&self, term: TermId, name: u32) -> bool {
        self.names(self.support(term)).binary_search(&name).is_ok()
    }

    /// The number, if the term is one.
    pub fn number(&self, term: TermId) -> Option<u128> {
        match self.node(term) {
            Node::Const([low, high]) => Some(u128::from(low) | u128::from(high) << 64),
            _ => None,
        }
    }

    /// The symbol, if the term is one.
    pub fn as_symbol(&self, term: TermId) -> Option<Symbol> {
        match self.node(term) {
            Node::Symbol(name) => Some(Symbol { name, width: self.width(term) }),
            _ => None,
        }
    }

    /// A number of this width; higher bits are dropped.
    pub fn constant(&mut self, value: u128, width: u8) -> TermId {
        let value = value & mask(width);
        self.intern(Node::Const([value as u64, (value >> 64) as u64]), width)
    }

    /// An input.
    pub fn symbol(&mut self, symbol: Symbol) -> TermId {
        self.intern(Node::Symbol(symbol.name), symbol.width)
    }

    /// The term with this node, as it is.
    pub(crate) fn intern(&mut self, node: Node, width: u8) -> TermId {
        match self.ids.get(&(node, width)) {
            Some(&known) => known,
            None => self.insert(node, width, self.range_of(node, width)),
        }
    }

    /// The term with this node, or the number that it always is.
    pub(crate) fn decided(&mut self, node: Node, width: u8) -> TermId {
        if let Some(&known) = self.ids.get(&(node, width)) {
            return known;
        }
        let range = self.range_of(node, width);
        match range.single() {
            Some(value) => self.constant(value, width),
            None => self.insert(node, width, range),
        }
    }

    fn insert(&mut self, node: Node, width: u8, range: Range) -> TermId {
        debug_assert!((1..=128).contains(&width), "terms have 1 to 128 bits");
        let id = TermId(u32::try_from(self.entries.len()).expect("fewer than 2^32 terms"));
        let support = match node {
            Node::Symbol(name) => self.set(Box::from([name])),
            _ => node.operands().fold(Support::EMPTY, |all, it| self.union(all, self.support(it))),
        };
        let entry = Entry { node, hash: self.hash_of(node, width), support, width, range };
        self.entries.push(entry);
        self.ids.insert((node, width), id);
        id
    }

    fn range_of(&self, node: Node, width: u8) -> Range {
        match node {
            Node::Const([low, high]) => Range::one(u128::from(low) | u128::from(high) << 64),
            Node::Symbol(_) => Range::full(width),
            Node::Unary(op, a) => self.range(a).unary(op, self.width(a), width),
            Node::Binary(Binary::Concat, a, b) => {
                Range::concat((self.range(a), self.width(a)), (self.range(b), self.width(b)))
            }
            Node::Binary(op, a, b) => Range::binary(op, self.range(a), self.range(b), self.width(b)),
            Node::Ite(_, a, b) => self.range(a).either(self.range(b), width),
        }
    }

    fn set(&mut self, names: Box<[u32]>) -> Support {
        if let Some(&known) = self.support_ids.get(&names) {
            return known;
        }
        let id = Support(self.supports.len() as u32);
        self.supports.push(names.clone());
        self.support_ids.insert(names, id);
        id
    }

    /// The symbols of both sets.
    pub fn union(&mut self, a: Support, b: Support) -> Support {
        if a == b || b == Support::EMPTY {
            return a;
        }
        if a == Support::EMPTY {
            return b;
        }
        let key = if a.0 < b.0 { (a, b) } else { (b, a) };
        if let Some(&known) = self.unions.get(&key) {
            return known;
        }
        let mut names: Vec<u32> = [self.names(a), self.names(b)].concat();
        names.sort_unstable();
        names.dedup();
        let all = self.set(names.into());
        self.unions.insert(key, all);
        all
    }

    /// Whether two sets have a symbol in common.
    pub fn meet(&self, a: Support, b: Support) -> bool {
        if a == b {
            return a != Support::EMPTY;
        }
        let (mut left, mut right) = (self.names(a), self.names(b));
        while let ([x, rest @ ..], [y, others @ ..]) = (left, right) {
            match x.cmp(y) {
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Less => left = rest,
                std::cmp::Ordering::Greater => right = others,
            }
        }
        false
    }

    fn hash_of(&self, node: Node, width: u8) -> u64 {
        let of = |term: TermId| self.hash(term);
        let words: [u64; 4] = match node {
            Node::Const([low, high]) => [1, low, high, 0],
            Node::Symbol(name) => [2, name.into(), 0, 0],
            Node::Unary(op, a) => [3, unary_number(op), of(a), 0],
            Node::Binary(op, a, b) => [4, op as u64, of(a), of(b)],
            Node::Ite(c, a, b) => [5, of(c), of(a), of(b)],
        };
        words.into_iter().fold(u64::from(width), |hash, word| mix(hash.rotate_left(23) ^ mix(word)))
    }
}

/// Numbers that tell operations apart.
fn unary_number(op: Unary) -> u64 {
    match op {
        Unary::Not => 0,
        Unary::Neg => 1,
        Unary::ZExt => 2,
        Unary::SExt => 3,
        Unary::FromSigned => 4,
        Unary::FromUnsigned => 5,
        Unary::ToSigned => 6,
        Unary::ToUnsigned => 7,
        Unary::Convert => 8,
        Unary::Sqrt => 9,
        Unary::Round(how) => 16 + how as u64,
        Unary::Extract(low) => 256 + u64::from(low),
    }
}

/// The finalizer of `SplitMix64`.
fn mix(word: u64) -> u64 {
    let mut x = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// The operation, with operands in an order that depends on their structure alone.
pub(crate) fn ordered(arena: &Arena, op: Binary, a: TermId, b: TermId) -> (TermId, TermId) {
    if !op.commutes() {
        return (a, b);
    }
    // Numbers stand on the right.
    match (arena.number(a).is_some(), arena.number(b).is_some()) {
        (true, false) => (b, a),
        (false, true) => (a, b),
        _ if arena.hash(a) <= arena.hash(b) => (a, b),
        _ => (b, a),
    }
}
