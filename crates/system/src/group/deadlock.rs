//! What is wrong with a group as a whole: nobody goes on in any process, or a value that is not decided yet crosses
//! from one process to another.

use super::Group;
use crate::layer::Program;
use crate::pending::Pending;
use gmc_model::{ErrorKind, Note, Obstacle, Step, ThreadId, Violation};
use gmc_vm::diagnose;
use gmc_world::ProcessId;

/// A choice that no thread has: it comes from a trace of another program.
pub(super) fn no_such_thread(thread: ThreadId) -> Step {
    Step::Unknown(Box::new(Obstacle {
        what: format!("a step of thread {thread}, which has ended"),
        location: None,
    }))
}

impl Group {
    /// The violation, if some process waits, and nobody in any process goes on.
    pub(super) fn deadlock(&mut self) -> Option<Box<Violation>> {
        let mut found: Option<Box<Violation>> = None;
        let mut count = 0;
        for (process, at) in self.processes() {
            self.give_outside(at);
            let execution = self.instances[at].layers.execution_mut();
            let assumed = execution.threads.iter().any(|it| matches!(it.pending, Pending::AssumptionFailed));
            if assumed {
                return None;
            }
            let Some(own) = execution.deadlock() else { continue };
            let own = self.of_process(process, own);
            if own.kind == ErrorKind::Livelock {
                return Some(own);
            }
            count += 1;
            match &mut found {
                None => found = Some(own),
                Some(found) => found.notes.extend(own.notes),
            }
        }
        if let Some(found) = &mut found
            && count > 1
        {
            found.message = format!("all {count} processes wait for ever");
        }
        found
    }

    /// What is wrong with a step of a process or of the environment, and with the state after it: a message, nobody
    /// goes on unless something happens that need not, or an invariant of all processes does not hold.
    pub(super) fn judged(&mut self, step: Step, by: Option<ProcessId>) -> Step {
        let step = self.tell_messages(step, by);
        if !matches!(step, Step::Moved { .. }) {
            return step;
        }
        if self.checks.deadlocks
            && self.waits_for_luck()
            && let Some(deadlock) = self.deadlock()
        {
            return Step::Violated(deadlock);
        }
        self.check_invariants(step)
    }

    /// Whether nobody goes on unless a call fails, or the environment does what it need not.
    fn waits_for_luck(&mut self) -> bool {
        let can_fail = !self.current().machine.rules.fault_budgets.is_empty();
        if !can_fail && !self.current().machine.world.has_optional_events() {
            return false;
        }
        let processes: Vec<_> = self.processes().collect();
        for &(_, at) in &processes {
            self.give_outside(at);
        }
        !processes.is_empty()
            && processes.iter().all(|&(_, at)| self.instances[at].layers.execution_mut().waits_for_faults())
            && !self.must_go_on()
    }

    /// What came of a step of a process, in terms of the group.
    pub(super) fn told(&self, process: ProcessId, step: Step) -> Step {
        match step {
            Step::Violated(violation) => Step::Violated(self.of_process(process, violation)),
            other => other,
        }
    }

    /// A violation in a process, in terms of the group.
    fn of_process(&self, process: ProcessId, mut violation: Box<Violation>) -> Box<Violation> {
        violation.thread = self.names.global(process, violation.thread);
        if self.names.has_several_processes() {
            let at = self.roster.get(process.index()).copied().flatten().unwrap_or(self.current);
            let name = self.instances[at].layers.execution().machine.process_name();
            let message = format!("in {name}, whose number is {}", process.number());
            violation.notes.push(Note { message, location: None });
        }
        violation
    }

    /// Something that processes share is a value that is not decided yet. Which values it can have is known in one
    /// process only.
    pub(super) fn crossing_value(&self) -> Option<Box<Obstacle>> {
        let machine = &self.current().machine;
        if machine.process.nondet.is_empty() || !self.outside.processes.are_several() {
            return None;
        }
        let mut crosses = false;
        machine.world.each_term(|_| crosses = true);
        crosses.then(|| {
            let what = "a value that is not decided yet and that another process can get: bound it before"
                .to_owned();
            Box::new(Obstacle { what, location: diagnose::here(machine) })
        })
    }
}
