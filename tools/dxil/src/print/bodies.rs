//! Reads the bodies of functions for printing, one at a time unless they are small.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Deref;

use crate::bitstream::Bitstream;
use crate::body::{self, Body};
use crate::metadata::Entry;
use crate::module::Module;
use dxc_format::Result;

/// The memory for bodies that are kept; all bodies of most modules fit into it. Other bodies are read again.
const KEPT: u64 = 6 << 20;

/// The memory of a body, without the contents of its large vectors.
const SIZE: u64 = 1 << 10;

/// The bodies of the functions of a module.
pub(crate) struct Bodies<'m> {
    module: &'m Module<'m>,
    stream: Bitstream<'m>,
    /// The bodies that are kept, by function: small ones, and those with metadata nodes.
    kept: Vec<Option<Box<Body<'m>>>>,
}

/// The body of a function: either kept, or read for a single use.
pub(super) enum FunctionBody<'b, 'm> {
    Kept(&'b Body<'m>),
    Read(Box<Body<'m>>),
}

impl<'m> Deref for FunctionBody<'_, 'm> {
    type Target = Body<'m>;

    fn deref(&self) -> &Body<'m> {
        match self {
            Self::Kept(body) => body,
            Self::Read(body) => body,
        }
    }
}

impl<'m> Bodies<'m> {
    /// Reads all bodies once, within one limit of steps, and keeps some.
    ///
    /// # Errors
    /// If one of them is damaged or exceeds a limit.
    pub(crate) fn read(module: &'m Module<'_>) -> Result<Self> {
        let (mut stream, mut kept) = (module.stream.clone(), Vec::new());
        let mut memory = 0;
        // If there is only one body, it stays in memory while the module is printed.
        let bodies = module.functions.iter().filter(|one| !one.is_declaration);
        let is_only = bodies.count() == 1;
        for function in &module.functions {
            let before = stream.budgets.memory();
            let body = body::read(module, function, &mut stream)?;
            let size = stream.budgets.memory().used() - before.used() + SIZE;
            let is_kept = body.as_ref().is_some_and(|body| {
                is_only || memory + size <= KEPT || body.metadata.entries().any(Entry::is_node)
            });
            if is_kept {
                stream.take_memory(usize::try_from(SIZE).unwrap_or(usize::MAX))?;
                memory += size;
            } else {
                stream.budgets.set_memory(before)
            }
            let body = body.filter(|_| is_kept).map(Box::new);
            kept.push(body);
        }
        // When a body is read again, the same steps are not counted twice.
        let mut again = module.stream.clone();
        again.budgets.set_memory(stream.budgets.memory());
        Ok(Self {
            module,
            stream: again,
            kept,
        })
    }

    pub(super) fn module(&self) -> &'m Module<'m> {
        self.module
    }

    /// The bodies that are kept.
    pub(super) fn kept(&self) -> impl Iterator<Item = &Body<'m>> {
        self.kept.iter().flatten().map(Box::as_ref)
    }

    /// The stream; its limits include the memory of the module and of the kept bodies.
    pub(super) fn stream(&self) -> &Bitstream<'m> {
        &self.stream
    }

    /// The body of a function; `None` for a declaration.
    pub(super) fn get(&self, function: usize) -> Result<Option<FunctionBody<'_, 'm>>> {
        if let Some(Some(body)) = self.kept.get(function) {
            return Ok(Some(FunctionBody::Kept(body)));
        }
        let Some(record) = self.module.functions.get(function) else {
            return Ok(None);
        };
        let body = body::read(self.module, record, &mut self.stream.clone())?;
        Ok(body.map(|body| FunctionBody::Read(Box::new(body))))
    }
}
