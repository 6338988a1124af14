//! Strings whose bytes are terms, read as far as they can go.

use super::limit::Limit;
use super::{and, beyond, first, is_number, or};
use gmc_mem::Pointer;
use gmc_term::TermId;
use gmc_vm::interp_error::InterpError;
use gmc_vm::machine::Machine;
use gmc_vm::symbolic::{Stop, Symbolic};

/// Longer strings are left to the ordinary handlers.
const MOST: usize = 4096;

/// Reads byte after byte, as long as a condition holds.
pub(super) struct Walk {
    /// That the function gets as far as this.
    pub(super) alive: TermId,
    /// Whether something was not decided; otherwise the call is left to the ordinary handler.
    pub(super) open: bool,
}

impl Walk {
    pub(super) fn new(m: &Machine, open: bool) -> Walk {
        Walk { alive: m.build(gmc_term::Arena::truth), open }
    }

    /// The next byte. Nothing where the function certainly does not get there, or where the ordinary handler finds the
    /// same error.
    pub(super) fn byte(&mut self, m: &Machine, p: Pointer, at: usize) -> Symbolic<Option<TermId>> {
        if m.constant_of(self.alive) == Some(0) {
            return Ok(None);
        }
        if at >= MOST {
            self.open = false;
            return Ok(None);
        }
        match m.byte_term(beyond(p, at)) {
            Ok(byte) => {
                self.open |= m.constant_of(byte).is_none();
                Ok(Some(byte))
            }
            Err(Stop::Error(_)) if !self.open => Ok(None),
            Err(Stop::Error(error)) => {
                let whole = m.memory.check_readable(p, at as u64 + 1).err().map(Box::<InterpError>::from);
                m.forbid(self.alive, |_, _| whole.unwrap_or(error))?;
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }

    /// The function goes on only if this holds.
    pub(super) fn go_on(&mut self, m: &Machine, condition: TermId) {
        self.alive = m.build(|arena| and(arena, self.alive, condition));
    }
}

/// A string.
pub(super) struct Text {
    /// Its characters and its end, wherever that is.
    pub(super) bytes: Vec<TermId>,
    /// For each byte: that the string does not end before it.
    pub(super) alive: Vec<TermId>,
    /// That no end is among these bytes; no function looks further.
    pub(super) rest: TermId,
    /// Whether something in it is not decided.
    pub(super) open: bool,
    /// How many bytes are looked at.
    limit: Limit,
}

impl Text {
    /// The string at a place, of which no more bytes are looked at than a limit says. It must end, or be as long.
    /// Nothing where the ordinary handler is to deal with it.
    pub(super) fn read(m: &Machine, p: Pointer, limit: Limit) -> Symbolic<Option<Text>> {
        let mut walk = Walk::new(m, limit.open.is_some());
        let (mut bytes, mut alive) = (Vec::new(), Vec::new());
        while (bytes.len() as u64) < limit.most {
            walk.go_on(m, m.build(|arena| limit.is_above(arena, bytes.len())));
            let reached = walk.alive;
            let Some(byte) = walk.byte(m, p, bytes.len())? else { break };
            bytes.push(byte);
            alive.push(reached);
            let goes_on = m.build(|arena| {
                let ends = is_number(arena, byte, 0);
                arena.not(ends)
            });
            walk.go_on(m, goes_on);
            if m.constant_of(goes_on) == Some(0) {
                break;
            }
        }
        let ended = m.constant_of(walk.alive) == Some(0);
        let limited = bytes.len() as u64 == limit.most || limit.open.is_some();
        if !ended && !limited && !walk.open {
            return Ok(None);
        }
        // What is behind the last byte was forbidden.
        let rest = if limited { walk.alive } else { m.build(gmc_term::Arena::falsity) };
        Ok(Some(Text { bytes, alive, rest, open: walk.open, limit }))
    }

    /// For each byte, that it is the end, wherever the string has not ended before.
    fn ends(&self, m: &Machine) -> Vec<TermId> {
        m.build(|arena| self.bytes.iter().map(|&byte| is_number(arena, byte, 0)).collect())
    }

    /// How long it is, in 64 bits.
    pub(super) fn length(&self, m: &Machine) -> TermId {
        let mut ends = self.ends(m);
        let is_limited = m.constant_of(self.rest) != Some(0) || self.limit.open.is_some();
        m.build(|arena| {
            for (at, end) in ends.iter_mut().enumerate().filter(|_| self.limit.open.is_some()) {
                let goes_on = self.limit.is_above(arena, at);
                let stops = arena.not(goes_on);
                *end = or(arena, *end, stops);
            }
        });
        if !is_limited {
            // The last one is an end if no other is.
            ends.pop();
        }
        m.build(|arena| {
            let all = arena.constant(ends.len() as u128, 64);
            first(arena, &ends, all)
        })
    }

    /// How long it is: a number, chosen among those that it can be.
    pub(super) fn decided_length(&self, m: &Machine) -> Symbolic<usize> {
        let ends = self.ends(m);
        let mut conditions = Vec::new();
        for (at, (&end, &alive)) in ends.iter().zip(&self.alive).enumerate() {
            let here = m.build(|arena| and(arena, alive, end));
            if m.constant_of(here) != Some(0) {
                conditions.push((at, here));
            }
        }
        if m.constant_of(self.rest) != Some(0) {
            conditions.push((self.bytes.len(), self.rest));
        }
        if let [(only, _)] = conditions[..] {
            return Ok(only);
        }
        let terms: Vec<TermId> = conditions.iter().map(|it| it.1).collect();
        Ok(conditions[m.cases(&terms)?].0)
    }
}
