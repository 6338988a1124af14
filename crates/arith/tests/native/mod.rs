//! What the tests against GCC share: operands that are the same in every run, and programs compiled and run.

#![allow(dead_code, unreachable_pub, reason = "every test takes its part")]

use gmc_arith::{Format, Real, Scalar};
use std::fmt::Write as _;
use std::process::Command;

/// xorshift64*: the same operands in every run.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        (self.next() >> 11) % limit
    }

    pub fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    fn scalar(&mut self, scalar: Scalar, out: &mut Vec<u8>) {
        let raw = match scalar {
            Scalar::Float { format, .. } => self.float(format),
            Scalar::Bool { .. } => u128::from(self.below(2)),
            _ => self.integer(),
        };
        let mut bytes = raw.to_le_bytes().to_vec();
        bytes.resize(scalar.size(), 0);
        out.extend(bytes);
    }

    pub fn integer(&mut self) -> u128 {
        match self.below(6) {
            0 => self.wide(),
            1 => u128::from(self.next()),
            2 => u128::from(self.below(40)).wrapping_sub(20),
            3 => 1u128.rotate_left(self.below(128) as u32).wrapping_sub(u128::from(self.below(3))),
            4 => (self.wide() as i128 >> self.below(128)) as u128,
            _ => self.wide() >> self.below(128),
        }
    }

    /// Patterns of all kinds; x87 ones always with the integer bit they must have.
    pub fn float(&mut self, format: Real) -> u128 {
        let fraction_bits = format.precision() - 1;
        let all_ones = (2 * format.bias() + 1) as u64;
        let exponent = match self.below(12) {
            0 => 0,
            1 => all_ones,
            2 => 1,
            3 => all_ones - 1,
            4 => self.below(all_ones + 1),
            5 => 1 + self.below(u64::from(fraction_bits)).min(all_ones - 2),
            _ => (format.bias() as u64 + self.below(12)).saturating_sub(6),
        };
        let mask = (1u128 << fraction_bits) - 1;
        let fraction = mask
            & match self.below(6) {
                0 => 0,
                1 => self.wide() << self.below(128),
                2 => mask,
                3 => 1 << self.below(u64::from(fraction_bits)),
                _ => self.wide(),
            };
        let sign = u128::from(self.below(2));
        if format == Real::X87 {
            return sign << 79 | u128::from(exponent) << 64 | u128::from(exponent != 0) << 63 | fraction;
        }
        sign << (format.bytes() * 8 - 1) | u128::from(exponent) << fraction_bits | fraction
    }

    pub fn operand(&mut self, format: Format) -> Vec<u8> {
        let mut out = Vec::new();
        match format {
            Format::Scalar(scalar) => self.scalar(scalar, &mut out),
            Format::Complex(part) => (0..2).for_each(|_| self.scalar(part, &mut out)),
            Format::Vector { element, lanes } => (0..lanes).for_each(|_| self.scalar(element, &mut out)),
        }
        out
    }
}

/// Compiles and runs a C program on `input`; returns what it writes.
pub fn run(source: &str, input: &[u8]) -> Vec<u8> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = |name: &str| directory.path().join(name);
    std::fs::write(path("t.c"), source).expect("write source");
    std::fs::write(path("input"), input).expect("write input");
    let gcc = Command::new("gcc").args(["-O0", "-w", "-o"]).arg(path("t")).arg(path("t.c")).output();
    let gcc = gcc.expect("gcc runs");
    assert!(gcc.status.success(), "{}", String::from_utf8_lossy(&gcc.stderr));
    let output = Command::new(path("t")).arg(path("input")).output().expect("the program runs");
    assert!(output.status.success(), "the program failed: {}", output.status);
    output.stdout
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().rev().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
