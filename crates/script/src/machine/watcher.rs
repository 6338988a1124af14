//! Watches the steps of a run for callbacks: stops the interpreter before an operation that a callback wants, calls it,
//! and goes on.
//!
//! **Invariant:** an operation is told once for each time that it is executed. One that others can notice is tried, and
//! executed in the thread's next step: then it is not told again.

use super::Gvm;
use super::callbacks::{Callback, Masks, When, is_first, statements};
use super::place::Place;
use gmc_mem::Memory;
use gmc_model::ThreadId;
use gmc_observe::accessed;
use gmc_system::observer::Observer;
use gmc_vm::InterpResult;
use gmc_vm::code::{CalleeRef, Code, Op};
use gmc_vm::exec::Witness;
use gmc_vm::machine::{Machine, SliceEnd};
use gmc_vm::stack::Registers;
use mlua::{Lua, Value};
use std::ops::ControlFlow;
use std::rc::Rc;

/// Where a thread stands: how many calls it is in, its function and the operation.
type Position = (usize, u32, u32);

/// The operation that a thread stands before and that callbacks know of, if any, and how many calls of callbacks have
/// been made about it: a pause may come before the last one.
pub(crate) type Held = Option<(Position, u32)>;

/// All calls of callbacks have been made.
const ALL: u32 = u32::MAX;

/// Calls a script back.
pub(crate) struct Watcher {
    lua: Lua,
    gvm: Rc<Gvm>,
    held: Vec<Held>,
}

/// Stops a thread before operations that callbacks want.
struct Stops {
    masks: Masks,
    /// The next operation is known.
    passes: bool,
    /// The operation that was passed is the last one that was begun.
    has_passed: bool,
    /// The callbacks that want the operation which the thread stands before.
    hit: u32,
}

impl Witness for Stops {
    const GUARDS: bool = true;

    #[inline(always)]
    fn see(&mut self, code: &Code, at: usize, _: &Registers, _: &mut Memory) -> ControlFlow<()> {
        // Where a thread was stopped, its function has a mask: what it passes is not in another one.
        let Some(mask) = &self.masks[code.id.index()] else { return ControlFlow::Continue(()) };
        self.has_passed = std::mem::take(&mut self.passes);
        if mask[at] == 0 || self.has_passed {
            return ControlFlow::Continue(());
        }
        self.hit = mask[at];
        ControlFlow::Break(())
    }

    fn enter(&mut self, code: &Code) -> ControlFlow<()> {
        stays(&self.masks, true, code)
    }
}

/// Control stays among functions that are masked, or among those that are not.
fn stays(masks: &Masks, is_masked: bool, code: &Code) -> ControlFlow<()> {
    if masks[code.id.index()].is_some() == is_masked {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}

/// Stops a thread where it comes to a function of which callbacks want something; until then it runs as without them.
struct Guard<'m>(&'m Masks);

impl Witness for Guard<'_> {
    const WATCHES: bool = false;
    const GUARDS: bool = true;

    fn see(&mut self, _: &Code, _: usize, _: &Registers, _: &mut Memory) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn enter(&mut self, code: &Code) -> ControlFlow<()> {
        stays(self.0, false, code)
    }
}

impl Watcher {
    pub(crate) fn new(lua: &Lua, gvm: &Rc<Gvm>) -> Watcher {
        Watcher { lua: lua.clone(), gvm: gvm.clone(), held: Vec::new() }
    }

    pub(crate) fn held(&self) -> &[Held] {
        &self.held
    }

    pub(crate) fn set_held(&mut self, held: &[Held]) {
        self.held = held.to_vec();
    }

    fn hold(&mut self, machine: &Machine, position: Held) {
        let at = machine.current.index();
        if self.held.len() <= at {
            self.held.resize(at + 1, None);
        }
        self.held[at] = position;
    }

