//! The start and the end of the program: what runs before `main`, and what `exit` runs while other threads go on.
//!
//! As in glibc: `exit`, and the return from `main`, destroy the calling thread's `thread_local` objects, call what was
//! registered, last first, then destructors, and end the process. The other threads run until then, and stop wherever
//! they are. A second thread that wants to end the program meanwhile waits for ever (POSIX; glibc since 2.41).
//!
//! What is registered is in memory, in lists that the library's record begins, so that it counts as state and what it
//! points to is in use. Handlers start where the thread stops for others: these may register more, or end the program
//! themselves. Where none is left, that is the same step as the end: the difference is invisible.

use crate::code::Arg;
use crate::compiled::Compiled;
use crate::id::CodeId;
use crate::interp_error::InterpResult;
use crate::lower::class::Class;
use crate::machine::{Machine, Mode, SliceEnd, VisibleOp};
use crate::record::Slot;
use crate::reg::Reg;
use crate::thread::{Phase, Then, own};
use gmc_mem::{Pointer, Site, Storage};
use gmc_model::ThreadId;

/// Something to be called when the thread has nothing else to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Errand {
    /// A constructor or destructor.
    Code(CodeId),
    /// `main`
    Main,
    /// What destroys the thread's own objects, one after the other.
    ThreadLocals,
    /// Functions that were registered, one after the other.
    Handlers(List),
    /// Streams write what they have buffered.
    Streams,
    /// The end.
    End,
}

/// What functions are registered for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum List {
    /// `exit`
    Exit,
    /// `quick_exit`
    QuickExit,
}

/// A function that was registered.
#[derive(Clone, Copy, Debug)]
pub struct Handler {
    /// The function.
    pub function: Pointer,
    /// What it is called with.
    pub argument: Argument,
}

/// What a function that was registered is called with.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    /// Nothing.
    None,
    /// What was registered with it.
    Given(Reg),
    /// What `exit` was told, and what was registered with it.
    Status(Reg),
}

/// What a program does first, last first.
pub fn at_start(compiled: &Compiled) -> Vec<Errand> {
    let constructors = compiled.entry.constructors.iter().rev().map(|&code| Errand::Code(code));
    [Errand::Main].into_iter().chain(constructors).collect()
}

impl Machine {
    /// Where a list begins.
    pub fn registered(&self, list: List) -> Pointer {
        self.slot(match list {
            List::Exit => Slot::AtExit,
            List::QuickExit => Slot::AtQuickExit,
        })
    }

    /// Puts a function in front of the list that begins here. Its words: function, argument, how it is called, the
    /// next.
    pub fn register(&mut self, list: Pointer, handler: Handler) -> InterpResult<()> {
        let width = self.memory.target().pointer_size();
        let (argument, form) = match handler.argument {
            Argument::None => (Reg::ZERO, 0u64),
            Argument::Given(argument) => (argument, 1),
            Argument::Status(argument) => (argument, 2),
        };
        let next = self.memory.load_pointer(list)?;
        let node = self.allocate(4 * width as u64, 16, Storage::Internal, Site(0))?;
        let word = |at: i64| node.wrapping_offset(at * width as i64);
        self.memory.store_pointer(word(0), handler.function)?;
        if argument.meta.is_whole() || argument.is_nondet() {
            self.memory.store_sized(word(1), argument.to_scalar(), width)?;
        }
        self.memory.store_sized(word(2), form, width)?;
        self.memory.store_pointer(word(3), next)?;
        self.memory.store_pointer(list, node)?;
        Ok(())
    }

    /// Takes the first function off a list and calls it, if there is one. Whether there was.
    pub fn run_handler(&mut self, list: Pointer, then: Then) -> InterpResult<bool> {
        let node = self.memory.load_pointer(list)?;
        if node.is_null() {
            return Ok(false);
        }
        let width = self.memory.target().pointer_size();
        let word = |at: i64| node.wrapping_offset(at * width as i64);
        let function = self.memory.load_pointer(word(0))?;
        let argument = self.memory.load_sized(word(1), width).map_or(Reg::UNDEF, Reg::from_scalar);
        let form = self.memory.load_sized(word(2), width)?.bits(self.memory.target()).unwrap_or(0);
        let next = self.memory.load_pointer(word(3))?;
        self.memory.store_pointer(list, next)?;
        self.memory.kill_unheld(node.prov, Site(0))?;
        let status = Reg::number(i64::from(self.process.exit_code.unwrap_or(0)) as u64);
        let int = Class::Int { bits: 32, signed: true, size: 4 };
        let pointer = |r| Arg { r, class: Class::Pointer };
        match form {
            0 => self.call_pointer(function, &[], &[], then)?,
            1 => self.call_pointer(function, &[pointer(0)], &[argument], then)?,
            _ => {
                let args = [Arg { r: 0, class: int }, pointer(1)];
                self.call_pointer(function, &args, &[status, argument], then)?;
            }
        }
        Ok(true)
    }

    /// Ends the program as `exit` does.
    pub fn exit(&mut self, code: i32) -> InterpResult<()> {
        if self.process.ending.is_none() {
            let mut agenda = vec![Errand::End, Errand::Streams];
            agenda.extend(self.compiled.entry.destructors.iter().rev().map(|&code| Errand::Code(code)));
            agenda.extend([Errand::Handlers(List::Exit), Errand::ThreadLocals]);
            self.process.agenda = agenda;
        }
        self.end_by(code)
    }

    /// Ends it as `quick_exit` does.
    pub fn quick_exit(&mut self, code: i32) -> InterpResult<()> {
        self.process.agenda = vec![Errand::End, Errand::Handlers(List::QuickExit)];
        self.end_by(code)
    }

