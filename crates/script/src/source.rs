//! What a script looks at: a linked program, or the one unit that GCC is compiling; and handles into it.
//!
//! **Invariant:** a handle keeps what it points into alive, and its ids are valid there: they come from the verified
//! unit itself.

use gmc_ir::body::{Function, Stmt, StmtKind};
use gmc_ir::expr::Expr;
use gmc_ir::id::{BlockId, ExprId, FieldIndex, FunctionId, LiteralId, LocalId, StmtIndex, SymbolId, TypeId};
use gmc_ir::program::{Program, UnitIndex};
use gmc_ir::text::{BodyText, Names};
use gmc_ir::unit::Unit;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// A program, or a unit that is being compiled.
pub struct Source {
    held: Held,
    /// The texts of the function that was printed last.
    texts: RefCell<Option<Rc<Texts>>>,
}

enum Held {
    Program(Arc<Program>),
    Unit { announced: Announced, unit: OnceCell<Box<Unit>>, fetch: Cell<Option<Fetch>> },
}

/// What is known of a unit before it is fetched.
#[derive(Clone, Copy, Debug)]
pub struct Announced {
    /// How many functions with a body it has.
    pub functions: u32,
    /// They are in SSA form.
    pub is_ssa: bool,
}

/// Gets a unit when it is looked at for the first time.
pub type Fetch = Box<dyn FnOnce() -> Unit>;

/// Statements and expressions of a function as text.
pub(crate) struct Texts {
    of: (UnitIndex, FunctionId),
    stmts: Vec<Vec<String>>,
    exprs: Vec<String>,
}

impl Source {
    /// A linked program.
    pub fn program(program: Arc<Program>) -> Rc<Source> {
        Rc::new(Source { held: Held::Program(program), texts: RefCell::default() })
    }

    /// A unit that is being compiled. It is fetched when a script looks at it, and must be
    /// verified then: a script that only wants some units, or does nothing, costs little.
    pub fn unit_alone(announced: Announced, fetch: Fetch) -> Rc<Source> {
        let held = Held::Unit { announced, unit: OnceCell::new(), fetch: Cell::new(Some(fetch)) };
        Rc::new(Source { held, texts: RefCell::default() })
    }

    /// The linked program, if it is one.
    pub fn linked(&self) -> Option<&Arc<Program>> {
        match &self.held {
            Held::Program(program) => Some(program),
            Held::Unit { .. } => None,
        }
    }

    /// How many units there are.
    pub fn unit_count(&self) -> usize {
        match &self.held {
            Held::Program(program) => program.units().len(),
            Held::Unit { .. } => 1,
        }
    }

    /// A unit.
    pub fn unit(&self, unit: UnitIndex) -> &Unit {
        match &self.held {
            Held::Program(program) => program.unit(unit),
            Held::Unit { unit, fetch, .. } => {
                unit.get_or_init(|| Box::new((fetch.take().expect("a unit is fetched once"))()))
            }
        }
    }

    /// How many functions with a body a unit has.
    fn function_count(&self, unit: UnitIndex) -> u32 {
        match &self.held {
            Held::Program(program) => program.unit(unit).functions.len() as u32,
            Held::Unit { announced, .. } => announced.functions,
        }
    }

    /// Whether functions are in SSA form.
    pub(crate) fn is_ssa(&self) -> bool {
        matches!(&self.held, Held::Unit { announced, .. } if announced.is_ssa)
    }

    fn texts(&self, function: &FunctionRef) -> Rc<Texts> {
        let of = (function.unit, function.id);
        if let Some(known) = self.texts.borrow().as_ref().filter(|it| it.of == of) {
            return known.clone();
        }
        let body = function.body();
        let names = Names::new(self.unit(function.unit));
        let mut text = BodyText::new(&names, body);
        let stmts = body.blocks.iter().map(|it| it.stmts.iter().map(|it| text.stmt(it)).collect()).collect();
        let exprs = (0..body.exprs.len()).map(|it| text.expr(ExprId(it as u32))).collect();
        let texts = Rc::new(Texts { of, stmts, exprs });
        *self.texts.borrow_mut() = Some(texts.clone());
        texts
    }
}

/// A function with a body.
#[derive(Clone)]
pub struct FunctionRef {
    pub(crate) source: Rc<Source>,
    pub(crate) unit: UnitIndex,
    pub(crate) id: FunctionId,
    /// The copy that an edit makes of the body, not the body that is there.
    pub(crate) is_copy: bool,
}

impl PartialEq for FunctionRef {
    fn eq(&self, other: &FunctionRef) -> bool {
        (self.unit, self.id, self.is_copy) == (other.unit, other.id, other.is_copy)
    }
}

impl FunctionRef {
    /// A function of a unit.
    pub fn new(source: &Rc<Source>, unit: UnitIndex, id: FunctionId) -> FunctionRef {
        FunctionRef { source: source.clone(), unit, id, is_copy: false }
    }

