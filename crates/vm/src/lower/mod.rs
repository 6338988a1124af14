//! From the program to what the machine runs: register code for every function that can be reached, objects for every
//! variable, and tables that leave nothing to be looked up by name.

mod asm;
mod assumed;
mod body;
mod call;
pub(crate) mod class;
mod direct;
mod format;
mod globals;
mod mapping;
mod memory;
mod offsets;
mod place;
mod sections;
pub(crate) mod slots;
mod stmt;
mod thunk;
mod value;

use crate::allow::Allow;
use crate::code::{CalleeRef, Code};
use crate::effects::{Sort, Traits};
use crate::native;
pub use assumed::{Assumed, unmodelled};
use body::Body;
use gmc_ir::id::{LabelId, LiteralId, LocalId, SymbolId};
use gmc_ir::program::{Global, Program, Resolution, UnitIndex};
use gmc_ir::unit::{SymbolFlags, SymbolValue};
use gmc_mem::{AllocError, Config, Kind, Layout, Memory, ObjId, Pointer, Site, Target};
use mapping::Mapped;
pub use mapping::{Mapping, MappingError};
use std::collections::HashMap;

/// What a pointer to code points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeTarget {
    /// A function of the program.
    Code(u32),
    /// A function of the machine.
    Native(u32),
    /// A function that nothing defines.
    Missing(u32),
    /// The labels of a function.
    Labels(u32),
}

/// What pointers to code point to.
#[derive(Debug, Default)]
pub(crate) struct Targets {
    /// By the object's number: objects for code are made first, so these are small. With the object's address.
    objects: Vec<Option<(u64, CodeTarget)>>,
}

impl Targets {
    fn insert(&mut self, pointer: Pointer, target: CodeTarget) {
        let at = pointer.prov.index();
        if at >= self.objects.len() {
            self.objects.resize(at + 1, None);
        }
        self.objects[at] = Some((pointer.addr, target));
    }

    /// What an object stands for.
    pub(crate) fn get(&self, object: ObjId) -> Option<CodeTarget> {
        self.objects.get(object.index()).copied().flatten().map(|(_, target)| target)
    }

    /// What a pointer points to, if to the start of something.
    #[inline]
    pub(crate) fn at(&self, pointer: Pointer) -> Option<CodeTarget> {
        match self.objects.get(pointer.prov.index()) {
            Some(&Some((start, target))) if start == pointer.addr => Some(target),
            _ => None,
        }
    }
}

/// What the image of the models, functions of the C library that are written in C, is called. Its variables are put into
/// memory only where the program uses them.
pub const MODELS: &str = "gmc's models of the C library";

/// Whether the models define it.
pub(crate) fn is_of_models(program: &Program, it: Global) -> bool {
    let image = program.units().nth(it.unit.index()).map(|(_, unit)| unit.image);
    image.is_some_and(|image| program.images()[image.index()].path == MODELS)
}

/// Distance between the addresses of two labels.
pub(crate) const LABEL_STRIDE: u64 = 16;

/// What an object with static storage is, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StaticObject {
    /// A variable.
    Variable(Global),
    /// A string literal.
    Literal,
    /// A function.
    Function(String),
    /// The variables of a section.
    Section(String),
}

/// A thread-local variable.
#[derive(Clone, Debug)]
pub(crate) struct ThreadLocal {
    /// The variable.
    pub global: Global,
    /// Bytes.
    pub size: u64,
    /// Alignment.
    pub align: u64,
}

/// A program ready to run.
pub struct Lowered<'p> {
    /// The program that it was lowered from.
    pub program: &'p Program,
    /// All functions.
    pub(crate) codes: Vec<Code>,
    /// What pointers to code point to.
    pub(crate) targets: Targets,
    /// Objects with static storage.
    pub(crate) statics: HashMap<ObjId, StaticObject>,
    /// Functions that nothing defines.
    pub missing: Vec<String>,
    /// Variables that no unit defines, and where they were put.
    pub(crate) external_variables: Vec<(String, Pointer)>,
    /// Thread-local variables.
    pub(crate) thread_locals: Vec<ThreadLocal>,
    /// Runs before `main`, in order.
    pub(crate) constructors: Vec<u32>,
    /// Runs after `main`, in order.
    pub(crate) destructors: Vec<u32>,
    /// Threads may cancel each other.
    pub(crate) cancels: bool,
    /// What a thread does at its end, or between two operations, may depend on more than memory: others cancel it or send it
    /// signals, its number is free again at once, or destructors run.
    pub(crate) intricate: bool,
    /// Threads may lock streams.
    pub(crate) locks_streams: bool,
    /// Read-write locks may be another library's, and smaller than glibc's.
    pub(crate) foreign_rwlocks: bool,
    /// The program may ask for the time.
    pub(crate) reads_clock: bool,
    /// Errors that the program may make.
    pub(crate) allow: Allow,
    /// The program may ask whether a thread has ended, without waiting for it.
    pub(crate) asks_for_ends: bool,
    /// The program's entry.
    pub(crate) main: u32,
    /// The representation of `long double`.
    pub(crate) long_double: crate::arith::Real,
    /// Where objects come from.
    pub(crate) sites: Vec<SiteInfo>,
    pub(crate) reach: Reach,
}

