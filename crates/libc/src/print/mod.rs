//! The `printf` family.
//!
//! A conversion is checked against its argument: the machine knows what was passed, as a class and a size. A mismatch
//! is `bad-call`, also where the numbers would happen to come out right.

mod arguments;
mod digits;
mod float;
mod output;
mod spec;

pub(super) use arguments::{Passed, Value};
pub(super) use output::{OUTPUT_TABLE, TABLE};
pub(super) use spec::{Length, Parser};

use super::guest;
use crate::symbolic::output::looked_through;
use gmc_mem::Pointer;
use gmc_model::ErrorKind;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_world::errno::{EILSEQ, Errno};
use gmc_world::{Byte, Bytes};
use spec::Spec;

/// No number is padded to more than this; a larger width is `EOVERFLOW`.
const WIDEST: i64 = i32::MAX as i64;

/// Text that was formatted, which may contain any byte; up to what failed, if something did.
pub(super) struct Formatted {
    pub(super) text: Bytes,
    pub(super) failed: Option<Errno>,
    /// The strings that it was made from, with their lengths.
    pub(super) strings: Vec<(Pointer, u64)>,
}

/// Formats. Of text that nobody reads, what is not decided is not asked for.
pub(super) fn format(
    m: &mut Machine,
    function: &str,
    format: Pointer,
    passed: &Passed<'_>,
    unread: bool,
) -> InterpResult<Formatted> {
    let text = guest::string(m, format)?;
    let mut out = Bytes::from(Vec::with_capacity(text.len() + 16));
    let strings = vec![(format, text.len() as u64 + 1)];
    let unread = unread && !is_counted(&text);
    let mut printer = Printer { function, passed, next: 0, failed: None, strings, unread };
    let mut rest = text.as_slice();
    while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
        out.extend(rest[..at].into());
        let (spec, used) = Parser::print(&rest[at + 1..]).map_err(|what| {
            InterpError::other(ErrorKind::BadCall, format!("`{function}` is given a format with {what}"))
        })?;
        printer.convert(m, spec, &mut out)?;
        if printer.failed.is_some() {
            return Ok(Formatted { text: out, failed: printer.failed, strings: printer.strings });
        }
        rest = &rest[at + 1 + used..];
    }
    out.extend(rest.into());
    Ok(Formatted { text: out, failed: None, strings: printer.strings })
}

/// Whether a format tells the program how many bytes were printed: `%n`.
fn is_counted(mut rest: &[u8]) -> bool {
    while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
        match Parser::print(&rest[at + 1..]) {
            Ok((spec, used)) if spec.conversion != b'n' => rest = &rest[at + 1 + used..],
            _ => return true,
        }
    }
    false
}

struct Printer<'a> {
    function: &'a str,
    passed: &'a Passed<'a>,
    next: usize,
    /// What keeps it from going on.
    failed: Option<Errno>,
    strings: Vec<(Pointer, u64)>,
    /// Nobody reads the text, nor how long it is.
    unread: bool,
}

/// A number without its sign, and what stands before it.
struct Number {
    prefix: Vec<u8>,
    digits: Bytes,
    /// Zeros may fill the width.
    zeros: bool,
}

