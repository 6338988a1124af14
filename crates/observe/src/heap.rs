//! Names of heap memory for a reader: by the order of allocation, where the run was followed.

use crate::tracer::Tracer;
use gmc_mem::ObjId;
use gmc_system::Execution;
use gmc_vm::diagnose::leaf;

/// The number of a piece of heap memory, in the order of allocation where the run was followed.
pub fn number(execution: &Execution, object: ObjId) -> usize {
    let known = Tracer::of(execution).and_then(|it| it.heap(object)).map(|it| it.number);
    known.filter(|&it| it > 0).unwrap_or(object.index())
}

/// A text in which heap memory is known by the order of its allocation.
pub fn renumbered(execution: &Execution, text: &str) -> String {
    let mut parts = text.split(leaf::HEAP);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        let known = part[..digits].parse().map_or(0, |it| number(execution, ObjId::from_raw(it)));
        out += &format!("{}{known}{}", leaf::HEAP, &part[digits..]);
    }
    out
}
