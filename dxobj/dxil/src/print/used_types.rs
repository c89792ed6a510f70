//! The structures that a module uses, in the order in which LLVM finds them.

use alloc::vec;
use alloc::vec::Vec;

use crate::bitcode::MetadataCode;

use super::Printer;
use super::slots::{Node, for_each_reference};
use crate::instruction::Operand;
use crate::module::number;
use crate::scope::Scope;
use crate::types::{Type, TypeId};
use crate::value::{Kind, ValueId};

/// Visits types, values and metadata, each once, and collects the structures.
struct Finder<'m> {
    module: Scope<'m>,
    types: Vec<bool>,
    values: Vec<bool>,
    /// Of the function that is visited.
    local_values: Vec<bool>,
    metadata: Vec<bool>,
    structs: Vec<TypeId>,
}

impl Printer<'_> {
    /// The structures with names, in order; those without get numbers.
    pub(super) fn find_structs(&mut self) -> Vec<TypeId> {
        let module = self.module;
        let mut finder = Finder {
            module: Scope { module, body: None },
            types: vec![false; module.types().len()],
            values: vec![false; module.values.values.len()],
            local_values: Vec::new(),
            metadata: vec![false; module.metadata.entries.len()],
            structs: Vec::new(),
        };
        for variable in &module.variables {
            finder.visit_type(variable.symbol.pointer);
            if let Some(id) = variable.initializer {
                finder.visit_value(finder.module, id);
            }
        }
        for alias in &module.aliases {
            finder.visit_type(alias.symbol.pointer);
            finder.visit_value(finder.module, alias.value);
        }
        for (function, body) in module.functions.iter().zip(self.bodies) {
            finder.visit_type(function.symbol.pointer);
            let values = [function.prefix, function.prologue, function.personality];
            for id in values.into_iter().flatten() {
                finder.visit_value(finder.module, id);
            }
            if let Some(body) = body {
                finder.visit_body(body);
            }
        }
        for id in module.metadata.named.iter().flat_map(|(_, nodes)| nodes) {
            finder.visit_metadata(*id);
        }
        let mut named = Vec::new();
        for id in finder.structs {
            match module.types.get(id) {
                Some(Type::Struct(ty)) if ty.is_literal => {}
                Some(Type::Struct(ty)) if ty.name.is_some() => named.push(id),
                _ => self.slots.add_struct(id),
            }
        }
        named
    }
}

impl<'m> Finder<'m> {
    fn visit_body(&mut self, body: &'m crate::body::Body<'m>) {
        let scope = body.scope();
        self.local_values = vec![false; body.values.values.len()];
        for (index, record) in body.records.iter().enumerate() {
            if let Some(ty) = record.ty {
                self.visit_type(ty);
            }
            for operand in body.operands_of(record) {
                match operand {
                    Operand::Value(id) => self.visit_value(scope, *id),
                    Operand::Metadata(id) => self.visit_operand(scope, *id),
                }
            }
            for (_, _, node) in body.attachments(number(index)) {
                self.visit_metadata(*node);
            }
        }
    }

    fn visit_operand(&mut self, scope: Scope<'m>, id: u32) {
        match scope
            .metadata(id)
            .and_then(|(entry, table)| table.value(entry))
        {
            Some(value) => self.visit_value(scope, value),
            None => self.visit_metadata(id),
        }
    }

    fn visit_type(&mut self, id: TypeId) {
        let module = self.module.module;
        let mut left = Vec::new();
        self.visit_once(id, &mut left);
        while let Some(id) = left.pop() {
            match module.types.get(id) {
                Some(Type::Pointer { pointee, .. }) => self.visit_once(*pointee, &mut left),
                Some(Type::Array { element, .. } | Type::Vector { element, .. }) => {
                    self.visit_once(*element, &mut left);
                }
                Some(Type::Struct(ty)) => {
                    self.structs.push(id);
                    for field in ty.fields.iter().rev() {
                        self.visit_once(*field, &mut left);
                    }
                }
                Some(Type::Function {
                    result, parameters, ..
                }) => {
                    for parameter in parameters.iter().rev() {
                        self.visit_once(*parameter, &mut left);
                    }
                    self.visit_once(*result, &mut left);
                }
                _ => {}
            }
        }
    }

    fn visit_once(&mut self, id: TypeId, left: &mut Vec<TypeId>) {
        if let Some(seen @ false) = self.types.get_mut(id.0 as usize) {
            *seen = true;
            left.push(id);
        }
    }

    /// Visits a constant and its operands.
    fn visit_value(&mut self, scope: Scope<'m>, id: ValueId) {
        let mut left = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next.or_else(|| left.pop()) {
            next = None;
            let index = id.0 as usize;
            let seen = match index.checked_sub(self.values.len()) {
                Some(index) => self.local_values.get_mut(index),
                None => self.values.get_mut(index),
            };
            match seen {
                Some(seen @ false) => *seen = true,
                _ => continue,
            }
            let Some((value, numbers)) = scope.value(id) else {
                continue;
            };
            let Kind::Constant(constant) = value.kind else {
                continue;
            };
            self.visit_type(value.ty);
            left.extend(constant.references(constant.operands(numbers)).rev());
        }
    }

    /// Visits a node and everything that it refers to.
    fn visit_metadata(&mut self, id: u32) {
        let table = &self.module.module.metadata;
        let mut left = vec![id];
        while let Some(id) = left.pop() {
            match self.metadata.get_mut(id as usize) {
                Some(seen @ false) => *seen = true,
                _ => continue,
            }
            let Some(entry) = table.entries.get(id as usize) else {
                continue;
            };
            if entry.code == MetadataCode::VALUE {
                self.visit_operand(self.module, id);
                continue;
            }
            let start = left.len();
            for_each_reference(table, Node::Entry(id), |id| left.push(id));
            left[start..].reverse();
        }
    }
}
