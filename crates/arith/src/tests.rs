//! Known results, both byte orders, wide integers against 128-bit ones, and that nothing panics. What GCC computes is
//! compared in `tests/arith_native.rs`.

use super::*;

const RULES: Rules = Rules::X86;
const BIG: Rules = Rules { big_endian: true, negative_nan: false, wrap: false };

const UNARY: [UnaryOp; 17] = [
    UnaryOp::Convert,
    UnaryOp::Float,
    UnaryOp::FixTrunc,
    UnaryOp::Negate,
    UnaryOp::BitNot,
    UnaryOp::Not,
    UnaryOp::Abs,
    UnaryOp::AbsUnsigned,
    UnaryOp::Conjugate,
    UnaryOp::Paren,
    UnaryOp::Duplicate,
    UnaryOp::AddressSpace,
    UnaryOp::FixedConvert,
    UnaryOp::UnpackLow,
    UnaryOp::UnpackHigh,
    UnaryOp::UnpackFloatLow,
    UnaryOp::UnpackFloatHigh,
];

const BINARY: [BinaryOp; 45] = {
    use BinaryOp::*;
    [
        Plus,
        Minus,
        Mult,
        PointerPlus,
        PointerDiff,
        TruncDiv,
        CeilDiv,
        FloorDiv,
        RoundDiv,
        ExactDiv,
        TruncMod,
        CeilMod,
        FloorMod,
        RoundMod,
        RealDiv,
        ShiftLeft,
        ShiftRight,
        RotateLeft,
        RotateRight,
        BitOr,
        BitXor,
        BitAnd,
        And,
        Or,
        Xor,
        Min,
        Max,
        Less,
        LessEqual,
        Greater,
        GreaterEqual,
        Equal,
        NotEqual,
        Unordered,
        Ordered,
        UnorderedLess,
        UnorderedLessEqual,
        UnorderedGreater,
        UnorderedGreaterEqual,
        UnorderedEqual,
        LessGreater,
        Complex,
        MultHighpart,
        WidenMult,
        PackTrunc,
    ]
};

const TERNARY: [TernaryOp; 7] = [
    TernaryOp::Cond,
    TernaryOp::VectorCond,
    TernaryOp::Permute,
    TernaryOp::BitInsert,
    TernaryOp::Dot,
    TernaryOp::WidenMultPlus,
    TernaryOp::WidenMultMinus,
];

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[(self.next() >> 20) as usize % of.len()]
    }

    fn wide(&mut self) -> i128 {
        let bits = (i128::from(self.next()) << 64) ^ i128::from(self.next());
        bits >> ((self.next() >> 50) % 128)
    }
}

fn int(bits: u32, signed: bool, op: BinaryOp, left: i128, right: i128) -> Result<i128, Trap> {
    let format = Scalar::int(bits, signed);
    let (l, r) = (from_i128(RULES, format, left), from_i128(RULES, format, right));
    let result = binary(RULES, op, format.into(), (format.into(), &l), (format.into(), &r))?;
    to_i128(RULES, format, &result)
}

fn lanes<const N: usize>(element: Scalar, values: [i128; N]) -> (Format, Vec<u8>) {
    let image = values.iter().flat_map(|value| from_i128(RULES, element, *value).to_vec()).collect();
    (Format::Vector { element, lanes: N as u32 }, image)
}

fn complex(values: [f64; 2]) -> (Format, Vec<u8>) {
    let image = values.iter().flat_map(|value| f64_to_image(RULES, *value)).collect();
    (Format::Complex(Scalar::float(Real::Double)), image)
}

