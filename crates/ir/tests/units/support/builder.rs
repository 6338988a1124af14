//! Units made by hand, for tests: what the plugin would write for a few small sources.

#![allow(dead_code, unreachable_pub)]

use gmc_ir::body::*;
use gmc_ir::expr::*;
use gmc_ir::id::*;
use gmc_ir::image::{Address, DynamicLinkage, Image, ImageKind, LinkedUnit};
use gmc_ir::types::*;
use gmc_ir::unit::{
    Linkage, Literal, Relocation, RelocationTarget, SourcePos, Symbol, SymbolFlags, SymbolValue, Target,
    Unit, Visibility,
};
use gmc_ir::wire::{Bytes, UnitId};

/// Builds a unit.
pub struct Builder {
    strings: Vec<String>,
    pub unit: Unit,
    pub ty: Types,
}

/// The types that every built unit has.
#[derive(Clone, Copy)]
pub struct Types {
    pub void: TypeId,
    pub int: TypeId,
    pub char: TypeId,
    pub bool: TypeId,
    pub double: TypeId,
    pub long_double: TypeId,
    pub char_ptr: TypeId,
    pub int_ptr: TypeId,
    pub pair: TypeId,
    pub pair_ptr: TypeId,
    pub int_fn: TypeId,
    pub int_fn_ptr: TypeId,
    pub text: TypeId,
    pub ulong: TypeId,
    pub color: TypeId,
}

impl Builder {
    pub fn new(file: &str) -> Builder {
        let zero = TypeId(0);
        let target = Target {
            triple: StrId(0),
            pointer_bits: 64,
            size_bits: 64,
            int_bits: 32,
            long_bits: 64,
            wchar_bits: 32,
            signed_char: true,
            big_endian: false,
            max_align: 16,
            long_double: zero,
        };
        let unit = Unit {
            strings: [""].into_iter().collect(),
            producer: StrId(0),
            language: StrId(0),
            target,
            directory: StrId(0),
            file: StrId(0),
            places: vec![SourcePos { file: StrId(0), line: 0, column: 0, spelling: None }],
            types: Vec::new(),
            literals: Vec::new(),
            symbols: Vec::new(),
            functions: Vec::new(),
            asm: Vec::new(),
        };
        let ty = Types {
            void: zero,
            int: zero,
            char: zero,
            bool: zero,
            double: zero,
            long_double: zero,
            char_ptr: zero,
            int_ptr: zero,
            pair: zero,
            pair_ptr: zero,
            int_fn: zero,
            int_fn_ptr: zero,
            text: zero,
            ulong: zero,
            color: zero,
        };
        let mut builder = Builder { strings: vec![String::new()], unit, ty };
        builder.unit.producer = builder.str("GNU C17 12.2.0");
        builder.unit.language = builder.str("GNU C17");
        builder.unit.directory = builder.str("/src");
        builder.unit.file = builder.str(file);
        builder.unit.target.triple = builder.str("x86_64-linux-gnu");
        builder.types();
        builder
    }

