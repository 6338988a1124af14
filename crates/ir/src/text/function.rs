//! A function: head, scopes with their variables, exception regions, blocks with the source lines in between.

use super::Source;
use super::ctype::declaration;
use super::exprs::Exprs;
use super::names::{Names, label, without_parameters};
use super::stmts::write_stmt;
use crate::body::{Block, Edge, EdgeFlags, Function, LocalFlags, LocalKind, RegionKind, StmtKind};
use crate::id::{BlockId, LocalId, ScopeId, SourcePosId, StrId, SymbolId};
use crate::types::TypeKind;
use crate::unit::Linkage;
use std::fmt::{self, Write};

/// Scopes are indented no further than this.
const MAX_INDENT: usize = 16;

/// Writes a function of a verified unit.
pub fn function(
    out: &mut dyn Write,
    names: &Names<'_>,
    function: &Function,
    source: &dyn Source,
) -> fmt::Result {
    let mut printer = Printer {
        names,
        function,
        source,
        exprs: Exprs::new(names, function),
        line: None,
        scope: ScopeId(0),
    };
    printer.head(out)?;
    out.write_str("{\n")?;
    printer.scopes(out)?;
    printer.exceptions(out)?;
    for (at, block) in (0..).zip(&function.blocks) {
        printer.block(out, BlockId(at), block)?;
    }
    out.write_str("}\n")
}

struct Printer<'p> {
    names: &'p Names<'p>,
    function: &'p Function,
    source: &'p dyn Source,
    exprs: Exprs<'p>,
    /// The source line shown last.
    line: Option<(StrId, u32)>,
    /// The scope shown last.
    scope: ScopeId,
}

