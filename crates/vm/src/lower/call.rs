//! Calls.

use super::SiteInfo;
use super::body::Body;
use super::class::Class;
use super::mapping::Source;
use super::place::Purpose;
use crate::code::{Arg, CallSite, CalleeRef, Op, R, Rare, Unwinding};
use crate::library::AtomicSection;
use crate::reg::Reg;
use gmc_ir::body::{Call, CallFlags, Callee, Unwind};
use gmc_ir::expr::{Expr, UnaryOp};
use gmc_ir::id::{ExprId, SymbolId};

impl Body<'_, '_> {
    pub(super) fn call(&mut self, call: &Call, unwind: Unwind) {
        if let (Callee::Internal(name), Some(target), [value]) = (&call.callee, call.target, &call.args[..])
            && self.unit.str(*name).trim_start_matches('.') == "VEC_CONVERT"
        {
            return self.convert_lanes(target, *value);
        }
        if self.exception_value(call) {
            return;
        }
        let mut order = None;
        let callee = match &call.callee {
            Callee::Internal(name) => {
                let name = format!(".{}", self.unit.str(*name).trim_start_matches('.'));
                self.lower.native(&name)
            }
            Callee::Function(expr) => match self.called_symbol(*expr) {
                Some(symbol) => match self.lower.mapped(self.unit_index, symbol) {
                    Some(mapped) => {
                        order = mapped.arguments.as_deref();
                        self.lower.known(mapped.native)
                    }
                    None => self.lower.callee(self.unit_index, symbol),
                },
                None => CalleeRef::Pointer(self.operand(*expr)),
            },
        };
        let mut args: Vec<Arg> =
            call.args.iter().map(|&arg| Arg { r: self.operand(arg), class: self.class_of(arg) }).collect();
        if let Some(order) = order {
            args = order.iter().map_while(|&source| self.argument(source, &args)).collect();
        }
        let chain = call.chain.map(|chain| self.operand(chain));
        let result_class = call.target.map(|target| self.class_of(target));
        let (result, store) = match (call.target, result_class) {
            (Some(target), Some(class @ Class::Aggregate { .. })) => {
                let place = self.place(target, Purpose::Access);
                let to = self.address(place);
                (Some((to, class)), None)
            }
            (Some(target), Some(class)) => match self.register_of(target) {
                Some(d) => (Some((d, class)), None),
                None => {
                    let d = self.scratch(class.words());
                    (Some((d, class)), Some((target, d)))
                }
            },
            _ => (None, None),
        };
        let unwind = match unwind {
            Unwind::Pad(pad) => Unwinding::Land(pad.0),
            Unwind::Leave => Unwinding::Leave,
            Unwind::Terminate(_) => Unwinding::Terminate,
        };
        let id = self.output.calls.len() as u32;
        let site = self.lower.site(SiteInfo::Call { code: self.code, op: self.output.here() });
        let pack = call.flags.contains(CallFlags::ARGUMENT_PACK);
        self.output.calls.push(CallSite { callee, args, pack, result, chain, unwind, site, direct: None });
        self.op(Op::Call { call: id });
        if let Some((target, d)) = store {
            self.expr = Some(target);
            let place = self.place(target, Purpose::Access);
            let ty = self.type_of(target);
            self.store(place, ty, d);
        }
    }

    /// An argument that a mapping puts in its place; none if the call has no such argument.
    fn argument(&mut self, source: Source, given: &[Arg]) -> Option<Arg> {
        match source {
            Source::Argument(at) => given.get(at).copied(),
            Source::Constant(value) => {
                Some(Arg { r: self.constant(Reg::number(value as u64)), class: Class::Pointer })
            }
        }
    }

    /// A call of the function that begins or ends an atomic section, in a function that is one as a whole.
    pub(super) fn section(&mut self, function: fn(&AtomicSection) -> &'static str) {
        if !self.atomic {
            return;
        }
        let callee = self.lower.native(function(&self.lower.options.library.atomic_section));
        let call = self.output.calls.len() as u32;
        let site = self.lower.site(SiteInfo::Call { code: self.code, op: self.output.here() });
        self.output.calls.push(CallSite {
            callee,
            args: Vec::new(),
            result: None,
            chain: None,
            unwind: Unwinding::Leave,
            site,
            direct: None,
            pack: false,
        });
        self.op(Op::Call { call });
    }

    /// `__builtin_convertvector`
    fn convert_lanes(&mut self, target: ExprId, value: ExprId) {
        let (to, from) = (self.class_of(target), self.class_of(value));
        let a = self.operand(value);
        let register = self.register_of(target);
        let d = register.unwrap_or_else(|| self.scratch(to.words()));
        self.rare(Rare::Unary { op: UnaryOp::Convert, d, to, a, from, wrap: false });
        if register.is_none() {
            self.expr = Some(target);
            let place = self.place(target, Purpose::Access);
            let ty = self.type_of(target);
            self.store(place, ty, d);
        }
    }

    pub(super) fn register_of(&self, expr: ExprId) -> Option<R> {
        match self.function.exprs[expr.index()] {
            Expr::Local(local) => match self.slots.homes[local.index()] {
                super::slots::Home::Register(r) => Some(r),
                _ => None,
            },
            _ => None,
        }
    }

    /// The function that is called by name.
    pub(super) fn called_symbol(&self, expr: ExprId) -> Option<SymbolId> {
        match self.function.exprs[expr.index()] {
            Expr::AddressOf { place, .. } => self.called_symbol(place),
            Expr::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }
}
