//! Which states of a group are equal: those in which equal processes run the same programs and have equal outsides.
//!
//! A process that has ended is no part of it: what is left of it is in the table of processes, which every other
//! process's outside has.

use super::{Group, Instance};
use crate::layer::{ExactStates, Layers};
use gmc_mem::hash_with_salt;
use gmc_world::Outside;
use gmc_world::state::CopyOnWrite;
use std::collections::HashMap;

/// The states that were seen, without loss.
#[derive(Default)]
pub(super) struct GroupStates {
    /// The states of single processes.
    processes: Option<Box<ExactStates>>,
    /// What is outside where no process runs.
    deserted: HashMap<CopyOnWrite<Outside>, u128>,
    /// The numbers of states: for each process that runs, its place in the table, its program and its own number.
    numbers: HashMap<Vec<(u64, u128)>, u128>,
}

impl GroupStates {
    /// About how many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        let entries =
            self.numbers.len() * (size_of::<(Vec<(u64, u128)>, u128)>() + 2 * size_of::<(u64, u128)>());
        self.processes.as_ref().map_or(0, |it| it.bytes()) + entries
    }
}

impl Group {
    /// From now on states are told apart exactly.
    pub(crate) fn number_states(&mut self) {
        self.each(|it| it.keep_local_states_in_memory());
        self.states =
            Some(Box::new(GroupStates { processes: Some(Box::default()), ..GroupStates::default() }));
    }

    /// What stored states take, in bytes.
    pub(crate) fn exact_bytes(&self) -> usize {
        self.states.as_ref().map_or(0, |it| it.bytes())
    }

    /// Joins the hashes or numbers of the processes to that of the group.
    pub(super) fn state_number(&mut self, mut own: impl FnMut(&mut Layers) -> u128) -> u128 {
        self.take_outside();
        let mut sum = 0u128;
        let mut list = Vec::new();
        for (process, at) in self.processes() {
            self.give_outside(at);
            let Instance { layers, program, .. } = &mut self.instances[at];
            let which = u64::from(program.0) << 32 | (u64::from(process.0) + 1);
            if let Some(states) = &mut self.states {
                layers.swap_exact_states(&mut states.processes);
            }
            let number = own(layers);
            if let Some(states) = &mut self.states {
                layers.swap_exact_states(&mut states.processes);
                list.push((which, number));
            }
            sum = sum.wrapping_add(hash_with_salt(which, number));
        }
        let Some(states) = &mut self.states else {
            return sum.wrapping_add(hash_with_salt(0, self.outside.print()));
        };
        if list.is_empty() {
            // Every process has the outside in its own state.
            let next = states.deserted.len() as u128;
            list.push((0, *states.deserted.entry(self.outside.clone()).or_insert(next)));
        }
        let next = states.numbers.len() as u128;
        *states.numbers.entry(list).or_insert(next)
    }
}
