//! Choices, steps, marks and snapshots of a group.

use super::{Group, GroupSnapshot, MarkedState};
use crate::layer::Program;
use crate::pending::Pending;
use gmc_mem::hash_with_salt;
use gmc_model::{Access, Choice, Choices, Footprints, Step, System, ThreadId};
use gmc_world::ProcessId;
use std::rc::Rc;

/// The bits of an access's object that tell processes apart. Objects of one process have smaller numbers, and those
/// without a name have classes below.
const PROCESS_SHIFT: u32 = 48;

/// The number that a footprint has for the set of threads, and the first of those of single threads.
const THREADS: u64 = crate::footprint::THREADS;
/// The bit of the numbers of parts of the outside, which are the same for all processes.
const OUTSIDE: u64 = crate::footprint::OUTSIDE;
/// What lies behind the numbers of threads.
const BEHIND_THREADS: u64 = THREADS + (1 << 32);

impl System for Group {
    type Snapshot = GroupSnapshot;

    fn choices(&mut self, out: &mut Choices) {
        out.clear();
        self.take_outside();
        let (mut all_ended, mut section) = (!self.outside.awaits_start(), false);
        for (process, at) in self.processes() {
            self.give_outside(at);
            let layers = &mut self.instances[at].layers;
            layers.choices(&mut self.scratch);
            all_ended &= layers.execution().machine.process.ended;
            let in_section = layers.execution().is_in_section(&self.scratch)
                || layers.execution().machine.rules.goes_first
                || layers.execution().deciding().is_some();
            if in_section && !self.scratch.is_empty() {
                out.clear();
            }
            let names = &self.names;
            out.extend(
                self.scratch.iter().map(|it| Choice { thread: names.global(process, it.thread), ..*it }),
            );
            if in_section && !self.scratch.is_empty() {
                section = true;
                break;
            }
        }
        if !all_ended && !section {
            if self.is_urgent() {
                out.clear();
            }
            self.environment_choices(out);
        }
        if out.is_reducing() && !out.is_empty() {
            let ample = self.ample(out);
            out.set_ample(ample);
        }
        if out.is_empty() && !all_ended && self.checks.deadlocks {
            let deadlock = self.deadlock();
            out.set_end(deadlock);
        }
    }

    fn step(&mut self, choice: Choice) -> Step {
        self.footprint.0.clear();
        self.footprint.1.clear();
        if let Some(actor) = self.names.actor(choice.thread) {
            return self.step_environment(actor, choice);
        }
        let Some(local) = self.focus(choice.thread) else {
            return super::deadlock::no_such_thread(choice.thread);
        };
        let (process, _) = self.names.local(choice.thread).expect("it was found");
        let at = self.current;
        self.mark_instance(at);
        let own = Choice { thread: local, ..choice };
        if let Some(race) = self.check_race(process, at, own) {
            self.collect_footprint(process, at);
            return race;
        }
        self.instances[at].layers.execution_mut().machine.memory.settle_replicas();
        let before = self.before_fork(at, local);
        let mut step = self.instances[at].layers.step(own);
        let forked = self.current_mut().machine.step.forked.take();
        let exec = self.current_mut().machine.step.exec.take();
        self.collect_footprint(process, at);
        self.note_threads(process, at);
        self.publish(at);
        if let (Step::Moved { .. }, Some(child), Some(before)) = (&step, forked, &before) {
            let begun = self.begin_child(child, before, own);
            if let Step::Moved { progress } = begun {
                step = match step {
                    Step::Moved { progress: own } => Step::Moved { progress: own || progress },
                    other => other,
                };
                // The order in which processes begin decides their numbers.
                self.footprint.0.push(Access::everything());
            } else {
                return self.told(child, begun);
            }
        }
        self.take_outside();
        if !matches!(step, Step::Moved { .. }) {
            return self.told(process, step);
        }
        if let Some(fault) = self.fault.take() {
            return self.current_mut().judge(&fault);
        }
        if let Some(exec) = exec {
            if let Err(fault) = self.execute(process, &exec) {
                let step = self.current_mut().judge(&fault);
                return self.told(process, step);
            }
            // Whatever the program before it has done came before.
            self.footprint.0.push(Access::everything());
        } else if self.current().machine.process.ended {
            self.cut_off(process, at);
            Rc::make_mut(&mut self.roster)[process.index()] = None;
        }
        if let Some(obstacle) = self.crossing_value() {
            return Step::Unknown(obstacle);
        }
        self.judged(step, Some(process))
    }

