//! What a step does to memory, for its event: the places that its first operation accesses, and the variables that the
//! thread changes after it.
//!
//! What the first operation accesses is found as for races: it is executed and taken back. Other changes are found by
//! comparing the program's variables with their contents before the step.

use crate::view::{Loaded, View};
use gmc_ir::id::TypeId;
use gmc_ir::program::{Global, UnitIndex};
use gmc_mem::{Endian, Life, MemoryAccess, Pointer, Scalar};
use gmc_model::Effect;
use gmc_vm::diagnose::leaf::{self, Leaf};

/// Effects that a step shows at most, and places of one access.
const MAX_EFFECTS: usize = 16;

/// A variable of the program, with its contents when it was last looked at.
struct GlobalContents {
    global: Global,
    at: Pointer,
    words: Vec<Loaded>,
}

/// The contents of the program's variables when they were last looked at.
#[derive(Default)]
pub(crate) struct Globals(Vec<GlobalContents>);

/// A place that the first operation of a step accesses.
pub(crate) struct AccessedPlace {
    name: String,
    at: Pointer,
    unit: UnitIndex,
    leaf: Leaf,
    write: bool,
    before: String,
}

/// The places that are accessed, with what they hold. `operand` is the operation's operand in the source, with its
/// type.
pub(crate) fn accessed_places(
    view: &View<'_>,
    accesses: &[MemoryAccess],
    operand: Option<&(String, UnitIndex, TypeId)>,
) -> Vec<AccessedPlace> {
    let mut out = Vec::new();
    for access in accesses {
        add_places(view, access, operand, &mut out);
    }
    // What is written was mostly read before: the read is not worth showing.
    let written: Vec<Pointer> = out.iter().filter(|it| it.write).map(|it| it.at).collect();
    out.retain(|it| it.write || !written.contains(&it.at));
    out
}

fn add_places(
    view: &View<'_>,
    access: &MemoryAccess,
    operand: Option<&(String, UnitIndex, TypeId)>,
    out: &mut Vec<AccessedPlace>,
) {
    let Some(object) = view.object(access.object) else { return };
    let start = Pointer { addr: object.base, prov: access.object };
    let range = access.offset..access.offset + access.size;
    let (name, base, unit, leaves) = match (view.type_of(&object), operand) {
        (Some((unit, ty)), _) => {
            let leaves = leaf::leaves(view.unit(unit), ty, range, MAX_EFFECTS);
            (view.name_of(&object), 0, unit, leaves)
        }
        (None, Some((text, unit, ty))) => {
            let leaves = leaf::leaves(view.unit(*unit), *ty, 0..access.size, MAX_EFFECTS);
            (text.clone(), access.offset, *unit, leaves)
        }
        (None, None) => return,
    };
    for leaf in leaves {
        let at = start.wrapping_offset((base + leaf.offset) as i64);
        if out.iter().any(|it| it.at == at && it.write == access.write) || out.len() >= MAX_EFFECTS {
            continue;
        }
        let before = value(view, at, unit, &leaf);
        let name = format!("{name}{}", leaf.path);
        out.push(AccessedPlace { name, at, unit, leaf, write: access.write, before });
    }
}

/// What a place holds now.
fn value(view: &View<'_>, at: Pointer, unit: UnitIndex, leaf: &Leaf) -> String {
    match view.object(at.prov).map(|object| object.life) {
        Some(Life::Freed) => return "freed".to_owned(),
        Some(Life::OutOfScope) => return "out of scope".to_owned(),
        _ => {}
    }
    match view.load(at, leaf.size) {
        Ok(loaded) => view.value(unit, leaf, loaded),
        Err(_) => "…".to_owned(),
    }
}

/// What a step has done to the places that its first operation accesses, and to the program's variables.
pub(crate) fn effects(view: &View<'_>, places: Vec<AccessedPlace>, globals: &mut Globals) -> Vec<Effect> {
    let mut effects = Vec::new();
    for it in places {
        let after = value(view, it.at, it.unit, &it.leaf);
        let AccessedPlace { name: place, before, .. } = it;
        effects.push(if it.write {
            Effect::Written { place, before, after }
        } else {
            Effect::Read { place, value: before }
        });
    }
    for change in globals.changes(view) {
        let Effect::Written { place, .. } = &change else { continue };
        let is_same = |it: &Effect| matches!(it, Effect::Written { place: other, .. } if other == place);
        if effects.len() < MAX_EFFECTS && !effects.iter().any(is_same) {
            effects.push(change);
        }
    }
    effects
}

impl Globals {
    /// The program's variables as they are now.
    pub(crate) fn of(view: &View<'_>) -> Globals {
        let contents = |(global, at)| GlobalContents { global, at, words: words(view, at) };
        Globals(view.globals().into_iter().map(contents).collect())
    }

    /// What has changed since the variables were last looked at.
    fn changes(&mut self, view: &View<'_>) -> Vec<Effect> {
        let mut out = Vec::new();
        for variable in &mut self.0 {
            let words = words(view, variable.at);
            if words == variable.words {
                continue;
            }
            let old = std::mem::replace(&mut variable.words, words);
            let program = view.program();
            let unit = variable.global.unit;
            let ty = program.symbol(variable.global).ty;
            let size = view.object(variable.at.prov).map_or(0, |info| info.size);
            let differs = |at: &usize| old.get(*at) != variable.words.get(*at);
            let first = (0..old.len()).find(differs).unwrap_or(0) as u64 * 8;
            let end = (0..old.len()).rev().find(differs).map_or(0, |at| at as u64 * 8 + 8);
            for leaf in leaf::leaves(view.unit(unit), ty, first..end, usize::MAX) {
                let text = |words| part(view, size, words, &leaf).map(|it| view.value(unit, &leaf, it));
                if let (Some(before), Some(after)) = (text(&old), text(&variable.words))
                    && before != after
                {
                    let place = format!("{}{}", program.name(variable.global), leaf.path);
                    out.push(Effect::Written { place, before, after });
                }
            }
        }
        out
    }
}

/// A variable's contents.
fn words(view: &View<'_>, at: Pointer) -> Vec<Loaded> {
    view.words(at, view.object(at.prov).map_or(0, |info| info.size))
}

/// A leaf of a variable, if it lies in one word.
fn part(view: &View<'_>, size: u64, words: &[Loaded], leaf: &Leaf) -> Option<Loaded> {
    let within = leaf.offset as usize % 8;
    let &(scalar, unset) = words.get(leaf.offset as usize / 8)?;
    let length = (size - (leaf.offset & !7)).min(8) as usize;
    if within + leaf.size > length {
        return None;
    }
    let unset = unset >> within & (u8::MAX >> (8 - leaf.size));
    if within == 0 && leaf.size == 8 || unset != 0 {
        return Some((scalar, unset));
    }
    let shift = match view.target().endian {
        Endian::Little => within,
        Endian::Big => length - within - leaf.size,
    };
    let bits = scalar.bits(view.target())? >> (8 * shift) & (u64::MAX >> (64 - 8 * leaf.size));
    Some((Scalar::Bits(bits), 0))
}