    fn types(&mut self) {
        let int = |precision, unsigned| TypeKind::Integer { precision, unsigned };
        let mut ty = self.ty;
        ty.void = self.named("void", TypeKind::Void, Size::Unknown, 1);
        ty.int = self.named("int", int(32, false), Size::Bytes(4), 4);
        ty.char = self.named("char", int(8, false), Size::Bytes(1), 1);
        ty.bool = self.named("_Bool", TypeKind::Bool { precision: 1 }, Size::Bytes(1), 1);
        ty.ulong = self.named("long unsigned int", int(64, true), Size::Bytes(8), 8);
        let float = |format| TypeKind::Float { format };
        ty.double = self.named("double", float(FloatFormat::Double), Size::Bytes(8), 8);
        ty.long_double = self.named("long double", float(FloatFormat::X87), Size::Bytes(16), 16);
        self.unit.target.long_double = ty.long_double;
        ty.char_ptr = self.pointer(ty.char);
        ty.int_ptr = self.pointer(ty.int);
        let five = self.plain(int(5, false), Size::Bytes(1), 1);
        let fields = vec![
            self.field("a", ty.int, 0, 32, FieldFlags::empty()),
            self.field("bits", five, 32, 5, FieldFlags::BIT_FIELD),
            self.field("next", ty.char_ptr, 64, 64, FieldFlags::empty()),
        ];
        let name = self.str("pair");
        ty.pair = self.add(Type {
            name,
            kind: TypeKind::Record { union: false, fields },
            size: Size::Bytes(16),
            align: 8,
            flags: TypeFlags::empty(),
            main: TypeId(0),
        });
        ty.pair_ptr = self.pointer(ty.pair);
        ty.int_fn = self.plain(
            TypeKind::Function { result: ty.int, params: vec![ty.int], variadic: false, prototyped: true },
            Size::Unknown,
            1,
        );
        ty.int_fn_ptr = self.pointer(ty.int_fn);
        ty.text = self.array(ty.char, 3);
        let values = [("RED", 0), ("GREEN", 1)];
        let values = values.map(|(name, value)| Enumerator { name: self.str(name), value }).to_vec();
        let name = self.str("color");
        ty.color = self.add(Type {
            name,
            kind: TypeKind::Enum { precision: 32, unsigned: true, values },
            size: Size::Bytes(4),
            align: 4,
            flags: TypeFlags::empty(),
            main: TypeId(0),
        });
        self.ty = ty;
    }

    pub fn str(&mut self, text: &str) -> StrId {
        let known = self.strings.iter().position(|known| known == text);
        let at = known.unwrap_or_else(|| {
            self.strings.push(text.to_owned());
            self.unit.strings = self.strings.iter().collect();
            self.strings.len() - 1
        });
        StrId(at as u32)
    }

    pub fn place(&mut self, line: u32) -> SourcePosId {
        let file = self.unit.file;
        self.unit.places.push(SourcePos { file, line, column: 3, spelling: None });
        SourcePosId(self.unit.places.len() as u32 - 1)
    }

    /// Adds a type that is its own main variant.
    pub fn add(&mut self, mut ty: Type) -> TypeId {
        let id = TypeId(self.unit.types.len() as u32);
        ty.main = id;
        self.unit.types.push(ty);
        id
    }

    pub fn named(&mut self, name: &str, kind: TypeKind, size: Size, align: u32) -> TypeId {
        let name = self.str(name);
        self.add(Type { name, kind, size, align, flags: TypeFlags::TYPEDEF, main: TypeId(0) })
    }

    pub fn plain(&mut self, kind: TypeKind, size: Size, align: u32) -> TypeId {
        self.add(Type { name: StrId(0), kind, size, align, flags: TypeFlags::empty(), main: TypeId(0) })
    }

    pub fn pointer(&mut self, target: TypeId) -> TypeId {
        self.plain(TypeKind::Pointer { target, reference: false }, Size::Bytes(8), 8)
    }

    pub fn array(&mut self, element: TypeId, len: i64) -> TypeId {
        let kind = TypeKind::Array { element, low: Bound::Constant(0), high: Bound::Constant(len - 1) };
        self.plain(kind, Size::Bytes(len as u64), 1)
    }

    pub fn field(&mut self, name: &str, ty: TypeId, offset: u64, size: u64, flags: FieldFlags) -> Field {
        let name = self.str(name);
        Field {
            name,
            ty,
            offset: Some(offset),
            size: Some(size),
            location: None,
            flags,
            place: SourcePosId::NONE,
        }
    }

    pub fn symbol(&mut self, name: &str, ty: TypeId, linkage: Linkage, value: SymbolValue) -> SymbolId {
        let name = self.str(name);
        let external = matches!(linkage, Linkage::External | Linkage::ExternalWeak);
        let is_function = matches!(self.unit.types[ty.index()].kind, TypeKind::Function { .. });
        let mut flags = if external { SymbolFlags::empty() } else { SymbolFlags::EMITTED };
        flags.set(SymbolFlags::FUNCTION, is_function);
        self.unit.symbols.push(Symbol {
            name,
            assembler: name,
            ty,
            place: SourcePosId::NONE,
            linkage,
            visibility: Visibility::Default,
            flags,
            section: StrId(0),
            group: StrId(0),
            size: self.unit.types[ty.index()].size,
            align: self.unit.types[ty.index()].align,
            constructor: None,
            destructor: None,
            owner: None,
            value,
        });
        SymbolId(self.unit.symbols.len() as u32 - 1)
    }

