//! Which variables and fields steer a program: a branch reads them, or something that is computed from them.
//!
//! A variable is known by its name, a field by its record's type and its own name, whichever object it is in. In each
//! function, values flow from reads through temporaries into branches, or into other variables; flows between variables
//! are closed over the whole program. What is passed to functions of the program, returned, or used as an index or an
//! address counts as steering, and so does what has its address taken, unless a library function gets it that works on
//! it atomically. Printing steers nothing.
//!
//! This is a guess: a program may reach a variable by other ways (`memcpy`, unions). What is ignored because of it is a
//! gap of the answer.

use gmc_ir::body::{Call, Callee, Function, StmtKind};
use gmc_ir::expr::Expr;
use gmc_ir::id::ExprId;
use gmc_ir::program::UnitIndex;
use gmc_ir::text::type_name;
use gmc_ir::types::TypeKind;
use gmc_ir::unit::Unit;
use gmc_vm::Compiled;
use gmc_vm::effects::Visibility;
use std::collections::{BTreeMap, BTreeSet};

/// A variable or field, wherever it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Key {
    /// A variable of this name; static ones of several files count as one.
    Variable(String),
    /// A field: the type of its record, and its name.
    Field(String, String),
}

/// What steers a program.
#[derive(Debug, Default)]
pub(super) struct Steering {
    /// What steers by itself, with the line of the first branch, or 0 where it goes where nobody follows it.
    steers: BTreeMap<Key, (String, u32)>,
    /// What is computed from what.
    flows: BTreeSet<(Key, Key)>,
}

impl Steering {
    /// Looks at all functions that a program can execute.
    pub(super) fn of(compiled: &Compiled) -> Steering {
        let mut steering = Steering::default();
        for code in compiled.codes.iter().filter(|it| !it.modelled) {
            let Some(function) = compiled.program.function(code.global) else { continue };
            let unit = code.global.unit;
            Flow {
                compiled,
                unit: compiled.program.unit(unit),
                index: unit,
                function,
                steering: &mut steering,
            }
            .run();
        }
        steering.close();
        steering
    }

    /// Where something steers the program: a file and a line, which is 0 where that is not known.
    pub(super) fn by(&self, key: &Key) -> Option<&(String, u32)> {
        self.steers.get(key)
    }

    /// What flows into something that steers, steers.
    fn close(&mut self) {
        loop {
            let news: Vec<(Key, (String, u32))> = self
                .flows
                .iter()
                .filter(|(from, _)| !self.steers.contains_key(from))
                .filter_map(|(from, to)| Some((from.clone(), self.steers.get(to)?.clone())))
                .collect();
            if news.is_empty() {
                return;
            }
            self.steers.extend(news);
        }
    }
}

/// The values that flow through a function.
struct Flow<'p> {
    compiled: &'p Compiled,
    unit: &'p Unit,
    index: UnitIndex,
    function: &'p Function,
    steering: &'p mut Steering,
}

/// What each local may have been computed from.
type Taint = Vec<BTreeSet<Key>>;

