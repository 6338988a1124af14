//! Containers and smart pointers of the C++ library as people think of them: `std::vector of 3: {1, 2, 3}`.
//!
//! What a class is, its name says; where its parts are, the names of its members. Nodes of lists, trees and hash tables
//! hold a value behind their links, whose type is an argument of the class's template.
//!
//! What is not as it should be (a container that is not constructed yet, or whose memory is gone) is not shown so.

use super::View;
use super::memory::Loaded;
use gmc_ir::id::TypeId;
use gmc_ir::program::UnitIndex;
use gmc_ir::types::{FieldFlags, Size, TypeKind};
use gmc_ir::unit::Unit;
use gmc_mem::Pointer;
use gmc_vm::diagnose::leaf::{self, Leaf};

/// Elements that are shown at most.
const MOST: usize = 16;

/// How deep containers are shown within others.
const DEPTH: usize = 4;

/// Leaves of a class that are looked at: more than those before the last that matters.
const LEAVES: usize = 64;

/// A value of a class of the library.
pub(super) struct Shown {
    pub(super) text: String,
    /// Memory that holds elements one behind the other, and their type.
    pub(super) elements: Option<(Pointer, TypeId)>,
}

/// What a value of a class of the library says; none if it is of another type, or not as it should be.
pub(super) fn shown(view: &View<'_>, unit: UnitIndex, ty: TypeId, at: Pointer) -> Option<Shown> {
    let reader = Reader { view, unit: view.unit(unit), index: unit };
    reader.of_library(ty, at, DEPTH)
}

/// A part of a value that is of a class of the library.
pub(super) struct Member {
    pub(super) path: String,
    pub(super) offset: u64,
    pub(super) size: u64,
    pub(super) ty: TypeId,
}

/// The parts of a value of another type that are of classes of the library.
pub(super) fn members(unit: &Unit, ty: TypeId) -> Vec<Member> {
    let mut found = Vec::new();
    find_members(unit, ty, 0, "", &mut found);
    found
}

fn find_members(unit: &Unit, ty: TypeId, offset: u64, path: &str, found: &mut Vec<Member>) {
    let of_library = class(unit, ty).is_some_and(|it| CLASSES.iter().any(|(name, _)| *name == it.name));
    let record = &unit.types[ty.index()];
    let Size::Bytes(size) = record.size else { return };
    if found.len() >= MOST {
        return;
    }
    if of_library && !path.is_empty() {
        found.push(Member { path: path.to_owned(), offset, size, ty });
        return;
    }
    match &record.kind {
        TypeKind::Record { union: false, fields } => {
            for field in fields.iter().filter(|it| !it.flags.contains(FieldFlags::PADDING)) {
                let Some(at) = field.offset else { continue };
                let name = unit.str(field.name);
                let is_base = name.is_empty() || field.flags.contains(FieldFlags::BASE);
                let inner = if is_base { path.to_owned() } else { format!("{path}.{name}") };
                find_members(unit, field.ty, offset + at / 8, &inner, found);
            }
        }
        TypeKind::Array { element, .. } => {
            let Size::Bytes(stride @ 1..) = unit.types[element.index()].size else { return };
            for index in 0..(size / stride).min(MOST as u64) {
                find_members(unit, *element, offset + index * stride, &format!("{path}[{index}]"), found);
            }
        }
        _ => {}
    }
}

/// How a class keeps its elements.
#[derive(Clone, Copy)]
enum Kept {
    Text,
    Array,
    Vector,
    Bits,
    Deque,
    List,
    ForwardList,
    Tree,
    Hash,
    Adapter,
    Unique,
    Shared,
    Optional,
    Variant,
    Tuple,
}

/// Classes by their names in `std`.
const CLASSES: &[(&str, Kept)] = &[
    ("array", Kept::Array),
    ("basic_string", Kept::Text),
    ("deque", Kept::Deque),
    ("forward_list", Kept::ForwardList),
    ("list", Kept::List),
    ("map", Kept::Tree),
    ("multimap", Kept::Tree),
    ("multiset", Kept::Tree),
    ("optional", Kept::Optional),
    ("pair", Kept::Tuple),
    ("priority_queue", Kept::Adapter),
    ("queue", Kept::Adapter),
    ("set", Kept::Tree),
    ("shared_ptr", Kept::Shared),
    ("stack", Kept::Adapter),
    ("tuple", Kept::Tuple),
    ("unique_ptr", Kept::Unique),
    ("unordered_map", Kept::Hash),
    ("unordered_multimap", Kept::Hash),
    ("unordered_multiset", Kept::Hash),
    ("unordered_set", Kept::Hash),
    ("variant", Kept::Variant),
    ("vector", Kept::Vector),
    ("weak_ptr", Kept::Shared),
];