    pub fn variable(&mut self, name: &str, linkage: Linkage, bytes: &[u8]) -> SymbolId {
        let initializer = gmc_ir::unit::Initializer { bytes: Bytes(bytes.to_vec()), relocations: Vec::new() };
        self.symbol(name, self.ty.int, linkage, SymbolValue::Variable(initializer))
    }

    pub fn external(&mut self, name: &str) -> SymbolId {
        self.symbol(name, self.ty.int_fn, Linkage::External, SymbolValue::Undefined)
    }

    pub fn alias(&mut self, name: &str, linkage: Linkage, to: SymbolId) -> SymbolId {
        let ty = self.unit.symbols[to.index()].ty;
        self.symbol(name, ty, linkage, SymbolValue::Alias(to))
    }

    /// A function `int name (int)` that calls the given ones and returns.
    pub fn function(&mut self, name: &str, linkage: Linkage, calls: &[SymbolId]) -> SymbolId {
        let id = FunctionId(self.unit.functions.len() as u32);
        let symbol = self.symbol(name, self.ty.int_fn, linkage, SymbolValue::Function(id));
        let mut body = Body::new(self, symbol);
        for (line, &callee) in (1..).zip(calls) {
            let place = body.builder.place(line);
            body.call(None, callee, &[], place);
        }
        let zero = body.int(0);
        body.stmt(StmtKind::Return { value: Some(zero) });
        body.finish(vec![vec![Edge { to: None, flags: EdgeFlags::empty(), place: SourcePosId(0) }]]);
        symbol
    }

    pub fn finish(self) -> Unit {
        self.unit
    }
}

/// Builds the body of a function; blocks are cut by [`Body::block`].
pub struct Body<'b> {
    pub builder: &'b mut Builder,
    pub function: Function,
}

