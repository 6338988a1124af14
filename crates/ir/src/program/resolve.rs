//! Resolution: which definition each symbol means.
//!
//! The linker has decided already. Its address tables say which copies it kept; the rest follows the rules of the ELF
//! specification (gABI, chapter 4, "Symbol Table"):
//!
//! 1. A local symbol means its own unit's. So does a reference under the assembler name of one (`static … asm("x")`).
//! 2. Inside an image, among the kept definitions of a name: a strong one wins, then a tentative one (common), then a
//!    weak or comdat one; among equals, the first in link order. Common before weak is the specification's rule, and
//!    `ld`'s. Tentative definitions that win are merged to the largest size and alignment.
//! 3. Between images, a reference to a name of default visibility means the first image's that exports it. A name that
//!    any symbol of its image hides or protects, and any name in an image linked with `-Bsymbolic`, means its own
//!    image's first.
//! 4. A body that GCC did not emit is no definition for others. Inside its unit, it is meant when it is always inlined,
//!    and otherwise when there is no definition elsewhere (`extern inline`).
//! 5. An alias means what stands under its target in its own unit (the assembler binds it, not the linker); a `weakref`
//!    means its target's name.

use super::{Definition, DefinitionKind, Extent, Global, ImageIndex, LinkError, ProgramImage, ProgramUnit};
use super::{ExternalId, Resolution, UnitIndex};
use crate::id::{StrId, SymbolId};
use crate::image::{Address, ImageKind};
use crate::types::Size;
use crate::unit::{Linkage, Symbol, SymbolFlags, SymbolValue, Visibility};
use std::collections::{BTreeSet, HashMap};

/// The outcome.
#[derive(Clone, Debug)]
pub(super) struct Resolved {
    /// By unit and symbol.
    pub(super) tables: Vec<Vec<Resolution>>,
    /// What the linker kept.
    pub(super) definitions: Vec<Definition>,
    /// Names that no unit defines, sorted.
    pub(super) externals: Vec<String>,
    /// Merged tentative definitions.
    pub(super) commons: HashMap<Global, Extent>,
}

/// Resolves all symbols of all units.
pub(super) fn resolve(images: &[ProgramImage], units: &[ProgramUnit]) -> Result<Resolved, LinkError> {
    let names = Names {
        images,
        units,
        scopes: scopes(images, units)?,
        locals: local_names(units),
        ends: units.iter().map(alias_ends).collect(),
    };
    let commons = names.merge_commons();
    let mut open: BTreeSet<String> = BTreeSet::new();
    let each_symbol = || {
        (0..).zip(units).map(|(unit, contents)| {
            let symbols = contents.linked.unit.symbols.len() as u32;
            (0..symbols).map(move |symbol| Global { unit: UnitIndex(unit), symbol: SymbolId(symbol) })
        })
    };
    let found: Vec<Vec<Result<Global, &str>>> =
        each_symbol().map(|unit| unit.map(|global| names.meaning(global)).collect()).collect();
    open.extend(found.iter().flatten().filter_map(|meaning| meaning.err().map(str::to_owned)));
    let externals: Vec<String> = open.into_iter().collect();
    let number = |name: &str| {
        let at = externals.binary_search_by(|known| known.as_str().cmp(name)).unwrap_or_default();
        Resolution::External(ExternalId(at as u32))
    };
    let tables = found
        .into_iter()
        .map(|unit| unit.into_iter().map(|it| it.map_or_else(number, Resolution::Definition)).collect())
        .collect();
    let definitions = each_symbol().flatten().filter_map(|global| names.kept(global)).collect();
    Ok(Resolved { tables, definitions, externals, commons })
}

/// How many times a name may lead to another name in another unit. Real programs need two.
const MAX_LINKS: usize = 16;

