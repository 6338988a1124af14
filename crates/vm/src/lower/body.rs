//! One function: from blocks of GIMPLE to register code.

use super::Lower;
use super::class::Class;
use super::offsets;
use super::output::Output;
use super::registers::Registers;
use super::slots::{self, Home, Slots};
use crate::allow::Allow;
use crate::code::{
    Arg, CalleeRef, Code, FrameObject, Landing, LandingPad, Op, Origin, Pc, R, Rare, SideTables, Signature,
    stack_of,
};
use crate::effects::Traits;
use crate::id::CodeId;
use crate::reg::Reg;
use gmc_ir::body::{Function, FunctionFlags, LocalFlags, StmtKind};
use gmc_ir::expr::Expr;
use gmc_ir::id::{BlockId, ExprId, LocalId, SourcePosId, StmtIndex, TypeId};
use gmc_ir::program::{Global, UnitIndex};
use gmc_ir::types::Size;
use gmc_ir::unit::Unit;
use std::collections::HashSet;

/// A function on its way into register code.
pub(super) struct Body<'l, 'p> {
    pub(super) lower: &'l mut Lower<'p>,
    pub(super) unit: &'p Unit,
    pub(super) unit_index: UnitIndex,
    /// The number of the code.
    pub(super) code: CodeId,
    pub(super) function: &'p Function,
    /// Where its variables are.
    pub(super) slots: Slots,
    /// Its other registers.
    registers: Registers,
    /// The code so far.
    pub(super) output: Output,
    /// Where the current statement stands.
    pub(super) place: SourcePosId,
    /// What the next operations are about.
    pub(super) expr: Option<ExprId>,
    pub(super) result: ResultPlace,
    /// It is an atomic section as a whole.
    pub(super) atomic: bool,
    /// Where the registers of its exception regions start: one for each, with the exception that has arrived there.
    pub(super) exceptions: usize,
    /// What is added to pointers.
    pub(super) distances: HashSet<LocalId>,
    /// It is a function of the models.
    pub(super) modelled: bool,
}

/// Where a function leaves its result.
#[derive(Default)]
pub(super) struct ResultPlace {
    pub(super) register: Option<(R, Class)>,
    /// Where its caller says.
    pub(super) pointer: Option<R>,
}

/// The function has more values than the machine has registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLarge;

/// Whether a function is an atomic section as a whole: SV-COMP says so by its name.
fn is_atomic(name: &str) -> bool {
    name.strip_prefix("__VERIFIER_atomic_").is_some_and(|rest| !matches!(rest, "begin" | "end"))
}

impl<'l, 'p> Body<'l, 'p> {
    pub(super) fn lower(
        lower: &'l mut Lower<'p>,
        unit: &'p Unit,
        global: Global,
        code: CodeId,
        function: &'p Function,
    ) -> Result<Code, TooLarge> {
        let slots = slots::assign(unit, function);
        let atomic = is_atomic(lower.program.name(global));
        let modelled = super::is_of_models(lower.program, global);
        let exceptions = slots.end;
        // Without a landing pad, none arrives.
        let regions = if function.pads.is_empty() { 0 } else { function.regions.len() };
        let scratch_start = exceptions + regions;
        let mut body = Body {
            lower,
            unit,
            unit_index: global.unit,
            code,
            function,
            slots,
            registers: Registers::new(scratch_start),
            output: Output::default(),
            place: SourcePosId::NONE,
            expr: None,
            result: ResultPlace::default(),
            atomic,
            exceptions,
            distances: offsets::distances(unit, function),
            modelled,
        };
        let params = body.prologue(scratch_start);
        body.forget_variables();
        body.bound_depth();
        let mut starts = body.blocks();
        let counters = body.bound_rounds(&mut starts);
        let pads = body.landing_pads();
        body.finish(global, params, &starts, pads, &counters)
    }

    /// Parameters arrive in registers; those that live in memory are put there.
    fn prologue(&mut self, scratch_start: usize) -> Vec<Arg> {
        let mut next = scratch_start;
        let mut take = |words: u16| {
            let r = next as R;
            next += usize::from(words.max(1));
            r
        };
        if let Some(result) = self.function.result {
            let local = &self.function.locals[result.index()];
            if local.flags.contains(LocalFlags::BY_REFERENCE) {
                if let Home::Register(r) = self.slots.homes[result.index()] {
                    self.result.pointer = Some(r);
                }
            } else {
                match Class::of(self.unit, local.ty) {
                    Class::Aggregate { .. } => self.result.pointer = Some(take(1)),
                    class if class.in_registers() => {
                        let r = self.returned(class).unwrap_or_else(|| take(class.words()));
                        self.result.register = Some((r, class));
                    }
                    _ => {}
                }
            }
        }
        let mut stores = Vec::new();
        let params: Vec<Arg> = self
            .function
            .params
            .iter()
            .map(|&param| {
                let local = &self.function.locals[param.index()];
                let class = Class::of(self.unit, local.ty);
                match self.slots.homes[param.index()] {
                    Home::Register(r) => Arg { r, class },
                    Home::Memory(home) => {
                        let r = take(class.words());
                        stores.push((home, r, class, local.align));
                        Arg { r, class }
                    }
                    Home::Alias(_) | Home::None => Arg { r: take(class.words()), class },
                }
            })
            .collect();
        self.registers.restart(next);
        // These registers stay theirs: scratch registers of statements start behind.
        self.slots.end = next;
        self.place = self.unit.symbols[self.function.symbol.index()].place;
        self.section(|it| it.begin);
        self.place = SourcePosId::NONE;
        for (home, r, class, align) in stores {
            match class {
                Class::Aggregate { size } => {
                    self.op(Op::Born { a: home });
                    let size = crate::code::Extent::Fixed(size.unwrap_or(0));
                    self.rare(Rare::Copy { to: home, from: r, size });
                }
                _ => {
                    let place = super::place::Place { local: true, ..super::place::Place::at(home) };
                    self.store_class(place, r, class, align);
                }
            }
        }
        params
    }

