//! From the program to what the machine runs: register code for every function that can be reached, objects for every
//! variable, and tables that leave nothing to be looked up by name.

use crate::id::CodeId;
mod asm;
mod body;
mod call;
pub mod class;
mod direct;
mod exceptions;
mod format;
mod globals;
mod harness;
mod mapping;
mod memory;
mod offsets;
mod output;
mod place;
mod registers;
mod rounds;
mod sections;
pub mod slots;
mod stmt;
mod thunk;
mod unset;
mod value;

use crate::allow::Allow;
use crate::code::{CalleeRef, Code};
use crate::compiled::{
    CodeTarget, Compiled, Entry, Reach, SiteInfo, StaticObject, Targets, ThreadLocal, Undefined, Uses,
};
use crate::effects::{LockKind, Traits};
use crate::image::ImageBuilder;
use crate::library::Library;
use crate::symbolic::Disguise;
use body::Body;
use gmc_ir::id::{LabelId, SymbolId};
use gmc_ir::program::{Global, Program, Resolution, UnitIndex};
use gmc_ir::unit::{SymbolFlags, SymbolValue};
use gmc_mem::{AllocError, Config, Layout, ObjId, Pointer, Site, Storage, Target};
use gmc_term::Terms;
pub use mapping::{Mapped, Mapping, MappingError, Source};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What the image of the models, functions of the C library that are written in C, is called. Its variables are put
/// into memory only where the program uses them.
pub const MODELS: &str = "gmc's models of the C library";

/// Whether the models define it.
pub fn is_of_models(program: &Program, it: Global) -> bool {
    let image = program.units().nth(it.unit.index()).map(|(_, unit)| unit.image);
    image.is_some_and(|image| program.images()[image.index()].path == MODELS)
}

/// Distance between the addresses of two labels.
pub const LABEL_STRIDE: u64 = 16;

/// Why a program cannot be compiled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
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

impl From<AllocError> for CompileError {
    fn from(error: AllocError) -> CompileError {
        CompileError::Memory(error.to_string())
    }
}

/// What compiling depends on beside the program.
#[derive(Clone, Debug)]
pub struct Options {
    /// The library that the program calls.
    pub library: &'static Library,
    /// Functions that are called from outside of the program: invariants.
    pub wanted: Vec<Global>,
    /// The function that is called instead of `main`, with arguments that can be anything.
    pub function: Option<Global>,
    /// Some inputs can be anything, and are made before the program starts.
    pub makes_inputs: bool,
    /// Functions that mean others.
    pub mapping: Mapping,
    /// Errors that the program may make.
    pub allow: Allow,
    /// Bytes of memory that the program may use.
    pub limit: u64,
    /// Which numbers of the program are disguised as inputs, for tests.
    pub disguise: Option<Disguise>,
    /// The environment acts: deadlines pass, or the network is bad.
    pub events: bool,
    /// There are other programs that processes can run, or other processes from the start.
    pub beside_others: bool,
    /// How often a loop may go round, and how deep a function may call itself.
    pub unwind: Option<u32>,
}

impl Options {
    /// A program as it is, with the functions of this library.
    pub fn new(library: &'static Library) -> Options {
        let (wanted, mapping, allow) = (Vec::new(), Mapping::default(), Allow::default());
        Options {
            library,
            wanted,
            function: None,
            makes_inputs: false,
            mapping,
            allow,
            limit: 0,
            events: false,
            disguise: None,
            beside_others: false,
            unwind: None,
        }
    }
}

/// A program on its way to [`Compiled`].
pub struct Lower<'p> {
    /// The program.
    pub program: &'p Program,
    image: ImageBuilder,
    options: &'p Options,
    target: Target,
    reach: Reach,
    codes: Numbered<Global>,
    /// The function that is being lowered.
    lowering: Option<Global>,
    targets: Targets,
    statics: HashMap<ObjId, StaticObject>,
    missing: Numbered<String>,
    external_variables: Vec<(String, Pointer)>,
    thread_locals: Numbered<Global>,
    /// Variables whose initial values are still to be looked at: they may need further ones.
    pending_images: Vec<(Global, Pointer)>,
    sites: Vec<SiteInfo>,
    uses: Uses,
}

/// Different values, numbered in the order in which they are met.
struct Numbered<T> {
    list: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Numbered<T> {
        Numbered { list: Vec::new(), numbers: HashMap::new() }
    }
}

impl<T: Clone + Eq + std::hash::Hash> Numbered<T> {
    /// The number of a value, a new one if it is met for the first time.
    fn number(&mut self, value: T) -> u32 {
        let Numbered { list, numbers } = self;
        let next = list.len() as u32;
        *numbers.entry(value).or_insert_with_key(|value| {
            list.push(value.clone());
            next
        })
    }
}

