//! Generates the conversions from bytes to the view, and from the view to the owned value.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::field_kind::FieldKind;
use super::parse::{Check, Member, Sequence};
use super::pool;
use super::read_field::field;
use super::used::Used;
use super::view_fields::{Places, view_type};
use super::words::{conditional, context, strict_context};
use crate::attributes::{Parameters, Rule};
use crate::hygiene::size_of_self;

/// The fields of the view of a nested sequence.
pub(super) fn view_fields(sequence: &Sequence) -> Vec<TokenStream> {
    let kept = sequence.stored();
    kept.filter(|member| !matches!(member.kind, FieldKind::OriginalLayout))
        .map(|member| {
            let Member {
                docs,
                visibility,
                name,
                ..
            } = member;
            let ty = view_type(member);
            quote!(#(#docs)* #visibility #name: #ty,)
        })
        .collect()
}

/// The struct of the view.
pub(super) fn view(sequence: &Sequence) -> TokenStream {
    let Sequence {
        visibility,
        name,
        view,
        ..
    } = sequence;
    let Places {
        fields, methods, ..
    } = Places::of(sequence);
    let Parameters { names, types } = &sequence.words.takes;
    let doc = format!(
        "A view of [`{name}`], which borrows the bytes: bounds are checked, records are decoded on access."
    );
    let memory = sequence.original_layout();
    let is_canonical = memory.map(|_| quote!(is_canonical: bool,));
    let memory = memory.map(|_| {
        quote! {
            /// The bytes, where they are not in the canonical layout.
            #[inline]
            fn original_layout(&self) -> dxc_runtime::OriginalLayout<(#(#types,)*)> {
                if self.is_canonical {
                    Default::default()
                } else {
                    dxc_runtime::OriginalLayout::new(self.source, self.args, dxc_runtime::layout_of::<#name>)
                }
            }
        }
    });
    quote! {
        #[doc = #doc]
        #[derive(Clone, Copy)]
        #[non_exhaustive]
        #visibility struct #view<'a> {
            #fields
            source: &'a [u8],
            args: (#(#types,)*),
            #is_canonical
        }

        /// The fields, like those of the value.
        impl ::core::fmt::Debug for #view<'_> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(&self.to_value(), f)
            }
        }

        /// Two views are equal if they were read from the same bytes in the same way.
        impl PartialEq for #view<'_> {
            fn eq(&self, other: &Self) -> bool {
                self.source == other.source && self.args == other.args
            }
        }

        impl<'a> #view<'a> {
            /// Reads the part's data.
            ///
            /// # Errors
            /// Names the field, its offset and the expected value.
            #[inline]
            pub fn parse(bytes: &'a [u8], #(#names: #types),*) -> dxc_runtime::Result<Self> {
                <#name as dxc_runtime::Sequence>::walk(bytes, (#(#names,)*), dxc_runtime::walk::borrowed(&mut ()))
            }

            #methods

            /// The owned form.
            pub fn to_value(&self) -> #name {
                <#name as dxc_runtime::Sequence>::from_view(self)
            }

            /// The bytes that it was read from.
            pub fn as_bytes(&self) -> &'a [u8] {
                self.source
            }

            #memory
        }
    }
}

