//! The `scanf` family.
//!
//! Where a result goes is checked as any store of the program's is.

use super::ctype::is_space;
use super::print::{Length, Parser, Passed, Value};
use super::{guest, stdio};
use crate::failures;
use gmc_arith::{Real, Rules, Scalar};
use gmc_mem::{Pointer, Scalar as Stored};
use gmc_model::ErrorKind;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory, outside};
use gmc_world::StreamId;
use gmc_world::errno::EILSEQ;

/// What reads streams.
pub(super) const TABLE: &[Native] = &[
    outside("scanf", |m, call| from_stream(m, call, true, false)).fails(&failures::READ_STREAM),
    outside("vscanf", |m, call| from_stream(m, call, true, true)).fails(&failures::READ_STREAM),
    outside("fscanf", |m, call| from_stream(m, call, false, false)).fails(&failures::READ_STREAM),
    outside("vfscanf", |m, call| from_stream(m, call, false, true)).fails(&failures::READ_STREAM),
    outside("__isoc99_scanf", |m, call| from_stream(m, call, true, false)).fails(&failures::READ_STREAM),
    outside("__isoc99_vscanf", |m, call| from_stream(m, call, true, true)).fails(&failures::READ_STREAM),
    outside("__isoc99_fscanf", |m, call| from_stream(m, call, false, false)).fails(&failures::READ_STREAM),
    outside("__isoc99_vfscanf", |m, call| from_stream(m, call, false, true)).fails(&failures::READ_STREAM),
    outside("__isoc23_scanf", |m, call| from_stream(m, call, true, false)).fails(&failures::READ_STREAM),
    outside("__isoc23_fscanf", |m, call| from_stream(m, call, false, false)).fails(&failures::READ_STREAM),
];

/// What reads strings.
pub(super) const STRINGS: &[Native] = &[
    memory("sscanf", |m, call| from_string(m, call, false)),
    memory("vsscanf", |m, call| from_string(m, call, true)),
    memory("__isoc99_sscanf", |m, call| from_string(m, call, false)),
    memory("__isoc99_vsscanf", |m, call| from_string(m, call, true)),
    memory("__isoc23_sscanf", |m, call| from_string(m, call, false)),
    memory("__isoc23_vsscanf", |m, call| from_string(m, call, true)),
];

fn from_stream(m: &mut Machine, call: &Call, input: bool, list: bool) -> InterpResult<Flow> {
    let (stream, format) =
        if input { (stdio::standard(m, call, stdio::INPUT)?, 0) } else { (stdio::of_bytes(m, call, 0)?, 1) };
    stdio::prepare_to_read(m, stream);
    scan(m, call, Source::Stream(stream), format, list)
}

fn from_string(m: &mut Machine, call: &Call, list: bool) -> InterpResult<Flow> {
    let text = guest::text(m, call, 0)?;
    scan(m, call, Source::Text { text, at: 0, from: call.pointer(0)? }, 1, list)
}

fn scan(m: &mut Machine, call: &Call, source: Source, format: usize, list: bool) -> InterpResult<Flow> {
    let passed = if list { Passed::list(m, call, format + 1)? } else { Passed::call(call, format + 1) };
    let text = guest::text(m, call, format)?;
    let mut scanner = Scanner { call, passed, next: 0, source, taken: 0, stored: 0 };
    let end = scanner.run(m, &text)?;
    // Nothing was read before the input ended: EOF.
    Flow::int(if end == End::Input && scanner.stored == 0 { stdio::EOF } else { scanner.stored })
}

enum Source {
    Text { text: Vec<u8>, at: usize, from: Pointer },
    Stream(StreamId),
}

/// Why scanning stopped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Format,
    Input,
    Mismatch,
}

struct Scanner<'c> {
    call: &'c Call,
    passed: Passed<'c>,
    next: usize,
    source: Source,
    /// Bytes taken from the input.
    taken: i64,
    stored: i64,
}

/// A conversion of `scanf`.
struct Spec {
    position: Option<usize>,
    suppress: bool,
    allocate: bool,
    width: usize,
    length: Length,
    conversion: u8,
}

