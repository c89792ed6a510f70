//! Reads PSV0 of any version: a newer one may store some properties in other parts.

use dxc_format::parts::{PSV0, PartView};
use dxc_format::psv0::PipelineStateValidationView;
use dxc_format::runtime::shape::DocumentForm;
use dxc_format::runtime::walk::{Sink, Span};
use dxc_format::{Container, Result};

/// PSV0; `None` if the container has none, or if a newer version defines it differently. Other parts have most of its
/// properties, too.
pub(crate) fn readable<'a>(
    container: &Container<'a>,
) -> Result<Option<PipelineStateValidationView<'a>>> {
    match container.psv0() {
        Err(error) if error.newer_record().is_some() => Ok(None),
        psv => psv,
    }
}

/// Whether PSV0 is there, and its version lacks a field; of an unreadable newer version, no field is known.
pub(crate) fn lacks(container: &Container<'_>, field: &'static str) -> bool {
    let Some(part) = container.find(PSV0) else {
        return false;
    };
    let mut search = Search {
        field,
        depth: 0,
        is_found: false,
    };
    match PartView::walk(part.fourcc, part.data, &mut search) {
        Ok(_) => !search.is_found,
        Err(error) => error.newer_record().is_some(),
    }
}

/// Searches for a field of the part itself.
struct Search {
    field: &'static str,
    /// The nesting depth of the next span; that of the fields of the part is 1.
    depth: usize,
    is_found: bool,
}

impl Sink for Search {
    fn span(&mut self, span: Span) {
        self.is_found |= self.depth <= 1 && span.name == self.field;
    }

    fn enter(&mut self, _: &'static str, _: Option<usize>, _: &'static DocumentForm) {
        self.depth += 1;
    }

    fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}
