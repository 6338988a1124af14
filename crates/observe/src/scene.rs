//! The current state for a reader: every thread's calls and variables, the program's variables, heap memory.
//!
//! Registers are variables only while they matter; a variable that nobody will read again is shown as it was last. Heap memory has
//! no type of its own: it gets that of a pointer to it.

use crate::heap;
use crate::tracer::Tracer;
use gmc_ir::body::LocalKind;
use gmc_ir::id::TypeId;
use gmc_ir::program::UnitIndex;
use gmc_ir::text::type_name;
use gmc_ir::types::{Size, TypeKind};
use gmc_mem::{Life, ObjId, Pointer, Scalar, Storage};
use gmc_model::{Activation, Actor, Block, Scene, ThreadId, Variable};
use gmc_system::Execution;
use gmc_system::pending::Pending;
use gmc_system::variables::variables_of;
use gmc_vm::CodeId;
use gmc_vm::code::R;
use gmc_vm::diagnose::{self, leaf};
use gmc_vm::effects::{LockKind, Visibility};
use gmc_vm::locks;
use gmc_vm::lower::slots::{self, Home};
use gmc_vm::machine::Machine;
use gmc_vm::reg::Reg;
use gmc_vm::thread::Frame;
use std::collections::HashMap;

/// Parts of a variable that are shown.
const PARTS: usize = 48;

/// Pieces of heap memory that are shown.
const BLOCKS: usize = 200;

/// What was known of states before.
#[derive(Default)]
pub struct Last {
    /// Variables in registers: by thread, depth, function and name.
    variables: HashMap<(ThreadId, usize, CodeId, String), Variable>,
    /// Types of heap memory, which it keeps when the last pointer is gone.
    types: HashMap<ObjId, (UnitIndex, TypeId)>,
}

/// The current state. The registers of its threads are fresh.
pub fn scene(execution: &mut Execution, last: &mut Last) -> Scene {
    let current = execution.machine.current;
    let ids = execution.threads.ids();
    let stuck: Vec<_> = ids.map(|thread| (thread, execution.outcomes(thread) == 0)).collect();
    execution.machine.current = current;
    let mut look = Look { execution, types: std::mem::take(&mut last.types) };
    let threads = stuck.iter().map(|&(thread, stuck)| look.thread(thread, stuck, last));
    let threads = threads.collect();
    let globals = variables_of(execution).into_iter().filter_map(|(global, at)| {
        let program = &execution.machine.compiled.program;
        look.variable(global.unit, program.symbol(global).ty, program.name(global).to_owned(), at)
    });
    let mut globals: Vec<Variable> = globals.collect();
    globals.sort_by(|a, b| a.name.cmp(&b.name));
    let heap = look.heap();
    last.types = look.types;
    last.types.retain(|object, _| heap.iter().any(|it| it.number == heap::number(execution, *object)));
    Scene { threads, globals, heap }
}

/// What a variable holds that has a register to itself: what was put there last, if the run was followed; else as long as somebody
/// may read it.
pub fn register(
    machine: &Machine,
    tracer: Option<&Tracer>,
    thread: ThreadId,
    depth: usize,
    r: R,
) -> Option<Reg> {
    let it = machine.threads.get(thread)?;
    let frame = it.frames.get(depth)?;
    let held = tracer.and_then(|it| it.held(thread, depth, r.into(), frame.code));
    let live = || machine.compiled.codes[frame.code].live(frame.pc).contains(usize::from(r));
    let now = || it.regs.get(frame.base + usize::from(r)).copied().filter(|_| live());
    // What was open when it was put there may have been decided since.
    held.filter(|it| !it.is_nondet()).or_else(now).or(held)
}

/// Shows variables.
pub struct Look<'s> {
    execution: &'s Execution,
    /// Types of what pointers point to.
    types: HashMap<ObjId, (UnitIndex, TypeId)>,
}

