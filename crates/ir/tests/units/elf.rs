//! Real object files through the real linker: the assembler writes what the plugin would, and the program must hold
//! exactly what `nm` says the linker kept.

use crate::support::Builder;
use gmc_ir::id::SymbolId;
use gmc_ir::image::{Address, Image, ImageError, ImageKind};
use gmc_ir::program::{Global, Program, Resolution, UnitIndex};
use gmc_ir::unit::{Linkage, SymbolValue, Unit, Visibility};
use gmc_ir::wire::{UnitId, encode};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A directory of the test's own, emptied first.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the target directory is writable");
    path
}

/// Runs a tool in a directory and gives back its output.
fn run(directory: &Path, command: &str) -> String {
    let mut words = command.split_whitespace();
    let program = words.next().expect("a command");
    let output = Command::new(program)
        .args(words)
        .current_dir(directory)
        .output()
        .unwrap_or_else(|error| panic!("cannot run {program}: {error}"));
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn symbol_name(unit: &Unit, at: usize) -> String {
    unit.str(unit.symbols[at].assembler).to_owned()
}

/// The assembly that GCC and the plugin would write: every symbol in a section of its own, the unit, the addresses.
fn assembly(unit: &Unit, id: UnitId, frame: &str) -> String {
    let mut out = String::new();
    let mut table = String::new();
    for (at, symbol) in unit.symbols.iter().enumerate() {
        let name = symbol_name(unit, at);
        let SymbolValue::Function(body) = symbol.value else {
            writeln!(table, ".quad -1").expect("fits");
            continue;
        };
        writeln!(table, ".quad {name}").expect("fits");
        match symbol.linkage {
            Linkage::Comdat => {
                writeln!(out, ".section .text.{name},\"axG\",@progbits,{name},comdat\n.weak {name}")
                    .expect("fits");
            }
            linkage => {
                writeln!(out, ".section .text.{name},\"ax\",@progbits").expect("fits");
                let binding = match linkage {
                    Linkage::Weak => ".weak",
                    Linkage::Local => ".local",
                    _ => ".globl",
                };
                writeln!(out, "{binding} {name}").expect("fits");
            }
        }
        if symbol.visibility == Visibility::Hidden {
            writeln!(out, ".hidden {name}").expect("fits");
        }
        writeln!(out, ".type {name},@function\n{name}:").expect("fits");
        for expr in &unit.functions[body.index()].exprs {
            if let gmc_ir::expr::Expr::Symbol(callee) = expr {
                writeln!(out, "call {}@PLT", symbol_name(unit, callee.index())).expect("fits");
            }
        }
        writeln!(out, "ret").expect("fits");
    }
    writeln!(out, ".section .gmc,\"\",@progbits\n.balign 8\n.incbin \"{frame}\"").expect("fits");
    writeln!(out, ".section .debug_gmc,\"\",@progbits\n.ascii \"GMCADDR\\n\"").expect("fits");
    writeln!(out, ".quad {:#x}\n.quad {}\n{table}", id.0, unit.symbols.len()).expect("fits");
    writeln!(out, ".section .note.GNU-stack,\"\",@progbits").expect("fits");
    out
}

/// Assembles a unit to `name.o`.
fn assemble(directory: &Path, name: &str, id: u64, unit: &Unit) {
    let id = UnitId(id);
    std::fs::write(directory.join(format!("{name}.gmc")), encode(id, unit)).expect("writable");
    let text = assembly(unit, id, &format!("{name}.gmc"));
    std::fs::write(directory.join(format!("{name}.s")), text).expect("writable");
    run(directory, &format!("gcc -c {name}.s -o {name}.o"));
}

fn read(directory: &Path, name: &str) -> Result<Image, ImageError> {
    let bytes = std::fs::read(directory.join(name)).expect("readable");
    Image::read(name, &bytes)
}

/// `main` calls `f` (weak here, strong elsewhere), `t` (comdat in both) and its own `helper`.
fn units() -> (Unit, Unit) {
    let mut a = Builder::new("a.c");
    let weak = a.function("f", Linkage::Weak, &[]);
    let template = a.function("t", Linkage::Comdat, &[]);
    let helper = a.function("helper", Linkage::Local, &[]);
    a.function("unused", Linkage::Global, &[]);
    a.function("main", Linkage::Global, &[weak, template, helper]);
    let mut b = Builder::new("b.c");
    let helper = b.function("helper", Linkage::Local, &[]);
    b.function("f", Linkage::Global, &[helper]);
    b.function("t", Linkage::Comdat, &[]);
    b.function("dead", Linkage::Local, &[]);
    (a.finish(), b.finish())
}

/// Address and name of every function, as `nm` has them, but for the C run-time's own.
fn nm(directory: &Path, file: &str) -> Vec<(u64, String)> {
    let runtime = [
        "_start",
        "_init",
        "_fini",
        "register_tm_clones",
        "deregister_tm_clones",
        "frame_dummy",
        "data_start",
    ];
    let text = run(directory, &format!("nm {file}"));
    let mut found: Vec<(u64, String)> = text
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let (address, kind, name) = (words.next()?, words.next()?, words.next()?);
            let ours = "tTwW".contains(kind) && !name.starts_with("__") && !runtime.contains(&name);
            ours.then(|| (u64::from_str_radix(address, 16).unwrap_or(0), name.to_owned()))
        })
        .filter(|(address, _)| *address != 0)
        .collect();
    found.sort();
    found
}