    fn fingerprint(&mut self) -> u128 {
        let number = self.state_number(|layers| layers.fingerprint());
        match &self.checks.of_processes {
            // Fairness is about threads by their numbers.
            Some(_) if self.states.is_none() => hash_with_salt(self.names.hash_of(), number),
            _ => number,
        }
    }

    fn mark(&mut self) {
        self.take_outside();
        self.marks.push(MarkedState {
            outside: self.outside.clone(),
            roster: self.roster.clone(),
            cut_off: self.cut_off.clone(),
            threads: self.names.len(),
            current: self.current,
        });
    }

    fn rewind(&mut self) {
        let level = self.marks.len();
        let marked = self.marks.last().expect("there is a mark");
        let (current, threads) = (marked.current, marked.threads);
        let cut_off = marked.cut_off.clone();
        let outside = marked.outside.clone();
        self.roster = marked.roster.clone();
        for (at, instance) in self.instances.iter_mut().enumerate() {
            if instance.levels.last() == Some(&level) {
                instance.layers.rewind();
            }
            // What came into being after the mark is none any more.
            if instance.last_level() == Some(level) && !self.roster.contains(&Some(at)) {
                instance.drop_marks();
            }
        }
        for at in 0..self.instances.len() {
            let instance = &self.instances[at];
            if instance.levels.is_empty() && instance.last_level() == Some(level) {
                self.bring_back(at);
            }
        }
        let is_taken = |at: &usize| self.instances[*at].layers.is_taken();
        // The one that has made the last step then may have ended and given its execution away.
        let current = Some(current).filter(is_taken).or(self.roster.iter().copied().flatten().next());
        self.turn_to(current.unwrap_or(self.current));
        self.cut_off = cut_off;
        self.outside = outside;
        self.give_outside(self.current);
        self.names.truncate(threads);
    }

    fn forget(&mut self) {
        let level = self.marks.len();
        self.marks.pop().expect("there is a mark");
        self.instances.iter_mut().for_each(|it| it.forget_level(level));
    }

    fn snapshot(&mut self) -> GroupSnapshot {
        self.take_outside();
        let processes: Vec<_> = self
            .processes()
            .map(|(process, at)| {
                let instance = &mut self.instances[at];
                (process.index(), instance.program, instance.layers.snapshot())
            })
            .collect();
        GroupSnapshot { outside: self.outside.clone(), processes, names: self.names.clone() }
    }

    fn restore(&mut self, snapshot: &GroupSnapshot) {
        self.marks.clear();
        self.instances.iter_mut().for_each(|it| it.drop_marks());
        self.roster = Rc::default();
        self.cut_off = Rc::default();
        let mut roster = Vec::new();
        for (process, program, own) in &snapshot.processes {
            let fits = |at: &usize| {
                let it = &self.instances[*at];
                it.program == *program && it.layers.is_taken() && !roster.contains(&Some(*at))
            };
            let at = (0..self.instances.len()).find(fits);
            let at = at.unwrap_or_else(|| self.add_instance(*program));
            self.instances[at].layers.restore(own);
            roster.resize(process + 1, None);
            roster[*process] = Some(at);
        }
        self.roster = Rc::new(roster);
        self.outside = snapshot.outside.clone();
        self.give_outside(self.current);
        let first = self.processes().next().map_or(self.current, |it| it.1);
        self.turn_to(first);
        self.names = snapshot.names.clone();
    }
}

