//! `#[derive(Choice)]`.

use proc_macro2::TokenStream;
use quote::format_ident;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, ItemEnum, LitInt, Path, Type};

use crate::attributes::{self, Argument, Problems, Rule, Words, list, value, wrong};
use crate::sequence::parse::generic;
use crate::shown::Shown;

#[derive(Default)]
struct ChoiceWords {
    view: Option<Ident>,
    by: Option<Path>,
    takes: Vec<Argument>,
    /// It has tables of the part, or numbers that name something in them, or leads to what has.
    refers: bool,
}

impl Words for ChoiceWords {
    const LEGAL: &'static [&'static str] = &["view", "by", "takes", "refers"];

    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "view" => self.view = Some(value(input)?),
            "by" => self.by = Some(value(input)?),
            "takes" => self.takes = list(input)?,
            "refers" => self.refers = true,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The words on an arm.
#[derive(Default)]
struct ArmWords {
    when: Vec<Ident>,
    otherwise: bool,
    nested: bool,
    with: Vec<Rule>,
    nul_first: bool,
    round: Option<LitInt>,
    shown: Shown,
}

impl Words for ArmWords {
    const LEGAL: &'static [&'static str] = &[
        "when",
        "otherwise",
        "nested",
        "with",
        "nul_first",
        "round",
        "yaml",
        "flatten",
    ];

    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "when" => self.when = list(input)?,
            "otherwise" => self.otherwise = true,
            "nested" => self.nested = true,
            "with" => self.with = list(input)?,
            "nul_first" => self.nul_first = true,
            "round" => self.round = Some(value(input)?),
            _ => return self.shown.word(word, input),
        }
        Ok(true)
    }
}

/// What an arm holds.
enum Content {
    /// A structure.
    Nested,
    /// A record.
    Record,
    /// All bytes that are left.
    Bytes,
    /// All bytes that are left, as strings.
    Strings,
}

/// An arm, and what each method of the choice does with it.
struct Arm<'a> {
    name: &'a Ident,
    docs: &'a [Attribute],
    ty: &'a Type,
    content: Content,
    /// The selectors that choose it.
    pattern: TokenStream,
    args: TokenStream,
    nul_first: bool,
    /// Strings are padded to a multiple of so many bytes.
    round: TokenStream,
    shown: TokenStream,
    /// Whether it takes what no other arm does.
    otherwise: bool,
}