impl<'s> Look<'s> {
    pub fn new(execution: &'s Execution) -> Look<'s> {
        Look { execution, types: HashMap::new() }
    }
}

impl Look<'_> {
    fn thread(&mut self, thread: ThreadId, stuck: bool, last: &mut Last) -> Actor {
        let machine = &self.execution.machine;
        let frames = &machine.threads[thread].frames;
        last.variables
            .retain(|key, _| key.0 != thread || frames.get(key.1).is_some_and(|frame| frame.code == key.2));
        let state = match &self.execution.threads[thread].pending {
            Pending::Done => "has finished".to_owned(),
            Pending::Call(held) => match held.native.visibility {
                Visibility::Sync(_) if stuck => format!("waits in {}", held.native.name),
                Visibility::Sync(_) => format!("is before {}", held.native.name),
                _ => "can go on".to_owned(),
            },
            _ => "can go on".to_owned(),
        };
        let mut out = Vec::new();
        for (depth, frame) in frames.iter().enumerate().rev() {
            let location = if depth + 1 == frames.len() {
                diagnose::before(machine, thread)
            } else {
                diagnose::at(machine, frame.code, frame.pc.saturating_sub(1))
            };
            let Some(location) = location else { continue };
            out.push(Activation { location, variables: self.locals(thread, depth, frame, last) });
        }
        Actor { number: thread, state, frames: out }
    }

    fn locals(&mut self, thread: ThreadId, depth: usize, frame: &Frame, last: &mut Last) -> Vec<Variable> {
        let machine = &self.execution.machine;
        let program = &machine.compiled.program;
        let code = &machine.compiled.codes[frame.code];
        let Some(function) = code.body(program) else { return Vec::new() };
        let unit = program.unit(code.global.unit);
        let homes = slots::assign(unit, function).homes;
        let mut out = Vec::new();
        for (local, home) in function.locals.iter().zip(&homes) {
            let name = unit.str(local.name).to_owned();
            let own = matches!(local.kind, LocalKind::Parameter | LocalKind::Variable);
            if !own || name.is_empty() || name.starts_with("__") {
                continue;
            }
            let key = (thread, depth, frame.code, name.clone());
            let reg = |r: &u16| machine.threads[thread].regs.get(frame.base + usize::from(*r)).copied();
            let found = match home {
                Home::Register(r) => register(machine, Tracer::of(self.execution), thread, depth, *r)
                    .and_then(|reg| {
                        let Size::Bytes(size @ 1..=8) = unit.types[local.ty.index()].size else {
                            return None;
                        };
                        let missing = if reg.is_undef() { u8::MAX } else { 0 };
                        let loaded = (reg.to_scalar(), missing);
                        let leaf = leaf::Leaf {
                            path: name,
                            offset: 0,
                            size: size as usize,
                            bits: None,
                            ty: local.ty,
                        };
                        Some(self.leaf(code.global.unit, leaf, loaded))
                    }),
                Home::Memory(r) => reg(r)
                    .filter(|it| it.meta.0 >> 32 == 0)
                    .and_then(|reg| self.variable(code.global.unit, local.ty, name, reg.as_pointer())),
                _ => None,
            };
            match found {
                Some(found) => {
                    last.variables.insert(key, found.clone());
                    out.push(found);
                }
                None => out.extend(last.variables.get(&key).cloned()),
            }
        }
        out
    }

    /// A variable in memory.
    pub fn variable(&mut self, unit: UnitIndex, ty: TypeId, name: String, at: Pointer) -> Option<Variable> {
        let machine = &self.execution.machine;
        let types = machine.compiled.program.unit(unit);
        let record = &types.types[ty.index()];
        let Size::Bytes(size) = record.size else { return None };
        if machine.memory.object(at.prov).is_none_or(|it| it.life != Life::Live) {
            return None;
        }
        let leaves = leaf::leaves(types, ty, 0..size, PARTS);
        if let [only] = &leaves[..]
            && only.path.is_empty()
        {
            let loaded = machine.memory.load_lenient(at, only.size).ok()?;
            return Some(self.leaf(unit, leaf::Leaf { path: name, ..only.clone() }, loaded));
        }
        let text = leaf::text_in(machine, types, ty, at).or_else(|| self.lock(types.str(record.name), at));
        let parts = if text.is_some() { Vec::new() } else { self.parts(unit, leaves, at) };
        let value = text.unwrap_or_else(|| if parts.is_empty() { "…".to_owned() } else { String::new() });
        Some(Variable { name, ty: type_name(types, ty), value, target: None, parts })
    }