/// The global names of one image.
#[derive(Default)]
struct NameScope<'u> {
    winners: HashMap<&'u str, Global>,
    /// The most constraining visibility of all symbols of a name, where not the default.
    hidden: HashMap<&'u str, Visibility>,
    /// The first unit with each comdat group.
    groups: HashMap<&'u str, UnitIndex>,
}

struct Names<'u> {
    images: &'u [ProgramImage],
    units: &'u [ProgramUnit],
    scopes: Vec<NameScope<'u>>,
    /// By unit: definitions that only the unit sees, by assembler name.
    locals: Vec<HashMap<&'u str, SymbolId>>,
    /// By unit and symbol: what stands under an alias, in the unit; the symbol itself when it is none.
    ends: Vec<Vec<SymbolId>>,
}

fn assembler<'u>(units: &'u [ProgramUnit], unit: UnitIndex, symbol: &Symbol) -> &'u str {
    units[unit.index()].linked.unit.str(symbol.assembler)
}

/// How strongly a definition claims its name in its image; `None` when it does not.
fn claim(unit: &ProgramUnit, id: SymbolId, symbol: &Symbol) -> Option<u8> {
    let defined = !matches!(symbol.value, SymbolValue::Undefined | SymbolValue::WeakReference(_));
    let emitted = symbol.flags.contains(SymbolFlags::EMITTED);
    if !defined || !emitted || unit.address(id) == Some(Address::Dropped) {
        return None;
    }
    match symbol.linkage {
        Linkage::Global => Some(3),
        Linkage::Common => Some(2),
        Linkage::Weak | Linkage::Comdat => Some(1),
        Linkage::Local | Linkage::External | Linkage::ExternalWeak => None,
    }
}

fn scopes<'u>(images: &[ProgramImage], units: &'u [ProgramUnit]) -> Result<Vec<NameScope<'u>>, LinkError> {
    let mut scopes: Vec<NameScope<'u>> = images.iter().map(|_| NameScope::default()).collect();
    for (at, unit) in (0..).zip(units) {
        let contents = &unit.linked.unit;
        let scope = &mut scopes[unit.image.index()];
        for (id, symbol) in (0..).zip(&contents.symbols) {
            let id = SymbolId(id);
            if symbol.group != StrId::NONE {
                scope.groups.entry(contents.str(symbol.group)).or_insert(UnitIndex(at));
            }
            if symbol.linkage == Linkage::Local {
                continue;
            }
            let name = contents.str(symbol.assembler);
            if symbol.visibility != Visibility::Default {
                let merged = scope.hidden.entry(name).or_insert(symbol.visibility);
                *merged = (*merged).max_constraint(symbol.visibility);
            }
            let Some(strength) = claim(unit, id, symbol) else { continue };
            let global = Global { unit: UnitIndex(at), symbol: id };
            let Some(before) = scope.winners.get_mut(name) else {
                scope.winners.insert(name, global);
                continue;
            };
            let rival = &units[before.unit.index()];
            let rival_symbol = &rival.linked.unit.symbols[before.symbol.index()];
            let rival_strength = claim(rival, before.symbol, rival_symbol).unwrap_or(0);
            if strength == 3 && rival_strength == 3 {
                return Err(LinkError::Twice {
                    name: name.to_owned(),
                    image: images[unit.image.index()].path.clone(),
                    first: rival.linked.unit.str(rival.linked.unit.file).to_owned(),
                    second: contents.str(contents.file).to_owned(),
                });
            }
            if strength > rival_strength {
                *before = global;
            }
        }
    }
    Ok(scopes)
}

fn local_names(units: &[ProgramUnit]) -> Vec<HashMap<&str, SymbolId>> {
    let of = |unit: &'_ ProgramUnit| {
        let contents = &unit.linked.unit;
        let defined = (0..).zip(&contents.symbols).filter(|(_, symbol)| {
            symbol.linkage == Linkage::Local && !matches!(symbol.value, SymbolValue::Undefined)
        });
        defined.map(|(id, symbol)| (symbol.assembler, SymbolId(id))).collect::<Vec<_>>()
    };
    units
        .iter()
        .map(|unit| of(unit).into_iter().map(|(name, id)| (unit.linked.unit.str(name), id)).collect())
        .collect()
}

