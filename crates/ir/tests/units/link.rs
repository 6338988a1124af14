//! Resolution: each rule of the linker, on units made by hand.

use crate::support::{Builder, executable, image};
use gmc_ir::id::SymbolId;
use gmc_ir::image::{Address, DynamicLinkage, Image, ImageKind};
use gmc_ir::program::{Global, LinkError, Program, Resolution, UnitIndex};
use gmc_ir::types::Size;
use gmc_ir::unit::{Linkage, SymbolFlags, SymbolValue, Unit, Visibility};

fn link(units: Vec<Unit>) -> Program {
    Program::link(vec![executable(units.into_iter().map(|unit| (unit, None)).collect())]).expect("links")
}

fn global(unit: u32, symbol: SymbolId) -> Global {
    Global { unit: UnitIndex(unit), symbol }
}

fn defined(unit: u32, symbol: SymbolId) -> Resolution {
    Resolution::Definition(global(unit, symbol))
}

fn kept(program: &Program) -> Vec<String> {
    program.definitions().iter().map(|it| format!("{} {}", it.global.unit, program.name(it.global))).collect()
}

#[test]
fn strong_beats_weak_and_statics_stay_apart() {
    let mut a = Builder::new("a.c");
    let weak = a.function("f", Linkage::Weak, &[]);
    let a_static = a.function("helper", Linkage::Local, &[]);
    let caller = a.function("main", Linkage::Global, &[weak, a_static]);
    let mut b = Builder::new("b.c");
    let b_static = b.function("helper", Linkage::Local, &[]);
    let strong = b.function("f", Linkage::Global, &[b_static]);
    let program = link(vec![a.finish(), b.finish()]);
    assert_eq!(program.resolve(global(0, weak)), defined(1, strong));
    assert_eq!(program.resolve(global(0, a_static)), defined(0, a_static));
    assert_eq!(program.resolve(global(1, b_static)), defined(1, b_static));
    assert_eq!(program.main(), Some(global(0, caller)));
    assert_eq!(kept(&program), ["unit0 helper", "unit0 main", "unit1 helper", "unit1 f"]);
}

#[test]
fn the_first_of_equals_wins() {
    let unit = |file: &str| {
        let mut builder = Builder::new(file);
        let template = builder.function("_Z1tIiEvv", Linkage::Comdat, &[]);
        (builder.finish(), template)
    };
    let ((a, at), (b, bt)) = (unit("a.cc"), unit("b.cc"));
    let program = link(vec![a, b]);
    assert_eq!(program.resolve(global(1, bt)), defined(0, at));
    assert_eq!(program.definitions().len(), 1);
}

#[test]
fn local_symbols_go_with_their_comdat_group() {
    let unit = |file: &str| {
        let mut builder = Builder::new(file);
        let inner = builder.variable("inner.0", Linkage::Local, &[]);
        let group = builder.str("_Z1tv");
        builder.unit.symbols[inner.index()].group = group;
        builder.finish()
    };
    let program = link(vec![unit("a.cc"), unit("b.cc")]);
    assert_eq!(kept(&program), ["unit0 inner.0"]);
}

#[test]
fn common_beats_weak_and_merges_to_the_largest() {
    let mut a = Builder::new("a.c");
    a.variable("x", Linkage::Weak, &[5]);
    let mut b = Builder::new("b.c");
    let small = b.variable("x", Linkage::Common, &[]);
    let mut c = Builder::new("c.c");
    let large = c.variable("x", Linkage::Common, &[]);
    c.unit.symbols[large.index()].size = Size::Bytes(40);
    c.unit.symbols[large.index()].align = 16;
    let program = link(vec![a.finish(), b.finish(), c.finish()]);
    assert_eq!(program.resolve(global(2, large)), defined(1, small));
    let extent = program.extent(global(1, small));
    assert_eq!((extent.size, extent.align), (Size::Bytes(40), 16));
}