    /// Calls the callbacks that want an operation, but for the first calls. Where the run is to stop: how many calls
    /// have been made.
    fn call_back(
        &self,
        machine: &mut Machine,
        hit: u32,
        made: u32,
    ) -> Result<(), (u32, Option<mlua::Error>)> {
        self.print(machine);
        let thread = machine.current;
        let (mut count, first) = (0, made);
        let mut call = |machine: &mut Machine, it: &Callback| {
            count += 1;
            if count <= first {
                return Ok(());
            }
            let done = self.gvm.lent.lend(machine, || it.function.call::<Value>(()));
            match done {
                Ok(_) if self.gvm.pauses.get() => Err((count, None)),
                Ok(_) => Ok(()),
                Err(error) => Err((count, Some(error))),
            }
        };
        let Some(frame) = machine.threads[thread].frames.last() else { return Ok(()) };
        let (code, pc, depth) = (frame.code, frame.pc as usize, machine.threads[thread].frames.len());
        let compiled = machine.compiled.clone();
        let body = &compiled.codes[code];
        let (one, many);
        let begin: &[_] = match body.source.statements[pc] {
            0 => &[],
            1 if body.source.joined.is_empty() => {
                one = [body.source.begins[pc]];
                &one
            }
            _ => {
                many = statements(&compiled, body, pc);
                &many
            }
        };
        let list = self.gvm.callbacks.borrow().list();
        let callbacks = || list.iter().enumerate().filter(|it| hit & 1 << it.0 != 0).map(|it| it.1);
        let of_thread = |it: &&Callback| it.filter.thread.is_none_or(|it| it == thread);
        self.gvm.here.borrow_mut().thread = Some(thread);
        for &(block, stmt) in begin {
            self.gvm.here.borrow_mut().trail(thread).come_to(depth, Place { code, block, stmt });
            let record = || {
                let function = body.body(&compiled.program).expect("it has statements");
                &function.blocks[block.index()].stmts[stmt.index()]
            };
            for it in callbacks().filter(of_thread) {
                let is_there =
                    || !it.filter.has_place() || it.filter.wants_statement(&compiled, body, record());
                let is_wanted = match it.when {
                    When::Statement => is_there(),
                    When::Block => is_first(body, &compiled, (block, stmt)) && is_there(),
                    _ => false,
                };
                if is_wanted {
                    call(machine, it)?;
                }
            }
        }
        for it in callbacks().filter(of_thread) {
            let is_wanted = match it.when {
                When::Call => it.filter.callee_is(machine, thread, body, pc),
                When::Access => it.filter.access_is(machine, thread, body, pc),
                _ => false,
            };
            if is_wanted {
                call(machine, it)?;
            }
        }
        Ok(())
    }

    /// Hands on what the program has printed.
    fn print(&self, machine: &mut Machine) {
        if machine.world.files.has_printed() {
            for (_, bytes) in machine.world.files.take_printed() {
                // Without a session there is no one to tell.
                let _ = crate::gcc::emit(&self.lua, &bytes);
            }
        }
    }
}

fn position(machine: &Machine) -> Option<Position> {
    let frames = &machine.threads[machine.current].frames;
    frames.last().map(|it| (frames.len(), it.code.0, it.pc))
}

impl super::callbacks::Filter {
    /// Whether the function that an operation calls is wanted.
    fn callee_is(&self, machine: &Machine, thread: ThreadId, code: &Code, pc: usize) -> bool {
        self.wants_callee(called(machine, thread, code, pc).as_deref())
    }

    /// Whether what an operation accesses is wanted.
    fn access_is(&self, machine: &Machine, thread: ThreadId, code: &Code, pc: usize) -> bool {
        let frame = machine.threads[thread].frames.last().expect("it has an operation");
        let Some((_, access)) = accessed(machine, thread, code, frame.base, &code.ops[pc]) else {
            return false;
        };
        let object = || machine.memory.object(access.object);
        self.write.is_none_or(|it| it == access.write)
            && self.variable.as_ref().is_none_or(|pattern| {
                let name = object().map(|it| gmc_vm::diagnose::name_of(machine, &it)).unwrap_or_default();
                super::glob::matches(pattern, &name)
            })
    }
}

