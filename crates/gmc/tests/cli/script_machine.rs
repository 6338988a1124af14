//! The machine that scripts drive: callbacks and filters, frames and variables, pauses, marks, choices, traces.

use crate::sandbox::{Run, Sandbox, repository};

/// Runs a script over a program, and returns what it prints.
fn printed(program: &str, script: &str) -> String {
    let sandbox = Sandbox::new();
    sandbox.write("p.c", program);
    sandbox.write("s.lua", script);
    sandbox.gmc(["script", "s.lua", "p.c", "--time", "60s"]).run().succeeded().stdout
}

const FACTORIAL: &str = "\
#include <stdio.h>
int calls;
static int factorial(int n) {
  calls++;
  if (n < 2) return 1;
  return n * factorial(n - 1);
}
int main(void) {
  double half = 0.5;
  int result = factorial(4);
  printf(\"%d %g\\n\", result, half);
  return result == 24 ? 0 : 1;
}
";

#[test]
fn a_run_ends_and_says_how() {
    let run = "function exec_gvm() local how, more = gvm.interpret() print(how, more.code, more.kind, more.line) end";
    assert_eq!(printed(FACTORIAL, run), "24 0.5\nfinished\t0\tnil\tnil\n");
    let wrong = "int main(void) { int a[2] = {0, 0}; int i = 2;\n return a[i]; }";
    assert_eq!(printed(wrong, run), "violated\tnil\tout-of-bounds\t2\n");
    let ends = "#include <stdlib.h>\nint main(void) { exit(3); }";
    assert_eq!(printed(ends, run), "finished\t3\tnil\tnil\n");
}

/// Filters let through what they say, and nothing else.
#[test]
fn filters_let_through_what_they_say() {
    let script = "\
local function count(set, filter)
  local n = 0
  local function cb() n = n + 1 end
  set(cb, filter)
  gvm.interpret()
  gvm.clear_callback(cb)
  return n
end
function exec_gvm()
  print(count(gvm.set_callback_fn, { callee = 'factorial' }), count(gvm.set_callback_fn, { callee = 'print*' }))
  print(count(gvm.set_callback_gs, { line = 4, code = 'gimple_assign' }), count(gvm.set_callback_gs, { fn = 'none' }))
  print(count(gvm.set_callback_access, { variable = 'calls', write = true }))
  print(count(gvm.set_callback_access, { variable = 'calls', write = false }))
  print(count(gvm.set_callback_bb, { fn = 'factorial', line = 4 }))
end";
    let lines: Vec<String> =
        printed(FACTORIAL, script).lines().filter(|it| !it.starts_with("24")).map(str::to_owned).collect();
    // Three statements in line 4: a load, an addition, a store, four times each.
    assert_eq!(lines, ["4\t1", "12\t0", "4", "4", "4"]);
}

#[test]
fn frames_and_variables_are_those_of_the_program() {
    let script = "\
local function inside()
  if gvm.read_var(1, 'n') ~= 2 then return end
  print(gvm.n_frames(), gvm.frame(1), gvm.read_var(2, 'n'), gvm.read_var(0, 'calls'))
  print(gvm.get_fn(), gvm.get_bb():index(), gvm.get_gs():codename(), gvm.read_var(4, 'half * 2'))
  print(gvm.read_var(1, 'nothing'))
  gvm.dump_frame(1)
  gvm.clear_callback(inside)
end
function exec_gvm()
  gvm.set_callback_fn(inside, { callee = 'factorial', fn = 'factorial' })
  gvm.interpret()
end";
    let expected = "4\tfactorial\t3\t3\n\
                    int factorial (int)\t4\tgimple_call\t1\n\
                    nil\tthere is no `nothing` here\n\
                    n = 2\n24 0.5\n";
    assert_eq!(printed(FACTORIAL, script), expected);
}

/// What a script writes is what the program reads, in registers and in memory; and such a run has no trace.
#[test]
fn variables_can_be_written() {
    let script = "\
function exec_gvm()
  gvm.set_callback_fn(function()
    gvm.write_var(1, 'result', 7)
    gvm.write_var(1, 'half', 2.25)
    gvm.write_var(0, 'calls', 'calls + 1')
    print(pcall(gvm.write_var, 1, 'result', 5000000000))
    print(pcall(gvm.write_var, 1, 'result', {}))
    print(gvm.read_var(0, 'calls'))
  end, { callee = 'printf' })
  local how, more = gvm.interpret()
  print(how, more.code)
  print(select(2, pcall(gvm.save_trace, 'x.json')))
end";
    let out = printed(FACTORIAL, script);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "false\truntime error: `result`: 5000000000 does not fit in `int`", "{out}");
    assert!(out.contains("a table is no `int`"), "{out}");
    assert!(out.contains("\n5\n7 2.25\nfinished\t1\n"), "{out}");
    assert!(out.contains("the script has changed variables"), "{out}");
}

