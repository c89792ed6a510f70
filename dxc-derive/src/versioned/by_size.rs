//! Versions by size: each appends fields, and the size in the file tells which it is.

use proc_macro2::TokenStream;
use quote::format_ident;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, ItemStruct, LitInt};

use crate::attributes::{Problems, Words, value, wrong};
use crate::layout::{Placed, entries, fields, offsets, size};
use crate::reference;
use crate::shown::Shown;
use crate::target::{Origin, ReferenceWords};

/// The words on a field.
#[derive(Default)]
struct FieldWords {
    since: Option<LitInt>,
    version: bool,
    reserved: bool,
    reference: ReferenceWords,
    shown: Shown,
}

impl Words for FieldWords {
    const LEGAL: &'static [&'static str] = &[
        "since", "version", "reserved", "names", "last", "run", "len", "yaml", "flatten", "show",
    ];

    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "since" => self.since = Some(value(input)?),
            "version" => self.version = true,
            "reserved" => self.reserved = true,
            _ => return Ok(self.reference.word(word, input)? || self.shown.word(word, input)?),
        }
        Ok(true)
    }
}

/// A field of the struct.
struct Member {
    docs: Vec<Attribute>,
    placed: Placed,
    /// The version that has it first.
    since: u32,
    /// Whether later versions only have it.
    is_later: bool,
}

/// The numbers of the versions, which ascend.
fn versions(name: &Ident, numbers: &[LitInt]) -> syn::Result<Vec<u32>> {
    let mut problems = Problems::default();
    let mut parsed: Vec<u32> = Vec::new();
    for literal in numbers {
        let Some(number) = problems.note(literal.base10_parse()) else {
            continue;
        };
        if let Some(last) = parsed.last().filter(|last| **last >= number) {
            problems.add(
                literal,
                format!("version {number} does not follow version {last}"),
            );
        }
        parsed.push(number);
    }
    if numbers.is_empty() {
        return wrong(
            name.span(),
            "expected at least one version in `by_size(..)`",
        );
    }
    problems.or(parsed)
}

/// The fields, and the one that keeps the version.
fn members(item: &ItemStruct, versions: &[u32]) -> syn::Result<(Vec<Member>, Ident)> {
    let first = versions.first().copied().unwrap_or_default();
    let mut problems = Problems::default();
    let (mut members, mut version): (Vec<Member>, Option<Ident>) = (Vec::new(), None);
    for (field, words) in fields::<FieldWords>(item)? {
        let target = problems.note(words.reference.target(Origin::default()));
        let placed = Placed::of(&field, words.reserved, target.flatten(), words.shown);
        if words.version {
            if version.is_some() {
                problems.add(&placed.name, "one field is the `version`");
            }
            version = Some(placed.name);
            continue;
        }
        let since = match &words.since {
            Some(literal) => problems.note(literal.base10_parse()).unwrap_or(first),
            None => first,
        };
        if let Some(literal) = words.since.as_ref().filter(|_| !versions.contains(&since)) {
            let listed: Vec<String> = versions.iter().map(u32::to_string).collect();
            let listed = listed.join("`, `");
            problems.add(
                literal,
                format!("no version {since} in `by_size(..)`, which has `{listed}`"),
            );
        }
        if let Some(last) = members.last().filter(|last| last.since > since) {
            let problem = format!(
                "versions append: `{}` before it is of version {}",
                last.placed.name, last.since
            );
            problems.add(&placed.name, problem);
        }
        let (docs, is_later) = (field.attrs, words.since.is_some());
        members.push(Member {
            docs,
            placed,
            since,
            is_later,
        });
    }
    match version {
        Some(version) => problems.or((members, version)),
        None => wrong(
            item.ident.span(),
            "expected a field `#[dxc(version)] version: u32`",
        ),
    }
}

/// Why a version has no room for a field.
fn rule(since: u32) -> String {
    format!("the version is {since} or later")
}

/// What a version adds to the one before it.
struct Step<'m> {
    number: u32,
    /// Whether no version stands before it.
    is_first: bool,
    /// The fields, and which of all they are.
    fields: Vec<(usize, &'m Placed)>,
}