impl Printer<'_> {
    /// `int main (int argc, char **argv)`
    fn head(&self, out: &mut dyn Write) -> fmt::Result {
        let unit = self.names.unit;
        let symbol = &unit.symbols[self.function.symbol.index()];
        if let Some(pos) = unit.pos_text(symbol.place) {
            writeln!(out, "// {pos}")?;
        }
        let shown = self.names.symbol(self.function.symbol);
        // An overloaded function goes by the linker's name.
        let name = unit.symbol_name(self.function.symbol);
        if without_parameters(name) != shown {
            writeln!(out, "// {name}")?;
        }
        let mut params: Vec<String> = self.function.params.iter().map(|&param| self.declare(param)).collect();
        let (result, variadic) = match &unit.types[symbol.ty.index()].kind {
            TypeKind::Function { result, variadic, .. } => (Some(*result), *variadic),
            _ => (None, false),
        };
        if variadic {
            params.push("...".to_owned());
        }
        if params.is_empty() {
            params.push("void".to_owned());
        }
        let name = format!("{shown} ({})", params.join(", "));
        let head = result.map_or_else(|| name.clone(), |result| declaration(unit, result, &name));
        let linkage = if symbol.linkage == Linkage::Local { "static " } else { "" };
        writeln!(out, "{linkage}{head}")
    }

    fn declare(&self, local: LocalId) -> String {
        declaration(self.names.unit, self.function.locals[local.index()].ty, self.exprs.locals().get(local))
    }

    /// Scopes as a tree in order, each with what it declares; then what no scope declares.
    fn scopes(&mut self, out: &mut dyn Write) -> fmt::Result {
        let function = self.function;
        let mut declared = vec![false; function.locals.len()];
        function.params.iter().for_each(|param| declared[param.index()] = true);
        let mut depths: Vec<usize> = Vec::with_capacity(function.scopes.len());
        for (at, scope) in (0..).zip(&function.scopes) {
            let depth = scope.parent.map_or(0, |parent| depths[parent.index()] + 1);
            depths.push(depth);
            if scope.locals.is_empty() && scope.symbols.is_empty() {
                continue;
            }
            let indent = 2 * depth.min(MAX_INDENT);
            let inside = scope.parent.map_or(String::new(), |parent| format!(" in {parent}"));
            writeln!(out, "  {:indent$}// {}{inside}", "", ScopeId(at))?;
            for &local in &scope.locals {
                declared[local.index()] = true;
                self.local(out, local, indent)?;
            }
            for &symbol in &scope.symbols {
                self.symbol(out, symbol, indent)?;
            }
        }
        let rest = (0..).map(LocalId).zip(&function.locals).filter(|(id, _)| !declared[id.index()]);
        for (at, (id, _)) in rest.enumerate() {
            if at == 0 {
                writeln!(out, "  // temporaries")?;
            }
            self.local(out, id, 0)?;
        }
        Ok(())
    }

    fn local(&mut self, out: &mut dyn Write, id: LocalId, indent: usize) -> fmt::Result {
        let function = self.function;
        let local = &function.locals[id.index()];
        write!(out, "  {:indent$}{}", "", self.declare(id))?;
        if let Some(value) = local.value {
            out.write_str(" [value: ")?;
            self.exprs.write(out, value)?;
            out.write_char(']')?;
        }
        let mark = match local.kind {
            LocalKind::Result => " [result]",
            LocalKind::Chain => " [static chain]",
            LocalKind::Parameter | LocalKind::Variable | LocalKind::Temporary | LocalKind::Alias => "",
        };
        let by_reference = local.flags.contains(LocalFlags::BY_REFERENCE);
        writeln!(out, "{mark};{}", if by_reference { " // by reference" } else { "" })
    }

    fn symbol(&self, out: &mut dyn Write, id: SymbolId, indent: usize) -> fmt::Result {
        let unit = self.names.unit;
        let symbol = &unit.symbols[id.index()];
        writeln!(out, "  {:indent$}static {};", "", declaration(unit, symbol.ty, self.names.symbol(id)))
    }

    fn exceptions(&self, out: &mut dyn Write) -> fmt::Result {
        for (at, region) in self.function.regions.iter().enumerate() {
            write!(out, "  // region{at}")?;
            if let Some(parent) = region.parent {
                write!(out, " in {parent}")?;
            }
            match &region.kind {
                RegionKind::Cleanup => out.write_str(": cleanup")?,
                RegionKind::Try { catches } => {
                    out.write_str(": try")?;
                    for catch in catches {
                        write!(out, ", catch ({}) {}", self.types(&catch.types), target(catch.block))?;
                    }
                }
                RegionKind::Allowed { types, block } => {
                    write!(out, ": allows ({}), else {}", self.types(types), target(*block))?;
                }
                RegionKind::MustNotThrow { failure } => {
                    out.write_str(": must not throw")?;
                    if let Some(failure) = failure {
                        write!(out, ", else {}", self.names.symbol(*failure))?;
                    }
                }
            }
            out.write_char('\n')?;
        }
        let pads = self.function.pads.iter().enumerate();
        for (at, pad) in pads {
            writeln!(out, "  // pad{at} of {}: {}", pad.region, pad.block)?;
        }
        Ok(())
    }

    fn types(&self, types: &[SymbolId]) -> String {
        if types.is_empty() {
            return "...".to_owned();
        }
        types.iter().map(|ty| self.names.symbol(*ty)).collect::<Vec<_>>().join(", ")
    }

    fn block(&mut self, out: &mut dyn Write, id: BlockId, block: &Block) -> fmt::Result {
        writeln!(out, "{id}:")?;
        for stmt in &block.stmts {
            self.source_line(out, stmt.place)?;
            if stmt.scope != self.scope && !matches!(stmt.kind, StmtKind::Label(_)) {
                self.scope = stmt.scope;
                writeln!(out, "  // {}", stmt.scope)?;
            }
            if matches!(stmt.kind, StmtKind::Begin) {
                continue;
            }
            out.write_str(if let StmtKind::Label(_) = stmt.kind { " " } else { "  " })?;
            write_stmt(out, self.names, self.function, &mut self.exprs, stmt, &block.edges)?;
            out.write_char('\n')?;
        }
        let said = matches!(
            block.stmts.last().map(|stmt| &stmt.kind),
            Some(StmtKind::Cond { .. } | StmtKind::Switch { .. } | StmtKind::Return { .. })
        );
        edges(out, &block.edges, said)
    }

    /// The source line of a statement, when it is not the one shown last.
    fn source_line(&mut self, out: &mut dyn Write, id: SourcePosId) -> fmt::Result {
        let unit = self.names.unit;
        let pos = &unit.places[id.index()];
        let line = (pos.file, pos.line);
        if pos.is_none() || self.line == Some(line) {
            return Ok(());
        }
        self.line = Some(line);
        let file = unit.str(pos.file);
        write!(out, "  // {file}:{}", pos.line)?;
        if let Some(text) = self.source.line(unit.str(unit.directory), file, pos.line) {
            // What a file holds must not end the comment.
            let text: String = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            write!(out, ": {text}")?;
        }
        out.write_char('\n')
    }
}

fn target(block: Option<BlockId>) -> String {
    block.map_or_else(|| "exit".to_owned(), |block| block.to_string())
}

/// The ways out of a block, but those that its last statement has named.
fn edges(out: &mut dyn Write, edges: &[Edge], said: bool) -> fmt::Result {
    let special = EdgeFlags::EH | EdgeFlags::ABNORMAL | EdgeFlags::ABNORMAL_CALL | EdgeFlags::FAKE;
    for edge in edges {
        let to = target(edge.to);
        match edge.flags.intersection(special) {
            kinds if kinds.is_empty() && said => {}
            kinds if kinds.is_empty() => writeln!(out, "  goto {to};")?,
            kinds => {
                let kinds: Vec<String> =
                    kinds.iter_names().map(|(name, _)| name.to_lowercase().replace('_', " ")).collect();
                writeln!(out, "  // {}: {to}", kinds.join(", "))?;
            }
        }
    }
    Ok(())
}

/// The name of a label's block, for addresses of labels outside their function.
pub(super) fn label_text(names: &Names<'_>, function: SymbolId, id: crate::id::LabelId) -> String {
    let unit = names.unit;
    let crate::unit::SymbolValue::Function(body) = unit.symbols[function.index()].value else {
        return id.to_string();
    };
    format!("{}.{}", names.symbol(function), label(unit, &unit.functions[body.index()], id))
}
