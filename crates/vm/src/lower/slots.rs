//! Which registers a function's locals live in.
//!
//! A frame is laid out as: locals in memory (a register each, for the pointer), locals in registers, temporaries that
//! live within one run of blocks and share registers, scratch registers of single statements, constants. Everything
//! before the scratch registers is state; a temporary's register is dead outside of its range.

use super::class::Class;
use crate::code::R;
use gmc_ir::body::{EdgeFlags, Function, FunctionFlags, LocalFlags, LocalKind, StmtKind};
use gmc_ir::expr::{Expr, UnaryOp};
use gmc_ir::id::{ExprId, LocalId};
use gmc_ir::types::Size;
use gmc_ir::unit::Unit;

/// Where a local lives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Home {
    /// In registers from here on.
    Register(R),
    /// In memory; the register holds the pointer.
    Memory(R),
    /// Nowhere: the name stands for another expression.
    Alias(ExprId),
    /// Nowhere: nothing mentions it.
    None,
}

/// The homes of all locals.
#[derive(Debug)]
pub struct Slots {
    /// Where each local lives, by its number.
    pub homes: Vec<Home>,
    /// Locals in memory, in order of their registers, which start at 0.
    pub in_memory: Vec<LocalId>,
    /// The first free register.
    pub end: usize,
}

/// Where a local is mentioned. A piece is a run of blocks that are always executed one after the other.
#[derive(Clone, Default)]
struct Mentions {
    any: bool,
    /// The only piece, the first and the last statement there.
    span: Option<(usize, usize, usize)>,
    several_pieces: bool,
    /// The first mention in its piece is as the whole target of an assignment or call.
    defined_first: bool,
    /// Part of it is written, or its address is taken.
    in_parts: bool,
    /// An assembly statement may name its place.
    in_asm: bool,
    /// The statements that write it, by piece and position.
    writes: Vec<(usize, usize)>,
}

/// Decides where the locals of a function live.
pub fn assign(unit: &Unit, function: &Function) -> Slots {
    let pieces = pieces(function);
    let mut mentions = mentions(function, &pieces);
    let mut homes = vec![Home::None; function.locals.len()];
    let mut in_memory = Vec::new();
    let classes: Vec<Class> = function.locals.iter().map(|local| Class::of(unit, local.ty)).collect();

    let must_exist = |id: usize| {
        let id = LocalId(id as u32);
        function.params.contains(&id) || function.result == Some(id) || function.chain == Some(id)
    };
    for (at, local) in function.locals.iter().enumerate() {
        if let Some(value) = local.value {
            homes[at] = Home::Alias(value);
        } else if mentions[at].any || must_exist(at) {
            let by_reference = local.flags.contains(LocalFlags::BY_REFERENCE);
            // GCC makes temporaries for atomic operations addressable, and then takes no address of most of them.
            let unaddressed = local.kind == LocalKind::Temporary && !mentions[at].in_asm;
            let in_register = classes[at].in_registers()
                && (by_reference || unaddressed || !local.flags.contains(LocalFlags::ADDRESSABLE))
                && !mentions[at].in_parts;
            let is_result = local.kind == LocalKind::Result;
            if !in_register && (matches!(local.size, Size::Bytes(_)) || !is_result) {
                homes[at] = Home::Memory(in_memory.len() as R);
                in_memory.push(LocalId(at as u32));
            }
        }
    }

    let mut end = in_memory.len();
    let mut shared = Vec::new();
    for (at, class) in classes.iter().enumerate() {
        if homes[at] != Home::None || !(mentions[at].any || must_exist(at)) || !class.in_registers() {
            continue;
        }
        let m = &mentions[at];
        // Reports and the debugger show variables that the program does not read any more.
        let is_own = matches!(function.locals[at].kind, LocalKind::Parameter | LocalKind::Variable);
        if !is_own && m.defined_first && !m.several_pieces && !must_exist(at) && class.words() == 1 {
            shared.push(at);
        } else {
            homes[at] = Home::Register(end as R);
            end += usize::from(class.words());
        }
    }
    let copies = copies(unit, function, &pieces, &classes, &mut mentions, |at| homes[at], &mut shared);
    end = share(&mut shared, &mentions, &mut homes, end);
    for (copy, of) in copies {
        homes[copy] = homes[of];
    }
    Slots { homes, in_memory, end }
}

