//! The machine that scripts drive (`gvm`): a run of a program, callbacks in it, and its state to read and change.
//!
//! The run is one of [`Checked`]: steps, marks and traces are those of searches. In the middle of a step the program is
//! stopped by an observer ([`watcher`]), which calls the script back; between steps the script is asked which way to
//! go ([`drive`]). A run that pauses in the middle of a step ends the step there, and the same thread goes on later;
//! what is recorded are whole steps, so a trace needs no script.
//!
//! **Invariants.** Where no callback wants anything of the program, the run is as fast as without a script. A run that
//! the script has changed (`write_var`) has no trace.
//!
//! Deliberately absent: programs of several processes.

mod callbacks;
mod drive;
mod glob;
mod lent;
mod place;
mod rows;
mod state;
mod values;
mod watcher;

use crate::source::Source;
use callbacks::Callbacks;
use gmc_model::{Choice, ThreadId, Violation};
use gmc_system::{Checked, Execution};
use gmc_vm::Machine;
use lent::Lent;
use mlua::Lua;
use place::Here;
pub(crate) use rows::ROWS;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use watcher::Held;

/// Makes machines for a script, and knows how their runs are written.
pub trait Machines {
    /// The program about to start; a function by itself, where one is named.
    ///
    /// # Errors
    /// Why there is none, in words.
    fn start(&self, entry: Option<&str>) -> Result<Checked, String>;

    /// The run that these choices make up, as a trace.
    ///
    /// # Errors
    /// Why it cannot be written, in words.
    fn trace(&self, entry: Option<&str>, choices: &[Choice]) -> Result<String, String>;
}

/// The machine of a script.
pub(crate) struct Gvm {
    machines: Box<dyn Machines>,
    /// The function that is run by itself.
    entry: RefCell<Option<String>>,
    /// The run, where it is not in the middle of a step.
    run: RefCell<Option<Run>>,
    /// The program of the run.
    source: RefCell<Option<Rc<Source>>>,
    /// A run is under way: callbacks may look, and not drive.
    is_driving: Cell<bool>,
    /// The machine in the middle of a step.
    lent: Lent<Machine>,
    /// The state that a search is in.
    searched: Lent<Execution>,
    callbacks: RefCell<Callbacks>,
    /// Where the thread stands that a callback is about.
    here: RefCell<Here>,
    /// The run is to stop.
    pauses: Cell<bool>,
    /// A callback has changed the state in the step under way.
    has_changed: Cell<bool>,
    /// The script has gone wrong in a callback.
    failure: RefCell<Option<mlua::Error>>,
}

/// A run.
struct Run {
    execution: Checked,
    /// Whole steps.
    choices: Vec<Choice>,
    /// The thread whose step was ended in its middle.
    unfinished: Option<ThreadId>,
    /// The thread that went last.
    last: Option<ThreadId>,
    ending: Option<Ending>,
    marks: Vec<Marked>,
    /// The script has changed the state.
    is_changed: bool,
}

/// How a run has ended.
#[derive(Clone)]
enum Ending {
    Finished(i32),
    Violated(Box<Violation>),
    Assumption,
    Unknown(String),
}

/// What a run was at a mark, beside the state.
struct Marked {
    choices: usize,
    unfinished: Option<ThreadId>,
    last: Option<ThreadId>,
    ending: Option<Ending>,
    held: Vec<Held>,
}

impl Gvm {
    pub(crate) fn new(machines: Box<dyn Machines>) -> Gvm {
        Gvm {
            machines,
            entry: RefCell::default(),
            run: RefCell::default(),
            source: RefCell::default(),
            is_driving: Cell::new(false),
            lent: Lent::default(),
            searched: Lent::default(),
            callbacks: RefCell::default(),
            here: RefCell::default(),
            pauses: Cell::new(false),
            has_changed: Cell::new(false),
            failure: RefCell::default(),
        }
    }

    /// The machine of a script.
    fn of(lua: &Lua) -> mlua::Result<Rc<Gvm>> {
        let known = lua.app_data_ref::<Rc<Gvm>>().map(|it| it.clone());
        known.ok_or_else(|| mlua::Error::runtime("there is no program to run: name one behind the script"))
    }
}
