//! `gmc cc --script`: scripts that look at what GCC compiles and change it.

use crate::sandbox::{Run, Sandbox, has, repository};
use std::collections::BTreeMap;
use std::fs;

const LOOP: &str = "#include <stdio.h>\n\
                    static int kind(int n)\n{\n\
                    \x20 switch (n % 5) {\n  case 0: return 1;\n  case 1: case 2: return 2;\n  default: return 3;\n  }\n}\n\
                    int main(void)\n{\n  int sum = 0;\n  for (int i = 0; i < 100; i++) {\n    if (i % 3 == 0)\n\
                    \x20     sum += kind(i);\n    else\n      sum -= 1;\n  }\n  printf(\"%d\\n\", sum);\n  return sum & 3;\n}\n";

fn output(sandbox: &Sandbox, program: &str) -> (Option<i32>, String) {
    let ran = sandbox.command(sandbox.join(program)).run();
    (ran.code(), ran.stdout)
}

/// A script that does nothing leaves the very same object behind, at every level and for every language.
#[test]
fn looking_changes_nothing() {
    let sandbox = Sandbox::new();
    sandbox.write("a.c", LOOP);
    fs::copy(repository().join("examples/scripts/shapes.cc"), sandbox.join("b.cc")).expect("copied");
    fs::copy(repository().join("examples/scripts/sum.f90"), sandbox.join("c.f90")).expect("copied");
    sandbox.write("s.lua", "function gcclua() for _, b in ipairs(gcc.cfun:basicblocks()) do for g in b:gslist() do tostring(g) end end end");
    let drivers = [("cc", "gcc", "a.c"), ("c++", "g++", "b.cc"), ("fortran", "gfortran", "c.f90")];
    for (ours, theirs, file) in drivers {
        if !has(theirs, "scripts in builds") {
            continue;
        }
        for level in ["-O0", "-O2", "-O3"] {
            sandbox.gmc([ours, "--script", "s.lua", level, "-c", file, "-o", "x.o"]).run().succeeded();
            let ours = fs::read(sandbox.join("x.o")).expect("an object");
            sandbox.command(theirs).args([level, "-c", file, "-o", "x.o"]).run().succeeded();
            assert!(ours == fs::read(sandbox.join("x.o")).expect("an object"), "{file} {level}");
        }
    }
}

