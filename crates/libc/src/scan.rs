//! The `scanf` family.
//!
//! Where a result goes is checked as any store of the program's is.

use super::ctype::is_space;
use super::print::{Length, Parser, Passed, Value};
use super::symbolic::numeral::Numeral;
use super::{guest, stdio};
use crate::failures;
use gmc_arith::{Real, Rules, Scalar};
use gmc_mem::{Pointer, Scalar as Stored};
use gmc_model::ErrorKind;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory, outside};
use gmc_world::errno::EILSEQ;
use gmc_world::{Byte, Bytes, StreamId};

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
    let from = call.pointer(0)?;
    let text = guest::data_string(m, from, u64::MAX)?;
    scan(m, call, Source::Text { text, at: 0, from }, 1, list)
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
    Text { text: Bytes, at: usize, from: Pointer },
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
    fn get(&mut self, m: &mut Machine) -> Option<Byte> {
        let byte = match &mut self.source {
            Source::Text { text, at, .. } => {
                let byte = text.get(*at);
                *at += usize::from(byte.is_some());
                byte
            }
            // What fails counts as the end; the stream remembers.
            Source::Stream(id) => stdio::with(m, *id, |stream, files| stream.get(files)).unwrap_or(None),
        };
        self.taken += i64::from(byte.is_some());
        byte
    }

    fn give_back(&mut self, m: &mut Machine, byte: Byte) {
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

    fn is_at_end(&mut self, m: &mut Machine) -> bool {
        let Some(byte) = self.get(m) else { return true };
        self.give_back(m, byte);
        false
    }

    fn skip_space(&mut self, m: &mut Machine) -> InterpResult<()> {
        while let Some(byte) = self.get(m) {
            if !m.byte_is(byte, is_space)? {
                self.give_back(m, byte);
                break;
            }
        }
        Ok(())
    }

    /// Takes this byte, if it comes next.
    fn take(&mut self, m: &mut Machine, wanted: u8) -> InterpResult<End> {
        let Some(found) = self.get(m) else { return Ok(End::Input) };
        if m.byte_is(found, |it| it == wanted)? {
            return Ok(End::Format);
        }
        self.give_back(m, found);
        Ok(End::Mismatch)
    }

    fn run(&mut self, m: &mut Machine, format: &[u8]) -> InterpResult<End> {
        let mut at = 0;
        while let Some(&byte) = format.get(at) {
            at += 1;
            if is_space(byte) {
                self.skip_space(m)?;
                continue;
            }
            if byte != b'%' {
                match self.take(m, byte)? {
                    End::Format => continue,
                    end => return Ok(end),
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
                self.skip_space(m)?;
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
            b'%' => self.take(m, b'%'),
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
        match self.passed.get(m, at, false)? {
            Some(Value::Pointer { reg }) if reg.meta.is_whole() => Ok(reg.as_pointer()),
            Some(Value::Pointer { reg }) if reg.is_open() => Err(gmc_vm::nondet::matters(reg)),
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
        let mut found = Bytes::new();
        let mut ended = false;
        while found.len() < most {
            let Some(byte) = self.get(m) else {
                ended = true;
                break;
            };
            let wanted = match spec.conversion {
                b'c' => true,
                b's' => !m.byte_is(byte, is_space)?,
                _ => m.byte_is(byte, |byte| set[usize::from(byte)])?,
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
            found.push(Byte::Plain(0));
        }
        if spec.length == Length::Long {
            // The C locale has ASCII.
            let big_endian = m.memory.target().endian == gmc_mem::Endian::Big;
            let mut wide = Bytes::new();
            for byte in found.iter() {
                if !m.byte_is(byte, |byte| byte.is_ascii())? {
                    super::errno::set(m, EILSEQ)?;
                    return Ok(End::Input);
                }
                let start = wide.len();
                wide.resize(start + 4);
                wide.set(if big_endian { start + 3 } else { start }, byte);
            }
            found = wide;
        }
        if spec.allocate {
            let string = guest::heap_data(m, &found, self.call)?;
            m.memory.store_pointer(to, string)?;
        } else {
            self.apart(to, found.len())?;
            m.write_data(to, &found)?;
        }
        self.stored += 1;
        Ok(End::Format)
    }

    fn integer(&mut self, m: &mut Machine, spec: &Spec) -> InterpResult<End> {
        let most = if spec.width == 0 { usize::MAX } else { spec.width };
        if self.is_at_end(m) {
            return Ok(End::Input);
        }
        let mut found = Numeral::new(match spec.conversion {
            b'd' | b'u' => Some(10),
            b'o' => Some(8),
            b'i' => None,
            _ => Some(16),
        });
        while found.length < most {
            let Some(byte) = self.get(m) else { break };
            if !found.take(m, byte)? {
                self.give_back(m, byte);
                break;
            }
        }
        // As for glibc, 0x without digits is a zero.
        if !found.is_number() {
            return Ok(End::Mismatch);
        }
        if spec.suppress {
            return Ok(End::Format);
        }
        let to = self.target(m, spec)?;
        if spec.conversion == b'p' {
            let pointer = m.memory.pointer_from_number(found.magnitude(m)? as u64);
            m.memory.store_pointer(to, pointer)?;
        } else {
            // As strtol and strtoul of glibc's longest types, then cut.
            let size = self.size(m, spec);
            self.apart(to, size)?;
            match found.value(m, matches!(spec.conversion, b'd' | b'i'))? {
                Ok(bits) => m.memory.store_sized(to, Stored::Bits(cut(bits, size)), size)?,
                Err(term) => {
                    let low = m.build(|arena| arena.extract(term, 0, 8 * size as u8));
                    m.store_term(to, low, size)?;
                }
            }
        }
        self.stored += 1;
        Ok(End::Format)
    }

    fn float(&mut self, m: &mut Machine, spec: &Spec) -> InterpResult<End> {
        let most = if spec.width == 0 { usize::MAX } else { spec.width };
        if self.is_at_end(m) {
            return Ok(End::Input);
        }
        let mut found = Vec::new();
        while found.len() < most {
            let Some(byte) = self.get(m) else { break };
            // What is no part of a number need not be known.
            if !m.byte_is(byte, |byte| continues_float(&found, byte))? {
                self.give_back(m, byte);
                break;
            }
            found.push(m.byte_number(byte)?);
        }
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