impl Group {
    /// Choices of one thread that suffice: those of one whose pending operation is private.
    fn ample(&mut self, choices: &[Choice]) -> Option<std::ops::Range<usize>> {
        // What is private to a thread is seen by an invariant, and may be by a proposition.
        if self.may_have_invariants() || self.checks.of_processes.is_some() {
            return None;
        }
        let mut start = 0;
        while let Some(first) = choices.get(start) {
            let end = start + choices[start..].iter().take_while(|it| it.thread == first.thread).count();
            let Some((process, local)) = self.names.local(first.thread) else {
                start = end;
                continue;
            };
            let at = self.roster[process.index()]?;
            let is_private = end - start < choices.len()
                && self.instances[at].layers.execution_mut().decide_private(local);
            if is_private {
                return Some(start..end);
            }
            start = end;
        }
        None
    }

    /// A process ends: notes which of its threads would have gone on.
    pub(super) fn cut_off(&mut self, process: ProcessId, at: usize) {
        let threads = &self.instances[at].layers.execution().threads;
        let goes_on = |it: &Pending| !matches!(it, Pending::Done | Pending::AssumptionFailed);
        let names = &self.names;
        let gone =
            threads.entries().filter(|(_, it)| goes_on(&it.pending)).map(|(it, _)| names.global(process, it));
        Rc::make_mut(&mut self.cut_off).extend(gone);
    }

    /// Gives numbers to threads that a process has made.
    fn note_threads(&mut self, process: ProcessId, at: usize) {
        let count = self.instances[at].layers.execution().threads.len();
        self.names.note(process, count);
    }

    /// Adds the footprint of the last step of a process, in terms of the group.
    pub(super) fn collect_footprint(&mut self, process: ProcessId, at: usize) {
        let execution = self.instances[at].layers.execution_mut();
        if !execution.footprint.is_on {
            return;
        }
        let (mut accesses, mut created) = (Vec::new(), Vec::new());
        execution.footprint(&mut accesses, &mut created);
        let count = execution.threads.len();
        self.names.note(process, count);
        let names = &self.names;
        self.footprint.0.extend(accesses.into_iter().map(|it| of_process(it, process, names)));
        self.footprint.1.extend(created.into_iter().map(|it| names.global(process, it)));
    }
}

/// An access of a process's step, as the group has it: objects of two processes are never the same.
fn of_process(access: Access, process: ProcessId, names: &super::Names) -> Access {
    let object = match access.object {
        _ if access.is_everything() => return access,
        THREADS => THREADS,
        object @ THREADS..BEHIND_THREADS => {
            let local = ThreadId((object - THREADS - 1) as u32);
            THREADS + 1 + u64::from(names.global(process, local).0)
        }
        object if object & OUTSIDE != 0 && !access.is_unnamed() => object,
        object => object | (u64::from(process.0) + 1) << PROCESS_SHIFT,
    };
    Access { object, ..access }
}

impl Footprints for Group {
    fn track(&mut self, on: bool) {
        self.each(|it| it.track(on));
    }

    fn footprint(&mut self, accesses: &mut Vec<Access>, created: &mut Vec<ThreadId>) {
        accesses.extend_from_slice(&self.footprint.0);
        created.extend_from_slice(&self.footprint.1);
    }

    fn thread_count(&self) -> u32 {
        self.names.len() as u32
    }

    fn is_actor(&self, thread: ThreadId) -> bool {
        self.names.actor(thread).is_some()
    }

    fn blocked_on(&mut self, thread: ThreadId, accesses: &mut Vec<Access>) -> bool {
        if self.names.actor(thread).is_some() || self.is_urgent() {
            accesses.push(Access::everything());
            return true;
        }
        let Some((process, _)) = self.names.local(thread) else {
            // What the environment can do follows from what any thread does.
            accesses.push(Access::everything());
            return true;
        };
        let Some(local) = self.focus(thread) else {
            // It could have gone on before its process ended.
            let is_cut_off = self.cut_off.contains(&thread);
            if is_cut_off {
                accesses.push(Access::everything());
            }
            return is_cut_off;
        };
        let mut own = Vec::new();
        let execution = self.current_mut();
        if !execution.threads.has(local) {
            return false;
        }
        let blocked = execution.blocked_on(local, &mut own);
        accesses.extend(own.into_iter().map(|it| of_process(it, process, &self.names)));
        blocked
    }
}
