//! The text of inline assembly: instructions of the x86 in AT&T's syntax, with GCC's operands (`%0`, `%k1`).
//!
//! Directives and labels are left out: they place code. What is in another section (`.pushsection` … `.popsection`) is
//! data about the code, such as the Linux kernel's list of `lock` prefixes.

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Instruction<'t> {
    /// Its name, as it is written.
    pub(super) name: &'t str,
    /// Source first, destination last.
    pub(super) operands: Vec<Operand>,
}

/// An operand of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Operand {
    /// Which.
    pub(super) place: Place,
    /// Bytes, where its name says so: those of `%al` and `%b0`.
    pub(super) size: Option<u8>,
}

/// Where an operand is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// An operand of the statement, by its number.
    Number(usize),
    /// A register of the processor.
    Register(Register),
    /// A constant.
    Constant(i64),
    /// Memory at an address: a distance from what a register holds.
    Memory(i64, Base),
}

/// What an address is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    /// An operand of the statement.
    Number(usize),
    /// A register.
    Register(Register),
}

/// A register of the processor, whatever part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Register {
    Ax,
    Bx,
    Cx,
    Dx,
    Si,
    Di,
    /// The top of the stack.
    Sp,
}

impl Register {
    fn parse(name: &str) -> Option<(Register, u8)> {
        use Register::{Ax, Bx, Cx, Di, Dx, Si, Sp};
        const NAMES: [(Register, [&str; 4]); 7] = [
            (Ax, ["al", "ax", "eax", "rax"]),
            (Bx, ["bl", "bx", "ebx", "rbx"]),
            (Cx, ["cl", "cx", "ecx", "rcx"]),
            (Dx, ["dl", "dx", "edx", "rdx"]),
            (Si, ["sil", "si", "esi", "rsi"]),
            (Di, ["dil", "di", "edi", "rdi"]),
            (Sp, ["spl", "sp", "esp", "rsp"]),
        ];
        NAMES.iter().find_map(|(register, names)| {
            let at = names.iter().position(|it| *it == name)?;
            Some((*register, 1 << at))
        })
    }

    /// The one that a constraint asks for.
    pub(super) fn of_constraint(letter: char) -> Option<Register> {
        Some(match letter {
            'a' => Register::Ax,
            'b' => Register::Bx,
            'c' => Register::Cx,
            'd' => Register::Dx,
            'S' => Register::Si,
            'D' => Register::Di,
            _ => return None,
        })
    }
}

/// The instructions of a text; prefixes are instructions of their own. Fails with what cannot be read.
pub(super) fn instructions(text: &str) -> Result<Vec<Instruction<'_>>, &str> {
    let mut out = Vec::new();
    let mut is_elsewhere = false;
    for line in text.split(['\n', ';']) {
        let line = line.split(['#', '\r']).next().unwrap_or_default();
        let mut line = line.split("/*").next().unwrap_or_default().trim();
        // `661:`, `.Lagain%=:`
        while let Some((label, rest)) = line.split_once(':') {
            let is_label = |c: char| c.is_ascii_alphanumeric() || "._$%=".contains(c);
            if label.is_empty() || !label.chars().all(is_label) {
                break;
            }
            line = rest.trim();
        }
        if line.starts_with('.') {
            let word = line.split_whitespace().next().unwrap_or_default();
            match word {
                ".pushsection" | ".section" => is_elsewhere = true,
                ".popsection" | ".previous" | ".text" => is_elsewhere = false,
                _ => {}
            }
            continue;
        }
        if is_elsewhere {
            continue;
        }
        while !line.is_empty() {
            let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            if matches!(name, "lock" | "rep" | "repz" | "repe" | "repne") {
                out.push(Instruction { name, operands: Vec::new() });
                line = rest.trim();
                continue;
            }
            let operands = arguments(rest).map(operand).collect::<Option<Vec<_>>>().ok_or(line)?;
            out.push(Instruction { name, operands });
            break;
        }
    }
    Ok(out)
}

/// Split at commas that are not in parentheses.
fn arguments(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let split = text.split(move |c| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    split.map(str::trim).filter(|it| !it.is_empty())
}

fn operand(text: &str) -> Option<Operand> {
    let plain = |place| Operand { place, size: None };
    if let Some(number) = text.strip_prefix('$') {
        return Some(plain(Place::Constant(number_of(number)?)));
    }
    if let Some((distance, rest)) = text.split_once('(') {
        let base = base(rest.strip_suffix(')')?.trim())?;
        let distance = if distance.trim().is_empty() { 0 } else { number_of(distance.trim())? };
        return Some(plain(Place::Memory(distance, base)));
    }
    if let Some(name) = text.strip_prefix("%%") {
        let (register, size) = Register::parse(name)?;
        return Some(Operand { place: Place::Register(register), size: Some(size) });
    }
    let (size, number) = numbered(text)?;
    Some(Operand { place: Place::Number(number), size })
}

fn base(text: &str) -> Option<Base> {
    match text.strip_prefix("%%") {
        Some(name) => Register::parse(name).map(|it| Base::Register(it.0)),
        None => numbered(text).map(|it| Base::Number(it.1)),
    }
}

/// `%0`, or with a letter for the size: `%k0`.
fn numbered(text: &str) -> Option<(Option<u8>, usize)> {
    let text = text.strip_prefix('%')?;
    let (size, digits) = match text.as_bytes().first()? {
        b'b' => (Some(1), &text[1..]),
        b'w' => (Some(2), &text[1..]),
        b'k' => (Some(4), &text[1..]),
        b'q' => (Some(8), &text[1..]),
        _ => (None, text),
    };
    Some((size, digits.parse().ok()?))
}

fn number_of(text: &str) -> Option<i64> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |it| (true, it));
    let number = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()? as i64,
        None => digits.parse().ok()?,
    };
    Some(if negative { number.wrapping_neg() } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(number: usize) -> Operand {
        Operand { place: Place::Number(number), size: None }
    }

    #[test]
    fn what_libraries_write() {
        let names = |text| instructions(text).map(|it| it.iter().map(|it| it.name).collect::<Vec<_>>());
        let kernel = ".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; xaddl %0, %1";
        assert_eq!(names(kernel), Ok(vec!["lock", "xaddl"]));
        assert_eq!(names("lock cmpxchg %2, %0; setz %1;"), Ok(vec!["lock", "cmpxchg", "setz"]));
        assert_eq!(names(""), Ok(vec![]));
        assert_eq!(names("vpaddd %%ymm0, %%ymm1, %%ymm2"), Err("vpaddd %%ymm0, %%ymm1, %%ymm2"));
    }

    #[test]
    fn operands_have_places_and_sizes() {
        let found =
            instructions("movq 8(%4), %%rdx\naddl $-1, %0\nmovb %b1, -128(%%rsp)").expect("it can be read");
        let rdx = Operand { place: Place::Register(Register::Dx), size: Some(8) };
        let memory = |distance, base| Operand { place: Place::Memory(distance, base), size: None };
        assert_eq!(found[0].operands, [memory(8, Base::Number(4)), rdx]);
        assert_eq!(found[1].operands, [Operand { place: Place::Constant(-1), size: None }, number(0)]);
        let byte = Operand { place: Place::Number(1), size: Some(1) };
        assert_eq!(found[2].operands, [byte, memory(-128, Base::Register(Register::Sp))]);
    }
}
