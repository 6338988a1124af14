//! Thunks: C++ functions that adjust the object pointer and go on to another function.

use super::Lower;
use super::class::Class;
use crate::allow::Allow;
use crate::code::{Arg, CallSite, CalleeRef, Code, Op, R, SideTables, Signature, SourceMap};
use crate::id::CodeId;
use crate::reg::Reg;
use gmc_ir::program::{Global, Resolution};
use gmc_ir::unit::Thunk;
use gmc_mem::Site;

impl Lower<'_> {
    pub(super) fn thunk(&mut self, global: Global, code: CodeId, thunk: &Thunk) -> Code {
        let target = Global { unit: global.unit, symbol: thunk.to };
        let resolved = match self.program.resolve(target) {
            Resolution::Definition(target) => target,
            Resolution::External(_) => target,
        };
        let unit = self.program.unit(resolved.unit);
        let mut next: usize = 0;
        let mut params = Vec::new();
        let mut result = None;
        let mut by_pointer = None;
        if let Some(function) = self.program.function(resolved) {
            for &param in &function.params {
                let class = Class::of(unit, function.locals[param.index()].ty);
                params.push(Arg { r: next as R, class });
                next += usize::from(class.words().max(1));
            }
            if let Some(local) = function.result {
                let class = Class::of(unit, function.locals[local.index()].ty);
                if class.in_registers() {
                    result = Some((next as R, class));
                    next += usize::from(class.words());
                } else {
                    by_pointer = Some(next as R);
                    next += 1;
                }
            }
        }
        let mut frame = vec![Reg::UNDEF; next];
        let temporary = next as R;
        frame.extend([Reg::UNDEF, Reg::UNDEF]);
        let mut ops = Vec::new();
        if thunk.adjusts_this {
            ops.push(Op::Member { d: 0, a: 0, offset: thunk.fixed as i32 });
            if let Some(offset) = thunk.virtual_offset {
                ops.push(Op::Load64 { d: temporary, a: 0, offset: 0, mask: 7 });
                ops.push(Op::Load64 { d: temporary + 1, a: temporary, offset: offset as i32, mask: 7 });
                ops.push(Op::PtrAdd { d: 0, a: 0, b: temporary + 1 });
            }
        }
        let callee = CalleeRef::Code(self.code_id(resolved));
        let site = CallSite {
            callee,
            args: params.clone(),
            pack: false,
            result: result.or(by_pointer.map(|r| (r, Class::Aggregate { size: None }))),
            chain: None,
            unwind: crate::code::Unwinding::Leave,
            site: Site(0),
            direct: None,
        };
        ops.push(Op::Call { call: 0 });
        if !thunk.adjusts_this
            && let Some((r, _)) = result
        {
            ops.push(Op::Member { d: r, a: r, offset: thunk.fixed as i32 });
        }
        ops.push(Op::Return);
        Code {
            id: code,
            // It jumps, and leaves nothing behind.
            stack: 0,
            global,
            modelled: false,
            source: SourceMap::nowhere(ops.len()),
            ops,
            frame,
            signature: Signature {
                params,
                variadic: false,
                prototyped: true,
                chain: None,
                result,
                result_pointer: by_pointer,
            },
            objects: Vec::new(),
            tables: SideTables { calls: vec![site], ..SideTables::default() },
            allow: Allow::default(),
            registers: next + 2,
            liveness: std::sync::OnceLock::new(),
        }
    }
}
