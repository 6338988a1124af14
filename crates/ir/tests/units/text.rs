//! The text, JSON and dot forms of a unit made by hand.

use crate::support::{Builder, executable, sample};
use gmc_ir::id::{FunctionId, TypeId};
use gmc_ir::program::Program;
use gmc_ir::text::{self, Names, NoSource};
use gmc_ir::types::{Bound, Size, TypeFlags, TypeKind};

fn program() -> Program {
    Program::link(vec![executable(vec![(sample(), None)])]).expect("links")
}

#[test]
fn a_function_reads_like_a_dump_of_gcc() {
    let unit = sample();
    let mut out = String::new();
    let source = |_: &str, _: &str, line: u32| (line == 5).then(|| "  t = p->a + 4;".to_owned());
    text::function(&mut out, &Names::new(&unit), &unit.functions[0], &source).expect("prints");
    let expected = r#"// sample.c:4:3
int main (int argc)
{
  // scope0
  struct pair *p;
  int x;
  // temporaries
  int v3;
bb0:
  // sample.c:5: t = p->a + 4;
  v3 = p->a + 4;
  // sample.c:6
  if (v3 < argc) goto bb1; else goto bb2;
bb1:
  // sample.c:7
  x = puts ((int) table[0]);
  // sample.c:8
  MEM[(int *)&counter + 4B] = -x;
  asm volatile ("nop" :  :  : "memory");
  goto bb2;
bb2:
  // sample.c:9
  switch (x) <default: bb4, case 1: bb3, case 5 ... 9: bb4>;
bb3:
  // sample.c:10
  x = FANCY_EXPR <x>;
  goto bb4;
bb4:
  x = {CLOBBER(eol)};
  // sample.c:11
  return x;
}
"#;
    assert_eq!(out, expected);
}

#[test]
fn lists() {
    let program = program();
    let mut out = String::new();
    text::functions(&mut out, &program).expect("prints");
    text::globals(&mut out, &program).expect("prints");
    text::externals(&mut out, &program).expect("prints");
    text::unsupported(&mut out, &program).expect("prints");
    let expected = r#"sample.c:4:3: int main(int); // 5 blocks, 10 statements
sample.c: weak int entry(int); // alias
// sample.c: 4 bytes, aligned to 4
int counter = 7;
// sample.c:2:3: 16 bytes
static char *table[2] = {"hi", &counter + 4};
int puts(int); // sample.c:7:3: in main
sample.c:10:3: expression FANCY_EXPR in main
"#;
    assert_eq!(out, expected);
}

#[test]
fn types_are_c_declarations() {
    let mut out = String::new();
    text::types(&mut out, &sample()).expect("prints");
    assert!(out.contains("struct pair { // 16 bytes, aligned to 8\n  int a; // offset 0\n"), "{out}");
    assert!(out.contains("  <unnamed-signed:5> bits : 5; // offset 4, bit 0\n"), "{out}");
    assert!(out.contains("enum color { // 4 bytes, aligned to 4\n  RED = 0,\n  GREEN = 1,\n};\n"), "{out}");
    assert!(out.contains("// int: signed integer of 32 bits, 4 bytes, aligned to 4\n"), "{out}");

    let mut builder = Builder::new("types.c");
    let ty = builder.ty;
    let array = builder.array(ty.int_fn_ptr, 3);
    let pointer_to_array = builder.pointer(array);
    let params = vec![pointer_to_array, ty.char_ptr];
    let kind = TypeKind::Function { result: ty.int_fn_ptr, params, variadic: true, prototyped: true };
    let function = builder.plain(kind, Size::Unknown, 1);
    let const_pointer = builder.pointer(ty.char_ptr);
    builder.unit.types[const_pointer.index()].flags |= TypeFlags::CONST;
    let flexible = builder.plain(
        TypeKind::Array { element: ty.int, low: Bound::Constant(0), high: Bound::Unknown },
        Size::Unknown,
        4,
    );
    let fortran = builder.plain(
        TypeKind::Array { element: ty.int, low: Bound::Constant(1), high: Bound::Constant(10) },
        Size::Bytes(40),
        4,
    );
    let grid = builder.array(fortran, 2);
    let unit = builder.finish();
    let declared = |ty: TypeId| text::declaration(&unit, ty, "x");
    assert_eq!(declared(array), "int (*x[3])(int)");
    assert_eq!(declared(pointer_to_array), "int (*(*x)[3])(int)");
    assert_eq!(declared(function), "int (*x(int (*(*)[3])(int), char *, ...))(int)");
    assert_eq!(declared(const_pointer), "char **const x");
    assert_eq!(text::type_name(&unit, const_pointer), "char **const");
    assert_eq!(declared(flexible), "int x[]");
    assert_eq!(declared(grid), "int x[2][1:10]");
    assert_eq!(text::type_name(&unit, array), "int (*[3])(int)");
}

#[test]
fn endless_types_are_cut() {
    let mut builder = Builder::new("types.c");
    let own = TypeId(builder.unit.types.len() as u32);
    builder.pointer(own);
    let twice = TypeId(builder.unit.types.len() as u32);
    let params = vec![twice; 50];
    let kind = TypeKind::Function { result: twice, params, variadic: false, prototyped: false };
    builder.plain(kind, Size::Unknown, 1);
    let unit = builder.finish();
    gmc_ir::verify::verify(&unit).expect("odd but harmless");
    assert!(text::declaration(&unit, own, "x").len() < 1000);
    assert!(text::declaration(&unit, twice, "x").len() < 100_000);
}

#[test]
fn json_has_everything_resolved() {
    let mut out = Vec::new();
    gmc_ir::json::write(&mut out, &program()).expect("writes");
    let value: serde_json::Value = serde_json::from_slice(&out).expect("is JSON");
    assert_eq!(value["format"], "gmc-program");
    assert_eq!(value["version"], 1);
    assert_eq!(value["units"][0]["unit"]["strings"][1], "GNU C17 12.2.0");
    let names: Vec<&str> = value["definitions"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|it| it["name"].as_str())
        .collect();
    assert_eq!(names, ["counter", "table", "main", "entry"]);
    assert_eq!(value["externals"][0]["name"], "puts");
    assert_eq!(value["externals"][0]["place"]["line"], 7);
    assert_eq!(value["unsupported"][0]["code"], "FANCY_EXPR");
    let main = &value["main"];
    assert_eq!(main["unit"], 0);
    let alias = &value["units"][0]["resolution"][4]["Definition"];
    assert_eq!(alias, main);
}

#[test]
fn units_survive_json() {
    let unit = sample();
    let text = serde_json::to_string(&unit).expect("writes");
    assert_eq!(serde_json::from_str::<gmc_ir::unit::Unit>(&text).expect("reads"), unit);
}

#[test]
fn the_graph_is_escaped() {
    let mut unit = sample();
    let odd: Vec<String> = unit.strings.iter().map(|s| s.replace("puts", "p\"\\&<")).collect();
    unit.strings = odd.iter().collect();
    let mut out = String::new();
    let names = Names::new(&unit);
    gmc_ir::dot::control_flow(&mut out, &names, &unit.functions[FunctionId(0).index()]).expect("prints");
    assert!(out.starts_with("digraph \"main\" {\n"), "{out}");
    assert!(out.contains(r#"x = p\"\\&amp;< ((int) table[0]);\l"#), "{out}");
    assert!(out.contains("bb0 -> bb1 [label=\"true\"];"), "{out}");
    assert!(out.contains("bb4 -> exit;"), "{out}");
    let mut again = String::new();
    text::program(&mut again, &program(), &NoSource).expect("prints");
}
