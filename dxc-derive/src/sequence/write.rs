//! From the owned value to bytes.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::parse::{Class, Member, Sequence};
use super::read::{conditional, context, places};
use crate::attributes::Rule;

/// The body of `put`.
pub(super) fn put(sequence: &Sequence) -> TokenStream {
    let mut body = quote!(let mut size_of_self = 0usize;);
    for member in &sequence.members {
        body.extend(places(member));
        body.extend(local(member));
    }
    for member in &sequence.members {
        body.extend(field(member));
    }
    body.extend(quote!(size_of_self = writer.reached();));
    for member in &sequence.members {
        body.extend(finish(member));
    }
    quote!(#body Ok(()))
}

/// How many bytes the value will take, as far as that can be told quickly.
pub(super) fn size(sequence: &Sequence) -> TokenStream {
    let sizes = sequence.members.iter().map(
        |Member {
             name, ty, class, ..
         }| match class {
            Class::Computed | Class::Fixed => quote!(<#ty as ::dxc_format::Fixed>::SIZE),
            Class::Usual(ty) | Class::Optional(ty) => quote!(<#ty as ::dxc_format::Fixed>::SIZE),
            Class::Bytes | Class::Strings | Class::Trailing => quote!(self.#name.len()),
            Class::Run(row) => quote!(self.#name.len() * core::mem::size_of::<#row>()),
            Class::Strided(_) => quote!(self.#name.len() * self.#name.stride() as usize),
            Class::Sized(_) => quote!(self.#name.size()),
            Class::Padding(align) => quote!(#align),
            Class::Memory => quote!(0),
        },
    );
    quote!(0 #(+ #sizes)*)
}

/// What expressions see of a field: the same name and methods as on reading.
fn local(Member { name, class, .. }: &Member) -> TokenStream {
    match class {
        Class::Fixed | Class::Optional(_) => quote!(let #name = self.#name;),
        Class::Bytes | Class::Strings | Class::Run(_) | Class::Strided(_) | Class::Sized(_) => {
            quote!(let #name = &self.#name;)
        }
        _ => quote!(),
    }
}

fn field(member: &Member) -> TokenStream {
    let Member {
        name,
        ty,
        class,
        words,
        ..
    } = member;
    let text = name.to_string();
    let (at, size) = (format_ident!("at_{name}"), format_ident!("size_of_{name}"));
    let within = quote!(.map_err(|error| error.within(#text))?);
    let fixed = |ty: &syn::Type| quote!(#size = <#ty as ::dxc_format::Fixed>::SIZE;);
    match class {
        Class::Computed => {
            let Some(Rule { rust, .. }) = &words.is else {
                return quote!();
            };
            let value = if words.late {
                quote!(<#ty as Default>::default())
            } else {
                quote!(::dxc_format::writer::Computed::<#ty>::value(#rust)#within)
            };
            let size = fixed(ty);
            let content = quote!(let value = #value; #at = writer.fixed(&value); #size value);
            let written = conditional(member, content, quote!(<#ty as Default>::default()));
            quote!(let #name = #written;)
        }
        Class::Usual(ty) => {
            let size = fixed(ty);
            let content = quote!(#at = writer.fixed(&<#ty as Default>::default()); #size);
            conditional(member, content, quote!())
        }
        Class::Fixed => {
            let size = fixed(ty);
            quote!(#at = writer.fixed(&#name); #size)
        }
        Class::Optional(ty) => {
            let size = fixed(ty);
            let content = quote!(#at = writer.fixed(&#name.unwrap_or_default()); #size);
            let is_absent = quote!(#name.is_none());
            absent_or(member, content, is_absent)
        }
        Class::Bytes | Class::Strings => {
            let bytes = if matches!(class, Class::Bytes) {
                quote!(#name)
            } else {
                quote!(&#name.0)
            };
            let compare = compare(member);
            let content = quote!(#compare #at = writer.bytes(#bytes); #size = #name.len(););
            absent_or(member, content, quote!(#name.is_empty()))
        }
        Class::Run(row) => {
            let (context, compare) = (context(row, &words.with), compare(member));
            let put = if words.with.is_empty() {
                quote!(#at = writer.run(#name, #context)#within;)
            } else {
                quote!(#at = writer.reserve(#size);)
            };
            let content = quote! {
                #compare
                #size = #name.len() * <#row as ::dxc_format::Row>::size(#context);
                #put
            };
            absent_or(member, content, quote!(#name.is_empty()))
        }
        Class::Strided(_) => {
            let compare = compare(member);
            let content = quote! {
                #compare
                #at = writer.strided(#name)#within;
                #size = #name.len() * #name.stride() as usize;
            };
            absent_or(member, content, quote!(#name.is_empty()))
        }
        Class::Sized(_) => {
            let content = quote! {
                #size = #name.size();
                #at = writer.sized(&#name.record, #name.known(), &#name.tail)#within;
            };
            conditional(member, content, quote!())
        }
        Class::Padding(align) => quote!(writer.align(#align);),
        Class::Trailing => quote!(),
        Class::Memory => quote!(),
    }
}

/// A field whose condition does not hold must be empty.
fn absent_or(member: &Member, content: TokenStream, is_absent: TokenStream) -> TokenStream {
    let text = member.name.to_string();
    let Some(Rule { text: rule, .. }) = &member.words.condition else {
        return content;
    };
    let refuse = quote! {
        if !#is_absent {
            let kind = ::dxc_format::ErrorKind::NoRoom { rule: #rule };
            return Err(::dxc_format::Error::new(kind, writer.reached()).within(#text));
        }
    };
    conditional(member, content, refuse)
}

/// A count that nobody sets must agree.
fn compare(member: &Member) -> TokenStream {
    let Member { name, words, .. } = member;
    let (Some(Rule { text: rule, rust }), true) = (&words.count, words.compare) else {
        return quote!();
    };
    let text = name.to_string();
    quote! {
        ::dxc_format::writer::same_count(#rust, #name.len(), #rule)
            .map_err(|error| error.within(#text))?;
    }
}

/// What can only be written once every field has its place.
fn finish(member: &Member) -> TokenStream {
    let Member {
        name,
        ty,
        class,
        words,
        ..
    } = member;
    let text = name.to_string();
    let at = format_ident!("at_{name}");
    let within = quote!(.map_err(|error| error.within(#text))?);
    match (class, &words.is, &words.usual) {
        (Class::Computed, Some(Rule { rust, .. }), _) if words.late => {
            let content = quote! {
                writer.patch(#at, &::dxc_format::writer::Computed::<#ty>::value(#rust)#within);
            };
            conditional(member, content, quote!())
        }
        (Class::Usual(ty), _, Some(Rule { rust, .. })) => {
            let content = quote! {
                let value = match self.#name {
                    Some(value) => value,
                    None => ::dxc_format::writer::Computed::<#ty>::value(#rust)#within,
                };
                writer.patch(#at, &value);
            };
            conditional(member, content, quote!())
        }
        (Class::Run(row), ..) if !words.with.is_empty() => {
            let context = context(row, &words.with);
            let content = quote!(writer.fill(#at, #name, #context)#within;);
            conditional(member, content, quote!())
        }
        (Class::Trailing, ..) => quote!(writer.bytes(&self.#name);),
        _ => quote!(),
    }
}
