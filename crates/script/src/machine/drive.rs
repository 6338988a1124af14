//! Drives a run: which thread goes on, how far, and how it ends; marks, and steps that the script takes itself.
//!
//! Who goes on is asked of the script where it has set a callback for choices; otherwise the same thread goes on as
//! long as it can, but not for ever.

use super::callbacks::When;
use super::watcher::Watcher;
use super::{Ending, Gvm, Marked, Run};
use crate::source::Source;
use gmc_model::{Choice, Choices, Step, System as _, ThreadId};
use gmc_observe::View;
use gmc_observe::view::refresh;
use gmc_system::Execution;
use gmc_system::pending::Pending;
use mlua::{Lua, Value};
use std::any::Any;
use std::rc::Rc;

/// A thread lets others go on after so many steps of its own.
const MAX_IN_A_ROW: usize = 64;

/// How far a run goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    /// To its end, or until the script pauses it.
    End,
    /// One step, with this choice where the run stands before one.
    Step(Option<Choice>),
}

/// Why a run stands still.
pub(super) enum Stand {
    Paused,
    Ended(Ending),
}

impl Run {
    fn watcher(&mut self) -> Option<&mut Watcher> {
        let observer: &mut dyn Any = self.execution.observer.as_deref_mut()?;
        observer.downcast_mut()
    }

    /// What can happen next.
    pub(crate) fn choices(&mut self) -> Vec<Choice> {
        if let Some(thread) = self.unfinished {
            return vec![Choice { thread, alternative: 0 }];
        }
        if self.ending.is_some() {
            return Vec::new();
        }
        let mut choices = Choices::new();
        self.execution.choices(&mut choices);
        let found: Vec<Choice> = choices.iter().copied().collect();
        if found.is_empty() {
            self.ending = Some(match choices.take_end() {
                Some(violation) => Ending::Violated(violation),
                None if View::peek(&self.execution).has_ended() => Ending::Finished(self.exit_code()),
                None => Ending::Assumption,
            });
        }
        found
    }

    fn exit_code(&self) -> i32 {
        self.execution.machine.process.exit_code.unwrap_or(0)
    }

    /// Who goes on unless the script says otherwise.
    fn usual(&self, choices: &[Choice]) -> usize {
        let last = self.last.unwrap_or(ThreadId::FIRST);
        let in_a_row =
            self.choices.iter().rev().take(MAX_IN_A_ROW).take_while(|it| it.thread == last).count();
        let same = choices.iter().position(|it| it.thread == last).filter(|_| in_a_row < MAX_IN_A_ROW);
        same.or_else(|| choices.iter().position(|it| it.thread > last)).unwrap_or(0)
    }

    /// Takes a step, or goes on with one.
    fn step(&mut self, choice: Choice) {
        if self.unfinished.take().is_none() {
            self.choices.push(choice);
        }
        self.last = Some(choice.thread);
        self.execution.machine.step.pauses = false;
        match self.execution.step(choice) {
            Step::Moved { .. } => {}
            Step::Pruned => self.ending = Some(Ending::Assumption),
            Step::Violated(violation) => self.ending = Some(Ending::Violated(violation)),
            Step::Unknown(obstacle) => self.ending = Some(Ending::Unknown(obstacle.what)),
            Step::Stopped(_) => self.ending = Some(Ending::Unknown("a limit has ended the step".to_owned())),
        }
    }

    /// What the program has printed.
    fn print(&mut self, lua: &Lua) {
        let files = &mut self.execution.machine.world.files;
        if files.has_printed() {
            for (_, bytes) in files.take_printed() {
                // Without a session there is no one to tell.
                let _ = crate::gcc::emit(lua, &bytes);
            }
        }
    }
}

impl Gvm {
    /// Makes a run that is about to start.
    pub(crate) fn reset(self: &Rc<Gvm>, lua: &Lua) -> mlua::Result<()> {
        self.may_drive()?;
        let entry = self.entry.borrow().clone();
        let mut execution = self.machines.start(entry.as_deref()).map_err(mlua::Error::RuntimeError)?;
        execution.machine.world.files.record();
        execution.observer = Some(Box::new(Watcher::new(lua, self)));
        self.callbacks.borrow_mut().forget_masks();
        *self.here.borrow_mut() = super::Here::default();
        let program = execution.machine.compiled.program.clone();
        *self.source.borrow_mut() = Some(Source::program(program));
        *self.run.borrow_mut() = Some(Run {
            execution,
            choices: Vec::new(),
            unfinished: None,
            last: None,
            ending: None,
            marks: Vec::new(),
            is_changed: false,
        });
        Ok(())
    }