/// The name of a class in `std`, and its template's arguments.
struct Class<'u> {
    name: &'u str,
    arguments: Vec<&'u str>,
}

fn class(unit: &Unit, ty: TypeId) -> Option<Class<'_>> {
    let main = &unit.types[unit.types[ty.index()].main.index()];
    if !matches!(main.kind, TypeKind::Record { .. }) {
        return None;
    }
    let name = unit.str(main.name);
    if name == "std::string" || name == "std::wstring" {
        return Some(Class {
            name: "basic_string",
            arguments: vec![if name.len() == 11 { "char" } else { "wchar_t" }],
        });
    }
    let name = name.strip_prefix("std::")?;
    let name = name.strip_prefix("__cxx11::").unwrap_or(name);
    let (name, rest) = name.split_once('<')?;
    Some(Class { name, arguments: arguments(rest.strip_suffix('>')?) })
}

/// Parts of a text at commas that are in no brackets.
fn arguments(text: &str) -> Vec<&str> {
    let (mut out, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                out.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(text[start..].trim());
    out
}

/// The type that a template's argument names.
fn named(unit: &Unit, text: &str) -> Option<TypeId> {
    if let Some(target) = text.strip_suffix(" const") {
        return named(unit, target);
    }
    if let Some(target) = text.strip_suffix('*') {
        let target = named(unit, target.trim_end())?;
        let main = |ty: TypeId| unit.types[ty.index()].main;
        return unit.types.iter().position(|it| {
            matches!(it.kind, TypeKind::Pointer { target: to, reference: false } if main(to) == main(target))
        })
        .map(|at| TypeId(at as u32));
    }
    let text = text.strip_prefix("const ").unwrap_or(text);
    let is = |it: &gmc_ir::types::Type| unit.str(it.name) == text && matches!(it.size, Size::Bytes(_));
    unit.types.iter().position(is).map(|at| TypeId(at as u32))
}

struct Reader<'v> {
    view: &'v View<'v>,
    unit: &'v Unit,
    index: UnitIndex,
}

