//! Parts, and what tells them apart.

use super::{Base, Content, Schema, Type};
use crate::diagnostic::{Span, Spanned};

#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) codes: Vec<Spanned<String>>,
    pub(crate) ty: Option<Type>,
    pub(crate) name: Option<String>,
    pub(crate) writers: Vec<Spanned<String>>,
    pub(crate) models: Option<String>,
    /// What it is for, if a shader runs without it.
    pub(crate) strip: Option<String>,
    pub(crate) repeats: bool,
    /// Where it says that it stands behind all others.
    pub(crate) last: Option<Span>,
    /// What its data begins with.
    pub(crate) begins: Option<Spanned<String>>,
    /// Whether LLVM's documents tell what it holds.
    pub(crate) llvm: bool,
    pub(crate) doc: String,
    pub(crate) source: String,
}

/// Bytes that tell what a part holds, and where its data has them.
#[derive(Debug)]
pub(crate) struct Magic {
    pub(crate) at: u64,
    pub(crate) bytes: Vec<u8>,
}

impl Schema {
    /// Whether a part holds an item.
    pub(crate) fn is_part(&self, name: &str) -> bool {
        let holds =
            |part: &Part| matches!(&part.ty, Some(Type { base: Base::Item(of), .. }) if of == name);
        self.parts.iter().any(holds)
    }

    /// What tells a part from others of the same FourCC: what it begins with, or the magic number of its type.
    pub(crate) fn magic(&self, part: &Part) -> Option<Magic> {
        if let Some(begins) = &part.begins {
            let bytes = begins.as_bytes().to_vec();
            return Some(Magic { at: 0, bytes });
        }
        let Base::Item(of) = &part.ty.as_ref()?.base else {
            return None;
        };
        let Content::Sequence(sequence) = &self.item(of)?.content else {
            return None;
        };
        let mut at = 0;
        for field in &sequence.fields {
            let base = &field.ty.as_ref()?.base;
            if !self.is_in_place(field) {
                return None;
            }
            if let (Base::FourCC, Some(is)) = (base, &field.is) {
                let Some(syn::Lit::Str(code)) = is.literal() else {
                    return None;
                };
                let bytes = code.value().into_bytes();
                return Some(Magic { at, bytes });
            }
            at += self.size(base)?;
        }
        None
    }

    /// The further parts with a FourCC of `part`, behind it.
    pub(crate) fn namesakes<'s>(
        &'s self,
        part: &Part,
        code: &'s str,
    ) -> impl Iterator<Item = &'s Part> {
        let is_named = move |part: &&Part| part.codes.iter().any(|other| other.value == code);
        let at = self
            .parts
            .iter()
            .position(|other| std::ptr::eq(other, part));
        let behind = at.map_or(&[][..], |at| &self.parts[at + 1..]);
        behind.iter().filter(is_named)
    }
}
