//! What scripts read of the state of a run and change in it: threads, calls, variables, accesses.

use super::Gvm;
use super::values::{self, Asked, Change};
use crate::api::{Arguments, none, one};
use gmc_model::ThreadId;
use gmc_observe::View;
use mlua::{IntoLua, Lua, MultiValue, Value};

/// The thread that an argument names, or the one that a callback is about.
pub(super) fn thread(lua: &Lua, arguments: &mut Arguments) -> mlua::Result<ThreadId> {
    let given: Option<u32> = arguments.maybe(lua, "the number of a thread")?;
    match given {
        Some(number) => Ok(ThreadId(number)),
        None => Ok(Gvm::of(lua)?.thread()),
    }
}

/// A thread that there is.
pub(super) fn known(view: &View<'_>, thread: ThreadId) -> mlua::Result<ThreadId> {
    match view.threads().any(|it| it == thread) {
        true => Ok(thread),
        false => Err(mlua::Error::runtime(format!("there is no thread {thread}"))),
    }
}

/// The call that arguments name.
pub(super) fn at(lua: &Lua, arguments: &mut Arguments) -> mlua::Result<(usize, ThreadId)> {
    let i: usize = arguments.take(lua, "the number of a call, 1 for the innermost")?;
    Ok((i, thread(lua, arguments)?))
}

/// A call of a thread, counted from the outermost.
fn depth(view: &View<'_>, i: usize, thread: ThreadId) -> mlua::Result<usize> {
    let count = view.depth(known(view, thread)?);
    let depth = i.checked_sub(1).and_then(|i| count.checked_sub(i + 1));
    depth.ok_or_else(|| mlua::Error::runtime(format!("thread {thread} is in {count} calls: there is no {i}")))
}

pub(super) fn threads(lua: &Lua, (): &(), _: Arguments) -> mlua::Result<MultiValue> {
    let list = Gvm::of(lua)?.look(|view, _| {
        let list = lua.create_table()?;
        for thread in view.threads() {
            let row = lua.create_table()?;
            row.set("number", thread.0)?;
            row.set("status", view.status(thread))?;
            if let Some(at) = view.location(thread) {
                row.set("file", at.file)?;
                row.set("line", at.line)?;
                row.set("fn", at.function)?;
            }
            list.push(row)?;
        }
        Ok(list)
    })?;
    one(lua, list)
}

pub(super) fn frame(lua: &Lua, (): &(), mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let (i, thread) = at(lua, &mut arguments)?;
    let (name, place) = Gvm::of(lua)?.look(|view, _| {
        let frame = view.frame(thread, depth(view, i, thread)?);
        let name = frame.map(|it| view.program().name(it.code().global).to_owned());
        Ok((name, frame.and_then(|it| it.location())))
    })?;
    let mut out = vec![name.into_lua(lua)?];
    if let Some(at) = place {
        out.extend([at.file.into_lua(lua)?, at.line.into_lua(lua)?]);
    }
    Ok(MultiValue::from_vec(out))
}

pub(super) fn locals(view: &View<'_>, i: usize, thread: ThreadId) -> mlua::Result<Vec<String>> {
    let frame = view.frame(thread, depth(view, i, thread)?);
    Ok(frame.map(|it| it.locals().into_iter().map(|it| it.name).collect()).unwrap_or_default())
}

pub(super) fn dump_frame(lua: &Lua, (): &(), mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let (i, thread) = at(lua, &mut arguments)?;
    let text = Gvm::of(lua)?.look(|view, _| {
        let context = values::context(view, thread, i.checked_sub(1));
        let mut text = String::new();
        for name in locals(view, i, thread)? {
            let shown = context.value(&name).and_then(|it| context.show(&name, &it));
            let shown = shown.map_or_else(|why| format!("({why})"), |it| gmc_debug::in_a_line(&it));
            text += &format!("{name} = {shown}\n");
        }
        Ok(text)
    })?;
    crate::gcc::emit(lua, text.as_bytes())
}

/// Nil, and why.
pub(super) fn nothing(lua: &Lua, why: &str) -> mlua::Result<MultiValue> {
    Ok(MultiValue::from_iter([Value::Nil, why.into_lua(lua)?]))
}

pub(super) fn read_var(lua: &Lua, (): &(), mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let i: usize = arguments.take(lua, "the number of a call, or 0")?;
    let asked: Asked = arguments.take(lua, "a variable or expression")?;
    let thread = thread(lua, &mut arguments)?;
    let found = Gvm::of(lua)?.look(|view, _| {
        let thread = known(view, thread)?;
        if i > 0 {
            depth(view, i, thread)?;
        }
        values::read(lua, view, (thread, i.checked_sub(1)), &asked)
    })?;
    match found {
        Ok(value) => one(lua, value),
        Err(why) => nothing(lua, &why),
    }
}

pub(super) fn write_var(lua: &Lua, (): &(), mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let i: usize = arguments.take(lua, "the number of a call, or 0")?;
    let asked: Asked = arguments.take(lua, "a variable")?;
    let value: Value = arguments.take(lua, "a value")?;
    let thread = thread(lua, &mut arguments)?;
    let gvm = Gvm::of(lua)?;
    let change = gvm.look(|view, _| {
        let thread = known(view, thread)?;
        if i > 0 {
            depth(view, i, thread)?;
        }
        Ok(values::change(view, (thread, i.checked_sub(1)), &asked, &value))
    })?;
    let change: Change = change.map_err(mlua::Error::RuntimeError)?;
    gvm.change(thread, change)?;
    none()
}

pub(super) fn get_access(lua: &Lua, (): &(), _: Arguments) -> mlua::Result<MultiValue> {
    let found = Gvm::of(lua)?.lent.with(|machine| {
        let frame = machine.threads[machine.current].frames.last()?;
        let (code, pc) = (&machine.compiled.codes[frame.code], frame.pc as usize);
        let (_, access) = gmc_observe::accessed(machine, machine.current, code, frame.base, &code.ops[pc])?;
        let object = machine.memory.object(access.object)?;
        Some((gmc_vm::diagnose::name_of(machine, &object), access))
    });
    let Some(Some((name, access))) = found else { return none() };
    let values = [
        name.into_lua(lua)?,
        access.offset.into_lua(lua)?,
        access.size.into_lua(lua)?,
        access.write.into_lua(lua)?,
    ];
    Ok(MultiValue::from_iter(values))
}

impl Gvm {
    /// Where callbacks have seen a thread, if the run has not gone on since.
    pub(super) fn now(&self, thread: ThreadId) -> Option<super::place::Place> {
        let mut here = self.here.borrow_mut();
        (here.thread == Some(thread)).then(|| here.trail(thread).now()).flatten()
    }

    /// Changes the state: in a callback, or between steps.
    fn change(&self, thread: ThreadId, change: Change) -> mlua::Result<()> {
        let mut change = Some(change);
        let refused = |why: String| mlua::Error::RuntimeError(why);
        let mut make = |machine: &mut gmc_vm::Machine| change.take().expect("only once").make(machine);
        if let Some(done) = self.lent.with(&mut make) {
            self.has_changed.set(true);
            return done.map_err(refused);
        }
        self.with_run(|run| {
            run.is_changed = true;
            let done = run.execution.change(thread, make);
            done.map_err(|_| refused("the state cannot be kept".to_owned()))?.map_err(refused)
        })
    }
}
