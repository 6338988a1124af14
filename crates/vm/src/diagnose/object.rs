//! Objects in the words of reports: what an object is called, what it is, and where it comes from.

use super::{Teller, place, plural};
use crate::compiled::{SiteInfo, StaticObject};
use gmc_ir::body::LocalKind;
use gmc_mem::{Life, ObjectInfo, Site, Storage};
use gmc_model::{Location, Note};

impl Teller<'_> {
    /// An object in few words.
    pub(super) fn name(&self, object: &ObjectInfo) -> String {
        let compiled = &self.machine.compiled;
        match compiled.statics.get(&object.id) {
            Some(StaticObject::Variable(global)) => return compiled.program.name(*global).to_owned(),
            Some(StaticObject::Literal) => return "literal".to_owned(),
            Some(StaticObject::Function(name) | StaticObject::Section(name)) => return name.clone(),
            None => {}
        }
        match (object.kind, self.site(object.alloc_site)) {
            (Storage::Frame, SiteInfo::Local { code, local }) => {
                let code = &compiled.codes[code];
                let unit = compiled.program.unit(code.global.unit);
                let name = code.body(&compiled.program).map(|body| unit.str(body.locals[local.index()].name));
                name.filter(|name| !name.is_empty()).unwrap_or("local").to_owned()
            }
            (Storage::Heap, _) => "heap".to_owned(),
            _ => "memory".to_owned(),
        }
    }

    /// The names of the variables that an error is about: of an object, and of what its operation accesses.
    pub(super) fn about(&self, object: Option<&ObjectInfo>) -> Vec<String> {
        let is_variable = |it: &&ObjectInfo| {
            matches!(self.machine.compiled.statics.get(&it.id), Some(StaticObject::Variable(_)))
                || matches!((it.kind, self.site(it.alloc_site)), (Storage::Frame, SiteInfo::Local { .. }))
        };
        let object = object.filter(is_variable).map(|it| self.name(it));
        let text = self.operation().and_then(|it| it.1).or_else(|| self.unset_local());
        object.into_iter().chain(text).collect()
    }

    /// An object as the user knows it.
    pub(super) fn describe(&self, object: &ObjectInfo) -> String {
        let compiled = &self.machine.compiled;
        if object.id == self.machine.library_record.prov {
            return "what the library remembers".to_owned();
        }
        let size = plural(object.size, "byte");
        let gone = match object.life {
            Life::Freed => ", freed",
            Life::OutOfScope => ", whose scope has ended",
            Life::Live | Life::Unused => "",
        };
        match compiled.statics.get(&object.id) {
            Some(StaticObject::Variable(global)) => {
                return format!("`{}` ({size})", compiled.program.name(*global));
            }
            Some(StaticObject::Literal) => return format!("a string literal ({size})"),
            Some(StaticObject::Function(name)) => return format!("function `{name}`"),
            Some(StaticObject::Section(name)) => {
                return format!("the variables of section `{name}` ({size})");
            }
            None => {}
        }
        match (object.kind, self.site(object.alloc_site)) {
            (Storage::Frame, SiteInfo::Local { code, local }) => {
                let code = &compiled.codes[code];
                let unit = compiled.program.unit(code.global.unit);
                match code.body(&compiled.program).map(|body| &body.locals[local.index()]) {
                    Some(record) if record.kind != LocalKind::Temporary => {
                        format!("local variable `{}` ({size}{gone})", unit.str(record.name))
                    }
                    _ => format!("an object without a name ({size}{gone})"),
                }
            }
            (Storage::Frame, _) => format!("memory from alloca ({size}{gone})"),
            (Storage::Heap, _) => format!("heap memory ({size}{gone})"),
            (Storage::ThreadLocal, _) => format!("a thread-local variable ({size})"),
            _ if compiled.library.mapped_files.is_mapped(self.machine, object.id) => {
                format!("mapped memory ({size})")
            }
            _ => format!("an object ({size}{gone})"),
        }
    }

    pub(super) fn site(&self, site: Site) -> SiteInfo {
        self.machine.compiled.sites.get(site.0 as usize).copied().unwrap_or(SiteInfo::Start)
    }

    /// Where an object was made and where it went.
    pub(super) fn origin(&self, object: &ObjectInfo) -> Vec<Note> {
        let compiled = &self.machine.compiled;
        let at = |site: Site| match self.site(site) {
            SiteInfo::Start => None,
            SiteInfo::Local { code, local } => {
                let code = &compiled.codes[code];
                let body = code.body(&compiled.program)?;
                Some(place(compiled, code.global, body.locals[local.index()].place))
            }
            SiteInfo::Call { code, op } => {
                let code = &compiled.codes[code];
                Some(place(compiled, code.global, code.place(op as usize)))
            }
        };
        let mut notes = Vec::new();
        let mut note = |message: &str, location: Option<Location>| {
            if location.is_some() {
                notes.push(Note { message: message.to_owned(), location });
            }
        };
        match object.kind {
            Storage::Heap => note("it was allocated here", at(object.alloc_site)),
            Storage::Frame => note("it is declared here", at(object.alloc_site)),
            _ => {}
        }
        if let (Life::Freed, Some(site)) = (object.life, object.free_site) {
            note("it was freed here", at(site));
        }
        if let Some(StaticObject::Variable(global)) = compiled.statics.get(&object.id) {
            let symbol = compiled.program.symbol(*global);
            note("it is declared here", Some(place(compiled, *global, symbol.place)));
        }
        notes
    }
}
