//! The program's own variables, as far as they are looked at as a whole.

use gmc_ir::program::Global;
use gmc_mem::{ObjId, Pointer};
use gmc_vm::compiled::StaticObject;
use gmc_vm::lower::is_of_models;
use gmc_vm::machine::Machine;

/// Variables that are larger than this are not compared, nor any after so many bytes.
const MAX_VARIABLE_BYTES: u64 = 1 << 12;
const MAX_TOTAL_BYTES: u64 = 1 << 15;

/// The program's own variables, as far as they are not too large, and where they are.
pub fn variables_of(machine: &Machine) -> Vec<(Global, Pointer)> {
    let compiled = &machine.compiled;
    let mut statics: Vec<(ObjId, Global)> = Vec::new();
    for (&object, of) in &compiled.statics {
        if let StaticObject::Variable(global) = of
            && !is_of_models(&compiled.program, *global)
        {
            statics.push((object, *global));
        }
    }
    statics.sort_unstable();
    let mut left = MAX_TOTAL_BYTES;
    let mut out = Vec::new();
    for (object, global) in statics {
        let Some(info) = machine.memory.object(object) else { continue };
        if info.kind != gmc_mem::Storage::Global || info.size > MAX_VARIABLE_BYTES.min(left) {
            continue;
        }
        left -= info.size;
        out.push((global, Pointer { addr: info.base, prov: object }));
    }
    out
}
