//! Exceptions: where they arrive in a function, and how it looks for a handler there.
//!
//! GCC's exception regions stay what they are. Each has a register for the exception that has arrived there, and every
//! landing pad begins with an operation that puts it into the register of the pad's region. `eh_dispatch` becomes a
//! question which of the handlers' types it is of, and a switch, `resx` a jump to the pad around, or out of the
//! function. Which function handles an exception is decided before any of this is executed (`unwind`), by the clauses
//! of the pads.
//!
//! **Invariant:** a pad's clauses and the questions at its dispatches ask about the same types in the same order, so
//! who was found is who handles it.

use super::body::Body;
use super::class::Class;
use crate::code::{Arg, CallSite, Clause, LandingPad, Op, R, SwitchTable, Unwinding};
use crate::reg::Reg;
use gmc_ir::body::{Call, Callee, EdgeFlags, RegionKind, Unwind};
use gmc_ir::id::{BlockId, ExprId, RegionId, SymbolId};
use gmc_mem::Pointer;

/// The place of a type in a list, from 1; 0 for none.
const NUMBER: Class = Class::Int { bits: 32, signed: false, size: 4 };

impl Body<'_, '_> {
    /// The register of a region's exception.
    fn exception(&self, region: RegionId) -> R {
        (self.exceptions + region.index()) as R
    }

    /// The region that a call of one of GCC's own functions names.
    fn named_region(&self, arg: Option<&ExprId>) -> Option<RegionId> {
        let value = self.constant_value(*arg?)?;
        usize::try_from(value)
            .ok()
            .filter(|&it| it < self.function.regions.len())
            .map(|it| RegionId(it as u32))
    }

    /// A call of `__builtin_eh_pointer` and its kin, which only move what regions hold. Whether it is one.
    pub(super) fn exception_value(&mut self, call: &Call) -> bool {
        let Callee::Function(callee) = call.callee else { return false };
        let Some(symbol) = self.called_symbol(callee) else { return false };
        match self.unit.symbol_name(symbol) {
            "__builtin_eh_pointer" => {
                if let (Some(target), Some(region)) = (call.target, self.named_region(call.args.first())) {
                    let a = self.exception(region);
                    self.put(target, a);
                }
            }
            "__builtin_eh_copy_values" => {
                let regions = (self.named_region(call.args.first()), self.named_region(call.args.get(1)));
                if let (Some(to), Some(from)) = regions {
                    self.op(Op::Move { d: self.exception(to), a: self.exception(from) });
                }
            }
            _ => return false,
        }
        true
    }

    /// A pointer in a register becomes the value of a variable.
    fn put(&mut self, target: ExprId, a: R) {
        match self.register_of(target) {
            Some(d) => self.op(Op::Move { d, a }),
            None => {
                let place = self.place(target, super::place::Purpose::Access);
                let ty = self.type_of(target);
                self.store(place, ty, a);
            }
        }
    }

    /// A call of a function of the machine with these pointers.
    fn ask(&mut self, function: &'static str, args: &[R], result: Option<(R, Class)>) {
        let callee = self.lower.native(function);
        let args = args.iter().map(|&r| Arg { r, class: Class::Pointer }).collect();
        let site = self.lower.site(super::SiteInfo::Call { code: self.code, op: self.output.here() });
        let id = self.output.calls.len() as u32;
        let unwind = Unwinding::Leave;
        let (chain, direct, pack) = (None, None, false);
        self.output.calls.push(CallSite { callee, args, pack, result, chain, unwind, site, direct });
        self.op(Op::Call { call: id });
    }

    /// The addresses of type information.
    fn type_information(&mut self, types: &[SymbolId]) -> Vec<Pointer> {
        types.iter().map(|&symbol| self.lower.global(self.unit_index, symbol)).collect()
    }

    /// `eh_dispatch`: to the handler for the exception, or else to what follows.
    pub(super) fn dispatch(&mut self, block: BlockId, region: RegionId) {
        let edges = &self.function.blocks[block.index()].edges;
        let next = edges.iter().find(|it| it.flags.contains(EdgeFlags::FALLTHRU)).and_then(|it| it.to);
        let (mut types, mut cases, mut default) = (Vec::new(), Vec::new(), next);
        match &self.function.regions[region.index()].kind {
            RegionKind::Try { catches } => {
                for handler in catches {
                    let Some(block) = handler.block else { continue };
                    if handler.types.is_empty() {
                        default = Some(block);
                        break;
                    }
                    let first = types.len() as i128 + 1;
                    types.extend(&handler.types);
                    cases.push((first, types.len() as i128, block.0));
                }
            }
            RegionKind::Allowed { types: allowed, block } => {
                types.extend(allowed);
                cases.extend(block.map(|block| (0, 0, block.0)));
            }
            RegionKind::Cleanup | RegionKind::MustNotThrow { .. } => {}
        }
        let Some(default) = default.or(cases.first().map(|it| BlockId(it.2))) else {
            return self.op(Op::Unreachable);
        };
        let mut args = vec![self.exception(region)];
        for ty in self.type_information(&types) {
            args.push(self.constant(Reg::pointer(ty)));
        }
        let a = self.scratch(1);
        self.ask(self.lower.options.library.exceptions.chooses, &args, Some((a, NUMBER)));
        let table = self.output.switches.len() as u32;
        let default = default.0;
        self.output.switches.push(SwitchTable { cases, default, unsigned: true, class: NUMBER });
        self.op(Op::Switch { a, table });
    }

    /// `resx`: the exception goes on to the region around, or out of the function.
    pub(super) fn resume(&mut self, region: RegionId, unwind: Unwind) {
        let a = self.exception(region);
        match unwind {
            Unwind::Pad(pad) => {
                let pad = &self.function.pads[pad.index()];
                self.op(Op::Move { d: self.exception(pad.region), a });
                self.op(Op::Jump { to: pad.block.0 });
            }
            Unwind::Leave => {
                self.ask(self.lower.options.library.exceptions.resume, &[a], None);
                self.op(Op::Unreachable);
            }
            // Nothing is unwound where the exception ends the program.
            Unwind::Terminate(_) => self.op(Op::Unreachable),
        }
    }

    /// Where exceptions arrive: behind all blocks.
    pub(super) fn landing_pads(&mut self) -> Vec<LandingPad> {
        let function = self.function;
        let mut pads = Vec::new();
        for pad in &function.pads {
            let pc = self.output.here();
            let d = self.exception(pad.region);
            self.ask(self.lower.options.library.exceptions.landed, &[], Some((d, Class::Pointer)));
            self.op(Op::Jump { to: pad.block.0 });
            let mut clauses = Vec::new();
            let mut at = Some(pad.region);
            while let Some(region) = at {
                let region = &function.regions[region.index()];
                match &region.kind {
                    RegionKind::Cleanup => {}
                    RegionKind::Try { catches } => {
                        for handler in catches.iter().filter(|it| it.block.is_some()) {
                            clauses.push(Clause::Catch(self.type_information(&handler.types)));
                        }
                    }
                    RegionKind::Allowed { types, .. } => {
                        clauses.push(Clause::Allowed(self.type_information(types)));
                    }
                    RegionKind::MustNotThrow { .. } => clauses.push(Clause::MustNotThrow),
                }
                at = region.parent;
            }
            pads.push(LandingPad { pc, clauses });
        }
        pads
    }
}
