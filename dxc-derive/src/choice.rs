//! `#[derive(Choice)]`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::ParseStream;
use syn::{Ident, ItemEnum, Path};

use crate::attributes::{self, Argument, Problems, Rule, Words, list, value, wrong};
use crate::shown::Shown;

#[derive(Default)]
struct ChoiceWords {
    view: Option<Ident>,
    by: Option<Path>,
    takes: Vec<Argument>,
}

impl Words for ChoiceWords {
    const LEGAL: &'static [&'static str] = &["view", "by", "takes"];

    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "view" => self.view = Some(value(input)?),
            "by" => self.by = Some(value(input)?),
            "takes" => self.takes = list(input)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The words on an arm.
#[derive(Default)]
struct ArmWords {
    when: Vec<Ident>,
    nested: bool,
    with: Vec<Rule>,
    shown: Shown,
}

impl Words for ArmWords {
    const LEGAL: &'static [&'static str] = &["when", "nested", "with", "yaml", "flatten"];

    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "when" => self.when = list(input)?,
            "nested" => self.nested = true,
            "with" => self.with = list(input)?,
            _ => return self.shown.word(word, input),
        }
        Ok(true)
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
    let (mut arms, mut skips, mut walks, mut values, mut inlines, mut placed, mut builds) = (
        Vec::new(),
        Vec::new(),
        Vec::new(),
        Vec::new(),
        Vec::new(),
        Vec::new(),
        Vec::new(),
    );
    let (mut first, mut renumbers) = (None, Vec::new());
    for variant in &mut item.variants {
        let words: ArmWords = problems
            .note(attributes::take(&mut variant.attrs))
            .unwrap_or_default();
        let (docs, arm, when) = (&variant.attrs, &variant.ident, &words.when);
        let Some(ty) = variant.fields.iter().next().map(|field| &field.ty) else {
            problems.add(&arm, "an arm holds one value");
            continue;
        };
        if when.is_empty() {
            problems.add(&arm, "expected `#[dxc(when(..))]` on the arm");
        }
        first.get_or_insert_with(|| quote!(Self::#arm(Default::default())));
        let args = args(&words.with);
        let pattern = quote!(#(#by::#when)|*);
        let shown = words.shown.of(&arm.to_string());
        if words.nested {
            arms.push(quote!(#(#docs)* #arm(<#ty as ::dxc_format::Nested>::View<'a>),));
            skips.push(quote! {
                #pattern => {
                    sink.enter("", None, const { &#shown });
                    <#ty as ::dxc_format::Nested>::skip(reader, #args, sink)?;
                    sink.leave();
                    Ok(())
                }
            });
            walks.push(quote! {
                #pattern => {
                    sink.enter("", None, const { &#shown });
                    let view = <#ty as ::dxc_format::Nested>::walk(reader, #args, sink)?;
                    sink.leave();
                    Ok(#view::#arm(view))
                }
            });
            values.push(quote! {
                #view::#arm(view) => Self::#arm(<#ty as ::dxc_format::Nested>::from_view(view)),
            });
            inlines.push(quote!((Self::#arm(value), #pattern) => value.put_inline(writer, #args),));
            placed.push(
                quote!((Self::#arm(value), #pattern) => value.put_placed(writer, #args, at),),
            );
            renumbers
                .push(quote!(Self::#arm(value) => ::dxc_format::Nested::renumber(value, visit),));
            builds.push(quote! {
                #pattern => {
                    let args = #args;
                    source.inner(const { &#shown }, |source| {
                        <#ty as ::dxc_format::document::FromDocument>::build(source, args, scope)
                    }).map(Self::#arm)
                }
            });
        } else {
            arms.push(quote!(#(#docs)* #arm(#ty),));
            skips.push(quote! {
                #pattern => {
                    sink.enter("", None, const { &#shown });
                    ::dxc_format::nested::record::<#ty, S>(reader, #args, sink)?;
                    sink.leave();
                    Ok(())
                }
            });
            walks.push(quote! {
                #pattern => Ok(#view::#arm(::dxc_format::nested::record::<#ty, ()>(reader, #args, &mut ())?)),
            });
            values.push(quote!(#view::#arm(value) => Self::#arm(*value),));
            inlines.push(quote! {
                (Self::#arm(value), #pattern) => writer.record(value, #args),
            });
            builds.push(quote! {
                #pattern => source.record::<#ty>(const { &#shown }, #args, scope).map(Self::#arm),
            });
        }
    }
    let Some(first) = first else {
        return wrong(name.span(), "expected at least one arm");
    };
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
    let unknown = quote! {
        let kind = ::dxc_format::ErrorKind::NoArm { selector: selector.0.into() };
    };
    let has_lifetime = format_ident!("Lifetime");
    let doc = format!("A [`{name}`] that borrows.");
    problems.or(quote! {
        #[doc = #doc]
        #[derive(Clone, Copy, Debug)]
        #[non_exhaustive]
        #visibility enum #view<'a> {
            #(#arms)*
            #[doc(hidden)]
            #has_lifetime(core::convert::Infallible, core::marker::PhantomData<&'a [u8]>),
        }

        impl Default for #name {
            fn default() -> Self {
                #first
            }
        }

        #[allow(unused_variables)]
        impl ::dxc_format::Nested for #name {
            type Args = (#by, #(#types,)*);
            type View<'a> = #view<'a>;

            #[inline]
            fn skip<S: ::dxc_format::walk::Sink + ?core::marker::Sized>(
                reader: &mut ::dxc_format::reader::Reader<'_>,
                (selector, #(#takes,)*): Self::Args,
                sink: &mut S,
            ) -> ::dxc_format::Result<()> {
                match selector {
                    #(#skips)*
                    _ => {
                        #unknown
                        Err(::dxc_format::Error::new(kind, reader.at()))
                    }
                }
            }

            #[inline]
            fn walk<'a, S: ::dxc_format::walk::Sink + ?core::marker::Sized>(
                reader: &mut ::dxc_format::reader::Reader<'a>,
                (selector, #(#takes,)*): Self::Args,
                sink: &mut S,
            ) -> ::dxc_format::Result<#view<'a>> {
                match selector {
                    #(#walks)*
                    _ => {
                        #unknown
                        Err(::dxc_format::Error::new(kind, reader.at()))
                    }
                }
            }

            fn from_view(view: &#view<'_>) -> Self {
                match view {
                    #(#values)*
                    #view::#has_lifetime(never, _) => match *never {},
                }
            }

            fn put_inline(
                &self,
                writer: &mut ::dxc_format::writer::Writer<'_>,
                (selector, #(#takes,)*): Self::Args,
            ) -> ::dxc_format::Result<usize> {
                match (self, selector) {
                    #(#inlines)*
                    _ => {
                        #unknown
                        Err(::dxc_format::Error::new(kind, writer.reached()))
                    }
                }
            }

            fn put_placed(
                &self,
                writer: &mut ::dxc_format::writer::Writer<'_>,
                (selector, #(#takes,)*): Self::Args,
                at: usize,
            ) -> ::dxc_format::Result<()> {
                match (self, selector) {
                    #(#placed)*
                    _ => Ok(()),
                }
            }

            #renumber
        }

        ::dxc_format::__document! {
            #[allow(unused_variables)]
            impl ::dxc_format::document::FromDocument for #name {
                type Args = (#by, #(#types,)*);

                fn build(
                    source: &::dxc_format::document::Source<'_>,
                    (selector, #(#takes,)*): Self::Args,
                    scope: &mut ::dxc_format::document::Scope,
                ) -> Result<Self, ::dxc_format::document::Problem> {
                    match selector {
                        #(#builds)*
                        _ => {
                            #unknown
                            Err(::dxc_format::Error::new(kind, 0).into())
                        }
                    }
                }
            }
        }
    })
}

/// What an arm takes, as the types that it declares.
fn args(with: &[Rule]) -> TokenStream {
    if with.is_empty() {
        return quote!(());
    }
    let values = with.iter().map(|Rule { rust, .. }| {
        quote!(::dxc_format::int::argument(#rust)
            .map_err(|kind| ::dxc_format::Error::new(kind, 0))?)
    });
    quote!((#(#values,)*))
}
