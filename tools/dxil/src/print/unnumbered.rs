//! Functions as lines without the numbers of values and blocks.

use alloc::string::String;
use alloc::vec::Vec;

use super::Printer;
use super::comments::describes_variable;
use crate::Result;
use crate::body::Body;
use crate::function::Function;
use crate::instruction::callee;
use crate::module::number;
use crate::unnumbered::{Reference, UnnumberedFunction, UnnumberedLine};
use crate::value::Kind;

impl<'m> Printer<'m> {
    /// Makes the lines of all functions that have bodies.
    pub(crate) fn unnumber_functions<'f>(
        mut self,
        functions: impl Iterator<Item = Function<'f>>,
    ) -> Result<Vec<UnnumberedFunction<'f>>> {
        self.number_module();
        self.find_structs();
        let mut unnumbered = Vec::new();
        for (index, function) in functions.enumerate() {
            let bodies = self.bodies;
            self.body = bodies.get(index).and_then(Option::as_ref);
            if let Some(body) = self.body {
                self.number_function(body);
                unnumbered.push(self.unnumber(function, body, index)?);
            }
        }
        Ok(unnumbered)
    }

    fn unnumber<'f>(
        &mut self,
        function: Function<'f>,
        body: &'m Body<'m>,
        index: usize,
    ) -> Result<UnnumberedFunction<'f>> {
        let names = self.names_of(body)?;
        self.references = Some(Vec::new());
        let module = self.module;
        if let Some(record) = module.functions.get(index) {
            self.push_head(record)?;
        }
        let mut lines = Vec::with_capacity(body.records.len() + body.blocks.len() + 1);
        lines.push(self.take_line(false)?);
        for (block, range) in body.blocks.iter().enumerate() {
            self.push_block(number(block));
            self.push(":");
            lines.push(self.take_line(true)?);
            for index in range.clone() {
                let instruction = body.instruction(index as usize);
                if describes_variable(callee(&instruction)) {
                    continue;
                }
                self.push_instruction(&instruction)?;
                self.push_attachments(index)?;
                lines.push(self.take_line(instruction.result.is_some())?);
            }
        }
        self.references = None;
        Ok(UnnumberedFunction {
            function,
            lines,
            names,
        })
    }

    /// The names of the values and the blocks of a function.
    fn names_of(&mut self, body: &Body<'_>) -> Result<Vec<String>> {
        let first = number(body.first_value());
        let mut names = Vec::with_capacity(body.values.values.len() + body.blocks.len());
        for (index, value) in body.values.values.iter().enumerate() {
            if let Kind::Argument | Kind::Instruction(_) = value.kind {
                self.push_local(crate::ValueId(first + number(index)));
            }
            names.push(self.take_text()?);
        }
        for block in 0..body.blocks.len() {
            self.push_block(number(block));
            names.push(self.take_text()?);
        }
        Ok(names)
    }

    /// Keeps a reference apart from the text.
    pub(super) fn refer(&mut self, to: usize) {
        let offset = self.out.len();
        if let Some(references) = &mut self.references {
            references.push(Reference {
                offset,
                to: number(to),
            });
        }
    }

    /// Takes the text since the last one.
    fn take_text(&mut self) -> Result<String> {
        self.check()?;
        self.taken += self.out.len();
        Ok(core::mem::take(&mut self.out))
    }

    fn take_line(&mut self, defines: bool) -> Result<UnnumberedLine> {
        let text = self.take_text()?;
        let references = self.references.as_mut().map(core::mem::take);
        let references = references.unwrap_or_default();
        let first = references.first().filter(|_| defines);
        Ok(UnnumberedLine {
            defines: first.map(|reference| reference.to),
            text,
            references,
        })
    }
}
