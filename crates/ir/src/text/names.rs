//! Names for printing: unique within their table, so that two variables of one name are not confused.

use crate::body::Function;
use crate::id::{LabelId, LocalId, StrId, SymbolId};
use crate::unit::Unit;
use std::collections::{HashMap, HashSet};

/// The names of a unit's symbols.
pub struct Names<'u> {
    /// The unit.
    pub unit: &'u Unit,
    /// Source names that several symbols have; these print as the linker knows them.
    ambiguous: HashSet<StrId>,
}

impl<'u> Names<'u> {
    /// Prepares the names of a verified unit.
    pub fn new(unit: &'u Unit) -> Names<'u> {
        let mut count: HashMap<StrId, u32> = HashMap::new();
        for symbol in &unit.symbols {
            *count.entry(symbol.name).or_default() += 1;
        }
        let ambiguous = count.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name).collect();
        Names { unit, ambiguous }
    }

    /// A symbol's name.
    pub fn symbol(&self, id: SymbolId) -> &'u str {
        let symbol = &self.unit.symbols[id.index()];
        let plain = symbol.name != StrId::NONE && !self.ambiguous.contains(&symbol.name);
        let name = if plain || symbol.assembler == StrId::NONE { symbol.name } else { symbol.assembler };
        self.unit.str(name)
    }
}

/// The names of a function's locals.
pub(super) struct LocalNames {
    names: Vec<String>,
}

impl LocalNames {
    pub(super) fn new(unit: &Unit, function: &Function) -> LocalNames {
        let mut seen = HashSet::new();
        let names = (0..)
            .zip(&function.locals)
            .map(|(at, local)| match unit.str(local.name) {
                "" => LocalId(at).to_string(),
                name if seen.insert(local.name) => name.to_owned(),
                name => format!("{name}#{at}"),
            })
            .collect();
        LocalNames { names }
    }

    pub(super) fn get(&self, local: LocalId) -> &str {
        &self.names[local.index()]
    }
}

/// A label's name.
pub(super) fn label(unit: &Unit, function: &Function, id: LabelId) -> String {
    match unit.str(function.labels[id.index()].name) {
        "" => id.to_string(),
        name => name.to_owned(),
    }
}