fn kept(program: &Program) -> Vec<(u64, String)> {
    let entry =
        |it: &gmc_ir::program::Definition| (it.address.unwrap_or(0), program.name(it.global).to_owned());
    let mut found: Vec<(u64, String)> = program.definitions().iter().map(entry).collect();
    found.sort();
    found
}

#[test]
fn the_program_holds_what_nm_lists() {
    let directory = directory("elf-nm");
    let (a, b) = units();
    assemble(&directory, "a", 0x11, &a);
    assemble(&directory, "b", 0x22, &b);
    run(&directory, "gcc a.o b.o -o plain");
    run(&directory, "gcc b.o a.o -o swapped");
    run(&directory, "gcc -Wl,--gc-sections a.o b.o -o collected");
    run(&directory, "gcc -no-pie -static a.o b.o -o static");
    run(&directory, "ar rcs libb.a b.o");
    run(&directory, "gcc a.o libb.a -o archived");
    run(&directory, "ld -r a.o b.o -o both.o");
    run(&directory, "gcc both.o -o relinked");
    run(&directory, "gcc -Wl,--compress-debug-sections=zlib a.o b.o -o compressed");
    for name in ["plain", "swapped", "collected", "relinked", "compressed"] {
        let image = read(&directory, name).expect("reads");
        assert_eq!(image.kind(), ImageKind::Executable, "{name}");
        assert_eq!(image.notes(), [], "{name}");
        let program = Program::link(vec![image]).expect("links");
        assert_eq!(kept(&program), nm(&directory, name), "{name}");
    }
    // In a static executable the C library's symbols stand beside ours.
    let image = read(&directory, "static").expect("reads");
    let program = Program::link(vec![image]).expect("links");
    let all = nm(&directory, "static");
    assert!(kept(&program).iter().all(|entry| all.contains(entry)));
    // A weak definition satisfies `main`, so the archive's member is never taken.
    let image = read(&directory, "archived").expect("reads");
    assert_eq!(image.units().len(), 1);
    let program = Program::link(vec![image]).expect("links");
    assert_eq!(kept(&program), nm(&directory, "archived"));
}

#[test]
fn sections_dropped_by_the_linker_are_gone() {
    let directory = directory("elf-gc");
    let (a, b) = units();
    assemble(&directory, "a", 0x11, &a);
    assemble(&directory, "b", 0x22, &b);
    run(&directory, "gcc -Wl,--gc-sections a.o b.o -o collected");
    let image = read(&directory, "collected").expect("reads");
    let addresses = image.units()[0].addresses.as_ref().expect("not stripped");
    assert_eq!(addresses[3], Address::Dropped);
    let program = Program::link(vec![image]).expect("links");
    let names: Vec<String> = kept(&program).into_iter().map(|(_, name)| name).collect();
    assert!(!names.contains(&"unused".to_owned()) && !names.contains(&"dead".to_owned()), "{names:?}");
}

#[test]
fn stripped_programs_are_read_with_a_note() {
    let directory = directory("elf-strip");
    let (a, b) = units();
    assemble(&directory, "a", 0x11, &a);
    assemble(&directory, "b", 0x22, &b);
    run(&directory, "gcc a.o b.o -o stripped");
    run(&directory, "strip stripped");
    let image = read(&directory, "stripped").expect("reads");
    let note = "stripped was stripped: what the linker dropped cannot be told from what it kept";
    assert_eq!(image.notes().iter().map(ToString::to_string).collect::<Vec<_>>(), [note]);
    let program = Program::link(vec![image]).expect("links");
    let weak = Global { unit: UnitIndex(0), symbol: SymbolId(0) };
    let strong = Global { unit: UnitIndex(1), symbol: SymbolId(1) };
    assert_eq!(program.resolve(weak), Resolution::Definition(strong));
}