impl Scanner<'_> {
    fn get(&mut self, m: &mut Machine) -> Option<u8> {
        let byte = match &mut self.source {
            Source::Text { text, at, .. } => {
                let byte = text.get(*at).copied();
                *at += usize::from(byte.is_some());
                byte
            }
            // What fails counts as the end; the stream remembers.
            Source::Stream(id) => stdio::with(m, *id, |stream, files| stream.get(files)).unwrap_or(None),
        };
        self.taken += i64::from(byte.is_some());
        byte
    }

    fn give_back(&mut self, m: &mut Machine, byte: u8) {
        self.taken -= 1;
        match &mut self.source {
            Source::Text { at, .. } => *at -= 1,
            Source::Stream(id) => {
                if let Some(stream) = m.world.stream(*id) {
                    stream.unget(byte);
                }
            }
        }
    }

    /// What is written may not overlap what is read (C11 7.21.6.7).
    fn apart(&self, to: Pointer, size: usize) -> InterpResult<()> {
        let Source::Text { text, from, .. } = &self.source else { return Ok(()) };
        let (read, written) = (text.len() as u64 + 1, size as u64);
        let is_apart =
            to.addr >= from.addr.saturating_add(read) || from.addr >= to.addr.saturating_add(written);
        if is_apart {
            return Ok(());
        }
        let message = format!("`{}` writes over the string that it reads", self.call.name);
        Err(InterpError::other(ErrorKind::OverlappingCopy, message))
    }

    fn peek(&mut self, m: &mut Machine) -> Option<u8> {
        let byte = self.get(m)?;
        self.give_back(m, byte);
        Some(byte)
    }

    fn skip_space(&mut self, m: &mut Machine) {
        while let Some(byte) = self.get(m) {
            if !is_space(byte) {
                return self.give_back(m, byte);
            }
        }
    }

    fn run(&mut self, m: &mut Machine, format: &[u8]) -> InterpResult<End> {
        let mut at = 0;
        while let Some(&byte) = format.get(at) {
            at += 1;
            if is_space(byte) {
                self.skip_space(m);
                continue;
            }
            if byte != b'%' {
                match self.get(m) {
                    None => return Ok(End::Input),
                    Some(found) if found == byte => continue,
                    Some(found) => {
                        self.give_back(m, found);
                        return Ok(End::Mismatch);
                    }
                }
            }
            let (spec, set, used) = parse(&format[at..]).map_err(|what| {
                InterpError::other(
                    ErrorKind::BadCall,
                    format!("`{}` is given a format with {what}", self.call.name),
                )
            })?;
            at += used;
            if !matches!(spec.conversion, b'c' | b'[' | b'n' | b'C') {
                self.skip_space(m);
            }
            let end = self.convert(m, &spec, &set)?;
            if end != End::Format {
                return Ok(end);
            }
        }
        Ok(End::Format)
    }

    fn convert(&mut self, m: &mut Machine, spec: &Spec, set: &[bool; 256]) -> InterpResult<End> {
        match spec.conversion {
            b'%' => match self.get(m) {
                Some(b'%') => Ok(End::Format),
                Some(byte) => {
                    self.give_back(m, byte);
                    Ok(End::Mismatch)
                }
                None => Ok(End::Input),
            },
            b'n' => {
                if !spec.suppress {
                    let (at, size) = (self.target(m, spec)?, self.size(m, spec));
                    guest::store(m, at, self.taken, size)?;
                }
                Ok(End::Format)
            }
            b'c' | b's' | b'[' => self.characters(m, spec, set),
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'p' => self.integer(m, spec),
            _ => self.float(m, spec),
        }
    }

    fn size(&self, m: &Machine, spec: &Spec) -> usize {
        spec.length.size(m.memory.target().pointer_size() as u8).into()
    }

    /// Where the next result goes.
    fn target(&mut self, m: &Machine, spec: &Spec) -> InterpResult<Pointer> {
        let at = spec.position.map_or(self.next, |position| position - 1);
        self.next += usize::from(spec.position.is_none());
        match self.passed.get(m, at)? {
            Some(Value::Pointer { reg }) if reg.meta.is_whole() => Ok(reg.as_pointer()),
            Some(Value::Pointer { .. }) => Err(Box::new(InterpError::Undefined)),
            Some(_) => {
                guest::bad_call(format!("`{}` is given something else than a pointer", self.call.name))
            }
            None => guest::bad_call(format!(
                "the format of `{}` asks for more arguments than it was given",
                self.call.name
            )),
        }
    }

    fn characters(&mut self, m: &mut Machine, spec: &Spec, set: &[bool; 256]) -> InterpResult<End> {
        let single = spec.conversion == b'c';
        let most = match (spec.width, single) {
            (0, true) => 1,
            (0, false) => usize::MAX,
            (width, _) => width,
        };
        let mut found = Vec::new();
        let mut ended = false;
        while found.len() < most {
            let Some(byte) = self.get(m) else {
                ended = true;
                break;
            };
            let wanted = match spec.conversion {
                b'c' => true,
                b's' => !is_space(byte),
                _ => set[usize::from(byte)],
            };
            if !wanted {
                self.give_back(m, byte);
                break;
            }
            found.push(byte);
        }
        if found.is_empty() || single && found.len() < most && spec.width > 0 && ended && found.is_empty() {
            return Ok(if ended { End::Input } else { End::Mismatch });
        }
        if spec.suppress {
            return Ok(End::Format);
        }
        let to = self.target(m, spec)?;
        if !single {
            found.push(0);
        }
        if spec.length == Length::Long {
            // The C locale has ASCII.
            if !found.is_ascii() {
                super::errno::set(m, EILSEQ)?;
                return Ok(End::Input);
            }
            let big_endian = m.memory.target().endian == gmc_mem::Endian::Big;
            let wide = |byte: u8| if big_endian { [0, 0, 0, byte] } else { [byte, 0, 0, 0] };
            found = found.into_iter().flat_map(wide).collect();
        }
        if spec.allocate {
            let string = guest::heap(m, &found, self.call)?;
            m.memory.store_pointer(to, string)?;
        } else {
            self.apart(to, found.len())?;
            m.memory.write_bytes(to, &found)?;
        }
        self.stored += 1;
        Ok(End::Format)
    }

    /// Takes bytes as long as they continue what there is.
    fn collect(&mut self, m: &mut Machine, most: usize, fits: impl Fn(&[u8], u8) -> bool) -> Vec<u8> {
        let mut found = Vec::new();
        while found.len() < most {
            let Some(byte) = self.get(m) else { break };
            if !fits(&found, byte) {
                self.give_back(m, byte);
                break;
            }
            found.push(byte);
        }
        found
    }

    fn integer(&mut self, m: &mut Machine, spec: &Spec) -> InterpResult<End> {
        let most = if spec.width == 0 { usize::MAX } else { spec.width };
        if self.peek(m).is_none() {
            return Ok(End::Input);
        }
        let any_base = spec.conversion == b'i';
        let fixed = match spec.conversion {
            b'd' | b'u' => 10,
            b'o' => 8,
            b'i' => 0,
            _ => 16,
        };
        let base_of = move |body: &[u8]| match body {
            [b'0', b'x' | b'X', ..] if fixed == 16 || any_base => 16,
            [b'0', ..] if any_base => 8,
            _ if any_base => 10,
            _ => fixed,
        };
        let found = self.collect(m, most, |found, byte| {
            let body = match found {
                [b'+' | b'-', rest @ ..] => rest,
                all => all,
            };
            match byte {
                b'+' | b'-' => found.is_empty(),
                b'x' | b'X' => body == b"0" && (any_base || fixed == 16),
                _ => {
                    let base = if body.is_empty() && any_base { 10 } else { base_of(body) };
                    char::from(byte).is_digit(base)
                }
            }
        });
        let (negative, body) = match found.as_slice() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            all => (false, all),
        };
        let base = base_of(body);
        let digits = match body {
            [b'0', b'x' | b'X', rest @ ..] => rest,
            all => all,
        };
        // As for glibc, 0x without digits is a zero.
        if body.is_empty() {
            return Ok(End::Mismatch);
        }
        let value = digits.iter().fold(0u128, |value, &digit| {
            let digit = char::from(digit).to_digit(base).unwrap_or(0);
            value.saturating_mul(base.into()).saturating_add(digit.into())
        });
        if spec.suppress {
            return Ok(End::Format);
        }
        let to = self.target(m, spec)?;
        if spec.conversion == b'p' {
            let pointer = m.memory.pointer_from_number(value as u64);
            m.memory.store_pointer(to, pointer)?;
        } else {
            // As strtol and strtoul of glibc's longest types, then cut.
            let signed = matches!(spec.conversion, b'd' | b'i');
            let bits = match (signed, negative) {
                (true, true) => (value.min(1 << 63) as u64).wrapping_neg(),
                (true, false) => value.min(i64::MAX as u128) as u64,
                (false, true) => (value.min(u64::MAX.into()) as u64).wrapping_neg(),
                (false, false) => value.min(u64::MAX.into()) as u64,
            };
            let size = self.size(m, spec);
            self.apart(to, size)?;
            m.memory.store_sized(to, Stored::Bits(cut(bits, size)), size)?;
        }
        self.stored += 1;
        Ok(End::Format)
    }

    fn float(&mut self, m: &mut Machine, spec: &Spec) -> InterpResult<End> {
        let most = if spec.width == 0 { usize::MAX } else { spec.width };
        if self.peek(m).is_none() {
            return Ok(End::Input);
        }
        let found = self.collect(m, most, continues_float);
        let big_endian = m.memory.target().endian == gmc_mem::Endian::Big;
        let rules = Rules { big_endian, ..Rules::X86 };
        let format = match spec.length {
            Length::LongDouble => Scalar::Float {
                format: m.compiled.long_double,
                bytes: if m.memory.target().pointer_size() == 8 { 16 } else { 12 },
            },
            Length::Long => Scalar::float(Real::Double),
            _ => Scalar::float(Real::Single),
        };
        let parsed = gmc_arith::parse_float(rules, format, &found)
            .map_err(|_| InterpError::unsupported("this number in `scanf`"))?;
        // As for glibc, an exponent without digits is none.
        let whole = |length: usize| {
            matches!(
                found[length..],
                [] | [b'e' | b'E' | b'p' | b'P'] | [b'e' | b'E' | b'p' | b'P', b'+' | b'-']
            )
        };
        let Some(parsed) = parsed.filter(|parsed| whole(parsed.length)) else {
            return Ok(End::Mismatch);
        };
        if !spec.suppress {
            let to = self.target(m, spec)?;
            self.apart(to, parsed.value.len())?;
            m.memory.write_bytes(to, &parsed.value)?;
            self.stored += 1;
        }
        Ok(End::Format)
    }
}

