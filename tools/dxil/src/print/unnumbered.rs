//! Prints functions as lines in which values and blocks have no numbers.

use alloc::vec::Vec;

use super::comments::describes_variable;
use super::{Bodies, Printer};
use crate::Result;
use crate::body::Body;
use crate::cursor::number;
use crate::function::Function;
use crate::instruction::callee;
use crate::unnumbered::{UnnumberedFunction, UnnumberedLines};
use crate::value::Kind;

/// The references of a line.
#[derive(Default)]
pub(super) struct References {
    /// The offsets of the references in the text.
    offsets: Vec<u32>,
    /// The numbers of the referenced names.
    to: Vec<u32>,
}

/// The number of lines between checks of the memory.
const CHECKED: usize = 1024;

impl Printer<'_, '_> {
    /// Prints the lines of all functions that have bodies.
    pub(crate) fn unnumber_functions<'f>(
        mut self,
        bodies: &Bodies<'_>,
        functions: impl Iterator<Item = Function<'f>>,
    ) -> Result<Vec<UnnumberedFunction<'f>>> {
        self.number_module();
        self.find_structs(bodies)?;
        let mut unnumbered = Vec::new();
        for (index, function) in functions.enumerate() {
            if let Some(body) = bodies.get(index)? {
                let lines = self.with_body(Some(&body), |printer| {
                    printer.number_function()?;
                    printer.unnumber(&body, index)
                })?;
                self.budgets.take_memory(lines.size())?;
                unnumbered.push(UnnumberedFunction { function, lines });
            }
        }
        Ok(unnumbered)
    }

    fn unnumber(&mut self, body: &Body<'_>, index: usize) -> Result<UnnumberedLines> {
        let mut lines = UnnumberedLines::default();
        self.add_names(body, &mut lines)?;
        self.references = Some(References::default());
        let module = self.module;
        if let Some(record) = module.functions.get(index) {
            self.push_head(record)?;
        }
        self.add_line(false, &mut lines)?;
        for (block, range) in body.blocks.iter().enumerate() {
            self.push_block(number(block));
            self.push(":");
            self.add_line(true, &mut lines)?;
            for index in range.clone() {
                let instruction = body.instruction(index as usize);
                if describes_variable(callee(&instruction)) {
                    continue;
                }
                self.push_instruction(&instruction)?;
                self.push_attachments(index)?;
                self.add_line(instruction.result.is_some(), &mut lines)?;
                if lines.len().is_multiple_of(CHECKED) {
                    self.budgets.check_memory(lines.size())?;
                }
            }
        }
        self.references = None;
        Ok(lines)
    }

    /// Adds the names of the values and the blocks of a function.
    fn add_names(&mut self, body: &Body<'_>, lines: &mut UnnumberedLines) -> Result<()> {
        let first = number(body.first_value());
        for (index, value) in body.values.values.iter().enumerate() {
            if let Kind::Argument | Kind::Instruction(_) = value.kind() {
                self.push_local(crate::ValueId(first + number(index)));
            }
            self.add_name(lines)?;
        }
        for block in 0..body.blocks.len() {
            self.push_block(number(block));
            self.add_name(lines)?;
        }
        self.budgets.check_memory(lines.size())
    }

    fn add_name(&mut self, lines: &mut UnnumberedLines) -> Result<()> {
        self.check()?;
        lines.push_name(&self.out);
        self.taken += self.out.len();
        self.out.clear();
        Ok(())
    }

    /// Records a reference, which is not part of the text.
    pub(super) fn refer(&mut self, to: usize) {
        let offset = number(self.out.len());
        if let Some(references) = &mut self.references {
            references.offsets.push(offset);
            references.to.push(number(to));
        }
    }

    /// Removes the current line from the output and adds it to the lines.
    fn add_line(&mut self, defines: bool, lines: &mut UnnumberedLines) -> Result<()> {
        self.check()?;
        if let Some(References { offsets, to }) = &mut self.references {
            lines.push(&self.out, offsets, to, defines);
            offsets.clear();
            to.clear();
        }
        self.taken += self.out.len();
        self.out.clear();
        Ok(())
    }
}
