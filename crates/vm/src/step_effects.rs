//! What the operation under way was told to do and has done so far, beside its changes of the state.
//!
//! No part of a state: whoever drives the machine sets it before a step and reads it afterwards.

use crate::peers::Peers;
use crate::programs::Exec;
use crate::reg::Reg;
use gmc_model::ThreadId;
use gmc_world::ProcessId;

/// The operation under way.
#[derive(Debug, Default)]
pub struct StepEffects {
    /// The alternative that it takes, where it has several.
    pub alternative: u32,
    /// Threads that it has created.
    pub created: Vec<ThreadId>,
    /// The program says that it is progress.
    pub progress: bool,
    /// It has asked for the time, which passes whatever the program does.
    pub asks_time: bool,
    /// The thread stands where it stood: something had to be decided before the operation, which was taken back.
    pub taken_back: bool,
    /// Whoever watches wants the step to end where the thread stands.
    pub pauses: bool,
    /// What a function returned that the machine called for itself ([`crate::thread::Then::Report`]).
    pub report: Option<Reg>,
    /// The process that the operation, which makes one, returns in: a new one, or where none is named the one that has
    /// called it.
    pub child: Option<ProcessId>,
    /// The process that it has made.
    pub forked: Option<ProcessId>,
    /// The program that it has put in the place of its own. The machine has ended.
    pub exec: Option<Box<Exec>>,
    /// A hash of the bytes that a function hands over as a part of the abstract state.
    pub abstracted: u128,
    /// The memories of other processes, while a function looks at them.
    pub peers: Option<Box<Peers>>,
    /// Texts that threads gave for reports; none unless they are collected.
    pub labels: Option<Vec<(ThreadId, String)>>,
}