impl Printer<'_> {
    /// The argument for a position, or the next one.
    fn value(&mut self, m: &Machine, position: Option<usize>) -> InterpResult<Value> {
        let at = position.map_or(self.next, |position| position - 1);
        if position.is_none() {
            self.next += 1;
        }
        self.passed.get(m, at, self.unread)?.ok_or_else(|| {
            InterpError::other(
                ErrorKind::BadCall,
                format!("the format of `{}` asks for more arguments than it was given", self.function),
            )
        })
    }

    fn mismatch(&self, spec: &Spec, value: &Value, wanted: &str) -> Box<InterpError> {
        let conversion = spec.text();
        InterpError::other(
            ErrorKind::BadCall,
            format!(
                "conversion `{conversion}` of `{}` takes {wanted}, but is given {}",
                self.function,
                value.describe()
            ),
        )
    }

    fn integer(&self, m: &Machine, spec: &Spec, value: &Value, size: u8) -> InterpResult<u64> {
        match value {
            Value::Int { reg, size: found } if *found == size => {
                gmc_vm::exec::exposed_number_of(&m.memory, *reg)
            }
            _ => Err(self.mismatch(spec, value, &format!("an integer of {size} bytes"))),
        }
    }

    fn pointer(&self, spec: &Spec, value: &Value) -> InterpResult<Pointer> {
        match value {
            Value::Pointer { reg } if reg.meta.is_whole() => Ok(reg.as_pointer()),
            Value::Pointer { reg } if reg.is_open() => Err(gmc_vm::nondet::matters(*reg)),
            Value::Pointer { .. } => Err(Box::new(InterpError::Undefined)),
            _ => Err(self.mismatch(spec, value, "a pointer")),
        }
    }

    fn convert(&mut self, m: &mut Machine, mut spec: Spec, out: &mut Bytes) -> InterpResult<()> {
        if spec.conversion == b'%' {
            out.push(Byte::Plain(b'%'));
            return Ok(());
        }
        self.resolve_stars(m, &mut spec)?;
        if spec.conversion == b'm' {
            let code = super::errno::get(m)?;
            pad(&spec, limited(&spec, super::errno::text(code).into_bytes()).into(), out);
            return Ok(());
        }
        let value = self.value(m, spec.position)?;
        let long = m.memory.target().pointer_size() as u8;
        let size = spec.length.size(long);
        match spec.conversion {
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => {
                let number = self.whole_number(m, &spec, &value, size)?;
                number_out(&spec, &number, out);
            }
            b'c' | b'C' => {
                let mut text = Bytes::new();
                let wide = spec.conversion == b'C' || spec.length == Length::Long;
                match value {
                    Value::Int { reg, size: 4 } if reg.is_open() && !wide => text.push(m.low_byte(reg)?),
                    _ => {
                        let bits = self.integer(m, &spec, &value, 4)?;
                        if wide && bits > 127 {
                            self.failed = Some(EILSEQ);
                            return Ok(());
                        }
                        text.push(Byte::Plain(bits as u8));
                    }
                }
                pad(&spec, text, out);
            }
            b's' if spec.length == Length::Long => match self.wide_string(m, &spec, &value)? {
                Some(text) => pad(&spec, text.into(), out),
                None => self.failed = Some(EILSEQ),
            },
            b'S' => match self.wide_string(m, &spec, &value)? {
                Some(text) => pad(&spec, text.into(), out),
                None => self.failed = Some(EILSEQ),
            },
            b's' => {
                let at = self.pointer(&spec, &value)?;
                // With a precision, no more is looked at, and there need not be an end.
                let most = spec.precision.map_or(u64::MAX, |most| most as u64);
                let text = match self.unread && looked_through(m, at, most)? {
                    true => b"?".to_vec().into(),
                    false => guest::data_string(m, at, most)?,
                };
                // With its end, where that was looked at.
                let end = u64::from(spec.precision.is_none_or(|most| text.len() < most));
                self.strings.push((at, text.len() as u64 + end));
                pad(&spec, text, out);
            }
            b'p' => {
                let at = self.pointer(&spec, &value)?;
                if at.addr == 0 {
                    pad(&spec, b"(nil)".to_vec().into(), out);
                } else {
                    m.memory.note_exposed(at.prov);
                    let mut prefix = sign(&spec, false);
                    prefix.extend(b"0x");
                    number_out(&spec, &integer(&spec, prefix, at.addr, 16), out);
                }
            }
            b'n' => {
                let at = self.pointer(&spec, &value)?;
                guest::store(m, at, out.len() as i64, size.into())?;
            }
            _ => self.float(m, &spec, &value, out)?,
        }
        Ok(())
    }

    /// An integer of so many bytes.
    fn whole_number(&self, m: &Machine, spec: &Spec, value: &Value, size: u8) -> InterpResult<Number> {
        let base = match spec.conversion {
            b'd' | b'i' | b'u' => 10,
            b'o' => 8,
            _ => 16,
        };
        let with_sign = matches!(spec.conversion, b'd' | b'i');
        if let Value::Int { reg, size: found } = value
            && *found == size.max(4)
            && reg.is_open()
        {
            return digits::of_term(m, spec, *reg, size, base);
        }
        let bits = self.integer(m, spec, value, size.max(4))?;
        let shift = 64 - 8 * u32::from(size);
        if with_sign {
            let number = ((bits << shift) as i64) >> shift;
            return Ok(integer(spec, sign(spec, number < 0), number.unsigned_abs(), base));
        }
        let number = (bits << shift) >> shift;
        Ok(integer(spec, marked(spec, number == 0), number, base))
    }

    fn float(&self, m: &Machine, spec: &Spec, value: &Value, out: &mut Bytes) -> InterpResult<()> {
        let wanted = if spec.length == Length::LongDouble { "a long double" } else { "a double" };
        let number = match (value, spec.length) {
            (Value::Double { bits }, length) if length != Length::LongDouble => float::double(*bits),
            (Value::Wide { bytes, .. }, Length::LongDouble) => float::long_double(m, bytes)?,
            _ => return Err(self.mismatch(spec, value, wanted)),
        };
        let sign = sign(spec, number.is_negative());
        number_out(spec, &number.print(spec, sign), out);
        Ok(())
    }

    /// Of wide characters, the C locale has ASCII; none where there are others.
    fn wide_string(&self, m: &Machine, spec: &Spec, value: &Value) -> InterpResult<Option<Vec<u8>>> {
        let at = self.pointer(spec, value)?;
        let most = spec.precision.unwrap_or(usize::MAX);
        let mut text = Vec::new();
        while text.len() < most {
            match guest::load(m, at.wrapping_offset(4 * text.len() as i64), 4)? {
                0 => break,
                wide @ 1..=127 => text.push(wide as u8),
                _ => return Ok(None),
            }
        }
        Ok(Some(text))
    }

    fn resolve_stars(&mut self, m: &Machine, spec: &mut Spec) -> InterpResult<()> {
        if let Some(star) = spec.width_from.take() {
            let value = self.value(m, star.position)?;
            let width = i64::from(self.integer(m, spec, &value, 4)? as i32);
            spec.left |= width < 0;
            spec.width = width.unsigned_abs().min(WIDEST as u64) as usize;
        }
        if let Some(star) = spec.precision_from.take() {
            let value = self.value(m, star.position)?;
            spec.precision = usize::try_from(self.integer(m, spec, &value, 4)? as i32).ok();
        }
        // The precision of a string makes it no longer.
        let digits = if matches!(spec.conversion, b's' | b'S') { 0 } else { spec.precision.unwrap_or(0) };
        m.look_at_room((spec.width as u64).saturating_add(digits as u64))
    }
}