/// Jumps of all kinds, calls that do not come back, lines with several blocks, and a function that is always inlined.
const JUMPS: &str = "\
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#define EACH(n, what) do { for (int k = 0; k < (n); k++) { if (k == 2) continue; what; } } while (0)
static jmp_buf buffer;
static int calls;
static inline __attribute__((always_inline)) int twice(int n) {
  if (n > 5)
    return n;
  return n + n;
}
static int find(int n) {
  for (;;) {
    if (n % 7 == 0)
      break;
    if (n > 50)
      goto out;
    n++;
  }
  return n;
out:
  return -1;
}
static int pick(int n) {
  switch (n) {
  case 1: return 4;
  case 2: calls++;
  case 3:
    n += twice(n);
    break;
  default:
    while (n > 10) n -= 3; for (int i = 0; i < 3; i++) n += i;
  }
  return n > 4 ? n < 9 ? 1 : 2 : 3;
}
static void leave(int n) { if (n > 2) longjmp(buffer, 1); calls++; }
int main(void) {
  int sum = 0;
  EACH(6, sum += find(k * 9); EACH(k, sum++));
  for (int i = 0; i < 30; i++) { sum += pick(i); if (i == 20) break; }
  if (!setjmp(buffer)) for (int i = 0; ; i++) leave(i);
  for (int i = 0, j = 9; i < j; i++, j--) if (i & 1) sum++; else { sum--; continue; }
  printf(\"%d %d\\n\", sum, calls);
  exit(sum == 0);
}
";

/// What gcov and the profiler count, by line.
fn profiles(program: &str, options: &[&str]) -> [BTreeMap<u32, u64>; 2] {
    let sandbox = Sandbox::new();
    sandbox.write("p.c", program);
    let build = ["cc", "--script", "block-profiler", "--script-out", "out", "-O0", "-w", "p.c", "-o", "p"];
    sandbox.gmc(build).args(options).run().succeeded();
    let (code, text) = output(&sandbox, "p");
    sandbox.command("gcc").args(["-O0", "-w", "--coverage", "p.c", "-o", "q"]).run().succeeded();
    assert_eq!((code, text), output(&sandbox, "q"));
    sandbox.command("gcov").args(["q-p.gcda"]).run().succeeded();
    let gcov = fs::read_to_string(sandbox.join("p.c.gcov")).expect("gcov's report");
    let theirs = gcov.lines().filter_map(|it| {
        let mut parts = it.split(':').map(str::trim);
        let count = parts.next()?.trim_end_matches('*').replace("#####", "0").parse().ok()?;
        Some((parts.next()?.parse().ok()?, count))
    });
    let report = sandbox.gmc(["script", "block-profiler", "--", "out/blocks.map", "gmc-blocks.out"]).run();
    let report = report.succeeded().stdout;
    let ours = report.lines().skip(1).map(|line| {
        let (count, line) = line.split_once(':').expect("a count and a line");
        (line.trim().parse().expect("a line"), count.trim().parse().expect("a count"))
    });
    [theirs.collect(), ours.collect()]
}

/// The profiler's counts are gcov's, line by line: of jumps, of lines with loops in them, and behind calls that do not
/// come back. Those of functions that are always inlined are, too, where the script sees them when gcov does.
#[test]
fn the_profile_is_that_of_gcov() {
    if !has("gcov", "the block profiler against gcov") {
        return;
    }
    let [theirs, ours] = profiles(LOOP, &[]);
    assert_eq!(ours, theirs);
    assert!(theirs.len() > 10);
    let [theirs, ours] = profiles(JUMPS, &["--script-pass", "profile", "--script-insert", "before"]);
    assert_eq!(ours, theirs);
    assert!(theirs.len() > 30, "{theirs:?}");
    let [theirs, mut ours] = profiles(JUMPS, &[]);
    // The declaration of `twice`.
    assert!(ours.remove(&7).is_some() && !theirs.contains_key(&7));
    assert_eq!(ours, theirs);
}

#[test]
fn both_bodies_do_the_same() {
    let sandbox = Sandbox::new();
    sandbox.write("p.c", LOOP);
    fs::copy(repository().join("examples/scripts/shapes.cc"), sandbox.join("s.cc")).expect("copied");
    for level in ["-O0", "-O2"] {
        sandbox.command("gcc").args([level, "p.c", "-o", "native"]).run().succeeded();
        sandbox.gmc(["cc", "--script", "function-duplicator", level, "p.c", "-o", "p"]).run().succeeded();
        sandbox.gmc(["c++", "--script", "function-duplicator", level, "s.cc", "-o", "s"]).run().succeeded();
        for pick in ["0", "1", "12345"] {
            let ran = sandbox.command(sandbox.join("p")).env("GMC_PICK", pick).run();
            assert_eq!((ran.code(), ran.stdout), output(&sandbox, "native"), "{level} {pick}");
            sandbox.command(sandbox.join("s")).env("GMC_PICK", pick).run().succeeded();
        }
    }
}

#[test]
fn the_second_body_alone_can_be_instrumented() {
    let sandbox = Sandbox::new();
    let script = "function gcclua()\n  local fn = gcc.cfun\n  if fn:name() ~= 'f' then return end\n\
                  \x20 local copy = fn:duplicate_body('picked', gcc.build_gimple_call(nil, gcc.build_function_decl(gcc.get_builtin_type('int'), 'pick', {})))\n\
                  \x20 local note = gcc.build_function_decl(gcc.get_builtin_type('void'), 'note', { gcc.get_builtin_type('const char *') })\n\
                  \x20 copy:entryblock():succs()[1]:insert_first(gcc.build_gimple_call(nil, note, gcc.build_string('second')))\nend\n";
    sandbox.write("s.lua", script);
    sandbox.write(
        "p.c",
        "#include <stdio.h>\nint which;\nint pick(void) { return which; }\nvoid note(const char *s) { puts(s); }\n\
         int f(int x) { return x + 1; }\nint main(void) { f(1); which = 1; f(2); which = 0; return f(3); }\n",
    );
    for level in ["-O0", "-O2"] {
        sandbox.gmc(["cc", "--script", "s.lua", level, "p.c", "-o", "p"]).run().succeeded();
        assert_eq!(output(&sandbox, "p"), (Some(4), "second\n".to_owned()), "{level}");
    }
}

#[test]
fn calls_are_traced() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "p.c",
        "#include <stdio.h>\nint twice(int x) { return 2 * x; }\nint main(void) { printf(\"%d\\n\", twice(4)); return 0; }\n",
    );
    for level in ["-O0", "-O2"] {
        let build = ["cc", "--script", "call-tracer", "--script-set", "match=^tw", level, "p.c", "-o", "p"];
        sandbox.gmc(build).run().succeeded();
        let ran = sandbox.command(sandbox.join("p")).run().succeeded();
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("8\n", "> twice (p.c:3)\n< twice (p.c:3)\n"));
    }
}

