//! The verifier: whether a unit that could be decoded is a sensible program.
//!
//! It runs in two rounds. The first asks whether every id is in range and every flag known; only when it is does the
//! second ask whether the parts fit each other. Both are linear in the unit.
//!
//! **Invariant:** whoever holds a verified unit may index its tables by the ids found in it, follow operands, aliases,
//! scopes, regions and values of names without meeting a cycle, and trust that a block's edges fit its last statement.
//!
//! It is strict where GCC's own verifier (`tree-cfg.cc`, `verify_gimple_*`) is, and lenient where GCC leaves things
//! open: nothing is assumed about the operands of what gmc does not support. Deliberately absent: whether the program
//! is correct C, which the machine checks while it runs.

mod class;
mod exprs;
mod function;
mod range;
mod stmts;
mod symbols;
mod types;

use crate::id::{BlockId, SourcePosId, StmtIndex, SymbolId};
use crate::unit::Unit;
use std::fmt;

/// How many flaws are described; further ones are counted.
const MAX_FLAWS: usize = 20;

/// A unit that is no sensible program.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub struct VerifyError {
    /// The unit's source file.
    pub file: String,
    /// What is wrong, in order of the unit, the first few.
    pub flaws: Vec<Flaw>,
    /// How many more flaws there are.
    pub more: usize,
}

/// One thing that is wrong with a unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Flaw {
    /// The function, or symbol, where it is.
    pub symbol: Option<String>,
    /// The block and the statement.
    pub stmt: Option<(BlockId, StmtIndex)>,
    /// Where in the source.
    pub pos: Option<String>,
    /// What it is.
    pub what: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the unit of {} is inconsistent (a bug of gmc, or a damaged file):", self.file)?;
        self.flaws.iter().try_for_each(|flaw| write!(f, "\n  {flaw}"))?;
        if self.more > 0 {
            write!(f, "\n  … and {} more", self.more)?;
        }
        Ok(())
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(pos) = &self.pos {
            write!(f, "{pos}: ")?;
        }
        if let Some(symbol) = &self.symbol {
            write!(f, "in `{symbol}`: ")?;
        }
        if let Some((block, at)) = self.stmt {
            write!(f, "{block}, statement {}: ", at.0)?;
        }
        f.write_str(&self.what)
    }
}

/// Checks a unit.
pub fn verify(unit: &Unit) -> Result<(), VerifyError> {
    let mut flaws = Flaws::new(unit);
    range::check(&mut flaws);
    if flaws.is_empty() {
        types::check(&mut flaws);
        symbols::check(&mut flaws);
    }
    // Bodies are judged by the types of their operands, which must be sound for that.
    if flaws.is_empty() {
        function::check(&mut flaws);
    }
    flaws.into_result()
}

/// The flaws found so far, and where the verifier is.
struct Flaws<'u> {
    unit: &'u Unit,
    symbol: Option<SymbolId>,
    stmt: Option<(BlockId, StmtIndex)>,
    pos: SourcePosId,
    found: Vec<Flaw>,
    more: usize,
}

impl<'u> Flaws<'u> {
    fn new(unit: &'u Unit) -> Flaws<'u> {
        Flaws { unit, symbol: None, stmt: None, pos: SourcePosId::NONE, found: Vec::new(), more: 0 }
    }

    fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// What follows is about this symbol.
    fn enter_symbol(&mut self, symbol: SymbolId) {
        self.symbol = Some(symbol);
        self.stmt = None;
        self.pos = self.unit.symbols.get(symbol.index()).map_or(SourcePosId::NONE, |symbol| symbol.place);
    }

    /// What follows is about this statement.
    fn enter_stmt(&mut self, block: BlockId, at: StmtIndex, pos: SourcePosId) {
        self.stmt = Some((block, at));
        if pos != SourcePosId::NONE {
            self.pos = pos;
        }
    }

    /// What follows is about the function as a whole.
    fn leave_stmt(&mut self) {
        self.stmt = None;
    }

    /// What follows is about the unit as a whole.
    fn leave_symbol(&mut self) {
        (self.symbol, self.stmt, self.pos) = (None, None, SourcePosId::NONE);
    }

    /// Notes a flaw unless `good`.
    fn require(&mut self, good: bool, what: impl FnOnce() -> String) {
        if !good {
            self.add(what);
        }
    }

    fn add(&mut self, what: impl FnOnce() -> String) {
        if self.found.len() == MAX_FLAWS {
            self.more += 1;
            return;
        }
        let unit = self.unit;
        let named = self.symbol.filter(|symbol| symbol.index() < unit.symbols.len());
        let pos = self.pos.checked(unit).and_then(|pos| unit.pos_text(pos));
        self.found.push(Flaw {
            symbol: named.map(|symbol| unit.symbol_name(symbol).to_owned()),
            stmt: self.stmt,
            pos,
            what: what(),
        });
    }

    fn into_result(self) -> Result<(), VerifyError> {
        if self.found.is_empty() {
            return Ok(());
        }
        let file = self.unit.str(self.unit.file).to_owned();
        Err(VerifyError { file, flaws: self.found, more: self.more })
    }
}

impl SourcePosId {
    /// The id, if the unit has such a position.
    fn checked(self, unit: &Unit) -> Option<SourcePosId> {
        (self.index() < unit.places.len()).then_some(self)
    }
}

/// A node of the graph `0..len` that lies on a cycle. `children` appends a node's successors; it is called once a node.
fn find_cycle(len: usize, children: impl Fn(usize, &mut Vec<usize>)) -> Option<usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; len];
    let mut next = Vec::new();
    // Nodes to enter and, below their children, to leave: the open ones are always those on the path.
    let mut stack = Vec::new();
    for start in 0..len {
        stack.push((start, false));
        while let Some((node, leave)) = stack.pop() {
            match states[node] {
                _ if leave => states[node] = State::Done,
                State::Done => {}
                State::Open => return Some(node),
                State::New => {
                    states[node] = State::Open;
                    stack.push((node, true));
                    children(node, &mut next);
                    stack.extend(next.drain(..).map(|child| (child, false)));
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::find_cycle;

    #[test]
    fn cycles_are_found_and_shared_nodes_are_none() {
        let graph = |edges: &'static [&'static [usize]]| {
            find_cycle(edges.len(), |node, next| next.extend(edges[node]))
        };
        assert_eq!(graph(&[&[1, 2], &[3], &[3], &[]]), None);
        assert_eq!(graph(&[&[1], &[1]]), Some(1));
        assert!(graph(&[&[], &[2], &[3, 0], &[1]]).is_some());
    }
}