    /// Where what was never set is nondeterministic, variables in registers are so from the start (`unset`).
    fn forget_variables(&mut self) {
        if !self.lower.options.allow.undecided {
            return;
        }
        for at in 0..self.function.locals.len() {
            let is_param = self.function.params.contains(&LocalId(at as u32));
            if let (Home::Register(d), gmc_ir::body::LocalKind::Variable, false) =
                (self.slots.homes[at], self.function.locals[at].kind, is_param)
            {
                self.op(Op::Forget { d });
            }
        }
    }

    /// The register of the one local that all returns return.
    fn returned(&self, class: Class) -> Option<R> {
        let mut values = self.function.stmts().filter_map(|(_, _, stmt)| match stmt.kind {
            StmtKind::Return { value } => Some(value),
            _ => None,
        });
        let first = values.next()??;
        let Expr::Local(local) = self.function.exprs[first.index()] else { return None };
        let same = |value: Option<ExprId>| {
            value.is_some_and(|it| matches!(self.function.exprs[it.index()], Expr::Local(it) if it == local))
        };
        match self.slots.homes[local.index()] {
            Home::Register(r) if self.class_of(first) == class && values.all(same) => Some(r),
            _ => None,
        }
    }

    fn blocks(&mut self) -> Vec<Pc> {
        let mut starts = Vec::with_capacity(self.function.blocks.len());
        for at in 0..self.function.blocks.len() {
            starts.push(self.output.here());
            self.block(BlockId(at as u32));
        }
        starts
    }

    fn block(&mut self, id: BlockId) {
        let block = &self.function.blocks[id.index()];
        for (at, stmt) in block.stmts.iter().enumerate() {
            self.registers.restart(self.slots.end);
            self.place = stmt.place;
            self.expr = None;
            let idle =
                matches!(stmt.kind, StmtKind::Begin | StmtKind::Nop | StmtKind::Predict | StmtKind::Label(_));
            if !idle {
                self.output.count_statement((id, StmtIndex(at as u32)));
            }
            self.stmt(id, stmt);
        }
        self.registers.restart(self.slots.end);
        self.fall_through(id);
    }

    fn finish(
        mut self,
        global: Global,
        params: Vec<Arg>,
        starts: &[Pc],
        pads: Vec<LandingPad>,
        counters: &[R],
    ) -> Result<Code, TooLarge> {
        let registers = self.registers.settled()?;
        self.output.settle(registers, starts);
        let mut frame = vec![Reg::UNBORN; self.slots.in_memory.len()];
        let allow = self.lower.options.allow;
        frame.resize(registers.end, allow.unset());
        counters.iter().for_each(|&r| frame[usize::from(r)] = Reg::number(0));
        frame.extend(registers.constants);
        let objects: Vec<FrameObject> = self
            .slots
            .in_memory
            .iter()
            .map(|&local| {
                let record = &self.function.locals[local.index()];
                let size = if let Size::Bytes(bytes) = record.size { bytes } else { 0 };
                let site = self.lower.site(super::SiteInfo::Local { code: self.code, local });
                FrameObject { size, align: record.align.clamp(1, 4096), site }
            })
            .collect();
        let labels: Vec<Option<Pc>> =
            self.function.labels.iter().map(|l| l.block.map(|b| starts[b.index()])).collect();
        let receives = FunctionFlags::NONLOCAL_LABEL | FunctionFlags::CALLS_SETJMP;
        let landings = if self.function.flags.intersects(receives) {
            let labels = labels.iter().flatten().map(|&pc| Landing { pc, call: None });
            labels.chain(self.after_setjmp()).collect()
        } else {
            Vec::new()
        };
        let chain = self.function.chain.and_then(|chain| match self.slots.homes[chain.index()] {
            Home::Register(r) => Some(r),
            _ => None,
        });
        let declared = self.unit.symbols[self.function.symbol.index()].ty;
        let prototyped = matches!(
            self.unit.types[declared.index()].kind,
            gmc_ir::types::TypeKind::Function { prototyped: true, .. }
        );
        let classes = self.register_classes();
        // `std::vector<bool>` sets bit after bit in words that were never set; `std::stringbuf` takes the distance
        // between null and the string, and does not use it.
        let words_of_bits = self.is_of_header("/bits/stl_bvector.h");
        let wild_pointers = self.is_of_header("/bits/sstream.tcc");
        let output = self.output;
        let mut code = Code {
            id: self.code,
            stack: stack_of(&params, &objects),
            global,
            modelled: false,
            ops: output.ops,
            source: output.source,
            signature: Signature {
                params,
                variadic: self.function.flags.contains(FunctionFlags::VARIADIC),
                prototyped,
                chain,
                result: self.result.register,
                result_pointer: self.result.pointer,
            },
            tables: SideTables {
                rare: output.rare,
                calls: output.calls,
                switches: output.switches,
                labels,
                landings,
                pads,
            },
            frame,
            objects,
            allow: Allow {
                // It may say so of itself.
                wild_pointers: allow.wild_pointers
                    || wild_pointers
                    || self.function.flags.contains(FunctionFlags::WILD_POINTERS),
                words_of_bits,
                ..allow
            },
            registers: registers.end,
            liveness: std::sync::OnceLock::new(),
        };
        if allow.undecided {
            super::unset::decide(&mut code, &classes);
        }
        Ok(code)
    }