/// The scripts of the examples, with the functions that they call.
#[test]
fn examples_change_programs() {
    let sandbox = Sandbox::new();
    let example = |name: &str| repository().join("examples/scripts").join(name).display().to_string();
    sandbox.write("p.c", LOOP);
    sandbox.write("d.c", "int calls;\nint distribute(void) { return ++calls & 1; }\n");
    sandbox.write(
        "v.c",
        "#include <stdio.h>\n#include <stdlib.h>\nstatic int visits;\nstatic void say(void) { fprintf(stderr, \"%d\\n\", visits); }\n\
         void visit_basicblock(int f, int b) { if (!visits++) atexit(say); }\n",
    );
    sandbox.command("gcc").args(["-O2", "p.c", "-o", "native"]).run().succeeded();
    for (script, helper) in [("two-bodies.lua", "d.c"), ("visit-blocks.lua", "v.c")] {
        sandbox.command("gcc").args(["-c", helper, "-o", "helper.o"]).run().succeeded();
        sandbox
            .gmc(["cc", "--script", &example(script), "-O2", "p.c", "helper.o", "-o", "p"])
            .run()
            .succeeded();
        let ran = sandbox.command(sandbox.join("p")).run();
        assert_eq!((ran.code(), ran.stdout), output(&sandbox, "native"), "{script}");
        if script == "visit-blocks.lua" {
            assert!(ran.stderr.trim().parse::<u32>().expect("a number") > 300, "{}", ran.stderr);
        }
    }
}

/// What scripts say about SSA form, at passes by name.
#[test]
fn any_pass_by_name() {
    let sandbox = Sandbox::new();
    sandbox.write("p.c", LOOP);
    let count = "local phis, names = 0, 0\nfunction gcclua()\n  for _, b in ipairs(gcc.cfun:basicblocks()) do\n\
                 \x20   for g in b:philist() do\n      local code, result, args = g:tuple()\n      phis = phis + #args\n\
                 \x20     assert(code == 'gimple_phi' and result:isssaname() and args[1].from:index() >= 2)\n    end\n  end\nend\n\
                 function gcclua_post() print(phis) end\n";
    sandbox.write("count.lua", count);
    let phis = |more: &[&str]| {
        let mut gmc = sandbox.gmc(["cc", "--script", "count.lua", "-O2", "-c", "p.c"]);
        gmc.args(more).run().succeeded().stderr.trim().parse::<u32>().expect("a number")
    };
    assert_eq!(phis(&[]), 0);
    assert!(phis(&["--script-pass", "ssa"]) > 0);
    assert_eq!(phis(&["--script-pass", "ssa", "--script-insert", "before"]), 0);
    assert!(phis(&["--script-pass", "optimized", "--script-insert", "before"]) > 0);
    let trace = "function gcclua()\n  for _, b in ipairs(gcc.cfun:basicblocks()) do\n    if b:index() > 1 then\n\
                 \x20     local v = gcc.build_tmp_var(gcc.get_builtin_type('int'))\n\
                 \x20     local n = gcc.build_extern_var(gcc.get_builtin_type('int'), 'visits')\n\
                 \x20     b:insert_first(gcc.build_gimple_assign(n, 'plus_expr', v, gcc.build_int_cst(1)))\n\
                 \x20     b:insert_first(gcc.build_gimple_assign(v, nil, n))\n    end\n  end\nend\n";
    sandbox.write("visit.lua", trace);
    sandbox.write("v.c", "#include <stdio.h>\nint visits;\n__attribute__((destructor)) static void say(void) { fprintf(stderr, \"%d\\n\", visits); }\n");
    sandbox.command("gcc").args(["-O2", "p.c", "-o", "native"]).run().succeeded();
    sandbox.command("gcc").args(["-c", "v.c"]).run().succeeded();
    for pass in ["ssa", "ccp", "fre", "*all_optimizations", "vrp"] {
        let build = ["cc", "--script", "visit.lua", "--script-pass", pass, "-O2", "p.c", "v.o", "-o", "p"];
        sandbox.gmc(build).run().succeeded();
        let ran = sandbox.command(sandbox.join("p")).run();
        assert_eq!((ran.code(), ran.stdout), output(&sandbox, "native"), "{pass}");
        assert!(ran.stderr.trim().parse::<u32>().expect("a number") > 50, "{pass}: {}", ran.stderr);
    }
    let mut wrong =
        sandbox.gmc(["cc", "--script", "count.lua", "--script-pass", "no_such_pass", "-c", "p.c"]);
    let ran = wrong.run();
    assert_ne!(ran.code(), Some(0));
    assert!(
        ran.stderr.contains("no_such_pass") && !ran.stderr.contains("internal compiler error"),
        "{}",
        ran.stderr
    );
}

