//! `#[derive(Versioned)]`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Expr, Ident, ItemStruct, LitInt, Token, Type};

use crate::attributes::{self, Problems, Rule, Words, list, value, wrong};
use crate::record::{Names, Placed, entries, offsets, size};

/// The words on the struct.
#[derive(Default)]
struct Versions {
    by_size: Option<Vec<LitInt>>,
    by_value: Option<Vec<Argument>>,
    versions: Vec<ByValue>,
}

/// A version that is told by a value.
struct ByValue {
    when: Rule,
    fields: Vec<Ident>,
}

/// `name: type`.
pub(crate) struct Argument {
    pub(crate) name: Ident,
    pub(crate) ty: Type,
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        Ok(Self {
            name,
            ty: input.parse()?,
        })
    }
}

impl Words for Versions {
    const LEGAL: &'static [&'static str] = &["by_size", "by_value", "version"];

    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "by_size" => self.by_size = Some(list(input)?),
            "by_value" => self.by_value = Some(list(input)?),
            "version" => {
                let content;
                syn::parenthesized!(content in input);
                let mut words = ByValueWords::default();
                while !content.is_empty() {
                    let word: Ident = content.parse()?;
                    if !words.word(&word, &content)? {
                        return wrong(word.span(), "expected `when = ..` or `fields(..)`");
                    }
                    if !content.is_empty() {
                        content.parse::<Token![,]>()?;
                    }
                }
                let Some(when) = words.when else {
                    return wrong(word.span(), "expected `when = ..` in the version");
                };
                self.versions.push(ByValue {
                    when,
                    fields: words.fields,
                });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

#[derive(Default)]
struct ByValueWords {
    when: Option<Rule>,
    fields: Vec<Ident>,
}

impl Words for ByValueWords {
    const LEGAL: &'static [&'static str] = &["when", "fields"];

    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "when" => self.when = Some(value(input)?),
            "fields" => self.fields = list(input)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The words on a field.
#[derive(Default)]
struct FieldWords {
    since: Option<LitInt>,
    version: bool,
    reserved: bool,
    names: Option<Ident>,
    base: Option<Expr>,
    null: Option<Expr>,
}

impl Words for FieldWords {
    const LEGAL: &'static [&'static str] =
        &["since", "version", "reserved", "names", "base", "null"];

    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "since" => self.since = Some(value(input)?),
            "version" => self.version = true,
            "reserved" => self.reserved = true,
            "names" => self.names = Some(value(input)?),
            "base" => self.base = Some(value(input)?),
            "null" => self.null = Some(value(input)?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// A field of the struct.
struct Member {
    docs: Vec<Attribute>,
    placed: Placed,
    words: FieldWords,
}

pub(crate) fn expand(item: TokenStream) -> syn::Result<TokenStream> {
    let mut item: ItemStruct = syn::parse2(item)?;
    let words: Versions = attributes::take(&mut item.attrs)?;
    let mut problems = Problems::default();
    let mut members = Vec::new();
    for field in &mut item.fields {
        let words: FieldWords = problems
            .note(attributes::take(&mut field.attrs))
            .unwrap_or_default();
        let from_part = words.base.is_some();
        let names = words.names.clone().map(|table| Names { table, from_part });
        match Placed::of(field, words.reserved, names) {
            Some(placed) => members.push(Member {
                docs: field.attrs.clone(),
                placed,
                words,
            }),
            None => problems.add(&field, "fields of a versioned record have names"),
        }
    }
    let members = problems.or(members)?;
    match (words.by_size, words.by_value) {
        (Some(numbers), None) => by_size(&item.ident, &numbers, members),
        (None, Some(arguments)) => by_value(&item.ident, &arguments, &words.versions, &members),
        _ => wrong(
            item.ident.span(),
            "expected either `#[dxc(by_size(..))]` or `#[dxc(by_value(..))]`",
        ),
    }
}

fn by_size(name: &Ident, numbers: &[LitInt], members: Vec<Member>) -> syn::Result<TokenStream> {
    let (version, members): (Vec<_>, Vec<_>) =
        members.into_iter().partition(|member| member.words.version);
    let Some(version) = version.first().map(|member| &member.placed.name) else {
        return wrong(
            name.span(),
            "expected a field `#[dxc(version)] version: u32`",
        );
    };
    let mut problems = Problems::default();
    let parsed: Vec<u32> = numbers
        .iter()
        .filter_map(|number| problems.note(number.base10_parse()))
        .collect();
    let Some((first, last)) = parsed.first().zip(parsed.last()) else {
        return wrong(
            name.span(),
            "expected at least one version in `by_size(..)`",
        );
    };
    // The newest first, so that the first that fits is the one.
    let (mut tables, mut shapes, mut sizes, mut known) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for number in &parsed {
        let since = |member: &&Member| match &member.words.since {
            Some(since) => since
                .base10_parse::<u32>()
                .is_ok_and(|since| since <= *number),
            None => true,
        };
        let fields: Vec<Placed> = members
            .iter()
            .filter(since)
            .map(|member| member.placed.clone())
            .collect();
        let layout = format_ident!("LAYOUT_{number}");
        let text = name.to_string();
        let (size, entries) = (size(&fields), entries(&fields));
        let doc = format!("The fields of version {number}: where they lie, and what they are.");
        tables.push(quote! {
            #[doc = #doc]
            pub const #layout: ::dxc_format::shape::Layout =
                ::dxc_format::shape::Layout::new(#text, #size, #entries);
        });
        shapes.insert(
            0,
            quote!(_ if stride >= Self::#layout.size => &Self::#layout,),
        );
        sizes.insert(0, quote!(_ if version >= #number => Self::#layout.size,));
        known.insert(
            0,
            quote!(_ if bytes.len() >= Self::#layout.size => #number,),
        );
    }
    for since in members
        .iter()
        .filter_map(|member| member.words.since.as_ref())
    {
        if since
            .base10_parse::<u32>()
            .is_ok_and(|since| !parsed.contains(&since))
        {
            problems.add(since, "no such version in `by_size(..)`");
        }
    }
    let placed: Vec<Placed> = members.iter().map(|member| member.placed.clone()).collect();
    let offsets = offsets(&placed);
    let (mut reads, mut writes, mut accessors) = (Vec::new(), Vec::new(), Vec::new());
    for (
        index,
        Member {
            docs,
            placed: Placed { name, ty, .. },
            words,
        },
    ) in members.iter().enumerate()
    {
        let at = format_ident!("AT_{index}");
        let text = name.to_string();
        let Some(since) = words.since.as_ref() else {
            reads.push(quote!(#name: <#ty as ::dxc_format::Fixed>::decode(bytes.get(#at..)?)?,));
            writes.push(quote! {
                ::dxc_format::Fixed::encode(&self.#name, out.get_mut(#at..).unwrap_or_default());
            });
            continue;
        };
        let rule = format!("the version is {since} or later");
        reads.push(quote! {
            #name: match version {
                #since.. => <#ty as ::dxc_format::Fixed>::decode(bytes.get(#at..)?)?,
                _ => Default::default(),
            },
        });
        writes.push(quote! {
            if version >= #since {
                ::dxc_format::Fixed::encode(&self.#name, out.get_mut(#at..).unwrap_or_default());
            } else if self.#name != <#ty as Default>::default() {
                return Err(::dxc_format::versioned::no_room(#text, #rule));
            }
        });
        let available = format!("\nAvailable since version {since}; `None` in an older one.");
        let setter = format_ident!("set_{name}");
        let setter_doc = format!("Sets `{name}`, available since version {since}.");
        accessors.push(quote! {
            #(#docs)*
            #[doc = #available]
            #[inline]
            pub fn #name(&self) -> Option<#ty> {
                (self.#version >= #since).then_some(self.#name)
            }

            #[doc = #setter_doc]
            ///
            /// # Errors
            /// If the record is in an older version.
            pub fn #setter(&mut self, value: #ty) -> ::dxc_format::Result<()> {
                if self.#version < #since {
                    return Err(::dxc_format::versioned::no_room(#text, #rule));
                }
                self.#name = value;
                Ok(())
            }
        });
    }
    let newest = format_ident!("LAYOUT_{last}");
    let oldest = format_ident!("LAYOUT_{first}");
    problems.or(quote! {
        impl #name {
            #(#tables)*

            /// An empty record in a version; a version in between counts as the one before it.
            pub fn new(version: u32) -> Self {
                Self { #version: version.min(#last), ..Default::default() }
            }

            #(#accessors)*
        }

        impl ::dxc_format::Row for #name {
            type Context = ();

            #[inline(always)]
            fn size((): ()) -> usize {
                Self::#oldest.size
            }

            #[inline(always)]
            fn known((): (), stride: usize) -> (::dxc_format::shape::Shape, usize) {
                let layout: &'static ::dxc_format::shape::Layout = match stride {
                    #(#shapes)*
                    _ => &Self::#oldest,
                };
                (::dxc_format::shape::Shape::Record(layout), layout.size.min(stride))
            }

            #[inline]
            fn read(bytes: &[u8], (): ()) -> Option<Self> {
                #offsets
                let version: u32 = match () {
                    #(#known)*
                    _ => return None,
                };
                Some(Self { #(#reads)* #version: version })
            }

            #[inline]
            fn write(&self, (): (), out: &mut [u8]) -> ::dxc_format::Result<()> {
                #offsets
                let bytes = &*out;
                let version: u32 = match () {
                    #(#known)*
                    _ => 0,
                };
                #(#writes)*
                Ok(())
            }
        }

        impl ::dxc_format::BySize for #name {
            fn version(&self) -> u32 {
                self.#version
            }

            fn size_of_version(version: u32) -> usize {
                match version {
                    #(#sizes)*
                    _ => Self::#oldest.size,
                }
            }
        }

        const _: () = assert!(#name::#newest.size >= #name::#oldest.size);
    })
}

fn by_value(
    name: &Ident,
    arguments: &[Argument],
    versions: &[ByValue],
    members: &[Member],
) -> syn::Result<TokenStream> {
    let mut problems = Problems::default();
    if versions.is_empty() {
        return wrong(
            name.span(),
            "expected `#[dxc(version(when = .., fields(..)))]`",
        );
    }
    let (argument_names, argument_types): (Vec<_>, Vec<_>) = arguments
        .iter()
        .map(|Argument { name, ty }| (name, ty))
        .unzip();
    let text = name.to_string();
    let (mut tables, mut whens, mut shapes, mut reads, mut writes) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (number, ByValue { when, fields }) in versions.iter().enumerate() {
        let mut listed = Vec::new();
        for field in fields {
            match members.iter().find(|member| member.placed.name == *field) {
                Some(member) => listed.push(member),
                None => problems.add(field, "no such field in the struct"),
            }
        }
        let placed: Vec<Placed> = listed.iter().map(|member| member.placed.clone()).collect();
        let layout = format_ident!("LAYOUT_{number}");
        let (size, entries, offsets) = (size(&placed), entries(&placed), offsets(&placed));
        let rule = &when.rust;
        let doc = format!(
            "The fields if `{}`: where they lie, and what they are.",
            when.text.value()
        );
        tables.push(quote! {
            #[doc = #doc]
            pub const #layout: ::dxc_format::shape::Layout =
                ::dxc_format::shape::Layout::new(#text, #size, #entries);
        });
        whens.push(quote!(if #rule { return #number; }));
        shapes.push(quote!(#number => &Self::#layout,));
        let decoded = listed.iter().enumerate().map(|(index, member)| {
            let (at, Placed { name, ty, .. }) = (format_ident!("AT_{index}"), &member.placed);
            let value = quote!(<#ty as ::dxc_format::Fixed>::decode(bytes.get(#at..)?)?);
            match (&member.words.base, null(member)) {
                (Some(base), null) => {
                    quote!(#name: ::dxc_format::strings::relative(#value, #base, #null),)
                }
                (None, _) => quote!(#name: #value,),
            }
        });
        reads.push(quote! {
            #number => {
                #offsets
                let bytes = bytes.get(..Self::#layout.size)?;
                Some(Self { #(#decoded)* ..Default::default() })
            }
        });
        let encoded = listed.iter().enumerate().map(|(index, member)| {
            let (at, name) = (format_ident!("AT_{index}"), &member.placed.name);
            let value = match (&member.words.base, null(member)) {
                (Some(base), null) => {
                    quote!(::dxc_format::strings::absolute(self.#name, #base, #null))
                }
                (None, _) => quote!(self.#name),
            };
            quote!(::dxc_format::Fixed::encode(&#value, out.get_mut(#at..).unwrap_or_default());)
        });
        let absent = members
            .iter()
            .filter(|member| !fields.contains(&member.placed.name));
        let refused = absent.map(
            |Member {
                 placed: Placed { name, ty, .. },
                 ..
             }| {
                let has = versions
                    .iter()
                    .filter(|version| version.fields.contains(name));
                let rule = has
                    .map(|version| version.when.text.value())
                    .collect::<Vec<_>>()
                    .join(" or ");
                let text = name.to_string();
                quote! {
                    if self.#name != <#ty as Default>::default() {
                        return Err(::dxc_format::versioned::no_room(#text, #rule));
                    }
                }
            },
        );
        writes.push(quote! {
            #number => {
                #offsets
                let out = out.get_mut(..Self::#layout.size).unwrap_or_default();
                #(#refused)*
                #(#encoded)*
            }
        });
    }
    let offsets_alone = members.iter().filter_map(|member| {
        let base = member.words.base.as_ref()?;
        let (name, null) = (&member.placed.name, null(member));
        let function = format_ident!("{name}_in");
        let arms = versions.iter().enumerate().map(|(number, version)| {
            let placed: Vec<Placed> = version
                .fields
                .iter()
                .filter_map(|field| members.iter().find(|member| member.placed.name == *field))
                .map(|member| member.placed.clone())
                .collect();
            let offsets = offsets(&placed);
            let at = placed.iter().position(|placed| placed.name == *name).map(|index| format_ident!("AT_{index}"));
            at.map(|at| quote! {
                #number => {
                    #offsets
                    let offset = <u32 as ::dxc_format::Fixed>::decode(bytes.get(#at..)?)?;
                    Some(::dxc_format::strings::relative(offset, #base, #null))
                }
            })
        });
        Some(quote! {
            #[doc(hidden)]
            #[allow(unused_variables)]
            #[inline(always)]
            pub fn #function(bytes: &[u8], (#(#argument_names,)*): (#(#argument_types,)*)) -> Option<u32> {
                match Self::layout_of((#(#argument_names,)*)) {
                    #(#arms)*
                    _ => None,
                }
            }
        })
    });
    let newest = versions.len() - 1;
    let newest_layout = format_ident!("LAYOUT_{newest}");
    let context = quote!((#(#argument_names,)*): Self::Context);
    problems.or(quote! {
        impl #name {
            #(#tables)*

            /// Which of the layouts a record has; the last one if no condition holds.
            #[allow(unused_variables)]
            #[inline(always)]
            fn layout_of((#(#argument_names,)*): (#(#argument_types,)*)) -> usize {
                #(#whens)*
                #newest
            }

            #(#offsets_alone)*
        }

        impl ::dxc_format::Row for #name {
            type Context = (#(#argument_types,)*);

            #[inline(always)]
            fn size(context: Self::Context) -> usize {
                let layout: &'static ::dxc_format::shape::Layout = match Self::layout_of(context) {
                    #(#shapes)*
                    _ => &Self::#newest_layout,
                };
                layout.size
            }

            #[inline(always)]
            fn known(context: Self::Context, _: usize) -> (::dxc_format::shape::Shape, usize) {
                let layout: &'static ::dxc_format::shape::Layout = match Self::layout_of(context) {
                    #(#shapes)*
                    _ => &Self::#newest_layout,
                };
                (::dxc_format::shape::Shape::Record(layout), layout.size)
            }

            #[allow(unused_variables)]
            #[inline]
            fn read(bytes: &[u8], #context) -> Option<Self> {
                match Self::layout_of((#(#argument_names,)*)) {
                    #(#reads)*
                    _ => None,
                }
            }

            #[allow(unused_variables)]
            #[inline]
            fn write(&self, #context, out: &mut [u8]) -> ::dxc_format::Result<()> {
                match Self::layout_of((#(#argument_names,)*)) {
                    #(#writes)*
                    _ => {}
                }
                Ok(())
            }
        }
    })
}

fn null(member: &Member) -> TokenStream {
    match &member.words.null {
        Some(null) => quote!(Some(#null)),
        None => quote!(None),
    }
}