/// A run that pauses in the middle of a step goes on where it was, with the same end.
#[test]
fn a_run_pauses_and_goes_on() {
    let script = "\
function exec_gvm()
  local n = 0
  gvm.set_callback_gs(function() n = n + 1 if n % 7 == 0 then gvm.pause() end end, { fn = 'factorial' })
  local how, more = gvm.interpret()
  local pauses = 0
  while how == 'paused' do
    pauses = pauses + 1
    if pauses == 2 then
      print(gvm.frame(1))
      gvm.mark()
      local before = gvm.read_var(0, 'calls')
      gvm.resume() gvm.resume()
      gvm.rewind() gvm.forget()
      print(before == gvm.read_var(0, 'calls'))
      n = 14
    end
    how, more = gvm.resume()
  end
  print(how, more.code, n, n // 7 == pauses)
end";
    let plain = "\
function exec_gvm()
  local n = 0
  gvm.set_callback_gs(function() n = n + 1 end, { fn = 'factorial' })
  gvm.interpret()
  print(n)
end";
    let out = printed(FACTORIAL, script);
    let all = printed(FACTORIAL, plain);
    let count = all.lines().last().expect("a number");
    assert!(out.contains("factorial\tp.c\t"), "{out}");
    assert!(out.contains("true\n24 0.5\n"), "{out}");
    assert!(out.ends_with(&format!("finished\t0\t{count}\ttrue\n")), "{out} {all}");
}

const RACE_FREE: &str = "\
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int order;
static void *work(void *p) {
  pthread_mutex_lock(&m);
  order = order * 10 + *(int *)p;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t[2];
  int n[2] = {1, 2};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, &n[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return order;
}
";

/// A script can follow all runs by itself, and finds the ends that there are.
#[test]
fn a_script_can_search() {
    let script =
        std::fs::read_to_string(repository().join("examples/scripts/explore.lua")).expect("readable");
    let out = printed(RACE_FREE, &script);
    assert!(out.ends_with("finished 12\nfinished 21\n"), "{out}");
}

/// What a script chooses is a choice: the trace leads to the same end without it.
#[test]
fn choices_make_traces() {
    let sandbox = Sandbox::new();
    sandbox.write("p.c", &RACE_FREE.replace("return order;", "return 10 / (order - 21);"));
    sandbox.write(
        "s.lua",
        "function exec_gvm()\n\
           local switches = 0\n\
           gvm.set_callback_choice(function(list)\n\
             for i, it in ipairs(list) do if it.thread == 2 then return i end end\n\
             return 1\n\
           end)\n\
           gvm.set_callback_switch(function(from, to) switches = switches + 1 end)\n\
           local how, more = gvm.interpret()\n\
           print(how, more.kind, more.line, switches > 0)\n\
           gvm.save_trace('t.json')\n\
         end",
    );
    let arguments = ["script", "s.lua", "p.c", "--script-out", "."];
    let out = sandbox.gmc(arguments).run().succeeded().stdout;
    assert_eq!(out, "violated\tdivision-by-zero\t15\ttrue\n");
    let replayed = sandbox.gmc(["replay", "t.json"]).run();
    assert_eq!(replayed.code(), Some(1), "{replayed:?}");
    assert!(replayed.stdout.contains("division-by-zero"), "{}", replayed.stdout);
}

/// A pause in a step splits it; the trace has whole steps all the same.
#[test]
fn pauses_leave_no_trace() {
    let sandbox = Sandbox::new();
    sandbox.write("p.c", &FACTORIAL.replace("n < 2", "n < 0 || n / (n - 1) < 1"));
    sandbox.write(
        "s.lua",
        "function exec_gvm()\n\
           gvm.set_callback_gs(gvm.pause, { fn = 'factorial' })\n\
           local how, more = gvm.interpret()\n\
           while how == 'paused' do how, more = gvm.resume() end\n\
           print(how, more.kind)\n\
           gvm.save_trace('t.json')\n\
         end",
    );
    let out = sandbox.gmc(["script", "s.lua", "p.c", "--script-out", "."]).run().succeeded().stdout;
    assert_eq!(out, "violated\tdivision-by-zero\n");
    let replayed = sandbox.gmc(["replay", "t.json"]).run();
    assert_eq!(replayed.code(), Some(1), "{replayed:?}");
}

#[test]
fn a_function_runs_by_itself() {
    let script = "\
function exec_gvm()
  gvm.set_entry('work')
  print(gvm.interpret())
end";
    assert!(
        printed("int work(void) { return 3; } int main(void) { return 0; }", script).starts_with("finished")
    );
}

/// Mistakes get a sentence with the line of the script.
#[test]
fn nonsense_gets_a_sentence() {
    let fails = |script: &str, words: &[&str]| {
        let sandbox = Sandbox::new();
        sandbox.write("p.c", FACTORIAL);
        sandbox.write("s.lua", script);
        let arguments = ["script", "s.lua", "p.c", "--script-instructions", "20000000"];
        sandbox.gmc(arguments).run().refused(words);
    };
    fails("gvm.read_var(0, 'x')", &["s.lua:1:", "there is no run yet"]);
    fails("gvm.reset()\ngvm.frame(9)", &["s.lua:2:", "there is no 9"]);
    fails("gvm.reset()\ngvm.read_var(0, 'x', 7)", &["s.lua:2:", "there is no thread 7"]);
    fails("gvm.set_callback_gs(1)", &["wants a function as argument 1, not 1"]);
    fails("gvm.set_callback_gs(print, { lien = 3 })", &["a filter has no `lien`", "`line`"]);
    fails("gvm.set_callback_gs(print, { line = 'x' })", &["`line` of a filter is a number"]);
    fails("for i = 1, 40 do gvm.set_callback_gs(function() end) end", &["there are 32 callbacks already"]);
    fails("gvm.rewind()", &["there is no run yet"]);
    fails("gvm.reset() gvm.rewind()", &["there is no mark"]);
    fails("gvm.reset() gvm.step(9)", &["there are 1 choices, and no 9"]);
    fails("gvm.set_entry('nothing') gvm.interpret()", &["there is no function `nothing`"]);
    fails("gvm.set_callback_gs(function() error('stop') end)\ngvm.interpret()", &["s.lua:1: stop"]);
    fails(
        "gvm.set_callback_gs(function() gvm.interpret() end)\ngvm.interpret()",
        &["a callback cannot drive the run"],
    );
    fails("gvm.set_callback_gs(function() while true do end end)\ngvm.interpret()", &["its limit"]);
    fails("gvm.pause()", &["no run is under way"]);
}
