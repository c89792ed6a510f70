//! Functions of a module.

use crate::body;
use crate::body::Body;
use crate::globals::FunctionRecord;
use crate::module::Module;
use crate::types::TypeId;
use crate::value::ValueId;
use dxc_format::Result;

/// A function of a module.
#[derive(Clone, Copy, Debug)]
pub struct Function<'m> {
    module: &'m Module<'m>,
    record: &'m FunctionRecord,
}

impl<'m> Function<'m> {
    pub(crate) fn new(module: &'m Module<'_>, record: &'m FunctionRecord) -> Self {
        Self { module, record }
    }

    /// The name; empty if it has none.
    pub fn name(&self) -> &'m [u8] {
        self.module
            .names
            .get(self.record.value.0)
            .unwrap_or_default()
    }

    /// Whether it has no body, like the operations of DXIL.
    pub fn is_declaration(&self) -> bool {
        self.record.is_declaration
    }

    /// The type of the function.
    pub fn function_type(&self) -> TypeId {
        self.record.symbol.ty
    }

    /// Its number among the values of the module.
    pub fn value(&self) -> ValueId {
        self.record.value
    }

    /// The module that it is in.
    pub fn module(&self) -> &'m Module<'m> {
        self.module
    }

    /// Reads its body; `None` for a declaration.
    ///
    /// # Errors
    /// If the body is damaged, or exceeds a limit.
    pub fn body(&self) -> Result<Option<Body<'m>>> {
        let mut stream = self.module.stream.clone();
        body::read(self.module, self.record, &mut stream)
    }
}

impl Module<'_> {
    /// The functions, declarations included.
    pub fn functions(&self) -> impl Iterator<Item = Function<'_>> {
        let functions = self.functions.iter();
        functions.map(|record| Function::new(self, record))
    }

    /// The function with this name.
    pub fn function(&self, name: &str) -> Option<Function<'_>> {
        self.functions()
            .find(|function| function.name() == name.as_bytes())
    }
}
