//! The methods that print a module and its functions.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{Bodies, Listing, Nodes, Printer};
use crate::function::Function;
use crate::module::Module;
use crate::unnumbered::UnnumberedFunction;
use dxc_format::Result;

impl Module<'_> {
    /// The text that `dxc -dumpbin` prints from `target datalayout` on.
    ///
    #[doc = include_str!("../printed.md")]
    /// # Errors
    /// If the body of a function is damaged, or the text exceeds the limit of the output.
    pub fn print(&self) -> Result<String> {
        let bodies = Bodies::read(self)?;
        let nodes = Nodes::new(&bodies)?;
        Printer::new(&bodies, &nodes, None).print_module(&bodies)
    }

    /// Writes the text of [`print`](Self::print), function by function. If it exceeds `most` bytes, as many lines as are within the
    /// limit are written.
    ///
    /// # Errors
    /// Like [`print`](Self::print), or if `to` does not accept the text.
    pub fn write(&self, most: u64, to: &mut dyn fmt::Write) -> Result<()> {
        let bodies = Bodies::read(self)?;
        let nodes = Nodes::new(&bodies)?;
        Printer::new(&bodies, &nodes, Some(to)).write_module(&bodies, most)
    }

    /// Like [`print`](Self::print), but the text ends where it would exceed `most` bytes, and has the offsets of the
    /// instructions.
    ///
    /// # Errors
    /// If the body of a function is damaged.
    pub fn print_listing(&self, most: u64) -> Result<Listing> {
        let bodies = Bodies::read(self)?;
        let nodes = Nodes::new(&bodies)?;
        Printer::new(&bodies, &nodes, None).print_listing(&bodies, most)
    }

    /// Writes the text of one function of this module. The numbers of metadata are those in the text of the whole
    /// module.
    ///
    /// # Errors
    /// Like [`write`](Self::write).
    pub fn write_function(
        &self,
        function: Function<'_>,
        most: u64,
        to: &mut dyn fmt::Write,
    ) -> Result<()> {
        let bodies = Bodies::read(self)?;
        let nodes = Nodes::new(&bodies)?;
        let wanted = self.functions.iter();
        let wanted = wanted
            .take_while(|record| record.value != function.value())
            .count();
        Printer::new(&bodies, &nodes, Some(to)).write_function(&bodies, wanted, most)
    }

    /// The functions that have bodies, as lines without the numbers of values and blocks: to compare them with those of
    /// another module.
    ///
    /// # Errors
    /// Like [`print`](Self::print).
    pub fn unnumbered_functions(&self) -> Result<Vec<UnnumberedFunction<'_>>> {
        let bodies = Bodies::read(self)?;
        let nodes = Nodes::new(&bodies)?;
        Printer::new(&bodies, &nodes, None).unnumber_functions(&bodies, self.functions())
    }
}
