//! Which registers and places an operation mentions: for renumbering them, and for liveness.

use crate::code::{CallSite, CalleeRef, Extent, Op, Pc, R, Rare};

impl Op {
    /// Calls `visit` with every register.
    pub fn each_register(&mut self, mut visit: impl FnMut(&mut R)) {
        let (d, operands) = self.registers();
        d.into_iter().for_each(&mut visit);
        operands.into_iter().flatten().for_each(visit);
    }

    /// Calls `visit` with every place that it may jump to, but for those in side tables.
    pub fn each_target(&mut self, visit: impl FnMut(&mut Pc)) {
        match self {
            Op::Jump { to } => [to].into_iter().for_each(visit),
            Op::BrEq { yes, no, .. }
            | Op::BrNe { yes, no, .. }
            | Op::BrLtS { yes, no, .. }
            | Op::BrLeS { yes, no, .. }
            | Op::BrLtU { yes, no, .. }
            | Op::BrLeU { yes, no, .. }
            | Op::Br { yes, no, .. } => [yes, no].into_iter().for_each(visit),
            _ => {}
        }
    }

    /// Whether it goes one of two ways.
    pub fn is_branch(&self) -> bool {
        matches!(
            self,
            Op::BrEq { .. }
                | Op::BrNe { .. }
                | Op::BrLtS { .. }
                | Op::BrLeS { .. }
                | Op::BrLtU { .. }
                | Op::BrLeU { .. }
                | Op::Br { .. }
        )
    }

    /// The register that is written and those that are read, of an operation without side tables.
    pub fn written_and_read(&self) -> (Option<R>, [Option<R>; 2]) {
        let mut copy = *self;
        let (d, [a, b]) = copy.registers();
        (d.copied(), [a.copied(), b.copied()])
    }

    fn registers(&mut self) -> (Option<&mut R>, [Option<&mut R>; 2]) {
        match self {
            Op::Forget { d } => (Some(d), [None, None]),
            Op::Move { d, a }
            | Op::NegS { d, a, .. }
            | Op::NegU { d, a, .. }
            | Op::NotS { d, a }
            | Op::NotU { d, a, .. }
            | Op::ExtS { d, a, .. }
            | Op::ExtU { d, a, .. }
            | Op::Member { d, a, .. }
            | Op::NegD { d, a }
            | Op::NegF { d, a }
            | Op::SToD { d, a }
            | Op::UToD { d, a }
            | Op::SToF { d, a }
            | Op::UToF { d, a }
            | Op::DToS { d, a, .. }
            | Op::DToU { d, a, .. }
            | Op::FToS { d, a, .. }
            | Op::FToU { d, a, .. }
            | Op::DToF { d, a }
            | Op::FToD { d, a }
            | Op::LoadS8 { d, a, .. }
            | Op::LoadU8 { d, a, .. }
            | Op::LoadS16 { d, a, .. }
            | Op::LoadU16 { d, a, .. }
            | Op::LoadS32 { d, a, .. }
            | Op::LoadU32 { d, a, .. }
            | Op::Load64 { d, a, .. }
            | Op::LoadBool { d, a, .. } => (Some(d), [Some(a), None]),
            Op::AddS { d, a, b, .. }
            | Op::SubS { d, a, b, .. }
            | Op::MulS { d, a, b, .. }
            | Op::AddU { d, a, b, .. }
            | Op::SubU { d, a, b, .. }
            | Op::MulU { d, a, b, .. }
            | Op::DivS { d, a, b, .. }
            | Op::DivU { d, a, b }
            | Op::ModS { d, a, b, .. }
            | Op::ModU { d, a, b }
            | Op::And { d, a, b }
            | Op::Or { d, a, b }
            | Op::Xor { d, a, b }
            | Op::ShlS { d, a, b, .. }
            | Op::ShlU { d, a, b, .. }
            | Op::ShrS { d, a, b, .. }
            | Op::ShrU { d, a, b, .. }
            | Op::Eq { d, a, b }
            | Op::Ne { d, a, b }
            | Op::LtS { d, a, b }
            | Op::LeS { d, a, b }
            | Op::LtU { d, a, b }
            | Op::LeU { d, a, b }
            | Op::PtrAdd { d, a, b }
            | Op::Scale { d, a, b }
            | Op::PtrDiff { d, a, b }
            | Op::PtrLt { d, a, b }
            | Op::PtrLe { d, a, b }
            | Op::Index { d, a, b, .. }
            | Op::AddD { d, a, b }
            | Op::SubD { d, a, b }
            | Op::MulD { d, a, b }
            | Op::DivD { d, a, b }
            | Op::AddF { d, a, b }
            | Op::SubF { d, a, b }
            | Op::MulF { d, a, b }
            | Op::DivF { d, a, b }
            | Op::EqD { d, a, b }
            | Op::NeD { d, a, b }
            | Op::LtD { d, a, b }
            | Op::LeD { d, a, b }
            | Op::EqF { d, a, b }
            | Op::NeF { d, a, b }
            | Op::LtF { d, a, b }
            | Op::LeF { d, a, b } => (Some(d), [Some(a), Some(b)]),
            Op::Store8 { a, b, .. }
            | Op::Store16 { a, b, .. }
            | Op::Store32 { a, b, .. }
            | Op::Store64 { a, b, .. }
            | Op::BrEq { a, b, .. }
            | Op::BrNe { a, b, .. }
            | Op::BrLtS { a, b, .. }
            | Op::BrLeS { a, b, .. }
            | Op::BrLtU { a, b, .. }
            | Op::BrLeU { a, b, .. } => (None, [Some(a), Some(b)]),
            Op::Born { a } | Op::Blank { a } | Op::Bury { a } | Op::Br { a, .. } | Op::Switch { a, .. } => {
                (None, [Some(a), None])
            }
            Op::Jump { .. } | Op::Call { .. } | Op::Return | Op::Rare { .. } | Op::Unreachable => {
                (None, [None, None])
            }
        }
    }
}