#[test]
fn every_rounding_of_division() {
    use BinaryOp::*;
    let expected = [
        (7, 2, [3, 4, 3, 4], [1, -1, 1, -1]),
        (-7, 2, [-3, -3, -4, -4], [-1, -1, 1, 1]),
        (7, -2, [-3, -3, -4, -4], [1, 1, -1, -1]),
        (-7, -2, [3, 4, 3, 4], [-1, 1, -1, 1]),
        (7, 3, [2, 3, 2, 2], [1, -2, 1, 1]),
        (-8, 3, [-2, -2, -3, -3], [-2, -2, 1, 1]),
        (6, 3, [2, 2, 2, 2], [0, 0, 0, 0]),
    ];
    for bits in [8, 32, 64, 100, 128] {
        for (l, r, quotients, rests) in expected {
            for (op, quotient) in [TruncDiv, CeilDiv, FloorDiv, RoundDiv].into_iter().zip(quotients) {
                assert_eq!(int(bits, true, op, l, r), Ok(quotient), "{l} {op:?} {r}");
            }
            for (op, rest) in [TruncMod, CeilMod, FloorMod, RoundMod].into_iter().zip(rests) {
                assert_eq!(int(bits, true, op, l, r), Ok(rest), "{l} {op:?} {r}");
            }
        }
        assert_eq!(int(bits, false, RoundDiv, 7, 2), Ok(4));
        assert_eq!(int(bits, false, CeilDiv, 7, 3), Ok(3));
        let least = -1i128 << (bits - 1);
        assert_eq!(int(bits, true, TruncDiv, least, -1), Err(Trap::SignedOverflow));
        assert_eq!(int(bits, true, TruncMod, least, -1), Err(Trap::SignedOverflow));
        assert_eq!(int(bits, true, TruncMod, least, 0), Err(Trap::DivisionByZero));
    }
}

#[test]
fn shifts_rotations_and_high_parts() {
    use BinaryOp::*;
    assert_eq!(int(128, true, ShiftLeft, 1, 127), Ok(i128::MIN));
    assert_eq!(int(128, true, ShiftRight, i128::MIN, 127), Ok(-1));
    assert_eq!(int(128, true, ShiftRight, 1, 128), Err(Trap::InvalidShift { count: 128, width: 128 }));
    assert_eq!(int(32, true, ShiftLeft, 1, -1), Err(Trap::InvalidShift { count: -1, width: 32 }));
    assert_eq!(int(128, false, RotateLeft, 1, 127), Ok(i128::MIN));
    assert_eq!(int(8, false, RotateRight, 0x81, 1), Ok(0xc0));
    assert_eq!(int(8, false, RotateLeft, 0x81, 9), Ok(0x03));
    assert_eq!(int(128, true, MultHighpart, i128::MIN, i128::MIN), Ok(1 << 126));
    assert_eq!(int(128, true, MultHighpart, -1, 1), Ok(-1));
    assert_eq!(int(128, false, MultHighpart, -1, -1), Ok(-2));
    assert_eq!(int(8, true, MultHighpart, -128, 127), Ok(-64));
    assert_eq!(int(3, true, Plus, 3, 1), Err(Trap::SignedOverflow));
    assert_eq!(int(3, false, Plus, 7, 1), Ok(0));
}

#[test]
fn overflow_wraps_where_the_rules_say_so() {
    let format = Scalar::int(128, true);
    let (most, one) = (from_i128(RULES, format, i128::MAX), from_i128(RULES, format, 1));
    let wrapping = Rules { wrap: true, ..RULES };
    fn operand(image: &[u8]) -> Operand<'_> {
        (Format::Scalar(Scalar::int(128, true)), image)
    }
    let sum = binary(wrapping, BinaryOp::Plus, format.into(), operand(&most), operand(&one));
    assert_eq!(sum.map(|sum| sum.to_vec()), Ok(i128::MIN.to_le_bytes().to_vec()));
    let image = i128::MIN.to_le_bytes();
    assert_eq!(unary(RULES, UnaryOp::Negate, format.into(), operand(&image)), Err(Trap::SignedOverflow));
    let unsigned = Scalar::int(128, false);
    let absolute = unary(RULES, UnaryOp::AbsUnsigned, unsigned.into(), operand(&image));
    assert_eq!(absolute.map(|value| value.to_vec()), Ok(image.to_vec()));
}

