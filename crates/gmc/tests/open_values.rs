//! Values that the program leaves open, against all of their numbers: random functions of a few narrow values that a native run
//! calls with every combination, and that `gmc check` calls with `__VERIFIER_nondet_…`. One must find the error if and only if
//! the other does.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Functions in the file; each is checked by itself.
const FUNCTIONS: usize = 32;

/// xorshift64*
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % n
    }

    fn constant(&mut self) -> i64 {
        [0, 1, -1, 2, 5, 100, 127, 128, -128, 255, 256, 300, 2_147_483_647, -2_147_483_648]
            [self.below(14) as usize]
    }

    /// An expression without undefined behaviour over the variables.
    fn expression(&mut self, depth: u32) -> String {
        let variable = ["x", "y", "z", "t"][self.below(4) as usize].to_owned();
        if depth == 0 {
            return if self.below(3) == 0 { format!("({}LL)", self.constant()) } else { variable };
        }
        let inner = self.expression(depth - 1);
        match self.below(12) {
            0 => format!("(int)((unsigned)({inner}) + (unsigned){})", self.constant()),
            1 => format!("(int)((unsigned){} - (unsigned)({inner}))", self.constant()),
            2 => format!("(~({inner}))"),
            3 => format!("(unsigned char)({inner})"),
            4 => format!("(signed char)({inner})"),
            5 => format!("(unsigned short)({inner})"),
            6 => format!("(({inner}) & 15)"),
            7 => format!("(short)(-(long long)({inner}))"),
            8 => format!("(({inner}) {} {})", self.comparison(), self.constant()),
            9 => format!("(({inner}) {} {variable})", self.comparison()),
            10 => format!("(int)((unsigned)({inner}) - (unsigned){variable})"),
            _ => format!("(({variable}) % 7 + ({inner}) / 5)"),
        }
    }

    fn comparison(&mut self) -> &'static str {
        ["<", "<=", ">", ">=", "==", "!="][self.below(6) as usize]
    }

    /// A function that tells 1 for the numbers that are wrong: likely some, likely few.
    fn function(&mut self, name: usize) -> String {
        let mut body = String::new();
        for _ in 0..2 + self.below(3) {
            let (value, constant, test) = (self.expression(2), self.constant(), self.comparison());
            let _ = match self.below(5) {
                0 => writeln!(body, "  t = (int)({value});"),
                1 => writeln!(body, "  global = (int)({value}); t = global;"),
                2 => writeln!(
                    body,
                    "  switch ((int)({value})) {{ case 1: t = 1; break; case 3 ... 90: return 0; }}"
                ),
                3 => writeln!(body, "  for (int i = 0; i < 3 && x > i; i++) t ^= i;"),
                _ => writeln!(body, "  if (({value}) {test} {constant}LL) return 0;"),
            };
        }
        let (value, constant, test) = (self.expression(2), self.constant(), self.comparison());
        format!(
            "static int f{name}(signed char x, unsigned char y, int z) {{\n  int t = 0;\n{body}  return ({value}) {test} {constant}LL;\n}}\n"
        )
    }
}

fn source() -> String {
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut text = String::from(
        "#include <stdlib.h>\nextern signed char __VERIFIER_nondet_char(void);\nextern unsigned char \
         __VERIFIER_nondet_uchar(void);\nextern _Bool __VERIFIER_nondet_bool(void);\nextern void reach_error(void);\nstatic int \
         global;\n",
    );
    (0..FUNCTIONS).for_each(|name| text += &random.function(name));
    text += "static int (*const all[])(signed char, unsigned char, int) = {";
    (0..FUNCTIONS).for_each(|name| _ = write!(text, "f{name}, "));
    text += "};\nint main(int argc, char **argv) {\n  int (*f)(signed char, unsigned char, int) = all[atoi(argv[argc - 1])];\n#ifdef \
             NATIVE\n  for (int x = -128; x < 128; x++)\n    for (int y = 120; y < 132; y++)\n      for (int z = 0; z < 2; z++)\n\
             if (f(x, y, z)) return 1;\n#else\n  signed char x = __VERIFIER_nondet_char();\n  unsigned char y = \
             __VERIFIER_nondet_uchar();\n  if (y < 120 || y >= 132) return 0;\n  if (f(x, y, __VERIFIER_nondet_bool())) reach_error();\n#endif\n  return 0;\n}\n";
    text
}

fn run(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().expect("started");
    let text = [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned()).concat();
    (output.status.code(), text)
}

#[test]
fn open_values_stand_for_all_of_their_numbers() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("open-values");
    std::fs::create_dir_all(&directory).expect("a directory");
    let at = |name: &str| -> PathBuf { directory.join(name) };
    std::fs::write(at("open.c"), source()).expect("written");
    let gmc = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gmc"));
        command
            .current_dir(&directory)
            .env("GMC_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/plugins"));
        command
    };
    let native = run(Command::new("gcc")
        .current_dir(&directory)
        .args(["-w", "-O1", "-fwrapv", "-DNATIVE", "open.c", "-o", "native"]));
    assert_eq!(native.0, Some(0), "{}", native.1);
    let compiled = run(gmc().args(["cc", "-w", "-c", "open.c"]));
    assert_eq!(compiled.0, Some(0), "{}", compiled.1);
    let mut verdicts = [0; 2];
    for name in 0..FUNCTIONS {
        let name = name.to_string();
        let (expected, _) = run(Command::new(at("native")).arg(&name));
        let expected = expected.expect("ended");
        verdicts[expected as usize] += 1;
        for engine in [&[][..], &["--bfs", "--no-reduction"]] {
            let (found, text) = run(gmc().args(["check", "open.o"]).args(engine).args(["--", &name]));
            assert_eq!(found, Some(expected), "f{name} {engine:?}\n{text}");
        }
    }
    assert!(verdicts.iter().all(|&it| it > FUNCTIONS / 8), "too much of the same: {verdicts:?}");
}
