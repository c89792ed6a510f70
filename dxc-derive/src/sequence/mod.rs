//! Expands `#[sequence]`: `parse` reads the declaration, `read` and `write` generate the code for each direction.

mod computed;
mod count_field;
mod counts;
mod field_kind;
mod locals;
mod nested;
mod nested_placed;
pub(crate) mod parse;
mod pool;
mod read;
mod read_field;
mod record;
mod tables;
mod used;
mod version;
mod view_fields;
mod visit;
mod words;
mod write;
mod write_field;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use self::field_kind::FieldKind;
use self::parse::{Member, Sequence};
use crate::attributes::Parameters;
use crate::camel_case::camel_case;
use crate::earlier::field_methods;
use crate::layout::default;
use crate::serde;

pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let sequence = Sequence::parse(attribute, item)?;
    let declaration = declaration(&sequence);
    let constants = constants(&sequence);
    let serde = serde_args(&sequence)
        .map(|args| serde::implementations(&sequence.name, "part", Some(args)));
    let fields = visit::implementation(&sequence);
    if sequence.words.nested {
        let implementation = nested::implementation(&sequence);
        return Ok(quote!(#declaration #constants #implementation #fields));
    }
    let view = read::view(&sequence);
    let implementation = implementation(&sequence);
    let tables = tables::implementation(&sequence);
    let version = version::implementation(&sequence);
    let named = named_strings(&sequence);
    Ok(quote!(#declaration #constants #view #implementation #fields #tables #version #serde #named))
}

/// The arguments with which serde reads and writes a part; `None` if they are not known.
fn serde_args(sequence: &Sequence) -> Option<TokenStream> {
    let (takes, args) = (&sequence.words.takes.names, &sequence.words.serde);
    let is_known = !sequence.words.nested && takes.len() == args.len();
    is_known.then(|| quote!((#(#args,)*)))
}

/// The struct without its computed fields and padding, and its `Default`, unless that is derived.
fn declaration(sequence: &Sequence) -> TokenStream {
    let Sequence {
        attributes,
        visibility,
        name,
        generics,
        ..
    } = sequence;
    let types = &sequence.words.takes.types;
    let fields = sequence.stored().map(|member| {
        let Member {
            docs,
            visibility,
            name,
            ty,
            kind,
            ..
        } = member;
        // The arguments are those of the struct.
        let of_arguments =
            matches!(kind, FieldKind::OriginalLayout).then(|| quote!(<(#(#types,)*)>));
        quote!(#(#docs)* #visibility #name: #ty #of_arguments,)
    });
    let kept = sequence.stored();
    let values = kept.map(|member| {
        // An optional field is absent by default, even if writing then stores a default value.
        let default = member.words.default.as_ref();
        (&member.name, default.filter(|_| !member.may_be_absent()))
    });
    let default = default(name, generics, values);
    let earlier = sequence.stored().map(|member| {
        let was = &member.words.shown.was;
        field_methods(&member.name, &member.ty, was, false)
    });
    let earlier: TokenStream = earlier.collect();
    let (declared, of, limits) = generics.split_for_impl();
    let earlier =
        (!earlier.is_empty()).then(|| quote!(impl #declared #name #of #limits { #earlier }));
    let is_part = !sequence.words.nested;
    let without_serde = (is_part && serde_args(sequence).is_none()).then(|| {
        let doc = "It has neither `Serialize` nor `Deserialize`: its arguments determine its keys. Use the functions of \
            `runtime::values`, which take them.";
        quote!(#[doc = ""] #[doc = #doc])
    });
    quote! {
        #(#attributes)*
        #without_serde
        #visibility struct #name #generics { #(#fields)* }

        #default
        #earlier
    }
}

/// The descriptions of each field.
fn constants(sequence: &Sequence) -> TokenStream {
    let (name, members) = (&sequence.name, &sequence.members);
    let (generics, of, limits) = sequence.generics.split_for_impl();
    let descriptor = members.iter().flat_map(|member| {
        let text = &member.text;
        let shown = member.words.shown.imported(text);
        let each = member.words.each.as_ref().map(|_| quote!(.each()));
        let descriptor = quote!(Field::new(#text, #shown)#each);
        let without = quote!(#descriptor.without_llvm());
        [descriptor, without].into_iter().take(member.constants())
    });
    quote! {
        impl #generics #name #of #limits {
            const FIELDS: &'static [dxc_runtime::field::Field] = {
                use dxc_runtime::{field::Field, shape};
                &[#(#descriptor),*]
            };
        }
    }
}

/// The methods of the view and of the value that return the named strings without references.
fn named_strings(sequence: &Sequence) -> TokenStream {
    let Sequence {
        name,
        view,
        members,
        ..
    } = sequence;
    let (mut of_view, mut of_value) = (TokenStream::new(), TokenStream::new());
    let all = members.iter().flat_map(|member| &member.words.shown.named);
    let names: Vec<String> = all.map(ToString::to_string).collect();
    for Member {
        name: field,
        text,
        words,
        ..
    } in members
    {
        for (index, string) in words.shown.named.iter().enumerate() {
            let doc = format!("String {index} of `{text}`, if it is there and UTF-8.");
            of_view.extend(quote! {
                #[doc = #doc]
                pub fn #string(&self) -> Option<&'a str> {
                    self.#field().nth(#index)
                }
            });
            of_value.extend(quote! {
                #[doc = #doc]
                pub fn #string(&self) -> Option<&str> {
                    self.#field.as_strings().nth(#index)
                }
            });
        }
    }
    if of_value.is_empty() {
        return of_value;
    }
    quote! {
        impl<'a> #view<'a> { #of_view }
        impl #name {
            /// The names of the strings without references, in order.
            pub const NAMED_STRINGS: &'static [&'static str] = &[#(#names),*];

            #of_value
        }
    }
}

/// Implements `Sequence` for the content of a part.
fn implementation(sequence: &Sequence) -> TokenStream {
    let Sequence {
        name,
        view,
        words,
        members,
        ..
    } = sequence;
    let (key, flat) = (sequence.key(), words.flatten.then(|| quote!(.flat())));
    let form = words.show.as_ref().map(|show| {
        let form = format_ident!("{}", camel_case(&show.value()));
        quote!(.form(dxc_runtime::shape::ValueForm::#form))
    });
    let shape = quote!(dxc_runtime::shape::);
    let earlier = words.earlier.iter().map(|earlier| earlier.constant(&shape));
    let earlier = (!words.earlier.is_empty()).then(|| quote!(.earlier(const { &[#(#earlier),*] })));
    let names = &sequence.words.takes.names;
    let from_view = read::from_view(sequence);
    let walk = read::walk(sequence);
    let put = write::put(sequence);
    // A reader of structures is too large to be inlined into others.
    let mut kinds = members.iter().map(|member| &member.kind);
    let inline = if kinds.any(|kind| matches!(kind, FieldKind::Items(_))) {
        quote!(#[cfg_attr(not(debug_assertions), inline(never))])
    } else {
        quote!(#[cfg_attr(not(debug_assertions), inline(always))])
    };
    let (methods, layout) = (methods(sequence), layout_methods(sequence));
    let conversion = version::conversion(sequence);
    let record = record::conversions(sequence);
    quote! {
        #methods

        impl dxc_runtime::Sequence for #name {
            type View<'a> = #view<'a>;

            const FORM: &'static dxc_runtime::shape::DocumentForm =
                &dxc_runtime::shape::DocumentForm::new(#key) #earlier #flat #form;

            #[allow(unused_variables, unused_assignments, unused_mut)]
            #inline
            fn walk<'a, __S: dxc_runtime::walk::Sink + ?core::marker::Sized>(
                bytes: &'a [u8],
                (#(#names,)*): Self::Args,
                sink: &mut __S,
            ) -> dxc_runtime::Result<#view<'a>> {
                #walk
            }

            fn from_view(view: &#view<'_>) -> Self {
                #from_view
            }

            #layout

            #conversion

            #[allow(unused_variables, unused_assignments, unused_mut)]
            #[inline]
            fn put(
                &self,
                writer: &mut dxc_runtime::writer::Writer<'_>,
                (#(#names,)*): Self::Args,
            ) -> dxc_runtime::Result<()> {
                #put
            }
        }

        dxc_runtime::__binrw_sequence!(#name);
        #record
    }
}

/// The methods that read and write the content of a part.
fn methods(sequence: &Sequence) -> TokenStream {
    let Sequence { name, view, .. } = sequence;
    let Parameters { names, types } = &sequence.words.takes;
    let try_from = names.is_empty().then(|| {
        quote! {
            impl<'a> TryFrom<&'a [u8]> for #view<'a> {
                type Error = dxc_runtime::Error;

                fn try_from(bytes: &'a [u8]) -> dxc_runtime::Result<Self> {
                    Self::parse(bytes)
                }
            }
        }
    });
    quote! {
        impl #name {
            /// Reads the owned form.
            ///
            /// # Errors
            /// Names the field, its offset and the expected value.
            pub fn parse(bytes: &[u8], #(#names: #types),*) -> dxc_runtime::Result<Self> {
                <Self as dxc_runtime::Sequence>::from_bytes(bytes, (#(#names,)*))
            }

            /// The bytes: those that were read, if nothing was changed.
            ///
            /// # Errors
            /// Names the field whose value cannot be written, and why.
            pub fn to_bytes(&self, #(#names: #types),*) -> dxc_runtime::Result<dxc_runtime::newtype::Vec<u8>> {
                <Self as dxc_runtime::Sequence>::to_bytes(self, (#(#names,)*))
            }
        }

        #try_from
    }
}

/// The methods for the original layout of a value that was read.
fn layout_methods(sequence: &Sequence) -> TokenStream {
    let memory = sequence.original_layout();
    let memory = memory.map(|Member { name, .. }| {
        quote! {
            fn forget_layout(&mut self) {
                self.#name.forget();
            }

            fn original_layout(&self) -> Option<&dxc_runtime::OriginalLayout<Self::Args>> {
                Some(&self.#name)
            }
        }
    });
    let near = pool::pool(sequence).filter(|pool| pool.words.near);
    let near = near.map(|_| {
        quote!(
            const IS_NEAR: bool = true;
        )
    });
    quote!(#near #memory)
}
