//! Fixed-size fields in sequence: their offsets, and their entries in a layout table.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::ParseStream;
use syn::{Attribute, Data, Fields, Generics, Ident, Type};

use crate::attributes::{self, Problems, Words, value, wrong};
use crate::code::Code;
use crate::earlier::field_methods;
use crate::item::fields_of;
use crate::shown::DocumentForm;
use crate::target::{ReferenceWords, Target};

/// The words on a field of any record, and the words `W` for its kind of record.
#[derive(Default)]
struct FieldWords<W> {
    reserved: bool,
    reference: ReferenceWords,
    default: Option<Code>,
    shown: DocumentForm,
    own: W,
}

impl<W: Words> Words for FieldWords<W> {
    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "reserved" => self.reserved = true,
            "default" => self.default = Some(value(input)?),
            _ => {
                return Ok(self.own.word(word, input)?
                    || self.reference.word(word, input)?
                    || self.shown.word(word, input)?);
            }
        }
        Ok(true)
    }
}

/// The fields of a record, each with the words for its kind of record.
pub(crate) fn fields<W: Words>(record: &Ident, data: Data) -> syn::Result<Vec<(Placed, W)>> {
    let Fields::Named(named) = fields_of(record, data)? else {
        return wrong(record.span(), "the fields of a record have names");
    };
    let mut problems = Problems::default();
    let mut fields = Vec::new();
    for mut field in named.named {
        let words = problems.note(attributes::take::<FieldWords<W>>(&mut field.attrs));
        let mut words = words.unwrap_or_default();
        words.shown.doc = attributes::doc(&field.attrs);
        let target = problems.note(words.reference.target());
        let placed = Placed {
            docs: field.attrs,
            name: field.ident.unwrap_or_else(|| format_ident!("unnamed")),
            ty: field.ty,
            reserved: words.reserved,
            target: target.flatten(),
            shown: words.shown,
            default: words.default,
        };
        fields.push((placed, words.own));
    }
    problems.or(fields)
}

/// A fixed-size field, at the offset after its predecessors.
pub(crate) struct Placed {
    pub(crate) docs: Vec<Attribute>,
    pub(crate) name: Ident,
    pub(crate) ty: Type,
    reserved: bool,
    /// The target of its references, if it is a reference.
    pub(crate) target: Option<Target>,
    pub(crate) shown: DocumentForm,
    /// The default value, if not 0.
    pub(crate) default: Option<Code>,
}

/// `Default`, if a field has a default value.
pub(crate) fn default<'f>(
    name: &Ident,
    generics: &Generics,
    fields: impl Iterator<Item = (&'f Ident, Option<&'f Code>)> + Clone,
) -> TokenStream {
    if fields.clone().all(|(_, default)| default.is_none()) {
        return TokenStream::new();
    }
    let values = fields.map(|(name, default)| match default {
        Some(default) => quote!(#name: #default,),
        None => quote!(#name: Default::default(),),
    });
    let (declared, of, _) = generics.split_for_impl();
    let types: Vec<_> = generics.type_params().map(|taken| &taken.ident).collect();
    let limits = (!types.is_empty()).then(|| quote!(where #(#types: Default),*));
    quote! {
        impl #declared Default for #name #of #limits {
            fn default() -> Self {
                Self { #(#values)* }
            }
        }
    }
}

impl Placed {
    /// The methods of a public field by its earlier names.
    pub(crate) fn earlier(&self) -> TokenStream {
        if self.reserved {
            TokenStream::new()
        } else {
            field_methods(&self.name, &self.ty, &self.shown.was, true)
        }
    }

    /// Its value in a new record.
    pub(crate) fn unset(&self) -> TokenStream {
        match (&self.default, &self.ty) {
            (Some(default), _) => quote!(#default),
            (None, ty) => quote!(<#ty as Default>::default()),
        }
    }

    /// Its number, converted between the file and the table that it references if the two differ; otherwise the field
    /// itself.
    pub(crate) fn converted(&self, conversion: &str, field: TokenStream) -> TokenStream {
        let target = self.target.as_ref();
        let converted = target.and_then(|target| target.converted(conversion, &field));
        converted.unwrap_or(field)
    }

    /// The field of `self`, as it is stored in the file.
    pub(crate) fn encoded(&self) -> TokenStream {
        let name = &self.name;
        self.converted("absolute", quote!(self.#name))
    }

    /// Its name and its default value.
    pub(crate) fn new_value(&self) -> (&Ident, Option<&Code>) {
        (&self.name, self.default.as_ref())
    }
}

/// The entries of fields in a layout table, where the module `shape` was imported.
pub(crate) fn entries<'f>(
    fields: impl IntoIterator<Item = &'f Placed>,
) -> impl Iterator<Item = TokenStream> {
    fields.into_iter().map(|field| {
        let Placed {
            name, ty, shown, ..
        } = field;
        let text = name.to_string();
        let (shown, shape) = (
            shown.imported(&text),
            field.target.as_ref().map(Target::shape),
        );
        let shape = shape.map(|shape| quote!(.shape(#shape)));
        let reserved = field.reserved.then(|| quote!(.reserved()));
        quote!(shape::Field::new::<#ty>(#text, #shown) #shape #reserved)
    })
}