fn sign(spec: &Spec, negative: bool) -> Vec<u8> {
    match (negative, spec.plus, spec.space) {
        (true, ..) => b"-".to_vec(),
        (false, true, _) => b"+".to_vec(),
        (false, false, true) => b" ".to_vec(),
        _ => Vec::new(),
    }
}

/// What stands before a number in another base.
fn marked(spec: &Spec, is_zero: bool) -> Vec<u8> {
    match spec.conversion {
        b'x' if spec.alternate && !is_zero => b"0x".to_vec(),
        b'X' if spec.alternate && !is_zero => b"0X".to_vec(),
        _ => Vec::new(),
    }
}

/// At most as much of a string as the precision says.
fn limited(spec: &Spec, mut text: Vec<u8>) -> Vec<u8> {
    text.truncate(spec.precision.unwrap_or(usize::MAX));
    text
}

fn integer(spec: &Spec, prefix: Vec<u8>, mut number: u64, base: u64) -> Number {
    let mut digits = Vec::new();
    let letters: &[u8; 16] = if spec.conversion == b'X' { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
    while number > 0 {
        digits.push(letters[(number % base) as usize]);
        number /= base;
    }
    while digits.len() < spec.precision.unwrap_or(1) {
        digits.push(b'0');
    }
    if spec.conversion == b'o' && spec.alternate && digits.last() != Some(&b'0') {
        digits.push(b'0');
    }
    digits.reverse();
    // With a precision, zeros do not fill the width.
    Number { prefix, digits: digits.into(), zeros: spec.precision.is_none() }
}

fn number_out(spec: &Spec, number: &Number, out: &mut Bytes) {
    let length = number.prefix.len() + number.digits.len();
    let fill = spec.width.saturating_sub(length);
    let zeros = number.zeros && spec.zero && !spec.left;
    let padding = |byte: u8| vec![byte; fill];
    if !spec.left && !zeros {
        out.extend(padding(b' ')[..].into());
    }
    out.extend(number.prefix[..].into());
    if zeros {
        out.extend(padding(b'0')[..].into());
    }
    out.extend(number.digits.whole());
    if spec.left {
        out.extend(padding(b' ')[..].into());
    }
}

fn pad(spec: &Spec, text: Bytes, out: &mut Bytes) {
    let mut plain = spec.clone();
    plain.zero = false;
    number_out(&plain, &Number { prefix: Vec::new(), digits: text, zeros: false }, out);
}
