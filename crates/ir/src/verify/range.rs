//! First round: every id is in range, every flag is known.
//!
//! It is a serializer that writes nothing: serde walks the records, and each id arrives here under the name of its
//! type. So no field can be forgotten, neither today nor when a record grows.

use super::Flaws;
use crate::body::Function;
use crate::id::SymbolId;
use crate::unit::Unit;
use crate::wire::cpp::flag_sets;
use serde::ser::{self, Serialize, Serializer};
use std::fmt;

/// How many entries each table has; what belongs to a function has none outside of one.
#[derive(Default)]
struct Limits {
    strings: usize,
    places: usize,
    types: usize,
    literals: usize,
    symbols: usize,
    functions: usize,
    body: Option<BodyLimits>,
    flags: Vec<(&'static str, u32)>,
}

struct BodyLimits {
    locals: usize,
    exprs: usize,
    blocks: usize,
    labels: usize,
    scopes: usize,
    regions: usize,
    pads: usize,
}

/// Checks all ids and flags of a unit.
pub(super) fn check(flaws: &mut Flaws<'_>) {
    let unit = flaws.unit;
    let mut limits = Limits::of(unit);
    // A statement without a source position still has the id 0, so the table is never empty.
    flaws.require(!unit.places.is_empty(), || "there is no source position 0".to_owned());
    let whole = (&unit.target, [unit.producer, unit.language, unit.directory, unit.file], &unit.asm);
    limits.check(flaws, &whole, "the unit");
    for (at, pos) in unit.places.iter().enumerate() {
        limits.check(flaws, pos, format_args!("pos{at}"));
    }
    for (at, ty) in unit.types.iter().enumerate() {
        limits.check(flaws, ty, format_args!("t{at}"));
    }
    for (at, literal) in unit.literals.iter().enumerate() {
        limits.check(flaws, &literal.ty, format_args!("lit{at}"));
    }
    for (at, symbol) in (0..).zip(&unit.symbols) {
        flaws.enter_symbol(SymbolId(at));
        limits.check(flaws, symbol, "the symbol");
    }
    for function in &unit.functions {
        flaws.enter_symbol(function.symbol);
        body(flaws, &mut limits, function);
    }
    flaws.leave_symbol();
}

fn body(flaws: &mut Flaws<'_>, limits: &mut Limits, function: &Function) {
    limits.body = Some(BodyLimits {
        locals: function.locals.len(),
        exprs: function.exprs.len(),
        blocks: function.blocks.len(),
        labels: function.labels.len(),
        scopes: function.scopes.len(),
        regions: function.regions.len(),
        pads: function.pads.len(),
    });
    let head = (function.symbol, &function.params, function.result, function.chain, &function.sizes);
    limits.check(flaws, &(head, function.end, function.flags), "the function");
    limits.check(flaws, &(&function.labels, &function.scopes), "a label or scope");
    limits.check(flaws, &(&function.regions, &function.pads), "an exception region or landing pad");
    for (at, local) in function.locals.iter().enumerate() {
        limits.check(flaws, local, format_args!("v{at}"));
    }
    for (at, expr) in function.exprs.iter().enumerate() {
        limits.check(flaws, expr, format_args!("e{at}"));
    }
    for (block, at, stmt) in function.stmts() {
        flaws.enter_stmt(block, at, stmt.place);
        limits.check(flaws, stmt, "the statement");
    }
    flaws.leave_stmt();
    for (at, block) in function.blocks.iter().enumerate() {
        limits.check(flaws, &block.edges, format_args!("an edge of bb{at}"));
    }
    limits.body = None;
}

impl Limits {
    fn of(unit: &Unit) -> Limits {
        let known = |members: Vec<(&str, u32)>| members.iter().fold(0, |all, (_, bits)| all | bits);
        Limits {
            strings: unit.strings.len(),
            places: unit.places.len(),
            types: unit.types.len(),
            literals: unit.literals.len(),
            symbols: unit.symbols.len(),
            functions: unit.functions.len(),
            body: None,
            flags: flag_sets().into_iter().map(|(name, members)| (name, known(members))).collect(),
        }
    }

    fn check(&self, flaws: &mut Flaws<'_>, part: &impl Serialize, what: impl fmt::Display) {
        if let Err(OutOfRange(why)) = part.serialize(Walk { limits: self, name: "" }) {
            flaws.add(|| format!("{what}: {why}"));
        }
    }