impl<'m> Step<'m> {
    fn new(is_first: bool, number: u32, members: &'m [Member]) -> Self {
        let fields = members.iter().enumerate();
        let fields = fields.filter(|(_, member)| member.since == number);
        Self {
            number,
            is_first,
            fields: fields
                .map(|(index, member)| (index, &member.placed))
                .collect(),
        }
    }

    /// Reads the fields from the bytes of a version that is this one or later.
    fn read(&self, version: &Ident) -> TokenStream {
        let (number, layout) = (self.number, format_ident!("LAYOUT_{}", self.number));
        let reads = self.fields.iter().map(|(index, Placed { name, ty, .. })| {
            let at = format_ident!("AT_{index}");
            quote!(record.#name = <#ty as ::dxc_format::runtime::Fixed>::decode(known.get(#at..)?)?;)
        });
        let known = match self.is_first {
            true => quote!(let known = bytes.get(..Self::#layout.size)?;),
            false => quote! {
                let Some(known) = bytes.get(..Self::#layout.size) else {
                    return Some(record);
                };
            },
        };
        quote! {
            #known
            #(#reads)*
            record.#version = #number;
        }
    }

    /// Writes the fields, where there is room for them.
    fn write(&self) -> TokenStream {
        let layout = format_ident!("LAYOUT_{}", self.number);
        let writes = self.fields.iter().map(|(index, Placed { name, .. })| {
            let at = format_ident!("AT_{index}");
            quote! {
                ::dxc_format::runtime::Fixed::encode(&self.#name, known.get_mut(#at..).unwrap_or_default());
            }
        });
        let otherwise = if self.is_first {
            quote!(return Err(::dxc_format::runtime::versioned::too_short(Self::#layout.size, out.len()));)
        } else {
            let rule = rule(self.number);
            let refuse = self.fields.iter().map(|(_, Placed { name, ty, .. })| {
                let text = name.to_string();
                quote! {
                    if self.#name != <#ty as Default>::default() {
                        return Err(::dxc_format::runtime::versioned::no_room(#text, #rule));
                    }
                }
            });
            quote!(#(#refuse)*)
        };
        quote! {
            match out.get_mut(..Self::#layout.size) {
                Some(known) => { #(#writes)* }
                None => { #otherwise }
            }
        }
    }
}

pub(super) fn expand(item: &ItemStruct, numbers: &[LitInt]) -> syn::Result<TokenStream> {
    let name = &item.ident;
    let parsed = versions(name, numbers)?;
    let (members, version) = members(item, &parsed)?;
    let Some(first) = parsed.first() else {
        return Ok(TokenStream::new());
    };
    // The newest first, so that the first that fits is the one.
    let (mut tables, mut shapes, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
    for number in &parsed {
        let fields = members.iter().filter(|member| member.since <= *number);
        let fields: Vec<Placed> = fields.map(|member| member.placed.clone()).collect();
        let layout = format_ident!("LAYOUT_{number}");
        let text = name.to_string();
        let (size, entries) = (size(&fields), entries(&fields));
        let doc = format!("The layout of version {number}: the offset and type of each field.");
        tables.push(quote! {
            #[doc = #doc]
            pub const #layout: ::dxc_format::runtime::shape::Layout =
                ::dxc_format::runtime::shape::Layout::new(#text, #size, #entries).version(#number);
        });
        shapes.insert(
            0,
            quote!(_ if stride >= Self::#layout.size => (&Self::#layout, const { Self::#layout.size }),),
        );
        sizes.insert(0, quote!(_ if version >= #number => Self::#layout.size,));
    }
    let placed: Vec<Placed> = members.iter().map(|member| member.placed.clone()).collect();
    let offsets = offsets(&placed);
    let mut accessors = Vec::new();
    let steps = parsed.iter().enumerate();
    let steps = steps.map(|(index, number)| Step::new(index == 0, *number, &members));
    let steps: Vec<Step<'_>> = steps.collect();
    for Member {
        docs,
        placed: Placed { name, ty, .. },
        since,
        is_later,
    } in &members
    {
        let text = name.to_string();
        if !is_later {
            continue;
        }
        let rule = rule(*since);
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
            pub fn #setter(&mut self, value: #ty) -> ::dxc_format::runtime::Result<()> {
                if self.#version < #since {
                    return Err(::dxc_format::runtime::versioned::no_room(#text, #rule));
                }
                self.#name = value;
                Ok(())
            }
        });
    }
    let is_later = |name: &Ident| {
        let named = |member: &&Member| member.placed.name == *name;
        members
            .iter()
            .find(named)
            .is_some_and(|member| member.is_later)
    };
    let resolving = reference::accessors(&placed, |Placed { name, .. }| match is_later(name) {
        true => quote!(self.#name()?),
        false => quote!(self.#name),
    });
    let moves = members
        .iter()
        .filter(|member| member.is_later)
        .map(|member| {
            let (name, since) = (&member.placed.name, member.since);
            let (ty, text) = (&member.placed.ty, name.to_string());
            let is_lost = match member.placed.target {
                Some(_) => quote!(true),
                None => quote!(self.#name != <#ty as Default>::default()),
            };
            quote! {
                if version < #since {
                    if self.#version >= #since && #is_lost {
                        lost(#text, ::dxc_format::runtime::versioned::show(&self.#name));
                    }
                    self.#name = Default::default();
                }
            }
        });
    let sinces = members.iter().map(|member| {
        let (text, since) = (member.placed.name.to_string(), member.since);
        quote!(#text => Some(#since),)
    });
    let later = parsed.iter().skip(1).rev();
    let reads = steps.iter().map(|step| step.read(&version));
    let writes = steps.iter().map(Step::write);
    let oldest = format_ident!("LAYOUT_{first}");
    let newest = format_ident!("LAYOUT_{}", parsed.last().unwrap_or(first));
    Ok(quote! {
        impl #name {
            #(#tables)*

            /// An empty record in a version; a version in between counts as the one before it.
            pub fn new(version: u32) -> Self {
                let version = match version {
                    #(#later.. => #later,)*
                    _ => #first,
                };
                Self { #version: version, ..Default::default() }
            }

            #(#accessors)*

            #resolving

            /// Moves the record to a version; one in between counts as the one before it.
            ///
            /// Fields that it lacks are lost, which the report says: all that were not 0, and all that name something.
            /// Fields that are new are 0.
            pub fn set_version(&mut self, version: u32) -> ::dxc_format::runtime::newtype::Vec<::dxc_format::runtime::Lost> {
                ::dxc_format::runtime::versioned::record(self, version)
            }
        }

        ::dxc_format::__binrw_by_size!(#name);

        impl ::dxc_format::runtime::Row for #name {
            type Context = ();

            const NEWEST: usize = Self::#newest.size;

            #[inline(always)]
            fn size((): ()) -> usize {
                Self::#oldest.size
            }

            fn size_in((): (), version: u32) -> usize {
                <Self as ::dxc_format::runtime::BySize>::size_of_version(version)
            }

            fn own_size(&self, (): ()) -> usize {
                <Self as ::dxc_format::runtime::BySize>::size_of_version(self.#version)
            }

            #[inline(always)]
            fn known((): (), stride: usize) -> (::dxc_format::runtime::shape::Shape, usize) {
                let (layout, known): (&'static ::dxc_format::runtime::shape::Layout, usize) = match stride {
                    #(#shapes)*
                    _ => (&Self::#oldest, stride),
                };
                (::dxc_format::runtime::shape::Shape::Record(layout), known)
            }

            #[inline]
            fn read(bytes: &[u8], (): ()) -> Option<Self> {
                #offsets
                let mut record = <Self as Default>::default();
                #(#reads)*
                Some(record)
            }

            #[inline]
            fn write(&self, (): (), out: &mut [u8]) -> ::dxc_format::runtime::Result<()> {
                #offsets
                #(#writes)*
                Ok(())
            }

            fn move_to(
                &mut self,
                (): (),
                version: u32,
                lost: &mut dyn FnMut(&'static str, ::dxc_format::runtime::newtype::String),
            ) {
                let version = Self::new(version).#version;
                #(#moves)*
                self.#version = version;
            }
        }

        impl ::dxc_format::runtime::BySize for #name {
            const RECORD: &'static str = stringify!(#name);

            fn version(&self) -> u32 {
                self.#version
            }

            fn size_of_version(version: u32) -> usize {
                match version {
                    #(#sizes)*
                    _ => Self::#oldest.size,
                }
            }

            fn since(field: &str) -> Option<u32> {
                match field {
                    #(#sinces)*
                    _ => None,
                }
            }
        }
    })
}
