//! Errors that a program is allowed to make: it goes on as it does natively.
//!
//! What the processor does is not undefined: signed integers wrap, a number that does not fit becomes the most negative
//! one, division by zero is a signal, and what was never set has some value. Which value nobody knows; here it is 0.

use crate::code::Arg;
use crate::interp_error::{InterpError, InterpResult};
use crate::lower::class::Class;
use crate::machine::{Machine, SliceEnd};
use crate::record::Slot;
use crate::reg::Reg;
use crate::thread::Then;
use gmc_model::ErrorKind;

/// What is allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allow {
    /// Pointers outside of objects, and comparisons and differences between objects. What is accessed through them is
    /// checked as ever.
    pub wild_pointers: bool,
    /// Pointers that leave their objects, as long as they stay in the address space, and the order of pointers into
    /// different objects. Processors do not mind either, and programs rely on it.
    pub stray_pointers: bool,
    /// Reading words of which only some bits were set, in functions that keep sets of bits: the other ones are 0.
    pub words_of_bits: bool,
    /// Reading what was never set.
    pub uninitialized: bool,
    /// Signed overflow, but not that of a division, which is a signal natively.
    pub overflow: bool,
    /// Conversions of floating-point numbers to integer types that do not have them.
    pub float_conversion: bool,
    /// Division by zero.
    pub division: bool,
    /// Reading what was never set: it is a nondeterministic value.
    pub undecided: bool,
    /// One that GCC allows and C11 does not: shifting bits of a signed integer out to the left is an overflow.
    pub strict_shifts: bool,
    /// What no computer does: every allocation succeeds, however large it is.
    pub endless_memory: bool,
}

impl Allow {
    /// What a register has in which nothing was put.
    pub fn unset(self) -> Reg {
        if self.uninitialized { Reg::ZERO } else { Reg::UNDEF }
    }
}

/// What the x86's conversion gives where the integer type does not have the value. Types of less than 32 bits are
/// converted by way of those that have 32, unsigned ones of 32 bits by way of 64.
pub fn converted(value: f64, bits: u32, signed: bool) -> u64 {
    match (bits, signed) {
        (64, false) if value >= 9_223_372_036_854_775_808.0 => {
            converted(value - 9_223_372_036_854_775_808.0, 64, true) ^ 1 << 63
        }
        (64, _) | (32, false) => {
            let fits = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value);
            let whole = if fits { value as i64 } else { i64::MIN };
            if bits == 64 { whole as u64 } else { u64::from(whole as u32) }
        }
        _ => {
            let fits = value > -2_147_483_649.0 && value < 2_147_483_648.0;
            let whole = i64::from(if fits { value as i32 } else { i32::MIN });
            let sh = 64 - bits.min(32);
            if signed { ((whole << sh) >> sh) as u64 } else { ((whole as u64) << sh) >> sh }
        }
    }
}

const SIGFPE: i32 = 8;

impl Machine {
    /// The current thread has divided by zero, and goes on in its handler. What comes back from there divides again.
    pub fn trap_division(&mut self) -> InterpResult<SliceEnd> {
        let handler = self.kept_at(Slot::Handlers, SIGFPE as usize).as_pointer();
        // SIG_DFL and SIG_IGN end the program alike.
        if handler.addr <= 1 {
            return Err(InterpError::other(
                ErrorKind::Abort,
                "the program divides by zero, and the signal ends it",
            ));
        }
        self.threads[self.current].frames.last_mut().expect("a frame at work").pc -= 1;
        let args = [Arg { r: 0, class: Class::Int { bits: 32, signed: true, size: 4 } }];
        self.call_pointer(handler, &args, &[Reg::number(SIGFPE as u64)], Then::Discard)?;
        Ok(SliceEnd::Went)
    }
}

#[cfg(test)]
mod tests {
    use super::converted;

    /// As `gcc -O0` converts on x86-64.
    #[test]
    fn what_does_not_fit_is_converted_as_the_processor_does() {
        assert_eq!(converted(2_147_483_648.0, 32, true) as i64, i64::from(i32::MIN));
        assert_eq!(converted(4_294_967_296.0 + 5.0, 32, false), 5);
        assert_eq!(converted(-1.0, 32, false), 0xffff_ffff);
        assert_eq!(converted(-1.0, 64, false), u64::MAX);
        assert_eq!(converted(1e20, 64, true), 1 << 63);
        assert_eq!(converted(1e20, 64, false), 0);
        assert_eq!(converted(300.0, 8, true), 44);
        assert_eq!(converted(-1.0, 8, false), 255);
        assert_eq!(converted(f64::NAN, 32, true) as i64, i64::from(i32::MIN));
    }
}