    /// Refuses what a callback may not do.
    pub(crate) fn may_drive(&self) -> mlua::Result<()> {
        match self.is_driving.get() {
            true => Err(mlua::Error::runtime(
                "a callback cannot drive the run that it is called in: pause it first",
            )),
            false => Ok(()),
        }
    }

    /// Goes on.
    pub(super) fn go_on(self: &Rc<Gvm>, lua: &Lua, until: Until) -> mlua::Result<Stand> {
        self.may_drive()?;
        if self.run.borrow().is_none() {
            self.reset(lua)?;
        }
        self.is_driving.set(true);
        self.pauses.set(false);
        let stand = self.drive(lua, until);
        self.is_driving.set(false);
        self.here.borrow_mut().thread = None;
        stand
    }

    fn drive(self: &Rc<Gvm>, lua: &Lua, until: Until) -> mlua::Result<Stand> {
        loop {
            let Some(choice) = self.choose(lua, until)? else {
                let ending = self.run.borrow().as_ref().and_then(|it| it.ending.clone());
                return Ok(ending.map_or(Stand::Paused, Stand::Ended));
            };
            // Callbacks find the machine where it is lent.
            let mut run = self.run.borrow_mut().take().expect("nobody else drives");
            run.step(choice);
            run.print(lua);
            run.is_changed |= self.has_changed.replace(false);
            let failure = self.failure.borrow_mut().take();
            if failure.is_some() || self.pauses.get() {
                // A thread that the step has created may be the one that stands still.
                let stopped = self.here.borrow().thread.unwrap_or(choice.thread);
                let state = run.execution.threads.get(stopped).filter(|_| run.ending.is_none());
                run.unfinished = state.filter(|it| matches!(it.pending, Pending::Running)).map(|_| stopped);
            }
            if until != Until::End && failure.is_none() && run.unfinished.is_none() {
                // Whether the run ends here is known when it is asked what can happen next.
                run.choices();
            }
            let ending = run.ending.clone();
            *self.run.borrow_mut() = Some(run);
            if let Some(error) = failure {
                return Err(error);
            }
            match ending {
                Some(ending) => return Ok(Stand::Ended(ending)),
                None if self.pauses.get() || until != Until::End => return Ok(Stand::Paused),
                None => {}
            }
        }
    }

    /// The next choice; none where the run has ended, or the script pauses it.
    fn choose(self: &Rc<Gvm>, lua: &Lua, until: Until) -> mlua::Result<Option<Choice>> {
        let (choices, usual, last) = {
            let mut slot = self.run.borrow_mut();
            let run = slot.as_mut().expect("nobody else drives");
            let choices = run.choices();
            let usual = run.usual(&choices);
            if choices.is_empty() || run.unfinished.is_some() {
                return Ok(choices.first().copied());
            }
            (choices, usual, run.last)
        };
        let mut choice = match until {
            Until::Step(Some(choice)) if choices.contains(&choice) => return Ok(Some(choice)),
            Until::Step(Some(_)) => return Err(mlua::Error::runtime("this is not possible here")),
            _ => choices[usual],
        };
        if choices.len() > 1 {
            for callback in self.callbacks.borrow().between(When::Choice) {
                let list = super::rows::choices(lua, self, &choices)?;
                match callback.function.call::<Value>(list)? {
                    Value::Nil => {}
                    Value::Integer(at) if (1..=choices.len() as i64).contains(&at) => {
                        choice = choices[at as usize - 1];
                    }
                    other => {
                        let (found, most) = (other.to_string()?, choices.len());
                        let text =
                            format!("a callback for choices returns a number from 1 to {most}, not {found}");
                        return Err(mlua::Error::runtime(text));
                    }
                }
                if self.pauses.get() {
                    return Ok(None);
                }
            }
        }
        if last.is_some_and(|it| it != choice.thread) {
            self.here.borrow_mut().thread = Some(choice.thread);
            for callback in self.callbacks.borrow().between(When::Switch) {
                let of = callback.filter.thread;
                if of.is_none_or(|it| it == choice.thread) {
                    callback.function.call::<Value>((last.map(|it| it.0), choice.thread.0))?;
                }
                if self.pauses.get() {
                    return Ok(None);
                }
            }
        }
        Ok(Some(choice))
    }

