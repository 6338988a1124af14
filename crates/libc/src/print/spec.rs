//! Conversion specifications of `printf` and `scanf`: what stands after a `%`.

/// How long an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// `hh`
    Char,
    /// `h`
    Short,
    /// none
    Int,
    /// `l`
    Long,
    /// `ll`, `q`
    LongLong,
    /// `j`
    Max,
    /// `z`, `Z`
    Size,
    /// `t`
    Difference,
    /// `L`
    LongDouble,
}

impl Length {
    /// Bytes of an integer of this length, given those of a `long`.
    pub(crate) fn size(self, long: u8) -> u8 {
        match self {
            Length::Char => 1,
            Length::Short => 2,
            Length::Int => 4,
            Length::Long | Length::Size | Length::Difference => long,
            Length::LongLong | Length::Max | Length::LongDouble => 8,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Length::Char => "hh",
            Length::Short => "h",
            Length::Int => "",
            Length::Long => "l",
            Length::LongLong => "ll",
            Length::Max => "j",
            Length::Size => "z",
            Length::Difference => "t",
            Length::LongDouble => "L",
        }
    }
}

/// A number that is an argument, too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Star {
    pub(super) position: Option<usize>,
}

/// A conversion.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub(super) position: Option<usize>,
    pub(super) left: bool,
    pub(super) plus: bool,
    pub(super) space: bool,
    pub(super) alternate: bool,
    pub(super) zero: bool,
    pub(super) width: usize,
    pub(super) width_from: Option<Star>,
    pub(super) precision: Option<usize>,
    pub(super) precision_from: Option<Star>,
    pub(super) length: Length,
    pub(super) conversion: u8,
}

impl Spec {
    /// As the program may have written it, in short.
    pub(super) fn text(&self) -> String {
        format!("%{}{}", self.length.text(), char::from(self.conversion))
    }
}

/// Reads specifications.
pub(crate) struct Parser<'t> {
    text: &'t [u8],
    at: usize,
}

/// The largest width or precision that programs need.
const MOST: usize = 1 << 24;

impl<'t> Parser<'t> {
    /// Starts behind the `%`.
    pub(crate) fn new(text: &'t [u8]) -> Parser<'t> {
        Parser { text, at: 0 }
    }

    /// How much was read.
    pub(crate) fn used(&self) -> usize {
        self.at
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    pub(crate) fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    pub(crate) fn number(&mut self) -> Option<usize> {
        let start = self.at;
        let mut value = 0usize;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            value = value.saturating_mul(10).saturating_add((digit - b'0').into()).min(MOST);
            self.at += 1;
        }
        (self.at > start).then_some(value)
    }

    /// `N$`
    pub(crate) fn position(&mut self) -> Option<usize> {
        let start = self.at;
        match self.number() {
            Some(position @ 1..) if self.take(b'$') => Some(position),
            _ => {
                self.at = start;
                None
            }
        }
    }

    pub(crate) fn length(&mut self) -> Length {
        let length = match self.peek() {
            Some(b'h') => Length::Short,
            Some(b'l') => Length::Long,
            Some(b'q') => Length::LongLong,
            Some(b'j') => Length::Max,
            Some(b'z' | b'Z') => Length::Size,
            Some(b't') => Length::Difference,
            Some(b'L') => Length::LongDouble,
            _ => return Length::Int,
        };
        self.at += 1;
        match length {
            Length::Short if self.take(b'h') => Length::Char,
            Length::Long if self.take(b'l') => Length::LongLong,
            other => other,
        }
    }

    fn star(&mut self) -> Option<Star> {
        self.take(b'*').then(|| Star { position: self.position() })
    }

    /// A conversion of `printf`, and how many bytes it takes.
    pub(super) fn print(text: &[u8]) -> Result<(Spec, usize), String> {
        let mut parser = Parser::new(text);
        let mut spec = Spec {
            position: parser.position(),
            left: false,
            plus: false,
            space: false,
            alternate: false,
            zero: false,
            width: 0,
            width_from: None,
            precision: None,
            precision_from: None,
            length: Length::Int,
            conversion: 0,
        };
        loop {
            match parser.peek() {
                Some(b'-') => spec.left = true,
                Some(b'+') => spec.plus = true,
                Some(b' ') => spec.space = true,
                Some(b'#') => spec.alternate = true,
                Some(b'0') => spec.zero = true,
                // The C locale groups nothing and has no other digits.
                Some(b'\'' | b'I') => {}
                _ => break,
            }
            parser.at += 1;
        }
        spec.width_from = parser.star();
        spec.width = parser.number().unwrap_or(0);
        if parser.take(b'.') {
            spec.precision_from = parser.star();
            // A point without a number is a zero.
            spec.precision = Some(parser.number().unwrap_or(0));
        }
        spec.length = parser.length();
        spec.conversion = parser.next().ok_or("a `%` at its end")?;
        let known = b"diouxXcCsSpnmeEfFgGaA%".contains(&spec.conversion);
        if !known {
            return Err(format!("the unknown conversion `{}`", spec.text()));
        }
        Ok((spec, parser.used()))
    }
}