/// The body of `Sequence::walk`.
pub(super) fn walk(sequence: &Sequence) -> TokenStream {
    let own_size = size_of_self();
    let members = || sequence.members.iter();
    let trailing = sequence.find(|kind| matches!(kind, FieldKind::Trailing));
    let trailing = trailing.map(trailing_bytes);
    let checks: TokenStream = members().map(finish).collect();
    let kept = Places::of(sequence).values;
    let used = Used::new(sequence, &[&checks, &kept]);
    let (locals, noted) = (used.locals(sequence), pool::noted(sequence));
    let reads = members().map(|member| {
        let read = field(member, &used);
        let read = if member.ends_itself() {
            quote!(let before = walker.at(); #read walker.reader.go_on_from(before);)
        } else {
            read
        };
        let walked = pool::walked(sequence, member);
        quote!(#read #walked)
    });
    let arguments = &sequence.words.takes.names;
    let view = &sequence.view;
    // If structures of a pool are near their references, a new layout differs from the order of reading.
    let near = pool::pool(sequence).filter(|pool| pool.words.near);
    let nothing_named = near.map(|_| quote!(&&named.is_empty()));
    let is_canonical = sequence.original_layout();
    let is_canonical =
        is_canonical.map(|_| quote!(is_canonical: reader.is_canonical() #nothing_named,));
    quote! {
        let source = bytes;
        let mut reader = dxc_runtime::reader::Reader::of_part(source)?;
        let (start, mut #own_size) = (0usize, 0usize);
        #noted
        let mut walker = dxc_runtime::walker::Walker { reader: &mut reader, sink };
        #locals
        #(#reads)*
        #own_size = walker.reader.reached();
        #trailing
        #checks
        Ok(#view { #kept source, args: (#(#arguments,)*), #is_canonical })
    }
}

fn trailing_bytes(
    Member {
        name,
        at,
        descriptor,
        ..
    }: &Member,
) -> TokenStream {
    let own_size = size_of_self();
    quote! {
        let #name = walker.trailing(#descriptor, #own_size);
        #at = #own_size;
    }
}

/// The checks that need the offsets of all fields.
pub(super) fn finish(member: &Member) -> TokenStream {
    let Member {
        name,
        at,
        kind,
        words,
        descriptor,
        ..
    } = member;
    match (kind, &words.is, &words.canonical) {
        (
            FieldKind::Computed,
            Some(Rule {
                text: rule, rust, ..
            }),
            _,
        ) if !words.holds => {
            let check = quote!((#descriptor).check(#at, #name, #rust, #rule)?;);
            conditional(member, check, quote!())
        }
        (FieldKind::Canonical(ty), _, Some(Rule { rust, .. })) => {
            let kept = quote! {
                match dxc_runtime::computed::Computed::<#ty>::value(#rust) {
                    Ok(canonical) if canonical == #name => None,
                    _ => Some(#name),
                }
            };
            let kept = conditional(member, kept, quote!(None));
            quote!(let #name = #kept;)
        }
        (FieldKind::Run(row) | FieldKind::Strided(row), ..) => {
            let rebuilt = (!words.with.is_empty()).then(|| {
                let context = conditional(
                    member,
                    strict_context(member, row),
                    context(row, &words.with),
                );
                quote! {
                    let context = #context;
                    let #name = #name.with(context);
                }
            });
            let context = (words.with.is_empty() && !words.checks.is_empty())
                .then(|| quote!(let context = ();));
            let checks = words.checks.iter().map(|one| check(member, row, one));
            quote!(#rebuilt #context #(#checks)*)
        }
        _ => quote!(),
    }
}

/// Refuses records without a reference to a string.
fn check(member: &Member, row: &syn::Type, Check { field, table }: &Check) -> TokenStream {
    let (Member { name, at, .. }, within) = (member, member.within());
    let (field_text, function) = (field.to_string(), format_ident!("check_{field}"));
    quote! {
        let strings = dxc_runtime::strings::Nameable::of(#table);
        #name
            .check(#at, #field_text, |record| #row::#function(record, context, &strings))
            #within?;
    }
}

/// The body of `Sequence::from_view`.
pub(super) fn from_view(sequence: &Sequence) -> TokenStream {
    let of_view = |field: &syn::Ident| {
        if sequence.words.nested {
            quote!(view.#field)
        } else {
            quote!(view.#field())
        }
    };
    let fields = sequence.stored().map(|member| {
        let Member { name, kind, .. } = member;
        let viewed = of_view(name);
        let value = match member.is_optional {
            _ if member.words.table => quote!(#viewed.to_vec().into()),
            // Kinds without a view, such as numbers, are equal in both.
            true if kind.view().is_some() => {
                let owned = kind.owned(quote!(viewed));
                quote!(#viewed.map(|viewed| #owned))
            }
            _ => kind.owned(viewed),
        };
        quote!(#name: #value,)
    });
    pool::gathered(sequence, quote!(Self { #(#fields)* }))
}