    /// Who holds a lock, if it is one.
    fn lock(&self, ty: &str, at: Pointer) -> Option<String> {
        let sort = match ty {
            "pthread_mutex_t" | "mtx_t" => LockKind::Mutex,
            "pthread_rwlock_t" => LockKind::ReadWrite,
            _ => return None,
        };
        Some(match locks::holder(&self.execution.machine, sort, at) {
            Some(thread) => format!("held by thread {thread}"),
            None => "free".to_owned(),
        })
    }

    fn parts(&mut self, unit: UnitIndex, leaves: Vec<leaf::Leaf>, at: Pointer) -> Vec<Variable> {
        let memory = &self.execution.machine.memory;
        let load =
            |leaf: &leaf::Leaf| memory.load_lenient(at.wrapping_offset(leaf.offset as i64), leaf.size).ok();
        leaves
            .into_iter()
            .filter_map(|leaf| load(&leaf).map(|loaded| self.leaf(unit, leaf, loaded)))
            .collect()
    }

    /// A part that is no aggregate.
    pub fn leaf(&mut self, unit: UnitIndex, leaf: leaf::Leaf, loaded: (Scalar, u8)) -> Variable {
        let machine = &self.execution.machine;
        let types = machine.compiled.program.unit(unit);
        let value = heap::renumbered(self.execution, &leaf::value(machine, types, &leaf, loaded));
        let pointer = loaded.0.pointer(machine.memory.target()).filter(|it| loaded.1 == 0 && !it.is_null());
        let heap = |it: &Pointer| machine.memory.object(it.prov).is_some_and(|it| it.kind == Storage::Heap);
        let target = pointer.filter(heap);
        if let (Some(to), TypeKind::Pointer { target, .. }) = (target, &types.types[leaf.ty.index()].kind)
            && matches!(types.types[target.index()].size, Size::Bytes(1..))
        {
            self.types.entry(to.prov).or_insert((unit, *target));
        }
        let target = target.map(|it| self.number(it.prov));
        Variable { ty: type_name(types, leaf.ty), name: leaf.path, value, target, parts: Vec::new() }
    }

    fn number(&self, object: ObjId) -> usize {
        heap::number(self.execution, object)
    }

    /// Heap memory, as far as anything says what it is.
    fn heap(&mut self) -> Vec<Block> {
        let machine = &self.execution.machine;
        let mut left: Vec<_> =
            machine.memory.objects().filter(|it| it.kind == Storage::Heap).take(BLOCKS).collect();
        let mut out = Vec::new();
        // What is pointed to from what has a type gets one, until nothing new comes up.
        loop {
            let before = left.len();
            for object in std::mem::take(&mut left) {
                let Some(&(unit, ty)) = self.types.get(&object.id) else {
                    left.push(object);
                    continue;
                };
                out.push(self.block(&object, Some((unit, ty))));
            }
            if left.len() == before {
                break;
            }
        }
        out.extend(left.iter().map(|object| self.block(object, None)));
        out.sort_by_key(|it| it.number);
        out
    }

    fn block(&mut self, object: &gmc_mem::ObjectInfo, ty: Option<(UnitIndex, TypeId)>) -> Block {
        let machine = &self.execution.machine;
        let mut block = Block {
            number: self.number(object.id),
            ty: String::new(),
            size: object.size,
            freed: object.life != Life::Live,
            allocated: diagnose::allocated(machine, object),
            parts: Vec::new(),
        };
        let Some((unit, ty)) = ty else { return block };
        let types = machine.compiled.program.unit(unit);
        block.ty = type_name(types, ty);
        let Size::Bytes(stride @ 1..) = types.types[ty.index()].size else { return block };
        if block.freed {
            return block;
        }
        let at = Pointer { addr: object.base, prov: object.id };
        let count = (object.size / stride).max(1);
        if stride == 1
            && let Some(text) = leaf::string(machine, at)
        {
            let ty = block.ty.clone();
            block.parts.push(Variable {
                name: String::new(),
                ty,
                value: text,
                target: None,
                parts: Vec::new(),
            });
            return block;
        }
        for index in 0..count {
            let mut leaves = leaf::leaves(types, ty, 0..stride, PARTS);
            for leaf in &mut leaves {
                leaf.offset += index * stride;
                if count > 1 {
                    leaf.path = format!("[{index}]{}", leaf.path);
                }
            }
            block.parts.extend(self.parts(unit, leaves, at));
            if block.parts.len() >= PARTS {
                break;
            }
        }
        block
    }
}
