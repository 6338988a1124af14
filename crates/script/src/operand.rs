//! Operands of edits: which trees can be one, of which type they must be, and how they are written for the plugin.

use crate::edits::{function_kind, is_settable, refused};
use crate::flow::Dominators;
use crate::made::{Builtin, Made, MadeType, Shape};
use crate::source::{At, FunctionRef, Tree, What};
use gmc_ir::body::{Function, Stmt, StmtKind};
use gmc_ir::expr::Expr;
use gmc_ir::id::{BlockId, ExprId, LocalId};
use gmc_ir::types::{Size, TypeFlags, TypeKind};
use gmc_ir::unit::{SymbolFlags, SymbolValue};
use std::rc::Rc;

/// Where an edit puts something: before a statement of a block.
pub(crate) struct Position<'f> {
    pub(crate) function: &'f FunctionRef,
    pub(crate) block: At,
    pub(crate) before: u32,
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut out: String = bytes.iter().map(|it| format!("{it:02x}")).collect();
    // A word is never empty.
    out.push('.');
    out
}

pub(crate) fn type_word(ty: MadeType) -> String {
    match ty {
        MadeType::Builtin(Builtin(number)) => format!("b{number}"),
        MadeType::Unit(ty) => format!("t{}", ty.0),
    }
}

/// A type that edits can mention.
pub(crate) fn made_type(tree: &Tree) -> mlua::Result<MadeType> {
    match &tree.what {
        What::Type(ty) => match tree.in_unit().types[ty.index()].size {
            Size::Dynamic => refused(format!("the size of `{}` is only known at run time", tree.text())),
            _ => Ok(MadeType::Unit(*ty)),
        },
        What::Made(made) => match **made {
            Made::Builtin(ty) => Ok(MadeType::Builtin(ty)),
            _ => refused(format!("`{}` is no type", tree.text())),
        },
        _ => refused(format!("`{}` is no type", tree.text())),
    }
}

pub(crate) fn shape_of_type(ty: &Tree) -> Shape {
    match &ty.what {
        What::Made(made) => match **made {
            Made::Builtin(ty) => ty.shape(),
            _ => Shape::Other,
        },
        What::Type(id) => {
            let record = &ty.in_unit().types[id.index()];
            match record.kind {
                TypeKind::Void => Shape::Void,
                TypeKind::Bool { .. }
                | TypeKind::Integer { .. }
                | TypeKind::Enum { .. }
                | TypeKind::Float { .. } => Shape::Number,
                TypeKind::Pointer { .. } | TypeKind::NullPointer => Shape::Pointer,
                TypeKind::Record { .. } | TypeKind::Array { .. }
                    if matches!(record.size, Size::Bytes(_))
                        && !record.flags.contains(TypeFlags::ADDRESSABLE) =>
                {
                    Shape::Aggregate
                }
                _ => Shape::Other,
            }
        }
        _ => Shape::Other,
    }
}

/// What a place or value is of: its type, and how that is kept.
pub(crate) struct Want {
    shape: Shape,
    ty: Option<Tree>,
}

pub(crate) fn shape_of(tree: &Tree) -> Want {
    let ty = tree.ty();
    Want { shape: ty.as_ref().map_or(Shape::Other, shape_of_type), ty }
}

/// Whether a value can be put where something is wanted.
pub(crate) fn fits(want: &Want, value: &Tree, what: &str) -> mlua::Result<()> {
    let found = shape_of(value);
    let is_null = matches!(constant(value), Some(0));
    let fine = match (want.shape, found.shape) {
        (Shape::Number, Shape::Number) | (Shape::Pointer, Shape::Pointer) => true,
        (Shape::Pointer, Shape::Number) => is_null,
        (Shape::Aggregate, Shape::Aggregate) => {
            want.ty.as_ref().and_then(Tree::type_name) == found.ty.as_ref().and_then(Tree::type_name)
        }
        _ => false,
    };
    if fine {
        return Ok(());
    }
    let ty = |it: &Want| it.ty.as_ref().map_or("no type".to_owned(), |it| format!("type `{}`", it.text()));
    refused(format!("`{}` is of {}, but {what} is of {}", value.text(), ty(&found), ty(want)))
}

/// The number that a tree is.
fn constant(tree: &Tree) -> Option<i128> {
    match &tree.what {
        What::Made(made) => match **made {
            Made::Integer { value, .. } => Some(value.into()),
            _ => None,
        },
        _ => match tree.expr() {
            Some(Expr::Integer { value, .. }) => Some(*value),
            _ => None,
        },
    }
}