/// The name of the function that an operation calls.
pub(crate) fn called(machine: &Machine, thread: ThreadId, code: &Code, pc: usize) -> Option<String> {
    let Some(Op::Call { call }) = code.ops.get(pc) else { return None };
    let site = &code.tables.calls[*call as usize];
    let compiled = &machine.compiled;
    if let Some(name) = super::callbacks::callee_name(compiled, &site.callee) {
        return Some(name.to_owned());
    }
    let CalleeRef::Pointer(r) = site.callee else { return None };
    let frame = machine.threads[thread].frames.last()?;
    let to = machine.threads[thread].regs.get(frame.base + usize::from(r))?.as_pointer();
    Some(gmc_vm::diagnose::leaf::pointer(machine, to).trim_start_matches('&').to_owned())
}

impl Observer for Watcher {
    fn follows_run(&self) -> bool {
        true
    }

    fn slice(&mut self, machine: &mut Machine, left: &mut u64) -> InterpResult<SliceEnd> {
        let (masks, any) = self.gvm.callbacks.borrow_mut().masks(&machine.compiled);
        if !any {
            return machine.slice(left);
        }
        if !is_masked(machine, &masks) {
            let end = machine.slice_with(left, &mut Guard(&masks));
            self.hold(machine, None);
            return end;
        }
        let known = self.held.get(machine.current.index()).copied().flatten();
        let known = known.filter(|it| Some(it.0) == position(machine));
        let passes = known.is_some();
        let mut stops = Stops { masks, passes, has_passed: false, hit: 0 };
        // A pause came between two callbacks about one operation.
        let mut made = known.map_or(ALL, |it| it.1);
        let mut stood = known.map(|it| it.0);
        loop {
            let (end, hit) = match made {
                ALL => {
                    let end = machine.slice_with(left, &mut stops);
                    (end, std::mem::take(&mut stops.hit))
                }
                _ => (Ok(SliceEnd::Went), wanted(machine, &stops.masks)),
            };
            if made == ALL && hit == 0 {
                // The operation was tried, and the thread stands before it again.
                let here = position(machine).filter(|it| stops.has_passed && Some(*it) == stood);
                self.hold(machine, here.map(|it| (it, ALL)));
                return end;
            }
            stood = position(machine);
            let already = if made == ALL { 0 } else { made };
            made = ALL;
            if let Err((made, failure)) = self.call_back(machine, hit, already) {
                *self.gvm.failure.borrow_mut() = failure;
                machine.step.pauses = true;
                let here = position(machine);
                self.hold(machine, here.map(|it| (it, made)));
                return Ok(SliceEnd::Went);
            }
            if !self.gvm.callbacks.borrow().are_known() {
                let (masks, any) = self.gvm.callbacks.borrow_mut().masks(&machine.compiled);
                if !any {
                    return machine.slice(left);
                }
                stops.masks = masks;
            }
            stops.passes = is_masked(machine, &stops.masks);
            if *left == 0 {
                let here = position(machine);
                self.hold(machine, here.map(|it| (it, ALL)));
                return end;
            }
        }
    }
}

/// Whether callbacks want something of the function that the current thread is in.
fn is_masked(machine: &Machine, masks: &Masks) -> bool {
    let frame = machine.threads[machine.current].frames.last();
    frame.is_some_and(|it| masks[it.code.index()].is_some())
}

/// The callbacks that want the operation which the current thread stands before.
fn wanted(machine: &Machine, masks: &Masks) -> u32 {
    let frame = machine.threads[machine.current].frames.last();
    let mask = frame.and_then(|it| Some(masks[it.code.index()].as_ref()?[it.pc as usize]));
    mask.unwrap_or(0)
}