/// For every symbol of a unit, what stands under it when aliases are followed.
fn alias_ends(unit: &ProgramUnit) -> Vec<SymbolId> {
    let symbols = &unit.linked.unit.symbols;
    let mut ends: Vec<Option<SymbolId>> = vec![None; symbols.len()];
    let mut path = Vec::new();
    (0..symbols.len() as u32)
        .map(|start| {
            // Chains end: the verifier has seen to it.
            let mut at = SymbolId(start);
            let end = loop {
                match (ends[at.index()], &symbols[at.index()].value) {
                    (Some(end), _) => break end,
                    (None, SymbolValue::Alias(to)) => {
                        path.push(at);
                        at = *to;
                    }
                    (None, _) => break at,
                }
            };
            path.drain(..).for_each(|passed| ends[passed.index()] = Some(end));
            end
        })
        .collect()
}

impl<'u> Names<'u> {
    fn symbol(&self, global: Global) -> &'u Symbol {
        &self.units[global.unit.index()].linked.unit.symbols[global.symbol.index()]
    }

    fn image(&self, unit: UnitIndex) -> ImageIndex {
        self.units[unit.index()].image
    }

    /// What a symbol means, or the name that nothing defines.
    fn meaning(&self, mut global: Global) -> Result<Global, &'u str> {
        for _ in 0..MAX_LINKS {
            global = self.bind(global)?;
            match &self.symbol(global).value {
                SymbolValue::Alias(_) => {
                    global.symbol = self.ends[global.unit.index()][global.symbol.index()];
                    match self.symbol(global).value {
                        // The assembler leaves such an alias to the linker.
                        SymbolValue::Undefined | SymbolValue::WeakReference(_) => {}
                        _ => return Ok(global),
                    }
                }
                SymbolValue::WeakReference(to) => global.symbol = *to,
                _ => return Ok(global),
            }
        }
        Err(assembler(self.units, global.unit, self.symbol(global)))
    }

    /// The definition that a symbol's name stands for, seen from its unit; aliases are not followed.
    fn bind(&self, global: Global) -> Result<Global, &'u str> {
        let symbol = self.symbol(global);
        let name = assembler(self.units, global.unit, symbol);
        let defined = !matches!(symbol.value, SymbolValue::Undefined);
        if matches!(symbol.value, SymbolValue::WeakReference(_))
            || (defined && symbol.linkage == Linkage::Local)
        {
            return Ok(global);
        }
        let always_inlined = symbol.flags.contains(SymbolFlags::MUST_INLINE);
        if defined && always_inlined && !symbol.flags.contains(SymbolFlags::EMITTED) {
            return Ok(global);
        }
        if let Some(&local) = self.locals[global.unit.index()].get(name)
            && !defined
        {
            return Ok(Global { unit: global.unit, symbol: local });
        }
        let own_image = self.image(global.unit);
        if let Some(winner) = self.winner(own_image, name) {
            return Ok(winner);
        }
        if defined { Ok(global) } else { Err(name) }
    }

    /// The definition of a global name, seen from an image.
    fn winner(&self, from: ImageIndex, name: &str) -> Option<Global> {
        let own_scope = &self.scopes[from.index()];
        let own = own_scope.winners.get(name).copied();
        let bound = own_scope.hidden.contains_key(name) || self.images[from.index()].linkage.symbolic;
        let own_first = own.is_some() && (bound || !self.exports(from, name));
        if own_first {
            return own;
        }
        (0..self.images.len())
            .map(|at| ImageIndex(at as u32))
            .filter(|&image| image == from || self.exports(image, name))
            .find_map(|image| self.scopes[image.index()].winners.get(name).copied())
    }

    /// Whether other images may refer to an image's definition of a name.
    fn exports(&self, image: ImageIndex, name: &str) -> bool {
        let hidden = self.scopes[image.index()].hidden.get(name);
        if matches!(hidden, Some(Visibility::Hidden | Visibility::Internal)) {
            return false;
        }
        // The linker exports from an executable whatever the shared objects on its command line refer to. Shared
        // objects say themselves (version scripts can hide names).
        let image = &self.images[image.index()];
        match (&image.linkage.exports, image.kind) {
            (Some(exports), ImageKind::Shared) => exports.contains(name),
            _ => true,
        }
    }

    /// Gives tentative definitions that win the largest size and alignment of their name.
    fn merge_commons(&self) -> HashMap<Global, Extent> {
        let mut merged: HashMap<Global, Extent> = HashMap::new();
        for (at, unit) in (0..).zip(self.units) {
            let contents = &unit.linked.unit;
            for (id, symbol) in (0..).zip(&contents.symbols) {
                if symbol.linkage != Linkage::Common || claim(unit, SymbolId(id), symbol).is_none() {
                    continue;
                }
                let own = Global { unit: UnitIndex(at), symbol: SymbolId(id) };
                let name = contents.str(symbol.assembler);
                let winner = self.scopes[unit.image.index()].winners.get(name).copied().unwrap_or(own);
                if self.symbol(winner).linkage != Linkage::Common {
                    continue;
                }
                let extent = Extent { size: symbol.size, align: symbol.align };
                merged.entry(winner).and_modify(|known| *known = known.union(extent)).or_insert(extent);
            }
        }
        merged
    }

    /// The definition, if the linker kept it.
    fn kept(&self, global: Global) -> Option<Definition> {
        let unit = &self.units[global.unit.index()];
        let symbol = self.symbol(global);
        let kind = match symbol.value {
            SymbolValue::Undefined | SymbolValue::WeakReference(_) => return None,
            SymbolValue::Function(_) => DefinitionKind::Function,
            SymbolValue::Variable(_) => DefinitionKind::Variable,
            SymbolValue::Alias(_) => DefinitionKind::Alias,
            SymbolValue::Thunk(_) => DefinitionKind::Thunk,
            SymbolValue::Indirect(_) => DefinitionKind::Indirect,
        };
        let address = unit.address(global.symbol);
        if !symbol.flags.contains(SymbolFlags::EMITTED) || address == Some(Address::Dropped) {
            return None;
        }
        let scope = &self.scopes[unit.image.index()];
        let kept = match symbol.linkage {
            Linkage::External | Linkage::ExternalWeak => false,
            // The assembler keeps such names to itself; the linker never sees them.
            Linkage::Local if assembler(self.units, global.unit, symbol).starts_with(".L") => false,
            // A local symbol goes with its comdat group.
            Linkage::Local => {
                let group = unit.linked.unit.str(symbol.group);
                scope.groups.get(group).is_none_or(|first| *first == global.unit)
            }
            _ => scope.winners.get(assembler(self.units, global.unit, symbol)) == Some(&global),
        };
        let address = if let Some(Address::At(at)) = address { Some(at) } else { None };
        kept.then_some(Definition { global, image: unit.image, kind, linkage: symbol.linkage, address })
    }
}

impl Extent {
    fn union(self, other: Extent) -> Extent {
        let size = match (self.size, other.size) {
            (Size::Bytes(one), Size::Bytes(two)) => Size::Bytes(one.max(two)),
            (known @ Size::Bytes(_), _) | (_, known) => known,
        };
        Extent { size, align: self.align.max(other.align) }
    }
}

impl Visibility {
    /// The more constraining of two (gABI: internal, hidden, protected, default).
    fn max_constraint(self, other: Visibility) -> Visibility {
        let rank = |visibility| match visibility {
            Visibility::Default => 0,
            Visibility::Protected => 1,
            Visibility::Hidden => 2,
            Visibility::Internal => 3,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}
