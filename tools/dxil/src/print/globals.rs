//! Prints the head of a module: the target, types, COMDATs, global variables and aliases.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::{Printer, Typed, when};
use crate::bitcode::{ComdatSelectionKind, ConstantsCode, Linkage, ThreadLocalMode};
use crate::globals::Symbol;
use crate::types::{Type, TypeId};
use crate::value::{Kind, ValueId};
use crate::{Result, print_error};

impl Printer<'_, '_> {
    pub(super) fn print_head(&mut self, structs: Vec<TypeId>) -> Result<()> {
        let module = self.module;
        for (label, value) in [
            ("target datalayout = \"", &module.data_layout),
            ("target triple = \"", &module.triple),
        ] {
            if !value.is_empty() {
                self.push(label);
                self.push_lossy(value);
                self.push("\"");
                self.end_line()?;
            }
        }
        if !module.assembly.is_empty() {
            self.end_line()?;
            let assembly = module.assembly.strip_suffix(b"\n");
            let assembly = assembly.unwrap_or(&module.assembly);
            for line in assembly.split(|letter| *letter == b'\n') {
                self.push("module asm ");
                self.push_quoted(line);
                self.end_line()?;
            }
        }
        self.print_structs(structs)?;
        self.print_comdats()?;
        self.print_variables()?;
        self.print_aliases()
    }

    fn print_structs(&mut self, named: Vec<TypeId>) -> Result<()> {
        let module = self.module;
        let structs: Vec<TypeId> = self
            .slots
            .structs_in_order()
            .into_iter()
            .chain(named)
            .collect();
        if !structs.is_empty() {
            self.end_line()?;
        }
        for id in structs {
            if let Some(Type::Struct(ty)) = module.get_type(id) {
                put!(self, id, " = type ");
                self.write_fields(ty, 0)?;
                self.end_line()?;
            }
        }
        Ok(())
    }

    /// Prints the COMDATs that functions and variables use.
    fn print_comdats(&mut self) -> Result<()> {
        let module = self.module;
        let functions = module.functions.iter().map(|function| &function.symbol);
        let variables = module.variables.iter().map(|variable| &variable.symbol);
        let mut seen = BTreeSet::new();
        let mut used: Vec<usize> = Vec::new();
        for symbol in functions.chain(variables) {
            if let Some(index) = (symbol.comdat as usize).checked_sub(1)
                && seen.insert(index)
            {
                used.push(index);
            }
        }
        for index in used {
            let comdat = module.comdats.get(index);
            let comdat = comdat.ok_or_else(|| print_error("a group of sections is unknown"))?;
            self.end_line()?;
            self.push_name("$", &comdat.name);
            let kind = ComdatSelectionKind(comdat.kind).text().unwrap_or_default();
            put!(self, " = comdat ", kind);
            self.end_line()?;
        }
        Ok(())
    }

    fn print_variables(&mut self) -> Result<()> {
        let module = self.module;
        if !module.variables.is_empty() {
            self.end_line()?;
        }
        for (index, value) in module.values.values.iter().enumerate() {
            let Kind::Variable(variable) = value.kind() else {
                continue;
            };
            let id = ValueId(crate::cursor::number(index));
            let variable = &module.variables[variable as usize];
            let symbol = &variable.symbol;
            put!(self, id, " = ");
            let is_external = symbol.linkage.text().is_none();
            self.push(when(
                variable.initializer.is_none() && is_external,
                "external ",
            ));
            self.push_symbol(symbol);
            if variable.address_space != 0 {
                put!(self, "addrspace(", variable.address_space, ") ");
            }
            self.push(when(
                variable.is_externally_initialized,
                "externally_initialized ",
            ));
            self.push(if variable.is_constant {
                "constant "
            } else {
                "global "
            });
            put!(self, symbol.ty);
            if let Some(initializer) = variable.initializer {
                put!(self, " ", initializer);
            }
            self.push_placement(symbol, id, ",")?;
            self.end_line()?;
        }
        Ok(())
    }

    fn print_aliases(&mut self) -> Result<()> {
        let module = self.module;
        if !module.aliases.is_empty() {
            self.end_line()?;
        }
        for (index, value) in module.values.values.iter().enumerate() {
            let Kind::Alias(alias) = value.kind() else {
                continue;
            };
            let alias = &module.aliases[alias as usize];
            put!(self, ValueId(crate::cursor::number(index)), " = ");
            self.push_symbol(&alias.symbol);
            self.push("alias ");
            let constant = self.scope().constant(alias.value);
            if constant.is_some_and(|(constant, _)| is_expression(constant.code())) {
                put!(self, alias.value)
            } else {
                put!(self, Typed(alias.value))
            }
            self.end_line()?;
        }
        Ok(())
    }

    /// Prints linkage, visibility, storage class, thread-local mode and `unnamed_addr`, each followed by a blank.
    fn push_symbol(&mut self, symbol: &Symbol) {
        self.push_linkage(symbol);
        self.push(when(symbol.is_unnamed_addr, "unnamed_addr "));
    }

    /// Prints linkage, visibility, storage class and thread-local mode, each followed by a blank.
    pub(super) fn push_linkage(&mut self, symbol: &Symbol) {
        // Unknown linkages count as external. Local symbols have no visibility.
        let is_local = matches!(symbol.linkage, Linkage::Internal | Linkage::Private);
        let visibility = if is_local {
            None
        } else {
            symbol.visibility.text()
        };
        let thread_local = if symbol.thread_local.is_known() {
            symbol.thread_local.text()
        } else {
            ThreadLocalMode::GeneralDynamic.text()
        };
        let words = [
            symbol.linkage.text(),
            visibility,
            symbol.storage.text(),
            thread_local,
        ];
        for word in words.into_iter().flatten() {
            self.push(word);
            self.push(" ");
        }
    }

    /// Prints section, COMDAT and alignment, each after a separator.
    pub(super) fn push_placement(
        &mut self,
        symbol: &Symbol,
        id: ValueId,
        separator: &str,
    ) -> Result<()> {
        let module = self.module;
        if let Some(index) = (symbol.section as usize).checked_sub(1) {
            let section = module.sections.get(index);
            put!(self, separator, " section ");
            self.push_quoted(section.ok_or_else(|| print_error("a section is unknown"))?);
        }
        if let Some(index) = (symbol.comdat as usize).checked_sub(1) {
            put!(self, separator, " comdat");
            if let Some(comdat) = module.comdats.get(index)
                && module.names.get(id.0) != Some(&comdat.name)
            {
                self.push("(");
                self.push_name("$", &comdat.name);
                self.push(")");
            }
        }
        if symbol.alignment != 0 {
            put!(self, separator, " align ", symbol.alignment);
        }
        Ok(())
    }
}

/// Whether a constant is an expression.
fn is_expression(code: ConstantsCode) -> bool {
    matches!(
        code,
        ConstantsCode::CE_CAST
            | ConstantsCode::CE_GEP
            | ConstantsCode::CE_INBOUNDS_GEP
            | ConstantsCode::CE_BINOP
            | ConstantsCode::CE_SELECT
            | ConstantsCode::CE_CMP
    )
}