#[test]
fn what_the_linker_dropped_is_no_definition() {
    let mut a = Builder::new("a.c");
    a.function("f", Linkage::Comdat, &[]);
    a.function("unused", Linkage::Local, &[]);
    let mut b = Builder::new("b.c");
    let kept_f = b.function("f", Linkage::Comdat, &[]);
    let main = b.function("main", Linkage::Global, &[kept_f]);
    let units = vec![
        (a.finish(), Some(vec![Address::Dropped, Address::Dropped])),
        (b.finish(), Some(vec![Address::At(0x1000), Address::NotApplicable])),
    ];
    let program = Program::link(vec![executable(units)]).expect("links");
    assert_eq!(kept(&program), ["unit1 f", "unit1 main"]);
    assert_eq!(program.definitions()[0].address, Some(0x1000));
    assert_eq!(program.resolve(global(0, SymbolId(0))), defined(1, kept_f));
    assert_eq!(program.main(), Some(global(1, main)));
}

#[test]
fn two_strong_definitions_are_refused() {
    let unit = |file: &str| {
        let mut builder = Builder::new(file);
        builder.function("f", Linkage::Global, &[]);
        (builder.finish(), None)
    };
    let error = Program::link(vec![executable(vec![unit("a.c"), unit("b.c")])]).unwrap_err();
    assert_eq!(error.to_string(), "`f` is defined twice in a.out: in a.c and in b.c");
}

#[test]
fn targets_must_agree() {
    let mut narrow = Builder::new("b.c").finish();
    narrow.target.pointer_bits = 32;
    let units = vec![(Builder::new("a.c").finish(), None), (narrow, None)];
    let error = Program::link(vec![executable(units)]).unwrap_err();
    assert!(matches!(&error, LinkError::Targets { .. }));
    let text = error.to_string();
    assert!(text.starts_with("a.c is compiled for x86_64-linux-gnu (64-bit pointers,"), "{text}");
    assert!(text.contains("but b.c for x86_64-linux-gnu (32-bit pointers,"), "{text}");
}

#[test]
fn an_alias_means_its_own_units_body() {
    let mut a = Builder::new("a.c");
    let weak = a.function("f", Linkage::Weak, &[]);
    let first = a.alias("g", Linkage::Global, weak);
    let second = a.alias("h", Linkage::Global, first);
    let mut b = Builder::new("b.c");
    b.function("f", Linkage::Global, &[]);
    let from_b = b.external("h");
    let program = link(vec![a.finish(), b.finish()]);
    for reference in [global(0, first), global(0, second), global(1, from_b)] {
        assert_eq!(program.resolve(reference), defined(0, weak));
    }
}

#[test]
fn a_weakref_means_its_targets_name() {
    let mut a = Builder::new("a.c");
    let (there, missing) = (a.external("there"), a.external("missing"));
    let ty = a.ty.int_fn;
    let good = a.symbol("good", ty, Linkage::Local, SymbolValue::WeakReference(there));
    let bad = a.symbol("bad", ty, Linkage::Local, SymbolValue::WeakReference(missing));
    a.function("main", Linkage::Global, &[good, bad]);
    let mut b = Builder::new("b.c");
    let definition = b.function("there", Linkage::Global, &[]);
    let program = link(vec![a.finish(), b.finish()]);
    assert_eq!(program.resolve(global(0, good)), defined(1, definition));
    let externals = program.externals();
    assert_eq!(externals.len(), 1);
    assert_eq!((externals[0].name.as_str(), externals[0].weak), ("missing", true));
}

