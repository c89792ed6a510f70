//! Versions by value: something outside of the record tells which fields it has, and in which order.

use proc_macro2::TokenStream;
use quote::format_ident;
use syn::parse::ParseStream;
use syn::{Expr, Ident, ItemStruct};

use crate::attributes::{Argument, Problems, Rule, Words, list, value, wrong};
use crate::layout::{Placed, default, entries, fields, offsets, size};
use crate::reference::{accessors, visit};
use crate::shown::Shown;
use crate::target::{Origin, ReferenceWords, Target};

/// `version(when = .., fields(..))`.
pub(super) struct Version {
    /// The word itself, for messages.
    pub(super) word: Ident,
    when: Rule,
    fields: Vec<Ident>,
}

#[derive(Default)]
pub(super) struct VersionWords {
    when: Option<Rule>,
    fields: Vec<Ident>,
}

impl Words for VersionWords {
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

impl VersionWords {
    pub(super) fn version(self, word: &Ident) -> syn::Result<Version> {
        let Self { when, fields } = self;
        match when {
            Some(when) => Ok(Version {
                word: word.clone(),
                when,
                fields,
            }),
            None => wrong(word.span(), "expected `when = ..` in the version"),
        }
    }
}

/// The words on a field.
#[derive(Default)]
struct FieldWords {
    reserved: bool,
    reference: ReferenceWords,
    default: Option<Expr>,
    base: Option<Expr>,
    null: Option<Expr>,
    shown: Shown,
}

impl Words for FieldWords {
    const LEGAL: &'static [&'static str] = &[
        "reserved", "names", "last", "run", "len", "base", "null", "yaml", "flatten", "show",
        "default",
    ];

    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "reserved" => self.reserved = true,
            "default" => self.default = Some(value(input)?),
            "base" => self.base = Some(value(input)?),
            "null" => self.null = Some(value(input)?),
            _ => return Ok(self.reference.word(word, input)? || self.shown.word(word, input)?),
        }
        Ok(true)
    }
}

/// A field of the struct.
struct Member {
    placed: Placed,
    base: Option<Expr>,
    null: Option<Expr>,
}