/// Temporaries that hold what another local holds for as long as they are read: they need no register of their own, and
/// nothing is to be done to make them. Each with that local; it is taken out of `shared`.
fn copies(
    unit: &Unit,
    function: &Function,
    pieces: &[(usize, usize)],
    classes: &[Class],
    mentions: &mut [Mentions],
    home: impl Fn(usize) -> Home,
    shared: &mut Vec<usize>,
) -> Vec<(usize, usize)> {
    let mut candidate = vec![false; function.locals.len()];
    for &at in shared.iter() {
        candidate[at] = function.locals[at].kind == LocalKind::Temporary && mentions[at].writes.len() == 1;
    }
    let mut sharing = vec![false; function.locals.len()];
    shared.iter().for_each(|&at| sharing[at] = true);
    let mut original: Vec<usize> = (0..function.locals.len()).collect();
    let mut copies = Vec::new();
    for (&(piece, start), contents) in pieces.iter().zip(&function.blocks) {
        for (at, stmt) in (start..).zip(&contents.stmts) {
            let Some((copy, of)) = copied(function, &stmt.kind) else { continue };
            let of = original[of];
            let Some((_, _, last)) = mentions[copy].span else { continue };
            let in_register = sharing[of] || matches!(home(of), Home::Register(_));
            let stays = |&(p, write): &(usize, usize)| p != piece || write <= at || write > last;
            if candidate[copy]
                && in_register
                && classes[of].words() == 1
                && classes[copy].holds(classes[of], unit.target.pointer_bits)
                && mentions[of].writes.iter().all(stays)
            {
                original[copy] = of;
                sharing[copy] = false;
                if let Some((p, _, until)) = &mut mentions[of].span
                    && *p == piece
                {
                    *until = last.max(*until);
                }
                copies.push((copy, of));
            }
        }
    }
    shared.retain(|&at| sharing[at]);
    copies
}

/// `copy = of`, or a conversion between integers.
fn copied(function: &Function, stmt: &StmtKind) -> Option<(usize, usize)> {
    let StmtKind::Assign { target, value } = stmt else { return None };
    let local = |expr: ExprId| match function.exprs[expr.index()] {
        Expr::Local(local) => Some(local.index()),
        _ => None,
    };
    let of = match function.exprs[value.index()] {
        Expr::Unary { op: UnaryOp::Convert, operand, .. } => local(operand)?,
        _ => local(*value)?,
    };
    Some((local(*target)?, of))
}

/// Gives temporaries registers that are free over their range: a linear scan within each piece.
fn share(shared: &mut [usize], mentions: &[Mentions], homes: &mut [Home], start: usize) -> usize {
    shared.sort_by_key(|&at| mentions[at].span);
    let mut free: Vec<usize> = Vec::new();
    let mut taken: Vec<(usize, usize)> = Vec::new();
    let mut piece = usize::MAX;
    let mut end = start;
    for &at in shared.iter() {
        let Some((p, first, last)) = mentions[at].span else { continue };
        if p != piece {
            free.extend(taken.drain(..).map(|(_, register)| register));
            piece = p;
        }
        // Not in the very statement that reads it last: its operations may still be under way.
        taken.retain(|&(until, register)| {
            let over = until < first;
            if over {
                free.push(register);
            }
            !over
        });
        let register = free.pop().unwrap_or_else(|| {
            end += 1;
            end - 1
        });
        taken.push((last, register));
        homes[at] = Home::Register(register as R);
    }
    end
}

/// The piece that each block is part of, and the position of its first statement there. A block that ends in one way
/// only, to one that is reached in no other, goes on in it.
fn pieces(function: &Function) -> Vec<(usize, usize)> {
    let mut entries = vec![0u32; function.blocks.len()];
    for to in function.blocks.iter().flat_map(|block| &block.edges).filter_map(|edge| edge.to) {
        entries[to.index()] += 1;
    }
    let jumps = function.flags.intersects(FunctionFlags::NONLOCAL_LABEL | FunctionFlags::CALLS_SETJMP)
        || function.exprs.iter().any(|expr| matches!(expr, Expr::Label(_)));
    let mut pieces: Vec<(usize, usize)> = Vec::with_capacity(function.blocks.len());
    for (at, &ways) in entries.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &function.blocks[before]);
        let goes_on = before.is_some_and(|before| match &before.edges[..] {
            [edge] => {
                edge.to.is_some_and(|to| to.index() == at)
                    && edge.flags == EdgeFlags::FALLTHRU
                    && ways == 1
                    && !jumps
            }
            _ => false,
        });
        pieces.push(match (before, pieces.last()) {
            (Some(before), Some(&(piece, start))) if goes_on => (piece, start + before.stmts.len()),
            _ => (at, 0),
        });
    }
    pieces
}