/// The memory's description of a unit's target.
fn target_of(program: &Program) -> Target {
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

fn long_double(program: &Program) -> gmc_arith::Real {
    let (at, unit) = program.units().next().expect("a linked program has a unit");
    let ty = unit.linked.unit.target.long_double;
    match class::Class::of(program.unit(at), ty) {
        class::Class::Wide {
            format: gmc_arith::Format::Scalar(gmc_arith::Scalar::Float { format, .. }),
            ..
        } => format,
        _ => gmc_arith::Real::Double,
    }
}

/// The function of the models that says what `operator new` does without memory.
const OUT_OF_MEMORY: &str = "__gmc_out_of_memory";

/// How many programs this process has compiled, for tests: a command compiles its program once.
static COMPILED: AtomicU64 = AtomicU64::new(0);

/// How many programs this process has compiled.
pub fn compilations() -> u64 {
    COMPILED.load(Ordering::Relaxed)
}

/// Compiles a program. The result serves any number of runs, at the same time if need be.
///
/// # Errors
/// When the program has no `main`, or is too large.
pub fn compile(program: &Arc<Program>, options: &Options) -> Result<Arc<Compiled>, CompileError> {
    COMPILED.fetch_add(1, Ordering::Relaxed);
    let main = options.function.or_else(|| program.main()).ok_or(CompileError::NoMain)?;
    let mut lower = Lower::new(program, options);
    let mut entry = Entry {
        main: lower.code_id(main),
        constructors: program.constructors().iter().map(|&g| lower.code_id(g)).collect(),
        destructors: program.destructors().iter().map(|&g| lower.code_id(g)).collect(),
        out_of_memory: None,
    };
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
        if of_models && program.name(definition.global) == OUT_OF_MEMORY {
            entry.out_of_memory = Some(lower.code_id(definition.global));
        }
    }
    for &global in &options.wanted {
        lower.global_pointer(global);
    }
    let mut codes = lower.functions()?;
    let terms = Terms::default();
    if let Some(disguise) = options.disguise {
        disguise.constants(&mut terms.lock(), &mut codes);
    }
    if let Some(function) = options.function {
        entry.main = CodeId::new(codes.len());
        codes.push(lower.harness(function, entry.main));
    }
    if options.makes_inputs {
        let first = CodeId::new(codes.len());
        codes.push(lower.input_maker(main, first));
        entry.constructors.insert(0, first);
    }
    Ok(Arc::new(lower.finish(program.clone(), codes, entry, terms)?))
}

