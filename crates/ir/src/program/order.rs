//! The order in which constructors and destructors run.
//!
//! Inside an image: `.init_array` is sorted by priority, then stands in link order, and runs forwards; `.fini_array` is
//! sorted likewise and runs backwards. Between images, the dynamic linker initialises what is needed first. glibc
//! (`elf/dl-sort-maps.c`, since 2.35) takes the depth-first post-order over the `DT_NEEDED` lists, starting from the
//! object loaded last, and finalises in the reverse order.

use super::{Definition, DefinitionKind, Global, ImageIndex, ProgramImage, ProgramUnit};
use crate::unit::Symbol;

/// Constructors and destructors, both in the order in which they run.
pub(super) fn run_order(
    images: &[ProgramImage],
    units: &[ProgramUnit],
    definitions: &[Definition],
) -> (Vec<Global>, Vec<Global>) {
    let order = image_order(images);
    let sorted = |priority: fn(&Symbol) -> Option<u32>| {
        let mut entries: Vec<_> = definitions
            .iter()
            .filter(|definition| definition.kind == DefinitionKind::Function)
            .filter_map(|definition| {
                let Global { unit, symbol } = definition.global;
                let priority = priority(&units[unit.index()].linked.unit.symbols[symbol.index()])?;
                let turn = order[definition.image.index()];
                // At -O0, GCC writes functions in the order of the source, and their pointers with them.
                Some(((turn, priority, unit, definition.address, symbol), definition.global))
            })
            .collect();
        entries.sort();
        entries.into_iter().map(|(_, global)| global).collect::<Vec<_>>()
    };
    let constructors = sorted(|symbol| symbol.constructor);
    let mut destructors = sorted(|symbol| symbol.destructor);
    destructors.reverse();
    (constructors, destructors)
}

/// For every image, its turn.
fn image_order(images: &[ProgramImage]) -> Vec<usize> {
    let position = |needed: &str| {
        let found = images.iter().position(|image| {
            let file = image.path.rsplit('/').next().unwrap_or(&image.path);
            image.linkage.soname.as_deref().unwrap_or(file) == needed
        });
        found.map(|at| ImageIndex(at as u32))
    };
    let needs: Vec<Vec<ImageIndex>> = images
        .iter()
        .map(|image| image.linkage.needed.iter().filter_map(|name| position(name)).collect())
        .collect();
    let mut turns = vec![usize::MAX; images.len()];
    let mut seen = vec![false; images.len()];
    let mut turn = 0;
    for start in (0..images.len()).rev() {
        // An explicit stack of (image, how many of its needs are done).
        let mut stack = if seen[start] { Vec::new() } else { vec![(start, 0)] };
        seen[start] = true;
        while let Some((image, done)) = stack.pop() {
            let Some(&next) = needs[image].get(done) else {
                turns[image] = turn;
                turn += 1;
                continue;
            };
            stack.push((image, done + 1));
            if !seen[next.index()] {
                seen[next.index()] = true;
                stack.push((next.index(), 0));
            }
        }
    }
    turns
}