fn cut(bits: u64, size: usize) -> u64 {
    if size >= 8 { bits } else { bits & ((1 << (8 * size)) - 1) }
}

/// Whether a byte continues what may become a floating-point number.
fn continues_float(found: &[u8], byte: u8) -> bool {
    // Numbers may have millions of digits: what is known of the first ones is not asked again.
    if byte.is_ascii_digit() && found.last().is_some_and(u8::is_ascii_digit) {
        return true;
    }
    let body = match found {
        [b'+' | b'-', rest @ ..] => rest,
        all => all,
    };
    let lower = body.to_ascii_lowercase();
    let next = byte.to_ascii_lowercase();
    for word in [b"infinity".as_slice(), b"nan"] {
        if word.starts_with(&lower) && word.get(lower.len()) == Some(&next) {
            return true;
        }
    }
    if lower.iter().any(|byte| matches!(byte, b'n' | b'i')) {
        return false;
    }
    let hex = lower.starts_with(b"0x");
    let mark = if hex { b'p' } else { b'e' };
    let exponent = lower.iter().position(|&byte| byte == mark);
    let digits = |part: &[u8]| part.iter().any(u8::is_ascii_hexdigit);
    match (next, exponent) {
        (b'+' | b'-', Some(at)) => at + 1 == lower.len(),
        (b'+' | b'-', None) => found.is_empty(),
        (b'0'..=b'9', _) => true,
        (_, Some(_)) => false,
        (b'.', None) => !lower.contains(&b'.'),
        (b'x', None) => lower == b"0",
        (byte, None) if byte == mark => digits(if hex { &lower[2..] } else { &lower }),
        (b'a'..=b'f', None) => hex,
        _ => false,
    }
}