    /// Judges a number that came under the name of its type.
    fn judge(&self, name: &'static str, value: u32) -> Result<(), OutOfRange> {
        let body = |len: fn(&BodyLimits) -> usize| self.body.as_ref().map(len);
        let len = match name {
            "" => return Ok(()),
            // The most frequent first: names are compared one after the other.
            "ExprId" => body(|b| b.exprs),
            "TypeId" => Some(self.types),
            "LocalId" => body(|b| b.locals),
            "ScopeId" => body(|b| b.scopes),
            "SourcePosId" => Some(self.places),
            "StrId" => Some(self.strings),
            "BlockId" => body(|b| b.blocks),
            "SymbolId" => Some(self.symbols),
            "LiteralId" => Some(self.literals),
            "FunctionId" => Some(self.functions),
            "RegionId" => body(|b| b.regions),
            "PadId" => body(|b| b.pads),
            "LabelId" => match &self.body {
                Some(body) => Some(body.labels),
                // A relocation's label belongs to the function that it names.
                None => return Ok(()),
            },
            // The second round checks it against the record type that stands beside it.
            "FieldIndex" => return Ok(()),
            flags => {
                let known = self.flags.iter().find(|(set, _)| *set == flags).map(|(_, known)| *known);
                return match known {
                    Some(known) if value & !known == 0 => Ok(()),
                    Some(known) => Err(OutOfRange(format!("{flags} has unknown bits {:#x}", value & !known))),
                    None => Err(OutOfRange(format!("{flags} is checked by nothing"))),
                };
            }
        };
        match len {
            Some(len) if (value as usize) < len => Ok(()),
            _ => Err(OutOfRange(format!("{name} {value} is out of range ({} there)", len.unwrap_or(0)))),
        }
    }
}

/// Why the walk stopped.
#[derive(Debug)]
struct OutOfRange(String);

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OutOfRange {}

impl ser::Error for OutOfRange {
    fn custom<T: fmt::Display>(what: T) -> OutOfRange {
        OutOfRange(what.to_string())
    }
}

/// The serializer; `name` is the newtype that the next number stands in.
#[derive(Clone, Copy)]
struct Walk<'l> {
    limits: &'l Limits,
    name: &'static str,
}

type Walked = Result<(), OutOfRange>;

/// Values that hold no id.
macro_rules! skip {
    ($($method:ident($ty:ty);)*) => {$(
        fn $method(self, _: $ty) -> Walked {
            Ok(())
        }
    )*};
}

impl<'l> Serializer for Walk<'l> {
    type Ok = ();
    type Error = OutOfRange;
    type SerializeSeq = Walk<'l>;
    type SerializeTuple = Walk<'l>;
    type SerializeTupleStruct = Walk<'l>;
    type SerializeTupleVariant = Walk<'l>;
    type SerializeMap = ser::Impossible<(), OutOfRange>;
    type SerializeStruct = Walk<'l>;
    type SerializeStructVariant = Walk<'l>;

    skip! {
        serialize_bool(bool); serialize_i8(i8); serialize_i16(i16); serialize_i32(i32); serialize_i64(i64);
        serialize_i128(i128); serialize_u8(u8); serialize_u16(u16); serialize_u64(u64); serialize_u128(u128);
        serialize_f32(f32); serialize_f64(f64); serialize_char(char); serialize_str(&str);
        serialize_bytes(&[u8]); serialize_unit_struct(&'static str);
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_u32(self, value: u32) -> Walked {
        self.limits.judge(self.name, value)
    }

    fn serialize_none(self) -> Walked {
        Ok(())
    }

    fn serialize_unit(self) -> Walked {
        Ok(())
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Walked {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Walked {
        Ok(())
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, name: &'static str, value: &T) -> Walked {
        // Flags are a newtype of a newtype; the outer name is the one that tells.
        let name = if self.name.is_empty() { name } else { self.name };
        value.serialize(Walk { limits: self.limits, name })
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Walked {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Walk<'l>, OutOfRange> {
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Walk<'l>, OutOfRange> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Walk<'l>, OutOfRange> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Walk<'l>, OutOfRange> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, OutOfRange> {
        Err(OutOfRange("a unit has no maps".to_owned()))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Walk<'l>, OutOfRange> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Walk<'l>, OutOfRange> {
        Ok(self)
    }
}

/// Compounds: each part is walked by itself.
macro_rules! compound {
    ($($interface:ident, $method:ident;)*) => {$(
        impl ser::$interface for Walk<'_> {
            type Ok = ();
            type Error = OutOfRange;

            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Walked {
                value.serialize(*self)
            }

            fn end(self) -> Walked {
                Ok(())
            }
        }
    )*};
}

compound! {
    SerializeSeq, serialize_element;
    SerializeTuple, serialize_element;
    SerializeTupleStruct, serialize_field;
    SerializeTupleVariant, serialize_field;
}

impl ser::SerializeStruct for Walk<'_> {
    type Ok = ();
    type Error = OutOfRange;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, _: &'static str, value: &T) -> Walked {
        value.serialize(*self)
    }

    fn end(self) -> Walked {
        Ok(())
    }
}

impl ser::SerializeStructVariant for Walk<'_> {
    type Ok = ();
    type Error = OutOfRange;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, _: &'static str, value: &T) -> Walked {
        value.serialize(*self)
    }

    fn end(self) -> Walked {
        Ok(())
    }
}
