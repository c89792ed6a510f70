//! Generates records with versions by size: each version appends fields, and the size in the file selects the version.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::{Data, Ident, LitInt};

use super::{Member, Record, Version};
use crate::attributes::{Problems, wrong};
use crate::earlier::method_aliases;
use crate::layout::{Placed, fields};
use crate::serde::implementations;

/// The words of the attribute on a field.
#[derive(Default)]
struct FieldWords {
    since: Option<LitInt>,
    /// Whether only the larger size of that version contains it.
    grown: bool,
    version: bool,
}

words!(FieldWords {
    since: value,
    grown: flag,
    version: flag
});

pub(super) fn expand(name: &Ident, data: Data, numbers: &[LitInt]) -> syn::Result<TokenStream> {
    if numbers.is_empty() {
        return wrong(name.span(), "expected `#[dxc(by_size(N, ..))]`");
    }
    let numbers = numbers.iter().map(LitInt::base10_parse);
    let numbers: Vec<u32> = numbers.collect::<syn::Result<_>>()?;
    let (members, version) = members(name, data, &numbers)?;
    let versions = numbers.iter().enumerate();
    let versions = versions.map(|(index, number)| layout(*number, is_grown(&numbers, index)));
    let versions: Vec<Version> = versions.collect();
    // The newest version that fits.
    let later = versions.iter().enumerate().skip(1).rev();
    let selection = later.map(|(index, Version { layout, .. })| {
        quote!(if stride >= Self::#layout.size { return #index; })
    });
    let record = Record {
        name,
        selection: quote!(#(#selection)* 0),
        members,
        versions,
        arguments: quote!(()),
        types: quote!(()),
        context: quote!((): ()),
        version: Some(version.clone()),
    };
    let mut sizes: Vec<TokenStream> = record.sizes().collect();
    let newest = sizes.pop();
    let indices = (0..sizes.len()).map(Literal::usize_unsuffixed);
    let read = record.read(&version);
    let moving = (numbers.len() > 1).then(|| record.moving(&version));
    let (own, row) = (record.own(), record.row(&quote!(#read #moving)));
    let by_size = record.by_size(&version);
    let serde = implementations(name, "by_size", None);
    Ok(quote! {
        #own

        #by_size

        dxc_runtime::__binrw_by_size!(#name, #version, [#(#indices => #sizes),*], #newest);

        #row

        #serde
    })
}

/// Whether a version is the larger size of the one before it.
fn is_grown(numbers: &[u32], index: usize) -> bool {
    let before = index.checked_sub(1).and_then(|before| numbers.get(before));
    before.is_some_and(|before| numbers.get(index) == Some(before))
}

/// The layout of a version.
fn layout(number: u32, is_grown: bool) -> Version {
    let (suffix, size) = if is_grown {
        ("B", " in its larger size")
    } else {
        ("", "")
    };
    Version {
        layout: format_ident!("LAYOUT_{number}{suffix}"),
        doc: format!("The layout of version {number}{size}: the offset and type of each field."),
        number: Some(number),
    }
}

/// The fields, and the field that stores the version.
fn members(record: &Ident, data: Data, versions: &[u32]) -> syn::Result<(Vec<Member>, Ident)> {
    let mut problems = Problems::default();
    let (mut members, mut version): (Vec<Member>, Option<Ident>) = (Vec::new(), None);
    for (placed, words) in fields::<FieldWords>(record, data)? {
        if words.version {
            if version.is_some() {
                problems.add(&placed.name, "one field is the `version`");
            }
            version = Some(placed.name);
            continue;
        }
        let since = words.since.as_ref();
        let since = since.and_then(|since| problems.note(since.base10_parse()));
        let is_in = versions.iter().enumerate().map(|(index, number)| {
            let is_small = words.grown && !is_grown(versions, index);
            since < Some(*number) || since == Some(*number) && !is_small
        });
        members.push(Member {
            placed,
            rule: since.map_or_else(String::new, |since| {
                format!("the version is {since} or later")
            }),
            since,
            grown: words.grown,
            is_in: is_in.collect(),
        });
    }
    match version {
        Some(version) => problems.or((members, version)),
        None => wrong(
            record.span(),
            "expected a field `#[dxc(version)] version: u32`",
        ),
    }
}

impl Record<'_> {
    /// `BySize` of the record, its constructor, and the methods that need a version.
    fn by_size(&self, version: &Ident) -> TokenStream {
        let name = self.name;
        let layouts = self.versions.iter().map(|version| &version.layout);
        // Compilers can evaluate comparisons with constants, but not with elements of a table.
        let mut numbers: Vec<Option<u32>> =
            self.versions.iter().map(|version| version.number).collect();
        let newest = numbers.pop();
        let indices = (0..numbers.len()).map(Literal::usize_unsuffixed);
        let accessors = self.members.iter();
        let accessors = accessors.filter_map(|member| member.accessor(version));
        quote! {
        impl #name {
            /// An empty record in a version; a version in between counts as the one before it.
            pub fn new(version: u32) -> Self {
                let layouts = <Self as dxc_runtime::BySize>::LAYOUTS;
                let layout = dxc_runtime::versioned::index_of_version(layouts, version);
                Self { #version: layout.try_into().unwrap_or_default(), ..Default::default() }
            }

            #(#accessors)*

            /// The version that the record is in.
            #[inline]
            pub fn version(&self) -> u32 {
                <Self as dxc_runtime::BySize>::version(self)
            }

            /// Moves the record to a version; one in between counts as the one before it.
            ///
            /// Fields that it lacks are lost; the report lists all that were not those of a new record, and all
            /// references. Fields that are new are those of a new record.
            pub fn set_version(&mut self, version: u32) -> dxc_runtime::newtype::Vec<dxc_runtime::Lost> {
                dxc_runtime::versioned::record(self, version)
            }
        }

        impl dxc_runtime::BySize for #name {
            const RECORD: &'static str = stringify!(#name);
            const LAYOUTS: &'static [&'static dxc_runtime::shape::Layout] = &[#(&Self::#layouts),*];

            #[inline]
            fn version(&self) -> u32 {
                match self.#version {
                    #(#indices => #numbers,)*
                    _ => #newest,
                }
            }
        }
        }
    }

    /// The method of `Row` that reads the record: the fields of the first version, then the fields of each later
    /// version that the bytes contain.
    fn read(&self, version: &Ident) -> TokenStream {
        let mut before: Option<&Version> = None;
        let steps = self.versions.iter().enumerate().map(|(index, added)| {
            let (layout, number) = (&added.layout, Literal::usize_unsuffixed(index));
            let known = match before.replace(added) {
                None => quote!(let known = bytes.get(..Self::#layout.size)?;),
                Some(Version { layout: before, .. }) => quote! {
                    let Some(known) = bytes.get(Self::#before.size..Self::#layout.size) else {
                        return Some(record);
                    };
                },
            };
            let is_new = |member: &&Member| {
                let mut versions = member.is_in.iter();
                versions.position(|is_in| *is_in) == Some(index)
            };
            let reads = self
                .members
                .iter()
                .filter(is_new)
                .map(|Member { placed, .. }| {
                    let name = &placed.name;
                    let value = placed.converted("relative", quote!(known.field()?));
                    quote!(record.#name = #value;)
                });
            quote! {
                #known
                let mut known = dxc_runtime::Decoder(known);
                #(#reads)*
                record.#version = #number;
            }
        });
        quote! {
            #[inline]
            fn read_row(bytes: &[u8], (): ()) -> Option<Self> {
                let mut record = <Self as Default>::default();
                #(#steps)*
                Some(record)
            }
        }
    }

    /// The methods of `Row` that differ between versions by size.
    fn moving(&self, version: &Ident) -> TokenStream {
        let moves = self.if_absent(|member| {
            let is_reference = member.placed.target.is_some();
            // The number of a reference may equal that of a new record, so every number that the record stores is
            // reported.
            member.leave(match member.since.filter(|_| is_reference) {
                Some(_) => member.is_reached(version),
                None => quote!(false),
            })
        });
        quote! {
            fn size_in((): (), version: u32) -> usize {
                <Self as dxc_runtime::BySize>::size_of_version(version)
            }

            fn own_size(&self, (): ()) -> usize {
                Self::nth_layout(self.#version as usize).size
            }

            fn move_to(
                &mut self,
                (): (),
                version: u32,
                lost: &mut dyn ::core::ops::FnMut(&'static str, dxc_runtime::newtype::String),
            ) {
                let mut layout = Self::version_index((), <Self as dxc_runtime::Row>::size_in((), version));
                // For a version with two sizes, the record keeps its own size.
                let own = self.#version as usize;
                if Self::nth_layout(own).version == Self::nth_layout(layout).version {
                    layout = own;
                }
                #moves
                self.#version = layout.try_into().unwrap_or_default();
            }
        }
    }
}

impl Member {
    /// The index of the first layout that contains the field.
    fn first(&self) -> Literal {
        let mut versions = self.is_in.iter();
        let first = versions.position(|is_in| *is_in);
        Literal::usize_unsuffixed(first.unwrap_or(self.is_in.len()))
    }

    /// Whether the layout of a record contains the field.
    fn is_reached(&self, version: &Ident) -> TokenStream {
        let first = self.first();
        quote!(self.#version >= #first)
    }

    /// The methods of a field that not all versions contain; `version` is the field that stores the version.
    fn accessor(&self, version: &Ident) -> Option<TokenStream> {
        let Some(since) = self.since else {
            return Some(self.placed.earlier());
        };
        let (Placed { docs, name, ty, .. }, rule) = (&self.placed, &self.rule);
        let text = name.to_string();
        let (reached, setter) = (self.is_reached(version), format_ident!("set_{name}"));
        let (size, grows) = if self.grown {
            (
                ", in its larger size",
                " A record of that version grows to have it.",
            )
        } else {
            ("", "")
        };
        let available = format!("\nAvailable since version {since}{size}; `None` in an older one.");
        let setter_doc = format!("Sets `{name}`, available since version {since}.{grows}");
        let grow = self.grown.then(|| {
            let first = self.first();
            quote!(self.#version = self.#version.max(#first);)
        });
        let has_room = if self.grown {
            quote!(<Self as dxc_runtime::BySize>::version(self) >= #since)
        } else {
            reached.clone()
        };
        let aliases = method_aliases(
            name,
            &self.placed.shown.was,
            (quote!(&self), None, quote!(Option<#ty>)),
            Some((ty, &quote!(-> dxc_runtime::Result<()>))),
        );
        Some(quote! {
            #(#docs)*
            #[doc = #available]
            #[inline]
            pub fn #name(&self) -> Option<#ty> {
                (#reached).then_some(self.#name)
            }

            #[doc = #setter_doc]
            ///
            /// # Errors
            /// If the record is in an older version.
            pub fn #setter(&mut self, value: #ty) -> dxc_runtime::Result<()> {
                if !(#has_room) {
                    return Err(dxc_runtime::versioned::no_room(#text, #rule));
                }
                #grow
                self.#name = value;
                Ok(())
            }

            #aliases
        })
    }
}