/// Edits that would break a function, and other nonsense: a sentence, and GCC's own way of failing.
#[test]
fn nonsense_gets_a_sentence() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "p.c",
        "struct pair { int a, b; };\nint g;\nint two(int a, int b) { return a + b; }\n\
         struct pair make(void) { struct pair p = { 1, 2 }; return p; }\n\
         int main(void) { int x = g; struct pair p = make(); again: x = two(x, p.a); if (x < 10) goto again; return x; }\n",
    );
    let body = "local fn = gcc.cfun\nlocal first = fn:entryblock():succs()[1]\n\
                local int = gcc.get_builtin_type('int')\nlocal void = gcc.get_builtin_type('void')\n\
                local stmts = {}\nfor _, b in ipairs(fn:basicblocks()) do for g in b:gslist() do stmts[#stmts + 1] = g end end\n\
                local function find(code) for _, g in ipairs(stmts) do if g:codename() == code then return g end end end\n\
                local two = gcc.program:find('two'):decl()\nlocal f = gcc.build_function_decl(void, 'f', {})\n\
                local one = gcc.build_int_cst(1)\n";
    let fails = |edit: &str, words: &[&str]| {
        sandbox.write(
            "s.lua",
            &format!("function gcclua()\nif gcc.cfun:name() ~= 'main' then return end\n{body}{edit}\nend\n"),
        );
        let mut gmc =
            sandbox.gmc(["cc", "--script", "s.lua", "--script-instructions", "10000000", "-O2", "-c", "p.c"]);
        let ran = gmc.run();
        assert_eq!(ran.code(), Some(1), "{edit}: {}", ran.stderr);
        assert!(
            !ran.stderr.contains("internal compiler error") && ran.stderr.contains("error: s.lua:"),
            "{edit}: {}",
            ran.stderr
        );
        for word in words {
            assert!(ran.stderr.contains(word), "{edit}: no “{word}” in {}", ran.stderr);
        }
    };
    fails("first:insert_first(gcc.build_gimple_call(nil, two, one))", &["`two` takes 2 arguments, not 1"]);
    fails(
        "first:insert_first(gcc.build_gimple_call(nil, two, one, gcc.build_string('x')))",
        &["parameter 2 of `two` is of type `int`"],
    );
    fails("first:insert_first(gcc.build_gimple_call(nil, one))", &["`1` is no function that can be called"]);
    fails("fn:entryblock():insert_first(gcc.build_gimple_call(nil, f))", &["the entry has no statements"]);
    fails("fn:exitblock():insert_first(gcc.build_gimple_call(nil, f))", &["the exit has no statements"]);
    fails(
        "first:insert_before(find('gimple_return'), gcc.build_gimple_call(nil, f))",
        &["is in <bb", "not in <bb 2>"],
    );
    fails(
        "first:insert_before(gcc.build_gimple_call(nil, f), gcc.build_gimple_call(nil, f))",
        &["the statement is in no block"],
    );
    fails("first:insert_first(find('gimple_return'))", &["make a new statement"]);
    fails(
        "local r = find('gimple_return') r:basicblock():insert_after(r, gcc.build_gimple_call(nil, f))",
        &["nothing can stand behind `return"],
    );
    fails("find('gimple_label'):remove()", &["the label `", "cannot be removed: control may go there"]);
    fails(
        "local l = find('gimple_label') l:basicblock():insert_before(l, gcc.build_gimple_call(nil, f))",
        &["nothing can stand before `"],
    );
    fails("find('gimple_cond'):remove()", &["cannot be removed: it decides where control goes"]);
    fails("find('gimple_return'):remove()", &["cannot be removed"]);
    fails(
        "for _, g in ipairs(stmts) do if g:lhs() and g:lhs():isssaname() then g:remove() end end",
        &["is used elsewhere"],
    );
    fails(
        "gcc.build_gimple_assign(one, nil, one) first:insert_first(gcc.build_gimple_assign(one, nil, one))",
        &["`1` cannot be set"],
    );
    fails(
        "first:insert_first(gcc.build_gimple_assign(gcc.static_vars()[1], nil, gcc.build_string('x')))",
        &["is of type `const char *`", "`int`"],
    );
    fails("gcc.build_gimple_assign(gcc.build_tmp_var(int), 'plus_expr', one)", &["its operation takes 2"]);
    fails(
        "gcc.build_gimple_assign(gcc.build_tmp_var(int), 'frob_expr', one, one)",
        &["`frob_expr` is no operation", "`plus_expr`"],
    );
    fails(
        "gcc.build_gimple_assign(gcc.build_tmp_var(int), 'bit_and_expr', gcc.build_real_cst(1.5), one)",
        &["`1.5` is no operand of `bit_and_expr`"],
    );
    fails("gcc.build_tmp_var(void)", &["there are no variables of type `void`"]);
    fails("gcc.build_function_decl(int, 'g')", &["`g` is a variable here"]);
    fails("gcc.build_extern_var(int, 'two')", &["`two` is a function here"]);
    fails("gcc.build_function_decl(int, 'not a name')", &["no name that a declaration can have"]);
    fails("gcc.build_addr(one)", &["`1` has no address"]);
    fails("gcc.build_gimple_call(gcc.build_tmp_var(int), f)", &["`f` returns nothing"]);
    fails("fn:duplicate_body('x') fn:duplicate_body('y')", &["has a copy already"]);
    fails("fn:duplicate_body('x', gcc.build_gimple_call(nil, f))", &["`f` cannot pick a body"]);
    fails(
        "gcc.program:find('two'):duplicate_body('x')",
        &["`two` cannot be changed now: the function at hand is `main`"],
    );
    fails("find('gimple_call'):replace_callee(one)", &["`1` is no function"]);
    fails("find('gimple_return'):replace_callee(two)", &["is no call"]);
    fails(
        "for _, g in ipairs(stmts) do if g:callee_name() == 'two' then g:replace_callee(f) end end",
        &["`f` takes 0 arguments, not 2"],
    );
    fails(
        "local late for _, g in ipairs(stmts) do if g:lhs() and g:lhs():isssaname() then late = g:lhs() end end\n\
         first:insert_first(gcc.build_gimple_call(nil, two, late, one))",
        &["is not set yet there"],
    );
    let call =
        "local c for _, g in ipairs(stmts) do if g:callee_name() == 'two' then c = g end end c:remove() ";
    fails(&format!("{call}c:remove()"), &["has been removed already"]);
    fails(&format!("{call}c:replace_callee(two)"), &["has been removed already"]);
    fails(
        &format!("{call}c:basicblock():insert_before(c, gcc.build_gimple_call(nil, f))"),
        &["has been removed already"],
    );
    fails("first:edges()[1]:insert(one)", &["`insert` wants a new statement as argument 1"]);
    fails("gcc.interactive()", &["there is no console here"]);
    fails(
        "first:insert_first(gcc.build_gimple_call(nil, two, gcc.program:find('two'):params()[1], one))",
        &["`a` belongs to another function"],
    );
}