#[test]
fn bodies_that_were_not_emitted_serve_their_unit() {
    let inline = |flags: SymbolFlags| {
        let mut a = Builder::new("a.c");
        let f = a.function("f", Linkage::External, &[]);
        a.unit.symbols[f.index()].flags = SymbolFlags::FUNCTION | flags;
        a.function("main", Linkage::Global, &[f]);
        (a.finish(), f)
    };
    let mut b = Builder::new("b.c");
    let strong = b.function("f", Linkage::Global, &[]);
    let b = b.finish();
    let (a, f) = inline(SymbolFlags::DECLARED_INLINE);
    assert_eq!(link(vec![a.clone(), b.clone()]).resolve(global(0, f)), defined(1, strong));
    let alone = link(vec![a]);
    assert_eq!(alone.resolve(global(0, f)), defined(0, f));
    assert_eq!(kept(&alone), ["unit0 main"]);
    let (a, f) = inline(SymbolFlags::MUST_INLINE);
    assert_eq!(link(vec![a, b]).resolve(global(0, f)), defined(0, f));
}

#[test]
fn externals_are_what_kept_code_refers_to() {
    let mut a = Builder::new("a.c");
    let (used, hidden_use, unused, dead) =
        (a.external("puts"), a.external("abort"), a.external("never"), a.external("dropped"));
    let inlined = a.function("inlined", Linkage::Local, &[hidden_use]);
    a.unit.symbols[inlined.index()].flags.remove(SymbolFlags::EMITTED);
    let gone = a.function("gone", Linkage::Local, &[dead]);
    let main = a.function("main", Linkage::Global, &[inlined, used, used]);
    let _ = unused;
    let mut addresses = vec![Address::NotApplicable; a.unit.symbols.len()];
    addresses[gone.index()] = Address::Dropped;
    let program = Program::link(vec![executable(vec![(a.finish(), Some(addresses))])]).expect("links");
    let externals = program.externals();
    let names: Vec<&str> = externals.iter().map(|external| external.name.as_str()).collect();
    assert_eq!(names, ["abort", "puts"]);
    assert_eq!(externals[0].referrers, [global(0, inlined)]);
    assert_eq!(externals[1].referrers, [global(0, main)]);
    let unit = program.unit(UnitIndex(0));
    assert_eq!(unit.pos_text(externals[1].place).as_deref(), Some("a.c:2:3"));
}

#[test]
fn constructors_run_by_priority_then_in_link_order() {
    let unit = |file: &str, entries: &[(&str, Option<u32>, Option<u32>)]| {
        let mut builder = Builder::new(file);
        for (name, constructor, destructor) in entries {
            let symbol = builder.function(name, Linkage::Local, &[]);
            let symbol = &mut builder.unit.symbols[symbol.index()];
            (symbol.constructor, symbol.destructor) = (*constructor, *destructor);
        }
        builder.finish()
    };
    let d = Some(65535);
    let a = unit("a.c", &[("a1", d, None), ("a2", Some(200), d), ("a3", None, Some(150))]);
    let b = unit("b.c", &[("b1", Some(150), d), ("b2", d, None)]);
    let program = link(vec![a, b]);
    let names = |globals: &[Global]| -> Vec<String> {
        globals.iter().map(|it| program.name(*it).to_owned()).collect()
    };
    assert_eq!(names(program.constructors()), ["b1", "a2", "a1", "b2"]);
    assert_eq!(names(program.destructors()), ["b1", "a2", "a3"]);
}

/// An executable and a shared object, both of one unit.
fn two_images(exe: Unit, lib: Unit, linkage: DynamicLinkage) -> Program {
    let images: Vec<Image> =
        vec![executable(vec![(exe, None)]), image("libx.so", ImageKind::Shared, linkage, vec![(lib, None)])];
    Program::link(images).expect("links")
}

