//! What the program refers to but no unit defines: library functions, mostly.
//!
//! Only code and data that are in the program count: what the linker kept, and what GCC inlined into that.

use super::{Global, Program, Resolution};
use crate::body::{Function, RegionKind};
use crate::expr::Expr;
use crate::id::{SourcePosId, SymbolId, ids};
use crate::unit::{Linkage, RelocationTarget, SymbolFlags, SymbolValue};
use std::collections::{BTreeMap, HashMap, HashSet};

ids! {
    /// A name that no unit defines; names are sorted.
    ExternalId, "ext";
}

/// Something that the program refers to but no unit defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    /// Which name.
    pub id: ExternalId,
    /// The name, as the linker knows it.
    pub name: String,
    /// A declaration of it.
    pub declaration: Global,
    /// A function, not a variable.
    pub function: bool,
    /// One of GCC's own (`__builtin_…`).
    pub builtin: bool,
    /// It may be missing: every reference is weak.
    pub weak: bool,
    /// The functions and variables that refer to it, in link order.
    pub referrers: Vec<Global>,
    /// Where the first of them does.
    pub place: SourcePosId,
}

/// All that the program refers to but no unit defines, by name.
pub(super) fn externals(program: &Program) -> Vec<External> {
    let mut found: BTreeMap<ExternalId, External> = BTreeMap::new();
    let mut live = live(program);
    live.sort();
    for referrer in live {
        let mut missing: Vec<(ExternalId, Global)> = Vec::new();
        each_reference(program, referrer, |reference| {
            if let Resolution::External(id) = program.resolve(reference) {
                missing.push((id, reference));
            }
        });
        let is_new = missing.iter().any(|(id, _)| !found.contains_key(id));
        let first_seen = if is_new { first_references(program, referrer) } else { HashMap::new() };
        for (id, reference) in missing {
            let symbol = program.symbol(reference);
            let weak = symbol.linkage == Linkage::ExternalWeak
                || matches!(symbol.value, SymbolValue::WeakReference(_));
            let external = found.entry(id).or_insert_with(|| External {
                id,
                name: program.external_name(id).to_owned(),
                declaration: reference,
                function: false,
                builtin: false,
                weak: true,
                referrers: Vec::new(),
                place: first_seen
                    .get(&reference.symbol)
                    .copied()
                    .unwrap_or_else(|| program.symbol(referrer).place),
            });
            external.function |= symbol.flags.contains(SymbolFlags::FUNCTION);
            external.builtin |= symbol.flags.contains(SymbolFlags::BUILTIN);
            external.weak &= weak;
            if external.referrers.last() != Some(&referrer) {
                external.referrers.push(referrer);
            }
        }
    }
    found.into_values().collect()
}

/// What is in the program: what the linker kept, and what was inlined into that.
fn live(program: &Program) -> Vec<Global> {
    let mut queue: Vec<Global> = program.definitions().iter().map(|definition| definition.global).collect();
    let mut seen: HashSet<Global> = queue.iter().copied().collect();
    let mut at = 0;
    while let Some(&global) = queue.get(at) {
        at += 1;
        each_reference(program, global, |reference| {
            if let Resolution::Definition(to) = program.resolve(reference)
                && seen.insert(to)
            {
                queue.push(to);
            }
        });
    }
    queue
}

/// Calls `visit` with every symbol that a definition refers to; a symbol may come several times.
pub(super) fn each_reference(program: &Program, global: Global, mut visit: impl FnMut(Global)) {
    let mut visit = |symbol: SymbolId| visit(Global { unit: global.unit, symbol });
    match &program.symbol(global).value {
        SymbolValue::Undefined => {}
        SymbolValue::Function(id) => {
            each_symbol(&program.unit(global.unit).functions[id.index()], visit);
        }
        SymbolValue::Variable(initializer) => {
            for relocation in &initializer.relocations {
                match relocation.to {
                    RelocationTarget::Symbol(symbol)
                    | RelocationTarget::Label(symbol, _)
                    | RelocationTarget::LabelDifference(symbol, _, _) => visit(symbol),
                    RelocationTarget::Literal(_) | RelocationTarget::Other(_) => {}
                }
            }
        }
        SymbolValue::Alias(to) | SymbolValue::WeakReference(to) | SymbolValue::Indirect(to) => visit(*to),
        SymbolValue::Thunk(thunk) => visit(thunk.to),
    }
}

fn each_symbol(function: &Function, mut visit: impl FnMut(SymbolId)) {
    for expr in &function.exprs {
        if let Expr::Symbol(symbol) = expr {
            visit(*symbol);
        }
    }
    for region in &function.regions {
        match &region.kind {
            RegionKind::Cleanup => {}
            RegionKind::Try { catches } => {
                catches.iter().flat_map(|catch| &catch.types).for_each(|ty| visit(*ty));
            }
            RegionKind::Allowed { types, .. } => types.iter().for_each(|ty| visit(*ty)),
            RegionKind::MustNotThrow { failure } => failure.iter().for_each(|symbol| visit(*symbol)),
        }
    }
}

/// For every symbol that a function's statements refer to, where the first of them does.
fn first_references(program: &Program, referrer: Global) -> HashMap<SymbolId, SourcePosId> {
    let mut positions = HashMap::new();
    let Some(function) = program.function(referrer) else { return positions };
    for (expr, user) in function.exprs.iter().zip(function.users()) {
        let (Expr::Symbol(symbol), Some(stmt)) = (expr, user) else { continue };
        if stmt.place != SourcePosId::NONE {
            positions.entry(*symbol).or_insert(stmt.place);
        }
    }
    positions
}