/// What is kept from one function means nothing in the next one, wherever the script sees them.
#[test]
fn what_is_kept_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "p.c",
        "struct s { int x; }; int f(struct s *p) { return p->x; }\nint g(long n) { return n > 3; }\n",
    );
    let kept = [
        ("kept = kept or gcc.build_tmp_var(gcc.get_builtin_type('int'))", "belongs to"),
        ("kept = kept or gcc.cfun:params()[1]", "belongs to"),
    ];
    for (keep, words) in kept {
        let script = format!(
            "function gcclua()\n{keep}\nlocal first = gcc.cfun:entryblock():succs()[1]\n\
             local h = gcc.build_function_decl(gcc.get_builtin_type('void'), 'h')\n\
             first:insert_first(gcc.build_gimple_call(nil, h, kept))\nend\n"
        );
        sandbox.write("s.lua", &script);
        for pass in [&[][..], &["--script-pass", "fixup_cfg"]] {
            let ran = sandbox.gmc(["cc", "--script", "s.lua", "-O1", "-c", "p.c"]).args(pass).run();
            assert_eq!(ran.code(), Some(1), "{keep} {pass:?}: {}", ran.stderr);
            assert!(ran.stderr.contains(words), "{keep} {pass:?}: {}", ran.stderr);
            assert!(!ran.stderr.contains("internal compiler error"), "{}", ran.stderr);
        }
    }
    sandbox.write("s.lua", "function gcclua() print(gcc.cfun:duplicate_body('x')) end");
    let ran = sandbox.gmc(["cc", "--script", "s.lua", "--script-pass", "einline", "-O2", "-c", "p.c"]).run();
    assert!(ran.succeeded().stderr.contains("it is in SSA form"));
}

