//! Fields of a fixed size one behind the other: their places, and their entries in a layout table.

use proc_macro2::TokenStream;
use syn::{Field, Fields, Generics, Ident, Type};

use crate::attributes::{self, Problems, Words, wrong};
use crate::code::Code;
use crate::item::ItemStruct;
use crate::shown::Shown;
use crate::target::Target;

/// The fields of a record, with the words on each.
pub(crate) fn fields<W: Words>(item: &ItemStruct) -> syn::Result<Vec<(Field, W)>> {
    let Fields::Named(named) = &item.fields else {
        return wrong(item.ident.span(), "the fields of a record have names");
    };
    let mut problems = Problems::default();
    let mut fields = Vec::new();
    for mut field in named.named.iter().cloned() {
        let words = problems.note(attributes::take(&mut field.attrs));
        fields.push((field, words.unwrap_or_default()));
    }
    problems.or(fields)
}

/// A field of a fixed size, at the place that its predecessors leave it.
#[derive(Clone)]
pub(crate) struct Placed {
    pub(crate) name: Ident,
    pub(crate) ty: Type,
    pub(crate) reserved: bool,
    /// The target of its references, if it is a reference.
    pub(crate) target: Option<Target>,
    pub(crate) shown: Shown,
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
    /// One of a record's [`fields`].
    pub(crate) fn new(field: &Field, reserved: bool, target: Option<Target>, shown: Shown) -> Self {
        let name = field.ident.clone();
        Self {
            name: name.unwrap_or_else(|| format_ident!("unnamed")),
            ty: field.ty.clone(),
            reserved,
            target,
            shown,
            default: None,
        }
    }

    /// Its value in a new record.
    pub(crate) fn unset(&self) -> TokenStream {
        match (&self.default, &self.ty) {
            (Some(default), _) => quote!(#default),
            (None, ty) => quote!(<#ty as Default>::default()),
        }
    }

    /// Its number between the file and the table that it references, if the two differ, or the field itself.
    pub(crate) fn converted(&self, conversion: &str, field: TokenStream) -> TokenStream {
        let target = self.target.as_ref();
        let converted = target.and_then(|target| target.converted(conversion, &field));
        converted.unwrap_or(field)
    }

    /// The field of `self` as the file has it.
    pub(crate) fn encoded(&self) -> TokenStream {
        let name = &self.name;
        self.converted("absolute", quote!(self.#name))
    }

    /// Its name and its default value.
    pub(crate) fn new_value(&self) -> (&Ident, Option<&Code>) {
        (&self.name, self.default.as_ref())
    }

    /// Sets the default value.
    pub(crate) fn with_default(mut self, default: Option<Code>) -> Self {
        self.default = default;
        self
    }
}

/// The layout table of a record.
pub(crate) fn table(record: &str, fields: &[Placed]) -> TokenStream {
    let entries = fields.iter().map(|field| {
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
    });
    quote! {
        dxc_runtime::shape::Layout::new(#record, {
            // By its module: a type of the schema may be called like one of it.
            use dxc_runtime::shape;
            const { &shape::Field::placed([#(#entries),*]) }
        })
    }
}
