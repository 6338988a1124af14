//! What scripts can call of the machine.

use super::callbacks::{Callback, Filter, When};
use super::drive::{Stand, Until};
use super::place::{block_of, function_of, next_statement, statement_of};
use super::state::{
    at, dump_frame, frame, get_access, known, locals, nothing, read_var, thread, threads, write_var,
};
use super::values;
use super::{Ending, Gvm};
use crate::api::{Arguments, Row, call, get, none, one};
use crate::session::Session;
use gmc_model::{Choice, System as _};
use gmc_observe::View;
use mlua::{Function, IntoLua, Lua, MultiValue, Table, Value};
use std::rc::Rc;

pub(crate) const ROWS: &[Row<()>] = &[
    call(
        "set_entry",
        "name",
        "the function that runs by itself, with any arguments; without a name, `main`",
        |lua, (), mut arguments| {
            let gvm = Gvm::of(lua)?;
            gvm.may_drive()?;
            *gvm.entry.borrow_mut() = arguments.maybe(lua, "the name of a function")?;
            *gvm.run.borrow_mut() = None;
            none()
        },
    ),
    call("reset", "", "makes a run that is about to start; callbacks stay", |lua, (), _| {
        Gvm::of(lua)?.reset(lua)?;
        none()
    }),
    call(
        "interpret",
        "",
        "starts a run and goes on to its end, or until it is paused: `finished`, `violated`, `paused` …, and a table \
         with more",
        |lua, (), _| {
            let gvm = Gvm::of(lua)?;
            let is_fresh = gvm.run.borrow().as_ref().is_some_and(|it| it.choices.is_empty());
            if !is_fresh {
                gvm.reset(lua)?;
            }
            stand(lua, gvm.go_on(lua, Until::End)?)
        },
    ),
    call("resume", "", "goes on with a run that was paused, and returns likewise", |lua, (), _| {
        stand(lua, Gvm::of(lua)?.go_on(lua, Until::End)?)
    }),
    call(
        "step",
        "choice",
        "goes on by one step: with the choice of this number, or the usual one; returns likewise",
        step,
    ),
    call(
        "interactive",
        "",
        "a console in the middle of the script, or of a callback: lines of Lua are read until `continue` or their end",
        |lua, (), _| {
            crate::console::run(lua)?;
            none()
        },
    ),
    call("pause", "", "in a callback: the run stops where it is", |lua, (), _| {
        let gvm = Gvm::of(lua)?;
        if !gvm.is_driving.get() {
            return Err(mlua::Error::runtime("no run is under way"));
        }
        gvm.pauses.set(true);
        none()
    }),
    call("exit", "", "ends the run, and the script with it", |lua, (), _| {
        Session::of(lua)?.quit = Some(0);
        Err(mlua::Error::runtime(crate::QUIT))
    }),
    call("mark", "", "marks the state, to come back to it", |lua, (), _| {
        Gvm::of(lua)?.mark()?;
        none()
    }),
    call("rewind", "", "goes back to the last mark, which stays", |lua, (), _| {
        Gvm::of(lua)?.rewind()?;
        none()
    }),
    call("forget", "", "takes the last mark away", |lua, (), _| {
        Gvm::of(lua)?.forget()?;
        none()
    }),
    call(
        "choices",
        "",
        "a list of what can happen next: `thread`, `alternative`, `action`, `file`, `line`",
        |lua, (), _| {
            let gvm = Gvm::of(lua)?;
            let found = gvm.with_run(|run| Ok(run.choices()))?;
            one(lua, choices(lua, &gvm, &found)?)
        },
    ),
    call("fingerprint", "", "a text that equal states have in common, and others have not", |lua, (), _| {
        let print = Gvm::of(lua)?.with_run(|run| Ok(run.execution.fingerprint()))?;
        one(lua, format!("{print:032x}"))
    }),
    call("save_trace", "file", "writes the run so far, for `gmc replay`, which needs no script", save_trace),
    call(
        "set_callback_gs",
        "cb, filter",
        "calls `cb` before each statement that the filter lets through",
        |lua, (), arguments| set_callback(lua, When::Statement, arguments),
    ),
    call(
        "set_callback_bb",
        "cb, filter",
        "calls `cb` at the start of each basic block",
        |lua, (), arguments| set_callback(lua, When::Block, arguments),
    ),
    call(
        "set_callback_fn",
        "cb, filter",
        "calls `cb` before each call of a function",
        |lua, (), arguments| set_callback(lua, When::Call, arguments),
    ),
    call(
        "set_callback_access",
        "cb, filter",
        "calls `cb` before the program's own accesses to memory",
        |lua, (), arguments| set_callback(lua, When::Access, arguments),
    ),
    call(
        "set_callback_switch",
        "cb, filter",
        "calls `cb(from, to)` when another thread goes on",
        |lua, (), arguments| set_callback(lua, When::Switch, arguments),
    ),
    call(
        "set_callback_choice",
        "cb",
        "calls `cb(choices)` where there are several ways to go on; it returns the number of one, or nil",
        |lua, (), arguments| set_callback(lua, When::Choice, arguments),
    ),
    call("clear_callback", "cb", "takes a callback away; whether there was one", |lua, (), mut arguments| {
        let function: Function = arguments.take(lua, "a function")?;
        one(lua, Gvm::of(lua)?.callbacks.borrow_mut().remove(&function))
    }),
    call("threads", "", "a list of the threads: `number`, `status`, `file`, `line`", threads),
    call("thread", "", "the number of the thread that goes on", |lua, (), _| {
        one(lua, Gvm::of(lua)?.thread().0)
    }),
    call("n_frames", "thread", "how many calls a thread is in", |lua, (), mut arguments| {
        let (gvm, thread) = (Gvm::of(lua)?, thread(lua, &mut arguments)?);
        one(lua, gvm.look(|view, _| Ok(view.depth(known(view, thread)?)))?)
    }),
    call("frame", "i, thread", "the function of a call, its file and its line; 1 is the innermost", frame),
    call(
        "frame_locals",
        "i, thread",
        "a list of the names of a call's variables",
        |lua, (), mut arguments| {
            let (i, thread) = at(lua, &mut arguments)?;
            one(lua, Gvm::of(lua)?.look(|view, _| locals(view, i, thread))?)
        },
    ),
    call("dump_frame", "i, thread", "prints all variables of a call with their values", dump_frame),
    call("globals", "", "a list of the names of the program's variables", |lua, (), _| {
        let name = |view: &View<'_>| {
            let all = view.globals().into_iter().map(|it| view.program().name(it.0).to_owned());
            Ok(all.collect::<Vec<String>>())
        };
        one(lua, Gvm::of(lua)?.look(|view, _| name(view))?)
    }),
    call(
        "read_var",
        "i, expression, thread",
        "the value of a variable or expression in a call, 0 for the program's variables; nil and why if it has none",
        read_var,
    ),
    call(
        "write_var",
        "i, variable, value, thread",
        "sets a variable to a number, or to what an expression in quotes says: the run has no trace then",
        write_var,
    ),
    call("show", "i, expression, thread", "a value as the debugger shows it", |lua, (), mut arguments| {
        let i: usize = arguments.take(lua, "the number of a call, or 0")?;
        let text: String = arguments.take(lua, "an expression")?;
        let thread = thread(lua, &mut arguments)?;
        let shown = Gvm::of(lua)?.look(|view, _| {
            let context = values::context(view, known(view, thread)?, i.checked_sub(1));
            Ok(context.value(&text).and_then(|it| context.show(&text, &it)))
        })?;
        match shown {
            Ok(it) => one(lua, gmc_debug::in_a_line(&it)),
            Err(why) => nothing(lua, &why),
        }
    }),
    call("get_gs", "thread", "the statement that is executed next", |lua, (), mut arguments| {
        let (gvm, thread) = (Gvm::of(lua)?, thread(lua, &mut arguments)?);
        let known = gvm.now(thread);
        let found = gvm.look(|view, source| {
            let at = known.or_else(|| next_statement(view, thread));
            Ok(at.and_then(|at| statement_of(source, view.compiled(), at)))
        })?;
        one(lua, found)
    }),
    call("get_bb", "thread", "the block that it is in", |lua, (), mut arguments| {
        let (gvm, thread) = (Gvm::of(lua)?, thread(lua, &mut arguments)?);
        let known = gvm.now(thread);
        let found = gvm.look(|view, source| {
            let at = known.or_else(|| next_statement(view, thread));
            Ok(at.and_then(|at| block_of(source, view.compiled(), at.code, at.block)))
        })?;
        one(lua, found)
    }),
    call("get_fn", "thread", "the function that it is in", |lua, (), mut arguments| {
        let (gvm, thread) = (Gvm::of(lua)?, thread(lua, &mut arguments)?);
        let found = gvm.look(|view, source| {
            let code = view.innermost(thread).map(|it| it.next().code);
            Ok(code.and_then(|it| function_of(source, view.compiled(), it)))
        })?;
        one(lua, found)
    }),
    call(
        "get_prev_gs",
        "thread",
        "the statement of the thread that callbacks have seen before this one",
        |lua, (), mut arguments| {
            let (gvm, thread) = (Gvm::of(lua)?, thread(lua, &mut arguments)?);
            let before = gvm.here.borrow_mut().trail(thread).statement_before();
            let found =
                gvm.look(|view, source| Ok(before.and_then(|at| statement_of(source, view.compiled(), at))))?;
            one(lua, found)
        },
    ),
    call(
        "get_prev_bb",
        "thread",
        "the block of this call that callbacks have seen before this one",
        |lua, (), mut arguments| {
            let (gvm, thread) = (Gvm::of(lua)?, thread(lua, &mut arguments)?);
            let before = gvm.here.borrow_mut().trail(thread).block_before();
            let found = gvm.look(|view, source| {
                Ok(before.and_then(|(code, block)| block_of(source, view.compiled(), code, block)))
            })?;
            one(lua, found)
        },
    ),
    call(
        "get_callee",
        "",
        "in a callback at a call: the name of the function that is called",
        |lua, (), _| {
            let gvm = Gvm::of(lua)?;
            let name = gvm.lent.with(|machine| {
                let thread = machine.current;
                let frame = machine.threads[thread].frames.last()?;
                super::watcher::called(
                    machine,
                    thread,
                    &machine.compiled.codes[frame.code],
                    frame.pc as usize,
                )
            });
            one(lua, name.flatten())
        },
    ),
    call(
        "get_access",
        "",
        "in a callback at an access: the variable, the offset in it, the size, and whether it is written",
        get_access,
    ),
    get("running", "whether a callback is called", |lua, ()| {
        Gvm::of(lua).is_ok_and(|it| it.is_driving.get()).into_lua(lua)
    }),
];