/// The parameters of a function, where they are known, and whether more may follow.
fn parameters(callee: &Tree) -> mlua::Result<Option<(Vec<Tree>, bool)>> {
    if let What::Made(made) = &callee.what
        && let Made::Function { params, .. } = &**made
    {
        let tree = |ty: &MadeType| crate::facts::type_tree(callee, *ty);
        return Ok(params.as_ref().map(|it| (it.iter().map(tree).collect(), false)));
    }
    match function_kind(callee) {
        Some(TypeKind::Function { params, variadic, prototyped, .. }) => {
            let params = params.iter().map(|ty| callee.beside(What::Type(*ty))).collect();
            Ok(prototyped.then_some((params, *variadic)))
        }
        _ => refused(format!("`{}` is no function that can be called", callee.text())),
    }
}

/// Whether a function takes these arguments.
pub(crate) fn takes(callee: &Tree, args: &[Tree]) -> mlua::Result<()> {
    for (at, arg) in (1..).zip(args) {
        if !matches!(shape_of(arg).shape, Shape::Number | Shape::Pointer | Shape::Aggregate) {
            return refused(format!(
                "`{}` cannot be argument {at} of `{}`: it is no value",
                arg.text(),
                callee.text()
            ));
        }
    }
    let Some((params, variadic)) = parameters(callee)? else { return Ok(()) };
    if args.len() < params.len() || args.len() > params.len() && !variadic {
        let (name, wanted, given) = (callee.text(), params.len(), args.len());
        return refused(format!("`{name}` takes {wanted} arguments, not {given}"));
    }
    for (at, (param, arg)) in (1..).zip(params.iter().zip(args)) {
        let want = Want { shape: shape_of_type(param), ty: Some(param.clone()) };
        fits(&want, arg, &format!("parameter {at} of `{}`", callee.text()))?;
    }
    Ok(())
}

fn result(callee: &Tree) -> Option<Tree> {
    if let What::Made(made) = &callee.what
        && let Made::Function { result, .. } = &**made
    {
        return Some(crate::facts::type_tree(callee, *result));
    }
    match function_kind(callee) {
        Some(TypeKind::Function { result, .. }) => Some(callee.beside(What::Type(*result))),
        _ => None,
    }
}

pub(crate) fn result_shape(callee: &Tree) -> Shape {
    result(callee).as_ref().map_or(Shape::Other, shape_of_type)
}

/// Whether what a function returns can be put into a target.
pub(crate) fn returns(callee: &Tree, target: &Tree) -> mlua::Result<()> {
    let (name, to) = (callee.text(), target.text());
    let Some(ty) = result(callee) else {
        return refused(format!("`{name}` is no function that can be called"));
    };
    let (shape, want) = (shape_of_type(&ty), shape_of(target));
    let same_type = || want.ty.as_ref().and_then(Tree::type_name) == ty.type_name();
    match shape {
        Shape::Void => refused(format!("`{name}` returns nothing that could be put into `{to}`")),
        Shape::Aggregate if want.shape == shape && same_type() => Ok(()),
        Shape::Number | Shape::Pointer if want.shape == shape => Ok(()),
        _ => refused(format!("what `{name}` returns is of type `{}`, which does not fit `{to}`", ty.text())),
    }
}