impl Lowered<'_> {
    /// The address that an initial value refers to, if the program was found to need it.
    pub(crate) fn address_in(&self, unit: UnitIndex, to: &gmc_ir::unit::RelocationTarget) -> Option<Pointer> {
        match to {
            gmc_ir::unit::RelocationTarget::Symbol(symbol) => {
                match self.program.resolve(Global { unit, symbol: *symbol }) {
                    Resolution::Definition(global) => self.reach.globals.get(&global).copied(),
                    Resolution::External(id) => {
                        self.reach.externals.get(self.program.external_name(id)).copied()
                    }
                }
            }
            gmc_ir::unit::RelocationTarget::Literal(literal) => {
                self.reach.literals.get(&(unit, *literal)).copied()
            }
            _ => None,
        }
    }
}

/// Where an object comes from, or went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SiteInfo {
    /// The start of the program.
    Start,
    /// A local variable.
    Local {
        /// Of this function.
        code: u32,
        /// This one.
        local: LocalId,
    },
    /// A call.
    Call {
        /// In this function.
        code: u32,
        /// By this operation.
        op: u32,
    },
}

/// What maps names of the program to the machine's.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    pub(crate) globals: HashMap<Global, Pointer>,
    pub(crate) externals: HashMap<String, Pointer>,
    pub(crate) literals: HashMap<(UnitIndex, LiteralId), Pointer>,
    pub(crate) labels: HashMap<Global, Pointer>,
}

/// Why a program cannot be prepared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LowerError {
    /// There is no entry.
    #[error("the program has no `main`")]
    NoMain,
    /// The variables do not fit.
    #[error("the program's variables do not fit into memory: {0}")]
    Memory(String),
    /// A function with too many values.
    #[error("function `{0}` has more values than the machine has registers")]
    TooLarge(String),
}

impl From<AllocError> for LowerError {
    fn from(error: AllocError) -> LowerError {
        LowerError::Memory(error.to_string())
    }
}

/// The work under way.
pub(crate) struct Lower<'p, 'm> {
    pub(crate) program: &'p Program,
    pub(crate) memory: &'m mut Memory,
    mapping: &'m Mapping,
    target: Target,
    reach: Reach,
    codes: HashMap<Global, u32>,
    queue: Vec<Global>,
    targets: Targets,
    statics: HashMap<ObjId, StaticObject>,
    missing: Vec<String>,
    missing_ids: HashMap<String, u32>,
    external_variables: Vec<(String, Pointer)>,
    thread_locals: Vec<ThreadLocal>,
    thread_local_ids: HashMap<Global, u32>,
    pending_images: Vec<(Global, Pointer)>,
    sites: Vec<SiteInfo>,
    cancels: bool,
    intricate: bool,
    locks_streams: bool,
    reads_clock: bool,
    allow: Allow,
    asks_for_ends: bool,
    failed: Option<AllocError>,
}

/// The memory's description of a unit's target.
pub fn target_of(program: &Program) -> Target {
    let (_, unit) = program.units().next().expect("a linked program has a unit");
    let target = &unit.linked.unit.target;
    Target {
        pointer: if target.pointer_bits == 32 {
            gmc_mem::PointerWidth::Four
        } else {
            gmc_mem::PointerWidth::Eight
        },
        endian: if target.big_endian { gmc_mem::Endian::Big } else { gmc_mem::Endian::Little },
    }
}

fn long_double(program: &Program) -> crate::arith::Real {
    let (at, unit) = program.units().next().expect("a linked program has a unit");
    let ty = unit.linked.unit.target.long_double;
    match class::Class::of(program.unit(at), ty) {
        class::Class::Wide {
            format: crate::arith::Format::Scalar(crate::arith::Scalar::Float { format, .. }),
            ..
        } => format,
        _ => crate::arith::Real::Double,
    }
}

/// A memory for a program, with `limit` bytes at most.
pub fn memory_for(program: &Program, limit: u64) -> Memory {
    Memory::new(Config { target: target_of(program), limit })
}