impl Rare {
    /// Calls `visit` with every register; of a value that takes several, the first.
    pub fn each_register(&mut self, mut visit: impl FnMut(&mut R)) {
        match self {
            Rare::Unary { d, a, .. }
            | Rare::LoadWide { d, a, .. }
            | Rare::LoadBits { d, a, .. }
            | Rare::Extract { d, a, .. }
            | Rare::Insert { d, a, .. }
            | Rare::MoveWide { d, a, .. }
            | Rare::Swap { d, a, .. } => [d, a].into_iter().for_each(visit),
            Rare::Binary { d, a, b, .. } => [d, a, b].into_iter().for_each(visit),
            Rare::Ternary { d, args, .. } => {
                visit(d);
                args.iter_mut().for_each(|(r, _)| visit(r));
            }
            Rare::StoreWide { a, b, .. } | Rare::StoreBits { a, b, .. } => [a, b].into_iter().for_each(visit),
            Rare::Copy { to, from, size } => {
                [to, from].into_iter().for_each(&mut visit);
                size.register().into_iter().for_each(visit);
            }
            Rare::Zero { to, size } | Rare::Uninit { to, size, .. } => {
                visit(to);
                size.register().into_iter().for_each(visit);
            }
            Rare::ReturnAggregate { from, size } => {
                visit(from);
                size.register().into_iter().for_each(visit);
            }
            Rare::Goto { a } => visit(a),
            Rare::ThreadLocal { d, .. } | Rare::Any { d, .. } | Rare::Object { d, .. } => visit(d),
            Rare::Depth { .. } | Rare::NoValue | Rare::Unsupported { .. } => {}
        }
    }
}

impl Extent {
    fn register(&mut self) -> Option<&mut R> {
        match self {
            Extent::Fixed(_) => None,
            Extent::Dynamic(r) => Some(r),
        }
    }

    /// Calls `visit` with the register, if there is one.
    pub fn each_register(mut self, visit: impl FnMut(R)) {
        self.register().copied().into_iter().for_each(visit);
    }
}

impl CallSite {
    /// Calls `visit` with every register; of a value that takes several, the first.
    pub fn each_register(&mut self, mut visit: impl FnMut(&mut R)) {
        if let CalleeRef::Pointer(r) = &mut self.callee {
            visit(r);
        }
        self.args.iter_mut().for_each(|arg| visit(&mut arg.r));
        if let Some((r, _)) = &mut self.result {
            visit(r);
        }
        if let Some(r) = &mut self.chain {
            visit(r);
        }
    }
}
