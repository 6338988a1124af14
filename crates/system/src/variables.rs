//! The program's variables with static storage, for those who show or compare all of them.

use gmc_ir::program::Global;
use gmc_mem::{ObjId, Pointer};
use gmc_vm::compiled::StaticObject;
use gmc_vm::lower::is_of_models;
use gmc_vm::machine::Machine;

/// Larger variables are left out, and so are all after so many bytes in all.
const MAX_VARIABLE_BYTES: u64 = 1 << 12;
const MAX_TOTAL_BYTES: u64 = 1 << 15;

/// The program's variables and where they are, without those that are too large. Variables of models are left out.
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