/// Prepares a program: its variables are put into `memory`, which must be empty.
pub fn lower<'p>(program: &'p Program, memory: &mut Memory) -> Result<Lowered<'p>, LowerError> {
    lower_with(program, memory, &[], &Mapping::default(), Allow::default())
}

/// The same, with functions that are called from outside of the program, functions that mean others, and errors that the
/// program may make.
pub fn lower_with<'p>(
    program: &'p Program,
    memory: &mut Memory,
    wanted: &[Global],
    mapping: &Mapping,
    allow: Allow,
) -> Result<Lowered<'p>, LowerError> {
    let entry = program.main().ok_or(LowerError::NoMain)?;
    if allow.uninitialized {
        memory.initialise_all();
    }
    let mut lower = Lower::new(program, memory, mapping);
    lower.allow = allow;
    let main = lower.code_index(entry);
    let constructors = program.constructors().iter().map(|&g| lower.code_index(g)).collect();
    let destructors = program.destructors().iter().map(|&g| lower.code_index(g)).collect();
    lower.lay_out_sections();
    for definition in program.definitions() {
        let symbol = program.symbol(definition.global);
        let of_models = program.images()[definition.image.index()].path == MODELS;
        if !of_models
            && matches!(symbol.value, SymbolValue::Variable(_))
            && !symbol.flags.contains(SymbolFlags::THREAD_LOCAL)
        {
            lower.global_pointer(definition.global);
        }
    }
    for &global in wanted {
        lower.global_pointer(global);
    }
    let mut codes = Vec::new();
    loop {
        lower.write_images();
        if codes.len() == lower.queue.len() {
            break;
        }
        while codes.len() < lower.queue.len() {
            let global = lower.queue[codes.len()];
            let modelled = is_of_models(program, global);
            codes.push(Code { modelled, ..lower.function(global, codes.len() as u32)? });
        }
    }
    if let Some(error) = lower.failed {
        return Err(error.into());
    }
    direct::settle(&mut codes);
    Ok(Lowered {
        program,
        codes,
        targets: lower.targets,
        statics: lower.statics,
        missing: lower.missing,
        external_variables: lower.external_variables,
        thread_locals: lower.thread_locals,
        constructors,
        destructors,
        cancels: lower.cancels,
        intricate: lower.intricate,
        locks_streams: lower.locks_streams,
        foreign_rwlocks: mapping.means_locks(Sort::ReadWrite),
        reads_clock: lower.reads_clock,
        allow,
        asks_for_ends: lower.asks_for_ends,
        main,
        long_double: long_double(program),
        sites: lower.sites,
        reach: lower.reach,
    })
}

impl<'p, 'm> Lower<'p, 'm> {
    fn new(program: &'p Program, memory: &'m mut Memory, mapping: &'m Mapping) -> Lower<'p, 'm> {
        Lower {
            program,
            mapping,
            target: memory.target(),
            memory,
            reach: Reach::default(),
            codes: HashMap::new(),
            queue: Vec::new(),
            targets: Targets::default(),
            statics: HashMap::new(),
            missing: Vec::new(),
            missing_ids: HashMap::new(),
            external_variables: Vec::new(),
            thread_locals: Vec::new(),
            thread_local_ids: HashMap::new(),
            pending_images: Vec::new(),
            sites: vec![SiteInfo::Start],
            cancels: false,
            intricate: false,
            locks_streams: false,
            reads_clock: false,
            allow: Allow::default(),
            asks_for_ends: false,
            failed: None,
        }
    }

    fn function(&mut self, global: Global, index: u32) -> Result<Code, LowerError> {
        let unit = self.program.unit(global.unit);
        let symbol = self.program.symbol(global);
        let too_large = LowerError::TooLarge(self.program.name(global).to_owned());
        match &symbol.value {
            SymbolValue::Function(id) => {
                let function = &unit.functions[id.index()];
                Body::lower(self, unit, global, index, function).map_err(|_| too_large)
            }
            SymbolValue::Thunk(adjust) => Ok(self.thunk(global, adjust)),
            _ => Err(too_large),
        }
    }

    fn site(&mut self, info: SiteInfo) -> Site {
        self.sites.push(info);
        Site(self.sites.len() as u32 - 1)
    }

    pub(crate) fn pointer_bits(&self) -> u32 {
        self.target.pointer_size() as u32 * 8
    }

    pub(crate) fn big_endian(&self) -> bool {
        self.target.endian == gmc_mem::Endian::Big
    }

    /// The number of a function's code; it will be lowered in its turn.
    fn code_index(&mut self, global: Global) -> u32 {
        let next = self.queue.len() as u32;
        let queue = &mut self.queue;
        *self.codes.entry(global).or_insert_with(|| {
            queue.push(global);
            next
        })
    }

