//! Where a motion leads from a place in a run.
//!
//! A line is a sequence of statements of one thread in one call that are on one line of the source; a loop on one line
//! comes to it again each time it jumps back. A motion never stops at statements without a line or of gmc's own models.
//!
//! Invariant: where a motion leads depends on the statements of the run alone.

use gmc_model::ThreadId;
use gmc_vm::CodeId;

/// A statement that the run came by, or its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    /// The step that it is part of.
    pub(crate) step: usize,
    /// The thread that executes it.
    pub(crate) thread: ThreadId,
    /// How many calls the thread is in.
    pub(crate) depth: usize,
    /// Its line, by number; 0 for none.
    pub(crate) line: usize,
    /// Its function, by number of the code.
    pub(crate) code: CodeId,
    /// Where in the function.
    pub(crate) pc: u32,
}

/// How to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// To another line, whoever executes it.
    Step,
    /// To another line of the thread, but not into functions that it calls.
    Next,
    /// Out of the function that the thread is in.
    Finish,
    /// To the next operation that other threads can notice: where the run could have gone another way.
    Operation,
    /// To a breakpoint, or the end.
    Continue,
}

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// As time goes.
    Forward,
    /// To what was before.
    Back,
}

/// The statements of a run, its end last.
pub(crate) struct Timeline<'m>(pub(crate) &'m [Moment]);

