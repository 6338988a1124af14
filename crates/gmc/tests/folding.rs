//! What GCC would fold is found: expressions of two variables that are undefined for some values, each a function of one program, in C
//! and in C++. With other values they are fine.

use std::fs;
use std::path::Path;
use std::process::Command;

const MAX: i64 = i32::MAX as i64;
const MIN: i64 = i32::MIN as i64;
const OVERFLOW: &str = "signed-overflow";
const DIVISION: &str = "division-by-zero";
const SHIFT: &str = "invalid-shift";

/// Expressions, values of `a` and `b` for which they are undefined, and the kind of error.
const SHAPES: &[(&str, i64, i64, &str)] = &[
    ("a+1-1", MAX, 1, OVERFLOW),
    ("a-1+1", MIN, 1, OVERFLOW),
    ("a+b-b", MAX, 1, OVERFLOW),
    ("(a+b)-a", MAX, 1, OVERFLOW),
    ("a-(a-b)", MIN, 1, OVERFLOW),
    ("(a-b)-a", MIN, 1, OVERFLOW),
    ("a-(b+a)", MAX, 1, OVERFLOW),
    ("2-(a+3)", MAX, 0, OVERFLOW),
    ("(a+3)+(b-3)", MAX, 0, OVERFLOW),
    ("b==a+1-1", MAX, 0, OVERFLOW),
    ("(char)(a*b)", MAX, 2, OVERFLOW),
    ("(char)(a+b)", MAX, 1, OVERFLOW),
    ("(short)(a-b)", MIN, 1, OVERFLOW),
    ("(unsigned char)(a+b)", MAX, 1, OVERFLOW),
    ("(char)~(a+b)", MAX, 1, OVERFLOW),
    ("(unsigned)(a+b)", MAX, 1, OVERFLOW),
    ("(long)(a+b)", MAX, 1, OVERFLOW),
    ("(unsigned)-a", MIN, 0, OVERFLOW),
    ("(bool)(a+b)", MAX, 1, OVERFLOW),
    ("(a/-1)-1", MIN, 1, OVERFLOW),
    ("(a/b)-1", MIN, -1, OVERFLOW),
    ("a/-1", MIN, 0, OVERFLOW),
    ("a*-1", MIN, 0, OVERFLOW),
    ("-(-a)", MIN, 1, OVERFLOW),
    ("~-a", MIN, 0, OVERFLOW),
    ("-(a-b)", MIN, 0, OVERFLOW),
    ("a*2/2", MAX, 1, OVERFLOW),
    ("a*b/b", MAX, 2, OVERFLOW),
    ("(a*10)/5", MAX, 2, OVERFLOW),
    ("(a*10)%5", MAX, 2, OVERFLOW),
    ("a*b-a*b", MAX, 2, OVERFLOW),
    ("a*3+a*5", MAX, 3, OVERFLOW),
    ("a+b<a", MAX, 1, OVERFLOW),
    ("a+1>a", MAX, 1, OVERFLOW),
    ("a-1<a", MIN, 0, OVERFLOW),
    ("-a>0", MIN, 0, OVERFLOW),
    ("-a==-b", MIN, 1, OVERFLOW),
    ("a-b==0", MIN, 1, OVERFLOW),
    ("a+b==b", MAX, 1, OVERFLOW),
    ("a*4==b*4", MAX, 1, OVERFLOW),
    ("a+1==b+1", MAX, 0, OVERFLOW),
    ("a+10<20", MAX, 0, OVERFLOW),
    ("a*3==9", MAX, 0, OVERFLOW),
    ("(a+b)>=(-2147483647-1)", MAX, 1, OVERFLOW),
    ("(a+b)<=2147483647", MAX, 1, OVERFLOW),
    ("(a+b)*0", MAX, 1, OVERFLOW),
    ("(a+1)*0", MAX, 1, OVERFLOW),
    ("(a+b)&0", MAX, 1, OVERFLOW),
    ("(a+b)|-1", MAX, 1, OVERFLOW),
    ("(a+b)%1", MAX, 1, OVERFLOW),
    ("(a+b)^(a+b)", MAX, 1, OVERFLOW),
    ("(a+b)-(a+b)", MAX, 1, OVERFLOW),
    ("(a*b)==(a*b)", MAX, 2, OVERFLOW),
    ("(a+b)&&0", MAX, 1, OVERFLOW),
    ("a+b||1", MAX, 1, OVERFLOW),
    ("a+b?1:1", MAX, 1, OVERFLOW),
    ("(a?a+b:0)*0", MAX, 1, OVERFLOW),
    ("(unsigned short)((unsigned short)a*(unsigned short)b)", 65535, 65535, OVERFLOW),
    ("a/a", 0, 0, DIVISION),
    ("a%a", 0, 0, DIVISION),
    ("1/a", 0, 0, DIVISION),
    ("0/a", 0, 0, DIVISION),
    ("0%a", 0, 0, DIVISION),
    ("(b/a)*0", 0, 1, DIVISION),
    ("(b/a,0)", 0, 1, DIVISION),
    ("(unsigned char)(b/a)", 0, 1, DIVISION),
    ("0<<a", 40, 0, SHIFT),
    ("b>>a", 33, 1, SHIFT),
    ("(char)(b<<a)", 40, 1, SHIFT),
    ("(b<<a)>>a", 40, 1, SHIFT),
];

