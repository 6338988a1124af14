//! Statements.

use super::body::Body;
use super::class::Class;
use super::place::Purpose;
use super::slots::Home;
use super::value::comparison;
use crate::code::{Op, Pc, R, Rare, SwitchTable};
use gmc_ir::body::{ClobberKind, EdgeFlags, FunctionFlags, Stmt, StmtKind};
use gmc_ir::expr::{BinaryOp, Expr};
use gmc_ir::id::{BlockId, ExprId};

impl Body<'_, '_> {
    pub(super) fn stmt(&mut self, block: BlockId, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Begin | StmtKind::Nop | StmtKind::Predict | StmtKind::Label(_) => {}
            StmtKind::Assign { target, value } => self.assign(*target, *value),
            StmtKind::Clobber { target, kind } => self.clobber(*target, *kind),
            StmtKind::Call(call) => self.call(call, stmt.unwind),
            StmtKind::Cond { op, left, right } => self.cond(block, *op, *left, *right),
            StmtKind::Switch { index, default, cases } => {
                let class = self.class_of(*index);
                let mut table: Vec<(i128, i128, Pc)> =
                    cases.iter().map(|c| (c.low, c.high, c.block.0)).collect();
                table.sort_unstable();
                let a = self.operand(*index);
                let id = self.output.switches.len() as u32;
                self.output.switches.push(SwitchTable {
                    cases: table,
                    default: default.0,
                    unsigned: !class.is_signed(),
                    class,
                });
                self.op(Op::Switch { a, table: id });
            }
            StmtKind::Goto { target } => {
                let a = self.operand(*target);
                self.rare(Rare::Goto { a });
            }
            StmtKind::Return { value } => self.return_value(*value),
            StmtKind::Asm(asm) => self.asm(asm),
            StmtKind::Resume { region } => self.resume(*region, stmt.unwind),
            StmtKind::Dispatch { region } => self.dispatch(block, *region),
            StmtKind::Other { code, .. } => self.unsupported(self.unit.str(*code).to_owned()),
        }
    }

    pub(super) fn assign(&mut self, target: ExprId, value: ExprId) {
        let class = self.class_of(target);
        if let Class::Aggregate { .. } = class {
            return self.assign_aggregate(target, value);
        }
        if let Expr::Local(local) = self.function.exprs[target.index()]
            && let Home::Register(d) = self.slots.homes[local.index()]
        {
            if self.distances.contains(&local) && self.scale(value, d) {
                return;
            }
            return self.value_into(value, d);
        }
        let b = self.operand(value);
        self.expr = Some(target);
        let place = self.place(target, Purpose::Access);
        let ty = self.type_of(target);
        self.store(place, ty, b);
    }

    /// A product of 64 bits that a pointer is moved by; whether it is one, and nothing says that it may be any.
    fn scale(&mut self, value: ExprId, d: R) -> bool {
        let allowed = self.lower.options.allow.wild_pointers
            || self.function.flags.contains(FunctionFlags::WILD_POINTERS);
        match self.function.exprs[value.index()] {
            Expr::Binary { ty, op: BinaryOp::Mult, left, right }
                if !allowed
                    && matches!(Class::of(self.unit, ty), Class::Int { bits: 64, signed: false, .. }) =>
            {
                let (a, b) = (self.operand(left), self.operand(right));
                self.op(Op::Scale { d, a, b });
                true
            }
            _ => false,
        }
    }

    fn assign_aggregate(&mut self, target: ExprId, value: ExprId) {
        let size = self.extent(value);
        let size = match size {
            crate::code::Extent::Fixed(0) => self.extent(target),
            size => size,
        };
        let place = self.place(target, Purpose::Access);
        if let Expr::Constructor { elements, .. } = &self.function.exprs[value.index()] {
            let elements: Vec<ExprId> = elements.iter().map(|e| e.value).collect();
            let to = self.address(place);
            self.expr = Some(target);
            self.rare(Rare::Zero { to, size });
            if !elements.is_empty() {
                self.unsupported("an aggregate constructor with elements".to_owned());
            }
            return;
        }
        let to = self.address(place);
        if !self.is_place(value) {
            // A value in registers, viewed as an aggregate.
            let class = self.class_of_inner(value);
            let b = self.operand_inner(value);
            self.expr = Some(target);
            return self.store_class(place, b, class, 1);
        }
        let from = self.place(value, Purpose::Access);
        let from = self.address(from);
        self.expr = Some(value);
        self.rare(Rare::Copy { to, from, size });
    }

    /// Below `VIEW_CONVERT_EXPR`: the value that is viewed.
    fn viewed(&self, value: ExprId) -> ExprId {
        match self.function.exprs[value.index()] {
            Expr::View { base, .. } => self.viewed(base),
            _ => value,
        }
    }

    fn class_of_inner(&self, value: ExprId) -> Class {
        self.class_of(self.viewed(value))
    }

    fn operand_inner(&mut self, value: ExprId) -> R {
        self.operand(self.viewed(value))
    }

    fn clobber(&mut self, target: ExprId, kind: ClobberKind) {
        let whole = match self.function.exprs[target.index()] {
            Expr::Local(local) => Some(self.slots.homes[local.index()]),
            _ => None,
        };
        match (whole, kind) {
            (Some(Home::Register(_)), _) if self.lower.options.allow.uninitialized => {}
            (Some(Home::Register(d)), _) => {
                for word in 0..self.class_of(target).words() {
                    self.op(Op::Forget { d: d + word });
                }
            }
            (Some(Home::Memory(a)), ClobberKind::EndOfScope) => self.op(Op::Bury { a }),
            (Some(Home::Memory(_)), ClobberKind::Declaration) if self.lower.options.allow.uninitialized => {}
            (Some(Home::Memory(a)), ClobberKind::Declaration) => self.op(Op::Blank { a }),
            (Some(Home::None), _) => {}
            _ => {
                let size = self.extent(target);
                let place = self.place(target, Purpose::Access);
                let to = self.address(place);
                let always = kind != ClobberKind::Construction;
                self.rare(Rare::Uninit { to, size, always });
            }
        }
    }

    fn cond(&mut self, block: BlockId, op: BinaryOp, left: ExprId, right: ExprId) {
        let to = |flag: EdgeFlags| {
            let edges = &self.function.blocks[block.index()].edges;
            edges.iter().find(|e| e.flags.contains(flag)).and_then(|e| e.to).map_or(0, |b| b.0)
        };
        let (yes, no) = (to(EdgeFlags::WHEN_TRUE), to(EdgeFlags::WHEN_FALSE));
        let class = self.class_of(left);
        let (a, b) = (self.operand(left), self.operand(right));
        // Names the comparison to whoever explains a decision.
        self.expr = Some(left);
        let d = self.scratch(1);
        match comparison(op, class, d, a, b) {
            Some(Op::Eq { a, b, .. }) => self.op(Op::BrEq { a, b, yes, no }),
            Some(Op::Ne { a, b, .. }) => self.op(Op::BrNe { a, b, yes, no }),
            Some(Op::LtS { a, b, .. }) => self.op(Op::BrLtS { a, b, yes, no }),
            Some(Op::LeS { a, b, .. }) => self.op(Op::BrLeS { a, b, yes, no }),
            Some(Op::LtU { a, b, .. }) => self.op(Op::BrLtU { a, b, yes, no }),
            Some(Op::LeU { a, b, .. }) => self.op(Op::BrLeU { a, b, yes, no }),
            Some(other) => {
                self.op(other);
                self.op(Op::Br { a: d, yes, no });
            }
            None => {
                let to = Class::Int { bits: 1, signed: false, size: 1 };
                let right = self.class_of(right);
                self.rare(Rare::Binary { op, d, to, a, left: class, b, right, wrap: false });
                self.op(Op::Br { a: d, yes, no });
            }
        }
    }

    fn return_value(&mut self, value: Option<ExprId>) {
        let by_reference = self.function.result.is_some_and(|result| {
            let local = &self.function.locals[result.index()];
            local.flags.contains(gmc_ir::body::LocalFlags::BY_REFERENCE)
        });
        if let Some(value) = value.filter(|_| !by_reference) {
            match self.class_of(value) {
                Class::Aggregate { .. } => {
                    let size = self.extent(value);
                    let place = self.place(value, Purpose::Access);
                    let from = self.address(place);
                    self.rare(Rare::ReturnAggregate { from, size });
                }
                class => {
                    if let Some((d, _)) = self.result.register {
                        let a = self.operand(value);
                        self.copy_words(d, a, class.words());
                    }
                }
            }
        }
        let promised = self.result.register.is_some() || self.result.pointer.is_some();
        if value.is_none() && promised && !by_reference {
            self.rare(Rare::NoValue);
        }
        self.section(|it| it.end);
        self.op(Op::Return);
    }

    /// After the last statement of a block.
    pub(super) fn fall_through(&mut self, block: BlockId) {
        let ends = self.output.ops.last().is_some_and(|op| {
            op.is_branch() || matches!(op, Op::Jump { .. } | Op::Return | Op::Switch { .. })
        });
        let contents = &self.function.blocks[block.index()];
        let last_decides = matches!(
            contents.stmts.last().map(|s| &s.kind),
            Some(
                StmtKind::Cond { .. }
                    | StmtKind::Switch { .. }
                    | StmtKind::Return { .. }
                    | StmtKind::Goto { .. }
                    | StmtKind::Resume { .. }
                    | StmtKind::Dispatch { .. }
            )
        );
        if ends && last_decides {
            return;
        }
        let next = contents.edges.iter().find(|e| e.flags.contains(EdgeFlags::FALLTHRU));
        match next {
            Some(edge) => match edge.to {
                // The next block follows. Where rounds are bounded, every edge is a jump.
                Some(to) if to.0 == block.0 + 1 && self.most_rounds().is_none() => {}
                Some(to) => self.op(Op::Jump { to: to.0 }),
                None => {
                    self.section(|it| it.end);
                    self.op(Op::Return);
                }
            },
            None => self.op(Op::Unreachable),
        }
    }
}
