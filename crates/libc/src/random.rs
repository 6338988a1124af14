//! Random numbers exactly as the GNU C library makes them: `random` and `rand` by additive feedback over 31 words (its
//! "TYPE_3"), `rand_r` by three steps of a linear congruence, `drand48` and the like by POSIX's 48-bit one.

use super::guest;
use crate::state::{state, state_mut};
use gmc_model::Premise;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, shared};
use gmc_vm::nondet::IntervalSet;
use gmc_vm::record::Slot;

pub(super) const TABLE: &[Native] = &[
    shared("rand", |m, c| drawn(m, c, |m, _| Ok(state_mut(m).random.next().into()))),
    shared("random", |m, c| drawn(m, c, |m, _| Ok(state_mut(m).random.next().into()))),
    shared("srand", seed),
    shared("srandom", seed),
    shared("rand_r", |m, c| drawn(m, c, rand_r)),
    shared("srand48", |m, c| {
        m.note_use(Slot::Linear, true);
        state_mut(m).linear = (c.number(m, 0)? & 0xffff_ffff) << 16 | 0x330e;
        Ok(Flow::Void)
    }),
    shared("drand48", fraction),
    shared("lrand48", |m, c| {
        m.note_use(Slot::Linear, true);
        drawn(m, c, |m, _| Ok(linear(m) >> 17))
    }),
    shared("mrand48", signed),
];

/// The largest number of most of these functions.
const LARGEST: u64 = 0x7fff_ffff;

/// A number from 0 to the largest: the next one, or any.
fn drawn(
    m: &mut Machine,
    call: &Call,
    next: impl FnOnce(&mut Machine, &Call) -> InterpResult<u64>,
) -> InterpResult<Flow> {
    if m.rules.nondet_inputs.random {
        return m.new_nondet(call, Some(&IntervalSet::range(0, LARGEST)));
    }
    m.rely_on(Premise::Random);
    Flow::number(next(m, call)?)
}

fn signed(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if m.rules.nondet_inputs.random {
        m.note_use(Slot::Linear, true);
        return m.new_nondet(call, Some(&IntervalSet::signed(i32::MIN.into(), i32::MAX.into())));
    }
    m.rely_on(Premise::Random);
    Flow::int(i64::from((linear(m) >> 16) as i32))
}

fn fraction(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if m.rules.nondet_inputs.random {
        return Err(InterpError::unsupported(format!("`{}` with --rand any", call.name)));
    }
    m.rely_on(Premise::Random);
    Flow::double(linear(m) as f64 / (1u64 << 48) as f64)
}

const LENGTH: usize = 31;
const DISTANCE: usize = 3;

/// The state of `random`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Random {
    words: [u32; LENGTH],
    at: usize,
}

impl Default for Random {
    fn default() -> Random {
        Random::new(1)
    }
}

impl Random {
    fn new(seed: u32) -> Random {
        let mut words = [0; LENGTH];
        let mut word = if seed == 0 { 1 } else { seed as i32 };
        for place in &mut words {
            *place = word as u32;
            // 16807 * word modulo 2^31 - 1, in 32 bits.
            word = 16807i32.wrapping_mul(word % 127_773).wrapping_sub(2836 * (word / 127_773));
            if word < 0 {
                word = word.wrapping_add(i32::MAX);
            }
        }
        let mut random = Random { words, at: DISTANCE };
        for _ in 0..10 * LENGTH {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u32 {
        let back = (self.at + LENGTH - DISTANCE) % LENGTH;
        self.words[self.at] = self.words[self.at].wrapping_add(self.words[back]);
        let result = self.words[self.at] >> 1;
        self.at = (self.at + 1) % LENGTH;
        result
    }
}

fn seed(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if m.rules.nondet_inputs.random {
        return Ok(Flow::Void);
    }
    state_mut(m).random = Random::new(call.number(m, 0)? as u32);
    Ok(Flow::Void)
}

fn rand_r(m: &mut Machine, call: &Call) -> InterpResult<u64> {
    let place = call.pointer(0)?;
    let mut next = guest::load(m, place, 4)? as u32;
    let mut step = |modulus: u32| {
        next = next.wrapping_mul(1_103_515_245).wrapping_add(12345);
        (next / 65536) % modulus
    };
    let result = step(2048);
    let result = result << 10 ^ step(1024);
    let result = result << 10 ^ step(1024);
    guest::store(m, place, next.into(), 4)?;
    Ok(result.into())
}

/// Nothing keeps two threads from doing this at once, as in glibc.
fn linear(m: &mut Machine) -> u64 {
    m.note_use(Slot::Linear, true);
    let next = state(m).linear.wrapping_mul(0x5_DEEC_E66D).wrapping_add(0xb) & 0xffff_ffff_ffff;
    state_mut(m).linear = next;
    next
}
