//! Hosts that crash and start again (`gmc_world::HostEvent`): processes end without a step of their own, and others
//! begin.
//!
//! A process that a crash ends does nothing more, so nothing is asked of it: it has no leak, and its parent, which is
//! on the same host, hears of nothing. A process that begins stands before its first step, as those of a system do.
//!
//! An execution that a crash puts aside is marked like one that has made a step: where the search goes back, it is the
//! process again.

use super::Group;
use gmc_model::{Obstacle, Step, ThreadId};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_world::{HostEvent, HostId, ProcessId};
use std::rc::Rc;

impl Group {
    /// After something has happened to a host: processes are as the outside says.
    pub(super) fn step_host(&mut self, event: HostEvent) -> Step {
        match event {
            HostEvent::GiveUp(_) => return Step::Moved { progress: false },
            HostEvent::Crash(..) => {
                if let Some(obstacle) = self.surviving_value() {
                    return Step::Unknown(obstacle);
                }
                self.end_lost();
            }
            HostEvent::Start(host) => {
                if let Err(error) = self.begin_host(host) {
                    return self.current_mut().judge(&error);
                }
            }
        }
        Step::Moved { progress: false }
    }

    /// Processes that the outside knows no more are gone.
    fn end_lost(&mut self) {
        let lost: Vec<(ProcessId, usize)> =
            self.processes().filter(|it| !self.outside.processes.is_running(it.0)).collect();
        for (process, at) in lost {
            self.mark_instance(at);
            self.cut_off(process, at);
            Rc::make_mut(&mut self.roster)[process.index()] = None;
        }
    }

    /// The processes of a host begin.
    fn begin_host(&mut self, host: HostId) -> InterpResult<()> {
        for start in self.current().machine.world.starts_on(host) {
            let Some(world) = self.current_mut().machine.world.start_again(start) else {
                return Err(InterpError::unsupported(
                    "a host that starts again where there are too many processes",
                ));
            };
            let process = world.process;
            self.take_outside();
            self.begin(process, self.beginnings.starts[start], world)?;
            let known = self.names.len();
            self.names.note(process, self.current().threads.len());
            self.footprint.1.extend((known..self.names.len()).map(ThreadId::new));
        }
        Ok(())
    }

    /// A value that is not decided yet stands in a file of the host: what is known of it is lost with the process.
    fn surviving_value(&self) -> Option<Box<Obstacle>> {
        let mut survives = false;
        self.current().machine.world.each_term(|_| survives = true);
        survives.then(|| {
            let what =
                "a value that is not decided yet and that outlives a crash: bound it before".to_owned();
            Box::new(Obstacle { what, location: None })
        })
    }
}