#[test]
fn a_script_ends_a_compilation() {
    let sandbox = Sandbox::new();
    sandbox.write("p.c", LOOP);
    let compile = |script: &str| {
        sandbox.write("s.lua", script);
        let mut gmc =
            sandbox.gmc(["cc", "--script", "s.lua", "--script-instructions", "1000000", "-c", "p.c"]);
        gmc.run()
    };
    let ran = compile("function gcclua_pre() print('before') gcc.quit_compilation(3) end");
    assert!(ran.stderr.contains("before") && ran.code() != Some(0), "{ran:?}");
    let ran = compile("function gcclua_pre() print('one') end function gcclua_post() print('two') end");
    assert_eq!((ran.code(), ran.stderr.as_str()), (Some(0), "one\ntwo\n"));
    for (script, words) in [
        ("function gcclua(", "s.lua:1:"),
        ("error('no')", "s.lua:1: no"),
        ("while true do end", "1000000 instructions"),
    ] {
        let ran = compile(script);
        assert_eq!(ran.code(), Some(1), "{ran:?}");
        assert!(ran.stderr.contains(words), "{}", ran.stderr);
    }
    sandbox
        .gmc(["cc", "--script-pass", "ssa", "-c", "p.c"])
        .run()
        .refused(&["--script-pass is about a script"]);
    let ran = sandbox.gmc(["cc", "--script", "missing.lua", "-c", "p.c"]).run();
    assert!(ran.code() == Some(1) && ran.stderr.contains("missing.lua cannot be read"), "{}", ran.stderr);
    // What does not compile is GCC's to say.
    sandbox.write("w.c", "int main(void) { return x; }\n");
    sandbox.write("s.lua", "function gcclua() end");
    let ran = sandbox.gmc(["cc", "--script", "s.lua", "-c", "w.c"]).run();
    assert!(ran.code() == Some(1) && ran.stderr.contains("undeclared"), "{}", ran.stderr);
}

/// A build with several units at once: the environment names the script, functions of one name have numbers of their own.
#[test]
fn a_parallel_build() {
    let sandbox = Sandbox::new();
    for name in ["a", "b", "c", "d"] {
        sandbox.write(
            format!("{name}.c"),
            &format!("static int f(void) {{ return 1; }}\nint {name}(void) {{ return f(); }}\n"),
        );
    }
    sandbox.write(
        "main.c",
        "int a(void), b(void), c(void), d(void);\nint main(void) { return a() + b() + c() + d() - 4; }\n",
    );
    sandbox.write("Makefile", "p: a.o b.o c.o d.o main.o\n\t$(CC) $(CFLAGS) -o $@ $^\n");
    sandbox.write(
        "s.lua",
        "function gcclua() gcc.append('ids', gcc.cfun:name() .. ' ' .. gcc.cfun:unique_id() .. '\\n') end",
    );
    let mut make = sandbox.command("make");
    make.args(["-s", "-j4", "CFLAGS=-O2 -pipe"]).arg(format!("CC={} cc", crate::sandbox::GMC));
    make.env("GMC_SCRIPT", sandbox.join("s.lua")).env("GMC_SCRIPT_OUT", sandbox.join("out"));
    make.run().succeeded();
    sandbox.command(sandbox.join("p")).run().succeeded();
    let ids = fs::read_to_string(sandbox.join("out/ids")).expect("the list");
    let mut lines: Vec<&str> = ids.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines.len(), 9);
    lines.dedup();
    assert_eq!(lines.len(), 9, "{ids}");
}
