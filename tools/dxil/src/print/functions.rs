//! Prints functions and their blocks.

use super::{Printer, Typed, comma, when};
use crate::bitcode::CallingConvention;
use crate::cursor::number;
use crate::globals::FunctionRecord;
use crate::types::Type;
use crate::{Result, print_error};

/// The column of the comment with the predecessors of a block.
const PREDECESSORS: usize = 50;

impl Printer<'_, '_> {
    /// Prints the function with this index; the printer must have its body.
    pub(super) fn push_function(&mut self, index: usize) -> Result<()> {
        let Some(function) = self.module.functions.get(index) else {
            return Ok(());
        };
        self.number_function()?;
        self.print_function_attributes(function.attributes)?;
        self.push_head(function)?;
        if self.body.is_some() {
            self.push(" {");
            self.print_blocks()?;
            self.push("}");
        }
        self.end_line()
    }

    /// Prints a function up to its body.
    pub(super) fn push_head(&mut self, function: &FunctionRecord) -> Result<()> {
        self.push(if function.is_declaration {
            "declare "
        } else {
            "define "
        });
        self.push_linkage(&function.symbol);
        if function.convention != CallingConvention::C {
            self.push_convention(function.convention);
            self.push(" ");
        }
        self.push_attributes_of(function.attributes, 0, "", " ")?;
        let Some(Type::Function { result, .. }) = self.module.get_type(function.symbol.ty) else {
            return Err(print_error("the type of a function is another one"));
        };
        put!(self, *result, " ", function.value);
        self.push_parameters(function)?;
        self.push_end_of_head(function)
    }

    fn push_parameters(&mut self, function: &FunctionRecord) -> Result<()> {
        let module = self.module;
        let Some(Type::Function {
            parameters,
            is_variadic,
            ..
        }) = module.get_type(function.symbol.ty)
        else {
            return Ok(());
        };
        self.push("(");
        for (index, ty) in parameters.iter().enumerate() {
            let index = number(index);
            put!(self, comma(index as usize), *ty);
            self.push_attributes_of(function.attributes, index + 1, " ", "")?;
            if self.references.is_none()
                && let Some(body) = self.body
                && let Some(name) = body.names.get(number(body.first_value()) + index)
            {
                self.push_name(" %", name);
            }
        }
        self.push_ellipsis(*is_variadic, parameters);
        self.push(")");
        Ok(())
    }

    /// Prints the properties of a function after its parameters.
    fn push_end_of_head(&mut self, function: &FunctionRecord) -> Result<()> {
        let symbol = &function.symbol;
        self.push(when(symbol.is_unnamed_addr, " unnamed_addr"));
        self.push_group_number(function.attributes)?;
        self.push_placement(symbol, function.value, "")?;
        if let Some(index) = (function.collector as usize).checked_sub(1) {
            let collector = self.module.collectors.get(index);
            let collector =
                collector.ok_or_else(|| print_error("a garbage collector is unknown"))?;
            self.push(" gc \"");
            self.push_lossy(collector);
            self.push("\"");
        }
        for (label, value) in [
            (" prefix ", function.prefix),
            (" prologue ", function.prologue),
            (" personality ", function.personality),
        ] {
            if let Some(value) = value {
                put!(self, label, Typed(value));
            }
        }
        if let Some(body) = self.body {
            for (kind, node) in &body.function_attachments {
                let node = self.node(*node);
                self.push_attached(" ", *kind, node)?;
                self.check()?;
            }
        }
        Ok(())
    }

    pub(super) fn push_convention(&mut self, convention: CallingConvention) {
        if convention.is_known() {
            self.push(convention.text().unwrap_or_default())
        } else {
            self.push("cc");
            self.push_number(convention.0);
        }
    }

    fn print_blocks(&mut self) -> Result<()> {
        let Some(body) = self.body else {
            return Ok(());
        };
        for (index, block) in body.blocks.iter().enumerate() {
            self.print_block_head(number(index))?;
            for index in block.clone() {
                self.print_instruction(&body.instruction(index as usize), index)?;
            }
        }
        Ok(())
    }

    fn print_block_head(&mut self, block: u32) -> Result<()> {
        let Some(body) = self.body else {
            return Ok(());
        };
        let predecessors = self.local.predecessors.get_mut(block as usize);
        let predecessors = predecessors.map(core::mem::take).unwrap_or_default();
        if let Some(name) = body.names.block(block) {
            self.end_line()?;
            self.push_name("", name);
            self.push(":");
        } else if !predecessors.is_empty() {
            self.end_line()?;
            let slot = self.local.blocks.get(block as usize).copied();
            put!(self, "; <label>:", slot.unwrap_or_default());
        }
        if block > 0 {
            self.pad_to(PREDECESSORS);
            if predecessors.is_empty() {
                self.push("; No predecessors!");
            }
            // LLVM lists the last use first.
            for (index, predecessor) in predecessors.iter().rev().enumerate() {
                self.push(if index > 0 { ", " } else { "; preds = " });
                self.push_block(*predecessor);
                self.check()?;
            }
        }
        self.end_line()
    }

    /// Prints the name or the number of a block.
    pub(super) fn push_block(&mut self, block: u32) {
        if let (Some(body), Some(_)) = (self.body, &self.references) {
            return self.refer(body.values.values.len() + block as usize);
        }
        match self.body.and_then(|body| body.names.block(block)) {
            Some(name) => self.push_name("%", name),
            None => {
                let slot = self.local.blocks.get(block as usize).copied();
                self.push("%");
                self.push_number(slot.unwrap_or_default());
            }
        }
    }

    /// Prints a block with its type.
    pub(super) fn push_label(&mut self, block: u32) {
        self.push("label ");
        self.push_block(block);
    }
}