impl Position<'_> {
    /// The word of something that can be set.
    pub(crate) fn target(&self, tree: &Tree) -> mlua::Result<String> {
        let settable = match &tree.what {
            What::Local(..) => {
                tree.code() != "ssa_name" && tree.local().is_some_and(|it| is_settable(it.kind))
            }
            What::Symbol(_) => tree
                .symbol()
                .is_some_and(|it| !it.flags.intersects(SymbolFlags::FUNCTION | SymbolFlags::READ_ONLY)),
            What::Expr(..) => tree.is_class("reference"),
            What::Made(made) => matches!(**made, Made::Variable { .. } | Made::External { .. }),
            What::Type(_) | What::Literal(_) | What::Field(..) => false,
        };
        if !settable {
            return refused(format!("`{}` cannot be set", tree.text()));
        }
        self.word(tree)
    }

    /// The word of a value.
    pub(crate) fn value(&self, tree: &Tree) -> mlua::Result<String> {
        if tree.code() == "function_decl" {
            return refused(format!(
                "`{}` is a function: take its address with `gcc.build_addr`",
                tree.text()
            ));
        }
        self.word(tree)
    }

    /// The word of a function.
    pub(crate) fn function(&self, tree: &Tree) -> mlua::Result<String> {
        match tree.code().as_str() {
            "function_decl" => self.word(tree),
            _ => refused(format!("`{}` is no function that can be called", tree.text())),
        }
    }

    fn word(&self, tree: &Tree) -> mlua::Result<String> {
        // Its numbers would mean something else here.
        let is_of_unit = match &tree.what {
            What::Made(made) => made.mentions_unit(),
            _ => true,
        };
        if is_of_unit && !Rc::ptr_eq(&tree.source, &self.function.source) {
            return refused(format!("`{}` belongs to what was looked at before", tree.text()));
        }
        let here = |function: gmc_ir::id::FunctionId| match function == self.function.id {
            true => Ok(()),
            false => refused(format!("`{}` belongs to another function", tree.text())),
        };
        match &tree.what {
            What::Local(function, local) => {
                here(*function)?;
                self.is_set_before(tree, *local)?;
                Ok(format!("v{}", local.0))
            }
            What::Symbol(symbol) => Ok(format!("y{}", symbol.0)),
            What::Expr(function, expr) => {
                here(*function)?;
                let is_operand =
                    tree.is_class("reference") || tree.is_class("constant") || tree.code() == "addr_expr";
                if !is_operand {
                    return refused(format!("`{}` is computed: assign it to a variable first", tree.text()));
                }
                for local in locals_of(self.function.body(), *expr) {
                    self.is_set_before(tree, local)?;
                }
                Ok(format!("e{}", expr.0))
            }
            What::Made(made) => self.made_word(tree, made),
            What::Type(_) | What::Literal(_) | What::Field(..) => {
                refused(format!("`{}` is no value", tree.text()))
            }
        }
    }

    fn made_word(&self, tree: &Tree, made: &Made) -> mlua::Result<String> {
        Ok(match made {
            Made::Builtin(_) => return refused(format!("the type `{}` is no value", tree.text())),
            Made::Integer { ty, value } => format!("i{}:{value}", type_word(ty.unwrap_or(crate::edits::INT))),
            Made::Real(value) => format!("r{value:e}"),
            Made::Text(bytes) => format!("s{}", hex(bytes)),
            Made::Variable { of, number, .. } if *of == self.function.id => format!("n{number}"),
            Made::Variable { .. } => {
                return refused(format!("`{}` belongs to another function", tree.text()));
            }
            Made::External { ty, name } => format!("x{}:{}", type_word(*ty), hex(name.as_bytes())),
            Made::Function { result, name, params } => {
                let params = match params {
                    None => "?".to_owned(),
                    Some(params) => params.iter().map(|it| type_word(*it)).collect::<Vec<_>>().join(","),
                };
                format!("f{}:{}:{params}", type_word(*result), hex(name.as_bytes()))
            }
            Made::Address(of) => format!("&{}", self.word(&of.0)?),
        })
    }

    /// Refuses a temporary that is not set on every way to the position.
    fn is_set_before(&self, tree: &Tree, local: LocalId) -> mlua::Result<()> {
        let own = self.function.tree(What::Local(self.function.id, local));
        if own.code() != "ssa_name" {
            return Ok(());
        }
        let Some((block, at)) = setter(self.function.body(), local) else { return Ok(()) };
        let set = match self.block {
            At::Block(here) if here == block => at < self.before,
            At::Block(here) => Dominators::of(self.function.body()).dominates(block, here),
            At::Entry | At::Exit => false,
        };
        match set {
            true => Ok(()),
            false => refused(format!("`{}` is not set yet there", tree.text())),
        }
    }
}

/// The statement that sets a temporary.
fn setter(function: &Function, local: LocalId) -> Option<(BlockId, u32)> {
    let sets = |stmt: &Stmt| {
        let target = match &stmt.kind {
            StmtKind::Assign { target, .. } => Some(*target),
            StmtKind::Call(call) => call.target,
            StmtKind::Other { operands, .. } => operands.first().copied(),
            StmtKind::Asm(asm) => {
                return asm.outputs.iter().any(|it| function.exprs[it.operand.index()] == Expr::Local(local));
            }
            _ => None,
        };
        target.is_some_and(|it| function.exprs[it.index()] == Expr::Local(local))
    };
    function.stmts().find(|it| sets(it.2)).map(|it| (it.0, it.1.0))
}

/// The locals that an expression mentions.
fn locals_of(function: &Function, expr: ExprId) -> Vec<LocalId> {
    let (mut left, mut found) = (vec![expr], Vec::new());
    while let Some(it) = left.pop() {
        match &function.exprs[it.index()] {
            Expr::Local(local) => found.push(*local),
            other => other.each_operand(|it| left.push(it)),
        }
    }
    found
}

/// Whether any statement uses a temporary.
pub(crate) fn is_used(function: &FunctionRef, tree: &Tree) -> bool {
    let What::Local(_, local) = tree.what else { return false };
    let body = function.body();
    let mut uses = 0;
    for (_, _, stmt) in body.stmts() {
        stmt.kind.each_expr(|it| uses += locals_of(body, it).iter().filter(|it| **it == local).count());
    }
    // One is where it is set.
    uses > 1
}

/// Whether a name is that of a symbol which the unit defines as something else.
pub(crate) fn clashes(near: &Tree, name: &str, is_function: bool) -> bool {
    let unit = near.in_unit();
    unit.symbols.iter().any(|it| {
        let same = unit.str(it.assembler) == name;
        same && it.flags.contains(SymbolFlags::FUNCTION) != is_function
            && !matches!(it.value, SymbolValue::Undefined)
    })
}
