//! Scores a state by the distance of its threads from a source line, in operations along the control-flow graph, as
//! if every branch could be taken.
//!
//! Each operation has two distances: to the line without leaving the call (but through the functions that it
//! calls), and to the end of the call. The distance of a thread is the least over its frames, where a line in a
//! caller is reached by returning first. A call through a pointer may call every function with as many parameters,
//! and a function whose address is passed to the library (`pthread_create`) is called by it.

use crate::frame_words::Call;
use crate::is_file;
use gmc_vm::CodeId;
use gmc_vm::code::{CallSite, CalleeRef, Code, Op};
use gmc_vm::compiled::{CodeTarget, Compiled};
use gmc_vm::liveness::each_successor;

/// The line is not reachable from here.
const NEVER: u32 = u32::MAX;

pub(crate) struct Distances {
    /// The distance to the line, by function and operation.
    ahead: Vec<Vec<u32>>,
    /// The distance to the end of the call.
    back: Vec<Vec<u32>>,
}

impl Distances {
    /// The distances to a line.
    ///
    /// # Errors
    /// If the line has no code. The message names the nearest line that has some.
    pub(crate) fn to_line(compiled: &Compiled, file: &str, line: u32) -> Result<Distances, String> {
        let mut ahead: Vec<Vec<u32>> =
            compiled.codes.iter().map(|code| vec![NEVER; code.ops.len()]).collect();
        let back = ahead.clone();
        let mut nearest: Option<u32> = None;
        for (code, ahead) in compiled.codes.iter().zip(&mut ahead).filter(|it| !it.0.modelled) {
            let unit = compiled.program.unit(code.global.unit);
            for (at, origin) in code.source.origins.iter().enumerate() {
                let place = unit.places[origin.place.index()];
                if place.line == 0 || code.source.statements[at] == 0 || !is_file(unit.str(place.file), file)
                {
                    continue;
                }
                let distance = |it: u32| (it.abs_diff(line), it);
                nearest = nearest.into_iter().chain([place.line]).min_by_key(|it| distance(*it));
                if place.line == line {
                    ahead[at] = 0;
                }
            }
        }
        match nearest {
            None => return Err(format!("the program has no code in a file {file}")),
            Some(near) if near != line => {
                return Err(format!(
                    "there is no code in line {line} of {file}; the nearest is in line {near}"
                ));
            }
            Some(_) => {}
        }
        let mut distances = Distances { ahead, back };
        distances.spread(compiled, Distances::back_from);
        distances.spread(compiled, Distances::ahead_from);
        Ok(distances)
    }

    /// The distance of a thread, given its calls, the outermost first.
    pub(crate) fn from<'c>(&self, calls: impl Iterator<Item = Call<'c>>) -> u32 {
        let at = |table: &[Vec<u32>], call: &Call<'_>| {
            table[call.code.index()].get(call.pc as usize).copied().unwrap_or(NEVER)
        };
        calls.fold(NEVER, |after, call| {
            let by_returning = at(&self.back, &call).saturating_add(1).saturating_add(after);
            at(&self.ahead, &call).min(by_returning)
        })
    }

    /// Improves distances until they are the least (Bellman-Ford).
    fn spread(
        &mut self,
        compiled: &Compiled,
        improve: impl Fn(&mut Distances, &Compiled, CodeId, usize) -> bool,
    ) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for code in compiled.codes.ids() {
                for at in (0..compiled.codes[code].ops.len()).rev() {
                    changed |= improve(self, compiled, code, at);
                }
            }
        }
    }

    /// Updates the distance to the end of the call. Whether it has changed.
    fn back_from(&mut self, compiled: &Compiled, id: CodeId, at: usize) -> bool {
        let code = &compiled.codes[id];
        let found = match code.ops[at] {
            Op::Return => 0,
            _ => self.onward(code, at, &self.back[id.index()]),
        };
        std::mem::replace(&mut self.back[id.index()][at], found) != found
    }

    /// Updates the distance to the line. Whether it has changed.
    fn ahead_from(&mut self, compiled: &Compiled, id: CodeId, at: usize) -> bool {
        let code = &compiled.codes[id];
        let mut found = self.ahead[id.index()][at].min(self.onward(code, at, &self.ahead[id.index()]));
        if let Op::Call { call } = code.ops[at] {
            each_callee(compiled, code, &code.tables.calls[call as usize], |callee| {
                let entry = self.ahead[callee.index()].first().copied().unwrap_or(NEVER);
                found = found.min(entry.saturating_add(1));
            });
        }
        std::mem::replace(&mut self.ahead[id.index()][at], found) != found
    }

    /// The distance through the next operations in the same function.
    fn onward(&self, code: &Code, at: usize, table: &[u32]) -> u32 {
        let mut nearest = NEVER;
        each_successor(code, at as u32, |to| {
            nearest = nearest.min(table.get(to as usize).copied().unwrap_or(NEVER));
        });
        let through = match code.ops[at] {
            Op::Call { call } => match code.tables.calls[call as usize].callee {
                CalleeRef::Code(callee) => self.back[callee.index()].first().copied().unwrap_or(NEVER),
                _ => 0,
            },
            _ => 0,
        };
        nearest.saturating_add(1).saturating_add(through)
    }
}

/// Visits the functions of the program that a call may lead to.
fn each_callee(compiled: &Compiled, code: &Code, site: &CallSite, mut visit: impl FnMut(CodeId)) {
    match site.callee {
        CalleeRef::Code(callee) => visit(callee),
        CalleeRef::Pointer(_) => {
            let alike =
                compiled.codes.entries().filter(|(_, it)| it.signature.params.len() == site.args.len());
            alike.for_each(|(callee, _)| visit(callee));
        }
        CalleeRef::Native(_) | CalleeRef::Missing(_) => {
            for arg in &site.args {
                let constant =
                    code.frame.get(usize::from(arg.r)).filter(|_| usize::from(arg.r) >= code.registers);
                let target =
                    constant.filter(|it| it.meta.is_whole()).map(|it| compiled.targets.at(it.as_pointer()));
                if let Some(Some(CodeTarget::Code(callee))) = target {
                    visit(callee);
                }
            }
        }
    }
}