    /// What a call by name calls.
    fn callee(&mut self, unit: UnitIndex, symbol: SymbolId) -> CalleeRef {
        match self.program.resolve(Global { unit, symbol }) {
            Resolution::Definition(global) => match &self.program.symbol(global).value {
                SymbolValue::Function(_) | SymbolValue::Thunk(_) => CalleeRef::Code(self.code_index(global)),
                _ => self.missing(self.program.name(global).to_owned()),
            },
            Resolution::External(id) => self.native(self.program.external_name(id)),
        }
    }

    /// What a function means in place of itself.
    fn mapped(&self, unit: UnitIndex, symbol: SymbolId) -> Option<&'m Mapped> {
        if self.mapping.is_empty() {
            return None;
        }
        self.mapping.get(match self.program.resolve(Global { unit, symbol }) {
            Resolution::Definition(global) => self.program.name(global),
            Resolution::External(id) => self.program.external_name(id),
        })
    }

    /// A function of the machine, or one that nothing defines.
    fn native(&mut self, name: &str) -> CalleeRef {
        match native::find(name) {
            Some(id) => self.known(id),
            None => self.missing(name.to_owned()),
        }
    }

    /// A function of the machine.
    fn known(&mut self, native: u32) -> CalleeRef {
        let row = native::get(native);
        self.cancels |= row.has(Traits::CANCELS);
        self.intricate |= row.has(Traits::INTRICATE);
        self.asks_for_ends |= row.has(Traits::ASKS_FOR_ENDS);
        self.locks_streams |= row.has(Traits::LOCKS_STREAMS);
        self.reads_clock |= row.has(Traits::READS_CLOCK);
        CalleeRef::Native(native)
    }

    fn missing(&mut self, name: String) -> CalleeRef {
        let next = self.missing.len() as u32;
        let missing = &mut self.missing;
        let id = *self.missing_ids.entry(name).or_insert_with_key(|name| {
            missing.push(name.clone());
            next
        });
        CalleeRef::Missing(id)
    }

    /// The index of a thread-local variable; none for any other symbol.
    fn thread_local(&mut self, unit: UnitIndex, symbol: SymbolId) -> Option<u32> {
        let global = Global { unit, symbol };
        let declared = self.program.symbol(global);
        if !declared.flags.contains(SymbolFlags::THREAD_LOCAL) {
            return None;
        }
        let global = match self.program.resolve(global) {
            Resolution::Definition(global) => global,
            Resolution::External(_) => global,
        };
        if let SymbolValue::Variable(image) = &self.program.symbol(global).value
            && !self.thread_local_ids.contains_key(&global)
        {
            for relocation in &image.relocations {
                match &relocation.to {
                    gmc_ir::unit::RelocationTarget::Symbol(symbol) => {
                        self.global(global.unit, *symbol);
                    }
                    gmc_ir::unit::RelocationTarget::Literal(literal) => {
                        self.literal(global.unit, *literal);
                    }
                    _ => {}
                }
            }
        }
        let next = self.thread_locals.len() as u32;
        let extent = self.program.extent(global);
        let list = &mut self.thread_locals;
        Some(*self.thread_local_ids.entry(global).or_insert_with(|| {
            let size = if let gmc_ir::types::Size::Bytes(bytes) = extent.size { bytes } else { 0 };
            list.push(ThreadLocal { global, size, align: u64::from(extent.align.max(1)) });
            next
        }))
    }

    /// The address of a label.
    fn label(&mut self, unit: UnitIndex, symbol: SymbolId, label: LabelId) -> Pointer {
        let global = Global { unit, symbol };
        if let Some(&base) = self.reach.labels.get(&global) {
            return base.wrapping_offset((u64::from(label.0) * LABEL_STRIDE) as i64);
        }
        let count = self.program.function(global).map_or(1, |f| f.labels.len()) as u64;
        let base = self.alloc(Layout::new(count * LABEL_STRIDE, 16), Kind::Function);
        let code = self.code_index(global);
        self.targets.insert(base, CodeTarget::Labels(code));
        self.statics.insert(base.prov, StaticObject::Function(self.program.name(global).to_owned()));
        self.reach.labels.insert(global, base);
        self.label(unit, symbol, label)
    }

    pub(crate) fn alloc(&mut self, layout: Layout, kind: Kind) -> Pointer {
        match self.memory.alloc(layout, kind, Site(0)) {
            Ok(pointer) => pointer,
            Err(error) => {
                self.failed = Some(error);
                Pointer::NULL
            }
        }
    }
}