fn set_callback(lua: &Lua, when: When, mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let function: Function = arguments.take(lua, "a function")?;
    let table: Option<Table> = arguments.maybe(lua, "a table")?;
    let filter = Filter::read(table.as_ref())?;
    Gvm::of(lua)?.callbacks.borrow_mut().add(Callback { when, function, filter })?;
    none()
}

/// How a run stands, as scripts get it.
fn stand(lua: &Lua, stand: Stand) -> mlua::Result<MultiValue> {
    let more = lua.create_table()?;
    let word = match stand {
        Stand::Paused => "paused",
        Stand::Ended(Ending::Finished(code)) => {
            more.set("code", code)?;
            "finished"
        }
        Stand::Ended(Ending::Violated(violation)) => {
            more.set("kind", violation.kind.name())?;
            more.set("message", violation.message.as_str())?;
            more.set("thread", violation.thread.0)?;
            if let Some(at) = &violation.location {
                more.set("file", at.file.as_str())?;
                more.set("line", at.line)?;
                more.set("fn", at.function.as_str())?;
            }
            "violated"
        }
        Stand::Ended(Ending::Assumption) => "pruned",
        Stand::Ended(Ending::Unknown(why)) => {
            more.set("message", why)?;
            "unknown"
        }
    };
    Ok(MultiValue::from_iter([word.into_lua(lua)?, Value::Table(more)]))
}

