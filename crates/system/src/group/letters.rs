//! What propositions about single processes say of a state.

use super::Group;
use crate::layer::Program;
use crate::pending::Pending;
use gmc_model::{Obstacle, PropositionId, ThreadId};

impl Group {
    /// As [`Labelled::letter`](gmc_model::Labelled::letter). Of a process that does not run, nothing holds.
    pub(crate) fn letter(&mut self, of: &[PropositionId]) -> Result<Option<u64>, Box<Obstacle>> {
        let Some(propositions) = self.checks.of_processes.clone() else { return Ok(Some(0)) };
        self.take_outside();
        let mut letter = 0;
        for (bit, &proposition) in of.iter().enumerate() {
            let place = propositions.place(proposition);
            let Some(at) = self.roster.get(place.process.index()).copied().flatten() else { continue };
            if self.instances[at].program != place.program {
                let what = format!(
                    "a proposition about process {}, which runs another program than at its start",
                    place.process.index() + 1
                );
                return Err(Box::new(Obstacle { what, location: None }));
            }
            self.give_outside(at);
            match self.instances[at].layers.execution_mut().letter(&[place.own])? {
                Some(own) => letter |= own << bit,
                None => return Ok(None),
            }
        }
        Ok(Some(letter))
    }

    /// As [`Labelled::barred`](gmc_model::Labelled::barred).
    pub(crate) fn barred(&self, out: &mut Vec<ThreadId>) {
        for (process, at) in self.processes() {
            let threads = &self.instances[at].layers.execution().threads;
            let barred = threads.entries().filter(|it| matches!(it.1.pending, Pending::AssumptionFailed));
            out.extend(barred.map(|it| self.names.global(process, it.0)));
        }
    }
}