#[test]
fn the_first_image_interposes() {
    let mut exe = Builder::new("exe.c");
    let own = exe.function("f", Linkage::Global, &[]);
    let library = exe.external("g");
    let secret = exe.external("secret");
    exe.function("main", Linkage::Global, &[own, library, secret]);
    let mut lib = Builder::new("lib.c");
    let libs_f = lib.function("f", Linkage::Global, &[]);
    let hidden = lib.function("secret", Linkage::Global, &[]);
    lib.unit.symbols[hidden.index()].visibility = Visibility::Hidden;
    let g = lib.function("g", Linkage::Global, &[libs_f, hidden]);
    let (exe, lib) = (exe.finish(), lib.finish());
    let program = two_images(exe.clone(), lib.clone(), DynamicLinkage::default());
    assert_eq!(program.resolve(global(0, library)), defined(1, g));
    assert_eq!(program.resolve(global(1, libs_f)), defined(0, own));
    assert_eq!(program.resolve(global(1, hidden)), defined(1, hidden));
    assert!(matches!(program.resolve(global(0, secret)), Resolution::External(_)));

    let symbolic = DynamicLinkage { symbolic: true, ..DynamicLinkage::default() };
    assert_eq!(two_images(exe.clone(), lib.clone(), symbolic).resolve(global(1, libs_f)), defined(1, libs_f));
    // A version script keeps both names inside.
    let scripted = DynamicLinkage { exports: Some(["f".to_owned()].into()), ..DynamicLinkage::default() };
    let program = two_images(exe, lib, scripted);
    assert!(matches!(program.resolve(global(0, library)), Resolution::External(_)));
    assert_eq!(program.resolve(global(1, g)), defined(1, g));
}

#[test]
fn joining_is_linking_together() {
    let mut exe = Builder::new("exe.c");
    let called = exe.external("g");
    exe.function("main", Linkage::Global, &[called]);
    let mut lib = Builder::new("lib.c");
    let unknown = lib.external("h");
    let g = lib.function("g", Linkage::Global, &[unknown]);
    let (exe, lib) = (exe.finish(), lib.finish());
    let executable = || executable(vec![(exe.clone(), None)]);
    let library =
        || image("libx.so", ImageKind::Shared, DynamicLinkage::default(), vec![(lib.clone(), None)]);

    let first = Program::link(vec![executable()]).expect("links");
    assert_eq!(first.external_names().collect::<Vec<_>>(), ["g"]);
    let more = first.join(library()).expect("links");
    assert_eq!(more.external_names().collect::<Vec<_>>(), ["h"]);
    assert_eq!(more.resolve(global(0, called)), defined(1, g));
    let all = Program::link(vec![executable(), library()]).expect("links");
    assert_eq!(format!("{more:?}"), format!("{all:?}"));
}

#[test]
fn what_is_needed_is_initialised_first() {
    let unit = |file: &str| {
        let mut builder = Builder::new(file);
        let symbol = builder.function(file, Linkage::Local, &[]);
        builder.unit.symbols[symbol.index()].constructor = Some(65535);
        builder.unit.symbols[symbol.index()].destructor = Some(65535);
        vec![(builder.finish(), None)]
    };
    let needs = |needed: &[&str]| DynamicLinkage {
        needed: needed.iter().map(|&name| name.to_owned()).collect(),
        ..DynamicLinkage::default()
    };
    let order = |a: &[&str], b: &[&str]| {
        let program = Program::link(vec![
            image("exe", ImageKind::Executable, needs(&["liba.so", "libb.so", "libc.so.6"]), unit("exe")),
            image("dir/liba.so", ImageKind::Shared, needs(a), unit("liba")),
            image("dir/libb.so", ImageKind::Shared, needs(b), unit("libb")),
        ])
        .expect("links");
        let names = |globals: &[Global]| -> Vec<String> {
            globals.iter().map(|it| program.name(*it).to_owned()).collect()
        };
        let (up, mut down) = (names(program.constructors()), names(program.destructors()));
        down.reverse();
        assert_eq!(up, down);
        up
    };
    assert_eq!(order(&[], &[]), ["libb", "liba", "exe"]);
    assert_eq!(order(&["libb.so"], &[]), ["libb", "liba", "exe"]);
    assert_eq!(order(&[], &["liba.so"]), ["liba", "libb", "exe"]);
    assert_eq!(order(&["libb.so"], &["liba.so"]).last().map(String::as_str), Some("exe"));
}

#[test]
fn nothing_is_no_program() {
    assert_eq!(Program::link(Vec::new()).unwrap_err(), LinkError::Nothing);
}