impl<'b> Body<'b> {
    pub fn new(builder: &'b mut Builder, symbol: SymbolId) -> Body<'b> {
        let scopes = vec![Scope { parent: None, locals: Vec::new(), symbols: Vec::new() }];
        let function = Function {
            symbol,
            params: Vec::new(),
            result: None,
            chain: None,
            locals: Vec::new(),
            exprs: Vec::new(),
            labels: Vec::new(),
            scopes,
            regions: Vec::new(),
            pads: Vec::new(),
            blocks: vec![Block { stmts: Vec::new(), edges: Vec::new() }],
            sizes: Vec::new(),
            end: SourcePosId::NONE,
            flags: FunctionFlags::empty(),
        };
        Body { builder, function }
    }

    pub fn local(&mut self, name: &str, ty: TypeId, kind: LocalKind) -> LocalId {
        let name = self.builder.str(name);
        let id = LocalId(self.function.locals.len() as u32);
        self.function.locals.push(Local {
            name,
            ty,
            size: self.builder.unit.types[ty.index()].size,
            align: self.builder.unit.types[ty.index()].align,
            kind,
            flags: LocalFlags::empty(),
            value: None,
            place: SourcePosId::NONE,
        });
        match kind {
            LocalKind::Parameter => self.function.params.push(id),
            LocalKind::Variable => self.function.scopes[0].locals.push(id),
            _ => {}
        }
        id
    }

    pub fn expr(&mut self, expr: Expr) -> ExprId {
        self.function.exprs.push(expr);
        ExprId(self.function.exprs.len() as u32 - 1)
    }

    pub fn use_local(&mut self, local: LocalId) -> ExprId {
        self.expr(Expr::Local(local))
    }

    pub fn int(&mut self, value: i128) -> ExprId {
        let ty = self.builder.ty.int;
        self.expr(Expr::Integer { ty, value, overflow: false })
    }

    pub fn stmt(&mut self, kind: StmtKind) {
        self.stmt_at(kind, SourcePosId::NONE);
    }

    pub fn stmt_at(&mut self, kind: StmtKind, place: SourcePosId) {
        let block = self.function.blocks.last_mut().expect("there is a block");
        block.stmts.push(Stmt { place, scope: ScopeId(0), unwind: Unwind::Leave, kind });
    }

    pub fn call(&mut self, target: Option<ExprId>, callee: SymbolId, args: &[ExprId], place: SourcePosId) {
        let (ty, ptr) = (self.builder.ty.int_fn, self.builder.ty.int_fn_ptr);
        let symbol = self.expr(Expr::Symbol(callee));
        let callee = self.expr(Expr::AddressOf { ty: ptr, place: symbol });
        let call = Call {
            target,
            callee: Callee::Function(callee),
            ty: Some(ty),
            args: args.to_vec(),
            chain: None,
            flags: CallFlags::empty(),
        };
        self.stmt_at(StmtKind::Call(call), place);
    }

    /// Starts the next block.
    pub fn block(&mut self) -> BlockId {
        self.function.blocks.push(Block { stmts: Vec::new(), edges: Vec::new() });
        BlockId(self.function.blocks.len() as u32 - 1)
    }

    /// Ends the function with the edges of its blocks.
    pub fn finish(mut self, edges: Vec<Vec<Edge>>) {
        for (block, edges) in self.function.blocks.iter_mut().zip(edges) {
            block.edges = edges;
        }
        self.builder.unit.functions.push(self.function);
    }
}

pub fn edge(to: u32, flags: EdgeFlags) -> Edge {
    Edge { to: Some(BlockId(to)), flags, place: SourcePosId(0) }
}

/// A unit with a bit of everything: see `text.rs` for what it says.
pub fn sample() -> Unit {
    let mut builder = Builder::new("sample.c");
    let ty = builder.ty;
    let puts = builder.external("puts");
    builder.unit.literals.push(Literal { ty: ty.text, bytes: Bytes(b"hi\0".to_vec()) });
    let counter = builder.variable("counter", Linkage::Global, &[7, 0, 0, 0]);
    let table = {
        let place = builder.place(2);
        let pointers = builder.array(ty.char_ptr, 2);
        builder.unit.types[pointers.index()].size = Size::Bytes(16);
        let relocations = vec![
            Relocation { offset: 0, size: 8, to: RelocationTarget::Literal(LiteralId(0)), addend: 0 },
            Relocation { offset: 8, size: 8, to: RelocationTarget::Symbol(counter), addend: 4 },
        ];
        let initializer = gmc_ir::unit::Initializer { bytes: Bytes(vec![]), relocations };
        let table = builder.symbol("table", pointers, Linkage::Local, SymbolValue::Variable(initializer));
        builder.unit.symbols[table.index()].place = place;
        table
    };
    let main = builder.symbol("main", ty.int_fn, Linkage::Global, SymbolValue::Function(FunctionId(0)));
    builder.unit.symbols[main.index()].flags |= SymbolFlags::MAIN;
    builder.unit.symbols[main.index()].place = builder.place(4);
    sample_body(&mut builder, main, [puts, counter, table]);
    builder.alias("entry", Linkage::Weak, main);
    builder.finish()
}

fn sample_body(builder: &mut Builder, main: SymbolId, [puts, counter, table]: [SymbolId; 3]) {
    let ty = builder.ty;
    let places: Vec<SourcePosId> = (5..12).map(|line| builder.place(line)).collect();
    let code = builder.str("FANCY_EXPR");
    let text = builder.str("nop");
    let memory = builder.str("memory");
    let mut body = Body::new(builder, main);
    let argc = body.local("argc", ty.int, LocalKind::Parameter);
    let p = body.local("p", ty.pair_ptr, LocalKind::Variable);
    let x = body.local("x", ty.int, LocalKind::Variable);
    let t = body.local("", ty.int, LocalKind::Temporary);
    // bb0: t = p->a + 4; if (t < argc)
    let pointer = body.use_local(p);
    let memory_ref = body.expr(Expr::Memory { ty: ty.pair, pointer, offset: 0, reverse: false });
    let a = body.expr(Expr::Field {
        ty: ty.int,
        base: memory_ref,
        record: ty.pair,
        field: FieldIndex(0),
        offset: None,
    });
    let four = body.int(4);
    let sum = body.expr(Expr::Binary { ty: ty.int, op: BinaryOp::Plus, left: a, right: four });
    let target = body.use_local(t);
    body.stmt_at(StmtKind::Begin, places[0]);
    body.stmt_at(StmtKind::Assign { target, value: sum }, places[0]);
    let (left, right) = (body.use_local(t), body.use_local(argc));
    body.stmt_at(StmtKind::Cond { op: BinaryOp::Less, left, right }, places[1]);
    // bb1: puts ((int) table[0]); *(int *)((char *)&counter + 4) = -x; asm
    body.block();
    let base = body.expr(Expr::Symbol(table));
    let zero = body.int(0);
    let element = body.expr(Expr::Index { ty: ty.char_ptr, base, index: zero, low: None, stride: None });
    let arg = body.expr(Expr::Unary { ty: ty.int, op: UnaryOp::Convert, operand: element });
    let result = body.use_local(x);
    body.call(Some(result), puts, &[arg], places[2]);
    let place = body.expr(Expr::Symbol(counter));
    let address = body.expr(Expr::AddressOf { ty: ty.char_ptr, place });
    let target = body.expr(Expr::Memory { ty: ty.int, pointer: address, offset: 4, reverse: false });
    let operand = body.use_local(x);
    let value = body.expr(Expr::Unary { ty: ty.int, op: UnaryOp::Negate, operand });
    body.stmt_at(StmtKind::Assign { target, value }, places[3]);
    let asm = Asm {
        text,
        volatile: true,
        basic: false,
        outputs: Vec::new(),
        inputs: Vec::new(),
        clobbers: vec![memory],
        targets: Vec::new(),
    };
    body.stmt_at(StmtKind::Asm(asm), places[3]);
    // bb2: switch (x)
    body.block();
    let index = body.use_local(x);
    let cases = [(1, 1, 3), (5, 9, 4)];
    let cases = cases.map(|(low, high, to)| Case { low, high, block: BlockId(to) }).to_vec();
    body.stmt_at(StmtKind::Switch { index, default: BlockId(4), cases }, places[4]);
    // bb3: x = FANCY_EXPR <x>
    body.block();
    let inner = body.use_local(x);
    let value = body.expr(Expr::Other { ty: Some(ty.int), code, operands: vec![inner] });
    let target = body.use_local(x);
    body.stmt_at(StmtKind::Assign { target, value }, places[5]);
    // bb4: return x
    body.block();
    let target = body.use_local(x);
    body.stmt(StmtKind::Clobber { target, kind: ClobberKind::EndOfScope });
    let value = body.use_local(x);
    body.stmt_at(StmtKind::Return { value: Some(value) }, places[6]);
    body.finish(vec![
        vec![edge(1, EdgeFlags::WHEN_TRUE), edge(2, EdgeFlags::WHEN_FALSE)],
        vec![edge(2, EdgeFlags::FALLTHRU)],
        vec![edge(3, EdgeFlags::empty()), edge(4, EdgeFlags::empty())],
        vec![edge(4, EdgeFlags::FALLTHRU)],
        vec![Edge { to: None, flags: EdgeFlags::empty(), place: SourcePosId(0) }],
    ]);
}

/// An executable of units, with what the linker did to their symbols.
pub fn executable(units: Vec<(Unit, Option<Vec<Address>>)>) -> Image {
    image("a.out", ImageKind::Executable, DynamicLinkage::default(), units)
}

pub fn image(
    path: &str,
    kind: ImageKind,
    linkage: DynamicLinkage,
    units: Vec<(Unit, Option<Vec<Address>>)>,
) -> Image {
    let units = (0..)
        .zip(units)
        .map(|(id, (unit, addresses))| LinkedUnit { id: UnitId(id), unit, addresses })
        .collect();
    Image::new(path, kind, linkage, units).expect("sensible units")
}