impl Flow<'_> {
    fn run(&mut self) {
        let mut taint: Taint = vec![BTreeSet::new(); self.function.locals.len()];
        loop {
            let before: usize = taint.iter().map(BTreeSet::len).sum();
            for (_, _, stmt) in self.function.stmts() {
                self.spread(&stmt.kind, &mut taint);
            }
            if taint.iter().map(BTreeSet::len).sum::<usize>() == before {
                break;
            }
        }
        for (_, _, stmt) in self.function.stmts() {
            let place = self.unit.places[stmt.place.index()];
            let at = (self.unit.str(place.file).to_owned(), place.line);
            self.judge(&stmt.kind, &taint, &at);
        }
    }

    /// The local that an expression is.
    fn local(&self, expr: ExprId) -> Option<usize> {
        match self.function.exprs[expr.index()] {
            Expr::Local(local) => Some(local.index()),
            _ => None,
        }
    }

    /// Values that a statement copies into a local.
    fn spread(&self, stmt: &StmtKind, taint: &mut Taint) {
        match stmt {
            StmtKind::Assign { target, value } => {
                if let Some(local) = self.local(*target) {
                    let read = self.read(*value, taint);
                    taint[local].extend(read);
                }
            }
            StmtKind::Call(call) => {
                if let Some(local) = call.target.and_then(|it| self.local(it)) {
                    let read: BTreeSet<Key> = call
                        .args
                        .iter()
                        .flat_map(|&it| self.read(it, taint))
                        .chain(self.operated(call))
                        .collect();
                    taint[local].extend(read);
                }
            }
            _ => {}
        }
    }

    fn judge(&mut self, stmt: &StmtKind, taint: &Taint, at: &(String, u32)) {
        let mut steers = BTreeSet::new();
        stmt.each_expr(|expr| steers.extend(self.addressed(expr, taint)));
        match stmt {
            StmtKind::Assign { target, value } => {
                let read = self.read(*value, taint);
                match self.place(*target) {
                    Some(to) => self.steering.flows.extend(read.into_iter().map(|from| (from, to.clone()))),
                    None if self.local(*target).is_some() => {}
                    None => steers.extend(read),
                }
                if let Expr::AddressOf { place, .. } = &self.function.exprs[value.index()] {
                    steers.extend(self.place(*place));
                }
            }
            StmtKind::Cond { left, right, .. } => {
                steers.extend(self.read(*left, taint));
                steers.extend(self.read(*right, taint));
            }
            StmtKind::Switch { index, .. } => steers.extend(self.read(*index, taint)),
            StmtKind::Return { value } => steers.extend(value.iter().flat_map(|&it| self.read(it, taint))),
            StmtKind::Call(call) if self.is_output(call) => {}
            StmtKind::Call(call) => {
                let operated = self.operated(call);
                for &arg in &call.args {
                    let is_atomic = operated.is_some();
                    if !is_atomic || self.address(arg).is_none() {
                        steers.extend(self.read(arg, taint));
                        steers.extend(self.address(arg));
                    }
                }
            }
            StmtKind::Asm(_) | StmtKind::Other { .. } | StmtKind::Goto { .. } => {
                stmt.each_expr(|expr| steers.extend(self.read(expr, taint)));
            }
            _ => {}
        }
        for key in steers {
            let known = self.steering.steers.entry(key).or_insert_with(|| at.clone());
            // The same whatever the order of functions.
            if at < known {
                known.clone_from(at);
            }
        }
    }

    /// The variable or field that a place is, or whose element it is.
    fn place(&self, expr: ExprId) -> Option<Key> {
        match &self.function.exprs[expr.index()] {
            Expr::Symbol(symbol) => {
                let is_variable = self
                    .compiled
                    .program
                    .function(gmc_ir::program::Global { unit: self.index, symbol: *symbol });
                is_variable.is_none().then(|| Key::Variable(self.unit.symbol_name(*symbol).to_owned()))
            }
            Expr::Field { record, field, .. } => {
                let TypeKind::Record { fields, .. } = &self.unit.types[record.index()].kind else {
                    return None;
                };
                let field = fields.get(field.index())?;
                Some(Key::Field(type_name(self.unit, *record), self.unit.str(field.name).to_owned()))
            }
            Expr::Index { base, .. } | Expr::View { base, .. } | Expr::Bits { base, .. } => self.place(*base),
            // A variable by its address.
            Expr::Memory { pointer, offset: 0, .. } => self.address(*pointer),
            _ => None,
        }
    }

    /// The variable or field whose address an expression is.
    fn address(&self, expr: ExprId) -> Option<Key> {
        match &self.function.exprs[expr.index()] {
            Expr::AddressOf { place, .. } => self.place(*place),
            _ => None,
        }
    }

    /// What an atomic operation of the library works on.
    fn operated(&self, call: &Call) -> Option<Key> {
        let row = self.row(call)?;
        let first = call.args.first().filter(|_| matches!(row, Visibility::Atomic))?;
        self.address(*first)
    }

    fn is_output(&self, call: &Call) -> bool {
        matches!(self.row(call), Some(Visibility::Output))
    }

    /// How a function of the library is visible, where the call is of one.
    fn row(&self, call: &Call) -> Option<Visibility> {
        let Callee::Function(address) = call.callee else { return None };
        let Expr::AddressOf { place, .. } = &self.function.exprs[address.index()] else { return None };
        let Expr::Symbol(symbol) = &self.function.exprs[place.index()] else { return None };
        let name = self.unit.symbol_name(*symbol);
        self.compiled.library.named(name).map(|it| it.visibility)
    }

    /// What the value of an expression is computed from.
    fn read(&self, expr: ExprId, taint: &Taint) -> BTreeSet<Key> {
        let mut out = BTreeSet::new();
        let mut left = vec![expr];
        while let Some(at) = left.pop() {
            match &self.function.exprs[at.index()] {
                Expr::Local(local) => out.extend(taint[local.index()].iter().cloned()),
                Expr::AddressOf { .. } => {}
                expr => match self.place(at) {
                    Some(key) => {
                        out.insert(key);
                    }
                    None => expr.each_operand(|it| left.push(it)),
                },
            }
        }
        out
    }

    /// What the place of an expression is computed from: indices, pointers.
    fn addressed(&self, expr: ExprId, taint: &Taint) -> BTreeSet<Key> {
        let mut out = BTreeSet::new();
        let mut left = vec![expr];
        while let Some(at) = left.pop() {
            let here = &self.function.exprs[at.index()];
            match here {
                Expr::Index { index, .. } | Expr::Range { index, .. } => out.extend(self.read(*index, taint)),
                Expr::Memory { pointer, .. } => out.extend(self.read(*pointer, taint)),
                _ => {}
            }
            here.each_operand(|it| left.push(it));
        }
        out
    }
}
