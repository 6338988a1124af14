//! The program as JSON, for other tools: `gmc dump --format json`.
//!
//! What follows is `docs/program-json.md`, so that there is one description.
#![doc = include_str!("../../../docs/program-json.md")]

use crate::constructs::{Part, constructs};
use crate::id::{SourcePosId, SymbolId};
use crate::image::ImageKind;
use crate::program::external::ExternalId;
use crate::program::{Definition, Global, Program, Resolution, UnitIndex};
use crate::unit::Unit;
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};
use std::io::{self, Write};

/// The version of this form.
pub const VERSION: u32 = 1;

/// Writes a program as JSON.
///
/// Not generic: the code for all of the types is compiled here, once, and not again in each crate that writes.
pub fn write(out: &mut dyn Write, program: &Program) -> io::Result<()> {
    serde_json::to_writer(out, &Form(program)).map_err(io::Error::from)
}

/// Writes what a program does, without where and by which command it was compiled: what a hash of it is made of.
pub fn write_content(out: &mut dyn Write, program: &Program) -> io::Result<()> {
    fn add(out: &mut dyn Write, it: &(impl Serialize + ?Sized)) -> io::Result<()> {
        serde_json::to_writer(out, it).map_err(io::Error::from)
    }
    for (_, unit) in program.units() {
        let unit = &unit.linked.unit;
        let strings = unit.strings.iter().enumerate();
        let elsewhere = [unit.directory.index(), unit.producer.index()];
        for (_, string) in strings.filter(|(at, _)| !elsewhere.contains(at)) {
            add(out, string)?;
        }
        add(out, &unit.places)?;
        add(out, &unit.types)?;
        add(out, &unit.literals)?;
        add(out, &unit.symbols)?;
        add(out, &unit.functions)?;
    }
    Ok(())
}

struct Form<'p>(&'p Program);

impl Serialize for Form<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let program = self.0;
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("format", "gmc-program")?;
        map.serialize_entry("version", &VERSION)?;
        map.serialize_entry("images", &images(program))?;
        map.serialize_entry("units", &Units(program))?;
        map.serialize_entry("definitions", &definitions(program))?;
        map.serialize_entry("externals", &externals(program))?;
        map.serialize_entry("constructors", program.constructors())?;
        map.serialize_entry("destructors", program.destructors())?;
        map.serialize_entry("main", &program.main())?;
        map.serialize_entry("unsupported", &unsupported(program))?;
        map.end()
    }
}

#[derive(Serialize)]
struct ImageForm<'p> {
    path: &'p str,
    kind: ImageKind,
    soname: Option<&'p str>,
    needed: &'p [String],
    notes: Vec<String>,
}

fn images(program: &Program) -> Vec<ImageForm<'_>> {
    program
        .images()
        .iter()
        .map(|it| ImageForm {
            path: &it.path,
            kind: it.kind,
            soname: it.linkage.soname.as_deref(),
            needed: &it.linkage.needed,
            notes: it.notes.iter().map(ToString::to_string).collect(),
        })
        .collect()
}

/// Units are written one by one: they are the bulk.
struct Units<'p>(&'p Program);

#[derive(Serialize)]
struct UnitForm<'p> {
    image: u32,
    id: String,
    resolution: Vec<Resolution>,
    unit: &'p Unit,
}

impl Serialize for Units<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut seq = to.serialize_seq(None)?;
        for (index, unit) in self.0.units() {
            let symbols = unit.linked.unit.symbols.len() as u32;
            let resolution = (0..symbols)
                .map(|symbol| self.0.resolve(Global { unit: index, symbol: SymbolId(symbol) }))
                .collect();
            seq.serialize_element(&UnitForm {
                image: unit.image.0,
                id: format!("{:016x}", unit.linked.id.0),
                resolution,
                unit: &unit.linked.unit,
            })?;
        }
        seq.end()
    }
}

#[derive(Serialize)]
struct DefinitionForm<'p> {
    name: &'p str,
    assembler: &'p str,
    #[serde(flatten)]
    definition: &'p Definition,
}

fn definitions(program: &Program) -> Vec<DefinitionForm<'_>> {
    let mut forms = Vec::new();
    for definition in program.definitions() {
        let Definition { global, .. } = *definition;
        let assembler = program.unit(global.unit).str(program.symbol(global).assembler);
        forms.push(DefinitionForm { name: program.name(global), assembler, definition });
    }
    forms
}

#[derive(Serialize)]
struct ExternalForm {
    id: ExternalId,
    name: String,
    declaration: Global,
    function: bool,
    builtin: bool,
    weak: bool,
    referrers: Vec<Global>,
    place: Option<SourcePosForm>,
}

fn externals(program: &Program) -> Vec<ExternalForm> {
    let form = |external: crate::program::external::External| {
        let first = external.referrers.first();
        let place = first.and_then(|first| source_pos(program, first.unit, external.place));
        ExternalForm {
            id: external.id,
            name: external.name,
            declaration: external.declaration,
            function: external.function,
            builtin: external.builtin,
            weak: external.weak,
            referrers: external.referrers,
            place,
        }
    };
    program.externals().into_iter().map(form).collect()
}

#[derive(Serialize)]
struct SourcePosForm {
    file: String,
    line: u32,
    column: u32,
}

fn source_pos(program: &Program, unit: UnitIndex, id: SourcePosId) -> Option<SourcePosForm> {
    let unit = program.unit(unit);
    let pos = unit.places.get(id.index()).filter(|pos| !pos.is_none())?;
    Some(SourcePosForm { file: unit.str(pos.file).to_owned(), line: pos.line, column: pos.column })
}

#[derive(Serialize)]
struct UnsupportedForm<'p> {
    unit: UnitIndex,
    part: Part,
    code: &'p str,
    symbol: Option<SymbolId>,
    place: Option<SourcePosForm>,
}

fn unsupported(program: &Program) -> Vec<UnsupportedForm<'_>> {
    let mut all = Vec::new();
    for (index, unit) in program.units() {
        let unit = &unit.linked.unit;
        all.extend(constructs(unit).into_iter().map(|found| UnsupportedForm {
            unit: index,
            part: found.part,
            code: unit.str(found.code),
            symbol: found.symbol,
            place: source_pos(program, index, found.place),
        }));
    }
    all
}