/// A conversion, the set of bytes it takes if it is `[`, and how long it is.
fn parse(text: &[u8]) -> Result<(Spec, [bool; 256], usize), String> {
    let mut parser = Parser::new(text);
    let position = parser.position();
    let suppress = parser.take(b'*');
    while parser.take(b'\'') {}
    let width = parser.number().unwrap_or(0);
    let allocate = parser.take(b'm');
    let length = parser.length();
    let conversion = parser.next().ok_or("a `%` at its end")?;
    let mut set = [false; 256];
    if conversion == b'[' {
        let negated = parser.take(b'^');
        let mut members = Vec::new();
        loop {
            let byte = parser.next().ok_or("a `[` without `]`")?;
            if byte == b']' && !members.is_empty() {
                break;
            }
            members.push(byte);
        }
        let mut at = 0;
        while let Some(&first) = members.get(at) {
            match (members.get(at + 1), members.get(at + 2)) {
                (Some(b'-'), Some(&last)) => {
                    (first..=last).for_each(|byte| set[usize::from(byte)] = true);
                    at += 3;
                }
                _ => {
                    set[usize::from(first)] = true;
                    at += 1;
                }
            }
        }
        set.iter_mut().for_each(|member| *member ^= negated);
    }
    if !b"diouxXpcsn[eEfFgGaA%".contains(&conversion) {
        return Err(format!("the unknown conversion `%{}`", char::from(conversion)));
    }
    Ok((Spec { position, suppress, allocate, width, length, conversion }, set, parser.used()))
}