#[test]
fn infinities_of_complex_numbers_are_recovered() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let compute = |op, left, right| {
        let (l, r) = (complex(left), complex(right));
        let value = binary(RULES, op, l.0, (l.0, &l.1), (r.0, &r.1)).expect("arithmetic");
        [f64_from_image(RULES, &value[..8]), f64_from_image(RULES, &value[8..])]
            .map(|part| part.expect("a part"))
    };
    assert_eq!(compute(BinaryOp::Mult, [1.0, 2.0], [3.0, 4.0]), [-5.0, 10.0]);
    assert_eq!(compute(BinaryOp::Mult, [inf, nan], [1.0, 1.0]), [inf, inf]);
    assert_eq!(compute(BinaryOp::RealDiv, [1.0, 1.0], [0.0, 0.0]), [inf, inf]);
    assert_eq!(compute(BinaryOp::RealDiv, [1.0, 1.0], [inf, nan]), [0.0, 0.0]);
    assert_eq!(compute(BinaryOp::RealDiv, [-5.0, 10.0], [3.0, 4.0]), [1.0, 2.0]);
    // The textbook quotient overflows here.
    assert_eq!(compute(BinaryOp::RealDiv, [1e300, 1e300], [1e300, 1e300]), [1.0, 0.0]);
}

#[test]
fn lanes_move() {
    let (short, word) = (Scalar::int(16, true), Scalar::int(32, true));
    let (from, image) = lanes(short, [1, -2, 3, -4]);
    let (to, low) = lanes(word, [1, -2]);
    let (_, high) = lanes(word, [3, -4]);
    let unpack = |rules, op| unary(rules, op, to, (from, &image)).map(|value| value.to_vec());
    assert_eq!(unpack(RULES, UnaryOp::UnpackLow), Ok(low.clone()));
    assert_eq!(unpack(RULES, UnaryOp::UnpackHigh), Ok(high.clone()));
    let packed = binary(RULES, BinaryOp::PackTrunc, from, (to, &low), (to, &high));
    assert_eq!(packed.map(|value| value.to_vec()), Ok(image.clone()));
    let (sums, start) = lanes(word, [10, 20]);
    let dot = ternary(RULES, TernaryOp::Dot, sums, (from, &image), (from, &image), (sums, &start));
    assert_eq!(dot.map(|value| value.to_vec()), Ok(lanes(word, [15, 45]).1));
    let (_, indices) = lanes(short, [7, 0, -1, 9]);
    let (_, other) = lanes(short, [5, 6, 7, 8]);
    let permuted = ternary(RULES, TernaryOp::Permute, from, (from, &image), (from, &other), (from, &indices));
    assert_eq!(permuted.map(|value| value.to_vec()), Ok(lanes(short, [8, 1, 8, -2]).1));
    let (mask, truth) = lanes(Scalar::mask(2), [-1, 0, -1, 0]);
    let picked = ternary(RULES, TernaryOp::VectorCond, from, (mask, &truth), (from, &image), (from, &other));
    assert_eq!(picked.map(|value| value.to_vec()), Ok(lanes(short, [1, 6, 3, 8]).1));
    let place = (Format::Scalar(word), from_i128(RULES, word, 32));
    let lane = (Format::Scalar(short), from_i128(RULES, short, 99));
    let inserted =
        ternary(RULES, TernaryOp::BitInsert, from, (from, &image), (lane.0, &lane.1), (place.0, &place.1));
    assert_eq!(inserted.map(|value| value.to_vec()), Ok(lanes(short, [1, -2, 99, -4]).1));
    let equal = binary(RULES, BinaryOp::Equal, Scalar::bool().into(), (from, &image), (from, &image));
    assert_eq!(equal.map(|value| value.to_vec()), Ok(vec![1]));
}