impl Timeline<'_> {
    /// Where a motion of a thread leads from `here`; only what lies from `from` on is looked at when it goes forward.
    pub(crate) fn target(
        &self,
        motion: Motion,
        direction: Direction,
        thread: ThreadId,
        here: usize,
        from: usize,
    ) -> Option<usize> {
        match direction {
            Direction::Forward => {
                let from = from.max(here + 1);
                let mut ahead = (from..self.0.len()).filter(|&at| self.is_stop(at));
                match motion {
                    Motion::Step => ahead.find(|&at| !self.same_line(here, at) || self.jumps_back(at)),
                    Motion::Operation => (from..self.0.len()).find(|&at| self.begins_step(at)),
                    Motion::Next => {
                        let stands = self.last_of(thread, here)?;
                        ahead.find(|&at| self.is_next(stands, at) || self.comes_again(stands, at))
                    }
                    Motion::Finish => {
                        let stands = self.last_of(thread, here)?;
                        ahead.find(|&at| self.is_outside(stands, at))
                    }
                    Motion::Continue => None,
                }
            }
            Direction::Back => {
                let mut behind = (0..here).rev().filter(|&at| self.is_stop(at));
                match motion {
                    Motion::Step => {
                        let start = self.start_of_line(here, |_| true);
                        if start < here {
                            return Some(start);
                        }
                        Some(self.start_of_line(behind.next()?, |_| true))
                    }
                    Motion::Operation => (0..here).rev().find(|&at| self.begins_step(at)),
                    Motion::Next => {
                        let stands = self.last_of(thread, here)?;
                        let depth = self.0[stands].depth;
                        let mine = |it: &Moment| it.thread == thread && it.depth <= depth;
                        let start = self.start_of_line(stands, mine);
                        if start < stands {
                            return Some(start);
                        }
                        let again = self.jumps_back(stands);
                        let is_before =
                            |at: usize| self.is_next(stands, at) || again && self.is_same(stands, at);
                        let at = behind.find(|&at| at < stands && is_before(at))?;
                        Some(self.start_of_line(at, |it| it.thread == thread && it.depth <= self.0[at].depth))
                    }
                    Motion::Finish => {
                        let stands = self.last_of(thread, here)?;
                        behind.find(|&at| at < stands && self.is_outside(stands, at))
                    }
                    Motion::Continue => None,
                }
            }
        }
    }

    /// The last statement of a thread up to here.
    pub(crate) fn last_of(&self, thread: ThreadId, here: usize) -> Option<usize> {
        (0..=here).rev().find(|&at| self.0[at].thread == thread)
    }

    /// Whether a thread comes to a new line with this statement, and whether it comes to a new function.
    pub(crate) fn arrives(&self, at: usize) -> (bool, bool) {
        let it = &self.0[at];
        let known = |other: &&Moment| other.thread == it.thread && other.line != 0;
        let mut before = self.0[..at].iter().rev().filter(known);
        match before.next() {
            Some(before) => {
                let same = (before.line, before.depth, before.code) == (it.line, it.depth, it.code);
                (
                    !same || before.pc > it.pc,
                    before.depth < it.depth || before.depth == it.depth && before.code != it.code,
                )
            }
            None => (true, true),
        }
    }

    /// Whether a motion can stop here.
    pub(crate) fn is_stop(&self, at: usize) -> bool {
        self.0[at].line != 0 || at + 1 == self.0.len()
    }

    fn begins_step(&self, at: usize) -> bool {
        at == 0 || at + 1 == self.0.len() || self.0[at].step != self.0[at - 1].step
    }

    fn same_line(&self, one: usize, other: usize) -> bool {
        let key = |it: &Moment| (it.thread, it.depth, it.line, it.code);
        // The end is a place of its own.
        key(&self.0[one]) == key(&self.0[other]) && one.max(other) + 1 < self.0.len()
    }

    fn is_next(&self, stands: usize, at: usize) -> bool {
        let is_end = stands + 1 == self.0.len();
        let (stands, it) = (&self.0[stands], &self.0[at]);
        let elsewhere = it.line != stands.line || is_end;
        it.thread == stands.thread && (it.depth < stands.depth || it.depth == stands.depth && elsewhere)
    }

    fn is_same(&self, stands: usize, at: usize) -> bool {
        let key = |it: &Moment| (it.thread, it.depth, it.line, it.code);
        key(&self.0[stands]) == key(&self.0[at])
    }

    /// Whether a statement is the first of its line because the thread has jumped back to it from further on in the
    /// line.
    fn jumps_back(&self, at: usize) -> bool {
        let it = &self.0[at];
        let known = |other: &&Moment| other.thread == it.thread && other.line != 0;
        let before = self.0[..at].iter().rev().find(known);
        let key = |it: &Moment| (it.depth, it.line, it.code);
        it.line != 0 && before.is_some_and(|before| key(before) == key(it) && before.pc > it.pc)
    }

    fn comes_again(&self, stands: usize, at: usize) -> bool {
        self.is_same(stands, at) && self.jumps_back(at)
    }

    fn is_outside(&self, stands: usize, at: usize) -> bool {
        self.0[at].thread == self.0[stands].thread && self.0[at].depth < self.0[stands].depth
    }

    /// The first statement of a line, where only some statements count.
    fn start_of_line(&self, at: usize, counts: impl Fn(&Moment) -> bool) -> usize {
        let mut start = at;
        if self.jumps_back(at) {
            return at;
        }
        for before in (0..at).rev().filter(|&it| self.is_stop(it) && counts(&self.0[it])) {
            if !self.same_line(at, before) {
                break;
            }
            start = before;
            if self.jumps_back(before) {
                break;
            }
        }
        start
    }
}

#[cfg(test)]
mod tests {
    use super::{Direction, Moment, Motion, Timeline};
    use gmc_model::ThreadId;
    use gmc_vm::CodeId;

    fn moment(step: usize, thread: u32, depth: usize, line: usize) -> Moment {
        Moment { step, thread: ThreadId(thread), depth, line, code: CodeId::new(depth), pc: line as u32 }
    }

    /// `main` calls a function in line 3, between statements of another thread.
    fn run() -> Vec<Moment> {
        vec![
            moment(0, 0, 1, 2),
            moment(0, 0, 1, 3),
            moment(0, 0, 2, 10),
            moment(1, 1, 1, 20),
            moment(1, 1, 1, 0),
            moment(1, 1, 1, 20),
            moment(2, 0, 2, 10),
            moment(2, 0, 2, 11),
            moment(2, 0, 1, 3),
            moment(2, 0, 1, 4),
            moment(3, 0, 1, 4),
        ]
    }