#[test]
fn shared_objects_say_what_they_need_and_export() {
    let directory = directory("elf-shared");
    let mut lib = Builder::new("lib.c");
    let hidden = lib.function("inner", Linkage::Global, &[]);
    lib.unit.symbols[hidden.index()].visibility = Visibility::Hidden;
    let f = lib.function("f", Linkage::Global, &[hidden]);
    let internal = lib.function("unexported", Linkage::Global, &[]);
    assemble(&directory, "lib", 1, &lib.finish());
    std::fs::write(directory.join("script"), "{ global: f; local: *; };").expect("writable");
    run(&directory, "gcc -shared -Wl,-soname,libf.so.1 -Wl,--version-script=script lib.o -o libf.so");
    let mut exe = Builder::new("exe.c");
    let (call_f, call_internal) = (exe.external("f"), exe.external("unexported"));
    exe.function("main", Linkage::Global, &[call_f]);
    assemble(&directory, "exe", 2, &exe.finish());
    run(&directory, "gcc exe.o libf.so -o exe");
    let (exe, lib) = (read(&directory, "exe").expect("reads"), read(&directory, "libf.so").expect("reads"));
    assert_eq!(lib.kind(), ImageKind::Shared);
    assert_eq!(lib.linkage().soname.as_deref(), Some("libf.so.1"));
    assert_eq!(exe.linkage().needed.first().map(String::as_str), Some("libf.so.1"));
    let program = Program::link(vec![exe, lib]).expect("links");
    let resolve = |unit, symbol| program.resolve(Global { unit: UnitIndex(unit), symbol });
    let defined = |symbol| Resolution::Definition(Global { unit: UnitIndex(1), symbol });
    assert_eq!(resolve(0, call_f), defined(f));
    assert!(matches!(resolve(0, call_internal), Resolution::External(_)));
    assert_eq!(resolve(1, hidden), defined(hidden));
    assert_eq!(resolve(1, internal), defined(internal));
}

#[test]
fn what_is_no_image_is_refused() {
    let directory = directory("elf-refused");
    let (a, _) = units();
    assemble(&directory, "a", 1, &a);
    run(&directory, "ar rcs lib.a a.o");
    std::fs::write(directory.join("plain.c"), "int main(void) { return 0; }").expect("writable");
    run(&directory, "gcc plain.c -o plain");
    std::fs::write(directory.join("text"), "hello").expect("writable");
    let message = |name: &str| read(&directory, name).expect_err("refused").to_string();
    assert_eq!(message("a.o"), "a.o is a relocatable object file: link it first");
    assert_eq!(message("lib.a"), "lib.a is an archive: link it first");
    assert_eq!(message("plain"), "plain holds no program for gmc: build it with `gmc cc` as the compiler");
    assert_eq!(message("text"), "text is not a readable ELF file: it has no ELF header");
}

#[test]
fn a_unit_of_another_version_is_refused() {
    let directory = directory("elf-version");
    let (a, b) = units();
    assemble(&directory, "a", 1, &a);
    assemble(&directory, "b", 2, &b);
    run(&directory, "gcc a.o b.o -o program");
    let mut bytes = std::fs::read(directory.join("program")).expect("readable");
    let at = bytes.windows(8).position(|window| window == b"GMCUNIT\n").expect("there is a unit");
    bytes[at + 8] ^= 0x40;
    let error = Image::read("program", &bytes).expect_err("refused").to_string();
    assert!(error.contains("compile it again with `gmc cc`"), "{error}");
}

#[test]
fn damaged_files_never_panic() {
    let directory = directory("elf-damaged");
    let (a, _) = units();
    assemble(&directory, "a", 1, &a);
    run(&directory, "gcc -nostdlib -no-pie -Wl,-emain,--unresolved-symbols=ignore-all a.o -o small");
    let good = std::fs::read(directory.join("small")).expect("readable");
    assert!(Image::read("small", &good).is_ok());
    for len in (0..good.len()).step_by(7) {
        let _ = Image::read("small", &good[..len]);
    }
    for at in 0..good.len().min(4096) {
        for value in [0, 0xff, good[at] ^ 1, good[at] ^ 0x80] {
            let mut bad = good.clone();
            bad[at] = value;
            let _ = Image::read("small", &bad);
        }
    }
}
