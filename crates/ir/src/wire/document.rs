//! `docs/unit-format.md`: the format for people, generated from the types.
//!
//! Names, order and numbers come from the schema; what each record, field and variant means comes from the comments
//! beside its declaration, so that there is one text for both. The comments are found by reading the source files line
//! by line: `rustfmt` keeps them in a form that needs no parser.

use super::cpp::{flag_sets, types};
use super::{ADDRESS_SECTION, UNIT_SECTION, VERSION};
use postcard_schema::schema::{DataModelType, DataModelVariant, NamedType, NamedValue, NamedVariant};
use std::collections::HashMap;
use std::fmt::Write;

const SOURCES: [&str; 8] = [
    include_str!("../unit.rs"),
    include_str!("../types.rs"),
    include_str!("../body.rs"),
    include_str!("../expr.rs"),
    include_str!("../id.rs"),
    include_str!("bytes.rs"),
    include_str!("strings.rs"),
    include_str!("container.rs"),
];

/// What the document says of a record, field or variant without a comment. A test keeps it out.
pub const UNEXPLAINED: &str = "(not explained)";

/// The text of `docs/unit-format.md`.
pub fn document() -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_document(&mut out);
    out
}

fn write_document(out: &mut String) -> std::fmt::Result {
    let comments = comments();
    for paragraph in preamble().lines() {
        wrap(out, "", paragraph)?;
    }
    writeln!(out, "\n## Flags\n\nA set of flags is a number; its bits are these.")?;
    for (set, members) in flag_sets() {
        heading(out, set, &comments.of(set, ""))?;
        for (member, bits) in members {
            let bit = bits.trailing_zeros();
            wrap(out, "- ", &format!("bit {bit}, `{member}`: {}", comments.of(set, member)))?;
        }
    }
    writeln!(
        out,
        "\n## Records\n\nThe payload is one `Unit`. Parts come before the records that hold them."
    )?;
    for named in types() {
        record(out, &comments, named)?;
    }
    Ok(())
}

fn preamble() -> String {
    format!(
        "# The unit format\n\n\
         <!-- Generated from the types in crates/ir: `cargo run -p gmc-ir --example unit-format-document`. -->\n\n\
         For those who read or write what the GCC plugin exports. `gmc cc` appends a *unit* to every object file: \
         what GCC made of its source. This page describes version {VERSION}. The types in `crates/ir` define the \
         format. The reader is derived from them; the header that the plugin is compiled against and this page are \
         generated from them.\n\n\
         ## Sections\n\n\
         `{UNIT_SECTION}` holds units. It is not loaded and has no relocations, so `ar`, `ld -r`, `--gc-sections` and \
         `strip` leave it alone. Linkers concatenate the sections of their inputs in link order. Each unit has a \
         header, with little-endian numbers on every target:\n\n\
         | offset | size | content |\n|---|---|---|\n\
         | 0 | 8 | `GMCUNIT\\n` |\n\
         | 8 | 4 | version of the format |\n\
         | 12 | 4 | CRC-32 (IEEE 802.3) of all that follows, up to the end of the payload |\n\
         | 16 | 8 | the unit's identity |\n\
         | 24 | 8 | length of the payload |\n\
         | 32 | 8 | length of the payload when decompressed |\n\
         | 40 | | payload: one zstd frame, zero-padded to a multiple of 8 |\n\n\
         There may be zeros between units. The reader refuses a payload that claims to decompress to more than \
         64 MiB plus 1024 times its length, or in which more than 4 MiB plus 256 times its length are records \
         (everything but runs of bytes). So hostile files cannot take memory out of proportion.\n\n\
         `{ADDRESS_SECTION}` holds, for each unit, what the linker did with its symbols. Linkers treat it as debug \
         information: references to symbols that they dropped become 0 or 1 instead of errors. `strip` removes it; \
         then everything counts as kept. Words are 64 bits in the target's byte order:\n\n\
         | word | content |\n|---|---|\n\
         | 0 | `GMCADDR\\n` |\n\
         | 1 | the identity of the unit |\n\
         | 2 | how many symbols follow |\n\
         | 3… | one per symbol, in order |\n\n\
         The word of a symbol is the address of this unit's own copy; 0 or 1 if the linker dropped it; all ones if \
         there is none (undefined, thread-local, common, not emitted).\n\n\
         ## Encoding\n\n\
         The payload is in [postcard's encoding](https://postcard.jamesmunns.com/wire-format): a record is its \
         fields in order, without names or padding. `u32`, `u64` and lengths are base-128 numbers, least significant \
         group first; `i64` and `i128` are folded to unsigned first (0, -1, 1, -2 …); `bool` and `u8` are one byte. An \
         optional value is 0, or 1 and the value. A list is its length and its elements; bytes likewise. A variant is \
         its number and its fields."
    )
}

/// The heading of a set of flags or a record, and what it is.
fn heading(out: &mut String, name: &str, about: &str) -> std::fmt::Result {
    writeln!(out, "\n### {name}\n")?;
    wrap(out, "", about)?;
    writeln!(out)
}

/// Writes a paragraph or, with a `lead` such as `- `, an item of a list, in lines of at most 120 characters. Rows of
/// tables and comments stay as they are.
fn wrap(out: &mut String, lead: &str, text: &str) -> std::fmt::Result {
    if text.starts_with(['|', '<', '#']) {
        return writeln!(out, "{text}");
    }
    let mut line = lead.to_owned();
    let mut length = lead.len();
    for (at, word) in text.split(' ').enumerate() {
        let more = word.chars().count();
        if at > 0 && length + 1 + more > 120 {
            writeln!(out, "{line}")?;
            line = " ".repeat(lead.len());
            length = lead.len();
        } else if at > 0 {
            line.push(' ');
            length += 1;
        }
        line += word;
        length += more;
    }
    writeln!(out, "{line}")
}