impl Arm<'_> {
    /// What may keep bytes that nobody understands, borrowed; `value` is what the arm holds.
    fn keeper(&self, borrow: &TokenStream) -> Option<TokenStream> {
        match self.content {
            Content::Nested => Some(quote!(value)),
            Content::Bytes if self.otherwise => {
                Some(quote!(#borrow ::dxc_format::runtime::unknown::Rest(value)))
            }
            _ => None,
        }
    }

    fn is_nested(&self) -> bool {
        matches!(self.content, Content::Nested)
    }

    fn view(&self) -> TokenStream {
        let (docs, name, ty) = (self.docs, self.name, self.ty);
        let view = match self.content {
            Content::Nested => quote!(<#ty as ::dxc_format::runtime::Nested>::View<'a>),
            Content::Record => quote!(#ty),
            Content::Bytes => quote!(&'a [u8]),
            Content::Strings => quote!(::dxc_format::runtime::Strings<'a>),
        };
        quote!(#(#docs)* #name(#view),)
    }

    /// Reads it by a method of `Nested`; `told` is whoever hears of what stands in place.
    fn read(&self, method: &Ident, told: &TokenStream) -> TokenStream {
        let Self {
            ty, args, shown, ..
        } = self;
        let rest = |content: TokenStream| {
            quote! {
                ::dxc_format::runtime::nested::rest(
                    reader, ::dxc_format::runtime::walk::Content::#content, const { &#shown }, #told,
                )?
            }
        };
        match self.content {
            Content::Nested => quote! {{
                sink.enter("", None, const { &#shown });
                let read = <#ty as ::dxc_format::runtime::Nested>::#method(reader, #args, sink)?;
                sink.leave();
                read
            }},
            Content::Record => quote! {{
                let sink = #told;
                ::dxc_format::runtime::walk::Sink::enter(sink, "", None, const { &#shown });
                let read = ::dxc_format::runtime::nested::record::<#ty, _>(reader, #args, sink)?;
                ::dxc_format::runtime::walk::Sink::leave(sink);
                read
            }},
            Content::Bytes => rest(quote!(Bytes)),
            Content::Strings => {
                let bytes = rest(quote!(Strings));
                quote!(::dxc_format::runtime::Strings(#bytes))
            }
        }
    }

    fn value(&self) -> TokenStream {
        let ty = self.ty;
        match self.content {
            Content::Nested => quote!(<#ty as ::dxc_format::runtime::Nested>::from_view(view)),
            Content::Record => quote!(*view),
            Content::Bytes => quote!(view.to_vec()),
            Content::Strings => quote!(view.to_value()),
        }
    }

    fn put_inline(&self) -> TokenStream {
        let args = &self.args;
        match self.content {
            Content::Nested => quote!(value.put_inline(writer, #args)),
            Content::Record => quote!(writer.record(value, #args)),
            Content::Bytes => quote!(Ok(writer.bytes(value))),
            Content::Strings => quote!(Ok(writer.bytes(&value.0))),
        }
    }

    fn build(&self) -> TokenStream {
        let Self {
            ty, args, shown, ..
        } = self;
        let shown = quote!(const { &#shown });
        match self.content {
            Content::Nested => quote! {{
                let args = #args;
                source.inner(#shown, |source| {
                    <#ty as ::dxc_format::document::FromDocument>::build(source, args, scope)
                })
            }},
            Content::Record => quote!(source.record::<#ty>(#shown, #args, scope)),
            Content::Bytes => quote!(source.bytes(#shown)),
            Content::Strings => quote!(source.table_of_strings(#shown, scope)),
        }
    }

    /// Tells a visitor of what it names, and lends what is a table.
    fn refer(&self) -> Option<(TokenStream, TokenStream)> {
        let Self {
            name,
            nul_first,
            round,
            ..
        } = self;
        let (refer, lend) = match self.content {
            Content::Nested => (
                quote!(::dxc_format::runtime::Nested::refer(value, outer, visit)),
                quote!(::dxc_format::runtime::Nested::lend(value, tables)),
            ),
            Content::Record if self.args.to_string() == "()" => (
                quote!(::dxc_format::runtime::Row::refer(value, (), outer, visit)),
                quote!({}),
            ),
            Content::Strings => (
                quote!({}),
                quote!(tables.push(::dxc_format::runtime::tables::Table {
                    name: ::dxc_format::runtime::tables::STRINGS,
                    round: #round,
                    content: ::dxc_format::runtime::tables::TableContent::Strings {
                        table: value,
                        nul_first: #nul_first,
                        repeats: false,
                        merges: false,
                    },
                })),
            ),
            _ => return None,
        };
        Some((
            quote!(Self::#name(value) => #refer,),
            quote!(Self::#name(value) => #lend,),
        ))
    }
}

pub(crate) fn expand(item: TokenStream) -> syn::Result<TokenStream> {
    let mut item: ItemEnum = syn::parse2(item)?;
    let words: ChoiceWords = attributes::take(&mut item.attrs)?;
    let (name, visibility) = (&item.ident, &item.vis);
    let (Some(view), Some(by)) = (words.view, words.by) else {
        return wrong(name.span(), "expected `#[dxc(view = Name, by = Enum)]`");
    };
    let (takes, types): (Vec<_>, Vec<_>) = words
        .takes
        .iter()
        .map(|argument| (&argument.name, &argument.ty))
        .unzip();
    let mut problems = Problems::default();
    let (mut arms, mut takes_others) = (Vec::new(), false);
    for variant in &mut item.variants {
        let words: ArmWords = problems
            .note(attributes::take(&mut variant.attrs))
            .unwrap_or_default();
        let (docs, name, when) = (&*variant.attrs, &variant.ident, &words.when);
        let Some(ty) = variant.fields.iter().next().map(|field| &field.ty) else {
            problems.add(&name, "an arm holds one value");
            continue;
        };
        if when.is_empty() && !words.otherwise {
            problems.add(&name, "expected `#[dxc(when(..))]` on the arm");
        }
        takes_others |= words.otherwise;
        let pattern = match words.otherwise {
            true => quote!(_),
            false => quote!(#(#by::#when)|*),
        };
        let content = match generic(ty).unwrap_or_default().0.as_str() {
            _ if words.nested => Content::Nested,
            "Vec" => Content::Bytes,
            "StringTable" => Content::Strings,
            _ => Content::Record,
        };
        arms.push(Arm {
            name,
            docs,
            ty,
            content,
            pattern,
            args: args(&words.with),
            nul_first: words.nul_first,
            round: words.round.map_or(quote!(1), |round| quote!(#round)),
            shown: words.shown.of(&name.to_string()),
            otherwise: words.otherwise,
        });
    }
    let Some(first) = arms.first().map(|arm| arm.name) else {
        return wrong(name.span(), "expected at least one arm");
    };
    let renumbers = arms.iter().filter(|arm| arm.is_nested());
    let renumbers: Vec<_> = renumbers
        .map(|arm| {
            let name = arm.name;
            quote!(Self::#name(value) => ::dxc_format::runtime::Nested::renumber(value, visit),)
        })
        .collect();
    let renumber = (!renumbers.is_empty()).then(|| {
        quote! {
            #[allow(unreachable_patterns)]
            fn renumber(&mut self, visit: &mut dyn FnMut(&mut u32)) {
                match self {
                    #(#renumbers)*
                    _ => {}
                }
            }
        }
    });
    let referring = words.refers.then(|| {
        let (refers, lends): (Vec<_>, Vec<_>) = arms.iter().filter_map(Arm::refer).unzip();
        quote! {
            #[allow(unreachable_patterns)]
            fn refer(
                &mut self,
                outer: &::dxc_format::runtime::tables::SharedPlace,
                visit: &mut ::dxc_format::runtime::tables::Visit<'_>,
            ) {
                match self {
                    #(#refers)*
                    _ => {}
                }
            }

            #[allow(unreachable_patterns)]
            fn lend<'t>(&'t mut self, tables: &mut ::dxc_format::runtime::newtype::Vec<::dxc_format::runtime::tables::Table<'t>>) {
                match self {
                    #(#lends)*
                    _ => {}
                }
            }
        }
    });
    let keys = arms.iter().filter(|arm| arm.is_nested());
    let keys = keys.map(|Arm { ty, shown, .. }| {
        quote! {
            ::dxc_format::document::FieldKey {
                name: "",
                shown: &#shown,
                inner: ::dxc_format::document::Inner::Structure(
                    <#ty as ::dxc_format::document::FromDocument>::KEYS,
                ),
            }
        }
    });
    let unknown = quote! {
        let kind = ::dxc_format::runtime::ErrorKind::NoArm { selector: selector.0.into() };
    };
    let refuse = |at: TokenStream| {
        (!takes_others).then(|| {
            quote! {
                _ => {
                    #unknown
                    return Err(::dxc_format::runtime::Error::new(kind, #at).into());
                }
            }
        })
    };
    let (refuse_read, refuse_build) = (refuse(quote!(reader.at())), refuse(quote!(0)));
    let reads = |method: &str, told: TokenStream| -> Vec<TokenStream> {
        let method = format_ident!("{method}");
        arms.iter().map(|arm| arm.read(&method, &told)).collect()
    };
    let skips = reads("skip", quote!(&mut *sink));
    let walks = reads("walk", quote!(&mut ()));
    let wholes = reads("whole", quote!(&mut *sink));
    let names: Vec<_> = arms.iter().map(|arm| arm.name).collect();
    let patterns: Vec<_> = arms.iter().map(|arm| &arm.pattern).collect();
    let (views, values) = (arms.iter().map(Arm::view), arms.iter().map(Arm::value));
    let (inlines, builds) = (
        arms.iter().map(Arm::put_inline),
        arms.iter().map(Arm::build),
    );
    let nested: Vec<_> = arms.iter().filter(|arm| arm.is_nested()).collect();
    let structures: Vec<_> = nested.iter().map(|arm| arm.ty).collect();
    let placed = nested.iter().map(|arm| {
        let Arm {
            name,
            pattern,
            args,
            ..
        } = arm;
        quote!((Self::#name(value), #pattern) => value.put_placed(writer, #args, at),)
    });
    let chosen = nested.iter().filter(|arm| {
        let same = nested.iter().filter(|other| other.ty == arm.ty);
        same.count() == 1
    });
    let chosen = chosen.map(|arm| {
        let (arm, ty) = (arm.name, arm.ty);
        quote! {
            impl ::dxc_format::runtime::nested::Arm<#name> for #ty {
                #[inline]
                fn chosen<'a>(choice: <#name as ::dxc_format::runtime::Nested>::View<'a>) -> Option<<Self as ::dxc_format::runtime::Nested>::View<'a>> {
                    match choice {
                        #view::#arm(view) => Some(view),
                        _ => None,
                    }
                }
            }
        }
    });
    let keeps_unknown = keeps_unknown(name, &view, &arms);
    let has_lifetime = format_ident!("Lifetime");
    let doc = format!("A view of [`{name}`], which borrows the bytes.");
    problems.or(quote! {
        #[doc = #doc]
        #[derive(Clone, Copy, Debug)]
        #[non_exhaustive]
        #visibility enum #view<'a> {
            #(#views)*
            #[doc(hidden)]
            #has_lifetime(core::convert::Infallible, core::marker::PhantomData<&'a [u8]>),
        }

        impl Default for #name {
            fn default() -> Self {
                Self::#first(Default::default())
            }
        }

        #[allow(unused_variables)]
        impl ::dxc_format::runtime::Nested for #name {
            type Args = (#by, #(#types,)*);
            type View<'a> = #view<'a>;

            const PLACES: bool = false #(|| <#structures as ::dxc_format::runtime::Nested>::PLACES)*;
            const NAMES: bool = false #(|| <#structures as ::dxc_format::runtime::Nested>::NAMES)*;

            #[inline]
            fn skip<S: ::dxc_format::runtime::walk::Sink + ?core::marker::Sized>(
                reader: &mut ::dxc_format::runtime::reader::Reader<'_>,
                (selector, #(#takes,)*): Self::Args,
                sink: &mut S,
            ) -> ::dxc_format::runtime::Result<()> {
                match selector {
                    #(#patterns => drop(#skips),)*
                    #refuse_read
                }
                Ok(())
            }

            #[inline]
            fn walk<'a, S: ::dxc_format::runtime::walk::Sink + ?core::marker::Sized>(
                reader: &mut ::dxc_format::runtime::reader::Reader<'a>,
                (selector, #(#takes,)*): Self::Args,
                sink: &mut S,
            ) -> ::dxc_format::runtime::Result<#view<'a>> {
                Ok(match selector {
                    #(#patterns => #view::#names(#walks),)*
                    #refuse_read
                })
            }

            #[inline]
            fn whole<'a, S: ::dxc_format::runtime::walk::Sink + ?core::marker::Sized>(
                reader: &mut ::dxc_format::runtime::reader::Reader<'a>,
                (selector, #(#takes,)*): Self::Args,
                sink: &mut S,
            ) -> ::dxc_format::runtime::Result<#view<'a>> {
                Ok(match selector {
                    #(#patterns => #view::#names(#wholes),)*
                    #refuse_read
                })
            }

            fn from_view(view: &#view<'_>) -> Self {
                match view {
                    #(#view::#names(view) => Self::#names(#values),)*
                    #view::#has_lifetime(never, _) => match *never {},
                }
            }

            fn put_inline(
                &self,
                writer: &mut ::dxc_format::runtime::writer::Writer<'_>,
                (selector, #(#takes,)*): Self::Args,
            ) -> ::dxc_format::runtime::Result<usize> {
                match (self, selector) {
                    #((Self::#names(value), #patterns) => #inlines,)*
                    _ => {
                        #unknown
                        Err(::dxc_format::runtime::Error::new(kind, writer.reached()))
                    }
                }
            }

            fn put_placed(
                &self,
                writer: &mut ::dxc_format::runtime::writer::Writer<'_>,
                (selector, #(#takes,)*): Self::Args,
                at: usize,
            ) -> ::dxc_format::runtime::Result<()> {
                match (self, selector) {
                    #(#placed)*
                    _ => Ok(()),
                }
            }

            #renumber

            #referring
        }

        #(#chosen)*

        #keeps_unknown

        ::dxc_format::__document! {
            #[allow(unused_variables)]
            impl ::dxc_format::document::FromDocument for #name {
                type Args = (#by, #(#types,)*);

                const KEYS: &'static [::dxc_format::document::FieldKey] = &[#(#keys),*];

                fn build(
                    source: &::dxc_format::document::Source<'_>,
                    (selector, #(#takes,)*): Self::Args,
                    scope: &mut ::dxc_format::document::Scope,
                ) -> Result<Self, ::dxc_format::document::Problem> {
                    match selector {
                        #(#patterns => #builds.map(Self::#names),)*
                        #refuse_build
                    }
                }
            }
        }
    })
}

/// `Unknown` of the choice and of its view, and `ForgetUnknown`.
fn keeps_unknown(name: &Ident, view: &Ident, arms: &[Arm<'_>]) -> TokenStream {
    let of = |borrow| {
        let keepers = arms
            .iter()
            .filter_map(|arm| Some((arm.name, arm.keeper(&borrow)?)));
        keepers.unzip::<_, _, Vec<_>, Vec<_>>()
    };
    let ((names, keepers), (_, lent)) = (of(quote!(&)), of(quote!(&mut)));
    quote! {
        #[allow(unreachable_patterns)]
        impl ::dxc_format::runtime::Unknown for #name {
            fn unknown(&self) -> Option<::dxc_format::runtime::newtype::String> {
                match self {
                    #(Self::#names(value) => ::dxc_format::runtime::Unknown::unknown(#keepers),)*
                    _ => None,
                }
            }
        }

        #[allow(unreachable_patterns)]
        impl ::dxc_format::runtime::Unknown for #view<'_> {
            fn unknown(&self) -> Option<::dxc_format::runtime::newtype::String> {
                match self {
                    #(Self::#names(value) => ::dxc_format::runtime::Unknown::unknown(#keepers),)*
                    _ => None,
                }
            }
        }

        #[allow(unreachable_patterns, unused_variables)]
        impl ::dxc_format::runtime::ForgetUnknown for #name {
            fn forget(&mut self, lost: &mut ::dxc_format::runtime::unknown::Told<'_>) {
                match self {
                    #(Self::#names(value) => ::dxc_format::runtime::ForgetUnknown::forget(#lent, lost),)*
                    _ => {}
                }
            }
        }
    }
}

/// What an arm takes, as the types that it declares.
fn args(with: &[Rule]) -> TokenStream {
    if with.is_empty() {
        return quote!(());
    }
    let values = with.iter().map(|Rule { rust, .. }| {
        quote!(::dxc_format::runtime::int::argument(#rust)
            .map_err(|kind| ::dxc_format::runtime::Error::new(kind, 0))?)
    });
    quote!((#(#values,)*))
}
