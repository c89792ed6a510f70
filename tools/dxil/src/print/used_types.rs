//! Finds the structures that a module uses, in the order in which LLVM finds them.

use alloc::vec;
use alloc::vec::Vec;

use super::nodes::{Node, Nodes};
use super::{Bodies, Printer};
use crate::Result;
use crate::body::Body;
use crate::cursor::number;
use crate::instruction::Operand;
use crate::scope::Scope;
use crate::types::{Type, TypeId, TypeScope};
use crate::value::{Kind, ValueId};

/// Visits types, values and metadata once each, and collects the structures.
struct Finder<'m> {
    module: Scope<'m>,
    types: Vec<bool>,
    values: Vec<bool>,
    /// Whether each value of the current function was visited.
    local_values: Vec<bool>,
    nodes: &'m Nodes<'m>,
    metadata: Vec<bool>,
    structs: Vec<TypeId>,
}

impl Printer<'_, '_> {
    /// Finds the structures with names, in order; numbers those without names.
    pub(super) fn find_structs(&mut self, bodies: &Bodies<'_>) -> Result<Vec<TypeId>> {
        let module = self.module;
        let types = module.types.scope();
        let mut finder = Finder {
            module: Scope { module, body: None },
            types: vec![false; module.types().len()],
            values: vec![false; module.values.values.len()],
            local_values: Vec::new(),
            nodes: self.nodes,
            metadata: vec![false; self.nodes.len()],
            structs: Vec::new(),
        };
        for variable in &module.variables {
            finder.visit_type(types, variable.symbol.pointer);
            if let Some(id) = variable.initializer {
                finder.visit_value(finder.module, id);
            }
        }
        for alias in &module.aliases {
            finder.visit_type(types, alias.symbol.pointer);
            finder.visit_value(finder.module, alias.value);
        }
        for (index, function) in module.functions.iter().enumerate() {
            finder.visit_type(types, function.symbol.pointer);
            let values = [function.prefix, function.prologue, function.personality];
            for id in values.into_iter().flatten() {
                finder.visit_value(finder.module, id);
            }
            if let Some(body) = bodies.get(index)? {
                finder.visit_body(&body);
            }
        }
        for id in module.metadata.named.iter().flat_map(|(_, nodes)| nodes) {
            finder.visit_metadata(finder.nodes.number(*id, None));
        }
        let mut named = Vec::new();
        for id in finder.structs {
            match module.get_type(id) {
                Some(Type::Struct(ty)) if ty.is_literal => {}
                Some(Type::Struct(ty)) if ty.name.is_some() => named.push(id),
                _ => self.slots.add_struct(id),
            }
        }
        Ok(named)
    }
}

impl<'m> Finder<'m> {
    fn visit_body(&mut self, body: &Body<'_>) {
        let scope = body.scope();
        self.local_values = vec![false; body.values.values.len()];
        for (index, record) in body.records.iter().enumerate() {
            if let Some(ty) = body.form(record).ty {
                self.visit_type(scope.types(), ty);
            }
            for operand in body.instruction(index).operands {
                match operand {
                    Operand::Value(id) => self.visit_value(scope, *id),
                    Operand::Metadata(id) => self.visit_operand(scope, *id),
                }
            }
            for (_, _, node) in body.attachments(number(index)) {
                self.visit_metadata(self.nodes.number(*node, Some(body)));
            }
        }
    }

    fn visit_operand(&mut self, scope: Scope<'_>, id: u32) {
        match scope
            .metadata(id)
            .and_then(|(entry, table)| table.value(entry))
        {
            Some(value) => self.visit_value(scope, value),
            None => self.visit_metadata(self.nodes.number(id, scope.body)),
        }
    }

    fn visit_type(&mut self, types: TypeScope<'_>, id: TypeId) {
        let mut left = Vec::new();
        self.visit_once(id, &mut left);
        while let Some(id) = left.pop() {
            match types.get(id) {
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
        match self.types.get_mut(id.0 as usize) {
            Some(true) => {}
            Some(seen) => {
                *seen = true;
                left.push(id);
            }
            // The function's own types consist of a few types of the module.
            None => left.push(id),
        }
    }

    /// Visits a constant and its operands.
    fn visit_value(&mut self, scope: Scope<'_>, id: ValueId) {
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
            let Kind::Constant(constant) = value.kind() else {
                continue;
            };
            self.visit_type(scope.types(), value.ty);
            if constant.is_compound() {
                left.extend(constant.references(constant.operands(numbers)).rev());
            }
        }
    }

    /// Visits a node and everything that it references.
    fn visit_metadata(&mut self, number: u32) {
        let nodes = self.nodes;
        let mut left = vec![number];
        while let Some(number) = left.pop() {
            match self.metadata.get_mut(number as usize) {
                Some(seen @ false) => *seen = true,
                _ => continue,
            }
            let Some(found) = nodes.get(number) else {
                continue;
            };
            if let Some(value) = found.table.value(found.entry) {
                let scope = Scope {
                    body: found.body,
                    ..self.module
                };
                self.visit_value(scope, value);
                continue;
            }
            let start = left.len();
            nodes.for_each_reference(Node::Entry(number), |id| left.push(id));
            left[start..].reverse();
        }
    }
}