/// The fields, each of them listed by some version.
fn members(item: &ItemStruct, versions: &[Version]) -> syn::Result<Vec<Member>> {
    let mut problems = Problems::default();
    let mut members = Vec::new();
    for (field, words) in fields::<FieldWords>(item)? {
        let FieldWords {
            reserved,
            reference,
            base,
            null,
            shown,
            default,
        } = words;
        let target = problems.note(reference.target(Origin {
            from_part: base.is_some(),
            null: null.as_ref().map(|null| quote!(#null)),
        }));
        let placed = Placed::of(&field, reserved, target.flatten(), shown);
        let placed = placed.with_default(default);
        if !versions
            .iter()
            .any(|version| version.fields.contains(&placed.name))
        {
            problems.add(&placed.name, "no version lists this field");
        }
        members.push(Member { placed, base, null });
    }
    for version in versions {
        for (index, field) in version.fields.iter().enumerate() {
            if !members.iter().any(|member| member.placed.name == *field) {
                problems.add(field, format!("the struct has no field `{field}`"));
            }
            if version
                .fields
                .iter()
                .take(index)
                .any(|earlier| earlier == field)
            {
                problems.add(field, format!("`{field}` is listed twice"));
            }
        }
    }
    problems.or(members)
}

pub(super) fn expand(
    item: &ItemStruct,
    arguments: &[Argument],
    versions: &[Version],
) -> syn::Result<TokenStream> {
    let name = &item.ident;
    if versions.is_empty() {
        return wrong(
            name.span(),
            "expected `#[dxc(version(when = .., fields(..)))]`",
        );
    }
    let members = members(item, versions)?;
    let (argument_names, argument_types): (Vec<_>, Vec<_>) = arguments
        .iter()
        .map(|Argument { name, ty }| (name, ty))
        .unzip();
    let text = name.to_string();
    let (mut visits, mut moves) = (Vec::new(), Vec::new());
    let (mut tables, mut whens, mut shapes, mut sizes, mut writes) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (number, Version { when, fields, .. }) in versions.iter().enumerate() {
        let listed: Vec<&Member> = fields
            .iter()
            .filter_map(|field| members.iter().find(|member| member.placed.name == *field))
            .collect();
        let placed: Vec<Placed> = listed.iter().map(|member| member.placed.clone()).collect();
        let layout = format_ident!("LAYOUT_{number}");
        let (size, entries, offsets) = (size(&placed), entries(&placed), offsets(&placed));
        let rule = &when.rust;
        let doc = format!(
            "The layout if `{}`: the offset and type of each field.",
            when.text.value()
        );
        tables.push(quote! {
            #[doc = #doc]
            pub const #layout: ::dxc_format::runtime::shape::Layout =
                ::dxc_format::runtime::shape::Layout::new(#text, #size, #entries);
        });
        whens.push(quote!(if #rule { return #number; }));
        sizes.push(quote!(#number => const { Self::#layout.size },));
        shapes.push(quote!(#number => &Self::#layout,));
        let encoded = listed.iter().enumerate().map(|(index, member)| {
            let (at, name) = (format_ident!("AT_{index}"), &member.placed.name);
            let value = match (&member.base, null(member)) {
                (Some(base), null) => {
                    quote!(::dxc_format::runtime::strings::absolute(self.#name, #base, #null))
                }
                (None, _) => quote!(self.#name),
            };
            quote!(::dxc_format::runtime::Fixed::encode(&#value, out.get_mut(#at..).unwrap_or_default());)
        });
        let absent = members
            .iter()
            .filter(|member| !fields.contains(&member.placed.name));
        let (mut refused, mut left) = (Vec::new(), Vec::new());
        for Member { placed, .. } in absent {
            let Placed {
                name, ty, default, ..
            } = placed;
            let default = match default {
                Some(default) => quote!(#default),
                None => quote!(<#ty as Default>::default()),
            };
            let has = versions
                .iter()
                .filter(|version| version.fields.contains(name));
            let rule = has
                .map(|version| version.when.text.value())
                .collect::<Vec<_>>()
                .join(" or ");
            let text = name.to_string();
            refused.push(quote! {
                if self.#name != #default {
                    return Err(::dxc_format::runtime::versioned::no_room(#text, #rule));
                }
            });
            left.push(
                quote!(::dxc_format::runtime::versioned::leave(&mut self.#name, #text, #default, lost);),
            );
        }
        moves.push(quote!(#number => { #(#left)* }));
        let visited = placed.iter().map(visit);
        visits.push(quote!(#number => { #(#visited)* }));
        writes.push(quote! {
            #number => {
                #offsets
                let available = out.len();
                let Some(out) = out.get_mut(..Self::#layout.size) else {
                    return Err(::dxc_format::runtime::versioned::too_short(Self::#layout.size, available));
                };
                #(#refused)*
                #(#encoded)*
            }
        });
    }
    let checks = members.iter().filter_map(|member| {
        let Some(Target::String { .. }) = &member.placed.target else {
            return None;
        };
        let Placed { name, .. } = &member.placed;
        let base = member.base.as_ref().map_or(quote!(0), |base| quote!(#base));
        let (function, null) = (format_ident!("check_{name}"), null(member));
        let arms = versions.iter().enumerate().filter_map(|(number, version)| {
            let index = version.fields.iter().position(|field| field == name)?;
            let layout = format_ident!("LAYOUT_{number}");
            Some(quote!(#number => const { Self::#layout.fields[#index].at },))
        });
        Some(quote! {
            /// Refuses a record whose bytes name no string; nothing else is decoded for that.
            #[doc(hidden)]
            #[allow(unused_variables)]
            #[inline(always)]
            pub fn #function(
                bytes: &[u8],
                (#(#argument_names,)*): (#(#argument_types,)*),
                strings: &::dxc_format::runtime::strings::Nameable,
            ) -> Result<(), ::dxc_format::runtime::ErrorKind> {
                let at = match Self::layout_of((#(#argument_names,)*)) {
                    #(#arms)*
                    _ => return Ok(()),
                };
                match bytes.get(at..).and_then(<u32 as ::dxc_format::runtime::Fixed>::decode) {
                    Some(offset) => strings.check(offset, #base, #null),
                    None => Ok(()),
                }
            }
        })
    });
    let reads = blocks(&members, versions);
    let reads = reads.iter().map(|block| block.read(versions.len()));
    let all: Vec<Placed> = members.iter().map(|member| member.placed.clone()).collect();
    let accessors = accessors(&all, |Placed { name, .. }| quote!(self.#name));
    let default = default(name, members.iter().map(|member| &member.placed));
    let newest = versions.len() - 1;
    let newest_layout = format_ident!("LAYOUT_{newest}");
    let context = quote!((#(#argument_names,)*): (#(#argument_types,)*));
    Ok(quote! {
        #default

        impl #name {
            #(#tables)*

            /// Which of the layouts a record has; the last one if no condition holds.
            #[allow(unused_variables)]
            #[inline(always)]
            fn layout_of((#(#argument_names,)*): (#(#argument_types,)*)) -> usize {
                #(#whens)*
                #newest
            }

            /// The record in `bytes`, in one of the layouts.
            #[allow(unused_variables)]
            #[inline(always)]
            fn read_as(bytes: &[u8], layout: usize, #context) -> Option<Self> {
                let mut record = <Self as Default>::default();
                #(#reads)*
                Some(record)
            }

            #(#checks)*

            #accessors
        }

        ::dxc_format::__binrw_row!(#name);

        impl ::dxc_format::runtime::Row for #name {
            type Context = (#(#argument_types,)*);

            const NEWEST: usize = Self::#newest_layout.size;

            #[inline(always)]
            fn size(context: Self::Context) -> usize {
                match Self::layout_of(context) {
                    #(#sizes)*
                    _ => const { Self::#newest_layout.size },
                }
            }

            #[inline(always)]
            fn known(context: Self::Context, _: usize) -> (::dxc_format::runtime::shape::Shape, usize) {
                let layout: &'static ::dxc_format::runtime::shape::Layout = match Self::layout_of(context) {
                    #(#shapes)*
                    _ => &Self::#newest_layout,
                };
                (::dxc_format::runtime::shape::Shape::Record(layout), Self::size(context))
            }

            #[inline]
            fn read(bytes: &[u8], context: Self::Context) -> Option<Self> {
                Self::read_as(bytes, Self::layout_of(context), context)
            }

            #[allow(unused_variables)]
            #[inline]
            fn write(&self, #context, out: &mut [u8]) -> ::dxc_format::runtime::Result<()> {
                match Self::layout_of((#(#argument_names,)*)) {
                    #(#writes)*
                    _ => {}
                }
                Ok(())
            }

            #[inline(always)]
            fn is_newest(context: Self::Context, stride: usize) -> bool {
                stride == Self::NEWEST && Self::layout_of(context) == #newest
            }

            #[inline(always)]
            fn read_newest(bytes: &[u8], context: Self::Context) -> Option<Self> {
                Self::read_as(bytes, #newest, context)
            }

            #[allow(unused_variables)]
            #[inline]
            fn refer(
                &mut self,
                #context,
                place: &::dxc_format::runtime::tables::SharedPlace,
                visit: &mut ::dxc_format::runtime::tables::Visit<'_>,
            ) {
                match Self::layout_of((#(#argument_names,)*)) {
                    #(#visits)*
                    _ => {}
                }
            }

            #[allow(unused_variables)]
            fn move_to(
                &mut self,
                #context,
                _: u32,
                lost: &mut dyn FnMut(&'static str, ::dxc_format::runtime::newtype::String),
            ) {
                match Self::layout_of((#(#argument_names,)*)) {
                    #(#moves)*
                    _ => {}
                }
            }
        }
    })
}

/// Fields that stand one behind the other in each version that has them, so that they are read alike in all of these.
struct Block<'m> {
    members: Vec<&'m Member>,
    /// Where they begin in each version; `None` in one that does not have them.
    starts: Vec<Option<TokenStream>>,
}

/// All fields, in the order of the newest version.
fn blocks<'m>(members: &'m [Member], versions: &[Version]) -> Vec<Block<'m>> {
    let places = |name: &Ident| -> Vec<Option<usize>> {
        let place = |version: &Version| version.fields.iter().position(|field| field == name);
        versions.iter().map(place).collect()
    };
    let type_of = |field: &Ident| {
        let mut named = members.iter().filter(|member| member.placed.name == *field);
        named.next().map(|member| &member.placed.ty)
    };
    let newest = versions.last().map_or(&[][..], |version| &version.fields);
    let mut ordered: Vec<&Member> = members.iter().collect();
    ordered.sort_by_key(|member| {
        let place = newest.iter().position(|field| *field == member.placed.name);
        place.unwrap_or(newest.len())
    });
    let mut blocks: Vec<Block<'m>> = Vec::new();
    let mut behind: Vec<Option<usize>> = Vec::new();
    for member in ordered {
        let places = places(&member.placed.name);
        match blocks.last_mut().filter(|_| places == behind) {
            Some(block) => block.members.push(member),
            None => {
                let starts = versions.iter().zip(&places).map(|(version, place)| {
                    let before = version.fields.iter().take((*place)?).filter_map(type_of);
                    Some(quote!(0 #(+ <#before as ::dxc_format::runtime::Fixed>::SIZE)*))
                });
                let (members, starts) = (vec![member], starts.collect());
                blocks.push(Block { members, starts });
            }
        }
        behind = places.iter().map(|place| Some((*place)? + 1)).collect();
    }
    blocks
}

impl Block<'_> {
    /// Reads the fields into `record`, if its version has them.
    fn read(&self, versions: usize) -> TokenStream {
        let placed: Vec<Placed> = self.members.iter().map(|one| one.placed.clone()).collect();
        let (offsets, size) = (offsets(&placed), size(&placed));
        let decoded = self.members.iter().enumerate().map(|(index, member)| {
            let (at, Placed { name, ty, .. }) = (format_ident!("AT_{index}"), &member.placed);
            let value = quote!(<#ty as ::dxc_format::runtime::Fixed>::decode(block.get(#at..)?)?);
            match (&member.base, null(member)) {
                (Some(base), null) => {
                    quote!(record.#name = ::dxc_format::runtime::strings::relative(#value, #base, #null);)
                }
                (None, _) => quote!(record.#name = #value;),
            }
        });
        let starts = self.starts.iter().enumerate();
        let starts = starts.filter_map(|(number, start)| {
            let start = start.as_ref()?;
            Some(quote!(#number => Some(const { #start }),))
        });
        let otherwise = match self.starts.get(versions.saturating_sub(1)) {
            Some(Some(newest)) if self.starts.iter().all(Option::is_some) => {
                quote!(Some(const { #newest }))
            }
            _ => quote!(None),
        };
        quote! {
            let start: Option<usize> = match layout {
                #(#starts)*
                _ => #otherwise,
            };
            if let Some(start) = start {
                #offsets
                let block = bytes.get(start..start + (#size))?;
                #(#decoded)*
            }
        }
    }
}

/// The offset that names no string, as an `Option`.
fn null(member: &Member) -> TokenStream {
    match &member.null {
        Some(null) => quote!(Some(#null)),
        None => quote!(None),
    }
}