    fn path(motion: Motion, direction: Direction, thread: u32, mut here: usize) -> Vec<usize> {
        let run = run();
        let mut path = vec![here];
        while let Some(to) = Timeline(&run).target(motion, direction, ThreadId(thread), here, 0) {
            path.push(to);
            here = to;
        }
        path
    }

    #[test]
    fn lines_of_everybody() {
        assert_eq!(path(Motion::Step, Direction::Forward, 0, 0), [0, 1, 2, 3, 6, 7, 8, 9, 10]);
        assert_eq!(path(Motion::Step, Direction::Back, 0, 10), [10, 9, 8, 7, 6, 3, 2, 1, 0]);
        assert_eq!(path(Motion::Step, Direction::Back, 1, 5)[1], 3, "the start of the line comes first");
    }

    #[test]
    fn lines_of_one_call() {
        assert_eq!(path(Motion::Next, Direction::Forward, 0, 0), [0, 1, 9]);
        assert_eq!(path(Motion::Next, Direction::Back, 0, 9), [9, 1, 0]);
        assert_eq!(path(Motion::Next, Direction::Forward, 0, 3), [3, 7, 8, 9], "others run meanwhile");
        assert_eq!(path(Motion::Next, Direction::Forward, 1, 3), [3]);
    }

    #[test]
    fn out_of_a_function() {
        assert_eq!(path(Motion::Finish, Direction::Forward, 0, 2), [2, 8]);
        assert_eq!(path(Motion::Finish, Direction::Back, 0, 7), [7, 1]);
    }

    #[test]
    fn operations() {
        assert_eq!(path(Motion::Operation, Direction::Forward, 0, 0), [0, 3, 6, 10]);
        assert_eq!(path(Motion::Operation, Direction::Back, 0, 10), [10, 6, 3, 0]);
    }

    /// Three times round a loop in one line.
    #[test]
    fn loops_in_one_line() {
        let mut run: Vec<Moment> = [0, 5, 2, 3, 5, 2, 3, 5, 2, 3, 5, 6]
            .map(|pc| Moment { pc, line: 7, ..moment(0, 0, 1, 7) })
            .to_vec();
        run.push(moment(0, 0, 1, 8));
        run.push(moment(1, 0, 1, 8));
        let timeline = Timeline(&run);
        for motion in [Motion::Step, Motion::Next] {
            let (mut here, mut path) = (0, Vec::new());
            while let Some(to) = timeline.target(motion, Direction::Forward, ThreadId(0), here, 0) {
                path.push(to);
                here = to;
            }
            assert_eq!(path[..4], [2, 5, 8, 12], "{motion:?}");
            let (mut here, mut back) = (12, Vec::new());
            while let Some(to) = timeline.target(motion, Direction::Back, ThreadId(0), here, 0) {
                back.push(to);
                here = to;
            }
            assert_eq!(back, [8, 5, 2, 0], "{motion:?}");
        }
        let lines: Vec<usize> = (0..run.len()).filter(|&at| timeline.arrives(at).0).collect();
        assert_eq!(lines, [0, 2, 5, 8, 12]);
    }

    #[test]
    fn arrivals() {
        let run = run();
        let timeline = Timeline(&run);
        let lines: Vec<usize> =
            (0..run.len()).filter(|&at| timeline.is_stop(at) && timeline.arrives(at).0).collect();
        assert_eq!(lines, [0, 1, 2, 3, 7, 8, 9]);
        let functions: Vec<usize> = (0..run.len()).filter(|&at| timeline.arrives(at).1).collect();
        assert_eq!(functions, [0, 2, 3]);
    }
}