    /// Marks the state.
    pub(crate) fn mark(&self) -> mlua::Result<()> {
        self.with_run(|run| {
            let held = run.watcher().map(|it| it.held().to_vec()).unwrap_or_default();
            run.marks.push(Marked {
                choices: run.choices.len(),
                unfinished: run.unfinished,
                last: run.last,
                ending: run.ending.clone(),
                held,
            });
            run.execution.mark();
            Ok(())
        })
    }

    /// Goes back to the last mark, which stays.
    pub(crate) fn rewind(&self) -> mlua::Result<()> {
        self.with_run(|run| {
            let Some(marked) = run.marks.last() else {
                return Err(mlua::Error::runtime("there is no mark to go back to"));
            };
            run.choices.truncate(marked.choices);
            (run.unfinished, run.last, run.ending) = (marked.unfinished, marked.last, marked.ending.clone());
            let held = marked.held.clone();
            run.execution.rewind();
            if let Some(watcher) = run.watcher() {
                watcher.set_held(&held);
            }
            Ok(())
        })
    }

    /// Takes the last mark away.
    pub(crate) fn forget(&self) -> mlua::Result<()> {
        self.with_run(|run| match run.marks.pop() {
            Some(_) => {
                run.execution.forget();
                Ok(())
            }
            None => Err(mlua::Error::runtime("there is no mark")),
        })
    }

    /// Does something with the run, between its steps.
    pub(super) fn with_run<T>(&self, act: impl FnOnce(&mut Run) -> mlua::Result<T>) -> mlua::Result<T> {
        self.may_drive()?;
        match self.run.borrow_mut().as_mut() {
            Some(run) => act(run),
            None => Err(no_run()),
        }
    }

    /// Looks at the state: in a callback, or between steps.
    pub(crate) fn look<T>(
        &self,
        act: impl FnOnce(&View<'_>, &Rc<Source>) -> mlua::Result<T>,
    ) -> mlua::Result<T> {
        let mut act = Some(act);
        let source = self.source.borrow().clone().ok_or_else(no_run)?;
        let within =
            self.lent.with(|machine| (act.take().expect("only once"))(&View::of_machine(machine), &source));
        if let Some(done) = within {
            return done;
        }
        let searched = self.searched.with(|execution| {
            refresh(execution);
            (act.take().expect("only once"))(&View::peek(execution), &source)
        });
        if let Some(done) = searched {
            return done;
        }
        let mut slot = self.run.borrow_mut();
        let run = slot.as_mut().ok_or_else(no_run)?;
        refresh(&mut run.execution);
        (act.take().expect("only once"))(&View::peek(&run.execution), &source)
    }

    /// The program that is looked at from now on.
    pub(crate) fn look_at(&self, source: Rc<Source>) {
        *self.source.borrow_mut() = Some(source);
    }

    /// Lets the script look at the state of a search, after a step of a thread.
    pub(crate) fn within<T>(
        &self,
        execution: &mut Execution,
        thread: ThreadId,
        act: impl FnOnce() -> T,
    ) -> T {
        self.here.borrow_mut().thread = Some(thread);
        self.is_driving.set(true);
        self.searched.lend(execution, act)
    }

    /// The thread that a callback is about, or the one that goes on next.
    pub(crate) fn thread(&self) -> ThreadId {
        let here = self.here.borrow().thread;
        here.unwrap_or_else(|| {
            let run = self.run.borrow();
            run.as_ref().and_then(|it| it.unfinished.or(it.last)).unwrap_or(ThreadId::FIRST)
        })
    }
}

fn no_run() -> mlua::Error {
    mlua::Error::runtime("there is no run yet: `gvm.interpret` or `gvm.reset` makes one")
}
