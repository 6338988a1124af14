//! Function bodies: tables of locals, scopes, labels, regions and pads; expressions and statements have files of their
//! own.

use super::{Flaws, exprs, find_cycle, stmts};
use crate::body::{Function, LocalKind, RegionKind};
use crate::expr::Expr;
use crate::id::{BlockId, LocalId};

/// Checks all bodies of a unit; ids are in range and types are sound.
pub(super) fn check(flaws: &mut Flaws<'_>) {
    let unit = flaws.unit;
    for function in &unit.functions {
        flaws.enter_symbol(function.symbol);
        flaws.require(!function.blocks.is_empty(), || "a body without blocks".to_owned());
        locals(flaws, function);
        scopes(flaws, function);
        exceptions(flaws, function);
        // Operands first: without that, nothing may walk the expressions.
        if !exprs::in_order(flaws, function) {
            continue;
        }
        values(flaws, function);
        exprs::check(flaws, function);
        stmts::check(flaws, function);
    }
    flaws.leave_symbol();
}

fn locals(flaws: &mut Flaws<'_>, function: &Function) {
    let is = |local: LocalId, kind: LocalKind| function.locals[local.index()].kind == kind;
    for &param in &function.params {
        flaws.require(is(param, LocalKind::Parameter), || format!("parameter {param} is not one"));
    }
    if let Some(result) = function.result {
        flaws.require(is(result, LocalKind::Result), || format!("result {result} is not one"));
    }
    if let Some(chain) = function.chain {
        flaws.require(is(chain, LocalKind::Chain), || format!("static chain {chain} is not one"));
    }
    for (at, local) in function.locals.iter().enumerate() {
        let aligned = local.align == 0 || local.align.is_power_of_two();
        flaws.require(aligned, || format!("v{at}: alignment {} is no power of two", local.align));
        let meant = local.kind != LocalKind::Alias || local.value.is_some();
        flaws.require(meant, || format!("v{at} stands for nothing"));
    }
}

/// The outermost scope comes first, every other one after the scope around it.
fn scopes(flaws: &mut Flaws<'_>, function: &Function) {
    for (at, scope) in function.scopes.iter().enumerate() {
        let good = match scope.parent {
            None => at == 0,
            Some(parent) => parent.index() < at,
        };
        flaws.require(good, || format!("scope{at} does not follow the scope around it"));
    }
}

fn exceptions(flaws: &mut Flaws<'_>, function: &Function) {
    let parent = |at: usize, next: &mut Vec<usize>| {
        next.extend(function.regions[at].parent.map(|parent| parent.index()));
    };
    if let Some(at) = find_cycle(function.regions.len(), parent) {
        flaws.add(|| format!("region{at} encloses itself"));
    }
    for (at, pad) in function.pads.iter().enumerate() {
        let region = &function.regions[pad.region.index()].kind;
        let lands = !matches!(region, RegionKind::MustNotThrow { .. });
        flaws.require(lands, || format!("pad{at} serves {}, which lets nothing through", pad.region));
    }
    let entry = function.pads.iter().position(|pad| pad.block == BlockId(0));
    if let Some(at) = entry {
        flaws.add(|| format!("pad{at} goes on at the entry"));
    }
}

/// What a name stands for does not lead back to the name.
fn values(flaws: &mut Flaws<'_>, function: &Function) {
    if function.locals.iter().all(|local| local.value.is_none()) {
        return;
    }
    // Nodes are the locals, then the expressions.
    let locals = function.locals.len();
    let follow = |at: usize, next: &mut Vec<usize>| match at.checked_sub(locals) {
        None => next.extend(function.locals[at].value.map(|value| locals + value.index())),
        Some(expr) => match &function.exprs[expr] {
            Expr::Local(local) => next.push(local.index()),
            other => other.each_operand(|operand| next.push(locals + operand.index())),
        },
    };
    if let Some(at) = find_cycle(locals + function.exprs.len(), follow) {
        flaws.add(|| format!("the value of a name leads back to it (node {at})"));
    }
}