    /// Whether it is defined in that header of libstdc++.
    fn is_of_header(&self, name: &str) -> bool {
        let place = self.unit.symbols[self.function.symbol.index()].place;
        self.unit.places.get(place.index()).is_some_and(|it| self.unit.str(it.file).ends_with(name))
    }

    /// What the registers of variables hold.
    fn register_classes(&self) -> std::collections::HashMap<R, Class> {
        let homes = self.slots.homes.iter().zip(&self.function.locals);
        let class = |(home, local): (&Home, &gmc_ir::body::Local)| match *home {
            Home::Register(r) => Some((r, Class::of(self.unit, local.ty))),
            _ => None,
        };
        homes.filter_map(class).collect()
    }

    /// Where calls that return twice return.
    fn after_setjmp(&self) -> impl Iterator<Item = Landing> + '_ {
        self.output.ops.iter().zip(1..).filter_map(|(op, pc)| {
            let Op::Call { call } = *op else { return None };
            let CalleeRef::Native(id) = self.output.calls[call as usize].callee else { return None };
            self.lower
                .options
                .library
                .get(id)
                .has(Traits::RETURNS_TWICE)
                .then_some(Landing { pc, call: Some(call) })
        })
    }

    /// What the next operation comes from.
    fn origin(&self) -> Origin {
        Origin { place: self.place, expr: self.expr }
    }

    pub(super) fn op(&mut self, op: Op) {
        self.output.push(op, self.origin());
    }

    pub(super) fn rare(&mut self, rare: Rare) {
        self.output.push_rare(rare, self.origin());
    }

    /// Registers for the rest of the statement.
    pub(super) fn scratch(&mut self, words: u16) -> R {
        self.registers.scratch(words)
    }

    /// Registers that no statement uses.
    pub(super) fn unused_registers(&mut self, count: usize) -> Vec<R> {
        self.registers.behind_all();
        (0..count).map(|_| self.registers.scratch(1)).collect()
    }

    /// The register of a constant.
    pub(super) fn constant(&mut self, reg: Reg) -> R {
        self.registers.constant(reg)
    }

    /// Consecutive registers for a wide constant.
    pub(super) fn wide_constant(&mut self, words: &[u64]) -> R {
        self.registers.wide_constant(words)
    }

    /// The constant in a register, if that is what it is.
    pub(super) fn constant_of(&self, r: R) -> Option<Reg> {
        self.registers.constant_of(r)
    }

    pub(super) fn type_of(&self, expr: ExprId) -> TypeId {
        self.unit.type_of(self.function, expr).unwrap_or(TypeId(0))
    }

    pub(super) fn class_of(&self, expr: ExprId) -> Class {
        match self.unit.type_of(self.function, expr) {
            Some(ty) => Class::of(self.unit, ty),
            None => Class::Void,
        }
    }

    pub(super) fn size_or_none(&self, ty: TypeId) -> Option<u64> {
        match self.unit.types[ty.index()].size {
            Size::Bytes(bytes) => Some(bytes),
            Size::Unknown | Size::Dynamic => None,
        }
    }

    pub(super) fn size_of(&self, ty: TypeId) -> u64 {
        self.size_or_none(ty).unwrap_or(0)
    }

    pub(super) fn constant_value(&self, expr: ExprId) -> Option<i128> {
        match self.function.exprs[expr.index()] {
            Expr::Integer { value, .. } => Some(value),
            _ => None,
        }
    }
}
