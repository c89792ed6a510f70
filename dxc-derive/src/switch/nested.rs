//! Generates `Nested` for a choice, which is read, viewed, owned and written by its selector.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, format_ident, quote};

use super::parse::{Arm, Choice, Content};
use super::view::lifetime;

/// The implementation, and the methods by which a view returns the content of an arm.
pub(super) fn nested(choice: &Choice) -> TokenStream {
    let Choice { name, view, .. } = choice;
    let structures: Vec<_> = choice.nested().map(|arm| &arm.ty).collect();
    let (reading, writing) = (reading(choice), writing(choice));
    let chosen = chosen(choice);
    quote! {
        #[allow(unused_variables)]
        impl dxc_runtime::Nested for #name {
            type View<'a> = #view<'a>;

            const PLACES: bool = false #(|| <#structures as dxc_runtime::Nested>::PLACES)*;
            // Arms may be bytes, or strings.
            const TAKES_REST: bool = true;
            const NAMES: bool = false #(|| <#structures as dxc_runtime::Nested>::NAMES)*;

            #reading

            #writing
        }

        #(#chosen)*
        dxc_runtime::__binrw_nested!([] #name);
    }
}

/// The methods that read a choice, and those that convert it to a value.
fn reading(choice: &Choice) -> TokenStream {
    let Choice { view, arms, .. } = choice;
    let takes = &choice.takes.names;
    let refuse_read = choice.refuse(&quote!(reader.at()));
    let reads = |method: &str, sink: TokenStream| -> Vec<TokenStream> {
        let method = format_ident!("{method}");
        arms.iter().map(|arm| arm.read(&method, &sink)).collect()
    };
    let skips = reads("skip", quote!(&mut *sink));
    let walks = reads("walk", quote!(dxc_runtime::walk::borrowed(no_sink)));
    let is_leaf = |arm: &&Arm| !matches!(arm.words.content, Content::Nested);
    let no_sink = arms
        .iter()
        .find(is_leaf)
        .map(|_| quote!(let no_sink = &mut ();));
    let names: Vec<_> = arms.iter().map(|arm| &arm.name).collect();
    let patterns: Vec<_> = arms.iter().map(|arm| &arm.pattern).collect();
    let (values, has_lifetime) = (arms.iter().map(Arm::value), lifetime());
    quote! {
            #[inline]
            fn skip<__S: dxc_runtime::walk::Sink + ?core::marker::Sized>(
                reader: &mut dxc_runtime::reader::Reader<'_>,
                (selector, #(#takes,)*): <Self as dxc_runtime::Fields>::Args,
                sink: &mut __S,
            ) -> dxc_runtime::Result<()> {
                match selector {
                    #(#patterns => drop(#skips),)*
                    #refuse_read
                }
                Ok(())
            }

            #[inline]
            fn walk<'a, __S: dxc_runtime::walk::Sink + ?core::marker::Sized>(
                reader: &mut dxc_runtime::reader::Reader<'a>,
                (selector, #(#takes,)*): <Self as dxc_runtime::Fields>::Args,
                sink: &mut __S,
            ) -> dxc_runtime::Result<#view<'a>> {
                #no_sink
                Ok(match selector {
                    #(#patterns => #view::#names(#walks),)*
                    #refuse_read
                })
            }

            fn from_view(view: &#view<'_>) -> Self {
                match view {
                    #(#view::#names(view) => Self::#names(#values),)*
                    #view::#has_lifetime(never, _) => match *never {},
                }
            }
    }
}

/// The methods that write a choice.
fn writing(choice: &Choice) -> TokenStream {
    let arms = &choice.arms;
    let takes = &choice.takes.names;
    let names: Vec<_> = arms.iter().map(|arm| &arm.name).collect();
    let texts: Vec<_> = names.iter().map(|name| name.to_string()).collect();
    let patterns: Vec<_> = arms.iter().map(|arm| &arm.pattern).collect();
    let takes_others = arms.iter().any(|arm| arm.words.otherwise);
    let nothing = (!takes_others).then(|| quote!(_ => "",));
    let known: Vec<_> = arms
        .iter()
        .filter(|arm| !arm.words.otherwise)
        .map(|arm| &arm.pattern)
        .collect();
    let inlines = arms.iter().map(|arm| {
        let (name, pattern, put) = (&arm.name, &arm.pattern, arm.put_inline());
        // A selector with an arm of its own would be read as that arm.
        let is_other = (arm.words.otherwise && !known.is_empty())
            .then(|| quote!(if !matches!(selector, #(#known)|*)));
        quote!((Self::#name(value), #pattern) #is_other => #put,)
    });
    let placed = choice.nested().map(|arm| {
        let Arm {
            name,
            pattern,
            args,
            ..
        } = arm;
        quote!((Self::#name(value), #pattern) => value.put_placed(writer, #args, at),)
    });
    quote! {
            fn put_inline(
                &self,
                writer: &mut dxc_runtime::writer::Writer<'_>,
                (selector, #(#takes,)*): <Self as dxc_runtime::Fields>::Args,
            ) -> dxc_runtime::Result<usize> {
                match (self, selector) {
                    #(#inlines)*
                    #[allow(unreachable_patterns)]
                    _ => {
                        let chosen = match selector {
                            #(#patterns => #texts,)*
                            #nothing
                        };
                        let held = match self {
                            #(Self::#names(_) => #texts,)*
                        };
                        let number = selector.0.into();
                        let kind = dxc_runtime::nested::not_chosen(number, chosen, held);
                        Err(dxc_runtime::Error::new(kind, writer.reached()))
                    }
                }
            }

            fn put_placed(
                &self,
                writer: &mut dxc_runtime::writer::Writer<'_>,
                (selector, #(#takes,)*): <Self as dxc_runtime::Fields>::Args,
                at: usize,
            ) -> dxc_runtime::Result<()> {
                match (self, selector) {
                    #(#placed)*
                    _ => Ok(()),
                }
            }
    }
}

/// Returns the content of each arm from a view, if its type determines the arm.
fn chosen(choice: &Choice) -> impl Iterator<Item = TokenStream> {
    let Choice { name, view, by, .. } = choice;
    // syn compares types only with a feature that dependents would have to compile.
    let type_of = |arm: &Arm| arm.ty.to_token_stream().to_string();
    let alone = choice.nested().filter(move |arm| {
        let same = choice
            .nested()
            .filter(|other| type_of(other) == type_of(arm));
        same.count() == 1
    });
    alone.filter_map(move |arm| {
        let (selector, arm, ty) = (arm.selector.as_ref()?, &arm.name, &arm.ty);
        Some(quote! {
            impl dxc_runtime::nested::Arm<#name> for #ty {
                type Selector = #by;

                const SELECTOR: #by = #selector;

                #[inline]
                fn chosen<'a>(choice: <#name as dxc_runtime::Nested>::View<'a>) -> Option<<Self as dxc_runtime::Nested>::View<'a>> {
                    match choice {
                        #view::#arm(view) => Some(view),
                        _ => None,
                    }
                }

                fn held(choice: &mut #name) -> Option<&mut Self> {
                    match choice {
                        #name::#arm(held) => Some(held),
                        _ => None,
                    }
                }

                fn into_choice(self) -> #name {
                    #name::#arm(self)
                }
            }
        })
    })
}