#[test]
fn floats_that_fit_no_integer_trap() {
    assert_eq!(float_to_int_checked(-0.9, 8, false), Ok(0));
    assert_eq!(float_to_int_checked(-1.0, 8, false), Err(Trap::FloatConversion));
    assert_eq!(float_to_int_checked(-128.9, 8, true), Ok(-128));
    assert_eq!(float_to_int_checked(128.0, 8, true), Err(Trap::FloatConversion));
    assert_eq!(float_to_int_checked(f64::NAN, 64, true), Err(Trap::FloatConversion));
    assert_eq!(float_to_int_checked(-(2f64.powi(127)), 128, true), Ok(i128::MIN));
    assert_eq!(float_to_int_checked(2f64.powi(128), 128, false), Err(Trap::FloatConversion));
    assert_eq!(float_to_int_checked(1.5, 1, true), Err(Trap::FloatConversion));
}

#[test]
fn x87_numbers_look_as_in_memory() {
    let image = x87_from_f64(RULES, 16, 1.0);
    assert_eq!(*image, [0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0x3f, 0, 0, 0, 0, 0, 0]);
    let format = Scalar::float(Real::X87);
    let third = binary(
        RULES,
        BinaryOp::RealDiv,
        format.into(),
        (format.into(), &image),
        (format.into(), &x87_from_f64(RULES, 16, 3.0)),
    );
    let third = third.expect("a quotient");
    assert_eq!(third[..10], [0xab, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xfd, 0x3f]);
    let decimal = decimal_digits(RULES, format, &x87_from_f64(RULES, 16, -0.15625)).expect("x87");
    assert_eq!(decimal, Some(Decimal { negative: true, digits: vec![1, 5, 6, 2, 5], point: 0 }));
}

/// Integers of 192 bits against those of 128: the same operations on sign-extended operands.
#[test]
fn wide_integers_agree_with_narrow_ones() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let (wide, narrow) = (Scalar::int(192, true), Scalar::int(128, true));
    let operand = |format: Scalar, value: &[u8]| {
        unary(RULES, UnaryOp::Convert, format.into(), (Format::Scalar(narrow), value))
    };
    for _ in 0..400 {
        let (l, r) = (random.wide(), random.wide());
        for op in BINARY {
            let to = if scalar::verdict(op, None).is_some() { Scalar::bool() } else { narrow };
            if matches!(op, BinaryOp::WidenMult | BinaryOp::MultHighpart) {
                continue;
            }
            let r = if matches!(op, BinaryOp::ShiftRight | BinaryOp::ShiftLeft) { r & 127 } else { r };
            let (l, r) = (l.to_le_bytes(), r.to_le_bytes());
            let Ok(expected) =
                binary(RULES, op, to.into(), (Format::Scalar(narrow), &l), (Format::Scalar(narrow), &r))
            else {
                continue;
            };
            let (l, r) = (operand(wide, &l).expect("extension"), operand(wide, &r).expect("extension"));
            let wide_to = if to == narrow { wide } else { to };
            let result = binary(RULES, op, wide_to.into(), (wide.into(), &l), (wide.into(), &r));
            let Err(Trap::Unsupported(_)) = result else {
                let result = result.expect("no overflow");
                let result = unary(RULES, UnaryOp::Convert, to.into(), (wide_to.into(), &result));
                assert_eq!(result, Ok(expected), "{op:?}");
                continue;
            };
        }
        for format in [Real::Single, Real::Double, Real::X87, Real::Quad] {
            let float = Format::Scalar(Scalar::float(format));
            let l = l.to_le_bytes();
            let from_wide =
                operand(wide, &l).and_then(|l| unary(RULES, UnaryOp::Float, float, (wide.into(), &l)));
            let from_narrow = unary(RULES, UnaryOp::Float, float, (narrow.into(), &l)).expect("a float");
            assert_eq!(from_wide, Ok(from_narrow.clone()));
            let back = unary(RULES, UnaryOp::FixTrunc, wide.into(), (float, &from_narrow)).expect("it fits");
            let again = unary(RULES, UnaryOp::Float, float, (wide.into(), &back));
            assert_eq!(again, Ok(from_narrow));
        }
    }
}