    /// Ends it at once, as `_exit` does.
    pub fn exit_now(&mut self, code: i32) -> InterpResult<()> {
        self.process.agenda = vec![Errand::End];
        self.end_by(code)
    }

    /// Ends it at once, with nothing else done: a signal does so.
    pub fn end_at_once(&mut self) {
        self.process.agenda.clear();
        self.process.ending = Some(self.current);
        self.process.ended = true;
        let thread = &mut self.threads[self.current];
        thread.drop_calls();
        thread.lowest = 0;
    }

    /// What `main`, which is about to return, tells `exit`, if that is not decided and somebody gets to see it:
    /// functions that run at the end, or whoever runs the program.
    pub(crate) fn open_status(&self) -> Option<Reg> {
        if self.process.nondet.is_empty() || !self.ends_program() {
            return None;
        }
        let thread = &self.threads[self.current];
        let frame = thread.frames.last().filter(|it| it.code == self.compiled.entry.main)?;
        let (r, _) = self.compiled.codes[frame.code].signature.result?;
        let status = thread.regs[frame.base + usize::from(r)];
        let is_seen = self.mode == Mode::Run || self.has_registered(List::Exit);
        status.is_nondet().then_some(status).filter(|_| is_seen)
    }

    /// Whether a list has any function.
    fn has_registered(&self, list: List) -> bool {
        self.memory.load_pointer(self.registered(list)).is_ok_and(|first| !first.is_null())
    }

    /// Ends it because `main` returns.
    pub fn exit_from_main(&mut self, code: i32) -> InterpResult<()> {
        if self.may_end() { self.exit(code) } else { self.set_phase(self.current, Phase::Outrun) }
    }

    /// Whether no other thread is ending the program.
    pub fn may_end(&self) -> bool {
        self.process.ending.is_none_or(|thread| thread == self.current)
    }

    /// Whether a thread stands where it goes on with the end of the program.
    pub fn goes_on_ending(&self, thread: ThreadId) -> bool {
        self.process.ending == Some(thread) && self.threads[thread].frames.is_empty()
    }

    fn end_by(&mut self, code: i32) -> InterpResult<()> {
        self.process.exit_code = Some(code);
        self.process.ending = Some(self.current);
        // The frames' variables stay: what runs now may still point to them.
        let thread = &mut self.threads[self.current];
        thread.drop_calls();
        thread.lowest = 0;
        // Other processes notice the end, so it is a step of its own.
        if self.mode != Mode::Run && self.world.has_peers() {
            Ok(())
        } else {
            self.next_errand(false).map(|_| ())
        }
    }

    /// The thread has no frame: what next? It stops where others can notice that.
    pub fn idle(&mut self) -> InterpResult<SliceEnd> {
        self.idle_or_stop(true)
    }

    /// The thread, which has no frame, does what it has stopped before.
    pub(crate) fn idle_on(&mut self) -> InterpResult<SliceEnd> {
        self.idle_or_stop(false)
    }

    fn idle_or_stop(&mut self, stops: bool) -> InterpResult<SliceEnd> {
        let ends = self.process.ending == Some(self.current);
        let starts = self.process.ending.is_none()
            && self.current == ThreadId::FIRST
            && !self.process.agenda.is_empty();
        if self.process.ended {
            return Ok(SliceEnd::Ended);
        }
        if !ends && !starts {
            let outrun = self.phase(self.current) == Phase::Outrun;
            return if outrun { Ok(SliceEnd::Finished) } else { self.finish_thread() };
        }
        let own = matches!(self.process.agenda.last(), Some(Errand::Code(_) | Errand::ThreadLocals));
        let by_processes = stops && self.mode == Mode::Alone && self.world.has_peers();
        if ends && !own && (self.mode == Mode::Interleaved || by_processes) {
            return Ok(SliceEnd::VisibleOp(VisibleOp::Operation));
        }
        self.next_errand(ends && by_processes)
    }

    /// Does what is next at the start or end of the program. With `stops`, no further than to what others notice.
    fn next_errand(&mut self, stops: bool) -> InterpResult<SliceEnd> {
        loop {
            let errand = self.process.agenda.pop().unwrap_or(Errand::End);
            if stops && !matches!(errand, Errand::Code(_) | Errand::ThreadLocals) {
                self.process.agenda.push(errand);
                return Ok(SliceEnd::VisibleOp(VisibleOp::Operation));
            }
            let list = match errand {
                Errand::ThreadLocals => self.own_slot(own::DESTRUCTORS),
                Errand::Handlers(list) => self.registered(list),
                Errand::Code(code) => {
                    self.enter(code, &[], &[], Then::Finish)?;
                    break;
                }
                Errand::Main => {
                    let main = self.compiled.entry.main;
                    // A harness takes none.
                    let (args, regs) = match self.compiled.codes[main].modelled {
                        true => Default::default(),
                        false => self.compiled.library.program.main_arguments(self)?,
                    };
                    self.enter(main, &args, &regs, Then::Finish)?;
                    break;
                }
                Errand::Streams => {
                    self.compiled.library.program.finish_streams(self)?;
                    // A program that does not look whether its output arrives does not find out here either.
                    self.flush();
                    continue;
                }
                Errand::End => {
                    self.compiled.library.program.finish(self)?;
                    self.process.ended = true;
                    return Ok(SliceEnd::Ended);
                }
            };
            // It may register more, for the same list.
            self.process.agenda.push(errand);
            if self.run_handler(list, Then::Finish)? {
                break;
            }
            self.process.agenda.pop();
        }
        Ok(SliceEnd::Went)
    }
}