fn record(out: &mut String, comments: &Comments, named: &NamedType) -> std::fmt::Result {
    let name = named.name;
    match named.ty {
        DataModelType::NewtypeStruct(of) => {
            writeln!(out, "\n### {name}\n")?;
            wrap(out, "", &format!("{} A number (`{}`).", comments.of(name, ""), of.name))
        }
        DataModelType::Struct(fields) => {
            heading(out, name, &comments.of(name, ""))?;
            for field in *fields {
                wrap(out, "- ", &field_text(comments, name, field))?;
            }
            Ok(())
        }
        DataModelType::Enum(variants) => enumeration(out, comments, name, variants),
        _ => Ok(()),
    }
}

/// A field's name, type and meaning.
fn field_text(comments: &Comments, owner: &str, field: &NamedValue) -> String {
    format!("`{}`, {}: {}", field.name, type_text(field.ty), comments.of(owner, field.name))
}

fn enumeration(
    out: &mut String,
    comments: &Comments,
    name: &str,
    variants: &[&NamedVariant],
) -> std::fmt::Result {
    heading(out, name, &comments.of(name, ""))?;
    for (number, variant) in variants.iter().enumerate() {
        let of = match variant.ty {
            DataModelVariant::NewtypeVariant(of) => format!(" of {}", type_text(of)),
            DataModelVariant::TupleVariant(of) => {
                format!(" of {}", of.iter().map(|ty| type_text(ty)).collect::<Vec<_>>().join(", "))
            }
            DataModelVariant::UnitVariant | DataModelVariant::StructVariant(_) => String::new(),
        };
        let meaning = comments.of(name, variant.name);
        wrap(out, "- ", &format!("{number}, `{}`{of}: {meaning}", variant.name))?;
        if let DataModelVariant::StructVariant(fields) = variant.ty {
            let owner = format!("{name}::{}", variant.name);
            for field in *fields {
                wrap(out, "  - ", &field_text(comments, &owner, field))?;
            }
        }
    }
    Ok(())
}

fn type_text(named: &NamedType) -> String {
    match named.ty {
        DataModelType::Option(of) => format!("optional {}", type_text(of)),
        DataModelType::Seq(of) => format!("list of {}", type_text(of)),
        DataModelType::NewtypeStruct(_) | DataModelType::Struct(_) | DataModelType::Enum(_) => {
            format!("[{}](#{})", named.name, named.name.to_lowercase())
        }
        DataModelType::U32 if named.name != "u32" => {
            format!("[{}](#{})", named.name, named.name.to_lowercase())
        }
        DataModelType::ByteArray => "bytes".to_owned(),
        _ => format!("`{}`", named.name),
    }
}

/// What the source says of a type (member ""), a field or flag (`Type`, name), a variant's field (`Type::Variant`).
struct Comments(HashMap<(String, String), String>);

impl Comments {
    /// The comment, or [`UNEXPLAINED`].
    fn of(&self, owner: &str, member: &str) -> String {
        let found = self.0.get(&(owner.to_owned(), member.to_owned()));
        found.filter(|text| !text.is_empty()).map_or_else(|| UNEXPLAINED.to_owned(), Clone::clone)
    }
}

fn comments() -> Comments {
    let mut found = HashMap::new();
    for source in SOURCES {
        let mut comment: Vec<&str> = Vec::new();
        let mut owner = String::new();
        // The variant that fields are listed below, with its indentation.
        let mut variant: Option<(usize, String)> = None;
        for line in source.lines() {
            let text = line.trim_start();
            let indent = line.len() - text.len();
            if let Some(words) = text.strip_prefix("///") {
                comment.push(words.trim());
                continue;
            }
            if text.starts_with("#[") || (text.is_empty() && comment.is_empty()) {
                continue;
            }
            if variant.as_ref().is_some_and(|(at, _)| indent <= *at) {
                variant = None;
            }
            if let Some(name) = declared(text) {
                owner = name;
                found.insert((owner.clone(), String::new()), plain(&comment));
            } else if let Some(name) = member(text).filter(|_| !comment.is_empty()) {
                let of =
                    variant.as_ref().map_or_else(|| owner.clone(), |(_, name)| format!("{owner}::{name}"));
                if text.ends_with('{') && variant.is_none() {
                    variant = Some((indent, name.clone()));
                }
                found.insert((of, name), plain(&comment));
            }
            comment.clear();
        }
    }
    Comments(found)
}

/// The name that a line declares: a struct, an enum, a set of flags, or an id in the table of ids.
fn declared(text: &str) -> Option<String> {
    // What is private but written is `Strings`, under another name.
    if text.starts_with("struct Encoded") {
        return Some("Strings".to_owned());
    }
    let rest = text.strip_prefix("pub struct ").or_else(|| text.strip_prefix("pub enum "));
    if let Some(rest) = rest {
        return Some(word(rest));
    }
    // `StrId, "str";`
    let (name, rest) = text.split_once(", \"")?;
    rest.ends_with("\";").then(|| word(name))
}

/// The name of a field, flag or variant that a line starts.
fn member(text: &str) -> Option<String> {
    let text = text.strip_prefix("pub ").unwrap_or(text);
    let text = text.strip_prefix("const ").unwrap_or(text);
    let name = word(text);
    let rest = &text[name.len()..];
    let starts = [":", " =", ",", " {", "("].iter().any(|next| rest.starts_with(next));
    (starts && !name.is_empty()).then_some(name)
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// A comment as one line, with links of rustdoc as plain code.
fn plain(comment: &[&str]) -> String {
    comment.join(" ").replace("[`", "`").replace("`]", "`").trim().to_owned()
}
