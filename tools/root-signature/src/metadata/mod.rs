//! LLVM's metadata of root signatures: the named node `dx.rootsignatures` of textual IR, and its descendants.
//!
//! ```
//! use dxc_format::constants::{RootFlags, RootSignatureVersion};
//! use dxc_root_signature::metadata;
//!
//! let text = r#"
//! !dx.rootsignatures = !{!2}
//! !0 = !{!"RootFlags", i32 1}
//! !1 = !{!0}
//! !2 = !{ptr @main, !1, i32 2}
//! "#;
//! let entries = metadata::read(text).unwrap();
//! assert_eq!(entries[0].function.as_deref(), Some("main"));
//! assert_eq!(entries[0].signature.version, RootSignatureVersion::V1_1);
//! assert_eq!(entries[0].signature.flags, RootFlags::AllowInputAssemblerInputLayout);
//!
//! // Nodes are numbered as LLVM numbers them.
//! assert!(metadata::print(&entries).unwrap().starts_with("!dx.rootsignatures = !{!0}\n\n!0 = !{ptr @main, !1, i32 2}\n"));
//! ```

mod element;
mod node;
mod number;
mod print;
mod reader;
mod words;

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use dxc_format::constants::RootSignatureVersion;
use dxc_format::rts0::RootSignature;

use crate::diagnostic::Diagnostics;
use crate::sources::Sources;
use dxc_shader::root_signature::fields::{Fields, Slot};

pub use print::print;

/// The root signatures in the metadata of textual IR; empty if it has no node `dx.rootsignatures`.
///
/// Other text is skipped. Nodes may have any numbers and any order, and may be inline. LLVM's checks apply, including
/// accidents: it accepts numbers that do not fit into their type, or into 32 bits.
///
/// # Errors
/// The first error, and its location.
pub fn read(text: &str) -> Result<Vec<Entry>, Diagnostics> {
    element::entries(text).map_err(|wrong| wrong.located(text, &Sources::of(text)).into())
}

/// The named node.
const NAME: &str = "dx.rootsignatures";

/// The operands for a record: its fields. Flags are always included; for a version without flags, they are the implied
/// ones.
fn operands(record: &impl Fields, version: RootSignatureVersion) -> Vec<Slot> {
    let mut fields = record.by_age();
    fields.retain(|slot| slot.flags().is_some() || record.has(slot.name, version));
    fields
}

/// The kind of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// The flags of the root signature.
    Flags,
    /// A root parameter.
    Parameter,
    /// A static sampler.
    Sampler,
}

/// A root signature and the function that uses it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The name of the function; `None` for a root signature that was compiled alone.
    pub function: Option<String>,
    /// The root signature, which several functions may share.
    pub signature: Arc<RootSignature>,
    /// The order in which [`print`] writes the clauses: each entry stands for the next clause of its kind. If it is
    /// empty, the flags come first (they are omitted if there are none), then the parameters, then the samplers.
    pub order: Vec<ClauseKind>,
}

impl Entry {
    /// Combines a root signature and the function that uses it.
    pub fn new(function: Option<String>, signature: impl Into<Arc<RootSignature>>) -> Self {
        Self {
            function,
            signature: signature.into(),
            order: Vec::new(),
        }
    }

    /// Sets the order of the clauses, such as that of [`Parsed::order`](crate::hlsl::Parsed::order).
    #[must_use]
    pub fn with_order(self, order: &[ClauseKind]) -> Self {
        Self {
            order: order.to_vec(),
            ..self
        }
    }
}