impl Reader<'_> {
    fn width(&self) -> u64 {
        self.view.target().pointer_size() as u64
    }

    fn size(&self, ty: TypeId) -> Option<u64> {
        match self.unit.types[ty.index()].size {
            Size::Bytes(size @ 1..) => Some(size),
            _ => None,
        }
    }

    /// A part of a class by the end of its path, and where it is.
    fn part(&self, ty: TypeId, at: Pointer, end: &str) -> Option<(Leaf, Pointer)> {
        let leaves = leaf::leaves(self.unit, ty, 0..self.size(ty)?, LEAVES);
        let found = leaves.into_iter().find(|it| it.path.ends_with(end))?;
        let at = at.wrapping_offset(found.offset as i64);
        Some((found, at))
    }

    fn loaded(&self, at: Pointer, size: usize) -> Option<Loaded> {
        self.view.load(at, size).ok().filter(|it| it.1 == 0)
    }

    fn pointer_at(&self, at: Pointer) -> Option<Pointer> {
        self.loaded(at, self.width() as usize)?.0.pointer(self.view.target())
    }

    fn pointer(&self, ty: TypeId, at: Pointer, end: &str) -> Option<Pointer> {
        self.pointer_at(self.part(ty, at, end)?.1)
    }

    fn number(&self, ty: TypeId, at: Pointer, end: &str) -> Option<u64> {
        let (leaf, at) = self.part(ty, at, end)?;
        self.loaded(at, leaf.size)?.0.bits(self.view.target())
    }

    /// What a pointer among a class's parts points to.
    fn target(&self, ty: TypeId, end: &str) -> Option<TypeId> {
        let leaves = leaf::leaves(self.unit, ty, 0..self.size(ty)?, LEAVES);
        let found = leaves.iter().find(|it| it.path.ends_with(end))?;
        match self.unit.types[found.ty.index()].kind {
            TypeKind::Pointer { target, .. } => Some(target),
            _ => None,
        }
    }

    fn of_library(&self, ty: TypeId, at: Pointer, depth: usize) -> Option<Shown> {
        let class = class(self.unit, ty)?;
        let kept = CLASSES.iter().find(|(name, _)| *name == class.name)?.1;
        let kept = match (kept, class.arguments.first()) {
            (Kept::Vector, Some(&"bool")) => Kept::Bits,
            _ => kept,
        };
        if depth == 0 {
            return Some(Shown { text: "…".to_owned(), elements: None });
        }
        let depth = depth - 1;
        let mut elements = None;
        let name = class.name;
        let text = match kept {
            Kept::Text => self.text(&class, ty, at)?,
            Kept::Array => {
                let (first, start) = self.array(ty, at)?;
                let count = self.size(ty)? / self.size(first)?;
                self.listed(name, count, self.row(first, start, count, depth))
            }
            Kept::Vector => {
                let start = self.pointer(ty, at, "._M_impl._M_start")?;
                let end = self.pointer(ty, at, "._M_impl._M_finish")?;
                let of = self.target(ty, "._M_impl._M_start")?;
                let count = self.between(start, end, self.size(of)?)?;
                if count > 0 {
                    elements = Some((start, of));
                }
                self.listed(name, count, self.row(of, start, count, depth))
            }
            Kept::Bits => self.bits(ty, at)?,
            Kept::Deque => {
                let (count, found) = self.deque(ty, at, depth)?;
                self.listed(name, count, found)
            }
            Kept::List => {
                let count = self.number(ty, at, "._M_node._M_size")?;
                let first = self.pointer(ty, at, "._M_node._M_next")?;
                self.nodes(name, &class, count, first, 2 * self.width(), depth)
            }
            Kept::ForwardList => {
                let first = self.pointer(ty, at, "._M_head._M_next")?;
                let count = self.chain(first).count() as u64;
                self.nodes(name, &class, count, first, self.width(), depth)
            }
            Kept::Hash => {
                let count = self.number(ty, at, "._M_element_count")?;
                let first = self.pointer(ty, at, "._M_before_begin._M_nxt")?;
                self.nodes(name, &class, count, first, self.width(), depth)
            }
            Kept::Tree => {
                let count = self.number(ty, at, "._M_node_count")?;
                let root = self.pointer(ty, at, "._M_header._M_parent")?;
                let mut found = Vec::new();
                self.in_order(root, &mut found, 0);
                let values = self.values(&class, found.into_iter(), 4 * self.width(), depth);
                self.listed(name, count, values)
            }
            Kept::Adapter => {
                let (field, offset) = self.field(ty, "c")?;
                let inner = self.of_library(field, at.wrapping_offset(offset as i64), depth + 1)?;
                let (_, rest) = inner.text.split_once(" of ")?;
                format!("std::{name} of {rest}")
            }
            Kept::Unique => self.smart(name, ty, at, "._M_head_impl", depth)?,
            Kept::Shared => self.smart(name, ty, at, "._M_ptr", depth)?,
            Kept::Optional => match self.number(ty, at, "._M_engaged")? & 0xff {
                0 => "std::optional: empty".to_owned(),
                _ => format!(
                    "std::optional: {}",
                    self.value(named(self.unit, class.arguments.first()?)?, at, depth)
                ),
            },
            Kept::Variant => {
                let index = self.number(ty, at, "._M_index")? as usize;
                match class.arguments.get(index) {
                    Some(text) => format!(
                        "std::variant with {text}: {}",
                        named(self.unit, text).map_or("…".to_owned(), |of| self.value(of, at, depth))
                    ),
                    None => "std::variant without a value".to_owned(),
                }
            }
            Kept::Tuple => {
                let mut found = Vec::new();
                self.members(ty, at, depth, &mut found);
                if name == "tuple" {
                    // The last one stands first.
                    found.reverse();
                }
                let values: Vec<String> = found.into_iter().map(|(_, value)| value).collect();
                format!("std::{name}: {{{}}}", values.join(", "))
            }
        };
        Some(Shown { text, elements })
    }

    /// How many elements there are between two pointers.
    fn between(&self, start: Pointer, end: Pointer, size: u64) -> Option<u64> {
        let length = end.addr.checked_sub(start.addr).filter(|_| start.prov == end.prov)?;
        let room = self.view.object(start.prov).map_or(0, |it| it.size);
        (length % size == 0 && length <= room).then_some(length / size)
    }

    fn listed(&self, name: &str, count: u64, values: Option<Vec<String>>) -> String {
        match values {
            None => format!("std::{name} of {count}"),
            Some(values) => {
                let more = if (values.len() as u64) < count { ", …" } else { "" };
                format!("std::{name} of {count}: {{{}{more}}}", values.join(", "))
            }
        }
    }

    /// Elements one behind the other.
    fn row(&self, of: TypeId, start: Pointer, count: u64, depth: usize) -> Option<Vec<String>> {
        let size = self.size(of)?;
        let shown = count.min(MOST as u64);
        Some((0..shown).map(|it| self.value(of, start.wrapping_offset((it * size) as i64), depth)).collect())
    }

    /// The first element of `std::array`.
    fn array(&self, ty: TypeId, at: Pointer) -> Option<(TypeId, Pointer)> {
        let (field, offset) = self.field(ty, "_M_elems")?;
        match self.unit.types[field.index()].kind {
            TypeKind::Array { element, .. } => Some((element, at.wrapping_offset(offset as i64))),
            _ => None,
        }
    }

    fn field(&self, ty: TypeId, name: &str) -> Option<(TypeId, u64)> {
        let TypeKind::Record { fields, .. } = &self.unit.types[ty.index()].kind else { return None };
        let field = fields.iter().find(|it| self.unit.str(it.name) == name)?;
        Some((field.ty, field.offset? / 8))
    }

    fn text(&self, class: &Class<'_>, ty: TypeId, at: Pointer) -> Option<String> {
        let start = self.pointer(ty, at, "._M_dataplus._M_p")?;
        let count = self.number(ty, at, "._M_string_length")?;
        let wide = class.arguments.first().is_some_and(|it| *it != "char" && *it != "char8_t");
        let size = if !wide { 1 } else { self.size(self.target(ty, "._M_dataplus._M_p")?)? };
        let mut text = String::new();
        for index in 0..count.min(200) {
            let unit = self.loaded(start.wrapping_offset((index * size) as i64), size as usize)?;
            let unit = unit.0.bits(self.view.target())?;
            match char::from_u32(unit as u32).filter(|_| size > 1 || unit < 128) {
                Some(c) => text.extend(c.escape_debug()),
                None => text += &format!("\\x{unit:02x}"),
            }
        }
        Some(format!("\"{text}\"{}", if count > 200 { "…" } else { "" }))
    }

    /// `std::vector<bool>`: its bits.
    fn bits(&self, ty: TypeId, at: Pointer) -> Option<String> {
        let start = self.pointer(ty, at, "._M_start._M_p")?;
        let end = self.pointer(ty, at, "._M_finish._M_p")?;
        let past = self.number(ty, at, "._M_finish._M_offset")?;
        let word = 8 * self.width();
        let count = self.between(start, end, self.width())? * word + past;
        let bit = |index: u64| {
            let at = start.wrapping_offset((index / word * self.width()) as i64);
            let bits = self.loaded(at, self.width() as usize)?.0.bits(self.view.target())?;
            Some((bits >> (index % word) & 1).to_string())
        };
        Some(self.listed("vector", count, (0..count.min(MOST as u64)).map(bit).collect()))
    }

    /// The elements of a deque: blocks of 512 bytes, or of one element, in the order of a table.
    fn deque(&self, ty: TypeId, at: Pointer, depth: usize) -> Option<(u64, Option<Vec<String>>)> {
        let of = self.target(ty, "._M_start._M_cur")?;
        let size = self.size(of)?;
        let room = (512 / size).max(1);
        let first = self.pointer(ty, at, "._M_start._M_first")?;
        let before = self.pointer(ty, at, "._M_start._M_cur")?.addr.checked_sub(first.addr)? / size;
        let table = self.pointer(ty, at, "._M_start._M_node")?;
        let end = self.pointer(ty, at, "._M_finish._M_cur")?;
        let last = self.pointer(ty, at, "._M_finish._M_first")?;
        let blocks = self.between(table, self.pointer(ty, at, "._M_finish._M_node")?, self.width())?;
        let count = (blocks * room + end.addr.checked_sub(last.addr)? / size).checked_sub(before)?;
        let value = |index: u64| {
            let index = before + index;
            let block = self.pointer_at(table.wrapping_offset((index / room * self.width()) as i64))?;
            Some(self.value(of, block.wrapping_offset((index % room * size) as i64), depth))
        };
        Some((count, (0..count.min(MOST as u64)).map(value).collect()))
    }

    /// Nodes that are linked by their first word.
    fn chain(&self, first: Pointer) -> impl Iterator<Item = Pointer> + '_ {
        let next = |at: &Pointer| self.pointer_at(*at).filter(|it| !it.is_null());
        std::iter::successors(Some(first).filter(|it| !it.is_null()), next).take(10_000)
    }

    fn nodes(
        &self,
        name: &str,
        class: &Class<'_>,
        count: u64,
        first: Pointer,
        links: u64,
        depth: usize,
    ) -> String {
        let shown = (count as usize).min(MOST);
        self.listed(name, count, self.values(class, self.chain(first).take(shown), links, depth))
    }

    /// The nodes of a tree in their order, as far as they are shown.
    fn in_order(&self, node: Pointer, found: &mut Vec<Pointer>, depth: usize) {
        if node.is_null() || found.len() >= MOST || depth > 64 {
            return;
        }
        let child = |word: u64| self.pointer_at(node.wrapping_offset((word * self.width()) as i64));
        if let Some(left) = child(2) {
            self.in_order(left, found, depth + 1);
        }
        if found.len() < MOST {
            found.push(node);
        }
        if let Some(right) = child(3) {
            self.in_order(right, found, depth + 1);
        }
    }

    /// The values of nodes, which stand behind their links: elements, or pairs of a key and what it maps to.
    fn values(
        &self,
        class: &Class<'_>,
        nodes: impl Iterator<Item = Pointer>,
        links: u64,
        depth: usize,
    ) -> Option<Vec<String>> {
        let key = *class.arguments.first()?;
        let is_map = class.name.ends_with("map");
        let behind = |start: u64, ty: TypeId| {
            start.next_multiple_of(u64::from(self.unit.types[ty.index()].align).max(1))
        };
        let first = named(self.unit, key)?;
        let mapped = match is_map {
            true => Some(named(self.unit, class.arguments.get(1)?)?),
            false => None,
        };
        let align = |ty: TypeId| u64::from(self.unit.types[ty.index()].align).max(1);
        let start = links.next_multiple_of(align(first).max(mapped.map_or(1, align)));
        let show = |node: Pointer| {
            let value = self.value(first, node.wrapping_offset(start as i64), depth);
            let Some(mapped) = mapped else { return Some(value) };
            let at = start + behind(self.size(first)?, mapped);
            Some(format!("{value}: {}", self.value(mapped, node.wrapping_offset(at as i64), depth)))
        };
        nodes.map(show).collect()
    }

    /// A smart pointer, and what it points to.
    fn smart(&self, name: &str, ty: TypeId, at: Pointer, part: &str, depth: usize) -> Option<String> {
        let to = self.pointer(ty, at, part)?;
        if to.is_null() {
            return Some(format!("std::{name}: empty"));
        }
        let place = self.view.renumbered(&self.view.pointer(to));
        let value = match self.target(ty, part) {
            Some(of) if self.view.is_live(to.prov) && self.size(of).is_some() => self.value(of, to, depth),
            _ => return Some(format!("std::{name} to {place}")),
        };
        Some(format!("std::{name} to {place}: {value}"))
    }

    /// Any value, in a line.
    fn value(&self, ty: TypeId, at: Pointer, depth: usize) -> String {
        if let Some(shown) = self.of_library(ty, at, depth) {
            return shown.text;
        }
        if let Some(text) = self.view.text_in(self.index, ty, at) {
            return text;
        }
        match &self.unit.types[ty.index()].kind {
            TypeKind::Record { union: false, .. } if depth > 0 => {
                let mut found = Vec::new();
                self.members(ty, at, depth - 1, &mut found);
                let parts: Vec<String> =
                    found.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                format!("{{{}}}", parts.join(", "))
            }
            TypeKind::Array { element, .. } if depth > 0 => {
                let (all, one) = (self.size(ty).unwrap_or(0), self.size(*element).unwrap_or(1));
                let row = self.row(*element, at, all / one, depth - 1).unwrap_or_default();
                format!("{{{}{}}}", row.join(", "), if (row.len() as u64) < all / one { ", …" } else { "" })
            }
            _ => match self.size(ty) {
                Some(size @ 1..=8) => match self.view.load(at, size as usize) {
                    Ok(loaded) => {
                        let leaf =
                            Leaf { path: String::new(), offset: 0, size: size as usize, bits: None, ty };
                        self.view.renumbered(&self.view.value(self.index, &leaf, loaded))
                    }
                    Err(_) => "…".to_owned(),
                },
                _ => "…".to_owned(),
            },
        }
    }

    /// The members of a class, those of its bases included.
    fn members(&self, ty: TypeId, at: Pointer, depth: usize, found: &mut Vec<(String, String)>) {
        let TypeKind::Record { fields, .. } = &self.unit.types[ty.index()].kind else { return };
        for field in fields {
            let Some(offset) = field.offset else { continue };
            let here = at.wrapping_offset((offset / 8) as i64);
            let name = self.unit.str(field.name);
            if field.flags.contains(FieldFlags::PADDING) || found.len() >= MOST {
                continue;
            }
            if field.flags.contains(FieldFlags::BASE) {
                self.members(field.ty, here, depth, found);
            } else if !name.is_empty()
                && !name.starts_with("_vptr")
                && !field.flags.contains(FieldFlags::BIT_FIELD)
            {
                found.push((name.to_owned(), self.value(field.ty, here, depth)));
            }
        }
    }
}