/// Every scalar operation on a big-endian target is the little-endian one with all bytes reversed.
#[test]
fn byte_order_changes_nothing_else() {
    let mut random = Random(77);
    let little = Rules { big_endian: false, ..BIG };
    let formats = [
        Scalar::int(12, true),
        Scalar::int(64, false),
        Scalar::int(128, true),
        Scalar::int(200, true),
        Scalar::float(Real::Single),
        Scalar::float(Real::Quad),
    ];
    for _ in 0..6000 {
        let (format, op) = (random.pick(&formats), random.pick(&BINARY));
        let image: Vec<Vec<u8>> =
            (0..2).map(|_| (0..format.size()).map(|_| random.next() as u8).collect()).collect();
        let reversed: Vec<Vec<u8>> =
            image.iter().map(|image| image.iter().rev().copied().collect()).collect();
        let of = Format::Scalar(format);
        let result = binary(little, op, of, (of, &image[0]), (of, &image[1]));
        let swapped = binary(BIG, op, of, (of, &reversed[0]), (of, &reversed[1]));
        let swapped = swapped.map(|value| value.iter().rev().copied().collect::<Vec<u8>>());
        assert_eq!(result.map(|value| value.to_vec()), swapped, "{op:?} {format:?}");
    }
}

#[test]
fn nothing_panics() {
    let mut random = Random(0xdead_beef_1234_5678);
    let scalars = [
        Scalar::int(0, true),
        Scalar::int(1, true),
        Scalar::int(3, false),
        Scalar::int(64, true),
        Scalar::int(127, false),
        Scalar::int(128, true),
        Scalar::int(129, true),
        Scalar::int(700, false),
        Scalar::int(u32::MAX, true),
        Scalar::Int { bits: 200, bytes: 0, signed: true },
        Scalar::Int { bits: 8, bytes: 40, signed: true },
        Scalar::bool(),
        Scalar::mask(4),
        Scalar::Pointer { bits: 64 },
        Scalar::float(Real::Half),
        Scalar::float(Real::Brain),
        Scalar::float(Real::Single),
        Scalar::float(Real::Double),
        Scalar::float(Real::X87),
        Scalar::Float { format: Real::X87, bytes: 4 },
        Scalar::float(Real::Quad),
    ];
    let format = |random: &mut Random| {
        let scalar = random.pick(&scalars);
        match random.next() % 4 {
            0 => Format::Complex(scalar),
            1 => Format::Vector { element: scalar, lanes: random.pick(&[0, 1, 2, 3, 4, 8, u32::MAX]) },
            _ => Format::Scalar(scalar),
        }
    };
    let image = |random: &mut Random| -> Vec<u8> {
        let length = random.pick(&[0, 1, 8, 16, 32, 256, 256, 256, 256]);
        let fill = random.pick(&[0x00, 0x7f, 0x80, 0xff, 0x01]);
        let noise = random.next() & 3 > 0;
        (0..length).map(|_| if noise { random.next() as u8 } else { fill }).collect()
    };
    for _ in 0..60_000 {
        let rules = Rules { wrap: random.next() & 8 == 0, ..random.pick(&[RULES, BIG]) };
        let same = format(&mut random);
        let choose = |random: &mut Random| if random.next() & 4 == 0 { same } else { format(random) };
        let formats: [Format; 4] = std::array::from_fn(|_| choose(&mut random));
        let images: [Vec<u8>; 3] = std::array::from_fn(|_| image(&mut random));
        let operand = |index: usize| (formats[index], images[index].as_slice());
        let _ = unary(rules, random.pick(&UNARY), formats[3], operand(0));
        let _ = binary(rules, random.pick(&BINARY), formats[3], operand(0), operand(1));
        let _ = ternary(rules, random.pick(&TERNARY), formats[3], operand(0), operand(1), operand(2));
        let _ = is_true(rules, operand(0));
        let scalar = random.pick(&scalars);
        // Twelve thousand digits take their time.
        if random.next() & 63 == 0 {
            let _ = decimal_digits(rules, scalar, &images[0]);
        }
        let _ = to_f64(rules, scalar, &images[0]);
        let text: Vec<u8> = (0..12).map(|_| random.pick(b"0123456789.exXpP+-nainfty() ")).collect();
        let _ = parse_float(rules, scalar, &text);
    }
}
