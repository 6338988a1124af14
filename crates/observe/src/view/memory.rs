//! Memory as the program names it: objects, heap blocks by number, contents, pointers and values as text.

use super::View;
use gmc_ir::id::{ExprId, TypeId};
use gmc_ir::program::{Global, Resolution, UnitIndex};
use gmc_ir::unit::Unit;
use gmc_mem::{AccessError, Life, MemoryAccess, ObjId, ObjectInfo, Pointer, Scalar, Storage, Target};
use gmc_model::{Location, ThreadId};
use gmc_system::variables::variables_of;
use gmc_vm::diagnose;
use gmc_vm::diagnose::leaf::{self, Leaf};
use gmc_vm::reg::Reg;
use gmc_vm::thread::own;

/// A value as it was loaded: its bits, and one bit for each byte that was never set.
pub type Loaded = (Scalar, u8);

/// Where a variable or function of the program is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlobalPlace {
    /// In memory.
    Memory(Pointer),
    /// It is thread-local, and the thread has not used it yet.
    NotUsedYet,
    /// It is a function that has no address.
    Function,
    /// Nowhere: the program does not use it.
    Unused,
}

/// The value of a register as it would be loaded from memory.
pub fn loaded(reg: Reg) -> Loaded {
    (reg.to_scalar(), if reg.is_undef() { u8::MAX } else { 0 })
}

impl<'s> View<'s> {
    /// The machine that the program was compiled for.
    pub fn target(&self) -> Target {
        self.machine.memory.target()
    }

    /// A unit of the program.
    pub fn unit(&self, unit: UnitIndex) -> &'s Unit {
        self.program().unit(unit)
    }

    /// An object in memory.
    pub fn object(&self, object: ObjId) -> Option<ObjectInfo> {
        self.machine.memory.object(object)
    }

    /// Whether an object exists and has not been freed.
    pub fn is_live(&self, object: ObjId) -> bool {
        self.object(object).is_some_and(|it| it.life == Life::Live)
    }

    /// Whether an object is heap memory.
    pub fn is_heap(&self, object: ObjId) -> bool {
        self.object(object).is_some_and(|it| it.kind == Storage::Heap)
    }

    /// Heap blocks, those that were freed included.
    pub fn heap(&self) -> impl Iterator<Item = ObjectInfo> + 's {
        self.machine.memory.objects().filter(|it| it.kind == Storage::Heap)
    }

    /// The access of some bytes at an address.
    pub fn access(&self, at: Pointer, size: u64, write: bool) -> Option<MemoryAccess> {
        let object = self.object(at.prov)?;
        Some(MemoryAccess {
            object: at.prov,
            offset: at.addr.wrapping_sub(object.base),
            size,
            write,
            atomic: false,
        })
    }

    /// Loads 1 to 8 bytes, whether or not they were set.
    ///
    /// # Errors
    /// When there is no memory to look at.
    pub fn load(&self, at: Pointer, size: usize) -> Result<Loaded, Box<AccessError>> {
        self.machine.memory.load_lenient(at, size)
    }

    /// Memory in words of eight bytes, the last one shorter. What cannot be looked at is not set.
    pub fn words(&self, at: Pointer, size: u64) -> Vec<Loaded> {
        let word = |first: u64| {
            let length = (size - first).min(8) as usize;
            self.load(at.wrapping_offset(first as i64), length).unwrap_or((Scalar::Bits(0), u8::MAX))
        };
        (0..size).step_by(8).map(word).collect()
    }

    /// The program's own variables as far as they are not too large, and where they are.
    pub fn globals(&self) -> Vec<(Global, Pointer)> {
        variables_of(self.machine)
    }

    /// Where a variable or function is for a thread, with its definition; none if nothing defines it.
    pub fn place_of(&self, global: Global, thread: ThreadId) -> Option<(Global, GlobalPlace)> {
        let (program, compiled) = (self.program(), self.compiled());
        let global = match program.resolve(global) {
            Resolution::Definition(global) => global,
            Resolution::External(id) => {
                let at = *compiled.reach.externals.get(program.external_name(id))?;
                return Some((global, GlobalPlace::Memory(at)));
            }
        };
        if let Some(index) = compiled.thread_locals.iter().position(|it| it.global == global) {
            let place = self.machine.threads.get(thread).and_then(|_| {
                let slot = self.machine.own_slot_of(thread, own::VARIABLES + index);
                self.machine.memory.load_pointer(slot).ok().filter(|it| !it.is_null())
            });
            return Some((global, place.map_or(GlobalPlace::NotUsedYet, GlobalPlace::Memory)));
        }
        let place = match (compiled.reach.globals.get(&global), program.function(global)) {
            (Some(&at), _) => GlobalPlace::Memory(at),
            (None, Some(_)) => GlobalPlace::Function,
            (None, None) => GlobalPlace::Unused,
        };
        Some((global, place))
    }

    /// The number of a heap block for a reader: by the order of allocation where the run was traced.
    pub fn heap_number(&self, object: ObjId) -> usize {
        let traced = self.tracer.and_then(|it| it.heap(object)).map(|it| it.number);
        traced.filter(|&it| it > 0).unwrap_or(object.index())
    }

    /// A text of the machine's with the heap blocks numbered for a reader.
    pub fn renumbered(&self, text: &str) -> String {
        let mut parts = text.split(leaf::HEAP);
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
            let number = part[..digits].parse().map_or(0, |it| self.heap_number(ObjId::from_raw(it)));
            out += &format!("{}{number}{}", leaf::HEAP, &part[digits..]);
        }
        out
    }

    /// Where a heap block was allocated.
    pub fn allocated(&self, object: &ObjectInfo) -> Option<Location> {
        diagnose::allocated(self.machine, object)
    }

    /// An object in few words.
    pub fn name_of(&self, object: &ObjectInfo) -> String {
        diagnose::name_of(self.machine, object)
    }

    /// The type of an object that the program declares.
    pub fn type_of(&self, object: &ObjectInfo) -> Option<(UnitIndex, TypeId)> {
        leaf::type_of(self.machine, object)
    }

    /// An expression of a function as the source has it.
    pub fn text_of(&self, function: Global, expr: ExprId) -> Option<String> {
        diagnose::text_of(self.machine, function, expr)
    }

    /// A pointer as the program would write it.
    pub fn pointer(&self, to: Pointer) -> String {
        leaf::pointer(self.machine, to)
    }

    /// A pointer to something of a type, with what is known of it.
    pub fn pointer_to(&self, unit: UnitIndex, ty: TypeId, to: Pointer) -> String {
        leaf::pointer_to(self.machine, self.unit(unit), ty, to)
    }

    /// What a pointer points to, as the program would write it.
    pub fn pointee(&self, to: Pointer) -> String {
        leaf::target(self.machine, to)
    }

    /// The string at an address, if there is one.
    pub fn string(&self, at: Pointer) -> Option<String> {
        leaf::string(self.machine, at)
    }

    /// The text in an array of characters.
    pub fn text_in(&self, unit: UnitIndex, ty: TypeId, at: Pointer) -> Option<String> {
        leaf::text_in(self.machine, self.unit(unit), ty, at)
    }

    /// A value as the program would write it.
    pub fn value(&self, unit: UnitIndex, leaf: &Leaf, loaded: Loaded) -> String {
        leaf::value(self.machine, self.unit(unit), leaf, loaded)
    }
}