/// Those whose operations are all constant: undefined whatever the values are.
const CONSTANTS: &[(&str, &str)] = &[
    ("65536*65536", OVERFLOW),
    ("2147483647+1<0", OVERFLOW),
    ("1<<40", SHIFT),
    ("1<<-1", SHIFT),
    ("5/0", DIVISION),
    ("5%0", DIVISION),
    ("(-2147483647-1)/-1", OVERFLOW),
    ("-(-2147483647-1)", OVERFLOW),
];

/// Values that nobody uses, and conversions that front ends spread over operands.
const UNUSED_AND_NARROWED: &[(&str, i64, i64, &str)] = &[
    ("((void)(a+b),0)", MAX, 1, OVERFLOW),
    ("(a+b,0)", MAX, 1, OVERFLOW),
    ("(a*2,b)", MAX, 1, OVERFLOW),
    ("({a+b;0;})", MAX, 1, OVERFLOW),
    ("({a+b,a;0;})", MAX, 1, OVERFLOW),
    ("({b?a+b:0;0;})", MAX, 1, OVERFLOW),
    ("({b&&a+b;0;})", MAX, 1, OVERFLOW),
    ("({!(a+b);0;})", MAX, 1, OVERFLOW),
    ("({a+b==3;0;})", MAX, 1, OVERFLOW),
    ("({(long)(a+b);0;})", MAX, 1, OVERFLOW),
    ("({for(a+b;;)break;0;})", MAX, 1, OVERFLOW),
    ("({for(int i=0;i<2;a+b)i+=2;0;})", MAX, 1, OVERFLOW),
    ("({do b++;while((a+b)*0);0;})", MAX, 1, OVERFLOW),
    ("({int v[3]={0}; v[a];0;})", 5, 0, "out-of-bounds"),
    ("({int v[3]={0}; &v[a];0;})", 5, 0, "out-of-bounds"),
    ("({double d=a; (int)(d*1e9);0;})", 5, 0, "float-conversion"),
    ("({if(-a)b=1;0;})", MIN, 0, OVERFLOW),
    ("({while(-a)break;0;})", MIN, 0, OVERFLOW),
    ("!-a", MIN, 0, OVERFLOW),
    ("!(-a)", MIN, 0, OVERFLOW),
    ("-a?1:2", MIN, 0, OVERFLOW),
    ("-a&&b", MIN, 0, OVERFLOW),
    ("a%-1", MIN, 0, OVERFLOW),
    ("({a%=-1;0;})", MIN, 0, OVERFLOW),
    ("({char c=100; c*=a; 0;})", MAX, 0, OVERFLOW),
    ("({unsigned char c=100; c+=a; 0;})", MAX, 0, OVERFLOW),
    ("({struct{unsigned f:5;}s; s.f=a*b; 0;})", MAX, 2, OVERFLOW),
    ("({switch((char)(a*b)){default:;}0;})", MAX, 2, OVERFLOW),
    ("({int x=a+b-b; x;})", MAX, 1, OVERFLOW),
    ("({int x=(a+b)*0; x;})", MAX, 1, OVERFLOW),
    ("({unsigned char x=a+1; x;})", MAX, 1, OVERFLOW),
    ("({short x=a*2; x;})", MAX, 1, OVERFLOW),
    ("({int w[a+b>0?2:1]; (int)sizeof w;})", MAX, 1, OVERFLOW),
];

/// What only C evaluates: in C++ a place whose value is not used is not read.
const ONLY_C: &[(&str, i64, i64, &str)] = &[
    ("({int *p=0; *p;0;})", 0, 0, "null-dereference"),
    ("({int *p=0; (void)*p;0;})", 0, 0, "null-dereference"),
];

/// What is not evaluated, or defined.
const FINE: &[&str] = &[
    "sizeof(a+b)>0",
    "0&&(a+b)",
    "1||a/0",
    "a*0",
    "__builtin_constant_p(a+b)",
    "(a+(long)b)-b",
    "(int)((unsigned)a+(unsigned)b)",
    "a-a+(b==b)",
    "1<<31",
    "({unsigned x=1<<31; x>1;})",
    "({signed char x=a&128; x;})",
    "({char x=0xc0|(a>>6); x;})",
    "({unsigned char x=a; x|=0x80; x;})",
    "({unsigned char x=1000^a; x;})",
    "({short x=a&0x8000; x;})",
    "({int x=(long)a&0x80000000; x;})",
    "({signed char x=(long)(a?2147483647:a); x;})",
    "({char x=100; x+=100; x;})",
    "({unsigned char x=-a; x;})",
];

