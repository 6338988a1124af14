//! What happens without any process's doing: deadlines pass, the network loses messages, and hosts crash (`hosts`).
//!
//! Each actor of the environment (`gmc_world::Actor`) has a number as threads have, and what it can do are its choices.
//! So traces, replay and all engines need to know nothing of it. Its steps change the outside only, which each mark of
//! the group keeps.
//!
//! An actor's step counts as dependent on every other one: which events there are follows from what threads wait for,
//! and a thread may begin to wait in any step.

use super::Group;
use super::deadlock::no_such_thread;
use crate::Execution;
use crate::layer::Program;
use crate::pending::Pending;
use gmc_model::{Access, Choice, Choices, Event, Premise, Step};
use gmc_vm::effects::Traits;
use gmc_world::{Actor, Happening, HostId, Passing};
use std::time::Duration;

impl Group {
    /// Adds what the environment can do.
    pub(super) fn environment_choices(&mut self, out: &mut Choices) {
        if !self.names.has_actors() {
            return;
        }
        let awaited = self.awaited_times();
        let urgent = self.is_urgent();
        for (thread, actor) in self.names.actors().filter(|it| !urgent || it.1 == Actor::Network) {
            let count = self.current().machine.world.events(actor, &awaited).len() as u32;
            out.extend((0..count).map(|alternative| Choice { thread, alternative }));
        }
    }

    /// Whether nobody but the network goes on.
    pub(super) fn is_urgent(&self) -> bool {
        self.current().machine.world.network_is_urgent()
    }

    /// Whether the environment has to do something, sooner or later.
    pub(super) fn must_go_on(&mut self) -> bool {
        if !self.names.has_actors() {
            return false;
        }
        let awaited = self.awaited_times();
        let world = &self.current().machine.world;
        let mut events = self.names.actors().flat_map(|(_, actor)| world.events(actor, &awaited));
        events.any(|it| !it.is_optional())
    }

    /// The times that threads wait for, as the clock will show them.
    fn awaited_times(&mut self) -> Vec<(HostId, Duration)> {
        let mut times = Vec::new();
        for (_, at) in self.processes() {
            self.give_outside(at);
            self.instances[at].layers.execution_mut().add_awaited_times(&mut times);
        }
        times
    }

    /// What can happen by an actor, and what is chosen of it.
    fn event(&mut self, actor: Actor, alternative: u32) -> (Option<Happening>, u32) {
        self.take_outside();
        let awaited = self.awaited_times();
        let mut events = self.current().machine.world.events(actor, &awaited);
        let count = events.len();
        let at = alternative as usize;
        ((at < count).then(|| events.swap_remove(at)), count as u32)
    }

    /// Lets something happen.
    pub(super) fn step_environment(&mut self, actor: Actor, choice: Choice) -> Step {
        self.footprint.0.push(Access::everything());
        let (Some(event), _) = self.event(actor, choice.alternative) else {
            return no_such_thread(choice.thread);
        };
        let execution = self.current_mut();
        if actor == Actor::Clock {
            execution.machine.rely_on(match execution.machine.world.clock().passing() {
                Passing::Still | Passing::Ordered => Premise::Deadlines,
                Passing::Free => Premise::AnyOrder,
            });
        }
        execution.machine.world.happen(&event);
        execution.drop_alternatives();
        self.take_outside();
        let step = match event {
            Happening::Host(event) => self.step_host(event),
            Happening::Time(..) => Step::Moved { progress: true },
            Happening::Network(_) => Step::Moved { progress: false },
        };
        match step {
            Step::Moved { .. } => self.judged(step, None),
            other => other,
        }
    }

    /// What a choice of the environment is, for those who read the run; none where a thread goes on.
    pub(crate) fn event_of(&mut self, choice: Choice) -> Option<Event> {
        let actor = self.names.actor(choice.thread)?;
        let (event, outcomes) = self.event(actor, choice.alternative);
        let world = &self.current().machine.world;
        Some(Event {
            choice,
            actor: Some(actor.name().to_owned()),
            outcomes,
            location: None,
            action: event.map_or(String::new(), |it| world.describe_event(&it)),
            creates: false,
            effects: Vec::new(),
            path: Vec::new(),
            labels: Vec::new(),
            messages: Vec::new(),
            is_environment: true,
        })
    }
}

impl Execution {
    /// Adds the times that threads wait for, as the clock will show them.
    fn add_awaited_times(&mut self, times: &mut Vec<(HostId, Duration)>) {
        if !self.machine.compiled.uses.times {
            return;
        }
        for thread in self.threads.ids() {
            let waits = |it: &Pending| matches!(it, Pending::Call(op) if op.native.has(Traits::TELLS_TIME));
            if waits(&self.threads[thread].pending) {
                self.machine.turns.alarm.set(None);
                self.alternatives(thread);
                let host = self.machine.world.files.host_id();
                times.extend(self.machine.turns.alarm.take().map(|it| (host, it)));
            }
        }
    }
}