fn step(lua: &Lua, (): &(), mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let at: Option<usize> = arguments.maybe(lua, "the number of a choice")?;
    let gvm = Gvm::of(lua)?;
    let choice = match at {
        None => None,
        Some(at) => {
            if gvm.run.borrow().is_none() {
                gvm.reset(lua)?;
            }
            let all = gvm.with_run(|run| Ok(run.choices()))?;
            let found = at.checked_sub(1).and_then(|at| all.get(at)).copied();
            let count = all.len();
            Some(
                found
                    .ok_or_else(|| mlua::Error::runtime(format!("there are {count} choices, and no {at}")))?,
            )
        }
    };
    stand(lua, gvm.go_on(lua, Until::Step(choice))?)
}

/// Choices as a list for the script.
pub(super) fn choices(lua: &Lua, gvm: &Rc<Gvm>, choices: &[Choice]) -> mlua::Result<Table> {
    let list = lua.create_table()?;
    let mut slot = gvm.run.borrow_mut();
    let Some(run) = slot.as_mut() else { return Ok(list) };
    for &choice in choices {
        let event = run.execution.action(choice);
        let row = lua.create_table()?;
        row.set("thread", choice.thread.0)?;
        row.set("alternative", choice.alternative)?;
        row.set("action", event.action)?;
        if let Some(at) = event.location {
            row.set("file", at.file)?;
            row.set("line", at.line)?;
            row.set("fn", at.function)?;
        }
        list.push(row)?;
    }
    Ok(list)
}

fn save_trace(lua: &Lua, (): &(), mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let file: String = arguments.take(lua, "the name of a file")?;
    let gvm = Gvm::of(lua)?;
    let choices = gvm.with_run(|run| match (run.is_changed, run.unfinished) {
        (true, _) => Err(mlua::Error::runtime(
            "the script has changed variables: choices alone do not make up this run",
        )),
        (_, Some(_)) => {
            Err(mlua::Error::runtime("the run stands in the middle of a step: `gvm.step` ends it"))
        }
        _ => Ok(run.choices.clone()),
    })?;
    let entry = gvm.entry.borrow().clone();
    let text = gvm.machines.trace(entry.as_deref(), &choices).map_err(mlua::Error::RuntimeError)?;
    let files = Session::of(lua)?.files.clone();
    files.write(&file, text.as_bytes(), false).map_err(mlua::Error::RuntimeError)?;
    none()
}