struct Shape {
    text: &'static str,
    /// Values with which it is undefined, and the kind.
    wrong: Option<(i64, i64, &'static str)>,
    /// Whether other values are fine.
    can_be_right: bool,
}

fn shapes(cxx: bool) -> Vec<Shape> {
    let variable = SHAPES.iter().chain(UNUSED_AND_NARROWED).chain(if cxx { &[][..] } else { ONLY_C });
    let variable = variable.map(|&(text, a, b, kind)| Shape {
        text,
        wrong: Some((a, b, kind)),
        can_be_right: kind != "null-dereference",
    });
    let constant =
        CONSTANTS.iter().map(|&(text, kind)| Shape { text, wrong: Some((0, 0, kind)), can_be_right: false });
    let fine = FINE.iter().map(|&text| Shape { text, wrong: None, can_be_right: true });
    variable.chain(constant).chain(fine).collect()
}

fn program(shapes: &[Shape]) -> String {
    let mut text = String::new();
    for (at, shape) in shapes.iter().enumerate() {
        text += &format!("static int f{at}(int a, int b) {{ return {}; }}\n", shape.text);
    }
    // Not atoi: reading gmc's models of <stdlib.h> takes longer than the rest of a run.
    text += "static int number(const char *text) {\n  int negative = *text == '-';\n  long value = 0;\n";
    text += "  for (text += negative; *text; text++) value = 10 * value + (*text - '0');\n";
    text += "  return negative ? -value : value;\n}\n";
    text += "int main(int argc, char **argv) {\n  volatile int a = number(argv[1]), b = number(argv[2]), r = 0;\n";
    text += "  for (int at = 3; at < argc; at++) switch (number(argv[at])) {\n";
    for at in 0..shapes.len() {
        text += &format!("  case {at}: r = f{at}(a, b); break;\n");
    }
    (text + "  }\n  return 0;\n}\n").replace("(bool)", "(_Bool)")
}

fn gmc() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gmc"));
    command.env("GMC_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/plugins"));
    command
}

fn every_shape(cxx: bool) {
    let shapes = shapes(cxx);
    let directory = tempfile::tempdir().expect("a directory");
    let (source, executable) = (if cxx { "shapes.cc" } else { "shapes.c" }, directory.path().join("shapes"));
    let text = if cxx { program(&shapes).replace("(_Bool)", "(bool)") } else { program(&shapes) };
    fs::write(directory.path().join(source), text).expect("written");
    let compiled = gmc()
        .current_dir(directory.path())
        .args([if cxx { "c++" } else { "cc" }, "-w", source, "-o"])
        .arg(&executable)
        .output()
        .expect("started");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = |all: &[usize], a: i64, b: i64| {
        let values = [a.to_string(), b.to_string()];
        let mut command = gmc();
        command.arg("run").arg(&executable).arg("--").args(values).args(all.iter().map(usize::to_string));
        let output = command.output().expect("started");
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&text).into_owned())
    };
    let mut failures = Vec::new();
    for (at, shape) in shapes.iter().enumerate() {
        if let Some((a, b, kind)) = shape.wrong {
            let (code, text) = run(&[at], a, b);
            let reported = text.lines().any(|line| {
                line.contains(&format!("{source}:{}:", at + 1)) && line.contains(&format!(" {kind}: "))
            });
            if code != Some(1) || !reported {
                failures.push(format!("{} with {a}, {b}: not {kind}\n{text}", shape.text));
            }
        }
    }
    // One run for all defined expressions: an error ends it, and its report names the line of the expression.
    let right: Vec<usize> = (0..shapes.len()).filter(|&at| shapes[at].can_be_right).collect();
    let (code, text) = run(&right, 1, 2);
    if code != Some(0) {
        failures.push(format!("with 1, 2\n{text}"));
    }
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), shapes.len(), failures.join("\n"));
}

#[test]
fn every_shape_of_c() {
    every_shape(false);
}

#[test]
fn every_shape_of_cxx() {
    every_shape(true);
}

/// A sample of `./x conformance sanitizers`.
#[test]
fn sanitizers_report_nothing_more() {
    if cfg!(debug_assertions) {
        println!("not run: the code is not optimised (use --release)");
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/sanitizers");
    let output = Command::new(script)
        .args(["--count", "100", "--seed", "3"])
        .env("GMC", env!("CARGO_BIN_EXE_gmc"))
        .env("GMC_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/plugins"))
        .output()
        .expect("started");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    println!("{text}");
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
}
