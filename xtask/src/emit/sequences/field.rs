//! A field of a sequence: its docs, its attribute and its type.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::check::scope;
use crate::emit::{Emitter, docs};
use crate::model::{FieldKind, Sequence, SequenceField, Type};

impl Emitter<'_> {
    pub(super) fn sequence_field(&self, sequence: &Sequence, index: usize) -> TokenStream {
        let field = &sequence.fields[index];
        if field.kind == FieldKind::Padding {
            return self.padding(field, index);
        }
        let (Some(name), Some(ty)) = (&field.name, &field.ty) else {
            return TokenStream::new();
        };
        let scope = scope(self.schema, sequence, index, self.mistakes);
        let usual = field.usual.as_ref().map_or_else(String::new, |usual| {
            format!("`None` stands for the usual value, `{}`.", usual.value)
        });
        let begins = match field.manner.is_nul_first() {
            true => "A new table begins with the empty string, `intern(\"\")`, so that 0 names it.",
            false => "",
        };
        let docs = docs(
            &[field.doc.as_deref().unwrap_or_default(), &usual, begins],
            4,
        );
        let words = self.attributes.dxc(self.words(sequence, field, &scope));
        let rust = self.held_as(field.kind, ty);
        let visibility = (field.kind != FieldKind::Computed).then(|| quote!(pub));
        let name = format_ident!("{}", name.value);
        quote!(#docs #words #visibility #name: #rust,)
    }

    fn padding(&self, field: &SequenceField, index: usize) -> TokenStream {
        let align = field.align.as_ref();
        let align = align.map(|align| format!("align = {}", align.value));
        let fill = field.fill.as_ref();
        let fill = fill.map(|fill| format!("fill = {}", fill.value));
        let words = [align, fill].into_iter().flatten().collect();
        let words = self.attributes.dxc(words);
        let name = format_ident!("padding_{index}");
        quote!(#words #name: (),)
    }

    /// The type that a value holds a field of a kind as.
    fn held_as(&self, kind: FieldKind, ty: &Type) -> TokenStream {
        let base = self.applied(ty);
        match kind {
            FieldKind::Optional
            | FieldKind::Usual
            | FieldKind::OptionalBytes
            | FieldKind::OptionalReference => quote!(Option<#base>),
            FieldKind::Run | FieldKind::RunByValue | FieldKind::Lists | FieldKind::Items => {
                quote!(Vec<#base>)
            }
            FieldKind::IndexTable => quote!(IndexTable),
            FieldKind::Strided => quote!(Strided<#base>),
            FieldKind::Sized => quote!(SizedRecord<#base>),
            FieldKind::Pool => quote!(Pool<#base>),
            FieldKind::Value
            | FieldKind::Record
            | FieldKind::Computed
            | FieldKind::Bytes
            | FieldKind::Strings
            | FieldKind::Text
            | FieldKind::Nested
            | FieldKind::Reference
            | FieldKind::Padding => base,
        }
    }
}