    /// All functions of the units, in order.
    pub fn all(source: &Rc<Source>) -> impl Iterator<Item = FunctionRef> + '_ {
        let units = (0..source.unit_count() as u32).map(UnitIndex);
        units.flat_map(move |unit| FunctionRef::of_unit(source, unit))
    }

    /// Those of one unit.
    pub fn of_unit(source: &Rc<Source>, unit: UnitIndex) -> impl Iterator<Item = FunctionRef> + '_ {
        (0..source.function_count(unit)).map(move |id| FunctionRef::new(source, unit, FunctionId(id)))
    }

    /// Whether it is another one, or its copy: units that are looked at one after the other have the same numbers.
    pub(crate) fn is_in(&self, other: &FunctionRef) -> bool {
        Rc::ptr_eq(&self.source, &other.source) && (self.unit, self.id) == (other.unit, other.id)
    }

    pub(crate) fn in_unit(&self) -> &Unit {
        self.source.unit(self.unit)
    }

    /// The body.
    pub fn body(&self) -> &Function {
        &self.in_unit().functions[self.id.index()]
    }

    /// The name, without parameters.
    pub fn name(&self) -> &str {
        gmc_ir::text::without_parameters(self.in_unit().symbol_name(self.body().symbol))
    }

    pub(crate) fn tree(&self, what: What) -> Tree {
        Tree { source: self.source.clone(), unit: self.unit, what }
    }

    /// The tree of an expression: a variable or function itself where the expression is its name.
    pub(crate) fn expr(&self, expr: ExprId) -> Tree {
        self.tree(match self.body().exprs[expr.index()] {
            Expr::Local(local) => What::Local(self.id, local),
            Expr::Symbol(symbol) => What::Symbol(symbol),
            _ => What::Expr(self.id, expr),
        })
    }

    pub(crate) fn block(&self, at: At) -> BlockRef {
        BlockRef { function: self.clone(), at }
    }

    pub(crate) fn expr_text(&self, expr: ExprId) -> String {
        self.source.texts(self).exprs[expr.index()].clone()
    }
}

/// Where a block is: GCC has an empty block at the entry and one at the exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum At {
    Entry,
    Block(BlockId),
    Exit,
}

/// A basic block.
#[derive(Clone, PartialEq)]
pub(crate) struct BlockRef {
    pub(crate) function: FunctionRef,
    pub(crate) at: At,
}

impl BlockRef {
    /// GCC's number: 0 is the entry, 1 the exit.
    pub(crate) fn index(&self) -> u32 {
        match self.at {
            At::Entry => 0,
            At::Exit => 1,
            At::Block(block) => block.0 + 2,
        }
    }

    pub(crate) fn stmts(&self) -> &[Stmt] {
        match self.at {
            At::Block(block) => &self.function.body().blocks[block.index()].stmts,
            At::Entry | At::Exit => &[],
        }
    }

    pub(crate) fn stmt(&self, index: usize) -> StmtRef {
        StmtRef { block: self.clone(), index: StmtIndex(index as u32) }
    }
}

/// A statement.
#[derive(Clone, PartialEq)]
pub(crate) struct StmtRef {
    pub(crate) block: BlockRef,
    pub(crate) index: StmtIndex,
}

impl StmtRef {
    pub(crate) fn stmt(&self) -> &Stmt {
        &self.block.stmts()[self.index.index()]
    }

    pub(crate) fn function(&self) -> &FunctionRef {
        &self.block.function
    }

    pub(crate) fn text(&self) -> String {
        let At::Block(block) = self.block.at else { return String::new() };
        self.function().source.texts(self.function()).stmts[block.index()][self.index.index()].clone()
    }

    /// The file and the line that it comes from.
    pub(crate) fn place(&self) -> Option<(String, u32, u32)> {
        let unit = self.function().in_unit();
        let place = unit.places.get(self.stmt().place.index()).filter(|it| !it.is_none())?;
        Some((unit.str(place.file).to_owned(), place.line, place.column))
    }

    /// A φ, which the unit format has among what only GCC knows.
    pub(crate) fn is_phi(&self) -> bool {
        let StmtKind::Other { code, .. } = &self.stmt().kind else { return false };
        self.function().in_unit().str(*code) == PHI
    }
}

/// GCC's name of a φ.
pub(crate) const PHI: &str = "gimple_phi";

/// A type, declaration, expression or constant.
#[derive(Clone)]
pub(crate) struct Tree {
    pub(crate) source: Rc<Source>,
    pub(crate) unit: UnitIndex,
    pub(crate) what: What,
}

/// What a tree is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    Type(TypeId),
    Symbol(SymbolId),
    Literal(LiteralId),
    Field(TypeId, FieldIndex),
    Local(FunctionId, LocalId),
    Expr(FunctionId, ExprId),
    /// Made by a script, for an edit.
    Made(Rc<crate::made::Made>),
}

impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        self.unit == other.unit && self.what == other.what
    }
}

impl Tree {
    pub(crate) fn in_unit(&self) -> &Unit {
        self.source.unit(self.unit)
    }

    pub(crate) fn function(&self, id: FunctionId) -> FunctionRef {
        FunctionRef::new(&self.source, self.unit, id)
    }

    pub(crate) fn beside(&self, what: What) -> Tree {
        Tree { source: self.source.clone(), unit: self.unit, what }
    }

    /// The expression that it is.
    pub(crate) fn as_expr(&self) -> Option<(FunctionRef, ExprId)> {
        match self.what {
            What::Expr(function, expr) => Some((self.function(function), expr)),
            _ => None,
        }
    }

    /// The expression that it is, and its function.
    pub(crate) fn expr(&self) -> Option<&Expr> {
        match self.what {
            What::Expr(function, expr) => {
                Some(&self.in_unit().functions[function.index()].exprs[expr.index()])
            }
            _ => None,
        }
    }
}