fn mentions(function: &Function, pieces: &[(usize, usize)]) -> Vec<Mentions> {
    let mut found = vec![Mentions::default(); function.locals.len()];
    // For each expression, the locals in it are found once.
    let locals_of: Vec<Vec<LocalId>> =
        function.exprs.iter().fold(Vec::new(), |mut all: Vec<Vec<LocalId>>, expr| {
            let mut here = Vec::new();
            if let Expr::Local(local) = expr {
                here.push(*local);
            }
            expr.each_operand(|operand| here.extend(&all[operand.index()]));
            all.push(here);
            all
        });
    let mut asms: Vec<LocalId> = Vec::new();
    let mut note = |local: LocalId, piece: usize, at: usize, defines: bool| {
        let m = &mut found[local.index()];
        m.any = true;
        match &mut m.span {
            None => {
                m.span = Some((piece, at, at));
                m.defined_first = defines;
            }
            Some((p, _, last)) if *p == piece => *last = at,
            Some(_) => m.several_pieces = true,
        }
    };
    for (&(piece, start), contents) in pieces.iter().zip(&function.blocks) {
        for (at, stmt) in (start..).zip(&contents.stmts) {
            let target = match &stmt.kind {
                StmtKind::Assign { target, .. } => Some(*target),
                StmtKind::Call(call) => call.target,
                _ => None,
            };
            let defined = target.and_then(|t| match function.exprs[t.index()] {
                Expr::Local(local) => Some(local),
                _ => None,
            });
            stmt.kind.each_expr(|expr| {
                if Some(expr) != target || defined.is_none() {
                    for &local in &locals_of[expr.index()] {
                        note(local, piece, at, false);
                    }
                }
            });
            if let Some(local) = defined {
                note(local, piece, at, true);
            }
            if let StmtKind::Asm(_) = stmt.kind {
                stmt.kind.each_expr(|expr| asms.extend(&locals_of[expr.index()]));
            }
        }
    }
    for local in &function.locals {
        if let Some(value) = local.value {
            for &mentioned in &locals_of[value.index()] {
                note(mentioned, usize::MAX, 0, false);
            }
        }
    }
    asms.iter().for_each(|local| found[local.index()].in_asm = true);
    written_in_parts(function, pieces, &mut found);
    found
}

/// Calls `visit` with the places that a statement writes.
fn each_written(stmt: &StmtKind, mut visit: impl FnMut(ExprId)) {
    match stmt {
        StmtKind::Assign { target, .. } | StmtKind::Clobber { target, .. } => visit(*target),
        StmtKind::Call(call) => call.target.into_iter().for_each(visit),
        StmtKind::Asm(asm) => asm.outputs.iter().for_each(|o| visit(o.operand)),
        _ => {}
    }
}

/// The local that a place is, or is part of.
fn root(function: &Function, mut expr: ExprId) -> Option<LocalId> {
    loop {
        expr = match &function.exprs[expr.index()] {
            Expr::Local(local) => return Some(*local),
            Expr::Field { base, .. }
            | Expr::Index { base, .. }
            | Expr::Range { base, .. }
            | Expr::Bits { base, .. }
            | Expr::RealPart { base, .. }
            | Expr::ImagPart { base, .. }
            | Expr::View { base, .. } => *base,
            _ => return None,
        };
    }
}

fn written_in_parts(function: &Function, pieces: &[(usize, usize)], found: &mut [Mentions]) {
    for (&(piece, start), contents) in pieces.iter().zip(&function.blocks) {
        for (at, stmt) in (start..).zip(&contents.stmts) {
            each_written(&stmt.kind, |target| {
                if let Some(local) = root(function, target) {
                    let whole = matches!(function.exprs[target.index()], Expr::Local(_));
                    found[local.index()].in_parts |= !whole;
                    found[local.index()].writes.push((piece, at));
                }
            });
        }
    }
    // An element of a local array or vector picked at run time, or any address of it, needs memory.
    for expr in &function.exprs {
        if let Expr::Index { base, .. } | Expr::AddressOf { place: base, .. } = expr
            && let Some(local) = root(function, *base)
        {
            found[local.index()].in_parts = true;
        }
    }
}