impl<'p> Lower<'p> {
    fn new(program: &'p Program, options: &'p Options) -> Lower<'p> {
        let target = target_of(program);
        let config = Config { target, limit: options.limit };
        let image = ImageBuilder::new(config, options.allow.uninitialized, options.disguise);
        Lower {
            program,
            image,
            options,
            target,
            reach: Reach::default(),
            codes: Numbered::default(),
            lowering: None,
            targets: Targets::default(),
            statics: HashMap::new(),
            missing: Numbered::default(),
            external_variables: Vec::new(),
            thread_locals: Numbered::default(),
            pending_images: Vec::new(),
            sites: vec![SiteInfo::Start],
            uses: Uses {
                foreign_rwlocks: options.mapping.means_locks(options.library, LockKind::ReadWrite),
                processes: options.beside_others,
                system: options.beside_others,
                ..Uses::default()
            },
        }
    }

    /// Lowers all functions that can be reached, and finds the variables that they need.
    fn functions(&mut self) -> Result<Vec<Code>, CompileError> {
        let mut codes = Vec::new();
        loop {
            self.find_images();
            if codes.len() == self.codes.list.len() {
                direct::settle(&mut codes);
                return Ok(codes);
            }
            while codes.len() < self.codes.list.len() {
                let global = self.codes.list[codes.len()];
                self.lowering = Some(global);
                let modelled = is_of_models(self.program, global);
                let code = CodeId::new(codes.len());
                codes.push(Code { modelled, ..self.function(global, code)? });
            }
        }
    }

    fn finish(
        self,
        program: Arc<Program>,
        codes: Vec<Code>,
        entry: Entry,
        terms: Terms,
    ) -> Result<Compiled, CompileError> {
        let thread_locals = self.thread_locals.list.iter().map(|&global| {
            let extent = program.extent(global);
            let size = if let gmc_ir::types::Size::Bytes(bytes) = extent.size { bytes } else { 0 };
            ThreadLocal { global, size, align: u64::from(extent.align.max(1)) }
        });
        let is_static = |&at: &u32| self.statics.contains_key(&ObjId::from_raw(at));
        let static_objects = 1 + (1..).take_while(is_static).count();
        Ok(Compiled {
            thread_locals: thread_locals.collect(),
            long_double: long_double(&program),
            image: self.image.finish()?,
            program,
            codes: codes.into(),
            targets: self.targets,
            statics: self.statics,
            undefined: Undefined { functions: self.missing.list, variables: self.external_variables },
            entry,
            uses: self.uses,
            allow: self.options.allow,
            sites: self.sites,
            reach: Reach { static_objects, ..self.reach },
            library: self.options.library,
            terms,
        })
    }

    fn function(&mut self, global: Global, code: CodeId) -> Result<Code, CompileError> {
        let unit = self.program.unit(global.unit);
        let symbol = self.program.symbol(global);
        let too_large = CompileError::TooLarge(self.program.name(global).to_owned());
        match &symbol.value {
            SymbolValue::Function(id) => {
                let function = &unit.functions[id.index()];
                Body::lower(self, unit, global, code, function).map_err(|_| too_large)
            }
            SymbolValue::Thunk(adjust) => Ok(self.thunk(global, code, adjust)),
            _ => Err(too_large),
        }
    }

    fn site(&mut self, info: SiteInfo) -> Site {
        self.sites.push(info);
        Site(self.sites.len() as u32 - 1)
    }

    /// Bits of a pointer of the target.
    pub fn pointer_bits(&self) -> u32 {
        self.target.pointer_size() as u32 * 8
    }

    /// Whether the target has the most significant byte first.
    pub fn big_endian(&self) -> bool {
        self.target.endian == gmc_mem::Endian::Big
    }

    /// The number of a function's code; it will be lowered in its turn.
    fn code_id(&mut self, global: Global) -> CodeId {
        CodeId(self.codes.number(global))
    }

    /// What a call by name calls.
    fn callee(&mut self, unit: UnitIndex, symbol: SymbolId) -> CalleeRef {
        if let Some(by) = self.replacement(unit, symbol) {
            return CalleeRef::Code(self.code_id(by));
        }
        match self.program.resolve(Global { unit, symbol }) {
            Resolution::Definition(global) => match &self.program.symbol(global).value {
                SymbolValue::Function(_) | SymbolValue::Thunk(_) => CalleeRef::Code(self.code_id(global)),
                _ => self.missing(self.program.name(global).to_owned()),
            },
            Resolution::External(id) => self.native(self.program.external_name(id)),
        }
    }

    /// What a function means in place of itself.
    fn mapped(&self, unit: UnitIndex, symbol: SymbolId) -> Option<&'p Mapped> {
        let mapping = &self.options.mapping;
        if mapping.is_empty() {
            return None;
        }
        mapping.get(match self.program.resolve(Global { unit, symbol }) {
            Resolution::Definition(global) => self.program.name(global),
            Resolution::External(id) => self.program.external_name(id),
        })
    }

    /// The function of the program that is called in place of another one. It may call that itself.
    fn replacement(&self, unit: UnitIndex, symbol: SymbolId) -> Option<Global> {
        let by = self.options.mapping.replacement(match self.program.resolve(Global { unit, symbol }) {
            Resolution::Definition(global) => self.program.name(global),
            Resolution::External(id) => self.program.external_name(id),
        })?;
        (self.lowering != Some(by)).then_some(by)
    }

    /// A function of the machine, or one that nothing defines.
    fn native(&mut self, name: &str) -> CalleeRef {
        match self.options.library.find(name) {
            Some(id) => self.known(id),
            None => self.missing(name.to_owned()),
        }
    }

    /// A function of the machine.
    fn known(&mut self, native: u32) -> CalleeRef {
        let row = self.options.library.get(native);
        self.uses.cancellation |= row.has(Traits::CANCELS);
        self.uses.intricate_threads |= row.has(Traits::INTRICATE);
        self.uses.end_queries |= row.has(Traits::ASKS_FOR_ENDS);
        self.uses.stream_locks |= row.has(Traits::LOCKS_STREAMS);
        self.uses.clock |= row.has(Traits::READS_CLOCK);
        self.uses.mapped_files |= row.has(Traits::MAPS_FILES);
        self.uses.timers |= row.has(Traits::SETS_TIMERS);
        self.uses.sections |= row.has(Traits::BEGINS_SECTION);
        self.uses.invariants |= row.has(Traits::ADDS_INVARIANTS);
        self.uses.ignored_bytes |= row.has(Traits::IGNORES);
        let processes = row.has(Traits::FORKS) || row.has(Traits::EXECUTES);
        self.uses.processes |= processes;
        self.uses.system |= processes || self.options.events || row.has(Traits::SEES_MESSAGES);
        self.uses.peers |= row.has(Traits::LOOKS_AT_PROCESSES);
        self.uses.times |= row.has(Traits::TELLS_TIME);
        CalleeRef::Native(native)
    }

    fn missing(&mut self, name: String) -> CalleeRef {
        let id = self.missing.number(name);
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
            && !self.thread_locals.numbers.contains_key(&global)
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
        Some(self.thread_locals.number(global))
    }

    /// The address of a label.
    fn label(&mut self, unit: UnitIndex, symbol: SymbolId, label: LabelId) -> Pointer {
        let global = Global { unit, symbol };
        if let Some(&base) = self.reach.labels.get(&global) {
            return base.wrapping_offset((u64::from(label.0) * LABEL_STRIDE) as i64);
        }
        let count = self.program.function(global).map_or(1, |f| f.labels.len()) as u64;
        let base = self.alloc(Layout::new(count * LABEL_STRIDE, 16), Storage::Function);
        let code = self.code_id(global);
        self.targets.insert(base, CodeTarget::Labels(code));
        self.statics.insert(base.prov, StaticObject::Function(self.program.name(global).to_owned()));
        self.reach.labels.insert(global, base);
        self.label(unit, symbol, label)
    }

    fn alloc(&mut self, layout: Layout, storage: Storage) -> Pointer {
        self.image.object(layout, storage)
    }
}
