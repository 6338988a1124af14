//! Access for audits of a group, as `crate::audit` has it for a program.

use super::Group;
use super::instances::Seat;
use super::states::GroupStates;
use crate::audit::Suspended;
use crate::layer::Program;
use gmc_model::{Audited, Claims, ThreadId, ThreadOrder};

/// What is suspended during a rehearsal.
pub struct GroupSuspended {
    own: Vec<Option<Suspended>>,
    was_rehearsing: bool,
    states: Option<Box<GroupStates>>,
}

impl Audited for Group {
    type Suspended = GroupSuspended;

    fn begin_rehearsal(&mut self) -> GroupSuspended {
        let own = self.instances.iter_mut().map(|it| it.layers.get_mut());
        let own = own.map(|it| it.map(|it| it.execution_mut().begin_rehearsal())).collect();
        let was_rehearsing = std::mem::replace(&mut self.is_rehearsing, true);
        GroupSuspended { own, was_rehearsing, states: self.states.take() }
    }

    fn end_rehearsal(&mut self, suspended: GroupSuspended) {
        // Executions that were needed in between belong to no process any more.
        self.instances.truncate(suspended.own.len());
        for (instance, own) in self.instances.iter_mut().zip(suspended.own) {
            match (instance.layers.get_mut(), own) {
                (Some(layers), Some(own)) => layers.execution_mut().end_rehearsal(own),
                // The place was empty before.
                _ => instance.layers = Seat::empty(),
            }
        }
        self.is_rehearsing = suspended.was_rehearsing;
        self.states = suspended.states;
    }

    fn claims(&self) -> Claims {
        self.current().claims()
    }

    fn canonical(&mut self, order: ThreadOrder) -> u128 {
        self.state_number(|layers| layers.execution_mut().canonical(order))
    }

    fn recheck_caches(&mut self) -> Option<String> {
        for (process, at) in self.processes() {
            self.give_outside(at);
            let wrong = self.instances[at].layers.execution_mut().recheck_caches();
            if let Some(wrong) = wrong {
                return Some(format!("in process {}: {wrong}", process.index() + 1));
            }
        }
        None
    }

    fn describe(&mut self, thread: ThreadId) -> String {
        if let Some(actor) = self.names.actor(thread) {
            return actor.name().to_owned();
        }
        let Some(local) = self.focus(thread) else { return format!("thread {thread} has ended") };
        self.current_mut().describe(local)
    }
}
